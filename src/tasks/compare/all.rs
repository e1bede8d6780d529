//! Two models on all tests up to a size.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use crate::model::Model;
use crate::stop::{Open, Stop};
use crate::tasks::ask::ask;
use crate::tasks::survey::{Asked, Finding, How, Told as Test};
use crate::verdict::query::Options;
use crate::view::answer::Verdict;

use super::formula::{Before, Best, Formula};
pub use super::searched::{Conclusion, Searched, Separator, Way};
use super::shown::{Apart, by_another_name};
use super::space::search::{Found, Question, without_flags};
use super::space::shape::shapes;
use super::vocabulary::Vocabulary;

/// What is asked.
#[derive(Debug)]
pub struct Request<'m> {
    /// The first model.
    pub first: &'m Model,
    /// The second.
    pub second: &'m Model,
    /// What tests contain.
    pub vocabulary: Vocabulary,
    /// The most accesses.
    pub events: usize,
    /// Every test of the smallest size, as far as there are so many; otherwise one.
    pub all: Option<usize>,
    /// Limits of the questions that confirm a test.
    pub options: Options,
    /// When the search ends.
    pub stop: Stop,
    /// How it is carried out.
    pub how: How,
}

/// How a search goes on.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// How many accesses tests have now.
    pub accesses: usize,
    /// How many formulas of this size were asked.
    pub asked: usize,
    /// How many there are.
    pub formulas: usize,
    /// Of each direction, of how many accesses tests are that were found; none: none were.
    pub found: [Option<usize>; 2],
}

/// Searches all tests, size by size, until each model allows something that the other forbids, or up to the
/// limit.
pub fn search(request: &Request<'_>, tell: &mut dyn FnMut(Progress)) -> Searched {
    let (first, second) = (without_flags(request.first), without_flags(request.second));
    let mut ways = [Way::new(&first, &second), Way::new(&second, &first)];
    for accesses in 1..=request.events {
        let open = [0, 1].map(|way: usize| !ways[way].done());
        if open == [false, false] {
            break;
        }
        request.size((&first, &second), accesses, &mut ways, tell);
    }
    let races = [request.first, request.second];
    Searched {
        first: first.name.clone(),
        second: second.name.clone(),
        conclusion: Conclusion::of(&ways),
        events: request.events,
        vocabulary: request.vocabulary.told(),
        races: races.iter().any(|model| model.promises_nothing_of_races()),
        ways,
    }
}

