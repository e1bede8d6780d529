//! What touches registers only.

use crate::kernel::arithmetic::{carry, compute, cut, is_nan, truth};
use crate::kernel::setup::memory::WINDOW;
use crate::ptx::operation::{Compute, Join, Operand, Target};
use crate::ptx::types::{Kind, Space, Type};

use super::finding::Unspecified;
use super::holes;
use super::machine::Machine;
use super::state::{FREE, HOLES, LOOSE, READS, State, Taint, UNINITIALISED, UNWRITTEN, Value};

impl Machine<'_> {
    pub fn compute(
        &mut self,
        state: &mut State,
        thread: usize,
        (op, ty): (Compute, Type),
        (dst, second): (Target, Target),
        sources: &[Operand],
    ) -> Result<(), String> {
        let read_at = if let Compute::Convert { from, .. } = op {
            from
        } else {
            ty
        };
        let mut values = Vec::with_capacity(sources.len());
        for source in sources {
            values.push(self.operand(state, thread, *source, read_at)?);
        }
        let bits: Vec<u64> = values.iter().map(|value| value.bits).collect();
        // Of a choice, only what is chosen counts, and what chooses; both, where that is not known.
        let taint = if let (Compute::Select, [a, b, c]) = (op, &values[..]) {
            let chosen = match c.bits & 1 {
                _ if c.taint & LOOSE != 0 => a.taint | b.taint,
                1 => a.taint,
                _ => b.taint,
            };
            c.taint | chosen | (a.taint | b.taint) & READS
        } else {
            let taint = values.iter().fold(0, |all, one| all | one.taint);
            if settled(op, ty, &values) {
                // What it depends on it does all the same; what nobody wrote or knows does not matter.
                taint & !(UNWRITTEN | HOLES | LOOSE)
            } else {
                taint
            }
        };
        let holes = if taint & UNINITIALISED == 0 {
            None
        } else {
            holes::of_result(op, ty, &values)
        };
        let (result, result_ty) = if let Compute::Compare(comparison, join) = op {
            let plain = compute(Compute::Compare(comparison, None), ty, &bits);
            let joined = plain.map(|found| match join.zip(bits.get(2)) {
                Some((join, other)) => {
                    let other = other & 1 == 1;
                    let both = (
                        truth(join, found == 1, other),
                        truth(join, found == 0, other),
                    );
                    (u64::from(both.0), u64::from(both.1))
                }
                None => (found, found ^ 1),
            });
            let value = known(joined.map(|both| both.1), taint);
            self.assign(state, thread, second, value, Type::PREDICATE);
            (joined.map(|both| both.0), Type::PREDICATE)
        } else {
            if let Compute::Carry(sum) = op {
                let carries = carry(sum, ty, &bits).map(|(_, carries)| u64::from(carries));
                self.assign(
                    state,
                    thread,
                    second,
                    known(carries, taint),
                    Type::PREDICATE,
                );
            }
            let result = compute(op, ty, &bits);
            let sure = values.iter().all(|one| one.taint & (FREE | LOOSE) == 0);
            if result.is_none()
                && sure
                && let Some(why) = unspecified(op, ty, &bits)
            {
                let found = self.unspecified.entry(self.here);
                found.or_insert((thread, why));
            }
            (result, op.result(ty))
        };
        let taint = match holes {
            Some(bits) => holes::with(taint, bits, result_ty.bits),
            None => holes::whole(taint),
        };
        let value = known(result, taint);
        self.assign_bytes(state, thread, dst, value, result_ty);
        Ok(())
    }

    pub fn pack(
        &self,
        state: &mut State,
        thread: usize,
        ty: Type,
        dst: Target,
        parts: &[Operand],
    ) -> Result<(), String> {
        let width = ty.bits / u16::try_from(parts.len()).unwrap_or(1).max(1);
        if ty.bits > 64 {
            return Err("registers of 128 bits".to_owned());
        }
        let (mut whole, mut unwritten) = (Value::default(), 0);
        for (index, part) in parts.iter().enumerate() {
            let value = self.operand(state, thread, *part, Type::new(Kind::Bits, width))?;
            let lower = u32::from(width) * u32::try_from(index).unwrap_or(0);
            whole.bits |= cut(value.bits, width) << lower;
            whole.taint |= value.taint;
            unwritten |= holes::lifted(value.taint, lower, width);
        }
        whole.taint = holes::with(whole.taint, unwritten, ty.bits);
        self.assign_bytes(state, thread, dst, whole, ty);
        Ok(())
    }

    pub fn unpack(
        &self,
        state: &mut State,
        thread: usize,
        ty: Type,
        parts: &[Target],
        source: Operand,
    ) -> Result<(), String> {
        let width = ty.bits / u16::try_from(parts.len()).unwrap_or(1).max(1);
        if ty.bits > 64 {
            return Err("registers of 128 bits".to_owned());
        }
        let whole = self.operand(state, thread, source, ty)?;
        for (index, part) in parts.iter().enumerate() {
            let lower = u32::from(width) * u32::try_from(index).unwrap_or(0);
            let value = Value {
                bits: cut(whole.bits >> lower, width),
                taint: holes::part(whole.taint, lower, width),
            };
            self.assign_bytes(state, thread, *part, value, Type::new(Kind::Bits, width));
        }
        Ok(())
    }

    /// What is not known depends all the same on what it is computed from.
    pub fn loose(
        &self,
        state: &mut State,
        thread: usize,
        targets: &[Target],
        sources: &[Operand],
    ) -> Result<(), String> {
        let mut taint = LOOSE;
        for source in sources {
            taint |= self.operand(state, thread, *source, Type::B64)?.taint;
        }
        for target in targets {
            let value = Value { bits: 0, taint };
            self.assign(state, thread, *target, value, Type::B64);
        }
        Ok(())
    }

    pub fn convert_address(
        &self,
        state: &mut State,
        thread: usize,
        (space, from_generic, ty): (Space, bool, Type),
        dst: Target,
        source: Operand,
    ) -> Result<(), String> {
        let value = self.operand(state, thread, source, ty)?;
        let window = self.window(thread, space);
        let bits = if from_generic {
            value.bits.wrapping_sub(window)
        } else if space == Space::Shared {
            (value.bits & (WINDOW - 1)).wrapping_add(window)
        } else {
            value.bits.wrapping_add(window)
        };
        let value = Value { bits, ..value };
        self.assign(state, thread, dst, value, ty);
        Ok(())
    }
}

