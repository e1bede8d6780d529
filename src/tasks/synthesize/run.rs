//! All programs of a vocabulary, and of each the outcomes that are minimal.

use std::ops::ControlFlow;

use web_time::Instant;

use crate::model::Model;
use crate::stop::{Open, Stop};
use crate::syntax::ast::{Condition, Term};
use crate::tasks::audit::{Counted, shown};
use crate::tasks::space::{
    Bounds, Oracle, Outcome, Promise, Shape, Size, Vocabulary, Walk, location,
};
use crate::tasks::survey::{How, Tells};
use crate::verdict::outcome::Verdict;
use crate::verdict::query::Options;

use super::axioms::Axioms;
use super::candidates::Candidates;
use super::names::Names;
use super::placed::placed;
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
    /// How it is carried out.
    pub how: How,
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
    let walk = Walk::new(&request.vocabulary, request.bounds, &stop);
    let asker = || {
        let mut search = Search::new(model, request, &stop);
        move |shape: &Shape| {
            let found = search.minimal(shape, true)?;
            Ok(if found.is_empty() {
                Tells::Nothing
            } else {
                Tells::Something
            })
        }
    };
    let mut search = Search::new(model, request, &stop);
    let mut found = Found::new(model);
    let ended = request
        .how
        .programs(("minimal", walk), &stop, asker, &mut |step| {
            if let Some(shape) = step.tells {
                for outcome in search.minimal(shape, false)? {
                    found.add(&search, shape, &outcome)?;
                }
            }
            watch(Progress {
                size: step.size,
                programs: step.programs,
                found: found.tests.len(),
            });
            Ok(ControlFlow::Continue(()))
        });
    let counted = match &ended.open {
        None => Counted::all(ended.programs, request.bounds.accesses),
        Some(_) => Counted::below(ended.programs, ended.size),
    };
    let vocabulary = request.vocabulary.to_string();
    Synthesis {
        model: model.name.clone(),
        vocabulary: vocabulary.lines().map(str::to_owned).collect(),
        bounds: request.bounds,
        tests: found.tests,
        counted,
        open: ended.open.map(Why),
        time: start.elapsed(),
    }
}

/// A search in the middle of it.
struct Search<'a> {
    model: &'a Model,
    request: &'a Request,
    oracle: Oracle<'a>,
    stop: &'a Stop,
}

/// The tests that were found.
struct Found {
    axioms: Axioms,
    names: Names,
    tests: Vec<Minimal>,
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
        }
    }

    /// The minimal outcomes of a program, or only the first.
    fn minimal(&mut self, shape: &Shape, first: bool) -> Result<Vec<Outcome>, Open> {
        let mut found = Vec::new();
        let Promise::Outcomes(allowed) = self.oracle.ask_kept(shape)? else {
            return Ok(found);
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
                found.push(outcome);
                if first {
                    break;
                }
            }
        }
        Ok(found)
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
}

impl Found {
    fn new(model: &Model) -> Self {
        Self {
            axioms: Axioms::of(model),
            names: Names::new(),
            tests: Vec::new(),
        }
    }

    /// Asks the ordinary check, which must find the test impossible, too.
    fn add(&mut self, search: &Search<'_>, shape: &Shape, outcome: &Outcome) -> Result<(), Open> {
        let request = search.request;
        let classic = self.names.classic(shape, outcome);
        let name = self.names.name(shape, outcome);
        let mut test = shape.test(&name, Some(outcome));
        test.condition = without_sure(test.condition, shape);
        let shown = shown(test, search.model, &request.options)?;
        if shown.answer.verdict != Verdict::Unreachable {
            return Err(Open::Internal(format!(
                "the ordinary check does not find {name} impossible"
            )));
        }
        let options = Options {
            stop: search.stop.clone(),
            ..request.options.clone()
        };
        let forbidden = self.axioms.forbid(&shown, &options)?;
        self.tests.push(Minimal {
            shape: classic,
            line: line(shape, outcome),
            placed: (request.vocabulary.placements.len() > 1).then(|| placed(shape)),
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
        let Condition::Compare(_, Term::Location(name, _), _, _) = part else {
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
