//! A run as a log of loads and stores, judged by what knows nothing of the tester.

use std::io::{self, Write};

use crate::model::Model;
use crate::trace::answer::Verdict;
use crate::trace::clocks;
use crate::trace::log::{Event, Init, Location, Log, Mode, Op, Order, Span, Thread};
use crate::trace::value::Word;

use crate::syntax::ast::Scope;

use super::beginning::{beginning, is_cut};
use super::config::{Config, Mode as Scopes};
use super::device::{Kind, Scope as Reach};
use super::finding::{End, Finding, Outcome};
use super::layout::Layout;
use super::number::small;
use super::record::{Happened, Record};

/// The model that the logs of runs are judged by.
#[must_use]
pub const fn model(config: &Config) -> &'static str {
    match config.mode {
        Scopes::Device | Scopes::Block | Scopes::Chain => "hrf-indirect",
        Scopes::Remote => "hrf-rsp",
    }
}

/// The order and the scope of an access.
fn mode(one: &Happened) -> Mode {
    let order = match (one.kind, one.scope) {
        (Kind::Load | Kind::Store, _) => Order::Weak,
        (Kind::Acquire, Reach::Device | Reach::Block) => Order::Acquire,
        (Kind::Release, Reach::Device | Reach::Block) => Order::Release,
        (Kind::Acquire | Kind::Release, Reach::Home) => Order::AcqRel,
        (Kind::Acquire | Kind::Release, Reach::Remote) => Order::RmAcqRel,
    };
    let scope = match one.scope {
        Reach::Device | Reach::Remote => Scope::Gpu,
        Reach::Block | Reach::Home => Scope::Cta,
    };
    Mode::new(order, scope)
}

/// The last time of all: what was not answered ends with the log.
fn last(known: &[Happened]) -> u64 {
    let times = known.iter().map(|one| one.end.unwrap_or(one.start));
    times.max().unwrap_or(0)
}

/// The log of what happened.
#[must_use]
pub fn log(config: &Config, record: &Record) -> Log {
    let known = beginning(record);
    let last = last(&known);
    let thread = |number: u32| Thread {
        name: format!("T{number}"),
        cta: Some(config.threads.unit(number)),
        gpu: 0,
        warp: Some(config.threads.wavefront(number)),
    };
    let location = |number| Location {
        address: Word::number(number),
        hex: None,
        init: Init::Known(Word::number(0)),
    };
    let event = |one: &Happened| {
        let read = one.read.map_or(Word::NONE, Word::number);
        let (op, place, read, wrote) = match one.kind {
            Kind::Load => (Op::Load, one.place, read, Word::NONE),
            Kind::Store => (Op::Store, one.place, Word::NONE, Word::number(one.wrote)),
            Kind::Acquire | Kind::Release => {
                let wrote = one
                    .read
                    .map_or(Word::NONE, |read| Word::number(read.wrapping_add(1)));
                (Op::Rmw, config.variables + one.place, read, wrote)
            }
        };
        Event {
            read,
            wrote,
            place,
            thread: u16::try_from(one.thread).unwrap_or(0),
            op,
            mode: mode(one),
        }
    };
    Log {
        name: "run".to_owned(),
        events: known.iter().map(event).collect(),
        times: known
            .iter()
            .map(|one| Span {
                start: one.start,
                end: one.end.unwrap_or(last),
            })
            .collect(),
        threads: (0..config.threads.all()).map(thread).collect(),
        locations: (0..config.variables + config.locks).map(location).collect(),
        ..Log::default()
    }
}

/// What the judge of logs says of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// Its verdict; none where it cannot say.
    pub verdict: Option<Verdict>,
    /// What its verdict can be, if anything is known.
    pub right: Option<&'static [Verdict]>,
    /// Whether answered accesses are left out, as they follow from atomics that were not answered.
    pub cut: bool,
}

impl Judged {
    /// Whether the tester and the judge contradict each other.
    #[must_use]
    pub fn disagrees(&self) -> bool {
        let may = |right: &[Verdict]| self.verdict.is_some_and(|verdict| right.contains(&verdict));
        self.right.is_some_and(|right| !may(right))
    }
}

