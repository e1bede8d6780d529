//! Atomics.

use crate::ptx::operation::{Access, Operation, Order, Scope, Update};
use crate::ptx::types::Kind;

use super::words::{Decoded, Refusal, Words};

impl Words<'_> {
    /// `atom` or `red`: order and scope may stand before or after the operation.
    pub fn atomic(&mut self, reduces: bool) -> Decoded<Operation> {
        if self.left.contains(&"async") {
            return Err(Refusal::unclear("asynchronous reductions"));
        }
        self.hints();
        self.take("noftz");
        let order = self.take_as(|name| {
            Some(match name {
                "relaxed" => Order::Relaxed,
                "acquire" => Order::Acquire,
                "release" => Order::Release,
                "acq_rel" => Order::AcquireRelease,
                _ => return None,
            })
        });
        let scope = self.scope().unwrap_or(Scope::Device);
        let space = self.atomic_space()?;
        let op = self.take_as(update);
        let op = op.ok_or_else(|| Refusal::unclear("an atomic without a known operation"))?;
        let ty = self.ty()?;
        if self.take_any(&["v2", "v4", "v8"]) || ty.kind == Kind::Packed && ty.bits > 16 {
            return Err(Refusal::unclear("an atomic on several numbers at once"));
        }
        if ty.kind == Kind::Packed {
            return Err(Refusal::unclear("an atomic on bfloat16"));
        }
        if ty.bits > 64 {
            return Err(Refusal::unclear("an atomic of 128 bits"));
        }
        let operands = if op == Update::Cas { 2 } else { 1 };
        let first = usize::from(!reduces);
        self.count(&[first + 1 + operands])?;
        Ok(Operation::Atomic {
            access: Access {
                space,
                order: order.unwrap_or(Order::Relaxed),
                scope,
                non_coherent: false,
                ty,
            },
            op,
            dst: if reduces { None } else { self.target(0)? },
            reduces,
            address: self.address(first)?,
            operands: self.values(first + 1)?,
        })
    }
}

/// The operation of a name.
pub fn update(name: &str) -> Option<Update> {
    Some(match name {
        "add" => Update::Add,
        "and" => Update::And,
        "or" => Update::Or,
        "xor" => Update::Xor,
        "min" => Update::Min,
        "max" => Update::Max,
        "inc" => Update::Inc,
        "dec" => Update::Dec,
        "exch" => Update::Exch,
        "cas" => Update::Cas,
        _ => return None,
    })
}
