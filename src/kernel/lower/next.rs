//! What a thread does next, as far as others can notice.

use crate::kernel::interpret::place::Place;
use crate::kernel::interpret::state::{READS, State, Status, Taint};
use crate::kernel::setup::memory::region_of;
use crate::ptx::family::Family;
use crate::ptx::operation::{Access, Operation};
use crate::ptx::types::Space;

use super::cells::Cell;
use super::pieces::{Piece, Touched};
use super::walk::Walk;

/// Where an access goes.
#[derive(Debug, Clone)]
pub struct Reach {
    /// How.
    pub access: Access,
    /// The region.
    pub region: usize,
    /// The region's address.
    pub base: u64,
    /// The first address, generic.
    pub address: u64,
    /// What it touches, in the order of addresses.
    pub pieces: Vec<Piece>,
    /// The reads that the address is computed from.
    pub from: Taint,
}

/// What a thread does next.
#[derive(Debug, Clone)]
pub enum Next {
    /// What nobody else notices; whether it decides what comes after it.
    Alone {
        /// Whether its guard or operands decide where the thread goes.
        control: bool,
    },
    /// An access of cells.
    Access(Reach),
    /// A fence.
    Fence,
    /// A place where threads meet: a barrier of the block, or an instruction of a warp.
    Meet,
    /// It asks which lanes of its warp are active.
    Gather,
    /// A value that is not known decides whether it does an instruction.
    Choose,
    /// The same for ever, which nobody notices.
    Spin,
    /// Nothing more.
    Stop,
    /// What is not lowered, and why.
    Refused(String),
}

impl Walk<'_, '_> {
    /// What the thread does next.
    pub fn next(&mut self, state: &State) -> Next {
        let it = &state.threads[self.thread];
        if state.over || it.status == Status::Exited {
            return Next::Stop;
        }
        let Some(instruction) = self.machine.instruction(it) else {
            return Next::Alone { control: false };
        };
        let operation = &instruction.operation;
        if self.machine.forks(state, self.thread) {
            return Next::Choose;
        }
        if let Some((register, negated)) = instruction.guard
            && (it.register(register).bits & 1 == 1) == negated
        {
            return Next::Alone {
                control: is_control(operation),
            };
        }
        match operation.family() {
            Family::Memory => self.reach(state, operation),
            Family::Fence => Next::Fence,
            Family::Barrier | Family::Warp => Next::Meet,
            Family::Active => self.active(),
            Family::Local
            | Family::Jump
            | Family::Call
            | Family::Leave
            | Family::Trap
            | Family::Refused => Next::Alone {
                control: is_control(operation),
            },
        }
    }

    /// Asks which lanes are active; a lane that is alone in its warp knows.
    fn active(&self) -> Next {
        if self.warp().len() < 2 {
            Next::Alone { control: false }
        } else {
            Next::Gather
        }
    }

    /// The threads of a thread's warp.
    #[must_use]
    pub fn warp(&self) -> Vec<usize> {
        let it = self.machine.setup.threads[self.thread];
        let members = self.machine.setup.blocks[it.block].threads.clone();
        members
            .filter(|&one| self.machine.setup.threads[one].warp() == it.warp())
            .collect()
    }

    fn reach(&mut self, state: &State, operation: &Operation) -> Next {
        let alone = Next::Alone { control: false };
        let Some((access, address, elements)) = operation.access() else {
            return alone;
        };
        let bytes = access.ty.bytes() * elements as u64;
        let found = self
            .machine
            .place(state, self.thread, access.space, address, bytes);
        let Ok((Place::Region(region, _, generic), taint)) = found else {
            return alone;
        };
        let constant = matches!(
            self.machine.setup.regions[region].space,
            Space::Const | Space::Param
        );
        if constant || region_of(&self.machine.setup.regions, generic).is_none() {
            return alone;
        }
        let size = usize::try_from(access.ty.bytes()).unwrap_or(0);
        let writes = !matches!(operation, Operation::Load { .. });
        let whole = Cell::between(generic, generic + bytes);
        let together = self.machine.setup.description.vectors_whole && bytes <= WHOLE;
        let mut pieces = Vec::new();
        for index in 0..elements {
            let element = Cell {
                address: generic + (index * size) as u64,
                bytes: size,
            };
            let of = if together { whole } else { element };
            let touched = self.know.touch(self.machine.setup, element, of, writes);
            match touched {
                Touched::Pieces(found) => pieces.extend(found),
                // This walk is for finding more places to cut at.
                Touched::Recut => return alone,
            }
        }
        if pieces.iter().all(|piece| piece.cell.is_none()) {
            return alone;
        }
        Next::Access(Reach {
            access,
            region,
            base: self.machine.setup.regions[region].base,
            address: generic,
            pieces,
            from: taint & READS,
        })
    }
}

impl Next {
    /// How many pieces of an access come before the first that others look at.
    #[must_use]
    pub fn leading(&self) -> usize {
        match self {
            Self::Access(reach) => {
                let pieces = reach.pieces.iter();
                pieces.take_while(|piece| piece.cell.is_none()).count()
            }
            Self::Alone { .. }
            | Self::Fence
            | Self::Meet
            | Self::Gather
            | Self::Choose
            | Self::Spin
            | Self::Stop
            | Self::Refused(_) => 0,
        }
    }
}

impl Reach {
    /// The place of bytes in the region.
    #[must_use]
    pub fn offset(&self, bytes: Cell) -> usize {
        usize::try_from(bytes.address.saturating_sub(self.base)).unwrap_or(0)
    }

    /// Which element these bytes are of.
    #[must_use]
    pub fn element(&self, piece: &Piece) -> usize {
        let before = piece.element.address.saturating_sub(self.address);
        usize::try_from(before / self.access.ty.bytes().max(1)).unwrap_or(0)
    }
}

/// Vectors of at most so many bytes can be one operation.
pub const WHOLE: u64 = 16;

/// Whether an operation decides where the thread goes.
const fn is_control(operation: &Operation) -> bool {
    matches!(
        operation.family(),
        Family::Jump | Family::Call | Family::Leave | Family::Trap
    )
}
