//! Some of the events of a program, by themselves.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::syntax::ast::Comparison;

use super::events::{Dependency, Event, EventKind, Place, Unrolled, UnrolledThread};
use super::symbolic::{EventId, GuardExpr, GuardId, Symbolic, TRUE, ValueExpr, ValueId};
use super::{RegisterId, ThreadId};

/// A value or a guard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Expression {
    /// A value.
    Value(ValueId),
    /// A guard.
    Guard(GuardId),
}

/// What a value or a guard is made of.
fn parts(symbolic: &Symbolic, expression: Expression) -> Vec<Expression> {
    use Expression::{Guard, Value};
    match expression {
        Value(id) => match symbolic.value(id) {
            ValueExpr::Constant(_) | ValueExpr::Read(_) => Vec::new(),
            ValueExpr::Fit(inner, _) => vec![Value(inner)],
            ValueExpr::Arithmetic(_, _, a, b) => vec![Value(a), Value(b)],
            ValueExpr::Select(guard, a, b) => vec![Guard(guard), Value(a), Value(b)],
        },
        Guard(id) => match symbolic.guard(id) {
            GuardExpr::True => Vec::new(),
            GuardExpr::Equal(_, a, b) | GuardExpr::Less(_, a, b) => vec![Value(*a), Value(*b)],
            GuardExpr::Not(inner) => vec![Guard(*inner)],
            GuardExpr::And(all) => all.iter().copied().map(Guard).collect(),
            GuardExpr::Or(a, b) => vec![Guard(*a), Guard(*b)],
        },
    }
}

/// What says when an event is executed, where it goes and what it writes.
#[must_use]
pub fn expressions(event: &Event) -> Vec<Expression> {
    use Expression::{Guard, Value};
    let mut found = vec![Guard(event.guard)];
    match event.kind {
        EventKind::Write { value, .. } => found.push(Value(value)),
        EventKind::ReadWrite { value, success, .. } => {
            found.extend([Value(value), Guard(success)]);
        }
        EventKind::Barrier {
            id,
            barrier,
            quorum,
            ..
        } => {
            found.extend([Value(id), Value(barrier)]);
            found.extend(quorum.map(Value));
        }
        EventKind::Initial { .. }
        | EventKind::Read { .. }
        | EventKind::Fence(_)
        | EventKind::Choice => {}
    }
    if let Some((Place::Computed(address), _)) = event.memory() {
        found.push(Value(address));
    }
    found
}

/// The reads that expressions depend on, each told once.
pub struct Below<'s> {
    symbolic: &'s Symbolic,
    seen: FxHashSet<Expression>,
}

impl<'s> Below<'s> {
    /// None is told yet.
    #[must_use]
    pub fn new(symbolic: &'s Symbolic) -> Self {
        Self {
            symbolic,
            seen: FxHashSet::default(),
        }
    }

    /// The reads below these that were not told before.
    pub fn reads(&mut self, mut waiting: Vec<Expression>) -> Vec<EventId> {
        let mut found = Vec::new();
        while let Some(next) = waiting.pop() {
            if !self.seen.insert(next) {
                continue;
            }
            if let Expression::Value(id) = next
                && let ValueExpr::Read(event) = self.symbolic.value(id)
            {
                found.push(event);
            }
            waiting.extend(parts(self.symbolic, next));
        }
        found
    }
}

/// Expressions in which events have other numbers.
struct Renumbered<'s> {
    from: &'s Symbolic,
    numbers: &'s [Option<EventId>],
    into: Symbolic,
    /// What became of each; nothing where it depends on an event that is left out.
    known: FxHashMap<Expression, Option<Expression>>,
}