impl Request<'_> {
    /// All tests of one size: a formula for each shape and each way that is still open.
    fn size(
        &self,
        models: (&Model, &Model),
        accesses: usize,
        ways: &mut [Way; 2],
        tell: &mut dyn FnMut(Progress),
    ) {
        let all = shapes(accesses, self.vocabulary.threads);
        let open: Vec<usize> = (0..2).filter(|&way| !ways[way].done()).collect();
        let mut progress = Progress {
            accesses,
            asked: 0,
            formulas: open.len() * all.len(),
            found: [0, 1].map(|way: usize| {
                let way = &ways[way];
                (!way.tests.is_empty()).then_some(way.none_up_to + 1)
            }),
        };
        let parts = open.iter().flat_map(|&way| {
            let all = all.iter().enumerate();
            all.map(move |(index, shape)| Formula::part(way, (index, shape), accesses))
        });
        // What comes before the best so far is looked for, or as many as are still wanted.
        let best = Mutex::new([Best::default(), Best::default()]);
        let lock = || best.lock().unwrap_or_else(PoisonError::into_inner);
        let asker = || {
            |formula: &Formula<'_>| {
                let before = lock()[formula.way].before();
                self.formula(models, formula, before)
            }
        };
        tell(progress);
        let flow = self.how.each(parts, asker, &mut |formula, asked| {
            let mut best = lock();
            best[formula.way].add(asked, self.all.is_none());
            progress.asked += 1;
            if !best[formula.way].tests.is_empty() {
                progress.found[formula.way] = Some(accesses);
            }
            tell(progress);
            ControlFlow::Continue(())
        });
        let best = best.into_inner().unwrap_or_else(PoisonError::into_inner);
        for (way, mut best) in (0..).zip(best) {
            if !open.contains(&way) {
                continue;
            }
            if flow.is_break() {
                // A journal failed: who has opened it says why.
                best.open.get_or_insert(Open::Interrupted);
            }
            self.conclude(pair(models, way), accesses, &best, &mut ways[way]);
        }
    }

    /// What a formula has.
    fn formula(&self, models: (&Model, &Model), formula: &Formula<'_>, before: Before) -> Asked {
        let (allows, forbids) = pair(models, formula.way);
        let question = Question {
            allows,
            forbids,
            vocabulary: &self.vocabulary,
            options: &self.options,
            stop: &self.stop,
        };
        let found: Result<Vec<Found>, Open> = match self.all {
            None => {
                let best = question.smallest(formula.shape, before.key);
                best.map(|best| best.into_iter().collect())
            }
            // Which tests are found first does not depend on how many are wanted.
            Some(most) => match most.saturating_sub(before.count) {
                0 => Ok(Vec::new()),
                more => question.all(formula.shape, more),
            },
        };
        let tests = |found: Vec<Found>| {
            let told = found.into_iter().map(|found| Test {
                key: found.key(),
                text: found.text,
            });
            told.collect()
        };
        match found {
            Ok(found) => Asked {
                found: Finding::Tests(tests(found)),
                open: None,
            },
            Err(open) => Asked {
                found: Finding::Tests(Vec::new()),
                open: Some(open),
            },
        }
    }

    /// What is known of a way once all formulas of a size were asked.
    fn conclude(&self, models: (&Model, &Model), accesses: usize, best: &Best, way: &mut Way) {
        if let Some(open) = &best.open {
            way.open = Some(open.to_string());
            return;
        }
        let found = best.tests.len();
        way.more = self.all.is_some_and(|most| found >= most);
        let shown = self.all.map_or(found, |most| found.min(most));
        let mut tests: Vec<&Test> = best.tests.iter().take(shown).collect();
        tests.sort_by_key(|test| (test.key, &test.text));
        let many = tests.len() > 1;
        let separators: Result<Vec<Separator>, Open> = (1..)
            .zip(tests)
            .map(|(number, test)| self.separator(models, test, (accesses, many.then_some(number))))
            .collect();
        match separators {
            Ok(tests) if tests.is_empty() => way.none_up_to = accesses,
            Ok(tests) => way.tests = tests,
            Err(open) => way.open = Some(open.to_string()),
        }
    }

    /// Asks both models once more, for the execution and the reason. A test has its number where there are several.
    fn separator(
        &self,
        models: (&Model, &Model),
        found: &Test,
        (accesses, number): (usize, Option<usize>),
    ) -> Result<Separator, Open> {
        let options = Options {
            quantity: false,
            stop: self.stop.clone(),
            ..self.options.clone()
        };
        let defect = |_| Open::Internal("a test that was found cannot be read".to_owned());
        let numbered = |name: &mut String| {
            if let Some(number) = number {
                name.push('-');
                name.push_str(&number.to_string());
            }
        };
        let program = by_another_name(&found.text, numbered).map_err(defect)?;
        let apart = Apart::of(&program, models, &options).map_err(defect)?;
        if !apart.holds() {
            self.stop.check()?;
            let why = format!(
                "two answers for one test do not agree:\n{}",
                program.source.text
            );
            return Err(Open::Internal(why));
        }
        let [fences, threads, dependencies, ..] = found.key;
        let plain = Options {
            reason: false,
            ..options
        };
        let mut racy = Vec::new();
        for model in [self.first, self.second] {
            let asked = model.promises_nothing_of_races();
            if asked
                && ask(&program, model, &plain).map_err(defect)?.answer.verdict == Verdict::Racy
            {
                racy.push(model.name.clone());
            }
        }
        Ok(Separator {
            accesses,
            threads,
            fences,
            dependencies,
            racy,
            apart,
        })
    }
}

/// Who is to allow, and who to forbid.
const fn pair<'m>((first, second): (&'m Model, &'m Model), way: usize) -> (&'m Model, &'m Model) {
    if way == 0 {
        (first, second)
    } else {
        (second, first)
    }
}
