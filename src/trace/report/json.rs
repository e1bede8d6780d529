//! Answers as JSON; `docs/schema/gpu-litmus.schema.json` says what the fields mean.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::trace::answer::{Case, Impossible, Judged, Race, Shown, Told, initial};
use crate::trace::log::Log;

/// What was measured.
#[derive(Debug, Clone, Copy, Default)]
pub struct Measured {
    /// Seconds for reading and judging.
    pub seconds: f64,
    /// The most memory of the process, if known.
    pub peak_bytes: Option<u64>,
}

/// An answer.
#[derive(Debug, Serialize)]
pub struct Object {
    file: String,
    model: String,
    verdict: &'static str,
    times: &'static str,
    init: BTreeMap<String, Initial>,
    explanation: Option<Explanation>,
    impossible: Option<Reason>,
    race: Option<String>,
    race_events: Option<[String; 2]>,
    open: Option<Open>,
    notes: Vec<String>,
    stats: Stats,
}

#[derive(Debug, Serialize)]
struct Initial {
    value: String,
    known: bool,
}

#[derive(Debug, Serialize)]
struct Explanation {
    order: Vec<String>,
    coherence: BTreeMap<String, Vec<String>>,
}

#[derive(Debug, Serialize)]
struct Reason {
    events: Vec<String>,
    minimal: &'static str,
    cycle: Vec<Step>,
    cases: Vec<Part>,
    axiom: String,
}

#[derive(Debug, Serialize)]
struct Part {
    tried: Vec<String>,
    cycle: Vec<Step>,
    because: Vec<Below>,
    wrong: Option<String>,
}

#[derive(Debug, Serialize)]
struct Below {
    what: String,
    steps: Vec<Step>,
}

#[derive(Debug, Serialize)]
struct Step {
    from: Option<String>,
    to: Option<String>,
    kind: &'static str,
    why: String,
}

#[derive(Debug, Serialize)]
struct Open {
    reason: String,
    event: Option<String>,
}

#[derive(Debug, Serialize)]
struct Stats {
    events: u64,
    events_per_s: Option<u64>,
    peak_bytes: Option<u64>,
    engine: &'static str,
}

impl Object {
    /// Of an answer.
    #[must_use]
    pub fn new(log: &Log, judged: &Judged, measured: Option<Measured>) -> Self {
        let id = |event: u32| log.id(event);
        let mut init = BTreeMap::new();
        for place in 0..u32::try_from(log.locations.len()).unwrap_or(0) {
            if log.locations.len() > 1000 {
                break;
            }
            if let Some((value, known)) = initial(log, place) {
                let value = log.words.show(value);
                init.insert(log.address(place), Initial { value, known });
            }
        }
        let open = judged.open.as_ref().map(|open| Open {
            reason: open.reason.clone(),
            event: open.event.map(id),
        });
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a rate, for people"
        )]
        let rate = |measured: Measured| {
            (measured.seconds > 0.0).then(|| (log.events.len() as f64 / measured.seconds) as u64)
        };
        Self {
            file: log.name.clone(),
            model: judged.model.clone(),
            verdict: judged.verdict.name(),
            times: judged.times.name(),
            init,
            explanation: judged.shown.as_ref().map(|shown| explanation(log, shown)),
            impossible: judged.impossible.as_ref().map(|found| reason(log, found)),
            race: judged.race.map(|race| race.told(log)),
            race_events: judged.race.and_then(|race| match race {
                Race::Between(events) => Some(events.map(id)),
                Race::Some => None,
            }),
            open,
            notes: log.notes.clone(),
            stats: Stats {
                events: log.events.len() as u64,
                events_per_s: measured.and_then(rate),
                peak_bytes: measured.and_then(|measured| measured.peak_bytes),
                engine: judged.engine,
            },
        }
    }
}

impl Object {
    /// Of a log whose events are gone: so many.
    #[must_use]
    pub fn of_stream(log: &Log, judged: &Judged, events: u64, measured: Measured) -> Self {
        let mut object = Self::new(log, judged, None);
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a rate, for people"
        )]
        let rate = (measured.seconds > 0.0).then(|| (events as f64 / measured.seconds) as u64);
        object.stats.events = events;
        object.stats.events_per_s = rate;
        object.stats.peak_bytes = measured.peak_bytes;
        object
    }
}

fn explanation(log: &Log, shown: &Shown) -> Explanation {
    let ids = |events: &[u32]| events.iter().map(|event| log.id(*event)).collect();
    let coherence = shown.coherence.iter();
    Explanation {
        order: ids(&shown.order),
        coherence: coherence
            .map(|(place, writes)| (log.address(*place), ids(writes)))
            .collect(),
    }
}

fn step(log: &Log, told: &Told) -> Step {
    Step {
        from: told.from.map(|event| log.id(event)),
        to: told.to.map(|event| log.id(event)),
        kind: told.kind,
        why: told.why.clone(),
    }
}

fn part(log: &Log, case: &Case) -> Part {
    let steps = |told: &[Told]| told.iter().map(|one| step(log, one)).collect();
    Part {
        tried: case.tried.clone(),
        cycle: steps(&case.cycle),
        because: case
            .because
            .iter()
            .map(|(what, below)| Below {
                what: what.clone(),
                steps: steps(below),
            })
            .collect(),
        wrong: case.wrong.clone(),
    }
}

fn reason(log: &Log, found: &Impossible) -> Reason {
    let first = found.cases.first().map(|case| case.cycle.as_slice());
    Reason {
        events: found.events.iter().map(|event| log.id(*event)).collect(),
        minimal: found.minimal.name(),
        cycle: first
            .unwrap_or_default()
            .iter()
            .map(|one| step(log, one))
            .collect(),
        cases: found.cases.iter().map(|case| part(log, case)).collect(),
        axiom: found.axiom.clone(),
    }
}
