//! What executions of a model leave in the outputs.

use std::collections::BTreeSet;

use crate::execution::concrete::Execution;
use crate::kernel::interpret::exploration::Known;
use crate::kernel::interpret::state::{LOOSE, Taint, UNINITIALISED};
use crate::kernel::lower::cells::Datum;
use crate::kernel::lower::lowered::{Lowered, OWN};
use crate::kernel::lower::numbers::whole;
use crate::program::{Condition, LocationId, Term};

use super::agrees::As;
use super::weak::{Said, Weak, here, is, register};

/// The bytes of each output, and an execution that leaves them where one was asked for.
pub type Left = (Vec<Vec<u8>>, Option<Execution>);

impl Weak<'_> {
    /// Whether some complete run leaves these bytes in the outputs.
    #[must_use]
    pub fn gives(&self, contents: &[Vec<u8>]) -> Said {
        self.one(&self.plain, &self.exactly(contents))
    }

    /// Whether some complete run leaves other bytes in the outputs than these, 0 where nobody knows.
    #[must_use]
    pub fn beyond(&self, known: &[Vec<Vec<u8>>]) -> Said {
        let known = known
            .iter()
            .map(|contents| self.leaves(contents, As::Bytes));
        self.one(&self.plain, &self.otherwise(known.collect()))
    }

    /// A run is complete and leaves something else, or what is not known where that is.
    #[must_use]
    pub fn other(&self, known: &[Known]) -> Condition {
        let known = known.iter();
        let known = known.map(|(contents, unclear)| self.leaves(contents, As::Known(unclear)));
        self.otherwise(known.collect())
    }

    /// A run is complete and leaves something else whatever the values are that are not known.
    #[must_use]
    pub fn surely_other(&self, known: &[Known]) -> Condition {
        let known = known.iter();
        let known = known.map(|(contents, unclear)| self.leaves(contents, As::Maybe(unclear)));
        self.otherwise(known.collect())
    }

    fn otherwise(&self, known: Vec<Condition>) -> Condition {
        let other = Condition::Not(Box::new(Condition::Or(known, here())), here());
        Condition::And(vec![self.complete(), other], here())
    }

    /// A run is complete and leaves this.
    #[must_use]
    pub fn exactly(&self, contents: &[Vec<u8>]) -> Condition {
        Condition::And(
            vec![self.complete(), self.leaves(contents, As::Bytes)],
            here(),
        )
    }

    /// A run leaves these bytes in the outputs.
    fn leaves(&self, contents: &[Vec<u8>], how: As) -> Condition {
        let mut parts = Vec::new();
        for (index, cell) in self.plain.know.cells.iter().enumerate() {
            let Some((output, offset)) = self.place(cell.address) else {
                continue;
            };
            let Some(bytes) = contents[output].get(offset..offset + cell.bytes) else {
                continue;
            };
            let mut pattern = [0; 8];
            pattern[..cell.bytes].copy_from_slice(bytes);
            let bits = u64::from_le_bytes(pattern);
            let values = self.plain.know.values[index].keys();
            let whole = cell.address..cell.address + cell.bytes as u64;
            let same = values.filter(|datum| how.agrees(datum.bits == bits, datum.flags, &whole));
            let same = same.filter_map(|datum| self.plain.numbers.find(*datum));
            let location = Term::Location(LocationId(index));
            let same = same.map(|number| is(location, number)).collect();
            parts.push(Condition::Or(same, here()));
        }
        for (thread, own) in self.plain.own.iter().enumerate() {
            let mut same = Vec::new();
            for (at, left) in self.plain.finals[thread].iter().enumerate() {
                let agrees = own.iter().zip(left).all(|(&place, &(byte, flags))| {
                    let address = self.address(place);
                    let same = contents[place.0].get(place.1) == Some(&byte);
                    how.agrees(same, flags, &(address..address + 1))
                });
                if agrees {
                    let number = whole(at + 1);
                    same.push(is(register(thread, OWN), number));
                }
            }
            parts.push(Condition::Or(same, here()));
        }
        Condition::And(parts, here())
    }

    /// What outputs hold at the start, 0 where nobody says.
    #[must_use]
    pub fn initial(&self) -> Vec<Vec<u8>> {
        let outputs = self.outputs.iter();
        let bytes = outputs.map(|&region| {
            let initial = self.setup.regions[region].initial.iter();
            initial.map(|byte| byte.unwrap_or(0)).collect()
        });
        bytes.collect()
    }

    /// The output and the offset in it of an address.
    pub(super) fn place(&self, address: u64) -> Option<(usize, usize)> {
        self.outputs
            .iter()
            .enumerate()
            .find_map(|(output, &region)| {
                let region = &self.setup.regions[region];
                let inside = (region.base..region.end()).contains(&address);
                let offset = usize::try_from(address.checked_sub(region.base)?).ok()?;
                inside.then_some((output, offset))
            })
    }

    /// The address of a byte of an output.
    fn address(&self, (output, offset): (usize, usize)) -> u64 {
        self.setup.regions[self.outputs[output]].base + offset as u64
    }

    /// Some complete run leaves bytes in the outputs that are computed from what nobody wrote.
    #[must_use]
    pub fn unwritten(&self) -> Option<Condition> {
        self.flagged(&self.stuck, UNINITIALISED, &|_| true)
    }

    /// Some complete run leaves bytes among these in the outputs that are computed from a value that is not known: they
    /// may be any.
    #[must_use]
    pub fn loose(&self, among: &dyn Fn(u64) -> bool) -> Option<Condition> {
        self.flagged(&self.plain, LOOSE, among)
    }

    /// Whether an execution leaves such bytes.
    #[must_use]
    pub fn leaves_loose(&self, execution: &Execution, among: &dyn Fn(u64) -> bool) -> bool {
        self.unclear(execution).into_iter().any(among)
    }

    /// A run that leaves what is wanted, as one at hand does, and if possible nothing that is not known; and what was
    /// wanted of it.
    #[must_use]
    pub fn firmly(&self, wanted: Condition, execution: Execution) -> (Condition, Execution) {
        let loose = self.loose(&|_| true);
        let Some(loose) = loose.filter(|_| !self.unclear(&execution).is_empty()) else {
            return (wanted, execution);
        };
        let firm = Condition::Not(Box::new(loose), here());
        let firm = Condition::And(vec![wanted.clone(), firm], here());
        match self.one(&self.plain, &firm) {
            Said::Run(execution) => (firm, *execution),
            Said::Never | Said::Open(_) => (wanted, execution),
        }
    }

    fn flagged(
        &self,
        lowered: &Lowered,
        flag: Taint,
        among: &dyn Fn(u64) -> bool,
    ) -> Option<Condition> {
        let mut cases = Vec::new();
        for (index, cell) in lowered.know.cells.iter().enumerate() {
            let mut bytes = cell.address..cell.address + cell.bytes as u64;
            if self.place(cell.address).is_none() || !bytes.any(among) {
                continue;
            }
            let flagged = |datum: &&Datum| datum.flags & flag != 0;
            for datum in lowered.know.values[index].keys().filter(flagged) {
                if let Some(number) = lowered.numbers.find(*datum) {
                    cases.push(is(Term::Location(LocationId(index)), number));
                }
            }
        }
        for (thread, finals) in lowered.finals.iter().enumerate() {
            for (at, left) in finals.iter().enumerate() {
                let mut bytes = lowered.own[thread].iter().zip(left);
                if bytes.any(|(&own, &(_, flags))| flags & flag != 0 && among(self.address(own))) {
                    let number = whole(at + 1);
                    cases.push(is(register(thread, OWN), number));
                }
            }
        }
        if cases.is_empty() {
            return None;
        }
        let some = Condition::Or(cases, here());
        Some(Condition::And(vec![self.complete(), some], here()))
    }

    /// What an execution leaves in the outputs.
    #[must_use]
    pub fn left(&self, execution: &Execution) -> Vec<Vec<u8>> {
        let mut contents = self.initial();
        let value = |term| execution.value(&self.plain.program, term);
        for (index, cell) in self.plain.know.cells.iter().enumerate() {
            let Some((output, offset)) = self.place(cell.address) else {
                continue;
            };
            let datum = self
                .plain
                .numbers
                .datum(value(Term::Location(LocationId(index))));
            let bits = datum.map_or(0, |datum| datum.bits).to_le_bytes();
            if let Some(bytes) = contents[output].get_mut(offset..offset + cell.bytes) {
                bytes.copy_from_slice(&bits[..cell.bytes]);
            }
        }
        for (thread, own) in self.plain.own.iter().enumerate() {
            let number = value(register(thread, OWN));
            let at = usize::try_from(number - 1).ok();
            let Some(left) = at.and_then(|at| self.plain.finals[thread].get(at)) else {
                continue;
            };
            for (&(output, offset), &(byte, _)) in own.iter().zip(left) {
                if let Some(place) = contents[output].get_mut(offset) {
                    *place = byte;
                }
            }
        }
        contents
    }
}

