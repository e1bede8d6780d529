//! Rounds of barriers in one run, and whether they are the same in all.
//!
//! A round of a barrier that waits for all of a block has all of them. One that counts is over when so many have come,
//! whoever they are. Where just so many threads use it, and none comes again before program order and barriers have let it know
//! that all have come the last time, each round has each of them once. This is so in every run: what lets it know are
//! rounds that are over before, of which it was said already, so that no run can be the first in which a round has others.

use std::collections::{BTreeMap, BTreeSet};

use crate::ptx::operation::Operation;

use super::clocks::{Clock, Reading, join};

/// A barrier of a block, or of lanes of a warp: the block, which, and the mask.
pub type Barrier = (usize, u64, u64);

/// For how many a barrier of a block waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Waits {
    /// For all.
    All,
    /// For so many.
    Count(u64),
    /// Nobody says before it runs.
    Unknown,
}

/// A thread came to a barrier of its block.
#[derive(Debug)]
struct Came {
    thread: usize,
    round: u64,
    waits: Waits,
    /// What it knew, itself included.
    knew: Clock,
}

/// All rounds of a barrier.
const ANY: u64 = u64::MAX;

/// Who came to which barriers.
#[derive(Debug, Default)]
pub struct Rounds {
    /// How often a thread came to a barrier.
    counts: BTreeMap<(usize, Barrier), u64>,
    /// How many came to a barrier with a number so far.
    come: BTreeMap<Barrier, u64>,
    /// What those of a round knew.
    knew: BTreeMap<(Barrier, u64), Clock>,
    /// The rounds that a thread has waited for and not yet used.
    waited: BTreeMap<usize, Vec<(Barrier, u64)>>,
    came: BTreeMap<Barrier, Vec<Came>>,
}

impl Rounds {
    /// A thread comes to a barrier, and knows this: its n-th coming is one of the n-th round, as far as is certain.
    pub fn come(
        &mut self,
        (thread, barrier): (usize, Barrier),
        (operation, waits_for): (&Operation, Option<u64>),
        now: &Clock,
        reading: Reading,
    ) {
        let own = self.counts.entry((thread, barrier)).or_default();
        *own += 1;
        let own = *own;
        let round = (
            barrier,
            self.round(own, barrier, (operation, waits_for), reading),
        );
        for round in [round, (barrier, ANY)] {
            let knew = self.knew.entry(round);
            join(knew.or_insert_with(|| vec![0; now.len()]), now);
        }
        let Operation::Barrier { arrives, count, .. } = operation else {
            self.waited.entry(thread).or_default().push(round);
            return;
        };
        // Who does not wait knows no more than before.
        if !arrives || reading == Reading::Most {
            self.waited.entry(thread).or_default().push(round);
        }
        let waits = match (count, waits_for) {
            (None, _) if !arrives => Waits::All,
            (Some(_), Some(count)) => Waits::Count(count),
            (Some(_) | None, _) => Waits::Unknown,
        };
        self.came.entry(barrier).or_default().push(Came {
            thread,
            round: own,
            waits,
            knew: now.clone(),
        });
    }

    /// The round that a thread comes to, in this run where all that could order counts: it is over when so many have come.
    fn round(
        &mut self,
        own: u64,
        barrier: Barrier,
        (operation, waits_for): (&Operation, Option<u64>),
        reading: Reading,
    ) -> u64 {
        let Operation::Barrier { .. } = operation else {
            return own;
        };
        let come = self.come.entry(barrier).or_default();
        *come += 1;
        match (waits_for, reading) {
            (Some(count), Reading::Most) => (*come - 1) / count.max(1) + 1,
            (_, Reading::Most | Reading::Least) => own,
        }
    }

    /// What a thread knows more since it waited.
    pub fn learn(&mut self, thread: usize, now: &mut Clock, reading: Reading) {
        for (barrier, round) in self.waited.remove(&thread).into_iter().flatten() {
            // Where it is not said alike for how many a barrier waits, all that came so far may be of a round.
            let alike = reading == Reading::Least || self.are_alike(barrier);
            let round = if alike { round } else { ANY };
            if let Some(knew) = self.knew.get(&(barrier, round)) {
                join(now, knew);
            }
        }
    }

    /// Whether all who came to a barrier say for how many it waits, and the same.
    fn are_alike(&self, barrier: Barrier) -> bool {
        let came = self.came.get(&barrier).into_iter().flatten();
        let waits: BTreeSet<Waits> = came.map(|one| one.waits).collect();
        waits.len() < 2 && !waits.contains(&Waits::Unknown)
    }

    /// Whether rounds have the same threads in every run.
    #[must_use]
    pub fn are_certain(&self) -> bool {
        self.came.values().all(|came| are_certain(came))
    }
}

/// Whether the rounds of one barrier have the same threads in every run.
fn are_certain(came: &[Came]) -> bool {
    let waits: BTreeSet<Waits> = came.iter().map(|one| one.waits).collect();
    let threads: BTreeSet<usize> = came.iter().map(|one| one.thread).collect();
    let waits: Vec<Waits> = waits.into_iter().collect();
    if waits == [Waits::All] {
        return true;
    }
    if waits != [Waits::Count(threads.len() as u64)] {
        return false;
    }
    // When each came to each round, by its own clock.
    let own = |one: &Came| one.knew.get(one.thread).copied();
    let times: BTreeMap<(usize, u64), Option<u64>> = came
        .iter()
        .map(|one| ((one.thread, one.round), own(one)))
        .collect();
    let mut again = came.iter().filter(|one| one.round > 1);
    again.all(|one| {
        threads.iter().all(|&other| {
            let last = times.get(&(other, one.round - 1)).copied().flatten();
            let known = one.knew.get(other);
            last.zip(known).is_some_and(|(last, known)| last <= *known)
        })
    })
}
