//! The parts of a run.

use std::collections::BTreeMap;

use crate::drf::coverage::{Class, Coverage};
use crate::drf::device::Kind;
use crate::drf::finding::{Access, Finding, Place};
use crate::drf::layout::Layout;
use crate::drf::record::Happened;
use crate::drf::subject::Subject;
use crate::drf::trial::Trial;

use super::{Cell, Config, Happening, Placed, Who};

pub(super) fn config(trial: &Trial) -> Config {
    let one = &trial.config;
    let caches = trial.subject.has_caches();
    let held = !matches!(trial.subject, Subject::Exec(_));
    Config {
        units: one.threads.units,
        wavefronts: one.threads.wavefronts,
        lanes: one.threads.lanes,
        locks: one.locks,
        variables: one.variables,
        actions: one.actions,
        episodes: one.episodes,
        stores: one.stores,
        mode: one.mode.name(),
        lockstep: one.lockstep,
        window: one.window,
        patience: one.patience,
        word: one.word,
        line: one.line,
        caches: caches.then_some(trial.sizes.name()),
        hold: held.then_some(trial.hold),
    }
}

pub(super) fn words(found: &Finding) -> Option<String> {
    match found {
        Finding::Protocol { text } | Finding::Fault { text } => Some(text.clone()),
        Finding::Deadlock { taken, quiet, .. } => {
            let state = if *taken { "taken" } else { "not taken" };
            let since = if *quiet {
                ", nothing moves any more"
            } else {
                ""
            };
            Some(format!("the oldest request is {state}{since}"))
        }
        Finding::Value { .. } | Finding::Atomic { .. } => None,
    }
}

pub(super) fn placed(layout: &Layout, found: &Finding) -> Option<Placed> {
    let place = match found {
        Finding::Value { variable, .. } => Place::Variable(*variable),
        Finding::Atomic { lock, .. } => Place::Lock(*lock),
        Finding::Deadlock { place, .. } => *place,
        Finding::Protocol { .. } | Finding::Fault { .. } => return None,
    };
    let (variable, lock, word) = match place {
        Place::Variable(number) => (Some(number), None, layout.variable(number)),
        Place::Lock(number) => (None, Some(number), layout.lock(number)),
    };
    Some(Placed {
        variable,
        lock,
        address: format!("{:#x}", layout.address(word)),
    })
}

pub(super) fn who(trial: &Trial, access: &Access, value: Option<u32>) -> Who {
    Who {
        thread: access.thread,
        wavefront: trial.config.threads.wavefront(access.thread),
        unit: trial.config.threads.unit(access.thread),
        episode: access.episode,
        action: access.action,
        clock: access.clock,
        value,
    }
}

pub(super) fn accesses(trial: &Trial, found: &Finding) -> (Option<Who>, Option<Who>) {
    let who = |access: &Access, value| Some(who(trial, access, value));
    match found {
        Finding::Value {
            reader,
            read,
            writer,
            expected,
            ..
        } => {
            let writer = writer.as_ref().and_then(|one| who(one, Some(*expected)));
            (who(reader, Some(*read)), writer)
        }
        Finding::Atomic {
            access,
            read,
            other,
            ..
        } => {
            let other = other.as_ref().and_then(|one| who(one, Some(*read)));
            (who(access, Some(*read)), other)
        }
        Finding::Deadlock { access, .. } => (who(access, None), None),
        Finding::Protocol { .. } | Finding::Fault { .. } => (None, None),
    }
}

pub(super) fn happening(layout: &Layout, one: &Happened) -> Happening {
    let (op, word) = match one.kind {
        Kind::Load => ("load", layout.variable(one.place)),
        Kind::Store => ("store", layout.variable(one.place)),
        Kind::Acquire => ("acquire", layout.lock(one.place)),
        Kind::Release => ("release", layout.lock(one.place)),
    };
    Happening {
        thread: one.thread,
        episode: one.episode,
        action: one.action,
        op,
        address: format!("{:#x}", layout.address(word)),
        read: one.read,
        wrote: match one.kind {
            Kind::Load => None,
            Kind::Store => Some(one.wrote),
            Kind::Acquire | Kind::Release => one.read.map(|read| read.wrapping_add(1)),
        },
        start: one.start,
        end: one.end,
    }
}

pub(super) fn cells(coverage: &Coverage) -> BTreeMap<String, Vec<Cell>> {
    let tables = coverage.controllers.iter().enumerate();
    let of = tables.map(|(number, table)| {
        let cells = (0..table.events.len())
            .flat_map(|event| (0..table.states.len()).map(move |state| (state, event)));
        let cell = |(state, event): (usize, usize)| Cell {
            state: table.states[state].to_owned(),
            event: table.events[event].to_owned(),
            hits: coverage.hits(number, state, event),
            class: coverage.class(number, state, event),
        };
        (table.name.to_owned(), cells.map(cell).collect())
    });
    let mut all: BTreeMap<String, Vec<Cell>> = of.collect();
    for told in &coverage.told {
        all.entry(told.controller.clone()).or_default().push(Cell {
            state: told.state.clone(),
            event: told.event.clone(),
            hits: told.hits,
            class: Class::Active,
        });
    }
    all
}
