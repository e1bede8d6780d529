//! JSON lines: the first object says what holds for all, each other is an event.

mod fields;
mod refused;

use fields::{Object, Scalar};
use refused::no_object;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, Visitor};

use crate::trace::log::{Depends, Op, Order, SCOPES, Span};

use super::builder::Builder;
use super::event::{Piece, Placed, Raw};
use super::mistake::Mistake;
use super::text::{mode, span};

/// Where a field stands in a line, for a remark about it.
fn field(line: &str, name: &str) -> Range<usize> {
    let key = format!("\"{name}\"");
    let whole = line.trim_end().len();
    let start = line.find(&key).map_or(0..whole, |at| at..at + key.len());
    let rest = line.get(start.end..).unwrap_or_default();
    let skipped = rest.len() - rest.trim_start_matches([' ', ':', '\t']).len();
    let value = rest.get(skipped..).unwrap_or_default();
    let stop = match value.strip_prefix('"') {
        Some(inner) => inner.find('"').map(|at| at + 2),
        None => value.find([',', '}', ' ']),
    };
    match (line.contains(&key), stop) {
        (true, Some(stop)) => start.end + skipped..start.end + skipped + stop,
        (true, None) | (false, _) => start,
    }
}

/// The fields whose values are pieces of events: looking for them in the line waits until one is wrong.
const FIELDS: [&str; 8] = [
    "id", "thread", "addr", "read", "wrote", "deps", "threads", "init",
];

/// Places from here on stand for fields.
const FIELD: usize = usize::MAX / 2;

fn at<'a>(value: Scalar<'a>, name: &str) -> Piece<'a> {
    let number = FIELDS.iter().position(|field| *field == name).unwrap_or(0);
    Piece {
        text: value.0,
        at: FIELD + number..FIELD + number,
    }
}

/// Finds the field that a mistake is about.
fn placed(mut wrong: Mistake, line: &str) -> Mistake {
    if let Some(name) = wrong
        .place
        .start
        .checked_sub(FIELD)
        .and_then(|number| FIELDS.get(number))
    {
        wrong.place = field(line, name);
    }
    wrong
}

/// Whether a line ends before its object does.
#[must_use]
pub fn is_cut(line: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(line).is_err_and(|error| error.is_eof())
}

/// Reads one line.
///
/// # Errors
///
/// What is wrong with it.
pub fn read_line(builder: &mut Builder, line: &str, number: u64) -> Result<(), Mistake> {
    if line.trim().is_empty() {
        return Ok(());
    }
    let object: Object<'_> = serde_json::from_str(line).map_err(|error| no_object(line, &error))?;
    let read = if object.trace.is_some() {
        header(builder, object, line, number)
    } else {
        event(object, line).and_then(|raw| builder.add(&raw, number))
    };
    read.map_err(|wrong| placed(wrong, line))
}

fn header(
    builder: &mut Builder,
    object: Object<'_>,
    line: &str,
    number: u64,
) -> Result<(), Mistake> {
    if object.trace != Some(1) {
        let text = "this is a log of another version than 1";
        return Err(Mistake::new(field(line, "trace"), text, "expected 1"));
    }
    if object.op.is_some() {
        let text = "a header is no event: `trace` and `op` stand apart";
        return Err(Mistake::new(field(line, "op"), text, "an event"));
    }
    if object.unique == Some(true) {
        builder.promise_unique();
    }
    for (address, value) in object.init {
        let value = at(value, "init");
        if address == "*" {
            builder.init_all(&value)?;
        } else {
            let address = at(Scalar(address.clone()), "init");
            builder.init(&address, &value, number)?;
        }
    }
    for one in object.threads {
        let placed = Placed {
            cta: one.cta,
            gpu: one.gpu,
            warp: one.warp,
        };
        builder.place_thread(&at(one.thread, "threads"), placed)?;
    }
    Ok(())
}

/// The operations.
const OPS: [(&str, Op); 6] = [
    ("load", Op::Load),
    ("store", Op::Store),
    ("rmw", Op::Rmw),
    ("fence", Op::Fence),
    ("barrier", Op::Barrier),
    ("writeback", Op::WriteBack),
];

fn missing(line: &str, name: &str) -> Mistake {
    let whole = 0..line.trim_end().len();
    Mistake::new(whole, format!("the event has no `{name}`"), "incomplete")
}

