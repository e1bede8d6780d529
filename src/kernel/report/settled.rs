//! Launches of which one run says all.

use crate::kernel::interpret::exploration::{Exploration, Limits};
use crate::kernel::interpret::explore::glance;
use crate::kernel::setup::Setup;

use super::decide::{Ask, Decision};

/// So many moments of one run are looked at.
const MOMENTS: usize = 20_000;

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
