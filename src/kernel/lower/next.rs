//! What a thread does next, as far as others can notice.

use crate::kernel::interpret::place::Place;
use crate::kernel::interpret::state::{READS, State, Status, Taint};
use crate::kernel::setup::memory::region_of;
use crate::ptx::family::Family;
use crate::ptx::operation::{Access, Operation};
use crate::ptx::types::Space;

use super::cells::Touched;
use super::walk::Walk;

/// Where an access goes.
#[derive(Debug, Clone)]
pub struct Reach {
    /// How.
    pub access: Access,
    /// The region and the offset in it.
    pub region: usize,
    /// The offset of the first element in the region.
    pub offset: usize,
    /// The size of an element.
    pub size: usize,
    /// The cell of each element; none for one that nobody else uses.
    pub cells: Vec<Option<usize>>,
    /// The reads that the address is computed from.
    pub address: Taint,
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
            Family::Active => self.together("which lanes of a warp are active"),
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

    /// What lanes do together a lane that is alone in its warp does by itself.
    fn together(&self, what: &str) -> Next {
        let it = self.machine.setup.threads[self.thread];
        let members = self.machine.setup.blocks[it.block].threads.clone();
        let lanes = members.filter(|&one| self.machine.setup.threads[one].warp() == it.warp());
        if lanes.count() == 1 {
            Next::Alone { control: false }
        } else {
            Next::Refused(format!("{what}, in executions that are no interleavings"))
        }
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
        let Ok((Place::Region(region, offset, generic), taint)) = found else {
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
        let mut cells = Vec::new();
        for index in 0..elements {
            let at = generic + (index * size) as u64;
            match self.know.touch(self.machine.setup, at, size) {
                Touched::Private => cells.push(None),
                Touched::Cell(cell) => cells.push(Some(cell)),
                Touched::Mixed => {
                    if let Some(frame) = state.threads[self.thread].frame() {
                        self.know.mixed.insert((frame.function, frame.at, at));
                    }
                    return Next::Refused("memory that is used at several sizes".to_owned());
                }
            }
        }
        if cells.iter().all(Option::is_none) {
            return alone;
        }
        Next::Access(Reach {
            access,
            region,
            offset,
            size,
            cells,
            address: taint & READS,
        })
    }
}

/// Whether an operation decides where the thread goes.
const fn is_control(operation: &Operation) -> bool {
    matches!(
        operation.family(),
        Family::Jump | Family::Call | Family::Leave | Family::Trap
    )
}
