//! What the enumerator found, in the same view as what the solver found.

use crate::execution::concrete::Executed;
use crate::explicit;
use crate::explicit::Event;
use crate::program::{Program, Term};

use super::names;
use super::names::Site;
use super::race::{Access, Race};
use super::witness;
use super::witness::{Coherence, Kind, Raw, Witness};

/// An execution as the enumerator found it.
pub(super) fn view(program: &Program, execution: &explicit::Witness) -> Witness {
    let labels = labels(program, &execution.events);
    let value = |term: Term| execution.value(term);
    let events = execution.events.iter().zip(&labels);
    let name = |index: usize| labels.get(index).cloned().unwrap_or_default();
    Witness {
        counterexample: witness::is_counterexample(program, &value),
        endless: false,
        events: events
            .map(|(event, label)| raw(program, event, label).view(program))
            .collect(),
        rf: execution
            .rf
            .iter()
            .map(|&(from, to)| (name(from), name(to)))
            .collect(),
        // The enumerator knows no barriers.
        sync: Vec::new(),
        co: execution
            .co
            .iter()
            .map(|(memory, writes)| Coherence {
                location: names::location(program, *memory),
                order: writes.iter().map(|&write| name(write)).collect(),
                partial: None,
            })
            .collect(),
        end: witness::end(program, &value),
        asked: witness::asked(program, &value),
        steps: Vec::new(),
    }
}

/// The accesses that race in it.
pub(super) fn race(program: &Program, execution: &explicit::Witness, pair: (usize, usize)) -> Race {
    let labels = labels(program, &execution.events);
    let access = |index: usize| {
        let event = &execution.events[index];
        let thread = event.thread;
        Access {
            id: labels.get(index).cloned().unwrap_or_default(),
            thread: thread.map_or_else(String::new, |thread| names::thread(program, thread)),
            site: site(program, event),
        }
    };
    // What is missing between them is for the solver to say: it asks about changed programs.
    Race {
        accesses: [access(pair.0), access(pair.1)],
        why: String::new(),
        missing: Vec::new(),
        repairs: Vec::new(),
        search_limited: false,
    }
}

fn labels(program: &Program, events: &[Event]) -> Vec<String> {
    let mut next = 0;
    let label = |event: &Event| {
        if let (None, Some(memory)) = (event.thread, event.location) {
            return names::initial(program, memory);
        }
        next += 1;
        names::letters(next - 1)
    };
    events.iter().map(label).collect()
}

fn raw(program: &Program, event: &Event, label: &str) -> Raw {
    let kind = match (event.thread, event.read, event.written) {
        (None, ..) => Kind::Initial,
        _ if event.fence.is_some() => Kind::F,
        _ if event.locked => Kind::Update,
        (_, Some(_), None) => Kind::R,
        _ => Kind::W,
    };
    Raw {
        id: label.to_owned(),
        thread: event.thread,
        kind,
        executed: Executed {
            location: event.location,
            read: event.read,
            wrote: event.written,
        },
        site: site(program, event),
    }
}

fn site(program: &Program, event: &Event) -> Site {
    let source = &program.source;
    match (event.thread, event.location) {
        (Some(thread), _) => program
            .thread(thread)
            .code
            .get(event.instruction)
            .map_or_else(Site::default, |found| Site::of(source, found.span)),
        (None, Some(memory)) => {
            let found = program.location(memory);
            Site {
                text: format!("{} = {}", names::location(program, memory), found.initial),
                ..Site::of(source, found.span)
            }
        }
        (None, None) => Site::default(),
    }
}
