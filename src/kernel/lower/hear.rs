//! What a thread hears where threads meet.

use crate::kernel::interpret::barrier::reduced;
use crate::kernel::interpret::state::{READS, State, Taint, Value};
use crate::kernel::interpret::warp::{exchanged, source};
use crate::ptx::operation::{Operation, Reduction, Target, Vote};
use crate::ptx::types::Type;

use super::cells::Datum;
use super::graph::{Given, Meet};
use super::meet::HEARD;
use super::meetings::Meeting;
use super::walk::{Failure, Walk};

/// More cases of what others say are not looked at.
const CASES: usize = 512;

/// What others say: who, what if anything (one of these, which come to the same), and how many writes are behind it.
type Case = Vec<(usize, Vec<Option<Datum>>, u32)>;

/// What is heard, and what of it follows.
pub struct Heard {
    /// What goes where; what others say in it has the taint [`HEARD`].
    pub results: Vec<(Target, Value, Type)>,
    /// When: what others say, one of the lists.
    pub given: Vec<Given>,
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
        // Of what is not known, or nobody wrote, each word is heard for itself.
        let plain = others.iter().all(|&other| {
            let mut options = self.options(name, other).into_iter();
            options.all(|(says, _)| says.is_none_or(|says| says.flags == 0))
        });
        let decisive = plain.then(|| self.decisive(state, &operation, &own));
        let cases = match decisive.flatten() {
            Some((bit, says)) => self.deciding(name, &others, bit, says),
            None => self.cases(name, &others),
        };
        for case in cases {
            let results = self.results(state, &operation, meet, &own, &case);
            let whole = case.iter().map(|(_, _, whole)| *whole).max().unwrap_or(0);
            let given = case.into_iter().map(|(who, says, _)| (who, says)).collect();
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

    /// What another can say, with how many writes are behind it.
    fn options(&self, name: i64, other: usize) -> Vec<(Option<Datum>, u32)> {
        let options = self.know.said.get(&(name, other)).into_iter().flatten();
        options.map(|(says, age)| (*says, age.whole)).collect()
    }

    /// All that others can say together.
    fn cases(&mut self, name: i64, others: &[usize]) -> Vec<Case> {
        let mut cases: Vec<Case> = vec![Vec::new()];
        for &other in others {
            let options = self.options(name, other);
            let mut more = Vec::new();
            for case in &cases {
                for &(says, whole) in &options {
                    let mut case = case.clone();
                    case.push((other, vec![says], whole));
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

    /// The same where one who says what decides is enough: that nobody does, or that somebody does, whatever the others say.
    fn deciding(&self, name: i64, others: &[usize], bit: u64, own: bool) -> Vec<Case> {
        let mut cases: Vec<Case> = Vec::new();
        let mut nobody: Option<Case> = Some(Vec::new());
        for &other in others {
            let options = self.options(name, other);
            if options.is_empty() {
                return Vec::new();
            }
            let those = |decides: bool| {
                let says = options.iter().filter(|(says, _)| {
                    // Where the thread itself decides, it is all the same.
                    own || says.is_some_and(|says| says.bits & 1 == bit) == decides
                });
                let whole = says.clone().map(|(_, whole)| *whole).min()?;
                let says = says.map(|(says, _)| *says).collect();
                Some((other, says, whole))
            };
            if !own && let Some(decides) = those(true) {
                cases.push(vec![decides]);
            }
            nobody = nobody.zip(those(false)).map(|(mut nobody, one)| {
                nobody.push(one);
                nobody
            });
        }
        cases.extend(nobody);
        cases
    }

    /// What of the two that threads can say decides what all hear, if one of them does; and whether this thread says it.
    fn decisive(&self, state: &State, operation: &Operation, own: &[Value]) -> Option<(u64, bool)> {
        let (says, bit) = if let Operation::Barrier { reduction, .. } = operation {
            let (what, _, said) = reduction.as_ref()?;
            let said = self
                .machine
                .operand(state, self.thread, *said, Type::PREDICATE);
            let bit = match what {
                Reduction::And => 0,
                Reduction::Or => 1,
                Reduction::Popc => return None,
            };
            (said.unwrap_or_default(), bit)
        } else if let Operation::Vote { vote, .. } = operation {
            let bit = match vote {
                Vote::All => 0,
                Vote::Any => 1,
                Vote::Uniform | Vote::Ballot => return None,
            };
            (*own.first()?, bit)
        } else {
            return None;
        };
        Some((bit, says.bits & 1 == bit))
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
                    .filter_map(|(_, says, _)| Some(says.first()?.as_ref()?.bits == 1)),
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
            if let Some(datum) = says.iter().flatten().next() {
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
