//! All models on each program.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use crate::model::Model;
use crate::stop::{Open, Stop};
use crate::syntax::ast::Expectation;
use crate::syntax::print::{Style, print};
use crate::syntax::span::{Span, Spanned};
use crate::tasks::audit::{Counted, shown};
use crate::tasks::space::{
    Bounds, Oracle, Outcome, Promise, Shape, Size, Vocabulary, Walk, refuses,
};
use crate::tasks::survey::{How, Tells};
use crate::tasks::synthesize::{APART, Names, line, placed};
use crate::verdict::query::Options;
use crate::view::answer::Verdict;

use super::order::Order;
use super::report::{Apart, Diagram, LeftOut, Test};

/// What is asked.
#[derive(Debug)]
pub struct Request<'m> {
    /// The models; those that refuse something of the vocabulary are left out.
    pub models: &'m [Model],
    /// What may be in a program.
    pub vocabulary: Vocabulary,
    /// Up to which size.
    pub bounds: Bounds,
    /// Limits of the questions that confirm a test.
    pub options: Options,
    /// When the search ends.
    pub stop: Stop,
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
    /// How many pairs of models are set apart, each direction by itself.
    pub apart: usize,
}

/// A program with an outcome that some models have and others have not.
struct Found {
    shape: Shape,
    outcome: Outcome,
    /// Who allows and who forbids it, by what the search has found.
    pairs: Vec<(usize, usize)>,
}

/// Asks all models of each program, and says each time how far it is.
pub fn search(request: &Request<'_>, watch: &mut dyn FnMut(Progress)) -> Diagram {
    let (models, left_out) = request.accepting();
    let mut found = Vec::new();
    let (counted, mut open) = request.walk(&models, &mut found, watch);
    let mut names = Names::new();
    let (mut tests, mut apart) = (Vec::new(), Vec::new());
    for one in &found {
        match request.confirm(&models, one, &mut names) {
            Ok(test) => {
                apart.extend(one.pairs.iter().map(|&(allows, forbids)| Apart {
                    allows,
                    forbids,
                    test: tests.len(),
                }));
                tests.push(test);
            }
            Err(why) => {
                open = Some(why);
                break;
            }
        }
    }
    let order = Order::of(models.len(), |a, b| {
        let mut all = apart.iter();
        all.any(|apart| (apart.allows, apart.forbids) == (a, b))
    });
    let vocabulary = request.vocabulary.to_string();
    Diagram {
        models: models.iter().map(|model| model.name.clone()).collect(),
        left_out,
        events: request.bounds.accesses,
        vocabulary: vocabulary.lines().map(str::to_owned).collect(),
        counted,
        open: open.map(|why| why.to_string()),
        order,
        apart,
        tests,
    }
}

impl<'m> Request<'m> {
    fn accepting(&self) -> (Vec<&'m Model>, Vec<LeftOut>) {
        let (mut models, mut left_out) = (Vec::new(), Vec::new());
        for model in self.models {
            let items = self.vocabulary.items();
            match items.into_iter().find_map(|item| refuses(model, item)) {
                None => models.push(model),
                Some(refused) => left_out.push(LeftOut {
                    model: model.name.clone(),
                    refuses: refused.what.to_owned(),
                }),
            }
        }
        (models, left_out)
    }

