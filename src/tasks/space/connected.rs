//! Which programs are worth a look: those that do not fall apart.

use std::collections::BTreeSet;

use super::shape::Shape;
use crate::syntax::ast::Space;

impl Shape {
    /// How many accesses are missing at least until each location is written, and accessed twice.
    pub(super) fn missing(&self) -> usize {
        let mut missing = 0;
        for location in 0..self.spaces.len() {
            let own = || self.accesses().filter(|(_, one)| one.location == location);
            let written = own().any(|(_, access)| access.kind.writes());
            missing += 2_usize
                .saturating_sub(own().count())
                .max(usize::from(!written));
        }
        missing
    }

    /// Whether the locations that they share join all threads to one whole.
    pub(super) fn is_connected(&self) -> bool {
        let mut group: Vec<usize> = (0..self.columns.len()).collect();
        let mut last = vec![None; self.spaces.len()];
        for (thread, access) in self.accesses() {
            let Some(Some(other)) = last.get(access.location).copied() else {
                if let Some(slot) = last.get_mut(access.location) {
                    *slot = Some(thread);
                }
                continue;
            };
            let (from, to): (usize, usize) = (group[thread], group[other]);
            for one in &mut group {
                if *one == from {
                    *one = to;
                }
            }
        }
        group.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// Whether all threads are in one block, if there is a shared location: elsewhere its name means several,
    /// and what it holds at the end is no one value.
    pub(super) fn shares_in_a_block(&self) -> bool {
        let places = self.columns.iter().map(|column| column.place);
        let blocks: BTreeSet<(usize, usize)> = places.map(|place| (place.gpu, place.cta)).collect();
        blocks.len() < 2 || !self.spaces.contains(&Space::Shared)
    }
}
