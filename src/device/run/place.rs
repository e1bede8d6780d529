//! Which thread of a launch plays which thread of a test, and for which instance.
//!
//! A launch has T testing blocks. In *chain* mode every GPU thread plays every role (a thread of the test) once,
//! each for another instance; in *split* mode, for tests with barriers, the 32 lanes of a warp play one role.
//! After the parallel permuted testing of Levine et al., MC Mutants (ASPLOS 2023): numbers that are coprime spread
//! the instances, and each role of each instance is played exactly once.

use crate::program::{Placement, Program};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::Span;

use super::quorum::{Barrier, barrier};

/// The lanes of a warp.
pub const LANES: u32 = 32;

/// The most threads of a block.
pub const MOST_THREADS: u32 = 1024;

/// The barriers of a block that a test may use: one of the 16 is the harness's.
pub const MOST_BARRIERS: usize = 15;

/// How roles are spread over threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Every thread plays every role, one after the other.
    Chain,
    /// A warp plays one role.
    Split,
}

/// Where a role is, relative to its instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seat {
    /// Blocks apart, in stripes: equal for one `cta`.
    pub block: u32,
    /// Warps apart within the block.
    pub warp: u32,
    /// Lanes apart within the warp.
    pub lane: u32,
    /// The warp among all of the test: roles of one have the same lane multiplier.
    pub group: usize,
}

/// The places of all roles of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// How they are spread.
    pub mode: Mode,
    /// Where each role is.
    pub seats: Vec<Seat>,
    /// The blocks of an instance.
    pub blocks: u32,
    /// The most warps that a block of an instance has; in split mode one for each role.
    pub warps: u32,
    /// The warps of all blocks.
    pub groups: usize,
    /// The barriers of the test: block, name and resource.
    pub barriers: Vec<Barrier>,
}

/// The form of a launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// Testing blocks: T.
    pub blocks: u32,
    /// Warps of a block in chain mode (B is 32 times that), teams in split mode.
    pub warps: u32,
    /// How far apart the blocks of an instance may be: S.
    pub stripe: u32,
    /// The odd lane multiplier of each group: p.
    pub lanes: Vec<u32>,
}

/// A thread of a launch: its block's place, its warp, its lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The place of its block.
    pub block: u32,
    /// Its warp in the block.
    pub warp: u32,
    /// Its lane in the warp.
    pub lane: u32,
}

impl Places {
    /// The places of a test, its roles spread as asked: where it has barriers they are split whatever is asked.
    ///
    /// # Errors
    ///
    /// What cannot be placed on one device.
    pub fn of(program: &Program, asked: Mode) -> Result<Self, Vec<Diagnostic>> {
        let mut found = Vec::new();
        let barriers = barriers(program);
        let (mode, why) = if barriers.is_empty() {
            (asked, "a test in mode `split`")
        } else {
            (Mode::Split, "a test with barriers")
        };
        let mut blocks: Vec<u32> = Vec::new();
        let mut warps: Vec<(Placement, u32, u32)> = Vec::new();
        let mut seats = Vec::new();
        for thread in &program.threads {
            let place = thread.placement;
            if place.gpu != program.threads[0].placement.gpu {
                let message = "this test needs two GPUs, and a kernel runs on one";
                found.push(Diagnostic::new(message, thread.span, "on another GPU"));
                continue;
            }
            let block = index(&mut blocks, place.cta);
            let in_block = warps.iter().filter(|one| one.0.same_cta(&place)).count();
            let known = warps.iter().position(|one| one.0.same_warp(&place));
            let group = known.unwrap_or(warps.len());
            if known.is_none() {
                warps.push((place, u32::try_from(in_block).unwrap_or(MOST_THREADS), 0));
            } else if mode == Mode::Split {
                found.push(shared_warp(thread.span, why));
            }
            let (_, warp, lanes) = &mut warps[group];
            seats.push(Seat {
                block,
                warp: *warp,
                lane: *lanes,
                group,
            });
            *lanes += 1;
            if *lanes == LANES + 1 || *warp * LANES >= MOST_THREADS {
                let message = "this thread has no place: a warp has 32 lanes, a block 32 warps";
                found.push(Diagnostic::new(message, thread.span, "one too many"));
            }
        }
        if mode == Mode::Split && seats.len() > 32 {
            let span = program.threads[32].span;
            let message = format!("{why} has at most 32 threads on a GPU, a warp for each");
            found.push(Diagnostic::new(message, span, "one too many"));
        }
        if !found.is_empty() {
            return Err(found);
        }
        let most = warps.iter().map(|one| one.1 + 1).max().unwrap_or(1);
        let roles = u32::try_from(seats.len()).unwrap_or(MOST_THREADS);
        Ok(Self {
            mode,
            blocks: u32::try_from(blocks.len()).unwrap_or(MOST_THREADS),
            warps: match mode {
                Mode::Chain => most,
                Mode::Split => roles,
            },
            groups: warps.len(),
            seats,
            barriers,
        })
    }

