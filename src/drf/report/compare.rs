//! Kinds of programs beside each other, as text and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use crate::drf::compare::{Hunt, Programs};
use crate::drf::subject::Subject;
use crate::drf::trial::Trial;
use crate::render::layout::Layout as Screen;

use super::text::count;

/// A device, right or with a bug, and what each kind of programs found.
#[derive(Debug)]
pub struct Row {
    /// The device.
    pub subject: Subject,
    /// In the order of [`Programs::ALL`].
    pub hunts: Vec<Hunt>,
}

/// The comparison as text.
#[must_use]
pub fn text(trials: &[Trial], budget: u32, rows: &[Row], screen: Screen) -> String {
    let mut out = heading(trials, budget, rows);
    if !screen.quiet {
        let mut header = vec!["bug"];
        header.extend(Programs::ALL.map(Programs::name));
        let line = |row: &Row| {
            let mut line = vec![row.subject.bug().unwrap_or("none").to_owned()];
            line.extend(row.hunts.iter().map(cell));
            line
        };
        let lines: Vec<Vec<String>> = rows.iter().map(line).collect();
        out.push_str(&screen.columns(&header, &lines));
        out.push('\n');
        out.push_str(&screen.columns(&header_of_sums(), &sums(rows)));
    }
    for open in rows.iter().flat_map(|row| &row.hunts) {
        if let Some(why) = &open.open {
            let _ = writeln!(
                out,
                "  unknown: {} ended early: {why}",
                open.programs.name()
            );
        }
    }
    out
}

fn heading(trials: &[Trial], budget: u32, rows: &[Row]) -> String {
    let name = rows.first().map_or("", |row| row.subject.name());
    let threads = trials.first().map_or_else(String::new, |one| {
        let threads = one.config.threads;
        format!(", {}x{} threads", threads.units, threads.per_unit())
    });
    format!(
        "{name}{threads}: accesses until something is wrong, of {budget} in {}\n",
        count(trials.len() as u64, "run", "runs")
    )
}

/// `2069 value`; what found nothing, `-`.
fn cell(hunt: &Hunt) -> String {
    match (hunt.found, &hunt.open) {
        (Some(kind), _) => format!("{} {kind}", hunt.accesses),
        (None, Some(_)) => "unknown".to_owned(),
        (None, None) => "-".to_owned(),
    }
}

fn header_of_sums() -> Vec<&'static str> {
    let mut header = vec!["in all"];
    header.extend(Programs::ALL.map(Programs::name));
    header
}

/// How many bugs each kind noticed, and what it took of the controllers of the right device.
fn sums(rows: &[Row]) -> Vec<Vec<String>> {
    let bugs = rows.iter().filter(|row| row.subject.bug().is_some());
    let bugs: Vec<&Row> = bugs.collect();
    let mut lines = Vec::new();
    if !bugs.is_empty() {
        let mut line = vec!["bugs noticed".to_owned()];
        for kind in 0..Programs::ALL.len() {
            let noticed = bugs.iter().filter(|row| found(row, kind)).count();
            line.push(format!("{noticed} of {}", bugs.len()));
        }
        lines.push(line);
    }
    for (name, covered) in covered(rows) {
        let mut line = vec![format!("transitions of {name}")];
        line.extend(
            covered
                .by
                .iter()
                .map(|one| format!("{} of {}", one.active, covered.reachable)),
        );
        lines.push(line);
        let mut line = vec!["  the last one after".to_owned()];
        line.extend(covered.by.iter().map(|one| match one.after.last() {
            Some(after) => count(*after, "access", "accesses"),
            None => "-".to_owned(),
        }));
        lines.push(line);
    }
    lines
}

fn found(row: &Row, kind: usize) -> bool {
    row.hunts.get(kind).is_some_and(|hunt| hunt.found.is_some())
}

#[derive(Debug, Serialize)]
struct Covered {
    reachable: usize,
    by: Vec<By>,
}

#[derive(Debug, Serialize)]
struct By {
    programs: &'static str,
    active: usize,
    /// After how many accesses there was one more.
    after: Vec<u64>,
}

/// The transitions that each kind took on the right device.
fn covered(rows: &[Row]) -> BTreeMap<&'static str, Covered> {
    let mut all: BTreeMap<&'static str, Covered> = BTreeMap::new();
    let right = rows.iter().filter(|row| row.subject.bug().is_none());
    for hunt in right.flat_map(|row| &row.hunts) {
        let Some(coverage) = &hunt.coverage else {
            continue;
        };
        for (number, table) in coverage.controllers.iter().enumerate() {
            let of = all.entry(table.name).or_insert_with(|| Covered {
                reachable: table.reachable(),
                by: Vec::new(),
            });
            of.by.push(By {
                programs: hunt.programs.name(),
                active: coverage.active(number),
                after: coverage.after(number),
            });
        }
    }
    all
}

/// The comparison as JSON; `docs/schema/gpu-litmus.schema.json` says what the fields mean.
#[derive(Debug, Serialize)]
pub struct Object {
    device: String,
    seed: u64,
    budget: u32,
    runs: usize,
    rows: Vec<Line>,
    covered: BTreeMap<&'static str, Covered>,
}

#[derive(Debug, Serialize)]
struct Line {
    bug: Option<&'static str>,
    hunts: Vec<Found>,
}

#[derive(Debug, Serialize)]
struct Found {
    programs: &'static str,
    accesses: u64,
    kind: Option<&'static str>,
    open: Option<String>,
}

impl Object {
    /// Of what was found.
    #[must_use]
    pub fn new(trials: &[Trial], seed: u64, budget: u32, rows: &[Row]) -> Self {
        let line = |row: &Row| Line {
            bug: row.subject.bug(),
            hunts: row.hunts.iter().map(Found::of).collect(),
        };
        let name = rows.first().map_or("", |row| row.subject.name());
        Self {
            device: name.to_owned(),
            seed,
            budget,
            runs: trials.len(),
            rows: rows.iter().map(line).collect(),
            covered: covered(rows),
        }
    }
}

impl Found {
    fn of(hunt: &Hunt) -> Self {
        Self {
            programs: hunt.programs.name(),
            accesses: hunt.accesses,
            kind: hunt.found,
            open: hunt.open.clone(),
        }
    }
}
