//! One window.

use crate::trace::axioms::{Index, Problem};
use crate::trace::judge::{EFFORT, members, reduced};
use crate::trace::log::{Event, Init, Log};
use crate::trace::rules::{Rule, Times};
use crate::trace::smallest;
use crate::trace::solve::search::{Found, search};
use crate::trace::window::carry::Step;
use crate::trace::window::claim::Claim;
use crate::trace::window::cut::longest;
use crate::trace::window::finals::Judging;
use crate::trace::window::part::{Kept, Part, dress};

use super::Windows;

/// Memories that are kept between windows, where all of them matter; elsewhere one is enough to go on from.
const MEMORIES: usize = 64;

/// So many parts are remembered that may turn out to be possible.
const CLAIMS: usize = 8;

/// Locations whose values are told.
const TOLD: usize = 12;

/// A window of events that are judged together.
struct Own<'a> {
    whole: &'a Log,
    times: Times,
    key: u32,
    kept: &'a Kept,
    part: Part,
}

impl Own<'_> {
    /// `events #513 to #768`
    fn named(&self) -> String {
        let number = |number: Option<&u64>| number.map_or(0, |number| number + 1);
        let numbers = &self.kept.numbers;
        let (first, last) = (number(numbers.first()), number(numbers.last()));
        if first == last {
            return format!("event #{first}");
        }
        format!("events #{first} to #{last}")
    }

    /// `x = 1, y = 2`
    fn memory(&self, memory: &[Init]) -> String {
        let places = self.part.places.iter().zip(memory);
        let words: Vec<String> = places
            .filter_map(|(place, init)| match init {
                Init::Known(value) => Some((place, value)),
                Init::Unknown => None,
            })
            .map(|(place, value)| {
                let value = self.whole.words.show(*value);
                format!("{} = {value}", self.whole.address(*place))
            })
            .collect();
        let more = words.len().saturating_sub(TOLD);
        let shown: Vec<String> = words.into_iter().take(TOLD).collect();
        let shown = shown.join(", ");
        if more == 0 {
            return shown;
        }
        format!("{shown}, … ({more} more)")
    }
}

impl Windows {
    /// Which events are judged together with one.
    fn key(&self, one: &Event) -> u32 {
        if self.rule == Rule::Plain {
            one.place
        } else {
            0
        }
    }

