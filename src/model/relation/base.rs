//! The sets and relations that every execution has: the vocabulary of models.

macro_rules! vocabulary {
    ($(#[$outer:meta])* $name:ident { $( $variant:ident = $($text:literal)|+ : $doc:literal; )* }) => {
        $(#[$outer])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $( #[doc = $doc] $variant, )* }

        impl $name {
            /// All of them, in the order of the documentation.
            pub const ALL: &'static [Self] = &[ $( Self::$variant, )* ];

            /// The one with that name in the model language; some have several.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $( $($text)|+ => Some(Self::$variant), )* _ => None }
            }

            /// Its names, the usual one first.
            #[must_use]
            pub const fn names(self) -> &'static [&'static str] {
                match self { $( Self::$variant => &[$($text),+], )* }
            }

            /// Its usual name.
            #[must_use]
            pub const fn name(self) -> &'static str { self.names()[0] }

            /// What it holds.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $( Self::$variant => $doc, )* }
            }
        }
    };
}

vocabulary! {
    /// A base set of events.
    BaseSet {
        All = "_": "Every executed event.";
        Read = "R": "Reads, the read of a read-modify-write among them.";
        Write = "W": "Writes, the write of a read-modify-write and the initial writes among them.";
        Memory = "M": "Reads and writes.";
        Fence = "F": "Fences.";
        Barrier = "B": "Barriers (`bar`).";
        Rmw = "RMW": "The events of atomics, a failed `cas` among them.";
        Reduction = "RED": "The events of `red`, and of an atomic that could be written so: its result is `_`.";
        Initial = "IW" | "I": "The initial writes.";
        Weak = "WEAK": "Ordinary memory accesses, the initial writes not among them.";
        Strong = "STRONG": "Ordered or relaxed memory accesses, and fences.";
        Relaxed = "RLX": "Accesses that are relaxed: written so, the half of a read-modify-write that its order leaves so, or a failed `cas` that was to release.";
        Acquire = "ACQ": "Reads that acquire (`acquire`, `acq_rel` and `sc` ones).";
        Release = "REL": "Writes that release (`release`, `acq_rel` and `sc` ones).";
        AcqRel = "ACQ_REL": "Accesses written `acq_rel`, and every `fence.acq_rel` and `fence.sc`.";
        Sc = "SC": "Accesses and fences written `sc`, and `membar`.";
        Remote = "REMOTE": "Accesses with one of the `rm_` orders.";
        Thread = "THREAD" | "WI": "Events of scope `.thread`.";
        Warp = "WARP" | "WV": "Events of scope `.warp`.";
        Cta = "CTA" | "WG": "Events of scope `.cta`.";
        Gpu = "GPU" | "CMP": "Events of scope `.gpu`.";
        Sys = "SYS": "Events of scope `.sys`.";
        Generic = "GEN": "Accesses through the generic proxy, and ordinary fences.";
        Surface = "SUR": "Accesses through the surface proxy, and its fences.";
        Texture = "TEX": "Accesses through the texture proxy, and its fences.";
        Constant = "CON": "Accesses through the constant proxy, and its fences.";
        Alias = "ALIAS": "Alias fences (`fence.proxy.alias`).";
        Global = "GLOBAL": "Accesses to global locations.";
        Shared = "SHARED": "Accesses to `.shared` locations.";
    }
}

vocabulary! {
    /// A base relation between events.
    BaseRelation {
        ProgramOrder = "po": "Program order: earlier and later events of one thread.";
        PoLoc = "po-loc": "Program order between accesses of one location.";
        SameLocation = "loc": "Accesses of one location (of one memory, where names are aliases).";
        SameVirtual = "vloc": "Accesses by one address: aliases are different.";
        ReadsFrom = "rf": "From a write to each read that takes its value from it.";
        Coherence = "co": "The order of the writes of a location, the initial one first.";
        FromReads = "fr": "From a read to the writes that are `co`-after the one it read from: `(rf^-1;co) \\ id`.";
        Rmw = "rmw": "From the read of a read-modify-write to its write.";
        Addr = "addr": "Address dependency, from a read.";
        Data = "data": "Data dependency, from a read.";
        Ctrl = "ctrl": "Control dependency, from a read to everything after a branch it decides.";
        Internal = "int": "Events of one thread, each with itself too; the initial writes among themselves.";
        External = "ext": "Events of different threads; the initial writes count as another thread.";
        Identity = "id": "Each event with itself.";
        SameThread = "same-thread" | "same-wi": "Events of one thread.";
        SameWarp = "same-warp" | "same-wv": "Events of threads of one warp.";
        SameCta = "same-cta" | "same-wg" | "scta": "Events of threads of one block.";
        SameGpu = "same-gpu" | "same-cmp": "Events of threads on one device.";
        ScopesInclude = "sr": "The scope of each event includes the thread of the other.";
        Reaches = "reaches": "The scope of the first event includes the thread of the second.";
        Covers = "covers": "The scope instance of the first event, a set of threads, contains that of the second; both ways where scopes of two kinds are the same threads.";
        SameInstance = "same-scope": "Events whose scopes are one instance: the same kind, and the same set of threads.";
        SyncBarrier = "syncbar" | "sync_barrier": "From a barrier to those of its round that wait for it.";
        SyncFence = "sync_fence": "An order of the morally strong `fence.sc` pairs, one direction for each.";
    }
}

impl BaseRelation {
    /// Whether it depends on the orders and scopes of events, beyond their being there.
    #[must_use]
    pub const fn is_of_forms(self) -> bool {
        match self {
            Self::Reaches
            | Self::ScopesInclude
            | Self::Covers
            | Self::SameInstance
            | Self::SyncFence => true,
            Self::ProgramOrder
            | Self::PoLoc
            | Self::SameLocation
            | Self::SameVirtual
            | Self::ReadsFrom
            | Self::Coherence
            | Self::FromReads
            | Self::Rmw
            | Self::Addr
            | Self::Data
            | Self::Ctrl
            | Self::Internal
            | Self::External
            | Self::Identity
            | Self::SameThread
            | Self::SameWarp
            | Self::SameCta
            | Self::SameGpu
            | Self::SyncBarrier => false,
        }
    }
}

impl BaseSet {
    /// Whether it depends on the orders and scopes of events, beyond their being there.
    #[must_use]
    pub const fn is_of_forms(self) -> bool {
        match self {
            Self::Weak
            | Self::Strong
            | Self::Relaxed
            | Self::Acquire
            | Self::Release
            | Self::AcqRel
            | Self::Sc
            | Self::Remote
            | Self::Thread
            | Self::Warp
            | Self::Cta
            | Self::Gpu
            | Self::Sys => true,
            Self::All
            | Self::Read
            | Self::Write
            | Self::Memory
            | Self::Fence
            | Self::Barrier
            | Self::Rmw
            | Self::Reduction
            | Self::Initial
            | Self::Generic
            | Self::Surface
            | Self::Texture
            | Self::Constant
            | Self::Alias
            | Self::Global
            | Self::Shared => false,
        }
    }
}

/// What executions have before anything is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Base {
    /// A set.
    Set(BaseSet),
    /// A relation.
    Relation(BaseRelation),
}
