//! Launches of which one run says all.

use crate::kernel::interpret::exploration::{Exploration, Limits};
use crate::kernel::interpret::explore::glance;
use crate::kernel::setup::Setup;

use super::decide::{Ask, Decision};

/// So many moments of one run are looked at.
const MOMENTS: usize = 20_000;

/// Whether some property asks for a run that no interleaving is: where orders are stronger, there may be none.
#[must_use]
pub fn asks_beyond(setup: &Setup, asked: &Ask, exploration: &Exploration) -> bool {
    let limits = Limits::default();
    let decision = Decision::of(setup, asked, exploration, &limits);
    let mut properties = setup.description.properties.iter();
    properties.any(|property| property.exists && !decision.has_run(property))
}

/// One run, where that is enough: program order and barriers order all that conflicts in it, so that every run does the
/// same.
#[must_use]
pub fn settled(setup: &Setup, asked: &Ask, limits: &Limits) -> Option<Exploration> {
    let few = Limits {
        states: MOMENTS,
        ..limits.clone()
    };
    let run = glance(setup, &few);
    let all = Decision::of(setup, asked, &run, limits).barriers_order_all();
    all.then_some(run)
}
