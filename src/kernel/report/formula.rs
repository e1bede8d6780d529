//! Properties as conditions on what executions of a model leave.

use std::collections::BTreeSet;

use crate::kernel::launch::{Formula, Scalar, Side};
use crate::kernel::lower::lowered::OWN;
use crate::kernel::lower::numbers::whole;
use crate::kernel::setup::outputs;
use crate::program::{Condition, LocationId, Term};
use crate::ptx::types::Type;

use super::weak::{Weak, here, is, register};

/// A comparison is asked about value by value; of more than so many together it is not.
const TOGETHER: usize = 65_536;

/// The value of an element where outputs hold these bytes.
pub type Read<'r> = &'r dyn Fn(&[Vec<u8>], &str, u64) -> Option<(Scalar, Type)>;

/// A byte of an output, as (output, offset).
type At = (usize, usize);

/// What is in some bytes: the condition that says so, and the bytes.
type Case = (Condition, Vec<(At, u8)>);

/// One of the places that decide a comparison: what it can hold.
type Part = Vec<Case>;

impl Weak<'_> {
    /// When a formula is true of what a run leaves; nothing where too many values decide it together, or where it speaks of
    /// what is no output.
    #[must_use]
    pub fn states(&self, formula: &Formula, read: Read) -> Option<Condition> {
        let all = |parts: &[Formula]| {
            let parts = parts.iter().map(|part| self.states(part, read));
            parts.collect::<Option<Vec<Condition>>>()
        };
        match formula {
            Formula::Literal(truth) => Some(Condition::Literal(*truth, here())),
            Formula::Not(inner) => {
                let inner = self.states(inner, read)?;
                Some(Condition::Not(Box::new(inner), here()))
            }
            Formula::And(parts) => Some(Condition::And(all(parts)?, here())),
            Formula::Or(parts) => Some(Condition::Or(all(parts)?, here())),
            Formula::Compare(_, a, b) => self.compares(formula, [a, b], read),
        }
    }

    /// When a comparison is true.
    fn compares(&self, formula: &Formula, sides: [&Side; 2], read: Read) -> Option<Condition> {
        let mut named = BTreeSet::new();
        for side in sides {
            if let Side::Element(name, index) = side {
                named.extend(self.bytes_of(name, *index)?);
            }
        }
        let parts = self.parts(&named);
        let counts = parts.iter().map(Vec::len);
        let together = counts.fold(1_usize, usize::saturating_mul);
        if together > TOGETHER {
            return None;
        }
        let mut contents = self.initial();
        let mut cases = Vec::new();
        for number in 0..together {
            let (mut rest, mut conditions) = (number, Vec::new());
            for part in &parts {
                let (condition, bytes) = &part[rest % part.len()];
                rest /= part.len();
                conditions.push(condition.clone());
                for &((output, offset), byte) in bytes {
                    if let Some(place) = contents[output].get_mut(offset) {
                        *place = byte;
                    }
                }
            }
            let value = |name: &str, index: u64| read(&contents, name, index);
            if formula.holds(&value)? {
                cases.push(Condition::And(conditions, here()));
            }
        }
        Some(Condition::Or(cases, here()))
    }

    /// The places in outputs of the bytes of an element.
    fn bytes_of(&self, name: &str, index: u64) -> Option<impl Iterator<Item = At>> {
        let region = outputs::find(self.setup, name)?;
        let output = self.outputs.iter().position(|&at| at == region)?;
        let size = self.setup.regions[region].ty.bytes();
        let start = usize::try_from(index.checked_mul(size)?).ok()?;
        let end = start.checked_add(usize::try_from(size).ok()?)?;
        Some((start..end).map(move |offset| (output, offset)))
    }

    /// Who decides what is in these bytes at the end; the others keep what they hold at the start.
    fn parts(&self, named: &BTreeSet<At>) -> Vec<Part> {
        let mut parts = Vec::new();
        for (index, cell) in self.plain.know.cells.iter().enumerate() {
            let Some((output, offset)) = self.place(cell.address) else {
                continue;
            };
            let mut bytes = (offset..offset + cell.bytes).map(|offset| (output, offset));
            if !bytes.any(|byte| named.contains(&byte)) {
                continue;
            }
            let values = self.plain.know.values[index].keys();
            let cases = values.filter_map(|datum| {
                let number = self.plain.numbers.find(*datum)?;
                let bits = datum.bits.to_le_bytes().into_iter().take(cell.bytes);
                let bytes = (offset..).zip(bits).map(|(at, byte)| ((output, at), byte));
                let location = Term::Location(LocationId(index));
                Some((is(location, number), bytes.collect()))
            });
            parts.push(cases.collect());
        }
        for (thread, own) in self.plain.own.iter().enumerate() {
            if !own.iter().any(|byte| named.contains(byte)) {
                continue;
            }
            let finals = self.plain.finals[thread].iter().enumerate();
            let cases = finals.map(|(at, left)| {
                let bytes = own
                    .iter()
                    .zip(left)
                    .map(|(&place, &(byte, _))| (place, byte));
                (is(register(thread, OWN), whole(at + 1)), bytes.collect())
            });
            parts.push(cases.collect());
        }
        parts
    }
}
