//! A launch: how many blocks of how many threads, how much memory, what the parameters are.

use crate::device::run::emit::layout::{DIRECT_BITS, HASH_BITS, Layout};
use crate::device::run::place::{LANES, Mode, Shape, inverse};
use crate::device::run::settings::Gpu;

use super::worker::Told;

/// The most memory, in bytes.
const MOST_BYTES: u64 = 2 << 30;

/// Bytes of all that is small: the gate, what is looked for, and the space between locations and stress.
const OTHERS: u64 = 8 + 8 + 256;

/// Numbers before the states in `counts`.
pub(super) const HEAD: u64 = 3;

/// The form of all blocks of a test.
#[derive(Debug)]
pub(super) struct Block {
    /// Warps in chain mode, teams in split mode.
    warps: u32,
    /// Threads.
    pub(super) threads: u32,
    /// Instances that begin in it.
    pub(super) slots: u32,
    /// Bytes from location to location.
    stride: u32,
    /// Shared memory, in bytes.
    pub(super) shared: u32,
}

impl Block {
    /// Of a test.
    pub(super) fn new(layout: &Layout<'_>, gpu: &Gpu) -> Result<Self, String> {
        let places = &layout.places;
        let asked = u32::try_from(gpu.threads).unwrap_or(LANES) / LANES;
        let warps = match places.mode {
            Mode::Chain => asked.max(places.warps).max(1),
            Mode::Split => (asked / places.warps.max(1)).clamp(1, places.most_teams().max(1)),
        };
        let shape = Shape {
            blocks: places.blocks,
            warps,
            stripe: 1,
            lanes: Vec::new(),
        };
        let (slots, stride) = (warps * LANES, stride(layout, gpu));
        let shared = u64::from(slots) * layout.shareds.len() as u64 * u64::from(stride);
        Ok(Self {
            warps,
            threads: places.threads(&shape),
            slots,
            stride,
            shared: number(shared)?,
        })
    }
}

/// Bytes from location to location: aligned for all of them.
fn stride(layout: &Layout<'_>, gpu: &Gpu) -> u32 {
    let all = layout.globals.iter().chain(&layout.shareds);
    let wide = all.map(|at| layout.type_of(*at).bits).max().unwrap_or(32);
    let bytes = u32::try_from(gpu.stride * 4).unwrap_or(16);
    bytes.next_multiple_of(if wide > 32 { 8 } else { 4 })
}

/// Bytes behind the locations, where stress is made. Whole words are read around a location of fewer bytes.
pub(super) const fn stress(gpu: &Gpu) -> u64 {
    gpu.lines * gpu.words * 4 + 8
}

/// The form of all launches of a test.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) shape: Shape,
    /// All blocks, with those that make stress.
    pub(super) all: u32,
    pub(super) block: Block,
    /// Instances.
    pub(super) total: u32,
    /// What slots of locations are multiplied with, from the second location on.
    pub(super) multipliers: Vec<u32>,
}

fn number(value: u64) -> Result<u32, String> {
    u32::try_from(value).map_err(|_| format!("a launch has no place for {value}"))
}

const fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Plan {
    /// For a GPU on which so many blocks are resident at once.
    pub(super) fn new(
        layout: &Layout<'_>,
        gpu: &Gpu,
        told: &Told,
        (block, resident): (Block, u64),
    ) -> Result<Self, String> {
        let (threads, slots, shared) = (block.threads, block.slots, block.shared);
        if u64::from(shared) > told.shared {
            return Err(format!(
                "a block of {threads} threads takes {shared} bytes of shared memory, and the GPU has {}: `--set threads=N` for fewer",
                told.shared
            ));
        }
        let places = &layout.places;
        let need = u64::from(places.blocks);
        if resident < need {
            return Err(format!(
                "the test needs {need} blocks at once, and {resident} of {threads} threads are resident"
            ));
        }
        let each = u64::from(slots)
            * (layout.record() as u64 + u64::from(block.stride) * layout.globals.len() as u64);
        // Each block has its place in the order, and the address of its stress.
        let blocks = 12 * u64::from(number(resident)?);
        let fixed = 8 * counts(layout) + stress(gpu) + blocks + OTHERS;
        let most = MOST_BYTES.min(told.free / 4);
        let room = most.checked_sub(fixed).map_or(0, |rest| rest / each.max(1));
        let blocks = gpu.blocks.min(resident).min(room);
        if blocks < need {
            return Err(format!(
                "{need} blocks take more memory than a quarter of what is free"
            ));
        }
        let apart = match need - 1 {
            0 => gpu.stripe,
            others => gpu.stripe.min((blocks - 1) / others).max(1),
        };
        let lanes = (0..places.groups)
            .map(|group| number((2 * group as u64 + gpu.lanes) % u64::from(LANES)));
        let shape = Shape {
            blocks: number(blocks)?,
            warps: block.warps,
            stripe: number(apart)?,
            lanes: lanes.collect::<Result<_, _>>()?,
        };
        places.fits(&shape)?;
        let total = blocks * u64::from(slots);
        let count = (layout.globals.len() + layout.shareds.len()).saturating_sub(1);
        // A product of an instance and a multiplier has 32 bits.
        let most = u64::from(u32::MAX) / total.max(1);
        let mut multipliers = Vec::new();
        let mut next = gpu.slots.min(most);
        while multipliers.len() < count {
            if next == 0 || next > most {
                next = 1;
            }
            while gcd(next, total) != 1 {
                next += 1;
            }
            multipliers.push(number(next)?);
            next += 1;
        }
        Ok(Self {
            shape,
            all: number(gpu.all.min(resident).max(blocks))?,
            block,
            total: number(total)?,
            multipliers,
        })
    }

    /// Bytes of the locations.
    pub(super) fn memory(&self, layout: &Layout<'_>) -> u64 {
        u64::from(self.total) * u64::from(self.block.stride) * layout.globals.len() as u64
    }

    /// Where an instance has a global location, in bytes.
    pub(super) fn place(&self, layout: &Layout<'_>, index: usize, instance: u64) -> u64 {
        let factor = index.checked_sub(1).and_then(|at| self.multipliers.get(at));
        let slot = instance * factor.map_or(1, |factor| u64::from(*factor)) % u64::from(self.total);
        (slot * layout.globals.len() as u64 + index as u64) * u64::from(self.block.stride)
    }

    /// A parameter that is the same in all launches and no address.
    pub(super) fn number(&self, name: &str, spin: u64) -> u64 {
        let numbered = |prefix: &str| name.strip_prefix(prefix)?.parse::<usize>().ok();
        match name {
            "blocks" => self.shape.blocks.into(),
            "slots" => self.block.slots.into(),
            "total" => self.total.into(),
            "stride" => self.block.stride.into(),
            "stripe" => self.shape.stripe.into(),
            "spin" => spin,
            _ => {
                if let Some(at) = numbered("mul") {
                    return self
                        .multipliers
                        .get(at.wrapping_sub(1))
                        .map_or(1, |one| (*one).into());
                }
                let group = numbered("lanes").and_then(|at| self.shape.lanes.get(at));
                // All others (`zero0`, …) are 0.
                group.map_or(0, |lanes| inverse(*lanes).into())
            }
        }
    }
}

/// The words of `counts`.
pub(super) fn counts(layout: &Layout<'_>) -> u64 {
    let states = if layout.bits() <= DIRECT_BITS {
        1 << layout.bits()
    } else {
        2 << HASH_BITS
    };
    HEAD + states
}
