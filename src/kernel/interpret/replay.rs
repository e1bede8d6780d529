//! Runs of which it is known who takes which step.

use std::collections::BTreeSet;

use crate::kernel::setup::Setup;

use super::event::Event;
use super::exploration::Limits;
use super::finding::Gap;
use super::machine::Machine;
use super::search::Search;

/// What happens when threads take steps in this order.
#[must_use]
pub fn replay(
    setup: &Setup,
    contended: &BTreeSet<u64>,
    schedule: &[usize],
    limits: &Limits,
) -> Vec<Event> {
    let mut machine = Machine::new(setup);
    machine.contended.clone_from(contended);
    machine.telling = true;
    follow(&mut machine, schedule, limits);
    std::mem::take(&mut machine.events)
}

/// What is not known of what happens then.
#[must_use]
pub fn unclear(
    setup: &Setup,
    contended: &BTreeSet<u64>,
    schedule: &[usize],
    limits: &Limits,
) -> BTreeSet<Gap> {
    let mut machine = Machine::new(setup);
    machine.contended.clone_from(contended);
    follow(&mut machine, schedule, limits);
    let mut gaps = std::mem::take(&mut machine.gaps);
    gaps.append(&mut machine.chosen);
    gaps
}

fn follow(machine: &mut Machine, schedule: &[usize], limits: &Limits) {
    let mut search = Search::new(machine, limits);
    let mut state = search.first();
    for &by in schedule {
        if state.over {
            break;
        }
        search.take(&mut state, by);
    }
}
