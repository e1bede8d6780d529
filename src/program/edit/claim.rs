//! Conditions without some of their parts, as trees and as text.

use super::edits::Claim;
use crate::syntax::ast::{Condition, Term, Test};
use crate::syntax::span::Span;

/// How many parts of a claim can be taken out, one at a time: each conjunct and each disjunct.
#[must_use]
pub fn parts(test: &Test, claim: Claim) -> usize {
    let condition = match claim {
        Claim::Filter => test.filter.as_ref(),
        Claim::Condition => Some(&test.condition),
    };
    condition.map_or(0, count)
}

fn count(condition: &Condition) -> usize {
    match condition {
        Condition::Literal(..) | Condition::Terminates(_) | Condition::Compare(..) => 0,
        Condition::Not(inner, _) => count(inner),
        Condition::And(parts, _) | Condition::Or(parts, _) => {
            parts.len() + parts.iter().map(count).sum::<usize>()
        }
    }
}

/// What goes of a condition.
pub(super) struct Cut<'a> {
    /// Whether a part goes, by its number.
    pub part: &'a dyn Fn(usize) -> bool,
    /// Whether the comparisons that name a register go.
    pub register: &'a dyn Fn(u32, &str) -> bool,
    /// The joints and parentheses of its text.
    pub joints: &'a [Span],
    /// The part that is next.
    next: usize,
    /// The places of the text that go.
    pub gone: Vec<Span>,
}

impl<'a> Cut<'a> {
    pub const fn new(
        part: &'a dyn Fn(usize) -> bool,
        register: &'a dyn Fn(u32, &str) -> bool,
        joints: &'a [Span],
    ) -> Self {
        Self {
            part,
            register,
            joints,
            next: 0,
            gone: Vec::new(),
        }
    }

    /// What is left of a condition; nothing if nothing is.
    pub fn apply(&mut self, condition: &Condition) -> Option<Condition> {
        match condition {
            Condition::Literal(..) | Condition::Terminates(_) => Some(condition.clone()),
            Condition::Compare(_, a, b, _) => {
                let named = [a, b].into_iter().any(|term| match term {
                    Term::Constant(_) | Term::Location(..) => false,
                    Term::Register(thread, name) => (self.register)(thread.node, &name.node),
                });
                (!named).then(|| condition.clone())
            }
            Condition::Not(inner, span) => {
                let inner = self.apply(inner)?;
                Some(Condition::Not(Box::new(inner), *span))
            }
            Condition::And(parts, span) => self.joint(parts, *span, Condition::And),
            Condition::Or(parts, span) => self.joint(parts, *span, Condition::Or),
        }
    }

    fn joint(
        &mut self,
        parts: &[Condition],
        span: Span,
        join: fn(Vec<Condition>, Span) -> Condition,
    ) -> Option<Condition> {
        let mut kept = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            let number = self.next;
            self.next += 1;
            let inside = self.gone.len();
            let rest = self.apply(part).filter(|_| !(self.part)(number));
            if let Some(rest) = rest {
                kept.push(rest);
                continue;
            }
            // It goes whole, with one joint: that before it, or the one behind it.
            self.gone.truncate(inside);
            let span = if kept.is_empty() {
                self.with_next(parts, index)
            } else {
                self.with_last(parts, index)
            };
            self.gone.extend(span);
        }
        if kept.len() > 1 {
            return Some(join(kept, span));
        }
        kept.pop()
    }

    /// A part with its parentheses and the joint before it.
    fn with_last(&self, parts: &[Condition], index: usize) -> Option<Span> {
        let own = parts.get(index)?.span();
        let last = parts.get(index.checked_sub(1)?)?.span();
        let between = self.between(last.end, own.start);
        // Those of the part before it, the joint, those of its own.
        let joint = between.iter().position(|one| one.len() > 1)?;
        let open = between.len() - joint - 1;
        let close = self.after(own.end, open)?;
        Some(Span::new(between.get(joint)?.start, close))
    }

    /// A part with its parentheses and the joint behind it.
    fn with_next(&self, parts: &[Condition], index: usize) -> Option<Span> {
        let own = parts.get(index)?.span();
        let next = parts.get(index + 1)?.span();
        let between = self.between(own.end, next.start);
        let joint = between.iter().position(|one| one.len() > 1)?;
        let open = self.before(own.start, joint)?;
        Some(Span::new(open, between.get(joint)?.end))
    }

    /// The signs between two places. A joint has two letters, a parenthesis one.
    fn between(&self, from: usize, to: usize) -> &'a [Span] {
        let first = self.joints.partition_point(|one| one.start < from);
        let last = self.joints.partition_point(|one| one.start < to);
        self.joints.get(first..last).unwrap_or_default()
    }

    /// The end of the last of some signs from a place on.
    fn after(&self, at: usize, count: usize) -> Option<usize> {
        let first = self.joints.partition_point(|one| one.start < at);
        match count.checked_sub(1) {
            None => Some(at),
            Some(last) => Some(self.joints.get(first + last)?.end),
        }
    }

    /// The start of the first of some signs before a place.
    fn before(&self, at: usize, count: usize) -> Option<usize> {
        let end = self.joints.partition_point(|one| one.start < at);
        match count {
            0 => Some(at),
            count => Some(self.joints.get(end.checked_sub(count)?)?.start),
        }
    }
}
