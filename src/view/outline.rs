//! A test as it was understood, as a view.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::program::events::{Dependency, EventKind, Place, Unrolled};
use crate::program::symbolic::{EventId, FALSE, TRUE, ValueExpr, ValueId};
use crate::program::{LocationId, Program, Thread, Unused, location_at};
use crate::syntax::ast::{Proxy, Space};

use super::names;
use super::names::Site;
use super::scopes::{Gpu, scopes, warp};
use super::witness::{Kind, site};

/// A test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Outline {
    /// Its file.
    pub file: String,
    /// Its name.
    pub test: String,
    /// Its description.
    pub description: String,
    /// What it states.
    pub statement: String,
    /// Executions that do not satisfy it do not count.
    pub filter: Option<String>,
    /// How often backward jumps are taken in what follows.
    pub bound: usize,
    /// Its threads.
    pub threads: Vec<Lane>,
    /// Where they run.
    pub scopes: Vec<Gpu>,
    /// Its locations.
    pub locations: Vec<Memory>,
    /// Its events: the initial writes, then each thread's.
    pub events: Vec<Point>,
    /// Program order of neighbours, of which both may or may not be executed.
    pub po: Vec<(String, String)>,
    /// Address, data and control dependencies.
    pub dependencies: Vec<Link>,
}

/// A thread.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Lane {
    /// `P0`.
    pub thread: String,
    /// The device.
    pub gpu: u32,
    /// The block.
    pub cta: u32,
    /// The warp, where one is written.
    pub warp: Option<u32>,
    /// As in the header: `P0@cta 0,gpu 0`.
    #[serde(skip)]
    pub placed: String,
    /// The initial values of its registers.
    pub registers: BTreeMap<String, i64>,
    /// Some execution may go on after the loop bound.
    pub truncated: bool,
}

/// A location.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// Its name, with its block where several have one of that name.
    pub name: String,
    /// `global` or `shared`.
    pub space: &'static str,
    /// What it holds at the start.
    pub initial: i64,
    /// The location that it is another name for.
    pub alias_of: Option<String>,
    /// The proxy that the alias is for.
    pub proxy: Option<&'static str>,
    /// Where it is declared, or first used.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// An event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Point {
    /// Its label.
    pub id: String,
    /// Its thread.
    pub thread: Option<String>,
    /// What it does.
    pub kind: Kind,
    /// Where, if that is fixed.
    pub location: Option<String>,
    /// What it writes, if that is fixed.
    pub written: Option<i64>,
    /// `Wx=1`; `?` for what depends on the execution.
    pub label: String,
    /// Not every execution has it.
    pub conditional: bool,
    /// Where it is written.
    #[serde(flatten)]
    pub site: Site,
}

/// A dependency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Link {
    /// `addr`, `data` or `ctrl`.
    pub kind: &'static str,
    /// The read.
    pub from: String,
    /// What depends on it.
    pub to: String,
    /// Not in every execution that has both.
    pub conditional: bool,
}

impl Outline {
    /// The view of a test whose loops are unrolled to a bound.
    #[must_use]
    pub fn of(program: &Program, unrolled: &Unrolled, bound: usize) -> Self {
        let labels = names::labels(program, unrolled);
        let threads = program.threads.iter().zip(&unrolled.threads);
        Self {
            file: program.source.name.to_string(),
            test: program.name.clone(),
            description: program.description.clone(),
            statement: names::stated(program),
            filter: names::filter(program),
            bound,
            threads: threads
                .map(|(thread, end)| lane(thread, end.truncated != FALSE))
                .collect(),
            scopes: scopes(&program.threads),
            locations: memories(program),
            events: (0..unrolled.events.len())
                .map(|index| point(program, unrolled, &labels, index))
                .collect(),
            po: neighbours(unrolled, &labels),
            dependencies: dependencies(unrolled, &labels),
        }
    }
}

fn lane(thread: &Thread, truncated: bool) -> Lane {
    let registers = thread.registers.iter();
    Lane {
        thread: format!("P{}", thread.number),
        gpu: thread.placement.gpu,
        cta: thread.placement.cta,
        warp: warp(thread),
        placed: names::placed(thread),
        registers: registers
            .map(|register| (register.name.clone(), register.initial))
            .collect(),
        truncated,
    }
}

