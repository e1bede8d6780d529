//! Two models on all tests up to a size.

use serde::Serialize;

use crate::model::Model;
use crate::program::{Program, resolve};
use crate::stop::{Open, Stop};
use crate::syntax::parse_source;
use crate::syntax::span::SourceFile;
use crate::verdict::query::Options;

use super::shown::Apart;
use super::space::search::{Found, Question, without_flags};
use super::vocabulary::{Told, Vocabulary};

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
}

/// What the models are to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Conclusion {
    /// They allow the same outcomes of all tests that were searched.
    Equal,
    /// The first allows all that the second does, and more.
    FirstAllowsMore,
    /// The second allows all that the first does, and more.
    SecondAllowsMore,
    /// Each allows what the other forbids.
    Both,
    /// Not everything was searched.
    Unknown,
}

/// A test that sets them apart.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Separator {
    /// How many accesses it has.
    pub accesses: usize,
    /// How many threads.
    pub threads: usize,
    /// How many fences.
    pub fences: usize,
    /// How many dependencies.
    pub dependencies: usize,
    /// The test, with what both models say.
    #[serde(flatten)]
    pub apart: Apart,
}

/// What one model allows and the other forbids.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Way {
    /// The model that allows it.
    pub allows: String,
    /// The model that forbids it.
    pub forbids: String,
    /// There is no such test of up to so many accesses.
    pub none_up_to: usize,
    /// The smallest test, or all of its size.
    pub tests: Vec<Separator>,
    /// Whether there may be more tests of that size, where all were asked for.
    pub more: bool,
    /// Why the search ended early.
    pub open: Option<String>,
}

impl Way {
    fn new(allows: &Model, forbids: &Model) -> Self {
        Self {
            allows: allows.name.clone(),
            forbids: forbids.name.clone(),
            none_up_to: 0,
            tests: Vec::new(),
            more: false,
            open: None,
        }
    }

    fn done(&self) -> bool {
        !self.tests.is_empty() || self.open.is_some()
    }
}

/// What was found out.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Searched {
    /// The first model.
    pub first: String,
    /// The second.
    pub second: String,
    /// What they are to each other, on the tests that were searched.
    pub conclusion: Conclusion,
    /// The most accesses that were asked for.
    pub events: usize,
    /// What the tests may contain.
    pub vocabulary: Told,
    /// Whether one of them says of some programs that they are racy: that is not compared.
    pub races: bool,
    /// What the first allows and the second forbids, and the other way round.
    pub ways: [Way; 2],
}

/// How a search goes on.
#[derive(Debug)]
pub struct Progress<'a> {
    /// The model that is to allow the test.
    pub allows: &'a str,
    /// The model that is to forbid it.
    pub forbids: &'a str,
    /// How many accesses tests have now.
    pub accesses: usize,
    /// How many each thread has.
    pub shape: &'a [usize],
    /// How many tests were found.
    pub found: usize,
}

/// Searches all tests, size by size, until each model allows something that the other forbids, or up to the
/// limit.
pub fn search(request: &Request<'_>, tell: &mut dyn FnMut(&Progress<'_>)) -> Searched {
    let (first, second) = (without_flags(request.first), without_flags(request.second));
    let mut ways = [Way::new(&first, &second), Way::new(&second, &first)];
    for accesses in 1..=request.events {
        for (way, models) in ways.iter_mut().zip([(&first, &second), (&second, &first)]) {
            if way.done() {
                continue;
            }
            match request.one(models, accesses, tell) {
                Ok((tests, more)) if tests.is_empty() => {
                    (way.none_up_to, way.more) = (accesses, more);
                }
                Ok((tests, more)) => (way.tests, way.more) = (tests, more),
                Err(open) => way.open = Some(open.to_string()),
            }
        }
    }
    let races = [request.first, request.second];
    Searched {
        first: first.name.clone(),
        second: second.name.clone(),
        conclusion: conclusion(&ways),
        events: request.events,
        vocabulary: request.vocabulary.told(),
        races: races.iter().any(|model| model.promises_nothing_of_races()),
        ways,
    }
}

fn conclusion(ways: &[Way; 2]) -> Conclusion {
    let [more, less] = ways.each_ref().map(|way| !way.tests.is_empty());
    let open = ways.iter().any(|way| way.open.is_some());
    match (more, less, open) {
        (true, true, _) => Conclusion::Both,
        (false, _, true) | (_, false, true) => Conclusion::Unknown,
        (true, false, false) => Conclusion::FirstAllowsMore,
        (false, true, false) => Conclusion::SecondAllowsMore,
        (false, false, false) => Conclusion::Equal,
    }
}

impl Request<'_> {
    fn one(
        &self,
        (allows, forbids): (&Model, &Model),
        accesses: usize,
        tell: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<(Vec<Separator>, bool), Open> {
        let question = Question {
            allows,
            forbids,
            vocabulary: &self.vocabulary,
            options: &self.options,
            stop: &self.stop,
        };
        let mut at = |shape: &[usize], found: usize| {
            tell(&Progress {
                allows: &allows.name,
                forbids: &forbids.name,
                accesses,
                shape,
                found,
            });
        };
        let (found, more) = match self.all {
            None => {
                let mut tell = |shape: &super::space::shape::Shape, best: Option<&Found>| {
                    at(&shape.threads, usize::from(best.is_some()));
                };
                let best = question.smallest(accesses, &mut tell)?;
                (best.into_iter().collect(), false)
            }
            Some(most) => {
                let mut tell = |shape: &super::space::shape::Shape, found: usize| {
                    at(&shape.threads, found);
                };
                question.all(accesses, most, &mut tell)?
            }
        };
        let separators: Result<Vec<Separator>, Open> = found
            .iter()
            .map(|found| self.separator((allows, forbids), found))
            .collect();
        Ok((separators?, more))
    }

    /// Asks both models once more, for the execution and the reason.
    fn separator(&self, models: (&Model, &Model), found: &Found) -> Result<Separator, Open> {
        let options = Options {
            quantity: false,
            stop: self.stop.clone(),
            ..self.options.clone()
        };
        let defect = |_| Open::Internal("a test that was found cannot be read".to_owned());
        let program = load(found).map_err(defect)?;
        let apart = Apart::of(&program, models, &options).map_err(defect)?;
        if !apart.holds() {
            self.stop.check()?;
            let why = format!(
                "two answers for one test do not agree:\n{}",
                program.source.text
            );
            return Err(Open::Internal(why));
        }
        let [fences, threads, dependencies, ..] = found.key();
        Ok(Separator {
            accesses: found.sketch.steps.len(),
            threads,
            fences,
            dependencies,
            apart,
        })
    }
}

fn load(found: &Found) -> Result<Program, crate::syntax::Report> {
    let source = SourceFile::new("found.litmus", found.text.as_str());
    let test = parse_source(&source)?;
    resolve(&source, &test)
}