impl Weak<'_> {
    /// The bytes of the outputs in which an execution leaves a value that is not known.
    #[must_use]
    pub fn unclear(&self, execution: &Execution) -> BTreeSet<u64> {
        self.flagged_with(execution, LOOSE)
    }

    /// The bytes of the outputs in which an execution leaves a value with one of these flags.
    #[must_use]
    pub fn flagged_with(&self, execution: &Execution, flags: Taint) -> BTreeSet<u64> {
        self.flagged_in(&self.plain, execution, flags)
    }

    /// The same of an execution of the launch as it was lowered so.
    #[must_use]
    pub fn flagged_in(
        &self,
        lowered: &Lowered,
        execution: &Execution,
        flags: Taint,
    ) -> BTreeSet<u64> {
        let mut found = BTreeSet::new();
        let value = |term| execution.value(&lowered.program, term);
        for (index, cell) in lowered.know.cells.iter().enumerate() {
            let datum = lowered
                .numbers
                .datum(value(Term::Location(LocationId(index))));
            let loose = datum.is_some_and(|datum| datum.flags & flags != 0);
            if loose && self.place(cell.address).is_some() {
                found.extend(cell.address..cell.address + cell.bytes as u64);
            }
        }
        for (thread, own) in lowered.own.iter().enumerate() {
            let number = usize::try_from(value(register(thread, OWN)) - 1).ok();
            let left = number.and_then(|at| lowered.finals[thread].get(at));
            let left = own.iter().zip(left.into_iter().flatten());
            let loose = left.filter(|(_, (_, own))| own & flags != 0);
            found.extend(loose.map(|(&own, _)| self.address(own)));
        }
        found
    }

    /// Some run so marked, whose threads pass barriers only together.
    #[must_use]
    pub fn marked(&self, registers: &[(usize, usize)]) -> Condition {
        let possible = self.possible(&self.stuck);
        Condition::And(vec![possible, marked(registers)], here())
    }
}

fn marked(registers: &[(usize, usize)]) -> Condition {
    let each = registers
        .iter()
        .map(|&(thread, at)| is(register(thread, at), 1));
    Condition::Or(each.collect(), here())
}
