//! What GPUs alone have.

use crate::device::run::place::Mode;

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
    /// The odd number that the lanes of an instance's first warp are multiplied with; the next warps have the next ones.
    pub lanes: u64,
    /// Words from location to location.
    pub stride: u64,
    /// How roles are spread over threads, where a test has no barriers: 0 in chains, 1 split.
    pub mode: u64,
    /// In so many of 100 launches threads wait for each other before they begin.
    pub gate: u64,
    /// In so many of 100 launches testing threads make stress before they begin.
    pub pre: u64,
    /// Laps of that.
    pub pre_times: u64,
    /// What a lap of that does: 0 two loads, 1 a store and a load, 2 a load and a store, 3 two stores.
    pub pre_pattern: u64,
    /// In so many of 100 launches other blocks make stress.
    pub stress: u64,
    /// Laps of that.
    pub stress_times: u64,
    /// What a lap of that does, likewise.
    pub stress_pattern: u64,
    /// How many addresses stress is made on.
    pub lines: u64,
    /// Words between them.
    pub words: u64,
    /// How blocks share them: 0 neighbours have the same, 1 each the next.
    pub way: u64,
}

impl Gpu {
    /// How the roles of tests without barriers are spread over threads.
    #[must_use]
    pub const fn mode(&self) -> Mode {
        if self.mode == 0 {
            Mode::Chain
        } else {
            Mode::Split
        }
    }
}

/// After cuda-litmus and Levine et al., MC Mutants (ASPLOS 2023), but for what showed more on an H100 (`docs/hardware.md`): fewer
/// blocks that test, `stripe`, `stride`, `gate`, and stress that is short.
pub(super) const DEFAULT: Gpu = Gpu {
    blocks: 256,
    all: 65535,
    threads: 256,
    stripe: 1,
    slots: 1031,
    lanes: 1,
    stride: 7,
    mode: 0,
    gate: 10,
    pre: 65,
    pre_times: 4,
    pre_pattern: 0,
    stress: 20,
    stress_times: 54,
    stress_pattern: 3,
    lines: 9,
    words: 16,
    way: 0,
};
