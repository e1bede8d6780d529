//! Which values a location can hold: all that some path of some thread stores, given that reads
//! find such values.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::event::MAX_EVENTS;
use super::limits::{Budget, Exhausted};
use super::loops::{Loop, loops};
use super::matrix::{Set, members};
use super::paths::{Path, Step, paths};
use crate::program::{InstructionKind, LocationId, Program, ThreadId};
use crate::syntax::ast::AtomicOp;

/// What is known of the origin of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Origin {
    /// Whether it is the initial value.
    initial: bool,
    /// The threads that store it.
    threads: Set,
    /// The instructions that every way to the value passes through, numbered by [`Sites`].
    sites: Set,
}

/// What a search may leave out, because no execution of interest has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is so or not, whatever the others are"
)]
pub struct Hints {
    /// Every execution is coherent, location by location.
    pub coherent: bool,
    /// No value depends on itself.
    pub grounded: bool,
    /// What an exchange writes depends on nothing that it finds: its two halves are events of their own. In other models
    /// they are one, through which values come round.
    pub halves: bool,
    /// Each thread may take one lap that changes nothing: what it accesses there may race.
    pub idle_lap: bool,
}

/// For each memory, the values it may hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Domains {
    values: Vec<BTreeMap<i64, Origin>>,
    hints: Hints,
    sites: Sites,
}

/// A read that is about to happen.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// Its thread.
    pub thread: ThreadId,
    /// Its instruction.
    pub instruction: usize,
    /// The memory.
    pub location: LocationId,
    /// What the thread itself last wrote there.
    pub own: Option<i64>,
}

impl Domains {
    /// The initial values.
    ///
    /// # Errors
    /// When the time is over.
    pub fn initial(program: &Program, hints: Hints, budget: &Budget) -> Result<Self, Exhausted> {
        let origin = Origin {
            initial: true,
            threads: 0,
            sites: 0,
        };
        let locations = program.locations.iter();
        Ok(Self {
            values: locations
                .map(|location| BTreeMap::from([(location.initial, origin)]))
                .collect(),
            hints,
            sites: Sites::new(program, hints.halves, budget)?,
        })
    }

    /// Whether each thread may take one lap that changes nothing.
    #[must_use]
    pub const fn one_idle_lap(&self) -> bool {
        self.hints.idle_lap
    }

    /// The values that a read may find, in ascending order. What the thread itself wrote last is
    /// always among them, and where it wrote nothing the initial value, so that no path breaks off
    /// for want of a value that is only found in a later round.
    #[must_use]
    pub fn values(&self, reader: Reader) -> BTreeSet<i64> {
        let known = self.values[reader.location.0].iter();
        known
            .filter(move |(value, origin)| self.may_find(reader, **value, **origin))
            .map(|(value, _)| *value)
            .chain(reader.own)
            .collect()
    }

    fn may_find(&self, reader: Reader, value: i64, origin: Origin) -> bool {
        let site = self.sites.of(reader.thread, reader.instruction);
        let depends = !self.sites.forgets(reader.thread, reader.instruction);
        if self.hints.grounded && depends && origin.sites & site != 0 {
            return false;
        }
        // Of its own writes, and the initial one before them, a thread can find the last only.
        let others = origin.threads & !(1 << reader.thread.0);
        let mine = reader.own.map_or(origin.initial, |own| own == value);
        !self.hints.coherent || others != 0 || mine
    }

    /// Adds what a path stores; tells whether any of it is new.
    fn absorb(&mut self, path: &Path) -> bool {
        let mut grown = false;
        for step in &path.steps {
            let event = &step.event;
            let (Some(thread), Some(location), Some(value)) =
                (event.thread, event.location, event.written)
            else {
                continue;
            };
            let origin = Origin {
                initial: false,
                threads: 1 << thread.0,
                sites: self.sites.of(thread, event.instruction) | self.behind(path, step, thread),
            };
            grown |= self.add(location, value, origin);
        }
        grown
    }

    /// The instructions that the values a write depends on all come through.
    fn behind(&self, path: &Path, step: &Step, thread: ThreadId) -> Set {
        let reads = members(step.addr | step.data | step.ctrl).map(|read| &path.steps[read]);
        let own = (!self.sites.forgets(thread, step.event.instruction)).then_some(step);
        let origins = reads.chain(own).filter_map(|read| {
            let (location, value) = (read.event.location?, read.event.read?);
            self.values[location.0].get(&value)
        });
        origins.fold(0, |sites, origin| sites | origin.sites)
    }

