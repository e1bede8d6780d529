//! What operations are made of.

use super::module::RegisterId;

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
pub enum Comparison {
    /// `eq`.
    Eq,
    /// `ne`.
    Ne,
    /// `lt`.
    Lt,
    /// `le`.
    Le,
    /// `gt`.
    Gt,
    /// `ge`.
    Ge,
    /// `lo`.
    Lo,
    /// `ls`.
    Ls,
    /// `hi`.
    Hi,
    /// `hs`.
    Hs,
    /// `equ`.
    Equ,
    /// `neu`.
    Neu,
    /// `ltu`.
    Ltu,
    /// `leu`.
    Leu,
    /// `gtu`.
    Gtu,
    /// `geu`.
    Geu,
    /// `num`.
    Num,
    /// `nan`.
    Nan,
}

/// How two truth values are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Join {
    /// `and`.
    And,
    /// `or`.
    Or,
    /// `xor`.
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
pub enum Shuffle {
    /// `up`.
    Up,
    /// `down`.
    Down,
    /// `bfly`.
    Bfly,
    /// `idx`.
    Idx,
}

/// What a vote says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Vote {
    /// `all`.
    All,
    /// `any`.
    Any,
    /// `uniform`.
    Uniform,
    /// `ballot`.
    Ballot,
}

/// An arithmetic operation of an atomic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Update {
    /// `add`.
    Add,
    /// `and`.
    And,
    /// `or`.
    Or,
    /// `xor`.
    Xor,
    /// `min`.
    Min,
    /// `max`.
    Max,
    /// `inc`.
    Inc,
    /// `dec`.
    Dec,
    /// `exch`.
    Exch,
    /// `cas`.
    Cas,
    /// `mbarrier.arrive`, of a barrier as [`update`](crate::kernel::arithmetic::update) takes it.
    Arrive,
    /// `mbarrier.arrive_drop`.
    Leave,
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

/// What is passed to a call or comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CallOperand {
    /// A `.param` variable of the caller, by its index in the body's variables.
    Variable(usize),
    /// A value; as a result, a register.
    Value(Operand),
}
