//! Atomics of which only jumps, and what was found where they write, decide whether they write and where.
//!
//! A thread that reads may do another atomic, or none, without a dependency of what it does later on that read: where the read
//! gives a predicate, an address, or what is compared with. What comes behind a jump depends on what decided it.

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::setup::Setup;
use crate::ptx::family::Family;
use crate::ptx::module::{Body, Instruction, RegisterId};
use crate::ptx::operation::{Access, Address, Base, Operand, Operation, Special, Symbol, Update};
use crate::ptx::types::Space;

/// Such atomics: function and instruction.
#[derive(Debug, Default)]
pub struct Told(BTreeSet<(usize, usize)>);

impl Told {
    /// Of all kernels of a launch.
    #[must_use]
    pub fn of(setup: &Setup) -> Self {
        let mut told = BTreeSet::new();
        for (function, it) in setup.module.functions.iter().enumerate() {
            // What is called is given more than a kernel is.
            let Some(body) = it.body.as_ref().filter(|_| it.is_entry) else {
                continue;
            };
            let sources = Sources::of(body);
            let code = body.code.iter().enumerate();
            let atomics = code.filter(|(_, one)| sources.tell(one));
            told.extend(atomics.map(|(at, _)| (function, at)));
        }
        Self(told)
    }

    /// Whether this is one of them.
    #[must_use]
    pub fn has(&self, place: (usize, usize)) -> bool {
        self.0.contains(&place)
    }
}

/// Where registers of a function have their values from.
struct Sources<'b> {
    body: &'b Body,
    /// The instructions that write each.
    writes: BTreeMap<RegisterId, Vec<usize>>,
    /// Those that have one value, which no memory tells but that of parameters.
    fixed: BTreeSet<RegisterId>,
}

impl<'b> Sources<'b> {
    fn of(body: &'b Body) -> Self {
        let mut writes: BTreeMap<RegisterId, Vec<usize>> = BTreeMap::new();
        for (at, one) in body.code.iter().enumerate() {
            for register in one.operation.writes() {
                writes.entry(register).or_default().push(at);
            }
        }
        let mut sources = Self {
            body,
            writes,
            fixed: BTreeSet::new(),
        };
        while sources.fix() {}
        sources
    }

    /// Finds more registers that have one value.
    fn fix(&mut self) -> bool {
        let known = self.fixed.len();
        for one in self.body.code.iter().filter(|one| fixes(one)) {
            if one.reads().iter().all(|read| self.fixed.contains(read)) {
                let written = one.operation.writes().into_iter();
                let once = written.filter(|register| self.writes[register].len() == 1);
                self.fixed.extend(once);
            }
        }
        self.fixed.len() > known
    }

    fn is_fixed(&self, address: Address) -> bool {
        match address.base {
            Base::Register(register) => self.fixed.contains(&register),
            Base::Symbol(_) | Base::Number(_) => true,
        }
    }

    fn tell(&self, one: &Instruction) -> bool {
        let Operation::Atomic {
            access,
            op,
            address,
            operands,
            ..
        } = &one.operation
        else {
            return false;
        };
        let here = (*address, access.space, access.ty.bytes());
        let compared = operands.first().filter(|_| *op == Update::Cas);
        one.guard
            .is_none_or(|(register, _)| self.fixed.contains(&register))
            && self.is_fixed(*address)
            && compared.is_none_or(|compared| self.is_from(*compared, here))
    }

    /// Whether a value is computed from no memory but so many bytes there.
    fn is_from(&self, value: Operand, here: Bytes) -> bool {
        let mut work: Vec<RegisterId> = match value {
            Operand::Register(register) | Operand::Not(register) => vec![register],
            Operand::Literal(_) | Operand::Symbol(..) => Vec::new(),
            Operand::Special(special) => return !is_loose(special),
        };
        let mut seen = BTreeSet::new();
        while let Some(register) = work.pop() {
            if self.fixed.contains(&register) || !seen.insert(register) {
                continue;
            }
            for &at in self.writes.get(&register).into_iter().flatten() {
                let one = &self.body.code[at];
                if reads_just(&one.operation, here) {
                    work.extend(one.guard.map(|(register, _)| register));
                } else if one.operation.family() == Family::Local && !has_loose(one) {
                    work.extend(one.reads());
                } else {
                    return false;
                }
            }
        }
        true
    }
}

/// Whether what an instruction writes has one value if what it reads has: it computes, or reads a parameter.
fn fixes(one: &Instruction) -> bool {
    let computes = match &one.operation {
        Operation::Load {
            access, address, ..
        } => is_given(*access, *address),
        other => other.family() == Family::Local,
    };
    computes && one.guard.is_none() && !has_loose(one)
}

/// An address, in which space, and how many bytes.
type Bytes = (Address, Space, u64);

/// Whether memory is used in just these bytes, as one element.
fn reads_just(operation: &Operation, here: Bytes) -> bool {
    operation.access().is_some_and(|(access, at, elements)| {
        (at, access.space, access.ty.bytes()) == here && elements == 1
    })
}

/// Whether what is read there is the same in all runs: what a call leaves is in the space of parameters, too.
fn is_given(access: Access, address: Address) -> bool {
    access.space == Space::Const
        || access.space == Space::Param
            && matches!(address.base, Base::Symbol(Symbol::Parameter(_)))
}

/// Whether an instruction that computes gives what is not known.
fn has_loose(one: &Instruction) -> bool {
    let operands = one.operation.operands().into_iter();
    matches!(one.operation, Operation::Loose { .. })
        || operands.into_iter().any(|operand| match operand {
            Operand::Special(special) => is_loose(special),
            Operand::Register(_) | Operand::Not(_) | Operand::Literal(_) | Operand::Symbol(..) => {
                false
            }
        })
}

const fn is_loose(special: Special) -> bool {
    match special {
        Special::Clock | Special::Any => true,
        Special::Thread(_)
        | Special::Threads(_)
        | Special::Block(_)
        | Special::Blocks(_)
        | Special::Lane
        | Special::Warp
        | Special::Warps
        | Special::Lanes(_)
        | Special::Environment(_)
        | Special::DynamicShared
        | Special::Fixed(_) => false,
    }
}
