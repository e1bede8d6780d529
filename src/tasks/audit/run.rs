//! All programs, all properties.

use std::ops::ControlFlow;

use web_time::Instant;

use crate::model::Model;
use crate::stop::{Open, Stop};
use crate::tasks::space::{Bounds, Shape, Size, Vocabulary, Walk};
use crate::tasks::survey::{How, Tells};
use crate::verdict::outcome::Verdict;
use crate::verdict::query::Options;

use super::evidence::{Refuted, Who};
use super::property::Property;
use super::refute::Judge;
use super::report::{Audit, Counted, Finding, Proof, Standing};
use super::shown::{file_name, shown};
use super::vacuous::why as why_vacuous;

/// What to find out.
#[derive(Debug, Clone)]
pub struct Request {
    /// The properties.
    pub properties: Vec<Property>,
    /// What may be in a program.
    pub vocabulary: Vocabulary,
    /// Up to which size.
    pub bounds: Bounds,
    /// Who answers; `timeout` is the time for each property.
    pub options: Options,
    /// How it is carried out.
    pub how: How,
}

/// How far an audit is.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// The property that is asked.
    pub property: Property,
    /// The size that is looked at.
    pub size: Size,
    /// How many programs were.
    pub programs: u64,
}

/// Asks properties of a model, and says each time how far it is.
pub fn run(model: &Model, sc: &Model, request: &Request, watch: &mut dyn FnMut(Progress)) -> Audit {
    let findings = request.properties.iter().map(|&property| {
        let start = Instant::now();
        let (standing, counted) = property_of(model, sc, request, property, watch);
        Finding {
            property,
            meaning: property.meaning(),
            standing,
            counted,
            time: start.elapsed(),
        }
    });
    let findings = findings.collect();
    let vocabulary = request.vocabulary.to_string();
    Audit {
        model: model.name.clone(),
        vocabulary: vocabulary.lines().map(str::to_owned).collect(),
        bounds: request.bounds,
        findings,
    }
}

fn property_of(
    model: &Model,
    sc: &Model,
    request: &Request,
    property: Property,
    watch: &mut dyn FnMut(Progress),
) -> (Standing, Counted) {
    let stop = request.options.limits().stop;
    // Each question of the search ends with the search.
    let each = Options {
        timeout: None,
        ..request.options.clone()
    };
    let judge = || Judge::new(model, sc, &request.vocabulary, &each, &stop);
    let mut first = judge();
    if let Some(why) = first.cannot_ask(property) {
        let why = why.to_owned();
        return (Standing::NotAsked { why }, Counted::default());
    }
    let walk = Walk::new(&request.vocabulary, request.bounds, &stop);
    let asker = || {
        let mut judge = judge();
        move |shape: &Shape| {
            Ok(match judge.refute(property, shape)? {
                Some(_) => Tells::Enough,
                None => Tells::Nothing,
            })
        }
    };
    let mut proof = None;
    let how = &request.how;
    let ended = how.programs((property.name(), walk), &stop, asker, &mut |step| {
        watch(Progress {
            property,
            size: step.size,
            programs: step.programs,
        });
        let Some(shape) = step.tells else {
            return Ok(ControlFlow::Continue(()));
        };
        let lost = || Open::Internal(format!("a program refutes {} no more", property.name()));
        let refuted = first.refute(property, shape)?.ok_or_else(lost)?;
        proof = Some(confirm(model, sc, request, property, &refuted)?);
        Ok(ControlFlow::Break(()))
    });
    let below = Counted::below(ended.programs, ended.size);
    match (proof, ended.open) {
        (Some(proof), _) => (Standing::Refuted(Box::new(proof)), below),
        (None, Some(why)) => (Standing::Open { why }, below),
        (None, None) => {
            let all = Counted::all(ended.programs, request.bounds.accesses);
            (proved(&mut first, request, property, &stop), all)
        }
    }
}

/// How a property stands that no program breaks: whether one could is asked of one after the other, until one could.
fn proved(judge: &mut Judge<'_>, request: &Request, property: Property, stop: &Stop) -> Standing {
    let mut any = false;
    for shape in Walk::new(&request.vocabulary, request.bounds, stop) {
        any = true;
        match shape.and_then(|shape| judge.could_break(property, &shape)) {
            Ok(true) => return Standing::Proved,
            Ok(false) => {}
            Err(why) => return Standing::Open { why },
        }
    }
    Standing::Vacuous {
        why: if any {
            why_vacuous(property)
        } else {
            "there is no test"
        },
    }
}

/// Asks the ordinary check, which must find what the search has found.
fn confirm(
    model: &Model,
    sc: &Model,
    request: &Request,
    property: Property,
    refuted: &Refuted,
) -> Result<Proof, Open> {
    let name = format!("{}-{}", property.name(), file_name(&model.name));
    let test = refuted.shape.test(&name, refuted.outcome.as_ref());
    let test = shown(test, model, &request.options)?;
    let against = &refuted.against;
    let (judge, suffix) = match against.who {
        Who::Model => (model, "weaker"),
        Who::Sc => (sc, "sc"),
        Who::Engine => (model, "explicit"),
    };
    let name = format!("{name}-{suffix}");
    let other = against.shape.test(&name, against.outcome.as_ref());
    let options = Options {
        explicit: against.who == Who::Engine,
        ..request.options.clone()
    };
    let other = shown(other, judge, &options)?;
    let fits = match against.who {
        Who::Engine => test.answer.verdict != other.answer.verdict,
        Who::Model | Who::Sc if refuted.outcome.is_none() => {
            test.answer.verdict == Verdict::Racy && other.answer.verdict != Verdict::Racy
        }
        Who::Model | Who::Sc => {
            test.answer.verdict == Verdict::Reachable
                && other.answer.verdict == Verdict::Unreachable
        }
    };
    if !fits {
        return Err(Open::Internal(format!(
            "the ordinary check does not find what refutes {}",
            property.name()
        )));
    }
    Ok(Proof {
        size: refuted.shape.size(),
        says: refuted.says.clone(),
        test,
        against: other,
    })
}
