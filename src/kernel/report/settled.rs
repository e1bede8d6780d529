//! Launches of which one run says all.

use std::time::Duration;

use crate::kernel::interpret::exploration::{Exploration, Limits, Outcome};
use crate::kernel::interpret::explore::glance;
use crate::kernel::setup::Setup;

use crate::kernel::interpret::explore::explore;
use crate::kernel::interpret::finding::{Finding, Gap};
use crate::kernel::interpret::probe::probe;

use super::answer::Checked;
use super::decide::{Ask, Decision};

/// So long runs are drawn where there are too many.
const PROBES: Duration = Duration::from_secs(1);

/// So many moments of one run are looked at.
const MOMENTS: usize = 20_000;

/// So many events of one run are looked at: each is held against all before it.
const EVENTS: usize = 5_000;

/// So many threads are looked at in all orders whatever one run shows.
const FEW: usize = 16;

/// So many moments of each thread are looked at where one run shows a race: what races most often does so in more orders than
/// can be looked at.
const RACING: usize = 640_000;

/// Whether some property asks for a run that no interleaving is: where orders are stronger, there may be none.
#[must_use]
pub fn asks_beyond(setup: &Setup, asked: &Ask, exploration: &Exploration) -> bool {
    let limits = Limits::default();
    let decision = Decision::of(setup, asked, exploration, &limits);
    let mut properties = setup.description.properties.iter();
    properties.any(|property| property.exists && !decision.has_run(property))
}

/// What runs do, and a race that one of them shows where not all could be looked at.
pub struct Runs {
    /// What runs do.
    pub exploration: Exploration,
    /// The race.
    pub raced: Option<Checked>,
}

impl Runs {
    /// The runs of a launch. One is enough where program order and barriers order all that conflicts in it: every run does
    /// the same. And one is enough where nothing is asked but for races, and it shows one.
    #[must_use]
    pub fn of(setup: &Setup, asked: &Ask, limits: &Limits, only_races: bool) -> Self {
        let one = glance(setup, &within(limits, MOMENTS));
        if is_all(&one, setup, asked, limits) {
            return Self {
                exploration: one,
                raced: None,
            };
        }
        let raced = Decision::of(setup, asked, &one, limits).race(EVENTS);
        let threads = setup.threads.len();
        if raced.is_some() && only_races && threads > FEW {
            return Self {
                exploration: one,
                raced,
            };
        }
        let most = if raced.is_some() {
            limits.states.min(RACING / threads.max(1))
        } else {
            limits.states
        };
        let mut exploration = explore(setup, &within(limits, most));
        probed(&mut exploration, setup, limits, little(asked, PROBES));
        let raced = raced.filter(|_| is_part(&exploration));
        Self { exploration, raced }
    }

    /// The same where it is known what runs do.
    #[must_use]
    pub fn known(exploration: Exploration, setup: &Setup, asked: &Ask, limits: &Limits) -> Self {
        let raced = cut(&exploration).then(|| {
            let one = glance(setup, &within(limits, MOMENTS));
            Decision::of(setup, asked, &one, limits).race(EVENTS)
        });
        Self {
            exploration,
            raced: raced.flatten(),
        }
    }
}

/// One run, where that is enough.
#[must_use]
pub fn settled(setup: &Setup, asked: &Ask, limits: &Limits) -> Option<Exploration> {
    let one = glance(setup, &within(limits, MOMENTS));
    is_all(&one, setup, asked, limits).then_some(one)
}

fn is_all(one: &Exploration, setup: &Setup, asked: &Ask, limits: &Limits) -> bool {
    Decision::of(setup, asked, one, limits).barriers_order_all()
}

fn within(limits: &Limits, states: usize) -> Limits {
    Limits {
        states,
        ..limits.clone()
    }
}

/// Adds what a few runs show that are far apart, where there were too many to look at them all.
fn probed(exploration: &mut Exploration, setup: &Setup, limits: &Limits, time: Duration) {
    if !is_part(exploration) || !limits.patient {
        return;
    }
    let limits = Limits {
        stop: limits.stop.with_time(time),
        ..limits.clone()
    };
    let Some(few) = probe(setup, &exploration.contended, &limits) else {
        return;
    };
    // Schedules are of what threads are interrupted at: those of other bytes cannot stand beside them.
    if few.contended != exploration.contended {
        if !exploration.found.is_empty() {
            return;
        }
        exploration.outcomes.clear();
        exploration.contended = few.contended;
        exploration.written.extend(&few.written);
    }
    let known = |one: &Outcome| {
        exploration
            .outcomes
            .iter()
            .any(|it| it.left() == one.left())
    };
    let new = few.outcomes.into_iter().filter(|one| !known(one));
    let new: Vec<Outcome> = new.collect();
    exploration.outcomes.extend(new);
    if !exploration.found.contains_key(&Finding::Deadlock) {
        exploration.waiting = few.waiting;
    }
    for (finding, found) in few.found {
        if !matches!(finding, Finding::NonCoherent(_)) {
            exploration.found.entry(finding).or_insert(found);
        }
    }
}

/// A little more time, where a question has no more; of a question that has little, as much.
#[must_use]
pub fn little(asked: &Ask, most: Duration) -> Duration {
    asked.options.timeout.map_or(most, |time| time.min(most))
}

/// Whether not all runs were looked at, as there were too many, or no time.
fn is_part(exploration: &Exploration) -> bool {
    cut(exploration) || exploration.gaps.contains(&Gap::Time)
}

/// Whether there were too many runs to look at them all.
fn cut(exploration: &Exploration) -> bool {
    exploration.gaps.contains(&Gap::Orders)
}
