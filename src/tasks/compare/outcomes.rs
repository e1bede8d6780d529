//! Of a test that sets two models apart, an outcome that shows it.

use crate::program::{Program, Term, ThreadId};
use crate::syntax::ast::{self, Comparison, Condition, Test};
use crate::syntax::span::{Span, Spanned};
use crate::syntax::{Report, parse_source};
use crate::verdict::outcome::Verdict;
use crate::verdict::query::Options;
use crate::view::names;

use super::given::{Pair, Said};
use super::shown::{Apart, asking, written};

/// An outcome for each direction in which there is one.
pub(super) fn apart(
    program: &Program,
    pair: Pair<'_>,
    observed: &[Term],
    (first, second): (&Said, &Said),
    options: &Options,
) -> Result<Vec<Apart>, Report> {
    let mut found = Vec::new();
    let ways = [
        (first, second, (pair.first, pair.second)),
        (second, first, (pair.second, pair.first)),
    ];
    for (more, less, models) in ways {
        if own_condition(more, less) {
            found.push(Apart::of(program, models, options)?);
        } else if let Some(state) = more.beyond(less).first() {
            let asked = outcome(program, observed, state)?;
            found.push(Apart::of(&asked, models, options)?);
        }
    }
    Ok(found)
}

/// Whether the test as it is shows it: one model has an execution that satisfies its condition and the other
/// none; or one promises nothing of it.
fn own_condition(more: &Said, less: &Said) -> bool {
    let reachable = more.outcome.verdict() == Verdict::Reachable;
    match less.outcome.verdict() {
        Verdict::Unreachable => reachable || more.anything(),
        Verdict::Reachable => more.anything(),
        Verdict::Racy | Verdict::Unknown | Verdict::Unsupported => false,
    }
}

/// The same test, asking for a final state.
fn outcome(program: &Program, observed: &[Term], state: &[i64]) -> Result<Program, Report> {
    let test = parse_source(&program.source)?;
    let parts: Vec<Condition> = observed
        .iter()
        .zip(state)
        .filter_map(|(&term, &value)| compared(program, &test, term, value))
        .collect();
    let span = program.condition.span();
    let condition = match <[Condition; 1]>::try_from(parts) {
        Ok([one]) => one,
        Err(parts) => Condition::And(parts, span),
    };
    let name = program.source.name.to_string();
    written(&name, &asking(&test, condition))
}

/// `P0:r0 == 1`.
fn compared(program: &Program, test: &Test, term: Term, value: i64) -> Option<Condition> {
    let span = Span::default();
    let left = match term {
        Term::Constant(_) => return None,
        Term::Register(ThreadId(thread), register) => {
            let number = test.threads.get(thread)?.number.clone();
            let register = program.threads.get(thread)?.registers.get(register.0)?;
            ast::Term::Register(number, Spanned::new(register.name.clone(), span))
        }
        Term::Location(id) => {
            let block = names::block(program, id).map(|block| Spanned::new(block, span));
            let name = program.location(id).name.clone();
            ast::Term::Location(Spanned::new(name, span), block)
        }
    };
    let right = ast::Term::Constant(Spanned::new(value, span));
    Some(Condition::Compare(Comparison::Eq, left, right, span))
}