/// Whether an operand that is known says what comes out, whatever the others are.
fn settled(op: Compute, ty: Type, values: &[Value]) -> bool {
    let sure = |value: &&Value| value.taint & (FREE | LOOSE) == 0;
    let (settles, width, among) = if op == Compute::And {
        (0, ty.bits, values)
    } else if op == Compute::Or {
        (u64::MAX, ty.bits, values)
    } else if matches!(op, Compute::Mul(_)) && ty.kind.is_whole() {
        (0, ty.bits, values)
    } else if let Compute::Compare(_, Some(join)) = op {
        // The third is a predicate that is joined with what the others come to, and with its opposite.
        let joined = values.get(2..).unwrap_or_default();
        match join {
            Join::And => (0, 1, joined),
            Join::Or => (1, 1, joined),
            Join::Xor => return false,
        }
    } else {
        return false;
    };
    let mut known = among.iter().filter(sure);
    known.any(|one| cut(one.bits, width) == cut(settles, width))
}

/// A result, or one that is not known.
fn known(bits: Option<u64>, taint: Taint) -> Value {
    let unknown = Value {
        bits: 0,
        taint: taint | LOOSE,
    };
    bits.map_or(unknown, |bits| Value { bits, taint })
}

/// Why PTX says no value of a result; nothing where it is only not interpreted.
fn unspecified(op: Compute, ty: Type, sources: &[u64]) -> Option<Unspecified> {
    if let Compute::Convert { from, .. } = op {
        let nan = from.is_float() && is_nan(from, *sources.first()?);
        return (nan && ty.is_float()).then_some(Unspecified::NotANumber);
    }
    if ty.is_float() {
        Some(Unspecified::NotANumber)
    } else if matches!(op, Compute::Div | Compute::Rem) {
        Some(Unspecified::Division)
    } else {
        matches!(op, Compute::Bfe | Compute::Bfi).then_some(Unspecified::Field)
    }
}