/// All locations, those that nothing can reach where they are declared.
fn memories(program: &Program) -> Vec<Memory> {
    let reached = (0..program.locations.len()).map(|index| memory(program, LocationId(index)));
    let mut all: Vec<Memory> = reached.collect();
    if !program.unused.is_empty() {
        all.extend(program.unused.iter().map(|unused| idle(program, unused)));
        all.sort_by_key(|memory| (memory.line, memory.column));
    }
    all
}

const fn space(space: Space) -> &'static str {
    match space {
        Space::Global => "global",
        Space::Shared => "shared",
    }
}

fn idle(program: &Program, unused: &Unused) -> Memory {
    let at = program.source.position(unused.span.start);
    Memory {
        name: unused.name.clone(),
        space: space(unused.space),
        initial: unused.initial,
        alias_of: None,
        proxy: None,
        line: at.line,
        column: at.column,
    }
}

fn memory(program: &Program, id: LocationId) -> Memory {
    let location = program.location(id);
    let at = program.source.position(location.span.start);
    Memory {
        name: names::location(program, id),
        space: space(location.space),
        initial: location.initial,
        alias_of: (location.physical != id).then(|| names::location(program, location.physical)),
        proxy: location.proxy.map(|proxy| match proxy {
            Proxy::Generic => "generic",
            Proxy::Surface => "surface",
            Proxy::Texture => "texture",
            Proxy::Constant => "constant",
        }),
        line: at.line,
        column: at.column,
    }
}

fn point(program: &Program, unrolled: &Unrolled, labels: &[String], index: usize) -> Point {
    let event = &unrolled.events[index];
    let place = match (&event.kind, event.memory()) {
        (&EventKind::Initial { location, .. }, _) => Some(Place::Fixed(location)),
        (_, memory) => memory.map(|(place, _)| place),
    };
    let location = match place {
        Some(Place::Fixed(location)) => Some(location),
        // A pointer that nothing has changed yet.
        Some(Place::Computed(address)) => constant(unrolled, address)
            .and_then(|address| location_at(address, program.locations.len())),
        None => None,
    };
    let location = location.map(|id| names::location(program, id));
    let written = match event.kind {
        EventKind::Initial { value, .. } => Some(value),
        EventKind::Write { value, .. } | EventKind::ReadWrite { value, .. } => {
            constant(unrolled, value)
        }
        EventKind::Read { .. }
        | EventKind::Fence(_)
        | EventKind::Barrier { .. }
        | EventKind::Choice => None,
    };
    let kind = Kind::of(&event.kind);
    let mut label = kind.letters().to_owned();
    if place.is_some() {
        label.push_str(location.as_deref().unwrap_or("[?]"));
        let value = written.map(|value| names::value(program, value));
        let value = value.unwrap_or_else(|| "?".to_owned());
        label.push_str(if kind == Kind::Update { "=?→" } else { "=" });
        label.push_str(&value);
    }
    Point {
        id: names::label(labels, EventId(index)),
        thread: event.thread.map(|id| names::thread(program, id)),
        kind,
        location,
        written,
        label,
        conditional: event.guard != TRUE,
        site: site(program, &event.kind, Site::of(&program.source, event.span)),
    }
}

fn constant(unrolled: &Unrolled, value: ValueId) -> Option<i64> {
    match unrolled.symbolic.value(value) {
        ValueExpr::Constant(number) => Some(number),
        ValueExpr::Read(_)
        | ValueExpr::Fit(..)
        | ValueExpr::Arithmetic(..)
        | ValueExpr::Select(..) => None,
    }
}

fn neighbours(unrolled: &Unrolled, labels: &[String]) -> Vec<(String, String)> {
    let events = unrolled.events.iter().zip(labels);
    events
        .clone()
        .zip(events.skip(1))
        .filter(|((a, _), (b, _))| a.thread.is_some() && a.thread == b.thread)
        .map(|((_, from), (_, to))| (from.clone(), to.clone()))
        .collect()
}

fn dependencies(unrolled: &Unrolled, labels: &[String]) -> Vec<Link> {
    let mut links = Vec::new();
    for (event, to) in unrolled.events.iter().zip(labels) {
        let mut link = |kind, found: &[Dependency]| {
            links.extend(found.iter().map(|dependency| Link {
                kind,
                from: names::label(labels, dependency.on),
                to: to.clone(),
                conditional: dependency.when != TRUE,
            }));
        };
        link("addr", &event.addr);
        link("data", &event.data);
        link("ctrl", &event.ctrl);
    }
    links
}
