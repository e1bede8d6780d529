//! The same orders of a module whose instructions have other places.

use std::collections::BTreeMap;

use super::exploration::{Exploration, Found};
use super::finding::Gap;

/// A function, and the instruction in it.
type Place = (usize, usize);

impl Exploration {
    /// What orders come to where instructions have other places, and others that no order depends on came between them, as
    /// fences do.
    #[must_use]
    pub fn moved(&self, to: &BTreeMap<Place, Place>) -> Self {
        // Some places are none.
        let at = |place: Place| to.get(&place).copied().unwrap_or(place);
        let gap = |gap: &Gap| match gap.clone() {
            Gap::Refused(function, index, why) => {
                let (function, index) = at((function, index));
                Gap::Refused(function, index, why)
            }
            Gap::Loose(function, index) => {
                let (function, index) = at((function, index));
                Gap::Loose(function, index)
            }
            Gap::Unwritten(function, index) => {
                let (function, index) = at((function, index));
                Gap::Unwritten(function, index)
            }
            Gap::Long(thread, function, index) => {
                let (function, index) = at((function, index));
                Gap::Long(thread, function, index)
            }
            Gap::Unmatched(function, index) => {
                let (function, index) = at((function, index));
                Gap::Unmatched(function, index)
            }
            Gap::Orders => Gap::Orders,
            Gap::Time => Gap::Time,
        };
        let found = self.found.iter().map(|(finding, found)| {
            let place = at(found.place);
            let found = Found {
                place,
                ..found.clone()
            };
            (finding.clone(), found)
        });
        let waiting = self.waiting.iter();
        let unspecified = self.unspecified.iter();
        Self {
            found: found.collect(),
            waiting: waiting
                .map(|&(thread, place)| (thread, at(place)))
                .collect(),
            gaps: self.gaps.iter().map(gap).collect(),
            chosen: self.chosen.iter().map(gap).collect(),
            unspecified: unspecified.map(|(&place, &why)| (at(place), why)).collect(),
            reached: self.reached.iter().map(|&place| at(place)).collect(),
            outputs: self.outputs.clone(),
            outcomes: self.outcomes.clone(),
            ways: self.ways.clone(),
            loose: self.loose.clone(),
            waits_apart: self.waits_apart,
            states: self.states,
            contended: self.contended.clone(),
            written: self.written.clone(),
            dependent: self.dependent,
            spread: self.spread,
        }
    }
}
