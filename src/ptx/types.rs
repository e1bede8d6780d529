//! The types of PTX.

use std::fmt;

/// What the bits of a type mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A truth value.
    Predicate,
    /// Bits without a meaning.
    Bits,
    /// An unsigned number.
    Unsigned,
    /// A signed number.
    Signed,
    /// An IEEE number.
    Float,
    /// Several numbers in one register, or a format of other than IEEE's: moved, never computed with.
    Packed,
}

impl Kind {
    /// Whether values are whole numbers, so that sums are the same in each order and nothing times one is nothing.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        match self {
            Self::Bits | Self::Unsigned | Self::Signed => true,
            Self::Predicate | Self::Float | Self::Packed => false,
        }
    }
}

/// A fundamental type: `.u32`, `.f64`, `.pred`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Type {
    /// What the bits mean.
    pub kind: Kind,
    /// How many bits; 1 for a predicate.
    pub bits: u16,
}

impl Type {
    /// A truth value.
    pub const PREDICATE: Self = Self::new(Kind::Predicate, 1);
    /// 32 bits without a meaning.
    pub const B32: Self = Self::new(Kind::Bits, 32);
    /// 64 bits without a meaning.
    pub const B64: Self = Self::new(Kind::Bits, 64);
    /// An unsigned number of 32 bits.
    pub const U32: Self = Self::new(Kind::Unsigned, 32);
    /// An unsigned number of 64 bits.
    pub const U64: Self = Self::new(Kind::Unsigned, 64);

    /// A type of a kind and a width.
    #[must_use]
    pub const fn new(kind: Kind, bits: u16) -> Self {
        Self { kind, bits }
    }

    /// The type of a name without its dot.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let packed = |bits| Some(Self::new(Kind::Packed, bits));
        match name {
            "pred" => return Some(Self::PREDICATE),
            "f16x2" | "bf16x2" | "u16x2" | "s16x2" | "tf32" => return packed(32),
            "bf16" | "e4m3x2" | "e5m2x2" => return packed(16),
            "f32x2" => return packed(64),
            _ => {}
        }
        let kind = match name.as_bytes().first()? {
            b'b' => Kind::Bits,
            b'u' => Kind::Unsigned,
            b's' => Kind::Signed,
            b'f' => Kind::Float,
            _ => return None,
        };
        let bits = match &name[1..] {
            "8" if kind != Kind::Float => 8,
            "16" => 16,
            "32" => 32,
            "64" => 64,
            "128" if kind == Kind::Bits => 128,
            _ => return None,
        };
        Some(Self::new(kind, bits))
    }

    /// The size in memory.
    #[must_use]
    pub const fn bytes(self) -> u64 {
        self.bits.div_ceil(8) as u64
    }

    /// Whether it is a signed number.
    #[must_use]
    pub const fn is_signed(self) -> bool {
        matches!(self.kind, Kind::Signed)
    }

    /// Whether it is an IEEE number.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self.kind, Kind::Float)
    }

    /// The same kind of twice the width.
    #[must_use]
    pub const fn doubled(self) -> Self {
        Self::new(self.kind, self.bits * 2)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.kind {
            Kind::Predicate => return f.write_str("pred"),
            Kind::Bits => "b",
            Kind::Unsigned => "u",
            Kind::Signed => "s",
            Kind::Float => "f",
            Kind::Packed => "packed",
        };
        write!(f, "{letter}{}", self.bits)
    }
}

/// A memory space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Space {
    /// None was written: the address says which.
    Generic,
    /// Of a device.
    Global,
    /// Of a block.
    Shared,
    /// Of a thread.
    Local,
    /// Of a device, and never written.
    Const,
    /// Parameters of kernels and functions.
    Param,
}

impl Space {
    /// The space of a name without its dot and without what follows `::`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "global" => Self::Global,
            "shared" | "shared::cta" | "shared::cluster" => Self::Shared,
            "local" => Self::Local,
            "const" => Self::Const,
            "param" | "param::entry" | "param::func" => Self::Param,
            _ => return None,
        })
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Generic => "generic",
            Self::Global => "global",
            Self::Shared => "shared",
            Self::Local => "local",
            Self::Const => "const",
            Self::Param => "param",
        }
    }
}
