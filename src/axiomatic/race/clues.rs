//! What is missing between the two accesses of a race, read off the execution that has it.

use std::collections::BTreeSet;

use crate::program::edit::InstructionId;
use crate::program::symbolic::EventId;

use super::paths::{Ground, Link};
use crate::verdict::why::{Fault, Missing};

/// What an execution with a race says of it.
pub(super) struct Clues {
    /// What is missing.
    pub missing: Vec<Missing>,
    /// The instructions that could mend it.
    pub involved: BTreeSet<InstructionId>,
}

impl Ground<'_> {
    /// What is missing between two accesses that race.
    pub fn clues(&self, first: EventId, second: EventId) -> Clues {
        let (missing, links) = match (self.atomic(first), self.atomic(second)) {
            (true, true) => (self.mismatch(first, second), Vec::new()),
            (true, false) => (vec![plain(second, first)], Vec::new()),
            (false, true) => (vec![plain(first, second)], Vec::new()),
            (false, false) => self.gap(first, second),
        };
        self.involving(first, second, missing, &links)
    }

    /// What is missing, with the instructions that it is about.
    pub(super) fn involving(
        &self,
        first: EventId,
        second: EventId,
        missing: Vec<Missing>,
        links: &[Link],
    ) -> Clues {
        let mut events = vec![first, second];
        for link in links {
            events.extend([link.release, link.acquire]);
        }
        events.extend(
            missing
                .iter()
                .flat_map(|missing| [missing.at, missing.with]),
        );
        let involved = events
            .into_iter()
            .filter_map(|event| self.instruction(event));
        Clues {
            missing,
            involved: involved.collect(),
        }
    }

    fn instruction(&self, event: EventId) -> Option<InstructionId> {
        let found = &self.unrolled.events[event.0];
        Some(InstructionId {
            thread: found.thread?,
            index: found.instruction,
        })
    }

    /// Two atomics whose scopes do not match.
    fn mismatch(&self, first: EventId, second: EventId) -> Vec<Missing> {
        let narrow = |(at, with)| Missing {
            fault: Fault::Narrow,
            at,
            with,
        };
        let pairs = [(first, second), (second, first)];
        let faults: Vec<Missing> = pairs
            .into_iter()
            .filter(|&(at, with)| !self.reaches(at, with))
            .map(narrow)
            .collect();
        if faults.is_empty() {
            return vec![Missing {
                fault: Fault::Differs,
                at: first,
                with: second,
            }];
        }
        faults
    }

    /// Two ordinary accesses: what should order them, and does not.
    pub(super) fn gap(&self, first: EventId, second: EventId) -> (Vec<Missing>, Vec<Link>) {
        let ways = [
            (first, second, self.way(first, second)),
            (second, first, self.way(second, first)),
        ];
        let way = ways
            .into_iter()
            .filter_map(|(from, to, way)| Some((way?, from, to)))
            .min_by_key(|((cost, links), ..)| (*cost, links.len()));
        let Some(((_, links), from, to)) = way else {
            return (vec![self.unmet(first, second)], Vec::new());
        };
        // Where the only way leads over the racing accesses themselves, there is no flag at all.
        if links
            .iter()
            .any(|link| link.release == from && link.acquire == to)
        {
            return (vec![self.unmet(first, second)], links);
        }
        let mut missing: Vec<Missing> = links.iter().flat_map(|&link| self.faults(link)).collect();
        if let (true, Some(start), Some(end)) = (missing.is_empty(), links.first(), links.last()) {
            missing.push(Missing {
                fault: Fault::Chain,
                at: start.release,
                with: end.acquire,
            });
        }
        (missing, links)
    }

    /// Nothing meets: perhaps a read that came too early.
    fn unmet(&self, first: EventId, second: EventId) -> Missing {
        let early = |a: EventId, b: EventId| {
            let events = || self.execution.events.keys().copied();
            let after = events().filter(move |&event| event != a && self.not_after(a, event));
            let mut pairs = after.flat_map(move |release| {
                let before = events().filter(move |&event| event != b && self.not_after(event, b));
                before.map(move |acquire| (release, acquire))
            });
            pairs.find(|&(release, acquire)| self.comes_early(release, acquire))
        };
        let found = early(first, second).or_else(|| early(second, first));
        match found {
            Some((release, acquire)) => Missing {
                fault: Fault::Early,
                at: acquire,
                with: release,
            },
            None => Missing {
                fault: Fault::Nothing,
                at: first,
                with: second,
            },
        }
    }

    /// An atomic read that comes before an atomic write of its location by another thread.
    fn comes_early(&self, release: EventId, acquire: EventId) -> bool {
        let source = self.execution.rf.get(&acquire);
        self.wrote(release)
            && self.atomic(release)
            && self.atomic(acquire)
            && source.is_some_and(|&source| self.execution.co.contains(&(source, release)))
    }
}

const fn plain(at: EventId, with: EventId) -> Missing {
    Missing {
        fault: Fault::Plain,
        at,
        with,
    }
}
