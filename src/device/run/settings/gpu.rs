//! What GPUs alone have.

/// The settings of launches on a GPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gpu {
    /// The most testing blocks: as many as can be resident.
    pub blocks: u64,
    /// The most blocks, with those that make stress.
    pub all: u64,
    /// Threads of a block.
    pub threads: u64,
    /// How far apart the blocks of an instance may be.
    pub stripe: u64,
    /// What the slots of locations are multiplied with: the least from here on that is coprime to their number.
    pub slots: u64,
    /// Words from location to location.
    pub stride: u64,
    /// In so many of 100 launches threads wait for each other before they begin.
    pub gate: u64,
    /// In so many of 100 launches testing threads make stress before they begin.
    pub pre: u64,
    /// Laps of that.
    pub pre_times: u64,
    /// In so many of 100 launches other blocks make stress.
    pub stress: u64,
    /// Laps of that.
    pub stress_times: u64,
    /// What a lap does: 0 two loads, 1 a store and a load, 2 a load and a store, 3 two stores.
    pub pattern: u64,
    /// How many addresses stress is made on.
    pub lines: u64,
    /// Words between them.
    pub words: u64,
}

/// After cuda-litmus and Levine et al., MC Mutants (ASPLOS 2023).
pub(super) const DEFAULT: Gpu = Gpu {
    blocks: 1024,
    all: 65535,
    threads: 256,
    stripe: 4,
    slots: 1031,
    stride: 4,
    gate: 68,
    pre: 65,
    pre_times: 57,
    stress: 20,
    stress_times: 445,
    pattern: 3,
    lines: 9,
    words: 16,
};
