//! The smallest part of a log that a model of litmus tests calls impossible.

use crate::stop::Stop;
use crate::trace::answer::{Case, Impossible, Minimal};
use crate::trace::axioms::Index;
use crate::trace::log::Event;
use crate::trace::rules::{Rule, Times};
use crate::trace::smallest::{self, SMALLEST};
use crate::verdict::outcome::Item;
use crate::verdict::query::Options;

use super::{Answer, Asking, Said, told};

/// So many parts are asked, to be sure that none is smaller.
const MOST_PARTS: usize = 200;

/// Of so many parts it is looked at whether they have to be asked.
const MOST_LOOKED_AT: usize = 20_000;

impl Asking<'_> {
    /// Events that are impossible by themselves, and without any one of them are not; of few events the fewest, the
    /// earliest of these.
    pub(super) fn impossible(&self, index: &Index, events: &[u32], stop: &Stop) -> Impossible {
        let asked = smallest::Asked {
            log: self.log,
            index,
            rule: Rule::Plain,
            times: Times::Off,
            write_backs: false,
            stop: stop.clone(),
        };
        let plain = self.plain(&asked, events);
        let seed = plain.as_ref().map_or(events, |part| &part.events);
        let (mut kept, mut minimal) = self.irreducible(&asked, seed);
        if minimal == Minimal::Irreducible
            && let Some(fewest) = self.fewest(&asked, events, kept.len())
        {
            (kept, minimal) = (fewest, Minimal::Smallest);
        }
        let (axiom, case) = self.told(&kept);
        let cases = match (case, plain) {
            (Some(case), _) => vec![case],
            (None, Some(plain)) if plain.events == kept => plain.cases,
            (None, _) => Vec::new(),
        };
        Impossible {
            axiom,
            events: kept,
            minimal,
            cases,
        }
    }

    /// The part that is impossible for the order of one location alone, which is found at once however long the log is;
    /// nothing where there is none, or the model does not call it impossible.
    fn plain(&self, asked: &smallest::Asked<'_>, events: &[u32]) -> Option<Impossible> {
        if asked.impossible(events) != Ok(true) {
            return None;
        }
        let part = smallest::smallest(asked, events);
        matches!(self.ask(&part.events), Said::Impossible(_)).then_some(part)
    }

    /// Takes away one event after the other, the last ones first.
    fn irreducible(&self, asked: &smallest::Asked<'_>, events: &[u32]) -> (Vec<u32>, Minimal) {
        let mut kept = events.to_vec();
        let mut at = kept.len();
        while let Some(next) = at.checked_sub(1) {
            at = next;
            if asked.stop.check().is_err() {
                return (kept, Minimal::Unfinished);
            }
            let mut rest = kept.clone();
            rest.remove(at);
            let rest = asked.closed(&rest);
            match self.ask(&rest) {
                Said::Impossible(_) => {
                    kept = rest;
                    at = at.min(kept.len());
                }
                Said::Explained | Said::Racy(_) | Said::Open(_) | Said::Refused(_) => {}
            }
        }
        (kept, Minimal::Irreducible)
    }

    /// The first impossible part of the fewest events, where there are few enough to ask all. What a part says of a
    /// larger one is not used: less may be racy where more is not.
    fn fewest(
        &self,
        asked: &smallest::Asked<'_>,
        events: &[u32],
        known: usize,
    ) -> Option<Vec<u32>> {
        if events.len() > SMALLEST {
            return None;
        }
        let mut looked_at = 0;
        let mut parts = 0;
        for size in 1..=known {
            let mut places: Vec<usize> = (0..size).collect();
            loop {
                looked_at += 1;
                let part = chosen(events, &places)?;
                if self.has_to_be_asked(asked, &part) {
                    parts += 1;
                    if parts > MOST_PARTS || asked.stop.check().is_err() {
                        return None;
                    }
                    match self.ask(&part) {
                        Said::Impossible(_) => return Some(part),
                        Said::Explained | Said::Racy(_) => {}
                        Said::Open(_) | Said::Refused(_) => return None,
                    }
                }
                if looked_at > MOST_LOOKED_AT {
                    return None;
                }
                if !following(&mut places, events.len()) {
                    break;
                }
            }
        }
        None
    }

    /// Whether a part can be impossible: a test whose reads may return anything is not.
    fn has_to_be_asked(&self, asked: &smallest::Asked<'_>, part: &[u32]) -> bool {
        let one = |event: &u32| self.log.events.get(*event as usize);
        part.iter().filter_map(one).any(Event::reads) && asked.closed(part) == part
    }

    /// The axioms that a proof needs, in the words of the model, and what breaks one.
    pub(super) fn told(&self, events: &[u32]) -> (String, Option<Case>) {
        let asking = Asking {
            log: self.log,
            model: self.model,
            options: Options {
                reason: true,
                ..self.options.clone()
            },
            guarded: self.guarded,
        };
        let name = self.model.name.clone();
        let Said::Impossible(answer) = asking.ask(events) else {
            return (name, None);
        };
        let case = told::case(self.log, &answer);
        let named = self.axioms(&answer);
        if named.is_empty() {
            return (name, case);
        }
        (format!("{name}, {}", named.join(", ")), case)
    }

    fn axioms(&self, answer: &Answer) -> Vec<&str> {
        let Some(axioms) = self.model.axiomatic() else {
            return Vec::new();
        };
        let items = answer
            .outcome
            .reason
            .iter()
            .flat_map(|reason| &reason.items);
        let named = items.filter_map(|item| match item {
            Item::Axiom(index) => axioms.definition.axioms.get(*index),
            Item::Ordering(_) | Item::Machine(_) | Item::Condition { .. } | Item::Filter { .. } => {
                None
            }
        });
        let mut named: Vec<&str> = named.map(|axiom| axiom.name.as_str()).collect();
        named.sort_unstable();
        named.dedup();
        named
    }
}

/// The events at some places.
pub(in crate::trace) fn chosen(events: &[u32], places: &[usize]) -> Option<Vec<u32>> {
    places
        .iter()
        .map(|&place| events.get(place).copied())
        .collect()
}

/// The next places of as many, in their order; whether there are any.
pub(in crate::trace) fn following(places: &mut [usize], count: usize) -> bool {
    let size = places.len();
    let can_move = |at: usize, place: usize| place + (size - at) < count;
    let Some(at) = (0..size)
        .rev()
        .find(|&at| places.get(at).is_some_and(|&one| can_move(at, one)))
    else {
        return false;
    };
    let first = places.get(at).map_or(0, |one| one + 1);
    for (place, value) in places.iter_mut().skip(at).zip(first..) {
        *place = value;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::following;

    #[test]
    fn all_places_are_taken_once() {
        let mut places = vec![0, 1];
        let mut all = vec![places.clone()];
        while following(&mut places, 4) {
            all.push(places.clone());
        }
        let expected = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
        assert_eq!(all, expected);
        assert!(!following(&mut [0, 1], 2));
    }
}
