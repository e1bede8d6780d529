//! Races that runs show, and launches in which barriers order everything.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::kernel::interpret::Event;
use crate::kernel::interpret::exploration::{Exploration, Limits};
use crate::kernel::interpret::explore::explore;
use crate::kernel::interpret::finding::Finding;
use crate::kernel::interpret::replay::replay;
use crate::kernel::launch::description::Check;
use crate::kernel::setup::Setup;
use crate::ptx::operation::Operation;

use super::answer::{Access, Answer, Checked, Race};
use super::decide::Decision;
use super::places::Place;
use super::settled::little;
use super::sizes::operations;
use super::unordered::{Unordered, ordered, unordered};
use super::weak::Weak;
use super::witness::steps_of;

/// More runs than this are not looked at for races.
const RUNS: usize = 48;

/// So long every order of the accesses is looked at for races.
const LOOKS: Duration = Duration::from_secs(2);

/// Whether some accesses of a run overlap in part.
fn overlap(setup: &Setup, events: &[Event]) -> bool {
    let operations = events.iter().flat_map(|event| operations(setup, event));
    let bytes: BTreeSet<(u64, u64)> = operations
        .map(|(address, bytes, ..)| (address, address + bytes))
        .collect();
    let next = bytes.iter().skip(1);
    bytes.iter().zip(next).any(|(one, next)| next.0 < one.1)
}

