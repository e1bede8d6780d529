//! A run as a person reads it.

mod finding;

use finding::finding;

use std::fmt::Write as _;

use crate::drf::device::Kind;
use crate::drf::finding::{End, Finding, Outcome};
use crate::drf::layout::Layout;
use crate::drf::record::Happened;
use crate::drf::shrink::Smaller;
use crate::drf::sweep::{Done, first, union};
use crate::drf::trial::Trial;
use crate::render::layout::Layout as Screen;
use crate::render::paint::Paint;

use super::map;

/// `1 access`, `2 accesses`
#[must_use]
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Of the command that starts a device so much is shown.
const NAME: usize = 40;

/// The device, and its bug.
fn subject(trial: &Trial) -> String {
    let bug = trial.subject.bug();
    let bug = bug.map_or_else(String::new, |bug| format!(" with {bug}"));
    let mut name: String = trial.subject.name().chars().take(NAME).collect();
    if name.len() < trial.subject.name().len() {
        name.push('…');
    }
    format!("{name}{bug}")
}

/// What was run.
fn heading(trial: &Trial) -> String {
    let config = &trial.config;
    let caches = if trial.subject.has_caches() {
        format!(", {} caches", trial.sizes.name())
    } else {
        String::new()
    };
    format!(
        "{}, {}x{} threads, {}, {}{caches}",
        subject(trial),
        config.threads.units,
        config.threads.per_unit(),
        count(config.locks.into(), "lock", "locks"),
        count(config.variables.into(), "variable", "variables"),
    )
}

/// How it ended, in a few words.
fn ending(outcome: &Outcome, paint: Paint) -> String {
    let accesses = count(outcome.accesses, "access", "accesses");
    match &outcome.end {
        End::Consistent => format!("{} in {accesses}", paint.good("consistent")),
        End::Inconsistent(found) => format!("{} after {accesses}", paint.bad(found.title())),
        End::Unknown(open) => format!("{} after {accesses}: {open}", paint.warn("unknown")),
        End::Until(_) => format!(
            "{} after {accesses}: it was asked to stop there",
            paint.warn("unknown")
        ),
        End::Refused(text) => format!("{}: the device refuses: {text}", paint.warn("unknown")),
        End::Lost(text) | End::Malformed(text) => {
            format!("{} after {accesses}: {text}", paint.warn("unknown"))
        }
    }
}

/// What was found besides.
#[derive(Debug, Clone, Default)]
pub struct Extra {
    /// What happened between the last store and the wrong load on their line.
    pub history: Vec<Happened>,
    /// How much of it there was.
    pub happened: usize,
    /// The log's file, and what the judge of logs says of it.
    pub log: Option<(String, String)>,
}

/// A run.
#[must_use]
pub fn run(trial: &Trial, outcome: &Outcome, extra: &Extra, screen: Screen) -> String {
    let (what, end) = (heading(trial), ending(outcome, screen.paint));
    let wide = what.chars().count() + end.chars().count() + 2 > usize::from(screen.width);
    let between = if wide { "\n  " } else { " " };
    let mut out = format!("{what}:{between}{end}\n");
    if screen.quiet {
        return out;
    }
    let layout = Layout::new(&trial.config);
    if let End::Inconsistent(found) = &outcome.end {
        finding(trial, &layout, found, &mut out);
        history(trial, &layout, extra, &mut out);
    }
    if let Some((file, verdict)) = &extra.log {
        let _ = writeln!(out, "  log {file}: {verdict}");
    }
    match &outcome.end {
        End::Inconsistent(found) => {
            // What is noticed after the last access is not there yet when that is answered.
            let until = match found {
                Finding::Value { .. } | Finding::Atomic { .. } => {
                    format!(" --until {}", outcome.accesses)
                }
                Finding::Protocol { .. } | Finding::Fault { .. } | Finding::Deadlock { .. } => {
                    String::new()
                }
            };
            let _ = writeln!(
                out,
                "  again: --seed {}{until}   smaller: --shrink   log: --log FILE",
                trial.config.seed
            );
        }
        End::Consistent => {
            let _ = writeln!(
                out,
                "  {}, all variables read back; {} dropped, {} steps",
                count(outcome.episodes.into(), "episode", "episodes"),
                count(outcome.dropped, "action", "actions"),
                outcome.steps,
            );
        }
        End::Unknown(_) | End::Until(_) | End::Refused(_) | End::Lost(_) | End::Malformed(_) => {}
    }
    if screen.verbose {
        out.push_str(&map::text(&outcome.coverage));
    }
    out
}

