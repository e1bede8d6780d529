//! Barriers in memory (PTX ISA, *mbarrier*): objects of 64 bits that count who arrives, in phases.
//!
//! Who waits reads the object and asks whether more phases are over than in the state that an arrival gave, or an odd number of
//! them; who arrives takes from what was there the phase alone: one instruction, and two operations.

use crate::ptx::operation::{Access, Compute, Literal, Operand, Operation, Order, Scope, Update};
use crate::ptx::parse::raw::{self, Statement};
use crate::ptx::types::{Kind, Space, Type};

use super::names::Names;
use super::words::{Decoded, Refusal, Words};

/// The name of the register that keeps what was read: no name of a text has a blank.
pub const FOUND: &str = "the barrier";

/// A barrier in memory, as an integer.
pub const OBJECT: Type = Type::new(Kind::Unsigned, 64);

/// How many operations more than one an instruction is taken apart into.
pub fn more(opcode: &str) -> usize {
    usize::from(looks(opcode))
}

/// Whether an instruction gives what hangs on what is found in a barrier: a state, or whether a phase is over.
fn looks(opcode: &str) -> bool {
    let mut words = opcode.split('.');
    let looks = ["test_wait", "try_wait", "arrive", "arrive_drop"];
    words.next() == Some("mbarrier") && words.next().is_some_and(|word| looks.contains(&word))
}

/// Whether a body has an instruction that gives what hangs on what is found in a barrier.
pub fn looked_at(statements: &[Statement<'_>]) -> bool {
    statements
        .iter()
        .any(|statement| matches!(statement, Statement::Instruction(one) if looks(one.opcode.node)))
}

/// What an instruction does once its first operation is done, as often as [`more`] says; nothing comes of what is not interpreted.
pub fn rest(names: &Names<'_>, raw: &raw::Instruction<'_>, first: &Operation) -> Vec<Operation> {
    let more = more(raw.opcode.node);
    let words = Words::new(names, raw);
    let second = if matches!(first, Operation::Load { .. }) {
        words.asked().ok()
    } else if matches!(first, Operation::Atomic { .. }) {
        words.begun().ok()
    } else {
        None
    };
    vec![second.unwrap_or(Operation::Nothing); more]
}

impl Words<'_> {
    /// `mbarrier`: the first of its operations.
    pub fn memory_barrier(&mut self) -> Decoded<Operation> {
        let (init, invalidates) = (self.take("init"), self.take("inval"));
        let (arrives, drops) = (self.take("arrive"), self.take("arrive_drop"));
        let waits = self.take("test_wait") || self.take("try_wait");
        if self
            .left
            .iter()
            .any(|word| matches!(*word, "expect_tx" | "complete_tx"))
        {
            return Err(Refusal::unclear(
                "asynchronous copies that a barrier in memory waits for (mbarrier with `.expect_tx`)",
            ));
        }
        if self.left.contains(&"shared::cluster") {
            return Err(Refusal::unclear(
                "barriers in memory of other blocks (mbarrier in a cluster)",
            ));
        }
        self.take("parity");
        self.take("noComplete");
        let order = self.take_as(|word| {
            Some(match word {
                "relaxed" => Order::Relaxed,
                "acquire" => Order::Acquire,
                "release" => Order::Release,
                _ => return None,
            })
        });
        let scope = self.scope().unwrap_or(Scope::Block);
        let space = match self.space() {
            space @ (Space::Generic | Space::Shared) => space,
            Space::Global | Space::Local | Space::Const | Space::Param => {
                return Err(Refusal::unclear("a barrier in memory that is not shared"));
            }
        };
        self.take("b64");
        let access = |order: Order| Access {
            space,
            order,
            scope,
            non_coherent: false,
            ty: OBJECT,
        };
        let weak = Access {
            scope: Scope::System,
            ..access(Order::Weak)
        };
        let number = |number: u64| Operand::Literal(Literal::Integer(number));
        if init || invalidates {
            self.count(&[if init { 2 } else { 1 }])?;
            let value = if init { self.value(1)? } else { number(0) };
            return Ok(Operation::Store {
                access: weak,
                address: self.address(0)?,
                values: vec![value],
            });
        }
        if arrives || drops {
            self.count(&[2, 3])?;
            let found = self.names.hidden.found;
            // Where nobody takes the state, nobody looks.
            let dst = self.target(0)?.and(found);
            let one = self.operands.len() < 3;
            return Ok(Operation::Atomic {
                access: access(order.unwrap_or(Order::Release)),
                op: if drops { Update::Leave } else { Update::Arrive },
                dst,
                reduces: false,
                address: self.address(1)?,
                operands: vec![if one { number(1) } else { self.value(2)? }],
            });
        }
        if waits {
            self.count(&[3, 4])?;
            // What is wrong with the rest of it is a mistake, too.
            self.asked()?;
            let found = self.names.hidden.found;
            return Ok(Operation::Load {
                access: access(order.unwrap_or(Order::Acquire)),
                targets: vec![Some(
                    found.ok_or_else(|| Refusal::unclear("a barrier in memory"))?,
                )],
                address: self.address(1)?,
            });
        }
        Err(Refusal::unclear(
            "barriers in memory (mbarrier) of this kind",
        ))
    }

    /// The state that an arrival gives.
    fn begun(&self) -> Decoded<Operation> {
        let found = self.names.hidden.found;
        let found = found.ok_or_else(|| Refusal::unclear("a barrier in memory"))?;
        Ok(Operation::Compute {
            op: Compute::Begun,
            ty: OBJECT,
            dst: self.target(0)?,
            second: None,
            sources: vec![Operand::Register(found)],
        })
    }

    /// Whether the phase is over that one waits for: one that was begun with a state, or one of a parity.
    fn asked(&self) -> Decoded<Operation> {
        let found = self.names.hidden.found;
        let found = found.ok_or_else(|| Refusal::unclear("a barrier in memory"))?;
        Ok(Operation::Compute {
            op: Compute::IsOver {
                parity: self.left.contains(&"parity"),
            },
            ty: OBJECT,
            dst: self.target(0)?,
            second: None,
            sources: vec![Operand::Register(found), self.value(2)?],
        })
    }
}
