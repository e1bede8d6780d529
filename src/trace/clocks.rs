//! Logs of race-free programs, by vector clocks: one pass, however long they are.
//!
//! Where each synchronizing location is touched by read-modify-writes only, what they read and wrote says in which order
//! they were: nothing has to be tried. The log's program goes on after a read-modify-write only if it read what was logged (as
//! in [`super::export`]), so its executions are the beginnings of one partial order, and a race is two accesses that
//! this order does not relate. Without a race each read has to return the last write before it.

mod chains;
mod walk;

use crate::model::Model;

use super::answer::{Case, Impossible, Judged, Minimal, Race, Shown, Verdict};
use super::bend::{Bend, bent};
use super::log::Log;
use super::rules::Times;

use chains::Chains;
use walk::{Walk, walk};

/// Who answered.
const ENGINE: &str = "clocks";

/// So many events of an order are shown.
const SHOWN: usize = 1 << 20;

/// Judges a log; nothing if it is not of that kind.
#[must_use]
pub fn judge(log: &Log, model: &Model) -> Option<Judged> {
    let chains = Chains::of(log, &model.name)?;
    let name = model.name.as_str();
    // Of several that read the same value, only one can: each may be it.
    let walks: Vec<Walk> = chains.choices().map(|lost| walk(log, &lost)).collect();
    if let Some(race) = walks.iter().find_map(|walk| walk.race) {
        return Some(Judged {
            race: Some(Race::Between(race)),
            ..Judged::bare(name, Verdict::Racy, Times::Off, ENGINE)
        });
    }
    let twice = chains.twice.first().filter(|_| !bent(Bend::ClockTwice));
    let wrong = match twice {
        Some(events) => Some((
            events.clone(),
            format!(
                "{} find the same value, and each overwrites it",
                all(log, events)
            ),
        )),
        None => walks.iter().find_map(|walk| wrong(log, walk)),
    };
    let Some((events, text)) = wrong else {
        let shown = walks.into_iter().next().map(|walk| Shown {
            order: walk.order,
            coherence: walk.coherence,
        });
        return Some(Judged {
            shown: shown.filter(|shown| shown.order.len() < SHOWN),
            ..Judged::bare(name, Verdict::Explained, Times::Off, ENGINE)
        });
    };
    Some(Judged {
        impossible: Some(Impossible {
            events,
            minimal: Minimal::Part,
            cases: vec![Case {
                wrong: Some(text),
                ..Case::default()
            }],
            axiom: format!("{name}, no race, so each read returns the last write"),
        }),
        ..Judged::bare(name, Verdict::Impossible, Times::Off, ENGINE)
    })
}

/// What cannot be, and the events that it rests on.
fn wrong(log: &Log, walk: &Walk) -> Option<(Vec<u32>, String)> {
    if let Some(stale) = &walk.stale {
        let reader = format!("{} ({})", log.id(stale.read), log.describe(stale.read));
        let text = match stale.write {
            Some(write) => format!(
                "{reader} has {} ({}) as the last write before it",
                log.id(write),
                log.describe(write)
            ),
            None => format!("{reader} has no write before it"),
        };
        return Some((stale.rests_on.clone(), text));
    }
    let stuck = walk.stuck.first()?;
    let text = format!(
        "{} ({}) reads what was not there at any time",
        log.id(*stuck),
        log.describe(*stuck)
    );
    Some((walk.stuck.clone(), text))
}

fn all(log: &Log, events: &[u32]) -> String {
    let words: Vec<String> = events
        .iter()
        .map(|event| format!("{} ({})", log.id(*event), log.describe(*event)))
        .collect();
    words.join(" and ")
}
