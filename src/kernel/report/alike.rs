//! Values that are not known and decide more than once what threads do.
//!
//! Each time both ways are followed, whatever was chosen before: of interleavings, too, there are then more than there are.
//! A clock that is read anew for each decision, and decides nothing else, says something new each time; all else may say the
//! same again, to another lane of a vote, or in another comparison.

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::interpret::exploration::Outcome;
use crate::kernel::interpret::finding::Gap;
use crate::kernel::interpret::forks::chooses;
use crate::ptx::family::Family;
use crate::ptx::module::{Body, Instruction, RegisterId};
use crate::ptx::operation::{Operand, Operation, Special};

use super::answer::{Answer, Checked};
use super::decide::Decision;
use super::weak::{Said, Weak};

/// Why it is not known whether outputs are those of interleavings.
const ALIKE: &str = "a value that is not known decides more than once: what interleavings leave is known only as if it were \
                     another each time";

/// Where a value that is not known may come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    /// A clock, read by this instruction.
    Clock(usize),
    /// Anything else.
    Other,
}

impl Decision<'_> {
    /// That outputs are known to be those of interleavings only if these may choose each time what a value is.
    pub(super) fn chosen_alike(&self, weak: &Weak) -> Option<Checked> {
        let outcomes = || self.exploration.outcomes.iter();
        let any = outcomes().any(|one| chooses(&one.schedule));
        if !any || self.shared().is_empty() || !self.decides_again() {
            return None;
        }
        let certain = outcomes().filter(|one| !chooses(&one.schedule));
        let certain: Vec<_> = certain.map(Outcome::left).collect();
        let remark = match weak.one(&weak.plain, &weak.other(&certain)) {
            Said::Never => return None,
            Said::Run(_) if weak.interleaves(&self.asked.model) => return None,
            Said::Run(_) => ALIKE.to_owned(),
            Said::Open(open) => open.to_string(),
        };
        Some(Checked::new("robust", Answer::Unknown).remark(remark))
    }

    /// Whether a value that is not known may decide more than once.
    fn decides_again(&self) -> bool {
        let functions = self.setup.module.functions.iter().enumerate();
        let mut bodies = functions.filter_map(|(at, one)| Some((at, one.body.as_ref()?)));
        bodies.any(|(function, body)| {
            let chosen = self.exploration.chosen.iter().filter_map(|gap| {
                let Gap::Loose(of, at) = *gap else {
                    return None;
                };
                let guarded = body.code.get(at).filter(|_| of == function)?;
                guarded.guard.map(|(register, _)| register)
            });
            let guards: BTreeSet<RegisterId> = chosen.collect();
            let unspecified = self.exploration.unspecified.keys();
            let odd = unspecified.filter_map(|(of, at)| (*of == function).then_some(*at));
            !guards.is_empty() && !are_new(body, &guards, &odd.collect())
        })
    }
}

/// Whether each of these guards comes of a clock that is read for it alone, and again for each time.
fn are_new(body: &Body, guards: &BTreeSet<RegisterId>, odd: &BTreeSet<usize>) -> bool {
    let sources = sources(body, odd);
    // Of both predicates that one comparison gives, each decides for itself.
    let mut deciders: Vec<(RegisterId, usize)> = Vec::new();
    for (at, one) in body.code.iter().enumerate() {
        let writes = one.operation.writes().into_iter();
        let those = writes.filter(|register| guards.contains(register) && !sources[at].is_empty());
        deciders.extend(those.map(|register| (register, at)));
    }
    // What is not known may come from what is not known to give such a value.
    let told = |guard: &RegisterId| deciders.iter().any(|(register, _)| register == guard);
    guards.iter().all(told)
        && deciders.iter().all(|decider| {
            sources[decider.1].iter().any(|source| match *source {
                Source::Clock(clock) => {
                    let mut others = deciders.iter().filter(|other| *other != decider);
                    !others.any(|other| sources[other.1].contains(source))
                        && !comes_again(body, decider.1, clock)
                }
                Source::Other => false,
            })
        })
}

/// For each instruction where what it writes may come from, as far as that is not known.
fn sources(body: &Body, odd: &BTreeSet<usize>) -> Vec<BTreeSet<Source>> {
    let code = body.code.iter().enumerate();
    let mut found: Vec<BTreeSet<Source>> = code.map(|(at, one)| own(at, one, odd)).collect();
    let mut registers: BTreeMap<RegisterId, BTreeSet<Source>> = BTreeMap::new();
    let mut changed = true;
    while changed {
        changed = false;
        for (at, one) in body.code.iter().enumerate() {
            // What goes by memory, or by other lanes, may come to several.
            if one.operation.family() == Family::Local {
                for register in one.reads() {
                    found[at].extend(registers.get(&register).into_iter().flatten());
                }
            }
            for register in one.operation.writes() {
                let known = registers.entry(register).or_default();
                let before = known.len();
                known.extend(&found[at]);
                changed |= known.len() > before;
            }
        }
    }
    found
}

/// What an instruction adds that is not known.
fn own(at: usize, one: &Instruction, odd: &BTreeSet<usize>) -> BTreeSet<Source> {
    let special = |wanted: Special| {
        let mut operands = one.operation.operands().into_iter();
        operands.any(|operand| operand == Operand::Special(wanted))
    };
    let mut found = BTreeSet::new();
    if special(Special::Clock) {
        found.insert(Source::Clock(at));
    }
    let other = one.operation.family() != Family::Local
        || special(Special::Any)
        || matches!(one.operation, Operation::Loose { .. })
        || odd.contains(&at);
    if other {
        found.insert(Source::Other);
    }
    found
}

/// Whether control can come from an instruction to it again and not to another in between.
fn comes_again(body: &Body, at: usize, without: usize) -> bool {
    let length = body.code.len();
    let mut seen = BTreeSet::new();
    let mut work = vec![at];
    while let Some(from) = work.pop() {
        for next in body.code[from].successors(from, length) {
            if next == at {
                return true;
            }
            if next < length && next != without && seen.insert(next) {
                work.push(next);
            }
        }
    }
    false
}
