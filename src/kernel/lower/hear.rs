//! What a thread hears where threads meet.

use crate::kernel::interpret::barrier::reduced;
use crate::kernel::interpret::state::{READS, State, Taint, Value};
use crate::kernel::interpret::warp::{exchanged, source};
use crate::ptx::operation::{Operation, Target};
use crate::ptx::types::Type;

use super::cells::Datum;
use super::graph::Meet;
use super::meet::HEARD;
use super::meetings::Meeting;
use super::walk::{Failure, Walk};

/// More cases of what others say are not looked at.
const CASES: usize = 512;

/// What others say: who, what if anything, and how many writes are behind it.
type Case = Vec<(usize, Option<Datum>, u32)>;

/// What is heard, and what of it follows.
pub struct Heard {
    /// What goes where; what others say in it has the taint [`HEARD`].
    pub results: Vec<(Target, Value, Type)>,
    /// When: what others say, one of the lists.
    pub given: Vec<Vec<(usize, Option<Datum>)>>,
    /// How many writes are at least behind it.
    pub whole: u32,
}

impl Walk<'_, '_> {
    /// All that can be heard at a round, as far as it differs, and of whom.
    pub fn hear(&mut self, state: &State, meet: &Meet) -> (Vec<Heard>, Vec<usize>) {
        let operation = self.operation(state);
        let own = self.said(state, &operation);
        let others = self.others(&operation, meet, &own);
        let name = self.know.name(meet.with, meet.round);
        let mut all: Vec<Heard> = Vec::new();
        for case in self.cases(name, &others) {
            let results = self.results(state, &operation, meet, &own, &case);
            let whole = case.iter().map(|(_, _, whole)| *whole).max().unwrap_or(0);
            let given = case.iter().map(|(who, says, _)| (*who, *says)).collect();
            match all.iter_mut().find(|heard| heard.results == results) {
                Some(known) => {
                    known.given.push(given);
                    known.whole = known.whole.min(whole);
                }
                None => all.push(Heard {
                    results,
                    given: vec![given],
                    whole,
                }),
            }
        }
        (all, others)
    }

    /// A thread's operands, in the order in which the operation lists them.
    #[must_use]
    pub fn said(&self, state: &State, operation: &Operation) -> Vec<Value> {
        let operands = operation.operands().into_iter();
        operands
            .map(|one| {
                self.machine
                    .operand(state, self.thread, one, Type::B64)
                    .unwrap_or_default()
            })
            .collect()
    }

    /// Those whose word matters to this thread.
    fn others(&self, operation: &Operation, meet: &Meet, own: &[Value]) -> Vec<usize> {
        if !meet.hears {
            return Vec::new();
        }
        let setup = self.machine.setup;
        let mut group = meet.with.group(setup, self.thread);
        group.retain(|&one| one != self.thread);
        if let (Operation::Shuffle { mode, .. }, [_, by, clamp, ..]) = (operation, own) {
            let lane = setup.threads[self.thread].lane();
            let (from, inside) = source(*mode, lane, by.bits, clamp.bits);
            group.retain(|&one| inside && setup.threads[one].lane() == from);
        }
        group
    }

    /// All that others can say together.
    fn cases(&mut self, name: i64, others: &[usize]) -> Vec<Case> {
        let mut cases: Vec<Case> = vec![Vec::new()];
        for &other in others {
            let options = self.know.said.get(&(name, other));
            let options: Vec<_> = options.into_iter().flatten().collect();
            let mut more = Vec::new();
            for case in &cases {
                for (says, age) in &options {
                    let mut case = case.clone();
                    case.push((other, **says, age.whole));
                    more.push(case);
                }
            }
            if more.len() > CASES {
                self.failure.get_or_insert(Failure::Many(self.thread));
                return Vec::new();
            }
            cases = more;
        }
        cases
    }

    fn results(
        &self,
        state: &State,
        operation: &Operation,
        meet: &Meet,
        own: &[Value],
        case: &Case,
    ) -> Vec<(Target, Value, Type)> {
        let setup = self.machine.setup;
        let heard = |datum: Datum| Value {
            bits: datum.bits,
            taint: datum.flags | HEARD,
        };
        if let Operation::Barrier { reduction, .. } = operation {
            let Some((what, target, said)) = reduction else {
                return Vec::new();
            };
            let said = self
                .machine
                .operand(state, self.thread, *said, Type::PREDICATE)
                .unwrap_or_default();
            let mut says = vec![said.bits & 1 == 1];
            says.extend(
                case.iter()
                    .filter_map(|(_, says, _)| Some(says.as_ref()?.bits == 1)),
            );
            let (bits, ty) = reduced(*what, &says);
            let taint: Taint = said.taint & READS | if case.is_empty() { 0 } else { HEARD };
            return vec![(*target, Value { bits, taint }, ty)];
        }
        let Meeting::Lanes { mask, .. } = meet.with else {
            return Vec::new();
        };
        let mut lanes = vec![(setup.threads[self.thread].lane(), own.to_vec())];
        for (other, says, _) in case {
            if let Some(datum) = says {
                lanes.push((setup.threads[*other].lane(), vec![heard(*datum)]));
            }
        }
        lanes.sort_by_key(|(lane, _)| *lane);
        let here = setup.threads[self.thread].lane();
        let index = lanes
            .iter()
            .position(|(lane, _)| *lane == here)
            .unwrap_or(0);
        let (lanes, values): (Vec<u64>, Vec<Vec<Value>>) = lanes.into_iter().unzip();
        exchanged(operation, mask, &lanes, &values, index)
    }
}