/// Races of the same kind between the same lines: the first of them is told.
struct Said {
    text: String,
    size: &'static str,
    /// The variable, without an index.
    of: String,
    /// What each access does, and where.
    between: [(&'static str, String); 2],
    more: usize,
}

impl Said {
    fn text(self) -> String {
        match self.more {
            0 => self.text,
            more => format!("{}; {more} more between these lines", self.text),
        }
    }
}

impl Decision<'_> {
    /// A race that some interleaving shows, of no more events than so many; it is one under every model.
    pub fn race(&self, most: usize) -> Option<Checked> {
        let outcomes = self.exploration.outcomes.iter().map(|one| &one.schedule);
        let found = self.exploration.found.values().map(|one| &one.schedule);
        // No model says what else races, or a run stops too early to show it.
        let more = self.limits.every_order || self.exploration.outcomes.is_empty();
        let all = more.then_some(&self.exploration.ways);
        let all = all.into_iter().flatten().flatten();
        let mut uniform = None;
        for schedule in outcomes.take(RUNS).chain(found).chain(all) {
            let stop = &self.limits.stop;
            if stop.check().is_err() {
                break;
            }
            let events = self.events(schedule);
            if events.len() > most {
                continue;
            }
            let Ok((events, mut pairs)) = unordered(self.setup, events, stop) else {
                break;
            };
            pairs.sort_by_key(|pair| (!pair.mixed, *pair));
            let Some(first) = pairs.first() else {
                continue;
            };
            if first.mixed || !overlap(self.setup, &events) {
                return Some(self.shown(&events, &pairs, *first, schedule));
            }
            // Of a launch in which accesses race that overlap in part the model says nothing: that is more.
            uniform.get_or_insert_with(|| self.shown(&events, &pairs, *first, schedule));
        }
        uniform
    }

    /// Whether a check is left out that nobody named: sequential consistency knows no races, but those that an
    /// interleaving shows, and those were looked for in runs that take every step. Another order of the same steps may
    /// show one all the same, so that nothing is said.
    pub fn says_nothing(&self, check: Check, answer: Answer) -> bool {
        let named = self.setup.description.checks.contains(&check);
        let sc = self.asked.model == "sc" && check == Check::Races;
        let looked = self.exploration.ways.is_some() && self.limits.stop.check().is_ok();
        sc && !named && answer == Answer::Unknown && self.exploration.complete() && looked
    }

    /// A race that shows where every order of the accesses is taken, which is looked for where no model says whether there is one.
    pub fn raced_in_some_order(&self) -> Option<Checked> {
        if !self.limits.patient {
            return None;
        }
        let limits = Limits {
            stop: self.limits.stop.with_time(little(self.asked, LOOKS)),
            every_order: true,
            ..self.limits.clone()
        };
        let raced = |exploration: &Exploration| {
            Decision::of(self.setup, self.asked, exploration, &limits).race(usize::MAX)
        };
        if let Some(known) = raced(self.exploration) {
            return Some(known);
        }
        // Where there are too many orders as it is, there are more of these.
        let more = self.exploration.complete() && !self.limits.every_order;
        more.then(|| raced(&explore(self.setup, &limits))).flatten()
    }

    pub(super) fn events(&self, schedule: &[usize]) -> Vec<Event> {
        replay(
            self.setup,
            &self.exploration.contended,
            schedule,
            self.limits,
        )
    }

    fn shown(
        &self,
        events: &[Event],
        pairs: &[Unordered],
        first: Unordered,
        schedule: &[usize],
    ) -> Checked {
        let word = if first.mixed { "mixed" } else { "uniform" };
        let mut answer = Checked::new("races", Answer::Violated).word(word);
        let mut said: Vec<Said> = Vec::new();
        for pair in pairs {
            let [one, other] = [pair.first, pair.second].map(|at| self.access(&events[at]));
            let size = if pair.mixed {
                "of different bytes"
            } else {
                "uniform size"
            };
            let text = format!("{one} with {other}, {size}");
            let size = if pair.mixed { "mixed" } else { "uniform" };
            let [Some(one), Some(other)] =
                [pair.first, pair.second].map(|at| self.raced_by(&events[at]))
            else {
                continue;
            };
            let mut between = [&one, &other].map(|one| (one.kind, one.place.short()));
            between.sort();
            let of = one.element.rsplit_once('[');
            let of = of.map_or(&*one.element, |(name, _)| name).to_owned();
            match said
                .iter_mut()
                .find(|said| (&said.between, &said.of, said.size) == (&between, &of, size))
            {
                Some(said) => said.more += 1,
                None => said.push(Said {
                    text,
                    size,
                    of,
                    between,
                    more: 0,
                }),
            }
            answer
                .places
                .extend([one.place.clone(), other.place.clone()]);
            let race = Race {
                size,
                accesses: [one, other],
            };
            match answer.race {
                None => answer.race = Some(race),
                Some(_) => answer.other_races.push(race),
            }
        }
        answer.remarks.extend(said.into_iter().map(Said::text));
        answer.witness = steps_of(self.setup, self.exploration, events);
        answer.resting_on(self.loose(schedule, false))
    }

    /// `kernel.cu:25 (write c[0], block 0 thread 0)`
    fn access(&self, event: &Event) -> String {
        let Some(access) = self.raced_by(event) else {
            return String::new();
        };
        let Access {
            kind,
            element,
            place,
        } = access;
        let who = self.setup.thread_name(event.thread);
        format!("{} ({kind} {element}, {who})", place.short())
    }

    fn raced_by(&self, event: &Event) -> Option<Access> {
        let place = Place::of(self.setup, event.function, event.at)?;
        let element = event.elements.first()?;
        Some(Access {
            kind: match (element.read, element.written) {
                (Some(_), Some(_)) => "update",
                (_, Some(_)) => "write",
                (_, None) => "read",
            },
            element: self.element(element.address),
            place: place.by(self.setup, event.thread),
        })
    }

    /// Whether it is not known who comes to which round of a barrier: who only arrives may come again before a round is over, unless
    /// barriers order all that is done.
    pub fn rounds_unknown(&self, weak: &Weak) -> bool {
        weak.arrives_again() && !self.barriers_order_all()
    }

    /// Whether program order and barriers order every two conflicting accesses of a run: then every run,
    /// under whatever model, reads the same and does the same.
    pub fn barriers_order_all(&self) -> bool {
        let exploration = self.exploration;
        let stopped = exploration.found.keys().any(|finding| {
            matches!(
                finding,
                Finding::Deadlock | Finding::Trap | Finding::OutsideMask
            )
        });
        let [outcome] = &exploration.outcomes[..] else {
            return false;
        };
        if !exploration.complete() || !exploration.chosen.is_empty() || stopped {
            return false;
        }
        let gathers = self.setup.reachable().into_iter().any(|function| {
            let body = self.setup.module.functions[function].body.iter();
            let mut code = body.flat_map(|body| &body.code);
            code.any(|one| matches!(one.operation, Operation::ActiveMask { .. }))
        });
        let events = self.events(&outcome.schedule);
        !gathers && matches!(ordered(self.setup, &events, &self.limits.stop), Ok(true))
    }
}