/// An access in a line.
fn access(layout: &Layout, one: &Happened) -> String {
    let (name, word) = match one.kind {
        Kind::Load => ("L".to_owned(), layout.variable(one.place)),
        Kind::Store => ("S".to_owned(), layout.variable(one.place)),
        Kind::Acquire | Kind::Release => {
            let block = if one.scope.is_block() { ".cta" } else { "" };
            let name = format!("U.{}{block}", one.scope.order(one.kind));
            (name, layout.lock(one.place))
        }
    };
    let address = layout.address(word);
    let value = match (one.kind, one.read) {
        (Kind::Store, _) => one.wrote.to_string(),
        (Kind::Load, Some(read)) => read.to_string(),
        (Kind::Acquire | Kind::Release, Some(read)) => {
            format!("{read}>{}", read.wrapping_add(1))
        }
        (Kind::Load | Kind::Acquire | Kind::Release, None) => "?".to_owned(),
    };
    let end = one.end.map_or_else(String::new, |end| end.to_string());
    let times = format!("@{}..{end}", one.start);
    format!(
        "{times:18} T{:<4} episode {:<6} {name} {address:#x} {value}",
        one.thread, one.episode
    )
}

fn history(trial: &Trial, layout: &Layout, extra: &Extra, out: &mut String) {
    if extra.history.is_empty() {
        return;
    }
    let left = extra.happened.saturating_sub(extra.history.len());
    let more = if left > 0 {
        format!(" ({left} more, mostly loads: --history {})", extra.happened)
    } else {
        String::new()
    };
    let _ = writeln!(
        out,
        "  between the two, on its line of {} bytes{more}:",
        trial.config.line
    );
    for one in &extra.history {
        let _ = writeln!(out, "    {}", access(layout, one));
    }
}

/// A smaller program.
#[must_use]
pub fn smaller(trial: &Trial, found: Option<&Smaller>) -> String {
    let Some(found) = found else {
        return "  not smaller: no other schedule of the same episodes shows it\n".to_owned();
    };
    let layout = Layout::new(&trial.config);
    let mut out = String::new();
    let accesses = found.outcome.record.as_ref();
    let accesses = accesses.map_or(&[][..], |record| &record.accesses);
    let _ = writeln!(
        out,
        "  smaller: {} by {}, in {}{}",
        count(accesses.len() as u64, "access", "accesses"),
        count(found.threads() as u64, "thread", "threads"),
        count(found.script.episodes.len() as u64, "episode", "episodes"),
        if found.finished {
            ""
        } else {
            " (time was over before all was tried)"
        }
    );
    for one in accesses.iter().take(60) {
        let _ = writeln!(out, "    {}", access(&layout, one));
    }
    if accesses.len() > 60 {
        let _ = writeln!(out, "    … and {} more", accesses.len() - 60);
    }
    if let End::Inconsistent(wrong) = &found.outcome.end {
        finding(trial, &layout, wrong, &mut out);
    }
    out
}

/// A sweep.
#[must_use]
pub fn sweep(done: &[Done], screen: Screen) -> String {
    let Some(one) = done.first() else {
        return String::new();
    };
    let config = &one.trial.config;
    let mut out = format!(
        "{}: {}, {}x{} threads, {} variables\n",
        subject(&one.trial),
        count(done.len() as u64, "run", "runs"),
        config.threads.units,
        config.threads.per_unit(),
        config.variables
    );
    if !screen.quiet {
        let header = [
            "caches", "locks", "actions", "episodes", "seed", "hold", "run",
        ];
        let row = |one: &Done| {
            let config = &one.trial.config;
            vec![
                if one.trial.subject.has_caches() {
                    one.trial.sizes.name().to_owned()
                } else {
                    "-".to_owned()
                },
                config.locks.to_string(),
                config.actions.to_string(),
                config.episodes.to_string(),
                config.seed.to_string(),
                one.trial.hold.to_string(),
                ending(&one.outcome, screen.paint),
            ]
        };
        let rows: Vec<Vec<String>> = done.iter().map(row).collect();
        out.push_str(&screen.columns(&header, &rows));
    }
    let accesses: u64 = done.iter().map(|one| one.outcome.accesses).sum();
    let found = done
        .iter()
        .filter(|one| matches!(one.outcome.end, End::Inconsistent(_)))
        .count();
    let _ = match first(done) {
        Some((at, until)) => writeln!(
            out,
            "  {found} of {} inconsistent, the first of them run {} after {until} accesses in all",
            count(done.len() as u64, "run", "runs"),
            at + 1
        ),
        None => writeln!(out, "  none inconsistent in {accesses} accesses"),
    };
    if let (Some(all), false) = (union(done), screen.quiet) {
        out.push_str(&map::text(&all));
    }
    out
}
