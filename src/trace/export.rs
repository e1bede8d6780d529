//! Logs as litmus tests: what the models of GPUs say of a log is asked of [`crate::engine::check`].

mod writing;

use crate::syntax::shown::column;

use writing::Writing;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::axioms::Index;
use super::log::{Depends, Event, Init, Log, Op, Order, SCOPES};
use super::value::Word;

/// How a log is written as a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    /// After each atomic read a branch leaves the thread unless it read what the log says: a program that goes
    /// on with what it read. Without them every log of a racy-looking program would be racy.
    pub guarded: bool,
    /// Whether branches are written for control dependencies. A branch orders all writes after it, more than a
    /// log may say.
    pub branches: bool,
}

/// The most instructions of a thread in a test.
const LONGEST: usize = 990;

/// The most threads of a test.
const THREADS: usize = 64;

/// Whether the log has what a branch is written for.
#[must_use]
pub fn has_branches(log: &Log) -> bool {
    let mut all = log.dependencies.values().flatten();
    all.any(|(kind, _)| *kind == Depends::Ctrl)
}

/// A test of a log, and what its lines are.
#[derive(Debug)]
pub struct Written {
    /// The test.
    pub text: String,
    /// Of each thread the event of each line.
    rows: Vec<Vec<u32>>,
}

/// So many lines come before the first instructions.
const HEAD: usize = 4;

impl Written {
    /// The event of the log whose instruction of a thread stands at a place of the text.
    #[must_use]
    pub fn event(&self, thread: usize, place: usize) -> Option<u32> {
        let before = self.text.get(..place)?;
        let line = before.bytes().filter(|byte| *byte == b'\n').count();
        self.rows.get(thread)?.get(line.checked_sub(HEAD)?).copied()
    }
}

/// The litmus test of some events of a log: its condition is that each read returns what the log says.
///
/// # Errors
///
/// The events do not fit in a test; says why.
pub fn litmus(
    log: &Log,
    members: &[u32],
    form: Form,
    name: &str,
    expect: &[(String, &str)],
) -> Result<String, String> {
    written(log, members, form, name, expect).map(|written| written.text)
}

/// The same, with what its lines are.
///
/// # Errors
///
/// As for [`litmus`].
pub fn written(
    log: &Log,
    members: &[u32],
    form: Form,
    name: &str,
    expect: &[(String, &str)],
) -> Result<Written, String> {
    let mut threads: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
    for &event in members {
        if let Some(one) = log.events.get(event as usize) {
            threads.entry(one.thread).or_default().push(event);
        }
    }
    if threads.len() > THREADS {
        let count = threads.len();
        return Err(format!(
            "the log has {count} threads, a litmus test has at most {THREADS}"
        ));
    }
    let writing = Writing {
        log,
        form,
        values: values(log, members),
        names: names(log, members),
    };
    let mut columns = Vec::new();
    let mut rows = Vec::new();
    let mut pointers = Vec::new();
    let mut condition = Vec::new();
    for (column, events) in threads.values().enumerate() {
        let thread = writing.thread(column, events);
        if thread.lines.len() > LONGEST {
            let count = events.len();
            return Err(format!(
                "a thread has {count} events, too many for a litmus test of {LONGEST} instructions a thread"
            ));
        }
        pointers.extend(thread.pointers);
        condition.extend(thread.condition);
        rows.push(thread.owners);
        columns.push((
            writing.header(column, *threads.keys().nth(column).unwrap_or(&0)),
            thread.lines,
        ));
    }
    let mut out = format!("PTX {name}\n");
    let _ = writeln!(
        out,
        "\"Events of a log; the condition holds where each read returns what was logged\""
    );
    let mut init: Vec<String> = writing
        .names
        .iter()
        .map(|(place, name)| format!("{name} = {};", writing.initial(*place)))
        .collect();
    init.extend(pointers);
    let _ = writeln!(out, "{{ {} }}", init.join(" "));
    table(&columns, &mut out);
    let condition = if condition.is_empty() {
        "true".to_owned()
    } else {
        condition.join(" /\\ ")
    };
    let _ = writeln!(out, "exists ({condition})");
    for (model, verdict) in expect {
        let _ = writeln!(out, "// expect {model}: {verdict}");
    }
    Ok(Written { text: out, rows })
}

