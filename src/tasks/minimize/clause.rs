//! A condition in parts that can be taken out.

use crate::syntax::ast::{Condition, Term};
use crate::syntax::span::SourceFile;

use super::text::plain;

/// A condition whose comparisons are texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Clause {
    /// A comparison, `true` or `false`.
    Atom {
        /// As it is written.
        text: String,
        /// The registers it names, each with its thread's number.
        registers: Vec<(u32, String)>,
        /// The locations it names.
        locations: Vec<String>,
    },
    /// Negation.
    Not(Box<Clause>),
    /// Several, joined by `/\`.
    And(Vec<Clause>),
    /// Several, joined by `\/`.
    Or(Vec<Clause>),
}

impl Clause {
    /// The parts of a condition.
    #[must_use]
    pub fn of(source: &SourceFile, condition: &Condition) -> Self {
        let all = |parts: &[Condition]| parts.iter().map(|part| Self::of(source, part)).collect();
        let (terms, span) = match condition {
            Condition::Not(inner, _) => return Self::Not(Box::new(Self::of(source, inner))),
            Condition::And(parts, _) => return Self::And(all(parts)),
            Condition::Or(parts, _) => return Self::Or(all(parts)),
            Condition::Literal(_, span) => (Vec::new(), *span),
            Condition::Compare(_, a, b, span) => (vec![a, b], *span),
        };
        let mut registers = Vec::new();
        let mut locations = Vec::new();
        for term in terms {
            match term {
                Term::Constant(_) => {}
                Term::Register(thread, name) => registers.push((thread.node, name.node.clone())),
                Term::Location(name) => locations.push(name.node.clone()),
            }
        }
        Self::Atom {
            text: plain(source.slice(span)),
            registers,
            locations,
        }
    }

    /// How many comparisons there are.
    #[must_use]
    pub fn atoms(&self) -> usize {
        match self {
            Self::Atom { .. } => 1,
            Self::Not(inner) => inner.atoms(),
            Self::And(parts) | Self::Or(parts) => parts.iter().map(Self::atoms).sum(),
        }
    }

    /// Calls something with the names of each comparison.
    pub fn each_atom(&self, visit: &mut impl FnMut(&[(u32, String)], &[String])) {
        match self {
            Self::Atom {
                registers,
                locations,
                ..
            } => visit(registers, locations),
            Self::Not(inner) => inner.each_atom(visit),
            Self::And(parts) | Self::Or(parts) => {
                for part in parts {
                    part.each_atom(visit);
                }
            }
        }
    }

    /// How many parts can be taken out, one at a time: each conjunct and each disjunct.
    #[must_use]
    pub fn parts(&self) -> usize {
        match self {
            Self::Atom { .. } => 0,
            Self::Not(inner) => inner.parts(),
            Self::And(parts) | Self::Or(parts) => {
                parts.len() + parts.iter().map(Self::parts).sum::<usize>()
            }
        }
    }

    /// The condition without one of its parts.
    #[must_use]
    pub fn without(&self, part: usize) -> Self {
        let mut part = part;
        self.drop_part(&mut part)
    }

    fn drop_part(&self, part: &mut usize) -> Self {
        match self {
            Self::Atom { .. } => self.clone(),
            Self::Not(inner) => Self::Not(Box::new(inner.drop_part(part))),
            Self::And(parts) => Self::joined(Self::dropped(parts, part), Self::And),
            Self::Or(parts) => Self::joined(Self::dropped(parts, part), Self::Or),
        }
    }

    /// The parts but one, if it is among them; `part` counts down to it.
    fn dropped(parts: &[Self], part: &mut usize) -> Vec<Self> {
        let mut rest = Vec::new();
        for one in parts {
            if *part == 0 {
                *part = usize::MAX;
                continue;
            }
            if *part != usize::MAX {
                *part -= 1;
            }
            rest.push(one.drop_part(part));
        }
        rest
    }

    fn joined(mut parts: Vec<Self>, join: fn(Vec<Self>) -> Self) -> Self {
        match parts.pop() {
            Some(only) if parts.is_empty() => only,
            last => {
                parts.extend(last);
                join(parts)
            }
        }
    }

    /// The condition without the comparisons that name a register; nothing if none is left.
    #[must_use]
    pub fn without_registers(&self, gone: &impl Fn(u32, &str) -> bool) -> Option<Self> {
        let rest = |parts: &[Self]| {
            parts
                .iter()
                .filter_map(|part| part.without_registers(gone))
                .collect::<Vec<_>>()
        };
        match self {
            Self::Atom { registers, .. } => {
                let named = registers.iter().any(|(thread, name)| gone(*thread, name));
                (!named).then(|| self.clone())
            }
            Self::Not(inner) => Some(Self::Not(Box::new(inner.without_registers(gone)?))),
            Self::And(parts) => {
                let rest = rest(parts);
                (!rest.is_empty()).then(|| Self::joined(rest, Self::And))
            }
            Self::Or(parts) => {
                let rest = rest(parts);
                (!rest.is_empty()).then(|| Self::joined(rest, Self::Or))
            }
        }
    }

    /// As text, without parentheses around it.
    #[must_use]
    pub fn render(&self) -> String {
        let joined = |parts: &[Self], sign: &str| {
            let inner = |part: &Self| match part {
                Self::And(_) | Self::Or(_) => format!("({})", part.render()),
                _ => part.render(),
            };
            parts.iter().map(inner).collect::<Vec<_>>().join(sign)
        };
        match self {
            Self::Atom { text, .. } => text.clone(),
            Self::Not(inner) => format!("~({})", inner.render()),
            Self::And(parts) => joined(parts, " /\\ "),
            Self::Or(parts) => joined(parts, " \\/ "),
        }
    }
}
