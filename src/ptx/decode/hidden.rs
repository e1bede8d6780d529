//! Registers that no name of a text stands for.

use crate::ptx::module::{Register, RegisterId};
use crate::ptx::parse::raw::Statement;
use crate::ptx::types::Type;

use super::{carry, mbarrier};

/// The registers of a body that no name stands for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Hidden {
    /// The one that keeps the carry, where some instruction uses it.
    pub carry: Option<RegisterId>,
    /// The one that keeps what was read of a barrier in memory.
    pub found: Option<RegisterId>,
}

impl Hidden {
    /// Those that the statements of a body need, behind the registers that it has.
    pub fn of(statements: &[Statement<'_>], registers: &mut Vec<Register>) -> Self {
        let mut add = |needed: bool, name: &str, ty: Type| {
            let register = needed.then_some(RegisterId(registers.len()))?;
            registers.push(Register {
                name: name.to_owned(),
                ty,
            });
            Some(register)
        };
        Self {
            carry: add(carry::carries(statements), carry::CARRY, Type::PREDICATE),
            found: add(
                mbarrier::looked_at(statements),
                mbarrier::FOUND,
                mbarrier::OBJECT,
            ),
        }
    }
}
