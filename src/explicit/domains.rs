//! Which values a location can hold: all that some path of some thread stores, given that reads
//! find such values.

use std::collections::BTreeSet;

use super::limits::{Budget, Exhausted};
use super::loops::{Loop, loops};
use super::paths::{Path, paths};
use crate::program::{InstructionKind, LocationId, Program, ThreadId};

/// For each memory, the values it may hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Domains {
    values: Vec<BTreeSet<i64>>,
}

impl Domains {
    /// The initial values.
    #[must_use]
    pub fn initial(program: &Program) -> Self {
        let mut values = vec![BTreeSet::new(); program.locations.len()];
        for (set, location) in values.iter_mut().zip(&program.locations) {
            set.insert(location.initial);
        }
        Self { values }
    }

    /// The values of a memory, in ascending order.
    pub fn values(&self, location: LocationId) -> impl Iterator<Item = i64> + '_ {
        self.values[location.0].iter().copied()
    }

    /// Adds what a path stores; tells whether any of it is new.
    fn absorb(&mut self, path: &Path) -> bool {
        let mut grown = false;
        for step in &path.steps {
            if let (Some(location), Some(value)) = (step.event.location, step.event.written) {
                grown |= self.values[location.0].insert(value);
            }
        }
        grown
    }
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
    budget: &mut Budget,
) -> Result<Vec<Vec<Path>>, Exhausted> {
    let mut domains = Domains::initial(program);
    let mut rounds = most_writes(program, bound);
    loop {
        let threads = (0..program.threads.len())
            .map(|index| paths(program, ThreadId(index), &domains, bound, budget))
            .collect::<Result<Vec<_>, _>>()?;
        let grown = threads
            .iter()
            .flatten()
            .fold(false, |grown, path| domains.absorb(path) | grown);
        if !grown || rounds == 0 {
            return Ok(threads);
        }
        rounds -= 1;
    }
}

/// No execution has more writes than this.
fn most_writes(program: &Program, bound: usize) -> usize {
    let threads = 0..program.threads.len();
    let per_thread = threads.map(|index| {
        let loops = loops(program, ThreadId(index));
        let code = &program.threads[index].code;
        let writes = code.iter().enumerate().filter(|(_, instruction)| {
            matches!(
                instruction.kind,
                InstructionKind::Store { .. } | InstructionKind::Atomic { .. }
            )
        });
        writes.fold(0usize, |sum, (pc, _)| {
            sum.saturating_add(most_runs(&loops, pc, bound))
        })
    });
    per_thread.fold(0, usize::saturating_add)
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