    /// Judges the first window of what waits.
    pub(super) fn window(&mut self, whole: &Log) {
        let Some(times) = self.settle_times() else {
            self.buffer = Kept::default();
            return;
        };
        let cut = longest(times, &self.buffer.events, self.size);
        let kept = self.buffer.take_first(cut.unwrap_or(self.size));
        let last = self.buffer.events.is_empty();
        self.counted.0 += 1;
        self.counted.1 += u64::from(cut.is_some() && !last);
        self.look_back(whole, times, &kept);
        let accesses = kept.events.iter().filter(|(one, _)| one.is_access());
        let mut keys: Vec<u32> = accesses.map(|(one, _)| self.key(one)).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            let plain = self.rule == Rule::Plain;
            let group = kept.only(|one| !plain || one.is_access() && one.place == key);
            let own = Own {
                whole,
                times,
                key,
                part: Part::new(whole, &group),
                kept: &group,
            };
            self.judge(&own, cut.is_some() || last);
        }
        for (one, span) in &kept.events {
            self.gone.add(times, one, *span);
            if one.writes() {
                self.past.add(one.place, one.wrote);
            }
        }
        if cut.is_none() {
            // From here on other memories than those that are known may have been left.
            for carry in self.groups.values_mut() {
                carry.all = false;
            }
        }
    }

    /// What the events of a window say of the windows before.
    fn look_back(&mut self, whole: &Log, times: Times, kept: &Kept) {
        for ((one, span), number) in kept.events.iter().zip(&kept.numbers) {
            self.claims.retain(|claim| !claim.is_broken_by(one, *span));
            let crossing = self.gone.crossing(times, one, *span);
            // A fence that crosses counts for all.
            let key = self.key(one);
            let assumed = self.assumed.get(&one.place);
            if let Some(carry) = self.groups.get_mut(&key) {
                if crossing.overlaps && carry.all {
                    carry.all = false;
                    self.claims.retain(|claim| claim.group != Some(key));
                }
                if crossing.precedes && carry.lost.is_none() {
                    carry.lost = Some(format!(
                        "event #{} had ended before an event of an earlier window began: a larger --window may tell",
                        number + 1
                    ));
                }
                if one.writes() && assumed == Some(&one.wrote) && carry.lost.is_none() {
                    carry.lost = Some(format!(
                        "event #{} writes {} to {}, which an earlier window took for the unknown initial value: say `init`, or take a larger --window",
                        number + 1,
                        whole.words.show(one.wrote),
                        whole.address(one.place)
                    ));
                }
            }
        }
    }

    /// Judges the events of a window that belong together; `closed` says that no event crosses its end.
    fn judge(&mut self, own: &Own<'_>, closed: bool) {
        let carry = self.groups.entry(own.key).or_default();
        let judging = Judging {
            rule: self.rule,
            times: own.times,
            stop: self.stop.clone(),
            most: if carry.all && closed { MEMORIES } else { 1 },
        };
        if carry.lost.is_none() {
            let fresh = carry.unknown(own.whole, &own.part);
            let open = match carry.step(own.whole, &own.part, &judging) {
                Step::Explained => {
                    self.assume(own, &fresh);
                    return;
                }
                Step::Open(text) => format!("{}: {text}", own.named()),
                Step::Stuck(memory, tried) => {
                    if carry.all && closed {
                        self.by_memory(own, &memory, tried);
                    }
                    format!(
                        "the window is too small: no order of {} goes on from what the events before leave; a larger --window may tell",
                        own.named()
                    )
                }
            };
            if let Some(carry) = self.groups.get_mut(&own.key) {
                carry.lost = Some(open);
            }
        }
        self.by_itself(own);
    }

    /// Keeps the values that were taken for initial ones that no log says.
    fn assume(&mut self, own: &Own<'_>, fresh: &[u32]) {
        let events = || own.kept.events.iter().map(|(one, _)| one);
        for &place in fresh {
            let here = |one: &&Event| one.is_access() && one.place == place;
            let written = |value| {
                let mut writes = events().filter(here).filter(|one| one.writes());
                writes.any(|one| one.wrote == value)
            };
            let mut reads = events().filter(here).filter(|one| one.reads());
            if let Some(one) = reads.find(|one| !written(one.read)) {
                self.assumed.insert(place, one.read);
            }
        }
    }

    /// The window is impossible after all that the windows before can have left.
    fn by_memory(&mut self, own: &Own<'_>, memory: &[Init], tried: usize) {
        let mut log = own.part.from(memory);
        dress(&mut log, own.whole, own.kept);
        let held = own.memory(memory);
        if !held.is_empty() {
            let which = if tried > 1 {
                format!(
                    "one of {tried} memories that the events before can have left, none of which fits"
                )
            } else {
                "what the events before leave, called initial here".to_owned()
            };
            log.notes
                .push(format!("{}, after {which}: {held}", own.named()));
        }
        let events = members(&log);
        self.claim(own, log, &events, Some(own.key));
    }

    /// What of a window is source-closed may be impossible by itself.
    fn by_itself(&mut self, own: &Own<'_>) {
        if self.claims.len() >= CLAIMS {
            return;
        }
        let log = &own.part.log;
        let index = Index::new(log);
        let past = |event: &u32| {
            let one = log.events.get(*event as usize);
            let reads = one.filter(|one| one.reads());
            reads.is_some_and(|one| {
                let place = own.part.places.get(one.place as usize);
                place.is_none_or(|place| self.past.may_have(*place, one.read))
            })
        };
        let all = members(log).into_iter().filter(|event| !past(event));
        let asked = smallest::Asked {
            log,
            index: &index,
            rule: self.rule,
            times: own.times,
            write_backs: false,
            stop: self.stop.clone(),
        };
        let events = asked.closed(&all.collect::<Vec<u32>>());
        let problem = Problem::new(log, &index, &events, self.rule, own.times, false);
        let impossible = problem.unwritten.is_some()
            || matches!(
                search(&problem, &self.stop, EFFORT),
                Ok(Found::Impossible(_))
            );
        if impossible {
            let mut log = own.part.log.clone();
            dress(&mut log, own.whole, own.kept);
            self.claim(own, log, &events, None);
        }
    }

    fn claim(&mut self, own: &Own<'_>, log: Log, events: &[u32], group: Option<u32>) {
        let judged = reduced(
            &log,
            events,
            self.rule,
            own.times,
            &self.question,
            "windows",
        );
        let told = judged.impossible.as_ref().map(|found| &found.events);
        let told = told.map_or(events, Vec::as_slice);
        self.claims.push(Claim {
            reads: Claim::reads(&log, &own.part.places, told, own.times),
            log,
            judged,
            group,
        });
    }
}
