//! What outcomes speak of.

use rustc_hash::FxHashMap;

use crate::program::{Condition, Program, Term};
use crate::syntax::ast::Comparison;
use crate::view::names;

use super::read::Seen;

/// Outcomes that speak of the same terms, each with its place.
pub(super) type Alike<'s> = Vec<(usize, &'s Seen)>;

/// All outcomes with the terms that they speak of, in the order of the first of each kind.
pub(super) fn alike(all: &[Seen]) -> Vec<(Vec<Term>, Alike<'_>)> {
    let mut places = FxHashMap::default();
    let mut groups: Vec<(Vec<Term>, Alike<'_>)> = Vec::new();
    for (at, seen) in all.iter().enumerate() {
        let terms: Vec<Term> = seen.values.iter().map(|(term, _)| *term).collect();
        let place = *places.entry(terms.clone()).or_insert(groups.len());
        match groups.get_mut(place) {
            Some((_, group)) => group.push((at, seen)),
            None => groups.push((terms, vec![(at, seen)])),
        }
    }
    groups
}

/// What a condition says to be a number.
pub(super) fn equation(program: &Program, condition: &Condition) -> Option<(String, i64)> {
    match condition {
        Condition::Compare(Comparison::Eq, term, Term::Constant(value), _) => {
            Some((names::term(program, *term)?, *value))
        }
        Condition::Compare(..)
        | Condition::Literal(..)
        | Condition::Terminates(_)
        | Condition::Not(..)
        | Condition::And(..)
        | Condition::Or(..) => None,
    }
}

/// Whether a filter is false by what an outcome says.
pub(super) fn leaves_out(filter: &Condition, seen: &Seen) -> bool {
    let value = |term: Term| match term {
        Term::Constant(number) => Some(number),
        Term::Register(..) | Term::Location(_) => {
            let known = seen.values.iter().find(|(known, _)| *known == term);
            known.map(|(_, value)| *value)
        }
    };
    filter.settled(&value) == Some(false)
}

/// Whether a number that is written in an equation was cut to what it is taken for.
pub(super) fn does_not_fit(said: &str, value: i64) -> bool {
    let number = said.split_once(" == ").map_or("", |(_, number)| number);
    let Ok(number) = number.parse::<i128>() else {
        return false;
    };
    // As 64 bits, with or without a sign, it may be what it is.
    let same = number == i128::from(value) || number == i128::from(value.cast_unsigned());
    !same && !(i128::from(i32::MIN)..=i128::from(u32::MAX)).contains(&number)
}
