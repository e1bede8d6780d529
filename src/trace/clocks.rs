//! Logs of race-free programs, by vector clocks: one pass, however long they are.
//!
//! Where each synchronizing location is touched by read-modify-writes only, what they read and wrote says in which order
//! they were: nothing has to be tried. The log's program goes on after a read-modify-write only if it read what was logged (as
//! in [`super::export`]), so its executions are the beginnings of one partial order, and a race is two accesses that
//! this order does not relate. Without a race each read has to return the last write before it.

mod chains;
mod part;
mod walk;

use std::time::Duration;

use crate::model::Model;

use super::answer::{Case, Impossible, Judged, Minimal, Race, Shown, Verdict};
use super::asked;
use super::bend::{Bend, bent};
use super::judge::Question;
use super::log::Log;
use super::rules::Times;
use super::smallest::SMALLEST;

use chains::Chains;
use part::{Part, part};
use walk::{Walk, walk};

/// Who answered.
const ENGINE: &str = "clocks";

/// How long a smaller part is looked for, if nobody says it.
const REASON: Duration = Duration::from_secs(2);

/// So many events of an order are shown.
const SHOWN: usize = 1 << 20;

/// What was found.
enum Found {
    /// Two accesses that nothing orders.
    Racy([u32; 2]),
    /// An execution that has the log's values.
    Explained(Option<Shown>),
    /// Events that cannot be, and why.
    Wrong(Vec<u32>, String),
}

/// The verdict of a log; nothing if it is not of that kind.
#[must_use]
pub fn verdict(log: &Log, model: &Model) -> Option<Verdict> {
    Some(match found(log, model)? {
        Found::Racy(_) => Verdict::Racy,
        Found::Explained(_) => Verdict::Explained,
        Found::Wrong(..) => Verdict::Impossible,
    })
}

/// Judges a log; nothing if it is not of that kind.
#[must_use]
pub fn judge(log: &Log, model: &Model, question: &Question) -> Option<Judged> {
    let bare = |verdict| Judged::bare(model.name.as_str(), verdict, Times::Off, ENGINE);
    Some(match found(log, model)? {
        Found::Racy(race) => Judged {
            race: Some(Race::Between(race)),
            ..bare(Verdict::Racy)
        },
        Found::Explained(shown) => Judged {
            shown: shown.filter(|shown| shown.order.len() < SHOWN),
            ..bare(Verdict::Explained)
        },
        Found::Wrong(events, wrong) => Judged {
            impossible: Some(impossible(log, model, (events, wrong), question)),
            ..bare(Verdict::Impossible)
        },
    })
}

/// The part that is impossible by itself, with its reason: of few events in the words of the model.
fn impossible(
    log: &Log,
    model: &Model,
    (events, wrong): (Vec<u32>, String),
    question: &Question,
) -> Impossible {
    let options = &question.options;
    let stop = options
        .stop
        .and_after(options.reason_time.unwrap_or(REASON));
    let whole = Part {
        events,
        minimal: Minimal::Part,
        wrong,
    };
    let part = part(log, model, &whole.events, &stop).unwrap_or(whole);
    let few = part.events.len() <= SMALLEST && part.minimal != Minimal::Part;
    let told = few.then(|| asked::told(log, model, options, &part.events));
    let (axiom, case) = told.flatten().unwrap_or_else(|| {
        let axiom = format!(
            "{}, no race, so each read returns the last write",
            model.name
        );
        (axiom, Case::default())
    });
    Impossible {
        events: part.events,
        minimal: part.minimal,
        cases: vec![Case {
            wrong: Some(part.wrong),
            ..case
        }],
        axiom,
    }
}

fn found(log: &Log, model: &Model) -> Option<Found> {
    let chains = Chains::of(log, &model.name)?;
    // Of several that read the same value, only one can: each may be it.
    let walks: Vec<Walk> = chains.choices().map(|lost| walk(log, &lost)).collect();
    if let Some(race) = walks.iter().find_map(|walk| walk.race) {
        return Some(Found::Racy(race));
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
    Some(match wrong {
        Some((events, wrong)) => Found::Wrong(events, wrong),
        None => Found::Explained(walks.into_iter().next().map(|walk| Shown {
            order: walk.order,
            coherence: walk.coherence,
        })),
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
