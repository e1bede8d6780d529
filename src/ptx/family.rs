//! What kind of thing an operation does: for those who treat many operations alike.

use super::operation::Operation;

/// A kind of operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Computes with registers, or does nothing.
    Local,
    /// Loads, stores, updates.
    Memory,
    /// Orders memory.
    Fence,
    /// A barrier of the block.
    Barrier,
    /// What lanes of a warp do together.
    Warp,
    /// Asks which lanes of a warp are active.
    Active,
    /// Goes on elsewhere in the function.
    Jump,
    /// Calls a function.
    Call,
    /// Ends the function or the thread.
    Leave,
    /// Stops the launch.
    Trap,
    /// Is not interpreted.
    Refused,
}

impl Operation {
    /// Which kind it is of.
    #[must_use]
    pub const fn family(&self) -> Family {
        match self {
            Self::Compute { .. }
            | Self::Pack { .. }
            | Self::Unpack { .. }
            | Self::ConvertAddress { .. }
            | Self::IsInSpace { .. }
            | Self::Loose { .. }
            | Self::Nothing => Family::Local,
            Self::Load { .. } | Self::Store { .. } | Self::Atomic { .. } => Family::Memory,
            Self::Fence { .. } => Family::Fence,
            Self::Barrier { .. } => Family::Barrier,
            Self::WarpBarrier { .. }
            | Self::Shuffle { .. }
            | Self::Vote { .. }
            | Self::Match { .. }
            | Self::Reduce { .. }
            | Self::Elect { .. } => Family::Warp,
            Self::ActiveMask { .. } => Family::Active,
            Self::Branch { .. } | Self::BranchIndexed { .. } => Family::Jump,
            Self::Call { .. } => Family::Call,
            Self::Return | Self::Exit => Family::Leave,
            Self::Trap => Family::Trap,
            Self::Refused { .. } => Family::Refused,
        }
    }
}