impl Renumbered<'_> {
    fn value(&mut self, id: ValueId) -> Option<ValueId> {
        match self.expression(Expression::Value(id))? {
            Expression::Value(id) => Some(id),
            Expression::Guard(_) => None,
        }
    }

    fn guard(&mut self, id: GuardId) -> Option<GuardId> {
        match self.expression(Expression::Guard(id))? {
            Expression::Guard(id) => Some(id),
            Expression::Value(_) => None,
        }
    }

    fn expression(&mut self, root: Expression) -> Option<Expression> {
        let mut waiting = vec![root];
        while let Some(&next) = waiting.last() {
            if self.known.contains_key(&next) {
                waiting.pop();
                continue;
            }
            let missing = parts(self.from, next).into_iter();
            let missing = missing.filter(|part| !self.known.contains_key(part));
            let before = waiting.len();
            waiting.extend(missing);
            if waiting.len() == before {
                let made = self.made(next);
                self.known.insert(next, made);
                waiting.pop();
            }
        }
        self.known.get(&root).copied().flatten()
    }

    /// An expression whose parts are made.
    fn made(&mut self, expression: Expression) -> Option<Expression> {
        let from = self.from;
        let value = |id: ValueId| match self.known.get(&Expression::Value(id)) {
            Some(Some(Expression::Value(id))) => Some(*id),
            Some(Some(Expression::Guard(_)) | None) | None => None,
        };
        let guard = |id: GuardId| match self.known.get(&Expression::Guard(id)) {
            Some(Some(Expression::Guard(id))) => Some(*id),
            Some(Some(Expression::Value(_)) | None) | None => None,
        };
        let into = &mut self.into;
        Some(match expression {
            Expression::Value(id) => Expression::Value(match from.value(id) {
                ValueExpr::Constant(number) => into.constant(number),
                ValueExpr::Read(event) => into.read(self.numbers.get(event.0).copied()??),
                ValueExpr::Fit(inner, ty) => into.fit(value(inner)?, ty),
                ValueExpr::Arithmetic(op, ty, a, b) => {
                    into.arithmetic(op, ty, value(a)?, value(b)?)
                }
                ValueExpr::Select(when, a, b) => into.select(guard(when)?, value(a)?, value(b)?),
            }),
            Expression::Guard(id) => Expression::Guard(match from.guard(id) {
                GuardExpr::True => TRUE,
                GuardExpr::Equal(ty, a, b) => {
                    into.compare(Comparison::Eq, *ty, value(*a)?, value(*b)?)
                }
                GuardExpr::Less(ty, a, b) => {
                    into.compare(Comparison::Lt, *ty, value(*a)?, value(*b)?)
                }
                GuardExpr::Not(inner) => into.not(guard(*inner)?),
                GuardExpr::And(all) => {
                    let all: Option<Vec<GuardId>> = all.iter().map(|one| guard(*one)).collect();
                    all?.into_iter().fold(TRUE, |all, one| into.and(all, one))
                }
                GuardExpr::Or(a, b) => into.or(guard(*a)?, guard(*b)?),
            }),
        })
    }

    fn dependencies(&mut self, list: &[Dependency]) -> Vec<Dependency> {
        let mut kept = Vec::new();
        for dependency in list {
            let on = self.numbers.get(dependency.on.0).copied().flatten();
            let when = self.guard(dependency.when);
            kept.extend(on.zip(when).map(|(on, when)| Dependency { on, when }));
        }
        kept
    }

    fn event(&mut self, event: &Event) -> Option<Event> {
        let mut event = event.clone();
        event.guard = self.guard(event.guard)?;
        match &mut event.kind {
            EventKind::Write { value, .. } => *value = self.value(*value)?,
            EventKind::ReadWrite { value, success, .. } => {
                *value = self.value(*value)?;
                *success = self.guard(*success)?;
            }
            EventKind::Barrier {
                id,
                barrier,
                quorum,
                ..
            } => {
                *id = self.value(*id)?;
                *barrier = self.value(*barrier)?;
                if let Some(quorum) = quorum {
                    *quorum = self.value(*quorum)?;
                }
            }
            EventKind::Initial { .. }
            | EventKind::Read { .. }
            | EventKind::Fence(_)
            | EventKind::Choice => {}
        }
        if let Some((Place::Computed(_), _)) = event.memory() {
            return None;
        }
        event.addr = self.dependencies(&event.addr);
        event.data = self.dependencies(&event.data);
        event.ctrl = self.dependencies(&event.ctrl);
        Some(event)
    }
}

/// Some events of a program without the others, and of registers those that are said; the rest hold nothing. Dependencies
/// on events that are left out, or that hang on these, are left out as well: so there are executions of it that are part of none.
/// Nothing where what is kept hangs on what a read returns that is left out, or where places are computed or
/// laps are told.
#[must_use]
pub fn part(
    unrolled: &Unrolled,
    kept: &[bool],
    said: impl Fn(ThreadId, RegisterId) -> bool,
) -> Option<Unrolled> {
    if !unrolled.turns.is_empty() || kept.len() != unrolled.events.len() {
        return None;
    }
    let mut numbers = Vec::with_capacity(kept.len());
    let mut count = 0;
    for &keep in kept {
        numbers.push(keep.then_some(EventId(count)));
        count += usize::from(keep);
    }
    let mut renumbered = Renumbered {
        from: &unrolled.symbolic,
        numbers: &numbers,
        into: Symbolic::default(),
        known: FxHashMap::default(),
    };
    let events = unrolled.events.iter().zip(kept).filter(|(_, kept)| **kept);
    let events = events.map(|(event, _)| renumbered.event(event));
    let events = events.collect::<Option<Vec<Event>>>()?;
    let nothing = renumbered.into.constant(0);
    let mut threads = Vec::new();
    for (at, thread) in unrolled.threads.iter().enumerate() {
        let mut registers = Vec::new();
        for (register, &value) in thread.registers.iter().enumerate() {
            let is_said = said(ThreadId(at), RegisterId(register));
            registers.push(if is_said {
                renumbered.value(value)?
            } else {
                nothing
            });
        }
        threads.push(UnrolledThread {
            finished: renumbered.guard(thread.finished)?,
            truncated: renumbered.guard(thread.truncated)?,
            registers,
        });
    }
    Some(Unrolled {
        events,
        symbolic: renumbered.into,
        threads,
        turns: Vec::new(),
        apart: unrolled.apart.renumbered(&numbers),
    })
}

#[cfg(test)]
mod tests;
