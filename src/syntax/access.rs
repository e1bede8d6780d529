//! How memory is accessed: orders, scopes, proxies, spaces, types.

/// The memory space of a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Space {
    /// One copy for the device.
    #[default]
    Global,
    /// One copy for each block.
    Shared,
}

/// The path by which an access reaches memory (PTX ISA 7.5, "Proxies").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Proxy {
    /// `ld`, `st`, `atom`, `red`.
    #[default]
    Generic,
    /// `sust`, `suld`.
    Surface,
    /// `tld`.
    Texture,
    /// `cold`.
    Constant,
}

/// How an access is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Order {
    /// An ordinary access.
    Weak,
    /// A strong access without ordering.
    Relaxed,
    /// Acquire.
    Acquire,
    /// Release.
    Release,
    /// Acquire and release.
    AcqRel,
    /// Sequentially consistent.
    Sc,
}

/// The set of threads that an operation is meant for, from narrow to wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// `.thread`, HSA's work-item.
    Thread,
    /// `.warp`, HSA's wavefront.
    Warp,
    /// `.cta`, HSA's work-group.
    Cta,
    /// `.gpu`, HSA's component (agent).
    Gpu,
    /// `.sys`.
    Sys,
}

impl Scope {
    /// All scopes, from narrow to wide.
    pub const ALL: [Self; 5] = [Self::Thread, Self::Warp, Self::Cta, Self::Gpu, Self::Sys];
}

impl Order {
    /// The scope of an access of this order that was given one: a weak access has none of its own.
    #[must_use]
    pub const fn scope(self, given: Scope) -> Scope {
        match self {
            Self::Weak => Scope::Sys,
            Self::Relaxed | Self::Acquire | Self::Release | Self::AcqRel | Self::Sc => given,
        }
    }
}

/// The modifiers of a memory access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Access {
    /// The order; `.volatile` is [`Order::Relaxed`] at [`Scope::Sys`].
    pub order: Order,
    /// The scope; weak accesses have [`Scope::Sys`], which means nothing for them.
    pub scope: Scope,
    /// Whether the order was one of the `rm_` forms (remote-scope promotion, Orr et al. 2015).
    pub remote: bool,
    /// The proxy.
    pub proxy: Proxy,
    /// The state space, where written.
    pub space: Option<Space>,
    /// The operand type.
    pub ty: Type,
}

/// How the bits of a type are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// `.sN`: two's complement.
    Signed,
    /// `.uN` and `.bN`.
    Unsigned,
    /// `.fN`: moved, never computed with.
    Float,
}

/// An operand type; `.s32` where none is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type {
    /// How the bits are read.
    pub kind: TypeKind,
    /// Width in bits: 8, 16, 32 or 64.
    pub bits: u8,
}

impl Default for Type {
    fn default() -> Self {
        Self {
            kind: TypeKind::Signed,
            bits: 32,
        }
    }
}
