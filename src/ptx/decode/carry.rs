//! Sums with a carry, and products of parts of registers.

use crate::ptx::operation::{Compute, Half, Operand, Operation, Sum};
use crate::ptx::parse::raw::{self, Statement};
use crate::ptx::types::Type;

use super::words::{Decoded, Refusal, Words};

/// The name of the register that keeps the carry: no name of a text has a blank.
pub const CARRY: &str = "the carry";

/// Whether an instruction of a body uses the carry.
pub fn carries(statements: &[Statement<'_>]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Instruction(raw::Instruction { opcode, .. }) => {
            let mut words = opcode.node.split('.');
            let takes = matches!(words.next(), Some("addc" | "subc" | "madc"));
            takes || words.any(|word| word == "cc")
        }
        Statement::Open
        | Statement::Close
        | Statement::Label(_)
        | Statement::Registers(_)
        | Statement::Variable(_)
        | Statement::Location(_)
        | Statement::Targets(..) => false,
    })
}

impl Words<'_> {
    /// What keeps signed numbers of 32 bits within bounds.
    pub(super) fn bounded(&mut self) -> Option<(Compute, usize)> {
        if !self.left.contains(&"s32") {
            return None;
        }
        let greatest = self.base == "max";
        let (found, name) = match self.base {
            "add" => ((Compute::Saturate(Sum::Add), 2), "sat"),
            "sub" => ((Compute::Saturate(Sum::Sub), 2), "sat"),
            "mad" if self.left.contains(&"hi") => {
                ((Compute::Saturate(Sum::Mad(Half::High)), 3), "sat")
            }
            "min" | "max" => ((Compute::Relu { greatest }, 2), "relu"),
            _ => return None,
        };
        let bounded = self.take(name);
        if bounded {
            self.take("hi");
        }
        bounded.then_some(found)
    }

    /// `add.cc`, `addc`, and so on: the carry is a register that no name stands for. Nothing for others.
    pub fn carried(&mut self) -> Decoded<Option<Operation>> {
        let takes = matches!(self.base, "addc" | "subc" | "madc");
        if !takes && !self.left.contains(&"cc") {
            return Ok(None);
        }
        let (sum, count) = match self.base {
            "add" | "addc" => (Sum::Add, 2),
            "sub" | "subc" => (Sum::Sub, 2),
            "mad" | "madc" => (Sum::Mad(self.half()), 3),
            _ => return Ok(None),
        };
        let gives = self.take("cc");
        let ty = self.ty()?;
        self.count(&[count + 1])?;
        let carry = self
            .names
            .hidden
            .carry
            .ok_or_else(|| Refusal::unclear("a carry"))?;
        let mut sources = self.values(1)?;
        if takes {
            sources.push(Operand::Register(carry));
        }
        Ok(Some(Operation::Compute {
            op: Compute::Carry(sum),
            ty,
            dst: self.target(0)?,
            second: gives.then_some(carry),
            sources,
        }))
    }

    /// `dp4a.u32.s32 d, a, b, c` and `dp2a.lo.u32.s32 d, a, b, c`.
    pub fn dot(&mut self) -> Decoded<Operation> {
        let halves = self.base == "dp2a";
        let high = self.take("hi");
        self.take("lo");
        let (ty, by): (Type, Type) = (self.ty()?, self.ty()?);
        self.count(&[4])?;
        Ok(Operation::Compute {
            op: Compute::Dot { by, halves, high },
            ty,
            dst: self.target(0)?,
            second: None,
            sources: self.values(1)?,
        })
    }

    /// Computations whose results nobody works out here: any value may come of them.
    pub fn rare(&mut self) -> Decoded<Option<Operation>> {
        let video = [
            "vadd", "vsub", "vabsdiff", "vmin", "vmax", "vavrg", "vset", "vmad", "vshl", "vshr",
        ];
        let plain = self.base.trim_end_matches(['2', '4']);
        let known = matches!(
            self.base,
            "slct" | "fns" | "mul24" | "mad24" | "testp" | "set" | "lop3"
        );
        let is_video = video.contains(&plain);
        if !known && !is_video {
            return Ok(None);
        }
        let sources = match self.parts(1) {
            // These also take parts of registers: `%r2.b0`.
            Err(_) if is_video => return Ok(None),
            sources => sources?,
        };
        self.left.clear();
        let (dst, second) = self.targets(0)?;
        Ok(Some(Operation::Loose {
            targets: vec![dst, second],
            sources,
            what: "an instruction that is seldom used",
        }))
    }
}
