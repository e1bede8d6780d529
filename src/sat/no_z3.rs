//! What stands in for Z3 in a build without it: what a program has [provided](super::provided), or nobody.

use rustc_hash::FxHashMap;

use crate::stop::{Open, Stop};

use super::provided::{Reference, provided};
use super::solver::{Sat, load};

/// A solver, if somebody has provided one.
#[must_use]
pub fn solver(_: i32) -> Option<Box<dyn Sat>> {
    provided()?.solver()
}

/// Whether no assignment satisfies these clauses.
///
/// # Errors
///
/// Why it was not found out: there is nobody to ask, say.
pub fn refutes<'a>(clauses: impl Iterator<Item = &'a [i32]>, stop: &Stop) -> Result<bool, Open> {
    let Some(mut solver) = provided().and_then(Reference::refuter) else {
        return Err(Open::Missing("this build has no Z3".to_owned()));
    };
    let (variables, clauses) = renamed(clauses);
    let clauses = clauses.iter().map(Vec::as_slice);
    load(&mut *solver, variables, clauses, stop)?;
    solver.solve(&[], stop).map(|satisfiable| !satisfiable)
}

/// The clauses over variables 1, 2, … in the order in which they are named, and how many there are: a few clauses of a
/// large formula do not need all of its variables.
fn renamed<'a>(clauses: impl Iterator<Item = &'a [i32]>) -> (i32, Vec<Vec<i32>>) {
    let mut names: FxHashMap<u32, i32> = FxHashMap::default();
    let mut next = 0;
    let mut renamed = |lit: i32| {
        let name = *names.entry(lit.unsigned_abs()).or_insert_with(|| {
            next += 1;
            next
        });
        name * lit.signum()
    };
    let clauses = clauses.map(|clause| clause.iter().map(|&lit| renamed(lit)).collect());
    let clauses = clauses.collect();
    (next, clauses)
}

/// The version of what is provided.
#[must_use]
pub fn version() -> Option<String> {
    provided().map(Reference::version)
}

/// Runs something: each solver has a context of its own.
pub fn in_fresh_context<T>(work: impl Fn() -> T) -> T {
    work()
}
