//! From an assignment to an execution, and the check that it is one.

use std::collections::BTreeMap;

use super::candidate::frame::Frame;
use super::candidate::values::Sym;
use crate::execution::axioms::evaluate;
use crate::execution::concrete::{Executed, Execution};
use crate::execution::judge::Judged;
use crate::execution::meetings::Met;
use crate::model::registry::Axiomatic;
use crate::program::events::{Place, Unrolled};
use crate::program::symbolic::EventId;
use crate::program::{LocationId, Program, location_at};
use crate::sat::Lit;
use crate::sat::bits::Bits;

use super::encoding::{Goal, heeds_filter};
use crate::sat::session::Assignment;

/// Reads an execution off an assignment.
#[must_use]
pub fn extract(frame: &Frame, assignment: &Assignment) -> Execution {
    let mut reader = Reader {
        frame,
        assignment,
        reads: BTreeMap::new(),
    };
    reader.collect_reads();
    reader.execution()
}

struct Reader<'f, 'p> {
    frame: &'f Frame<'p>,
    assignment: &'f Assignment,
    reads: BTreeMap<EventId, i64>,
}

impl Reader<'_, '_> {
    fn truth(&self, lit: Lit) -> bool {
        self.assignment.truth(lit)
    }

    fn collect_reads(&mut self) {
        let frame = self.frame;
        for (index, event) in frame.unrolled.events.iter().enumerate() {
            let id = EventId(index);
            if event.returns() && self.executed(id) {
                let value = match frame.values.read(id) {
                    Sym::Choice(choices) => choices
                        .iter()
                        .find(|(_, lit)| self.truth(*lit))
                        .or_else(|| choices.first())
                        .map_or(0, |(value, _)| *value),
                    Sym::Bits(bits) => self.number(&bits),
                };
                self.reads.insert(id, value);
            }
        }
    }

    fn number(&self, bits: &Bits) -> i64 {
        bits.iter().enumerate().fold(0, |value, (bit, &lit)| {
            value | (i64::from(self.truth(lit)) << bit)
        })
    }

    fn executed(&self, event: EventId) -> bool {
        self.truth(self.frame.executed[self.frame.nodes.of_event[event.0].0])
    }

    fn execution(&self) -> Execution {
        let frame = self.frame;
        let unrolled = frame.unrolled;
        let read = |event: EventId| self.reads.get(&event).copied().unwrap_or(0);
        let mut result = Execution::default();
        for index in 0..unrolled.events.len() {
            let id = EventId(index);
            if self.executed(id) {
                result.events.insert(id, self.event(id));
            }
        }
        for &reader in frame.readers() {
            for &writer in frame.writers() {
                if self.truth(frame.rf.get(writer, reader)) {
                    result.rf.insert(frame.event(reader), frame.event(writer));
                }
            }
        }
        for &a in frame.writers() {
            for &b in frame.writers() {
                if self.truth(frame.co.get(a, b)) {
                    result.co.push((frame.event(a), frame.event(b)));
                }
            }
        }
        for (node, rounds, meets) in frame.meetings.rounds() {
            let event = frame.event(node);
            if self.executed(event)
                && let Some(round) = rounds.iter().position(|&lit| self.truth(lit))
            {
                let meets = self.truth(meets);
                result.barriers.insert(event, Met { round, meets });
            }
        }
        if let Some(order) = &frame.fence_order {
            for a in 0..frame.nodes.len() {
                for b in 0..frame.nodes.len() {
                    if self.truth(order.get(a, b)) {
                        result.fence_order.push((frame.event(a), frame.event(b)));
                    }
                }
            }
        }
        result.registers = unrolled
            .threads
            .iter()
            .map(|thread| {
                let values = thread.registers.iter();
                values
                    .map(|&value| unrolled.symbolic.evaluate(value, &read))
                    .collect()
            })
            .collect();
        self.last_writes(&mut result);
        result
    }

    fn event(&self, id: EventId) -> Executed {
        let unrolled = self.frame.unrolled;
        let read = |event: EventId| self.reads.get(&event).copied().unwrap_or(0);
        let event = &unrolled.events[id.0];
        let location = match event.place() {
            Some(Place::Fixed(location)) => Some(location),
            Some(Place::Computed(address)) => {
                let address = unrolled.symbolic.evaluate(address, &read);
                location_at(address, self.frame.program.locations.len())
            }
            None => None,
        };
        let wrote = unrolled.written(event, &read);
        Executed {
            location,
            read: self.reads.get(&id).copied(),
            wrote,
        }
    }

    /// The write that gives each memory its final value: as the formula chose it, or the last.
    fn last_writes(&self, execution: &mut Execution) {
        let program = self.frame.program;
        for (index, location) in program.locations.iter().enumerate() {
            let physical = LocationId(index);
            if location.physical != physical {
                continue;
            }
            let chosen = self
                .frame
                .chosen_last(physical)
                .iter()
                .find_map(|&(node, lit)| self.truth(lit).then(|| self.frame.event(node)));
            let last = chosen.or_else(|| {
                let writes = execution.events.iter().filter(|(_, event)| {
                    event.wrote.is_some()
                        && event
                            .location
                            .is_some_and(|place| program.same_memory(place, physical))
                });
                writes
                    .map(|(&event, _)| event)
                    .find(|&event| !execution.co.iter().any(|&(from, _)| from == event))
            });
            if let Some(last) = last {
                execution.last.insert(physical, last);
            }
        }
    }
}

/// Checks an execution without the solver: that it is one of the program, that the model allows
/// it, that it ends as the goal says. Gives the model's flags that it raises.
///
/// # Errors
///
/// What is wrong. That is a mistake in this tool, and no answer.
pub fn verify(
    program: &Program,
    unrolled: &Unrolled,
    model: &Axiomatic,
    execution: &Execution,
    goal: Goal,
) -> Result<Vec<String>, String> {
    let definition = &model.definition;
    execution.check(program, unrolled, definition.options)?;
    let judged = Judged::new(program, unrolled, execution, definition.options);
    let verdicts = evaluate(definition, &judged);
    if let Some(violated) = verdicts.violated().next() {
        return Err(format!("the execution violates {}", violated.name));
    }
    if let Goal::Flag(index, _) = goal {
        if !verdicts.0.get(index).is_some_and(|flag| flag.holds) {
            return Err("the execution does not raise the flag".to_owned());
        }
        let heeds = definition.axioms.get(index);
        if heeds.is_some_and(|flag| heeds_filter(&flag.name)) {
            passes(program, execution)?;
        }
    } else {
        ends_as_asked(program, execution, goal)?;
    }
    Ok(verdicts.flagged().map(|flag| flag.name.clone()).collect())
}

pub(super) fn ends_as_asked(
    program: &Program,
    execution: &Execution,
    goal: Goal,
) -> Result<(), String> {
    passes(program, execution)?;
    let value = |term| execution.value(program, term);
    if program.condition.holds(&value) != (goal == Goal::Condition) {
        return Err("the execution does not end as asked".to_owned());
    }
    Ok(())
}

/// Whether the filter holds, if there is one.
fn passes(program: &Program, execution: &Execution) -> Result<(), String> {
    let value = |term| execution.value(program, term);
    let filter = program.filter.as_ref();
    if filter.is_some_and(|filter| !filter.holds(&value)) {
        return Err("the execution does not satisfy the filter".to_owned());
    }
    Ok(())
}