fn table(columns: &[(String, Vec<String>)], out: &mut String) {
    let wide = |(header, code): &(String, Vec<String>)| {
        let longest = code.iter().map(String::len).max().unwrap_or(0);
        column(longest.max(header.len()))
    };
    let widths: Vec<usize> = columns.iter().map(wide).collect();
    let rows = columns
        .iter()
        .map(|(_, code)| code.len())
        .max()
        .unwrap_or(0);
    let mut line = |cells: Vec<&str>| {
        let cells = cells
            .iter()
            .zip(&widths)
            .map(|(cell, wide)| format!("{cell:wide$}"));
        let _ = writeln!(out, " {} ;", cells.collect::<Vec<_>>().join(" | "));
    };
    line(columns.iter().map(|(header, _)| header.as_str()).collect());
    for row in 0..rows {
        line(
            columns
                .iter()
                .map(|(_, code)| code.get(row).map_or("", String::as_str))
                .collect(),
        );
    }
}

/// Numbers for the values: small ones as they are, others some that nobody uses.
fn values(log: &Log, members: &[u32]) -> BTreeMap<Word, u64> {
    let mut all = BTreeSet::new();
    for one in members
        .iter()
        .filter_map(|event| log.events.get(*event as usize))
    {
        all.extend(one.read.some());
        all.extend(one.wrote.some());
    }
    for location in &log.locations {
        if let Init::Known(value) = location.init {
            all.insert(value);
        }
    }
    let small = |value: &Word| value.as_number().filter(|number| *number < 1 << 30);
    let taken: BTreeSet<u64> = all.iter().filter_map(small).collect();
    let mut free = (1..).filter(|number| !taken.contains(number));
    all.into_iter()
        .map(|value| {
            let number = small(&value).or_else(|| free.next());
            (value, number.unwrap_or(0))
        })
        .collect()
}

/// Names for the locations that the events access: their own where these are names of a test.
fn names(log: &Log, members: &[u32]) -> BTreeMap<u32, String> {
    let accessed = members
        .iter()
        .filter_map(|event| log.events.get(*event as usize));
    let places: BTreeSet<u32> = accessed
        .filter(|one| one.is_access())
        .map(|one| one.place)
        .collect();
    places
        .into_iter()
        .map(|place| {
            let own = log.address(place);
            let plain = own.starts_with(|first: char| first.is_ascii_alphabetic())
                && own.bytes().all(|byte| byte.is_ascii_alphanumeric())
                && !own[1..].bytes().all(|byte| byte.is_ascii_digit())
                || (own.len() == 1 && own.bytes().all(|byte| byte.is_ascii_alphabetic()));
            let taken = ["true", "not", "exists", "forall", "filter"].contains(&own.as_str());
            (
                place,
                if plain && !taken {
                    own
                } else {
                    format!("loc{place}_")
                },
            )
        })
        .collect()
}

/// A read of a value that no event of the log wrote, and that cannot be the initial one: no test is needed.
#[must_use]
pub fn unwritten(log: &Log, index: &Index, members: &[u32]) -> Option<Vec<u32>> {
    let mut first: BTreeMap<u32, (u32, Word)> = BTreeMap::new();
    for &event in members {
        let Some(one) = log.events.get(event as usize).filter(|one| one.reads()) else {
            continue;
        };
        if index.may_be_initial(log, one.place, one.read) {
            let unknown = log.locations.get(one.place as usize).map(|one| one.init);
            let (other, value) = *first.entry(one.place).or_insert((event, one.read));
            if unknown == Some(Init::Unknown) && value != one.read {
                return Some(vec![other, event]);
            }
        } else if index.sources(log, event).next().is_none() {
            return Some(vec![event]);
        }
    }
    None
}
