//! Threads with concrete places.

/// A block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Its launch.
    pub launch: usize,
    /// Its number in the launch, by dimension.
    pub index: [u64; 3],
    /// Its number in the launch.
    pub linear: u64,
    /// Its threads, as indices into the threads of the setup.
    pub threads: std::ops::Range<usize>,
}

/// A thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thread {
    /// Its launch.
    pub launch: usize,
    /// Its block, as an index into the blocks of the setup.
    pub block: usize,
    /// Its number in the block, by dimension.
    pub index: [u64; 3],
    /// Its number in the block.
    pub linear: u64,
}

impl Thread {
    /// Its lane.
    #[must_use]
    pub const fn lane(&self) -> u64 {
        self.linear % 32
    }

    /// Its warp in the block.
    #[must_use]
    pub const fn warp(&self) -> u64 {
        self.linear / 32
    }
}

/// The points of a box, `x` fastest.
pub fn points(size: [u64; 3]) -> impl Iterator<Item = [u64; 3]> {
    let [x, y, z] = size;
    (0..z).flat_map(move |c| (0..y).flat_map(move |b| (0..x).map(move |a| [a, b, c])))
}
