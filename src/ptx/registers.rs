//! Which registers an operation reads and writes, and where they are live.

use super::family::Family;
use super::module::{Body, Instruction, RegisterId};
use super::operation::{Access, Address, Base, CallOperand, Operand, Operation};

impl Operation {
    /// The operands that are read, addresses aside.
    #[must_use]
    pub fn operands(&self) -> Vec<Operand> {
        match self {
            Self::Compute { sources, .. } | Self::Loose { sources, .. } => sources.clone(),
            Self::Pack { parts, .. } => parts.clone(),
            Self::Unpack { source, .. }
            | Self::ConvertAddress { source, .. }
            | Self::IsInSpace { source, .. } => vec![*source],
            Self::Store { values, .. } => values.clone(),
            Self::Atomic { operands, .. } => operands.clone(),
            Self::Barrier {
                reduction,
                id,
                count,
                ..
            } => {
                let said = reduction.iter().map(|(_, _, said)| *said);
                said.chain([*id]).chain(*count).collect()
            }
            Self::WarpBarrier { mask } | Self::Elect { mask, .. } => vec![*mask],
            Self::Shuffle { sources, mask, .. } => sources.iter().copied().chain([*mask]).collect(),
            Self::Vote { source, mask, .. }
            | Self::Match { source, mask, .. }
            | Self::Reduce { source, mask, .. } => vec![*source, *mask],
            Self::BranchIndexed { index, .. } => vec![*index],
            Self::Call { arguments, .. } => {
                let values = arguments.iter().filter_map(|one| match one {
                    CallOperand::Value(value) => Some(*value),
                    CallOperand::Variable(_) => None,
                });
                values.collect()
            }
            Self::Load { .. }
            | Self::Fence { .. }
            | Self::ActiveMask { .. }
            | Self::Branch { .. }
            | Self::Return
            | Self::Exit
            | Self::Trap
            | Self::Nothing
            | Self::Refused { .. } => Vec::new(),
        }
    }

    /// The mask of what lanes of a warp do together.
    #[must_use]
    pub const fn mask(&self) -> Option<Operand> {
        if let Self::WarpBarrier { mask }
        | Self::Shuffle { mask, .. }
        | Self::Vote { mask, .. }
        | Self::Match { mask, .. }
        | Self::Reduce { mask, .. }
        | Self::Elect { mask, .. } = self
        {
            Some(*mask)
        } else {
            None
        }
    }

    /// How it accesses memory, where, and how many elements.
    #[must_use]
    pub fn access(&self) -> Option<(Access, Address, usize)> {
        if let Self::Load {
            access,
            targets,
            address,
        } = self
        {
            Some((*access, *address, targets.len()))
        } else if let Self::Store {
            access,
            address,
            values,
        } = self
        {
            Some((*access, *address, values.len()))
        } else if let Self::Atomic {
            access, address, ..
        } = self
        {
            Some((*access, *address, 1))
        } else {
            None
        }
    }

    /// The address it uses.
    #[must_use]
    pub fn address(&self) -> Option<Address> {
        self.access().map(|(_, address, _)| address)
    }

    /// Where a jump can lead.
    #[must_use]
    pub fn targets(&self) -> Vec<usize> {
        if let Self::Branch { target } = self {
            vec![*target]
        } else if let Self::BranchIndexed { targets, .. } = self {
            targets.clone()
        } else {
            Vec::new()
        }
    }

    /// The registers it writes.
    #[must_use]
    pub fn writes(&self) -> Vec<RegisterId> {
        let targets = match self {
            Self::Compute { dst, second, .. } => vec![*dst, *second],
            Self::Pack { dst, .. }
            | Self::ConvertAddress { dst, .. }
            | Self::IsInSpace { dst, .. }
            | Self::Atomic { dst, .. }
            | Self::Vote { dst, .. }
            | Self::Reduce { dst, .. }
            | Self::ActiveMask { dst } => vec![*dst],
            Self::Unpack { parts, .. } => parts.clone(),
            Self::Loose { targets, .. } | Self::Load { targets, .. } => targets.clone(),
            Self::Barrier { reduction, .. } => reduction.iter().map(|(_, dst, _)| *dst).collect(),
            Self::Shuffle { dst, within, .. } => vec![*dst, *within],
            Self::Match { dst, same, .. } => vec![*dst, *same],
            Self::Elect { dst, leads, .. } => vec![*dst, *leads],
            Self::Call { results, .. } => {
                let registers = results.iter().map(|one| match one {
                    Some(CallOperand::Value(Operand::Register(register))) => Some(*register),
                    Some(CallOperand::Value(_) | CallOperand::Variable(_)) | None => None,
                });
                registers.collect()
            }
            Self::Store { .. }
            | Self::Fence { .. }
            | Self::WarpBarrier { .. }
            | Self::Branch { .. }
            | Self::BranchIndexed { .. }
            | Self::Return
            | Self::Exit
            | Self::Trap
            | Self::Nothing
            | Self::Refused { .. } => Vec::new(),
        };
        targets.into_iter().flatten().collect()
    }
}

