//! The smallest part of a log that is impossible by itself, and why it is.

mod fewest;

use fewest::fewest;

use crate::stop::{Open, Stop};

use super::answer::{Impossible, Minimal};
use super::axioms::{Index, Problem};
use super::bend::{Bend, bent};
use super::log::Log;
use super::report::reason;
use super::rules::{Rule, Times};
use super::solve::search::{Found, search};

/// Up to so many events the smallest sub-log is found; in longer logs one that is irreducible.
pub const SMALLEST: usize = 64;

/// What is asked.
pub struct Asked<'a> {
    /// The log.
    pub log: &'a Log,
    /// Where its values come from.
    pub index: &'a Index,
    /// The rule.
    pub rule: Rule,
    /// Which times count.
    pub times: Times,
    /// Whether stores are ordered as they were written back.
    pub write_backs: bool,
    /// When to give up.
    pub stop: Stop,
}

/// Cases that the search of one sub-log tries.
const EFFORT: u64 = 20_000;

impl Asked<'_> {
    /// The problem of some events: reads that miss a source which the log has are left out.
    fn problem(&self, members: &[u32]) -> Problem {
        let kept = self.closed(members);
        Problem::new(
            self.log,
            self.index,
            &kept,
            self.rule,
            self.times,
            self.write_backs,
        )
    }

    /// The events whose sources are all there; taking away reads may take away what others read.
    #[must_use]
    pub fn closed(&self, members: &[u32]) -> Vec<u32> {
        let mut kept = members.to_vec();
        loop {
            let there = |event: u32| kept.binary_search(&event).is_ok();
            let whole = |event: &u32| {
                let one = self.log.events.get(*event as usize);
                let reads = one.is_some_and(super::log::Event::reads);
                !reads || self.index.sources(self.log, *event).all(there)
            };
            let fewer: Vec<u32> = kept.iter().copied().filter(whole).collect();
            if fewer.len() == kept.len() || bent(Bend::ClosedParts) {
                return kept;
            }
            kept = fewer;
        }
    }

    /// Whether these events are impossible; nothing if time is over.
    ///
    /// # Errors
    ///
    /// Time is over.
    pub fn impossible(&self, members: &[u32]) -> Result<bool, Open> {
        self.stop.check()?;
        let problem = self.problem(members);
        if problem.unwritten.is_some() {
            return Ok(true);
        }
        match search(&problem, &self.stop, EFFORT)? {
            Found::Explained(_) => Ok(false),
            Found::Impossible(_) => Ok(true),
        }
    }
}

/// The smallest impossible sub-log of events that are impossible, with its reason.
#[must_use]
pub fn smallest(asked: &Asked<'_>, members: &[u32]) -> Impossible {
    // What needs no order of write-backs is told without it: the accesses speak for themselves.
    let plain = Asked {
        stop: asked.stop.clone(),
        write_backs: false,
        ..*asked
    };
    let backs = asked.write_backs
        && !asked.log.written_back.is_empty()
        && plain.impossible(members) != Ok(true);
    let asked = &Asked {
        stop: asked.stop.clone(),
        write_backs: backs,
        ..*asked
    };
    let (events, minimal) = found(asked, members);
    // Its reason needs no time that matters, and none that is over.
    let told = Asked {
        stop: Stop::never(),
        ..*asked
    };
    let problem = told.problem(&events);
    let (cases, axiom) = if problem.unwritten.is_some() || minimal != Minimal::Unfinished {
        reason::cases(told.log, &problem, &told.stop)
    } else {
        reason::cases(
            told.log,
            &problem,
            &Stop::after(std::time::Duration::from_secs(10)),
        )
    };
    Impossible {
        events: told.closed(&events),
        minimal,
        cases,
        axiom: reason::axiom(asked.rule, asked.times, &axiom),
    }
}

fn found(asked: &Asked<'_>, members: &[u32]) -> (Vec<u32>, Minimal) {
    let (seed, whole) = irreducible(asked, members);
    if !whole {
        return (seed, Minimal::Unfinished);
    }
    // Of a log of which only some events were looked at, others may be fewer.
    let whole = super::judge::members(asked.log).len();
    if whole > SMALLEST || bent(Bend::SmallestParts) {
        return (seed, Minimal::Irreducible);
    }
    match fewest(asked, members, seed.len()) {
        Ok(Some(events)) => (events, Minimal::Smallest),
        Ok(None) | Err(_) => (seed, Minimal::Irreducible),
    }
}

