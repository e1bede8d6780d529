//! The formulas of one size, and what was found with them.

use crate::program::instruction::InstructionKind;
use crate::program::{Program, resolve};
use crate::stop::Open;
use crate::syntax::span::SourceFile;
use crate::syntax::{Report, parse_source};
use crate::tasks::survey::{Asked, Finding, Part, Sought, Told};

use super::given::is_access;
use super::space::shape::Shape;

/// A formula: all tests of a shape, for one way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Formula<'s> {
    /// Whether the first model is to allow (0) or the second.
    pub(super) way: usize,
    /// How many accesses each thread has.
    pub(super) shape: &'s Shape,
}

/// What was found of a way before a formula is asked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Before {
    /// Of the first test, what ties are broken by.
    pub(super) key: Option<[usize; 5]>,
    /// How many tests.
    pub(super) count: usize,
}

/// What was found of a way, in the order of the formulas.
#[derive(Debug, Default)]
pub(super) struct Best {
    /// The best test, or all.
    pub(super) tests: Vec<Told>,
    /// Why not all was found out.
    pub(super) open: Option<Open>,
}

impl<'s> Formula<'s> {
    /// As a part of a search. Its number depends on the size, so that shards do not all begin with what is easy.
    pub(super) fn part(
        way: usize,
        (index, shape): (usize, &'s Shape),
        accesses: usize,
    ) -> Part<Self> {
        let sizes: Vec<String> = shape.threads.iter().map(ToString::to_string).collect();
        let first = if way == 0 { "first" } else { "second" };
        Part {
            name: format!("{first}/{}", sizes.join("+")),
            number: (accesses + 2 * index + way) as u64,
            what: Self { way, shape },
        }
    }
}

impl Sought for Formula<'_> {
    fn can_have(&self, found: &Finding) -> bool {
        match found {
            Finding::Tests(tests) => tests.iter().all(|test| self.can_be(test)),
            Finding::Programs(_) => false,
        }
    }
}

impl Formula<'_> {
    /// Whether a test can be read, and has the shape and the key that it is noted with.
    fn can_be(&self, test: &Told) -> bool {
        let Ok(program) = load(test) else {
            return false;
        };
        let count = |counts: fn(&InstructionKind) -> bool| {
            let threads = program.threads.iter().map(move |thread| {
                let code = thread.code.iter();
                code.filter(|one| counts(&one.kind)).count()
            });
            threads.collect::<Vec<usize>>()
        };
        let mut accesses = count(is_access);
        accesses.sort_unstable_by(|a, b| b.cmp(a));
        let fences = count(|kind| matches!(kind, InstructionKind::Fence { .. }));
        let [noted, threads, ..] = test.key;
        accesses == self.shape.threads
            && noted == fences.iter().sum::<usize>()
            && threads == accesses.len()
    }
}

/// A test that was found, as a program.
pub(super) fn load(found: &Told) -> Result<Program, Report> {
    let source = SourceFile::new("found.litmus", found.text.as_str());
    let test = parse_source(&source)?;
    resolve(&source, &test)
}

impl Best {
    /// What the next formulas are told.
    pub(super) fn before(&self) -> Before {
        Before {
            key: self.tests.first().map(|test| test.key),
            count: self.tests.len(),
        }
    }

    /// Adds what a formula has; where only the best counts, if it is better.
    pub(super) fn add(&mut self, asked: Asked, only: bool) {
        let (tests, open) = match asked {
            Asked {
                found: Finding::Tests(tests),
                open,
            } => (tests, open),
            Asked {
                found: Finding::Programs(_),
                open,
            } => {
                let why = "a formula has what cannot be found with it";
                let why = || Open::Internal(why.to_owned());
                (Vec::new(), Some(open.unwrap_or_else(why)))
            }
        };
        for test in tests {
            if !only {
                self.tests.push(test);
            } else if self.tests.first().is_none_or(|best| test.key < best.key) {
                self.tests = vec![test];
            }
        }
        self.open = self.open.take().or(open);
    }
}