impl Instruction {
    /// The registers it reads.
    #[must_use]
    pub fn reads(&self) -> Vec<RegisterId> {
        let operands = self
            .operation
            .operands()
            .into_iter()
            .filter_map(|operand| match operand {
                Operand::Register(register) | Operand::Not(register) => Some(register),
                Operand::Literal(_) | Operand::Special(_) | Operand::Symbol(..) => None,
            });
        let base = self
            .operation
            .address()
            .and_then(|address| match address.base {
                Base::Register(register) => Some(register),
                Base::Symbol(_) | Base::Number(_) => None,
            });
        operands
            .chain(base)
            .chain(self.guard.map(|(register, _)| register))
            .collect()
    }

    /// Where control can go from it; the code's length is the end.
    #[must_use]
    pub fn successors(&self, at: usize, length: usize) -> Vec<usize> {
        let mut found = match self.operation.family() {
            Family::Jump => self.operation.targets(),
            Family::Leave | Family::Trap => vec![length],
            Family::Local
            | Family::Memory
            | Family::Fence
            | Family::Barrier
            | Family::Warp
            | Family::Active
            | Family::Call
            | Family::Refused => return vec![at + 1],
        };
        if self.guard.is_some() {
            found.push(at + 1);
        }
        found
    }
}

/// What an instruction reads, and what it writes whatever was there; and where it leads.
pub(super) struct Flow {
    pub(super) reads: Vec<usize>,
    pub(super) kills: Vec<usize>,
    pub(super) next: Vec<usize>,
}

/// The registers, or the `.param` variables, that are live before each instruction.
#[derive(Debug, Clone)]
pub struct Liveness {
    words: usize,
    sets: Vec<u64>,
}

impl Liveness {
    /// Of the registers of a body.
    #[must_use]
    pub fn of(body: &Body) -> Self {
        let length = body.code.len();
        let all = |registers: Vec<RegisterId>| registers.into_iter().map(|one| one.0).collect();
        let flow = body.code.iter().enumerate().map(|(at, one)| {
            let kept = one.guard.is_some();
            let kills = if kept {
                Vec::new()
            } else {
                one.operation.writes()
            };
            Flow {
                reads: all(one.reads()),
                kills: all(kills),
                next: one.successors(at, length),
            }
        });
        Self::solve(body.registers.len(), &flow.collect::<Vec<Flow>>())
    }

    /// Of so many things, by what each instruction does with them.
    pub(super) fn solve(count: usize, flow: &[Flow]) -> Self {
        let words = count.div_ceil(64).max(1);
        let mut live = Self {
            words,
            sets: vec![0; words * (flow.len() + 1)],
        };
        let mut changed = true;
        while changed {
            changed = false;
            for (at, one) in flow.iter().enumerate().rev() {
                let mut set = vec![0_u64; words];
                for &next in &one.next {
                    for (word, more) in set.iter_mut().zip(live.before(next)) {
                        *word |= more;
                    }
                }
                for index in &one.kills {
                    set[index / 64] &= !(1 << (index % 64));
                }
                for index in &one.reads {
                    set[index / 64] |= 1 << (index % 64);
                }
                let place = &mut live.sets[at * words..(at + 1) * words];
                if place != &set[..] {
                    place.copy_from_slice(&set);
                    changed = true;
                }
            }
        }
        live
    }

    fn before(&self, at: usize) -> &[u64] {
        self.sets
            .get(at * self.words..(at + 1) * self.words)
            .unwrap_or(&[])
    }

    /// Whether a register is live before an instruction.
    #[must_use]
    pub fn contains(&self, at: usize, register: RegisterId) -> bool {
        self.has(at, register.0)
    }

    /// Whether that with an index is live before an instruction.
    #[must_use]
    pub fn has(&self, at: usize, index: usize) -> bool {
        let word = self.before(at).get(index / 64);
        word.is_some_and(|word| word >> (index % 64) & 1 == 1)
    }
}