    /// Finds for each pair the first program that sets it apart.
    fn walk(
        &self,
        models: &[&Model],
        found: &mut Vec<Found>,
        watch: &mut dyn FnMut(Progress),
    ) -> (Counted, Option<Open>) {
        let oracles = || -> Vec<Oracle<'_>> {
            let all = models.iter();
            all.map(|model| Oracle::fast(model, &self.options, &self.stop))
                .collect()
        };
        let promises = |shape: &Shape, oracles: &[Oracle<'_>]| -> Result<Vec<Promise>, Open> {
            oracles.iter().map(|oracle| oracle.ask(shape)).collect()
        };
        let pairs: BTreeSet<(usize, usize)> = (0..models.len())
            .flat_map(|a| (0..models.len()).map(move |b| (a, b)))
            .filter(|(a, b)| a != b)
            .collect();
        let all = pairs.len();
        // What is known to be apart tells nothing.
        let left = Mutex::new(pairs);
        let lock = || left.lock().unwrap_or_else(PoisonError::into_inner);
        let asker = || {
            let oracles = oracles();
            move |shape: &Shape| {
                let (mut left, mut found) = (lock().clone(), Vec::new());
                apart(shape, &promises(shape, &oracles)?, &mut left, &mut found)?;
                Ok(if found.is_empty() {
                    Tells::Nothing
                } else {
                    Tells::Something
                })
            }
        };
        let own = oracles();
        let walk = Walk::new(&self.vocabulary, self.bounds, &self.stop);
        let ended = self
            .how
            .programs(("programs", walk), &self.stop, asker, &mut |step| {
                // Nobody waits while models are asked once more.
                let told = step.tells.map(|shape| Ok((shape, promises(shape, &own)?)));
                let told = told.transpose()?;
                let mut left = lock();
                if let Some((shape, promises)) = told {
                    apart(shape, &promises, &mut left, found)?;
                }
                watch(Progress {
                    size: step.size,
                    programs: step.programs,
                    apart: all - left.len(),
                });
                Ok(ControlFlow::Continue(()))
            });
        match ended.open {
            Some(why) => (Counted::below(ended.programs, ended.size), Some(why)),
            None => (Counted::all(ended.programs, self.bounds.accesses), None),
        }
    }

    /// Asks each model by the ordinary check, which must find what the search has found.
    fn confirm(&self, models: &[&Model], found: &Found, names: &mut Names) -> Result<Test, Open> {
        let name = names.name(&found.shape, &found.outcome);
        let test = found.shape.test(&name, Some(&found.outcome));
        let mut whole = test.clone();
        let mut forbidden_by = Vec::new();
        for (number, model) in models.iter().enumerate() {
            let answer = shown(test.clone(), model, &self.options)?.answer;
            let forbids = answer.verdict == Verdict::Unreachable;
            let fits = matches!(
                answer.verdict,
                Verdict::Reachable | Verdict::Unreachable | Verdict::Racy
            ) && found
                .pairs
                .iter()
                .all(|&(one, other)| (one != number || !forbids) && (other != number || forbids));
            if !fits {
                let why = format!("{} does not answer {name} as the search did", model.name);
                return Err(Open::Internal(why));
            }
            if forbids {
                forbidden_by.push(number);
            }
            let expected = Expectation {
                model: model.name.clone(),
                verdict: answer.verdict.name().to_owned(),
            };
            let expected = Spanned::new(expected, Span::default());
            whole.expectations.push(expected);
        }
        Ok(Test {
            line: told(&found.shape, &found.outcome),
            size: found.shape.size(),
            text: print(&whole, &Style::default()),
            name,
            forbidden_by,
        })
    }
}

/// A test in a line, with where its threads are: tests may differ in that alone.
fn told(shape: &Shape, outcome: &Outcome) -> String {
    let line = line(shape, outcome);
    match placed(shape) {
        place if shape.columns.len() < 2 || place == APART => line,
        place => format!("{line} | {place}"),
    }
}

/// Notes the pairs that a program sets apart and that no program before it did.
fn apart(
    shape: &Shape,
    promises: &[Promise],
    left: &mut BTreeSet<(usize, usize)>,
    found: &mut Vec<Found>,
) -> Result<(), Open> {
    let start = found.len();
    for (a, b) in left.clone() {
        let Promise::Outcomes(less) = &promises[b] else {
            continue;
        };
        let values = match &promises[a] {
            Promise::Outcomes(more) => more.difference(less).next().cloned(),
            Promise::Nothing => possible(shape).into_iter().find(|one| !less.contains(one)),
        };
        let Some(values) = values else { continue };
        let lost = || Open::Internal("an outcome is not one of its program".to_owned());
        let outcome = Outcome::of(shape, &values).ok_or_else(lost)?;
        left.remove(&(a, b));
        match found[start..].iter_mut().find(|one| one.outcome == outcome) {
            Some(one) => one.pairs.push((a, b)),
            None => found.push(Found {
                shape: shape.clone(),
                outcome,
                pairs: vec![(a, b)],
            }),
        }
    }
    Ok(())
}

/// All outcomes in which each read has found a value that somebody has written there, or 0, and memory holds at the
/// end what somebody has written, if anybody has.
fn possible(shape: &Shape) -> Vec<Vec<i64>> {
    let mut values = vec![vec![0]; shape.spaces.len()];
    let written = shape.written().into_iter().flatten();
    for ((_, access), value) in shape.accesses().zip(written) {
        if let (Some(own), Some(value)) = (values.get_mut(access.location), value) {
            own.push(value);
        }
    }
    let reads = shape.accesses().filter(|(_, access)| access.kind.reads());
    let reads = reads.filter_map(|(_, access)| Some(values.get(access.location)?.as_slice()));
    let ends = values.iter().map(|own| match own.as_slice() {
        [_, written @ ..] if !written.is_empty() => written,
        only => only,
    });
    let mut found: Vec<Vec<i64>> = vec![Vec::new()];
    for own in reads.chain(ends) {
        found = found
            .iter()
            .flat_map(|before| {
                own.iter()
                    .map(move |&value| [&before[..], &[value]].concat())
            })
            .collect();
    }
    found
}
