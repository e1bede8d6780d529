//! Runs as JSON; `docs/schema/gpu-litmus.schema.json` says what the fields mean.

mod parts;

use parts::{accesses, cells, config, happening, placed, words};

use std::collections::BTreeMap;

use serde::Serialize;

use crate::drf::coverage::Class;
use crate::drf::finding::{End, Finding, Outcome};
use crate::drf::layout::Layout;
use crate::drf::record::Happened;
use crate::drf::shrink::Smaller;
use crate::drf::subject::Subject;
use crate::drf::sweep::{Done, first, union};
use crate::drf::trial::Trial;

/// A run.
#[derive(Debug, Serialize)]
pub struct Run {
    device: String,
    bug: Option<&'static str>,
    config: Config,
    seed: u64,
    verdict: &'static str,
    kind: Option<&'static str>,
    access: Option<u64>,
    reason: Option<String>,
    place: Option<Placed>,
    reader: Option<Who>,
    writer: Option<Who>,
    readers: Vec<Happening>,
    history: Vec<Happening>,
    smaller: Option<Less>,
    log: Option<Log>,
    coverage: BTreeMap<String, Vec<Cell>>,
    stats: Stats,
}

/// A sweep.
#[derive(Debug, Serialize)]
pub struct Sweep {
    device: String,
    bug: Option<&'static str>,
    runs: Vec<Run>,
    accesses: u64,
    inconsistent: usize,
    first: Option<First>,
    coverage: BTreeMap<String, Vec<Cell>>,
    covered: BTreeMap<&'static str, Covered>,
}

#[derive(Debug, Serialize)]
struct First {
    run: usize,
    accesses: u64,
}

#[derive(Debug, Serialize)]
struct Covered {
    active: usize,
    reachable: usize,
    paper_tester_percent: Option<f64>,
    paper_applications_percent: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Config {
    units: u32,
    wavefronts: u32,
    lanes: u32,
    locks: u32,
    variables: u32,
    actions: u32,
    episodes: u32,
    stores: u32,
    mode: &'static str,
    lockstep: bool,
    window: u32,
    patience: u64,
    word: u32,
    line: u32,
    caches: Option<&'static str>,
    hold: Option<u32>,
}

#[derive(Debug, Serialize)]
struct Placed {
    variable: Option<u32>,
    lock: Option<u32>,
    address: String,
}

#[derive(Debug, Serialize)]
struct Who {
    thread: u32,
    wavefront: u32,
    unit: u32,
    episode: u32,
    action: u32,
    clock: u64,
    value: Option<u32>,
}

#[derive(Debug, Serialize)]
struct Happening {
    thread: u32,
    episode: u32,
    action: u32,
    op: &'static str,
    address: String,
    read: Option<u32>,
    wrote: Option<u32>,
    start: u64,
    end: Option<u64>,
}

#[derive(Debug, Serialize)]
struct Less {
    accesses: Vec<Happening>,
    threads: usize,
    seed: u64,
    tried: u64,
    finished: bool,
}

#[derive(Debug, Serialize)]
struct Log {
    file: String,
    verdict: String,
}

#[derive(Debug, Serialize)]
struct Cell {
    state: String,
    event: String,
    hits: u64,
    class: Class,
}

#[derive(Debug, Serialize)]
struct Stats {
    accesses: u64,
    episodes: u32,
    dropped: u64,
    steps: u64,
    seconds: Option<f64>,
}

/// What is told of a run besides how it ended.
#[derive(Debug, Default)]
pub struct Told<'a> {
    /// What happened between the last store and the wrong load.
    pub history: &'a [Happened],
    /// The last loads of the variable.
    pub readers: &'a [Happened],
    /// The smaller program.
    pub smaller: Option<&'a Smaller>,
    /// The log's file, and what the judge of logs says.
    pub log: Option<(String, String)>,
    /// Seconds that it took.
    pub seconds: Option<f64>,
}

impl Run {
    /// Of a run.
    #[must_use]
    pub fn new(trial: &Trial, outcome: &Outcome, told: Told<'_>) -> Self {
        let layout = Layout::new(&trial.config);
        let happenings = |list: &[Happened]| -> Vec<Happening> {
            list.iter().map(|one| happening(&layout, one)).collect()
        };
        let (verdict, reason) = match &outcome.end {
            End::Consistent => ("consistent", None),
            End::Inconsistent(found) => ("inconsistent", words(found)),
            End::Unknown(open) => ("unknown", Some(open.to_string())),
            End::Until(_) => ("unknown", Some("it was asked to stop there".to_owned())),
            End::Refused(text) | End::Lost(text) | End::Malformed(text) => {
                ("unknown", Some(text.clone()))
            }
        };
        let found = match &outcome.end {
            End::Inconsistent(found) => Some(found),
            End::Consistent
            | End::Unknown(_)
            | End::Until(_)
            | End::Refused(_)
            | End::Lost(_)
            | End::Malformed(_) => None,
        };
        let (reader, writer) = found.map_or((None, None), |found| accesses(trial, found));
        Self {
            device: trial.subject.name().to_owned(),
            bug: trial.subject.bug(),
            config: config(trial),
            seed: trial.config.seed,
            verdict,
            kind: found.map(Finding::kind),
            access: found.map(|_| outcome.accesses),
            reason,
            place: found.and_then(|found| placed(&layout, found)),
            reader,
            writer,
            readers: happenings(told.readers),
            history: happenings(told.history),
            smaller: told.smaller.map(|less| Less {
                accesses: happenings(
                    less.outcome
                        .record
                        .as_ref()
                        .map_or(&[][..], |one| &one.accesses),
                ),
                threads: less.threads(),
                seed: less.seed,
                tried: less.tried,
                finished: less.finished,
            }),
            log: told.log.map(|(file, verdict)| Log { file, verdict }),
            coverage: cells(&outcome.coverage),
            stats: Stats {
                accesses: outcome.accesses,
                episodes: outcome.episodes,
                dropped: outcome.dropped,
                steps: outcome.steps,
                seconds: told.seconds,
            },
        }
    }
}

impl Sweep {
    /// Of some runs.
    #[must_use]
    pub fn new(done: &[Done]) -> Self {
        let all = union(done);
        let subject = done.first().map(|one| &one.trial.subject);
        let covered = all.iter().flat_map(|all| {
            (0..all.controllers.len()).map(|number| {
                let table = &all.controllers[number];
                let covered = Covered {
                    active: all.active(number),
                    reachable: table.reachable(),
                    paper_tester_percent: table.paper.map(|paper| paper.0),
                    paper_applications_percent: table.paper.map(|paper| paper.1),
                };
                (table.name, covered)
            })
        });
        let run = |one: &Done| {
            let told = Told {
                seconds: Some(one.seconds),
                ..Told::default()
            };
            Run::new(&one.trial, &one.outcome, told)
        };
        let inconsistent = |one: &&Done| matches!(one.outcome.end, End::Inconsistent(_));
        Self {
            device: subject.map_or_else(String::new, |one| one.name().to_owned()),
            bug: subject.and_then(Subject::bug),
            runs: done.iter().map(run).collect(),
            accesses: done.iter().map(|one| one.outcome.accesses).sum(),
            inconsistent: done.iter().filter(inconsistent).count(),
            first: first(done).map(|(at, accesses)| First {
                run: at + 1,
                accesses,
            }),
            covered: covered.collect(),
            coverage: all.as_ref().map(cells).unwrap_or_default(),
        }
    }
}
