//! All orders of a launch's instructions, as far as they can differ.
//!
//! Only accesses to bytes that one thread writes and another uses are put in every order. Which bytes
//! these are is found by exploring: as long as an exploration sees more of them, it is done again. Where a value that
//! is not known decides, all that it can decide is followed ([`super::forks`]).
//!
//! Orders are looked at in two ways, which come to the same. By moments ([`super::search`]) none is looked at twice, however
//! many orders lead to it; it is the way for few threads that do much to the same bytes. By races ([`super::races`]) an order is
//! looked at only where something conflicts that nothing puts in order; it is the way for whole warps.

use std::collections::BTreeSet;

use crate::kernel::setup::Setup;

use super::exploration::{Exploration, Limits};
use super::finding::{Finding, Gap};
use super::later::{Later, Used};
use super::machine::Machine;
use super::quorum::Comings;
use super::search::Search;

/// Of more threads, orders are looked at by their races first.
const FEW: usize = 12;

/// Explores a launch.
#[must_use]
pub fn explore(setup: &Setup, limits: &Limits) -> Exploration {
    if setup.threads.len() > FEW {
        return by_races(setup, limits).unwrap_or_else(|| by_moments(setup, limits));
    }
    let all = by_moments(setup, limits);
    let many = all.gaps.contains(&Gap::Orders);
    let again = many.then(|| by_races(setup, limits));
    again.flatten().unwrap_or(all)
}

/// What earlier explorations have seen.
#[derive(Default)]
struct Seen {
    contended: BTreeSet<u64>,
    used: Used,
    comings: Comings,
}

impl Seen {
    fn machine<'a>(&self, setup: &'a Setup) -> Machine<'a> {
        let mut machine = Machine::new(setup);
        machine.contended.clone_from(&self.contended);
        machine.used.clone_from(&self.used);
        machine.comings.clone_from(&self.comings);
        machine
    }

    fn later(&self, machine: &Machine, limits: &Limits) -> Later {
        let mut later = Later::new(machine, self.used.clone(), self.comings.clone());
        later.every_order = limits.every_order;
        later
    }

    /// Whether an exploration saw nothing new of who uses what, and takes what it said of waiting back where it did: who polls
    /// what nobody is known to write is not known to wait for ever.
    fn settles(&self, machine: &Machine, exploration: &mut Exploration) -> bool {
        let all = machine.contention().is_subset(&self.contended);
        if !all {
            exploration.found.remove(&Finding::Deadlock);
            exploration.waiting.clear();
        }
        all
    }

    fn learn(&mut self, machine: Machine) {
        self.contended.extend(machine.contention());
        self.used = machine.used;
        self.comings = machine.comings;
    }
}

/// Looks at each moment, until nothing new is seen of who uses what.
#[must_use]
pub fn by_moments(setup: &Setup, limits: &Limits) -> Exploration {
    let mut seen = Seen::default();
    let mut before: Option<Exploration> = None;
    loop {
        let mut machine = seen.machine(setup);
        let later = seen.later(&machine, limits);
        let mut search = Search::new(&mut machine, limits);
        search.apart.careful = before.is_some();
        search.by_moments(later);
        search.unclear();
        let laps = search.apart.laps && setup.blocks.len() > 1;
        let mut exploration = search.finish();
        let over = |gap: &Gap| matches!(gap, Gap::Orders | Gap::Time);
        let cut = exploration.gaps.iter().any(over);
        if let Some(mut before) = before.take_if(|_| cut) {
            // It is said where it could not be looked at.
            before.waits_apart = true;
            return before;
        }
        let settled = seen.settles(&machine, &mut exploration);
        // Where there are too many orders, more of them would be found.
        let known = machine.used == seen.used && machine.comings == seen.comings;
        let known = known || exploration.gaps.contains(&Gap::Orders);
        if known && settled || exploration.gaps.contains(&Gap::Time) {
            if cut || before.is_some() || !laps || exploration.waits_apart {
                return exploration;
            }
            before = Some(exploration);
        }
        seen.learn(machine);
    }
}

/// Follows runs by their races, until nothing new is seen of who uses what; nothing where they cannot be followed so.
#[must_use]
pub fn by_races(setup: &Setup, limits: &Limits) -> Option<Exploration> {
    let mut seen = Seen::default();
    loop {
        let mut machine = seen.machine(setup);
        let later = seen.later(&machine, limits);
        let mut search = Search::new(&mut machine, limits);
        if !search.by_races(&later) {
            return None;
        }
        search.unclear();
        let laps = search.apart.laps && setup.blocks.len() > 1;
        let mut exploration = search.finish();
        // Of the moments at which blocks have not begun, not all are seen.
        exploration.waits_apart |= laps;
        if seen.settles(&machine, &mut exploration) || exploration.gaps.contains(&Gap::Time) {
            return Some(exploration);
        }
        seen.learn(machine);
    }
}

/// Runs as if nobody used what others write: of accesses, no order is looked at but one. What is found are runs, though not
/// all of them.
#[must_use]
pub fn glance(setup: &Setup, limits: &Limits) -> Exploration {
    let mut machine = Machine::new(setup);
    let later = Later::new(&machine, Used::new(), Comings::new());
    let mut search = Search::new(&mut machine, limits);
    search.by_moments(later);
    search.unclear();
    search.finish()
}