/// A run without a bug.
const EXPLAINED: &[Verdict] = &[Verdict::Explained];

/// A load found what it cannot find.
const IMPOSSIBLE: &[Verdict] = &[Verdict::Impossible];

/// Two atomics of a lock found one value. Both write the next, so that who finds that need not have read from the one that
/// was before it: nothing may order the accesses to data then, and nothing is said of what races.
const SHARED: &[Verdict] = &[Verdict::Impossible, Verdict::Racy];

/// Judges a run that was recorded: a consistent one has to be explained, one with a wrong value has to be impossible.
#[must_use]
pub fn judge(config: &Config, outcome: &Outcome) -> Judged {
    let right = match &outcome.end {
        End::Consistent => Some(EXPLAINED),
        // What comes after others by time alone may come before them for a model.
        End::Inconsistent(Finding::Atomic {
            read,
            before,
            other: None,
            ..
        }) if read < before => None,
        End::Inconsistent(Finding::Atomic { other: Some(_), .. }) => Some(SHARED),
        End::Inconsistent(Finding::Value { .. } | Finding::Atomic { other: None, .. }) => {
            Some(IMPOSSIBLE)
        }
        End::Inconsistent(
            Finding::Protocol { .. } | Finding::Fault { .. } | Finding::Deadlock { .. },
        )
        | End::Unknown(_)
        | End::Until(_)
        | End::Refused(_)
        | End::Lost(_)
        | End::Malformed(_) => None,
    };
    // What is wrong may be in what is left out.
    let cut = outcome.record.as_ref().is_some_and(is_cut);
    let right = right.filter(|right| !cut || *right == EXPLAINED);
    let verdict = outcome.record.as_ref().and_then(|record| {
        let model = Model::find(model(config)).ok()?;
        clocks::verdict(&log(config, record), &model)
    });
    Judged {
        verdict,
        right,
        cut,
    }
}

/// Writes the log as JSON lines.
///
/// # Errors
///
/// It cannot be written.
pub fn write(
    config: &Config,
    layout: &Layout,
    record: &Record,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{{\"trace\":1,\"init\":{{\"*\":0}}}}")?;
    let mut told = vec![false; config.threads.all() as usize];
    let known = beginning(record);
    let last = last(&known);
    for one in known {
        let thread = one.thread;
        let first = !std::mem::replace(&mut told[thread as usize], true);
        let place = if first {
            let (cta, warp) = (
                config.threads.unit(thread),
                config.threads.wavefront(thread),
            );
            format!(",\"cta\":{cta},\"warp\":{warp}")
        } else {
            String::new()
        };
        let (word, what) = match one.kind {
            Kind::Load => (layout.variable(one.place), "\"op\":\"load\"".to_owned()),
            Kind::Store => (layout.variable(one.place), "\"op\":\"store\"".to_owned()),
            Kind::Acquire | Kind::Release => {
                let (order, scope) = (one.scope.order(one.kind), one.scope.name());
                let what = format!("\"op\":\"rmw\",\"order\":\"{order}\",\"scope\":\"{scope}\"");
                (layout.lock(one.place), what)
            }
        };
        let values = match (one.kind, one.read) {
            (Kind::Store, _) => format!("\"wrote\":{}", one.wrote),
            (Kind::Load, read) => format!("\"read\":{}", read.unwrap_or(0)),
            (Kind::Acquire | Kind::Release, read) => {
                let read = read.unwrap_or(0);
                format!("\"read\":{read},\"wrote\":{}", read.wrapping_add(1))
            }
        };
        writeln!(
            out,
            "{{\"id\":\"e{}a{}\",\"thread\":\"T{thread}\"{place},{what},\"addr\":\"{:#x}\",{values},\
             \"start\":{},\"end\":{}}}",
            one.episode,
            one.action,
            layout.address(word),
            one.start,
            one.end.unwrap_or(last),
        )?;
    }
    Ok(())
}

/// How many accesses a log has.
#[must_use]
pub fn length(record: &Record) -> u32 {
    small(beginning(record).len())
}
