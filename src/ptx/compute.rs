//! What is computed on registers.

use super::types::Type;
use super::vocabulary::{Comparison, Half, Join, Rounding};

/// A computation on registers alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Compute {
    /// `mov`.
    Copy,
    /// `add`.
    Add,
    /// `sub`.
    Sub,
    /// `mul`.
    Mul(Half),
    /// A product and a sum.
    Mad(Half),
    /// `div`.
    Div,
    /// `rem`.
    Rem,
    /// `abs`.
    Abs,
    /// `neg`.
    Neg,
    /// `min`.
    Min,
    /// `max`.
    Max,
    /// `and`.
    And,
    /// `or`.
    Or,
    /// `xor`.
    Xor,
    /// `not`.
    Not,
    /// `cnot`.
    Cnot,
    /// `shl`.
    Shl,
    /// `shr`.
    Shr,
    /// `shf`: to the left, and wrapping.
    Funnel { left: bool, wrap: bool },
    /// `bfe`.
    Bfe,
    /// `bfi`.
    Bfi,
    /// `brev`.
    Brev,
    /// `clz`.
    Clz,
    /// `popc`.
    Popc,
    /// `bfind`: and counted from the top.
    Bfind {
        /// Counted from the top.
        shift: bool,
    },
    /// `bmsk`.
    Bmsk {
        /// Of numbers beyond 32 what is left without it counts, not 32.
        wrap: bool,
    },
    /// `szext`.
    Szext {
        /// Of numbers beyond 32 what is left without it counts, not 32.
        wrap: bool,
    },
    /// `prmt`; nothing without a mode.
    Prmt(Option<Pick>),
    /// `lop3`.
    Lop3,
    /// `sad`.
    Sad,
    /// `selp`.
    Select,
    /// Rounded once.
    Fma,
    /// `cvt` from this type; how it rounds; to an integer or within floats; and cut to what fits.
    Convert {
        /// The type it is converted from.
        from: Type,
        /// How it rounds, where that is said.
        rounding: Option<Rounding>,
        /// To an integer, of a float too.
        integral: bool,
        /// Cut to what fits.
        saturate: bool,
    },
    /// `sqrt`, rounded to nearest.
    Sqrt,
    /// `rcp`, rounded to nearest.
    Reciprocal,
    /// `copysign`: the sign of the first, all else of the second.
    Copysign,
    /// `add.cc`, `addc` and the like.
    Carry(Sum),
    /// `add.sat`, `sub.sat` and `mad.hi.sat`: cut to what fits.
    Saturate(Sum),
    /// `min.relu` and `max.relu`: the least or the greatest, and no less than 0.
    Relu {
        /// The greatest.
        greatest: bool,
    },
    /// `dp4a`; `dp2a`, where the first operand has two halves.
    Dot {
        /// The type of the second operand.
        by: Type,
        /// The first has two halves, not four bytes.
        halves: bool,
        /// The two upper bytes of the second.
        high: bool,
    },
    /// The state of a barrier in memory that one has arrived at: its phase, whoever else had come by then.
    Begun,
    /// Whether a phase of a barrier in memory is over: of the state that is given, or of the parity.
    IsOver {
        /// A parity is given.
        parity: bool,
    },
    /// `setp`, `set`: compares, and joins.
    Compare(Comparison, Option<Join>),
}

/// Which bytes a mode of `prmt` takes, by a number below 4 (PTX ISA, *prmt*).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pick {
    /// `.f4e`: four that follow one another.
    Forward,
    /// `.b4e`: four that precede one another.
    Backward,
    /// `.rc8`: one, four times.
    Replicate,
    /// `.ecl`: none below one.
    ClampLeft,
    /// `.ecr`: none above one.
    ClampRight,
    /// `.rc16`: two, twice.
    ReplicateHalf,
}

/// A sum with a carry, or one that is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sum {
    /// `add`.
    Add,
    /// `sub`: what is carried is borrowed.
    Sub,
    /// `mad`.
    Mad(Half),
}

impl Compute {
    /// The type of what it yields at a type.
    #[must_use]
    pub fn result(self, ty: Type) -> Type {
        if matches!(self, Self::Mul(Half::Wide) | Self::Mad(Half::Wide)) {
            ty.doubled()
        } else if matches!(self, Self::Clz | Self::Popc | Self::Bfind { .. }) {
            Type::U32
        } else {
            ty
        }
    }
}
