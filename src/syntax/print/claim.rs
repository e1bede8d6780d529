//! Conditions as text.

use super::names::{comparison, name};
use crate::syntax::ast::{Condition, Term};
use crate::syntax::shape::MAX_NESTING;

/// Something else to print for a comparison, such as what is written in a text.
pub(super) type Atom<'a> = dyn Fn(&Condition) -> Option<String> + 'a;

/// A condition with parentheses around it and around each joint within another, or where that nests
/// deeper than the parser goes, with those only that it needs.
pub(super) fn claim(condition: &Condition, atom: &Atom<'_>) -> String {
    if depth(condition) < MAX_NESTING {
        format!("({})", inner(condition, atom, true))
    } else {
        inner(condition, atom, false)
    }
}

/// How deep the roomy form nests.
fn depth(condition: &Condition) -> usize {
    match condition {
        Condition::Literal(..) | Condition::Terminates(_) | Condition::Compare(..) => 0,
        Condition::Not(part, _) => 2 + depth(part),
        Condition::And(parts, _) | Condition::Or(parts, _) => {
            1 + parts.iter().map(depth).max().unwrap_or(0)
        }
    }
}

fn inner(condition: &Condition, atom: &Atom<'_>, roomy: bool) -> String {
    let joined = |parts: &[Condition], sign: &str, empty: &str| {
        let part = |part: &Condition| {
            let text = inner(part, atom, roomy);
            let bare = match part {
                Condition::Literal(..)
                | Condition::Terminates(_)
                | Condition::Compare(..)
                | Condition::Not(..) => true,
                Condition::And(..) => !roomy && sign == OR,
                Condition::Or(..) => false,
            };
            if bare { text } else { format!("({text})") }
        };
        if parts.is_empty() {
            return empty.to_owned();
        }
        parts.iter().map(part).collect::<Vec<_>>().join(sign)
    };
    match condition {
        Condition::Literal(truth, _) => truth.to_string(),
        Condition::Terminates(_) => "terminates".to_owned(),
        Condition::Compare(cmp, a, b, _) => atom(condition)
            .unwrap_or_else(|| format!("{} {} {}", term(a), comparison(*cmp), term(b))),
        Condition::Not(part, _) => {
            let text = inner(part, atom, roomy);
            let joint = matches!(**part, Condition::And(..) | Condition::Or(..));
            if roomy || joint {
                format!("~({text})")
            } else {
                format!("~{text}")
            }
        }
        Condition::And(parts, _) => joined(parts, AND, "true"),
        Condition::Or(parts, _) => joined(parts, OR, "false"),
    }
}

const AND: &str = " /\\ ";
const OR: &str = " \\/ ";

fn term(term: &Term) -> String {
    match term {
        Term::Constant(value) => value.node.to_string(),
        Term::Register(thread, register) => format!("P{}:{}", thread.node, name(&register.node)),
        Term::Location(location, None) => name(&location.node),
        Term::Location(location, Some(block)) => format!("{}@{}", name(&location.node), block.node),
    }
}