/// Takes away what is not needed, large pieces first; says whether all was tried.
fn irreducible(asked: &Asked<'_>, members: &[u32]) -> (Vec<u32>, bool) {
    let mut kept = first_reason(asked, members);
    let mut size = kept.len().div_ceil(2).max(1);
    loop {
        let mut at = 0;
        while at < kept.len() {
            let end = (at + size).min(kept.len());
            let rest: Vec<u32> = kept[..at].iter().chain(&kept[end..]).copied().collect();
            match asked.impossible(&rest) {
                Ok(true) => kept = asked.closed(&rest),
                Ok(false) | Err(Open::Effort) => at = end,
                Err(_) => return (kept, false),
            }
        }
        if size == 1 {
            return (kept, true);
        }
        size = size.div_ceil(2);
        if size > 1 && size * 2 > kept.len() {
            size = kept.len().div_ceil(2).max(1);
        }
    }
}

/// The events that the reason of all of them speaks of, with the writes of what they read: mostly few.
fn first_reason(asked: &Asked<'_>, members: &[u32]) -> Vec<u32> {
    let problem = asked.problem(members);
    let Some(mut events) = reason::events(&problem, &asked.stop) else {
        return members.to_vec();
    };
    events = asked.index.with_sources(asked.log, &events);
    if asked.impossible(&events) == Ok(true) {
        return events;
    }
    members.to_vec()
}

/// The first set of so many members that hits all clauses: of two, the one with the earlier events.
fn first_hitting(
    clauses: &[u64],
    all: u64,
    size: u32,
    steps: &mut u64,
) -> Result<Option<u64>, Open> {
    if !can_hit(clauses, all, 0, size, steps)? {
        return Ok(None);
    }
    let mut chosen = 0_u64;
    let mut allowed = all;
    for at in 0..64 {
        let one = 1_u64
            << if bent(Bend::EarliestParts) {
                63 - at
            } else {
                at
            };
        if allowed & one == 0 || chosen.count_ones() == size {
            continue;
        }
        let left = size - chosen.count_ones() - 1;
        if can_hit(clauses, allowed & !one, chosen | one, left, steps)? {
            chosen |= one;
        }
        allowed &= !one;
    }
    Ok(Some(chosen))
}

/// Whether a set and so many more of the allowed members hit all clauses.
fn can_hit(
    clauses: &[u64],
    allowed: u64,
    chosen: u64,
    left: u32,
    steps: &mut u64,
) -> Result<bool, Open> {
    let mut stack = vec![(allowed, chosen, left)];
    while let Some((allowed, chosen, left)) = stack.pop() {
        *steps = steps.checked_sub(1).ok_or(Open::Effort)?;
        let open = clauses.iter().filter(|clause| **clause & chosen == 0);
        let Some(clause) = open.min_by_key(|clause| (**clause & allowed).count_ones()) else {
            return Ok(true);
        };
        // Clauses that share nothing need a member each.
        let (mut taken, mut apart) = (0_u64, 0);
        for one in clauses.iter().filter(|clause| **clause & chosen == 0) {
            if one & allowed & taken == 0 {
                taken |= one & allowed;
                apart += 1;
            }
        }
        if apart > left {
            continue;
        }
        let mut rest = clause & allowed;
        let mut without = allowed;
        while rest != 0 {
            let one = rest & rest.wrapping_neg();
            rest ^= one;
            without &= !one;
            stack.push((without, chosen | one, left - 1));
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_smallest_is_found() {
        let mut steps = 1_000;
        let clauses = [0b0110, 0b1100, 0b0011];
        let found = |size, steps: &mut u64| first_hitting(&clauses, 0b1111, size, steps);
        assert_eq!(found(1, &mut steps), Ok(None));
        assert_eq!(found(2, &mut steps), Ok(Some(0b0101)));
        assert_eq!(first_hitting(&[], 0b11, 0, &mut steps), Ok(Some(0)));
    }
}
