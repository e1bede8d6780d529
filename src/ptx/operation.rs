//! What an instruction does.

use super::types::{Space, Type};

pub use super::access::{Access, Order, Scope};
pub use super::compute::{Compute, Pick, Sum};
pub use super::vocabulary::{
    Address, Axis, Base, CallOperand, Comparison, Half, Join, Literal, Operand, Reduction,
    Rounding, Shuffle, Special, Symbol, Target, Update, Vote,
};

/// What an instruction does.
#[derive(Debug, Clone, PartialEq)]
pub enum Operation {
    /// Computes.
    Compute {
        /// What.
        op: Compute,
        /// At which type.
        ty: Type,
        /// Where the result goes.
        dst: Target,
        /// Where the negation of a comparison goes, in `p|q`.
        second: Target,
        /// What is computed with.
        sources: Vec<Operand>,
    },
    /// Puts narrow values together.
    Pack {
        /// The type of the whole.
        ty: Type,
        /// Where it goes.
        dst: Target,
        /// The parts, the lowest first.
        parts: Vec<Operand>,
    },
    /// Takes a wide value apart.
    Unpack {
        /// The type of the whole.
        ty: Type,
        /// Where the parts go, the lowest first.
        parts: Vec<Target>,
        /// The whole.
        source: Operand,
    },
    /// `cvta`: to a generic address, or from one.
    ConvertAddress {
        /// The space.
        space: Space,
        /// From the generic address.
        from_generic: bool,
        /// 32 or 64 bits.
        ty: Type,
        /// Where it goes.
        dst: Target,
        /// The address.
        source: Operand,
    },
    /// `isspacep`.
    IsInSpace {
        /// The space.
        space: Space,
        /// Where the answer goes.
        dst: Target,
        /// A generic address.
        source: Operand,
    },
    /// Yields a value that is not known.
    Loose {
        /// Where it goes.
        targets: Vec<Target>,
        /// What it is computed from.
        sources: Vec<Operand>,
        /// What is not known, for people.
        what: &'static str,
    },
    /// Reads memory, an element for each target.
    Load {
        /// How.
        access: Access,
        /// Where the elements go.
        targets: Vec<Target>,
        /// From where.
        address: Address,
    },
    /// Writes memory, an element for each value.
    Store {
        /// How.
        access: Access,
        /// To where.
        address: Address,
        /// What.
        values: Vec<Operand>,
    },
    /// Reads and writes memory in one step.
    Atomic {
        /// How.
        access: Access,
        /// What is done to the old value.
        op: Update,
        /// Where the old value goes.
        dst: Target,
        /// It was written as `red`.
        reduces: bool,
        /// Where.
        address: Address,
        /// With what.
        operands: Vec<Operand>,
    },
    /// A fence.
    Fence {
        /// `fence.sc` or `membar`, not `fence.acq_rel`.
        sequential: bool,
        /// How far.
        scope: Scope,
    },
    /// A barrier of a block.
    Barrier {
        /// Written as `bar`, or as `barrier` with `.aligned`: all threads of a warp come to the same
        /// instruction.
        aligned: bool,
        /// Does not wait.
        arrives: bool,
        /// What the arrivals say together, and where that goes.
        reduction: Option<(Reduction, Target, Operand)>,
        /// Which.
        id: Operand,
        /// How many threads come.
        count: Option<Operand>,
    },
    /// `bar.warp.sync`.
    WarpBarrier {
        /// Which lanes.
        mask: Operand,
    },
    /// `shfl.sync`.
    Shuffle {
        /// Which lane is read.
        mode: Shuffle,
        /// Where the value goes.
        dst: Target,
        /// Where goes whether that lane is within bounds.
        within: Target,
        /// The value, the lane and the clamp.
        sources: [Operand; 3],
        /// Which lanes.
        mask: Operand,
    },
    /// `vote.sync`.
    Vote {
        /// What is asked.
        vote: Vote,
        /// Where the answer goes.
        dst: Target,
        /// What a lane says.
        source: Operand,
        /// Which lanes.
        mask: Operand,
    },
    /// `match.sync`.
    Match {
        /// Whether all lanes have the same value, not which do.
        all: bool,
        /// The type compared.
        ty: Type,
        /// Where the lanes go.
        dst: Target,
        /// Where goes whether all are the same.
        same: Target,
        /// What a lane has.
        source: Operand,
        /// Which lanes.
        mask: Operand,
    },
    /// `redux.sync`.
    Reduce {
        /// What is done.
        op: Update,
        /// At which type.
        ty: Type,
        /// Where it goes.
        dst: Target,
        /// What a lane has.
        source: Operand,
        /// Which lanes.
        mask: Operand,
    },
    /// `elect.sync`.
    Elect {
        /// Where the leader's lane goes.
        dst: Target,
        /// Where goes whether this is the leader.
        leads: Target,
        /// Which lanes.
        mask: Operand,
    },
    /// `activemask`.
    ActiveMask {
        /// Where the lanes go.
        dst: Target,
    },
    /// Jumps to an instruction of the function.
    Branch {
        /// Its index; the code's length is the end.
        target: usize,
    },
    /// Jumps to the instruction that a number chooses.
    BranchIndexed {
        /// The number.
        index: Operand,
        /// The instructions.
        targets: Vec<usize>,
    },
    /// Calls a function.
    Call {
        /// Which, as an index into the module's functions.
        function: usize,
        /// Where its results go; none of `_`.
        results: Vec<Option<CallOperand>>,
        /// What it is given.
        arguments: Vec<CallOperand>,
    },
    /// Leaves the function.
    Return,
    /// Ends the thread.
    Exit,
    /// Stops the launch.
    Trap,
    /// Does nothing that matters here.
    Nothing,
    /// Not interpreted.
    Refused {
        /// What is missing, for people.
        why: String,
    },
}
