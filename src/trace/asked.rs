//! Judges a log by the engines of litmus tests.

mod smallest;
mod told;

pub(super) use smallest::{chosen, following};

use std::time::Duration;

use crate::engine::check;
use crate::model::Model;
use crate::program::{Program, load};
use crate::verdict::outcome::{self, Outcome};
use crate::verdict::query::Options;

use super::answer::{Case, Impossible, Judged, Minimal, Race, Verdict};
use super::axioms::Index;
use super::bend::{Bend, bent};
use super::export::{Form, Written, has_branches, unwritten, written};
use super::judge::{Question, members};
use super::log::{Log, Op};
use super::rules::Times;

/// What a model says of some events.
enum Said {
    Explained,
    Impossible(Box<Answer>),
    Racy(Race),
    Open(String),
    Refused(String),
}

/// An answer with the test that was asked.
struct Answer {
    written: Written,
    outcome: Outcome,
}

struct Asking<'a> {
    log: &'a Log,
    model: &'a Model,
    options: Options,
    guarded: bool,
}

/// The models whose programs go on only with what was read: what they promise, they promise race-free programs.
#[must_use]
pub fn guarded(model: &Model) -> bool {
    model.promises_nothing_of_races()
}

/// Judges a log by a model that is asked of litmus tests.
#[must_use]
pub fn judge(log: &Log, model: &Model, question: &Question) -> Judged {
    let name = model.name.as_str();
    let events = members(log);
    if events.is_empty() {
        return Judged::bare(name, Verdict::Explained, Times::Off, "check");
    }
    if let Some(reason) = refusal(log, model) {
        return Judged::refused(name, Times::Off, reason);
    }
    let asking = Asking {
        log,
        model,
        options: Options {
            reason: false,
            quantity: false,
            flags: false,
            ..question.options.clone()
        },
        guarded: guarded(model) && !bent(Bend::Guards),
    };
    let index = Index::new(log);
    let said = match unwritten(log, &index, &events) {
        // A race excuses every value: whether there is one is asked of all the rest.
        Some(unwritten) if !asking.guarded => match asking.refused(&events) {
            Some(reason) => Said::Refused(reason),
            None => return nobody_wrote(log, name, &unwritten),
        },
        Some(_) | None => asking.ask(&events),
    };
    let times = Times::Off;
    match said {
        Said::Explained if !log.written_back.is_empty() => {
            let text = "the events are explained, but their write-backs order stores, which a litmus test cannot say";
            Judged::open(name, times, "check", text.to_owned())
        }
        Said::Explained => Judged::bare(name, Verdict::Explained, times, "check"),
        Said::Racy(race) => Judged {
            race: Some(race),
            ..Judged::bare(name, Verdict::Racy, times, "check")
        },
        Said::Open(reason) => Judged::open(name, times, "check", reason),
        Said::Refused(reason) => Judged::refused(name, times, reason),
        Said::Impossible(_) => {
            let time = question
                .options
                .reason_time
                .unwrap_or(Duration::from_secs(2));
            let stop = question.options.stop.and_after(time);
            Judged {
                impossible: Some(asking.impossible(&index, &events, &stop)),
                ..Judged::bare(name, Verdict::Impossible, times, "check")
            }
        }
    }
}

/// The axioms that a proof of a part that is impossible needs, in the words of the model, and what breaks one; nothing where the
/// solver does not say so in time.
#[must_use]
pub fn told(log: &Log, model: &Model, options: &Options, events: &[u32]) -> Option<(String, Case)> {
    let asking = Asking {
        log,
        model,
        options: Options {
            quantity: false,
            flags: false,
            ..options.clone()
        },
        guarded: guarded(model) && !bent(Bend::Guards),
    };
    let (axiom, case) = asking.told(events);
    case.map(|case| (axiom, case))
}

/// What no litmus test of this model can say.
fn refusal(log: &Log, model: &Model) -> Option<String> {
    let barriers = log.events.iter().any(|one| one.op == Op::Barrier);
    (barriers && !model.name.starts_with("ptx-"))
        .then(|| format!("{} gives no meaning to barriers", model.name))
}

fn nobody_wrote(log: &Log, name: &str, events: &[u32]) -> Judged {
    let words = |event: &u32| format!("{} ({})", log.id(*event), log.describe(*event));
    let words: Vec<String> = events.iter().map(words).collect();
    let wrong = match words.as_slice() {
        [one] => format!("{one} reads what nobody wrote, and the initial value is another"),
        _ => format!(
            "{} read what nobody wrote: a location has one initial value",
            words.join(" and ")
        ),
    };
    Judged {
        impossible: Some(Impossible {
            events: events.to_vec(),
            minimal: Minimal::Smallest,
            cases: vec![Case {
                wrong: Some(wrong),
                ..Case::default()
            }],
            axiom: format!("{name}, no such value"),
        }),
        ..Judged::bare(name, Verdict::Impossible, Times::Off, "order")
    }
}

impl Asking<'_> {
    /// Asks of some events: where the log has control dependencies, once with more order than it says and once
    /// with less.
    fn ask(&self, events: &[u32]) -> Said {
        if !has_branches(self.log) || bent(Bend::BranchesMore) {
            return self.once(events, false);
        }
        let more = self.once(events, true);
        if !matches!(more, Said::Impossible(_)) || bent(Bend::BranchesLess) {
            return more;
        }
        let less = self.once(events, false);
        if matches!(less, Said::Explained) {
            let text = "it is impossible only if branches order all writes after them, and the log names some";
            return Said::Open(text.to_owned());
        }
        less
    }

    /// Why the model gives some events no meaning, where a litmus test says them and it does not.
    fn refused(&self, events: &[u32]) -> Option<String> {
        let form = Form {
            guarded: self.guarded,
            branches: false,
        };
        let written = written(self.log, events, form, "log", &[]).ok()?;
        self.refuses(&load("log", &written.text).ok()?)
    }

    fn refuses(&self, program: &Program) -> Option<String> {
        let refused = self.model.refuses(program)?;
        let name = &self.model.name;
        Some(format!("{name} gives no meaning to {}", refused.what))
    }

    fn once(&self, events: &[u32], branches: bool) -> Said {
        let form = Form {
            guarded: self.guarded,
            branches,
        };
        let written = match written(self.log, events, form, "log", &[]) {
            Ok(written) => written,
            Err(reason) => return Said::Open(reason),
        };
        let program = match load("log", &written.text) {
            Ok(program) => program,
            Err(report) => return Said::Refused(format!("no litmus test says this: {report}")),
        };
        if let Some(reason) = self.refuses(&program) {
            return Said::Refused(reason);
        }
        let outcome = match check(&program, self.model, &self.options) {
            Ok(outcome) => outcome,
            Err(report) => return Said::Open(report.to_string()),
        };
        match outcome.verdict() {
            outcome::Verdict::Reachable => Said::Explained,
            outcome::Verdict::Unreachable => {
                Said::Impossible(Box::new(Answer { written, outcome }))
            }
            outcome::Verdict::Racy => Said::Racy(told::race(&Answer { written, outcome })),
            outcome::Verdict::Unknown => {
                let why = outcome.notes().into_iter().next();
                Said::Open(why.unwrap_or_else(|| "it was not found out".to_owned()))
            }
            outcome::Verdict::Unsupported => {
                let what = outcome.unsupported().map_or("it", |refused| refused.what);
                Said::Refused(format!("{} gives no meaning to {what}", self.model.name))
            }
        }
    }
}
