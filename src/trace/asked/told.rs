//! What a model says of a test, said of the log that the test is of.

use crate::execution::derivation::Step;
use crate::program::symbolic::EventId;
use crate::trace::answer::{Case, Race, Told};
use crate::trace::log::Log;
use crate::verdict::reason::{Forbidden, Story};

use super::Answer;

/// The accesses that race, as events of the log.
pub(super) fn race(answer: &Answer) -> Race {
    let pair = answer.outcome.race().and_then(|race| {
        let [first, second] = [race.first, race.second].map(|event| answer.event(event));
        Some(Race::Between([first?, second?]))
    });
    pair.unwrap_or(Race::Some)
}

/// What breaks an axiom in the execution that the log would need.
pub(super) fn case(log: &Log, answer: &Answer) -> Option<Case> {
    let found = match answer.outcome.story.as_ref()? {
        Story::Forbidden(found) => found,
        Story::Impossible => return None,
    };
    let telling = Telling { log, answer };
    // A read-modify-write is one event of the log.
    let ways = found.ways.iter().map(|way| telling.steps(way));
    let ways: Vec<Vec<Told>> = ways.filter(|way| !way.is_empty()).collect();
    match ways.as_slice() {
        [] => telling.of_one_event(found),
        [way] if is_cycle(found) || comes_round(way) => Some(Case {
            cycle: way.clone(),
            ..Case::default()
        }),
        several => Some(Case {
            because: several
                .iter()
                .filter_map(|way| telling.headed(way))
                .collect(),
            wrong: found
                .lacks
                .as_ref()
                .map(|lacks| format!("these should be {lacks}")),
            ..Case::default()
        }),
    }
}

/// Whether a way ends at the event of the log with which it starts: at the other half of a read-modify-write, for one.
fn comes_round(way: &[Told]) -> bool {
    let ends = way.first().zip(way.last());
    ends.is_some_and(|(first, last)| first.from.is_some() && first.from == last.to)
}

/// Whether the only way ends where it starts.
fn is_cycle(found: &Forbidden) -> bool {
    match found.ways.as_slice() {
        [way] => way.first().map(|step| step.from) == way.last().map(|step| step.to),
        _ => false,
    }
}

impl Answer {
    /// The event of the log that one of the test is of; none for an initial value.
    fn event(&self, event: EventId) -> Option<u32> {
        let one = self.outcome.unrolled.as_ref()?.events.get(event.0)?;
        self.written.event(one.thread?.0, one.span.start)
    }
}

struct Telling<'a> {
    log: &'a Log,
    answer: &'a Answer,
}

impl Telling<'_> {
    /// The steps of a way that lead from one event of the log to another.
    fn steps(&self, way: &[Step<EventId>]) -> Vec<Told> {
        let ends = |step: &Step<EventId>| [step.from, step.to].map(|end| self.answer.event(end));
        way.iter()
            .filter_map(|step| {
                let [from, to] = ends(step);
                let leads = from != to || from.is_none();
                leads.then(|| self.step(step, [from, to]))
            })
            .collect()
    }

    fn step(&self, step: &Step<EventId>, [from, to]: [Option<u32>; 2]) -> Told {
        let place = from
            .or(to)
            .and_then(|event| self.log.events.get(event as usize));
        let address = place.map_or_else(String::new, |one| self.log.address(one.place));
        let name = |event: Option<u32>| match event {
            Some(event) => self.log.id(event),
            None => format!("the initial {address}"),
        };
        let (first, second) = (name(from), name(to));
        let kind = kind(&step.name);
        let why = match kind {
            "po" => format!("program order of {}", self.thread(from)),
            "rf" => format!("{second} reads what {first} wrote"),
            "co" => format!("{second} overwrites what {first} wrote"),
            "fr" => format!("{first} reads what {second} overwrites"),
            "addr" => format!("the address of {second} depends on {first}"),
            "data" => format!("what {second} writes depends on {first}"),
            "ctrl" => format!("a branch before {second} depends on {first}"),
            _ => by_what(step),
        };
        Told {
            head: format!("{first} before {second}"),
            why,
            kind,
            from,
            to,
        }
    }

    fn thread(&self, event: Option<u32>) -> &str {
        let event = event.and_then(|event| self.log.events.get(event as usize));
        let thread = event.and_then(|one| self.log.threads.get(usize::from(one.thread)));
        thread.map_or("", |thread| &thread.name)
    }

    /// One of several ways between the same events, with these.
    fn headed(&self, way: &[Told]) -> Option<(String, Vec<Told>)> {
        let (first, last) = (way.first()?, way.last()?);
        let id = |event: Option<u32>| {
            event.map_or("the initial value".to_owned(), |event| self.log.id(event))
        };
        let head = format!("from {} to {}", id(first.from), id(last.to));
        Some((head, way.to_vec()))
    }

    /// An axiom about a set has an event that should not be in it.
    fn of_one_event(&self, found: &Forbidden) -> Option<Case> {
        let event = self.answer.event(found.event?)?;
        let described = format!("{} ({})", self.log.id(event), self.log.describe(event));
        Some(Case {
            wrong: Some(match &found.lacks {
                Some(lacks) => format!("{described} should be {lacks}"),
                None => described,
            }),
            ..Case::default()
        })
    }
}

/// `causality, by po, rf, po`: the relation of a model, and what it is made of here.
fn by_what(step: &Step<EventId>) -> String {
    let leaves = step.leaves();
    let mut names: Vec<&str> = leaves.iter().map(|leaf| leaf.name.as_str()).collect();
    names.dedup();
    match names.as_slice() {
        [one] if *one == step.name => step.name.clone(),
        _ => format!("{}, by {}", step.name, names.join(", ")),
    }
}

/// The kind of a step, as JSON has it.
fn kind(name: &str) -> &'static str {
    let known = ["po", "rf", "co", "fr", "addr", "data", "ctrl"];
    known
        .into_iter()
        .find(|known| *known == name)
        .unwrap_or("model")
}
