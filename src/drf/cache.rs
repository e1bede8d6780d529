//! How large the caches are.

/// A cache: sets of ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cache {
    /// Sets.
    pub sets: u32,
    /// Lines of a set.
    pub ways: u32,
}

impl Cache {
    /// Of so many bytes, in lines of so many.
    #[must_use]
    pub const fn of(bytes: u32, ways: u32, line: u32) -> Self {
        let sets = bytes / line / ways;
        Self {
            sets: if sets == 0 { 1 } else { sets },
            ways,
        }
    }

    /// Lines.
    #[must_use]
    pub const fn lines(self) -> u32 {
        self.sets * self.ways
    }
}

/// The sizes that Ta et al. test with (Table III, Figure 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sizes {
    /// L1 of 256 bytes, L2 of 1 KiB, both with 2 ways.
    Small,
    /// L1 of 256 bytes with 2 ways, L2 of 1 MiB with 16.
    Mixed,
    /// L1 of 256 KiB, L2 of 1 MiB, both with 16 ways.
    Large,
}

impl Sizes {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Small, Self::Mixed, Self::Large];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Mixed => "mixed",
            Self::Large => "large",
        }
    }

    /// The L1 and the L2.
    #[must_use]
    pub const fn caches(self, line: u32) -> (Cache, Cache) {
        let (tiny, huge) = (Cache::of(256, 2, line), Cache::of(1 << 20, 16, line));
        match self {
            Self::Small => (tiny, Cache::of(1024, 2, line)),
            Self::Mixed => (tiny, huge),
            Self::Large => (Cache::of(256 << 10, 16, line), huge),
        }
    }
}