fn event<'a>(object: Object<'a>, line: &'a str) -> Result<Raw<'a>, Mistake> {
    let Some(name) = &object.op else {
        let one = missing(line, "op");
        return Err(one.with_help("a header has \"trace\":1, an event has \"op\""));
    };
    let Some((_, op)) = OPS.iter().find(|(one, _)| one == name) else {
        let text = format!("`{name}` is no kind of event");
        let names = OPS.map(|(name, _)| name);
        let one = Mistake::new(field(line, "op"), text, "unknown kind");
        return Err(one.with_names(name, &names));
    };
    let (op, mode) = modes(*op, &object, line)?;
    let Some(thread) = object.thread else {
        return Err(missing(line, "thread"));
    };
    let (needs_read, needs_wrote) = match op {
        Op::Load => (true, false),
        Op::Store | Op::WriteBack => (false, true),
        Op::Rmw => (true, true),
        Op::Fence | Op::Barrier => (false, false),
    };
    if op == Op::Rmw && (object.read.is_none() || object.wrote.is_none()) {
        let text = "half of a read-modify-write";
        let one = Mistake::new(
            0..line.trim_end().len(),
            text,
            "what it read, and what it wrote",
        );
        return Err(one.with_help(
            "\"read\" and \"wrote\"; \"wrote\":null says that a compare-and-swap failed",
        ));
    }
    let wrote = object.wrote.flatten();
    for (name, there, needed) in [
        ("read", object.read.is_some(), needs_read),
        ("wrote", wrote.is_some(), needs_wrote && op != Op::Rmw),
        ("addr", object.addr.is_some(), op != Op::Fence),
    ] {
        if needed && !there {
            return Err(missing(line, name));
        }
        if there && !needed && !(op == Op::Rmw && name == "wrote") {
            let text = format!("an event of this kind has no `{name}`");
            return Err(Mistake::new(field(line, name), text, "not of this kind"));
        }
    }
    Ok(Raw {
        id: object.id.map(|id| at(id, "id")),
        thread: at(thread, "thread"),
        placed: Placed {
            cta: object.cta,
            gpu: object.gpu,
            warp: object.warp,
        },
        op,
        mode,
        place: object.addr.map(|place| at(place, "addr")),
        read: object.read.map(|value| at(value, "read")),
        wrote: wrote.map(|value| at(value, "wrote")),
        time: time(object.start, object.end, line)?,
        dependencies: dependencies(object.deps, line)?,
    })
}

fn modes(
    op: Op,
    object: &Object<'_>,
    line: &str,
) -> Result<(Op, crate::trace::log::Mode), Mistake> {
    let order = match &object.order {
        None => None,
        Some(name) => Some(Order::from_name(name).ok_or_else(|| {
            let names = Order::ALL.map(Order::name);
            let text = format!("`{name}` is no order");
            Mistake::new(field(line, "order"), text, "unknown").with_names(name, &names)
        })?),
    };
    let scope = match &object.scope {
        None => None,
        Some(name) => {
            let known = SCOPES.iter().find(|(_, names)| names.contains(&&**name));
            Some(known.map(|(scope, _)| *scope).ok_or_else(|| {
                let names: Vec<&str> = SCOPES
                    .iter()
                    .flat_map(|(_, names)| *names)
                    .copied()
                    .collect();
                let text = format!("`{name}` is no scope");
                Mistake::new(field(line, "scope"), text, "unknown").with_names(name, &names)
            })?)
        }
    };
    mode(op, order, scope)
        .map_err(|text| Mistake::new(field(line, "order"), text, "not of this kind"))
}

fn time(start: Option<u64>, end: Option<u64>, line: &str) -> Result<Option<Span>, Mistake> {
    match (start, end) {
        (None, None) => Ok(None),
        (Some(start), end) => span(start, end.unwrap_or(start), &field(line, "end")).map(Some),
        (None, Some(_)) => {
            let text = "the event has an end and no start";
            Err(Mistake::new(field(line, "end"), text, "without `start`"))
        }
    }
}

fn dependencies<'a>(
    named: BTreeMap<Cow<'a, str>, Vec<Scalar<'a>>>,
    line: &str,
) -> Result<Vec<(Depends, Piece<'a>)>, Mistake> {
    let mut found = Vec::new();
    for (name, ids) in named {
        let kind = Depends::ALL.into_iter().find(|kind| kind.name() == name);
        let Some(kind) = kind else {
            let text = format!("`{name}` is no kind of dependency");
            let one = Mistake::new(field(line, "deps"), text, "unknown");
            return Err(one.with_names(&name, &Depends::ALL.map(Depends::name)));
        };
        found.extend(ids.into_iter().map(|id| (kind, at(id, "deps"))));
    }
    Ok(found)
}