    /// The threads of a block.
    #[must_use]
    pub fn threads(&self, shape: &Shape) -> u32 {
        match self.mode {
            Mode::Chain => shape.warps * LANES,
            Mode::Split => shape.warps * self.warps * LANES,
        }
    }

    /// The instances that begin in a block.
    #[must_use]
    pub const fn slots(&self, shape: &Shape) -> u32 {
        shape.warps * LANES
    }

    /// The most teams that a block has barriers and threads for.
    #[must_use]
    pub fn most_teams(&self) -> u32 {
        let barriers = MOST_BARRIERS / self.barriers.len().max(1);
        let barriers = u32::try_from(barriers).unwrap_or(1);
        barriers.min(MOST_THREADS / LANES / self.warps.max(1))
    }

    /// Whether a launch has room for an instance, and tells roles of different blocks apart.
    ///
    /// # Errors
    ///
    /// Why not, in a line.
    pub fn fits(&self, shape: &Shape) -> Result<(), String> {
        let apart = (self.blocks - 1).checked_mul(shape.stripe);
        if shape.stripe == 0 || apart.is_none_or(|apart| apart >= shape.blocks) {
            return Err(format!(
                "{} blocks an instance and a stripe of {} need more than {} testing blocks",
                self.blocks, shape.stripe, shape.blocks
            ));
        }
        let (least, most) = match self.mode {
            Mode::Chain => (self.warps, MOST_THREADS / LANES),
            Mode::Split => (1, self.most_teams()),
        };
        if !(least..=most).contains(&shape.warps) {
            return Err(format!(
                "a block has from {least} to {most} {}, not {}",
                match self.mode {
                    Mode::Chain => "warps",
                    Mode::Split => "teams",
                },
                shape.warps
            ));
        }
        let odd = shape.lanes.iter().all(|lanes| lanes % 2 == 1);
        if !odd || shape.lanes.len() != self.groups {
            return Err(format!("{} odd lane multipliers are needed", self.groups));
        }
        Ok(())
    }

    /// The instance for which a thread plays a role: the block in which it begins, and its slot there.
    /// None where the thread does not play the role.
    #[must_use]
    pub fn plays(&self, role: usize, at: Position, shape: &Shape) -> Option<(u32, u32)> {
        let seat = self.seats[role];
        let lanes = inverse(shape.lanes[seat.group]);
        let slot = match self.mode {
            Mode::Chain => {
                let lane = (at.lane + LANES - seat.lane) * lanes % LANES;
                let warp = (at.warp + shape.warps - seat.warp) % shape.warps;
                warp * LANES + lane
            }
            Mode::Split => {
                if usize::try_from(at.warp % self.warps) != Ok(role) {
                    return None;
                }
                at.warp / self.warps * LANES + at.lane * lanes % LANES
            }
        };
        let apart = seat.block * (1 + slot % shape.stripe);
        let block = (at.block + shape.blocks - apart) % shape.blocks;
        Some((block, slot))
    }
}

fn shared_warp(span: Span, why: &str) -> Diagnostic {
    let message = format!("{why} has two threads in one warp");
    Diagnostic::new(message, span, "in the warp of another thread")
        .with_help("a warp plays one thread of the test: give each a warp of its own")
}

/// The inverse of an odd number modulo 32.
#[must_use]
pub const fn inverse(odd: u32) -> u32 {
    // The units modulo 32 have an order that divides 8.
    let odd = odd % LANES;
    let square = odd * odd % LANES;
    square * square % LANES * square % LANES * odd % LANES
}

/// The barriers of a test, each once.
fn barriers(program: &Program) -> Vec<Barrier> {
    let mut all = Vec::new();
    for thread in &program.threads {
        let code = thread.code.iter();
        for known in code.filter_map(|one| barrier(thread, &one.kind)) {
            if !all.contains(&known) {
                all.push(known);
            }
        }
    }
    all
}

fn index(known: &mut Vec<u32>, name: u32) -> u32 {
    let at = known.iter().position(|other| *other == name);
    let at = at.unwrap_or_else(|| {
        known.push(name);
        known.len() - 1
    });
    u32::try_from(at).unwrap_or(MOST_THREADS)
}
