//! Which registers and locations are looked at when final states are listed, by their names.

use std::collections::BTreeSet;

use crate::program::{Condition, LocationId, Program, RegisterId, Term, ThreadId};
use crate::syntax::diagnostic::nearest;
use crate::view::names;

/// A name that means nothing in a test.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{test} uses no register or location `{asked}`{}", advice(.near.as_deref(), .known))]
pub struct ObserveError {
    test: String,
    asked: String,
    near: Option<String>,
    known: Vec<String>,
}

/// So many names are told where none comes near.
const TOLD: usize = 8;

fn advice(near: Option<&str>, known: &[String]) -> String {
    if let Some(near) = near {
        return format!(" (did you mean `{near}`?); or write all");
    }
    let told: Vec<&str> = known.iter().take(TOLD).map(String::as_str).collect();
    let more = if known.len() > TOLD { ", …" } else { "" };
    format!(
        "; to observe there are {}{more}; or write all",
        told.join(", ")
    )
}

/// What some names mean: `P0:r0` a register, `P0` all registers of a thread, `x` a location, `all` everything.
/// No names mean what the condition speaks of; where that is nothing, everything.
///
/// # Errors
///
/// A name means nothing in the test.
///
/// ```
/// use gpu_litmus::{load, tasks::observe::observed};
///
/// let test = "PTX Two\n{ x = 0; }\nP0@cta 0,gpu 0 ;\nst.weak x, 1 ;\nexists (x == 1)";
/// let program = load("two.litmus", test)?;
/// assert_eq!(observed(&program, &[])?.len(), 1);
/// let error = observed(&program, &["X".to_owned()]).expect_err("it is called x");
/// assert!(error.to_string().contains("did you mean `x`?"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn observed(program: &Program, asked: &[String]) -> Result<Vec<Term>, ObserveError> {
    let mut terms = Vec::new();
    for name in asked {
        terms.extend(meant(program, name.trim())?);
    }
    if asked.is_empty() {
        named(&program.condition, &mut terms);
        if terms.is_empty() {
            terms = all(program);
        }
    }
    let mut seen = BTreeSet::new();
    terms.retain(|&term| names::term(program, term).is_some_and(|name| seen.insert(name)));
    Ok(terms)
}

/// What those of some names mean that mean something in the test, for tests that are asked together; nothing where none of
/// them does.
#[must_use]
pub fn observed_here(program: &Program, asked: &[String]) -> Option<Vec<Term>> {
    let here = asked.iter().filter(|name| has(program, name));
    let here: Vec<String> = here.cloned().collect();
    if here.is_empty() && !asked.is_empty() {
        return None;
    }
    observed(program, &here).ok()
}

/// Whether a name means something in a test.
#[must_use]
pub fn has(program: &Program, name: &str) -> bool {
    meant(program, name.trim()).is_ok()
}

/// The names of all that can be looked at in a test.
pub fn known(program: &Program) -> impl Iterator<Item = String> {
    let terms = all(program).into_iter().chain(aliases(program));
    terms.filter_map(|term| names::term(program, term))
}

fn meant(program: &Program, name: &str) -> Result<Vec<Term>, ObserveError> {
    let every = all(program);
    let called = |term: &Term| names::term(program, *term);
    let short = name.replacen(":%", ":", 1);
    let found: Vec<Term> = match thread(program, name) {
        _ if name == "all" => return Ok(every),
        Some(thread) => registers(program, thread).collect(),
        None => {
            let every = every.iter().copied().chain(aliases(program));
            every
                .filter(|term| called(term).is_some_and(|own| own == short))
                .collect()
        }
    };
    if !found.is_empty() {
        return Ok(found);
    }
    let known: Vec<String> = every.iter().filter_map(called).collect();
    let near = nearest(&short, known.iter().map(String::as_str));
    Err(ObserveError {
        test: program.name.clone(),
        asked: name.to_owned(),
        near: near.map(str::to_owned),
        known,
    })
}

fn thread(program: &Program, name: &str) -> Option<ThreadId> {
    let mut threads = (0..program.threads.len()).map(ThreadId);
    threads.find(|&thread| names::thread(program, thread) == name)
}

fn registers(program: &Program, thread: ThreadId) -> impl Iterator<Item = Term> {
    let registers = (0..program.thread(thread).registers.len()).map(RegisterId);
    registers.map(move |register| Term::Register(thread, register))
}

/// All registers, then all memories, in the order of the test.
fn all(program: &Program) -> Vec<Term> {
    let threads = (0..program.threads.len()).map(ThreadId);
    let registers = threads.flat_map(|thread| registers(program, thread));
    let locations = (0..program.locations.len()).map(LocationId);
    // What has another name for it is seen by that.
    let own = locations.filter(|&location| program.location(location).physical == location);
    registers.chain(own.map(Term::Location)).collect()
}

fn aliases(program: &Program) -> impl Iterator<Item = Term> {
    let locations = (0..program.locations.len()).map(LocationId);
    let others = locations.filter(|&location| program.location(location).physical != location);
    others.map(Term::Location)
}

/// What a condition speaks of, in the order of its text.
fn named(condition: &Condition, terms: &mut Vec<Term>) {
    match condition {
        Condition::Literal(..) | Condition::Terminates(_) => {}
        Condition::Compare(_, a, b, _) => {
            let named = [*a, *b].into_iter();
            terms.extend(named.filter(|term| !matches!(term, Term::Constant(_))));
        }
        Condition::Not(inner, _) => named(inner, terms),
        Condition::And(parts, _) | Condition::Or(parts, _) => {
            for part in parts {
                named(part, terms);
            }
        }
    }
}
