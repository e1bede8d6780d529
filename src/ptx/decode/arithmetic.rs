//! Computations on registers.

use crate::ptx::operation::{Compute, Half, Operation};
use crate::ptx::parse::raw;
use crate::ptx::types::Kind;

use super::modifiers::{comparison, join, pick, rounding};
use super::words::{Decoded, Refusal, Words, unexpected};

impl Words<'_> {
    /// The plain ones; nothing for an opcode that is not known.
    pub fn arithmetic(&mut self) -> Decoded<Option<Operation>> {
        if let Some(operation) = self.carried()? {
            return Ok(Some(operation));
        }
        if matches!(self.base, "dp4a" | "dp2a") {
            return self.dot().map(Some);
        }
        let Some((op, count)) = self.arithmetic_op()? else {
            return Ok(None);
        };
        if let Some(what) = self.approximate() {
            return self.loose(what, &[count + 1]).map(Some);
        }
        let ty = self.ty()?;
        // `bfe`, `popc` and the like say the type of the operand; `clz` yields 32 bits.
        if ty.kind == Kind::Packed {
            let what = "arithmetic on packed numbers";
            return self.loose(what, &[count + 1]).map(Some);
        }
        if ty.kind == Kind::Float {
            // The least and the greatest may be of three floats.
            let most = count + 1 + usize::from(matches!(self.base, "min" | "max"));
            let three = "the least or the greatest of three floats";
            let several = (self.operands.len() > count + 1).then_some(three);
            if let Some(what) = self.float_modifiers().or(several) {
                return self.loose(what, &[count + 1, most]).map(Some);
            }
        }
        self.count(&[count + 1])?;
        Ok(Some(Operation::Compute {
            op,
            ty,
            dst: self.target(0)?,
            second: None,
            sources: self.values(1)?,
        }))
    }

    /// The operation, and how many operands it has.
    fn arithmetic_op(&mut self) -> Decoded<Option<(Compute, usize)>> {
        if let Some(bounded) = self.bounded() {
            return Ok(Some(bounded));
        }
        Ok(Some(match self.base {
            "add" => (Compute::Add, 2),
            "sub" => (Compute::Sub, 2),
            "mul" => (Compute::Mul(self.half()), 2),
            "mad" => match self.product() {
                Some(half) => (Compute::Mad(half), 3),
                None => (Compute::Fma, 3),
            },
            "fma" => (Compute::Fma, 3),
            "div" => (Compute::Div, 2),
            "rem" => (Compute::Rem, 2),
            "abs" => (Compute::Abs, 1),
            "neg" => (Compute::Neg, 1),
            "min" => (Compute::Min, 2),
            "max" => (Compute::Max, 2),
            "and" => (Compute::And, 2),
            "or" => (Compute::Or, 2),
            "xor" => (Compute::Xor, 2),
            "not" => (Compute::Not, 1),
            "cnot" => (Compute::Cnot, 1),
            "shl" => (Compute::Shl, 2),
            "shr" => (Compute::Shr, 2),
            "shf" => (self.funnel()?, 3),
            "bfe" => (Compute::Bfe, 3),
            "bfi" => (Compute::Bfi, 4),
            "brev" => (Compute::Brev, 1),
            "clz" => (Compute::Clz, 1),
            "popc" => (Compute::Popc, 1),
            "bfind" => (
                Compute::Bfind {
                    shift: self.take("shiftamt"),
                },
                1,
            ),
            "bmsk" => (Compute::Bmsk { wrap: self.wraps() }, 2),
            "szext" => (Compute::Szext { wrap: self.wraps() }, 2),
            "prmt" => (Compute::Prmt(self.take_as(pick)), 3),
            "lop3" if self.left.iter().any(|name| matches!(*name, "or" | "and")) => {
                return Ok(None);
            }
            "lop3" => (Compute::Lop3, 4),
            "sad" => (Compute::Sad, 3),
            "sqrt" if self.is_nearest() => (Compute::Sqrt, 1),
            "rcp" if self.is_nearest() => (Compute::Reciprocal, 1),
            "copysign" => (Compute::Copysign, 2),
            "rcp" | "sqrt" | "rsqrt" | "sin" | "cos" | "lg2" | "ex2" | "tanh" => {
                self.left.insert(0, "approx");
                (Compute::Copy, 1)
            }
            _ => return Ok(None),
        }))
    }

    /// Whether it is rounded to nearest, and no approximation.
    fn is_nearest(&self) -> bool {
        self.left.contains(&"rn")
    }

    fn product(&mut self) -> Option<Half> {
        self.take_as(|name| {
            Some(match name {
                "lo" => Half::Low,
                "hi" => Half::High,
                "wide" => Half::Wide,
                _ => return None,
            })
        })
    }

    pub(super) fn half(&mut self) -> Half {
        self.product().unwrap_or(Half::Low)
    }

    fn funnel(&mut self) -> Decoded<Compute> {
        let left = self.take("l");
        if !left && !self.take("r") {
            return Err(Refusal::unclear("`shf` without a direction"));
        }
        let wrap = self.wraps();
        Ok(Compute::Funnel { left, wrap })
    }

    fn wraps(&mut self) -> bool {
        let wrap = self.take("wrap");
        self.take("clamp");
        wrap
    }

    /// What is said of a result that is not exact.
    fn approximate(&mut self) -> Option<&'static str> {
        let approximate = self.take("approx");
        let full = self.take("full");
        (approximate || full).then_some("an approximation")
    }

    fn loose(&mut self, what: &'static str, counts: &[usize]) -> Decoded<Operation> {
        self.left.clear();
        self.count(counts)?;
        Ok(Operation::Loose {
            targets: vec![self.target(0)?],
            sources: self.parts(1)?,
            what,
        })
    }

    /// To nearest is the default and all that is interpreted; what else there is, any value may come of.
    fn float_modifiers(&mut self) -> Option<&'static str> {
        self.take("rn");
        let others = [
            ("rz", "a rounding towards zero"),
            ("rm", "a rounding down"),
            ("rp", "a rounding up"),
            ("sat", "a float that is kept within 0 and 1"),
            ("ftz", "a float whose subnormals are flushed"),
            ("NaN", "a maximum or minimum that keeps NaN"),
            ("xorsign", "a product of signs"),
            ("relu", "a float that is kept from being negative"),
        ];
        let mut others = others.into_iter();
        Some(others.find(|(name, _)| self.left.contains(name))?.1)
    }

    pub fn select(&mut self) -> Decoded<Operation> {
        let ty = self.ty()?;
        self.count(&[4])?;
        Ok(Operation::Compute {
            op: Compute::Select,
            ty,
            dst: self.target(0)?,
            second: None,
            sources: self.values(1)?,
        })
    }

    /// `setp.lt.and.s32 p|q, a, b, c` and `set.eq.u32.s32 d, a, b`.
    pub fn compare(&mut self) -> Decoded<Operation> {
        let comparison = self.take_as(comparison);
        let Some(comparison) = comparison else {
            return Err(Refusal::unclear(format!(
                "`{}` without a comparison",
                self.base
            )));
        };
        let join = self.take_as(join);
        let flushed = self.take("ftz");
        let ty = self.ty()?;
        let packed = ty.kind == Kind::Packed;
        self.count(&[3 + usize::from(join.is_some())])?;
        let (dst, second) = self.targets(0)?;
        if packed {
            return Ok(Operation::Loose {
                targets: vec![dst, second],
                sources: self.values(1)?,
                what: "a comparison of packed numbers",
            });
        }
        if flushed {
            return Ok(Operation::Loose {
                targets: vec![dst, second],
                sources: self.values(1)?,
                what: "a comparison of floats whose subnormals are flushed",
            });
        }
        Ok(Operation::Compute {
            op: Compute::Compare(comparison, join),
            ty,
            dst,
            second,
            sources: self.values(1)?,
        })
    }

    pub fn convert(&mut self) -> Decoded<Operation> {
        if self.left.contains(&"pack") {
            return self.loose("a conversion that packs", &[3, 4]);
        }
        let others = ["ftz", "relu", "satfinite"];
        if others.into_iter().any(|name| self.left.contains(&name)) {
            // Two numbers may be packed into one, also with bits to round by.
            let what = "a conversion with `.ftz`, `.relu` or `.satfinite`";
            return self.loose(what, &[2, 3, 4]);
        }
        let rounding = self.take_as(rounding);
        let (rounding, integral) = rounding.map_or((None, false), |(it, whole)| (Some(it), whole));
        let saturate = self.take("sat");
        let (ty, from) = (self.ty()?, self.ty()?);
        if ty.kind == Kind::Packed || from.kind == Kind::Packed {
            return self.loose("a conversion of packed numbers", &[2, 3, 4]);
        }
        self.count(&[2])?;
        let op = Compute::Convert {
            from,
            rounding,
            integral,
            saturate,
        };
        Ok(Operation::Compute {
            op,
            ty,
            dst: self.target(0)?,
            second: None,
            sources: self.values(1)?,
        })
    }

    /// `mov`: a copy, an address, or packing.
    pub fn copy(&mut self) -> Decoded<Operation> {
        let ty = self.ty()?;
        if ty.bits > 64 {
            return Err(Refusal::unclear("values of 128 bits"));
        }
        self.count(&[2])?;
        let first = self.operand(0)?;
        if let raw::Operand::Vector(parts) = &first.node {
            let mut targets = Vec::new();
            for part in parts {
                let raw::Operand::Name(name) = part.node else {
                    return Err(unexpected(part.span, "expected a register"));
                };
                targets.push(self.names.target(name, part.span)?);
            }
            return Ok(Operation::Unpack {
                ty,
                parts: targets,
                source: self.value(1)?,
            });
        }
        let dst = self.target(0)?;
        if let raw::Operand::Vector(parts) = &self.operand(1)?.node {
            let parts: Decoded<Vec<_>> = parts.iter().map(|part| self.names.value(part)).collect();
            return Ok(Operation::Pack {
                ty,
                dst,
                parts: parts?,
            });
        }
        Ok(Operation::Compute {
            op: Compute::Copy,
            ty,
            dst,
            second: None,
            sources: self.values(1)?,
        })
    }
}
