//! What an instruction does.

use super::module::RegisterId;
use super::types::{Space, Type};

/// A literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Literal {
    /// An integer, in two's complement.
    Integer(u64),
    /// The bits of a number of 32 bits.
    Single(u32),
    /// The bits of a number of 64 bits.
    Double(u64),
}

/// A name that stands for an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// A variable of the module.
    Module(usize),
    /// A variable of the function's body.
    Own(usize),
    /// A parameter of the function.
    Parameter(usize),
    /// A result of the function.
    Result(usize),
    /// A function.
    Function(usize),
}

/// What is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A register.
    Register(RegisterId),
    /// The negation of a predicate.
    Not(RegisterId),
    /// A number.
    Literal(Literal),
    /// What the hardware says of the thread.
    Special(Special),
    /// An address, and a distance.
    Symbol(Symbol, i64),
}

/// Where a result goes; none for `_`.
pub type Target = Option<RegisterId>;

/// An address operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Address {
    /// What is added to.
    pub base: Base,
    /// Bytes added.
    pub offset: i64,
}

/// The base of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Base {
    /// A register.
    Register(RegisterId),
    /// A variable.
    Symbol(Symbol),
    /// A number.
    Number(u64),
}

/// A dimension of a block or grid.
pub type Axis = usize;

/// A special register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Special {
    /// `%tid`.
    Thread(Axis),
    /// `%ntid`.
    Threads(Axis),
    /// `%ctaid`.
    Block(Axis),
    /// `%nctaid`.
    Blocks(Axis),
    /// `%laneid`.
    Lane,
    /// `%warpid`.
    Warp,
    /// `%nwarpid`.
    Warps,
    /// `%lanemask_*`: lanes that compare so with this one.
    Lanes(Comparison),
    /// A clock or a timer.
    Clock,
    /// `%envreg1` or `%envreg2`: the workspace of a cooperative grid, its low or high half.
    Environment(u8),
    /// `%dynamic_smem_size`.
    DynamicShared,
    /// What depends on where the hardware puts a block, or on nothing that is known.
    Any,
    /// What a launch without clusters fixes.
    Fixed(u32),
}

/// A comparison. Those of floats with `u` are true where an operand is not a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the language's own names")]
pub enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Lo,
    Ls,
    Hi,
    Hs,
    Equ,
    Neu,
    Ltu,
    Leu,
    Gtu,
    Geu,
    Num,
    Nan,
}

/// How two truth values are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the language's own names")]
pub enum Join {
    And,
    Or,
    Xor,
}

/// Which half of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Half {
    /// The low bits.
    Low,
    /// The high bits.
    High,
    /// All bits, twice as many as the operands have.
    Wide,
}

/// How a float is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// To nearest, ties to even.
    Nearest,
    /// Towards zero.
    Zero,
    /// Down.
    Down,
    /// Up.
    Up,
}

/// How a warp's lane is chosen in `shfl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the language's own names")]
pub enum Shuffle {
    Up,
    Down,
    Bfly,
    Idx,
}

/// What a vote says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the language's own names")]
pub enum Vote {
    All,
    Any,
    Uniform,
    Ballot,
}

/// A computation on registers alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the language's own names")]
pub enum Compute {
    /// `mov`.
    Copy,
    Add,
    Sub,
    Mul(Half),
    /// A product and a sum.
    Mad(Half),
    Div,
    Rem,
    Abs,
    Neg,
    Min,
    Max,
    And,
    Or,
    Xor,
    Not,
    Cnot,
    Shl,
    Shr,
    /// `shf`: to the left, and wrapping.
    Funnel {
        left: bool,
        wrap: bool,
    },
    Bfe,
    Bfi,
    Brev,
    Clz,
    Popc,
    /// `bfind`: and counted from the top.
    Bfind {
        shift: bool,
    },
    /// `prmt` without a mode.
    Prmt,
    Lop3,
    Sad,
    /// `selp`.
    Select,
    /// Rounded once.
    Fma,
    /// `cvt` from this type; how it rounds; to an integer or within floats; and cut to what fits.
    Convert {
        from: Type,
        rounding: Option<Rounding>,
        integral: bool,
        saturate: bool,
    },
    /// `setp`, `set`: compares, and joins.
    Compare(Comparison, Option<Join>),
}

/// An arithmetic operation of an atomic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the language's own names")]
pub enum Update {
    Add,
    And,
    Or,
    Xor,
    Min,
    Max,
    Inc,
    Dec,
    Exch,
    Cas,
}

/// How strong an access is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    /// Nothing is promised.
    Weak,
    /// `.volatile`: relaxed, of the system's scope.
    Volatile,
    /// Strong.
    Relaxed,
    /// Strong, and acquires.
    Acquire,
    /// Strong, and releases.
    Release,
    /// Both.
    AcquireRelease,
}

/// Whose accesses a strong access or fence reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// A block; also a cluster, where there is none.
    Block,
    /// A device.
    Device,
    /// Everything.
    System,
}

/// A memory access of one instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Access {
    /// The space that is named.
    pub space: Space,
    /// How strong.
    pub order: Order,
    /// How far, of a strong access.
    pub scope: Scope,
    /// `ld.global.nc`: by a path that is not kept coherent.
    pub non_coherent: bool,
    /// The type of an element.
    pub ty: Type,
}

/// What is asked of a barrier's arrivals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// Whether all say so.
    And,
    /// Whether some say so.
    Or,
    /// How many say so.
    Popc,
}

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
        /// Where its results go.
        results: Vec<CallOperand>,
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

/// What is passed to a call or comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CallOperand {
    /// A `.param` variable of the caller, by its index in the body's variables.
    Variable(usize),
    /// A value; as a result, a register.
    Value(Operand),
}
