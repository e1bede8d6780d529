//! The same orders of a module whose instructions have other places.

use std::collections::BTreeMap;

use super::exploration::Exploration;
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
        let gap = |gap: &Gap| {
            let mut gap = gap.clone();
            if let Some((function, index)) = place(&mut gap) {
                (*function, *index) = at((*function, *index));
            }
            gap
        };
        let mut moved = self.clone();
        for found in moved.found.values_mut() {
            found.place = at(found.place);
        }
        for (_, place) in &mut moved.waiting {
            *place = at(*place);
        }
        moved.gaps = self.gaps.iter().map(gap).collect();
        moved.chosen = self.chosen.iter().map(gap).collect();
        let unspecified = self.unspecified.iter();
        moved.unspecified = unspecified.map(|(&place, &why)| (at(place), why)).collect();
        moved.left = self
            .left
            .iter()
            .map(|(&place, &who)| (at(place), who))
            .collect();
        moved.reached = self.reached.iter().map(|&place| at(place)).collect();
        moved
    }
}

/// The instruction that a gap is of.
const fn place(gap: &mut Gap) -> Option<(&mut usize, &mut usize)> {
    match gap {
        Gap::Refused(function, at, _)
        | Gap::Loose(function, at)
        | Gap::Unwritten(function, at)
        | Gap::Long(_, function, at)
        | Gap::Unmatched(function, at) => Some((function, at)),
        Gap::Orders | Gap::Time => None,
    }
}
