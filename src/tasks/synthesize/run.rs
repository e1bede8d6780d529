//! All programs of a vocabulary, and of each the outcomes that are minimal.

use web_time::Instant;

use crate::model::Model;
use crate::stop::{Open, Stop};
use crate::syntax::ast::{Condition, Term};
use crate::tasks::audit::{Counted, shown};
use crate::tasks::space::{
    Bounds, Oracle, Outcome, Promise, Shape, Size, Vocabulary, Walk, location,
};
use crate::verdict::outcome::Verdict;
use crate::verdict::query::Options;

use super::axioms::Axioms;
use super::candidates::Candidates;
use super::names::Names;
use super::relax::relaxations;
use super::relaxed::{Relaxed, fits};
use super::report::{Minimal, Synthesis, Why};
use super::words::{is_open, line};

/// What to look for.
#[derive(Debug, Clone)]
pub struct Request {
    /// What may be in a program.
    pub vocabulary: Vocabulary,
    /// Up to which size.
    pub bounds: Bounds,
    /// Who answers; `timeout` is the time for all.
    pub options: Options,
}

/// How far a search is.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// The size that is looked at.
    pub size: Size,
    /// How many programs were.
    pub programs: u64,
    /// How many minimal tests were found.
    pub found: usize,
}

/// All minimal tests of a model of axioms up to a size, and says each time how far it is. Where it is
/// stopped, what was found so far is there.
pub fn run(model: &Model, request: &Request, watch: &mut dyn FnMut(Progress)) -> Synthesis {
    let start = Instant::now();
    let stop = request.options.limits().stop;
    let mut search = Search::new(model, request, &stop);
    let mut walk = Walk::new(&request.vocabulary, request.bounds, &stop);
    let mut last = walk.size();
    let mut programs = 0;
    let open = loop {
        let Some(next) = walk.next() else {
            break None;
        };
        last = walk.size().or(last);
        let asked = next.and_then(|shape| {
            programs += 1;
            watch(Progress {
                size: shape.size(),
                programs,
                found: search.found.len(),
            });
            search.look(&shape)
        });
        if let Err(why) = asked {
            // Engines that ran out of time say so in their own words.
            break Some(stop.check().err().unwrap_or(why));
        }
    };
    let counted = match (&open, last) {
        (None, _) => Counted {
            programs,
            accesses: request.bounds.accesses,
            fences_below: None,
        },
        (Some(_), size) => Counted::below(programs, size.unwrap_or_default()),
    };
    let vocabulary = request.vocabulary.to_string();
    Synthesis {
        model: model.name.clone(),
        vocabulary: vocabulary.lines().map(str::to_owned).collect(),
        bounds: request.bounds,
        tests: search.found,
        counted,
        open: open.map(Why),
        time: start.elapsed(),
    }
}

/// A search in the middle of it.
struct Search<'a> {
    model: &'a Model,
    request: &'a Request,
    oracle: Oracle<'a>,
    stop: &'a Stop,
    axioms: Axioms,
    names: Names,
    found: Vec<Minimal>,
}

/// The clock is read once in so many outcomes.
const OUTCOMES_PER_LOOK: usize = 1024;

impl<'a> Search<'a> {
    fn new(model: &'a Model, request: &'a Request, stop: &'a Stop) -> Self {
        // Each question ends with the search.
        let each = Options {
            timeout: None,
            ..request.options.clone()
        };
        Self {
            model,
            request,
            oracle: Oracle::fast(model, &each, stop),
            stop,
            axioms: Axioms::of(model),
            names: Names::new(),
            found: Vec::new(),
        }
    }

    /// Adds the minimal tests of a program.
    fn look(&mut self, shape: &Shape) -> Result<(), Open> {
        let Promise::Outcomes(allowed) = self.oracle.ask_kept(shape)? else {
            return Ok(());
        };
        let relaxed = relaxations(shape, &self.request.vocabulary);
        let relaxed: Vec<Relaxed> = relaxed.iter().map(Relaxed::canonical).collect();
        let same = Relaxed::same(shape.clone());
        let orders = shape.symmetries();
        let twins: Vec<Relaxed> = orders.iter().map(|order| same.arranged(order)).collect();
        for (lap, values) in Candidates::of(shape).enumerate() {
            if lap % OUTCOMES_PER_LOOK == OUTCOMES_PER_LOOK - 1 {
                self.stop.check()?;
            }
            if allowed.contains(&values) {
                continue;
            }
            let Some(outcome) = Outcome::of(shape, &values) else {
                return Err(Open::Internal(
                    "an outcome is not one of its program".into(),
                ));
            };
            let own: Vec<Option<i64>> = values.iter().copied().map(Some).collect();
            let mut twins = twins.iter();
            if twins.all(|twin| own <= twin.asks(shape, &outcome))
                && self.is_minimal(shape, &outcome, &relaxed)?
            {
                self.add(shape, &outcome)?;
            }
        }
        Ok(())
    }

    /// Whether each of these programs has an outcome that fits.
    fn is_minimal(
        &mut self,
        shape: &Shape,
        outcome: &Outcome,
        relaxed: &[Relaxed],
    ) -> Result<bool, Open> {
        for less in relaxed {
            if less.shape.columns.is_empty() {
                continue;
            }
            let asked = less.asks(shape, outcome);
            match self.oracle.ask_kept(&less.shape)? {
                Promise::Nothing => {}
                Promise::Outcomes(allowed) => {
                    if !allowed.iter().any(|values| fits(&asked, values)) {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Asks the ordinary check, which must find the test impossible, too.
    fn add(&mut self, shape: &Shape, outcome: &Outcome) -> Result<(), Open> {
        let classic = self.names.classic(shape, outcome);
        let name = self.names.name(shape, outcome);
        let mut test = shape.test(&name, Some(outcome));
        test.condition = without_sure(test.condition, shape);
        let shown = shown(test, self.model, &self.request.options)?;
        if shown.answer.verdict != Verdict::Unreachable {
            return Err(Open::Internal(format!(
                "the ordinary check does not find {name} impossible"
            )));
        }
        let options = Options {
            stop: self.stop.clone(),
            ..self.request.options.clone()
        };
        let forbidden = self.axioms.forbid(&shown, &options)?;
        self.found.push(Minimal {
            shape: classic,
            line: line(shape, outcome),
            size: shape.size(),
            axioms: forbidden.axioms,
            together: forbidden.together,
            shown,
        });
        Ok(())
    }
}

/// A condition that does not say what is so in any case: what a location holds that is written once.
fn without_sure(condition: Condition, shape: &Shape) -> Condition {
    let sure: Vec<String> = (0..shape.spaces.len())
        .filter(|&index| !is_open(shape, index))
        .map(location)
        .collect();
    let is_sure = |part: &Condition| {
        let Condition::Compare(_, Term::Location(name), _, _) = part else {
            return false;
        };
        sure.contains(&name.node)
    };
    let Condition::And(mut parts, span) = condition else {
        return if is_sure(&condition) {
            Condition::Literal(true, condition.span())
        } else {
            condition
        };
    };
    parts.retain(|part| !is_sure(part));
    match parts.pop() {
        None => Condition::Literal(true, span),
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            Condition::And(parts, span)
        }
    }
}