    fn add(&mut self, location: LocationId, value: i64, more: Origin) -> bool {
        let known = self.values[location.0].entry(value);
        match known {
            Entry::Vacant(entry) => {
                entry.insert(more);
                true
            }
            Entry::Occupied(mut entry) => {
                let before = *entry.get();
                let after = Origin {
                    initial: before.initial,
                    threads: before.threads | more.threads,
                    sites: before.sites & more.sites,
                };
                entry.insert(after);
                before != after
            }
        }
    }
}

/// Numbers for the instructions that write, each at most once in an execution: those in loops, and
/// any beyond the size of a set, have none.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sites {
    numbers: BTreeMap<(usize, usize), usize>,
    /// The instructions that write nothing of what they find.
    forgetful: BTreeSet<(usize, usize)>,
}

impl Sites {
    fn new(program: &Program, halves: bool, budget: &Budget) -> Result<Self, Exhausted> {
        let mut numbers = BTreeMap::new();
        let mut forgetful = BTreeSet::new();
        for (index, thread) in program.threads.iter().enumerate() {
            let loops = loops(program, ThreadId(index), budget)?;
            for (pc, instruction) in thread.code.iter().enumerate() {
                let repeats = loops.iter().any(|each| each.covers(pc));
                if !repeats && writes(&instruction.kind) && numbers.len() < MAX_EVENTS {
                    numbers.insert((index, pc), numbers.len());
                }
                if halves && exchanges(&instruction.kind) {
                    forgetful.insert((index, pc));
                }
            }
        }
        Ok(Self { numbers, forgetful })
    }

    /// Whether an instruction writes nothing of what it finds.
    fn forgets(&self, thread: ThreadId, pc: usize) -> bool {
        self.forgetful.contains(&(thread.0, pc))
    }

    /// The set of an instruction alone; empty if it has no number.
    fn of(&self, thread: ThreadId, pc: usize) -> Set {
        let number = self.numbers.get(&(thread.0, pc));
        number.map_or(0, |number| 1 << number)
    }
}

fn writes(kind: &InstructionKind) -> bool {
    matches!(
        kind,
        InstructionKind::Store { .. } | InstructionKind::Atomic { .. }
    )
}

fn exchanges(kind: &InstructionKind) -> bool {
    matches!(kind, InstructionKind::Atomic { op, .. } if *op == AtomicOp::Exch)
}

/// The paths of each thread, with every read finding whatever its location may hold.
///
/// Values flow from write to write without cycles (no thin air), so no chain of them is longer
/// than the number of writes: after so many rounds every value that can exist is known, and where
/// the values still grow, the rest is arithmetic that no execution performs.
///
/// # Errors
/// When a limit is reached.
pub fn all_paths(
    program: &Program,
    bound: usize,
    hints: Hints,
    budget: &mut Budget,
) -> Result<Vec<Vec<Path>>, Exhausted> {
    if program.threads.len() > MAX_EVENTS {
        return Err(Exhausted);
    }
    let mut domains = Domains::initial(program, hints, budget)?;
    let mut rounds = most_writes(program, bound, budget)?;
    loop {
        budget.forget();
        let threads = (0..program.threads.len())
            .map(|index| paths(program, ThreadId(index), &domains, bound, budget))
            .collect::<Result<Vec<_>, _>>()?;
        let grown = threads
            .iter()
            .flatten()
            .fold(false, |grown, path| domains.absorb(path) | grown);
        if !grown || rounds == 0 {
            return Ok(threads.into_iter().map(cut).collect());
        }
        rounds -= 1;
    }
}

/// Cuts stuck paths off where they got stuck.
fn cut(mut paths: Vec<Path>) -> Vec<Path> {
    for path in &mut paths {
        path.steps.truncate(path.reached);
    }
    paths
}

/// No execution has more writes than this.
fn most_writes(program: &Program, bound: usize, budget: &Budget) -> Result<usize, Exhausted> {
    let mut most = 0_usize;
    for index in 0..program.threads.len() {
        let loops = loops(program, ThreadId(index), budget)?;
        let code = &program.threads[index].code;
        let writes = code
            .iter()
            .enumerate()
            .filter(|(_, instruction)| writes(&instruction.kind));
        for (pc, _) in writes {
            budget.go_on()?;
            most = most.saturating_add(most_runs(&loops, pc, bound));
        }
    }
    Ok(most)
}

/// No path executes an instruction more often than this: once, and again for each lap of the loops
/// around it, each of which is entered anew in every lap of the next outer one.
fn most_runs(loops: &[Loop], pc: usize, bound: usize) -> usize {
    let around = loops.iter().filter(|each| each.covers(pc));
    let regions: BTreeSet<_> = around.map(|each| each.region).collect();
    regions.iter().fold(1, |runs: usize, region| {
        let jumps = loops.iter().filter(|each| each.region == *region).count();
        runs.saturating_mul(jumps.saturating_mul(bound).saturating_add(1))
    })
}
