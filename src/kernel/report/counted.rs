//! Launches in which threads count how often they try.
//!
//! Each number of tries is a moment of its own, and a limit of a million of them is not gone through. With the counters left open
//! ([`super::tries`]) a launch does all that it did, and more: what holds then holds, and what a run does in which no counter
//! decides some run does. What interleavings leave are more then, too, so of outputs only that is taken over which is so of
//! those that choose nothing, or as every execution is an interleaving.

use crate::kernel::interpret::exploration::{Exploration, Limits};
use crate::kernel::interpret::explore::explore;
use crate::kernel::launch::description::Check;
use crate::kernel::setup::Setup;

use super::answer::{Answer, Checked, Report};
use super::assumptions::CHOSEN;
use super::decide::{Ask, Decision, exactly};
use super::tries::Uncounted;

/// So many moments are looked at for what interleavings leave.
const MOMENTS: usize = 5_000;

/// Answers checks as long as their answers say to go on.
pub(super) fn answers(
    setup: &Setup,
    asked: &Ask,
    wanted: (&[Check], bool),
    runs: Option<Exploration>,
    on: impl Fn(Answer) -> bool + Copy,
) -> Report {
    let asked = &asked.within(wanted.0.len());
    let open = Uncounted::of(setup);
    let first = open.as_ref().filter(|open| open.far);
    let first = first.map(|open| left_open(open, asked, wanted, on));
    if let Some(report) = first.as_ref().filter(|first| is_settled(first)) {
        let mut report = report.clone();
        told(&mut report, setup, asked);
        return report;
    }
    let mut report = exactly(setup, asked, wanted, runs, on);
    if let Some(open) = open
        && report.checks.iter().any(|check| check.answer.is_open())
    {
        let other = first.unwrap_or_else(|| left_open(&open, asked, wanted, on));
        complete(&mut report, other);
        if let Some(judged) = &mut report.expectations {
            *judged = super::judge(&setup.description.expect, &report.checks);
        }
    }
    report
}

impl Ask {
    /// The same, for all questions together no longer than so many checks may take.
    fn within(&self, checks: usize) -> Self {
        let mut asked = self.clone();
        let checks = u32::try_from(checks.max(1)).ok();
        let time = asked.options.timeout.zip(checks);
        if let Some(all) = time.and_then(|(time, checks)| time.checked_mul(checks)) {
            asked.options.stop = asked.options.stop.and_after(all);
        }
        asked
    }
}

/// Tells what interleavings leave, where all of them are soon looked at.
fn told(report: &mut Report, setup: &Setup, asked: &Ask) {
    let robust = |check: &&mut Checked| check.name == Check::Robust.name();
    let Some(robust) = report.checks.iter_mut().find(robust) else {
        return;
    };
    let limits = Limits {
        stop: asked.stop.clone(),
        states: MOMENTS,
        ..Limits::default()
    };
    let exploration = explore(setup, &limits);
    if exploration.gaps.is_empty() {
        robust.sc_contents = Decision::of(setup, asked, &exploration, &limits).sc_contents();
    }
}

/// What is said of a launch with counters left open, of the launch as it is.
fn left_open(
    open: &Uncounted,
    asked: &Ask,
    wanted: (&[Check], bool),
    on: impl Fn(Answer) -> bool,
) -> Report {
    let asked = Ask {
        recall: None,
        ..asked.clone()
    };
    let mut report = exactly(&open.setup, &asked, wanted, None, on);
    let loops = open.loops();
    for check in &mut report.checks {
        // Of these some are none.
        check.sc_contents = Vec::new();
        if let Some(proof) = &mut check.proof {
            *proof = format!("{proof}, however often {loops} counts");
        }
        if check.answer == Answer::Possible {
            let text = format!("what {loops} counts was left open, and so this may not be");
            check.remarks.push(text);
        }
    }
    report.assumptions.retain(|one| one != CHOSEN);
    report
}

fn is_settled(report: &Report) -> bool {
    report.checks.iter().all(|check| is_sure(check.answer))
}

/// Whether an answer of the launch with more runs is one of the launch.
const fn is_sure(answer: Answer) -> bool {
    match answer {
        Answer::Holds | Answer::Violated => true,
        Answer::Undefined | Answer::Possible | Answer::Unsupported | Answer::Unknown => false,
    }
}

/// Puts what is known otherwise in the place of what is open.
fn complete(report: &mut Report, other: Report) {
    let mut taken = false;
    for new in other.checks {
        // That a loop may go on for ever which a counter ends is no news.
        let tells = new.answer == Answer::Possible && new.name != Check::Barriers.name();
        let better = |old: &&mut Checked| {
            let tells = tells && old.answer == Answer::Unknown;
            old.name == new.name && old.answer.is_open() && (is_sure(new.answer) || tells)
        };
        if let Some(old) = report.checks.iter_mut().find(better) {
            *old = new;
            taken = true;
        }
    }
    if taken {
        for assumption in other.assumptions {
            if !report.assumptions.contains(&assumption) {
                report.assumptions.push(assumption);
            }
        }
    }
}
