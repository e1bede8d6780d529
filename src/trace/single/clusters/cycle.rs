//! The clusters that cannot be ordered.

use std::collections::BTreeSet;

use super::{Clusters, NONE};

impl Clusters {
    /// The clusters of a cycle among chains that still miss something.
    pub(super) fn cycle(&self, chain: &[(u32, u32)], missing: &[u32]) -> Vec<u32> {
        let mut before: Vec<Option<(u32, u32)>> = vec![None; missing.len()];
        let of = |cluster: u32| chain[cluster as usize].0;
        for &(from, to) in &self.edges {
            let (a, b) = (of(from), of(to));
            if a != b && missing[a as usize] > 0 && missing[b as usize] > 0 {
                before[b as usize] = Some((from, to));
            }
        }
        let start = (0..)
            .zip(missing)
            .find(|(_, count)| **count > 0)
            .map_or(0, |(at, _)| at);
        let mut seen = vec![false; missing.len()];
        let mut at: u32 = start;
        while !seen[at as usize] {
            seen[at as usize] = true;
            let Some((from, _)) = before[at as usize] else {
                return Vec::new();
            };
            at = of(from);
        }
        // Around once more, with the clusters between where a chain is entered and left.
        let mut found = BTreeSet::new();
        let (mut here, mut left): (u32, Option<u32>) = (at, None);
        loop {
            let Some((from, to)) = before[here as usize] else {
                return Vec::new();
            };
            found.insert(from);
            found.insert(to);
            if let Some(left) = left {
                let (a, b) = if chain[to as usize].1 < chain[left as usize].1 {
                    (to, left)
                } else {
                    (left, to)
                };
                found.extend(self.between(a, b, a, b));
            }
            left = Some(from);
            here = of(from);
            if here == at {
                let (a, b) = before[at as usize].map_or((from, from), |(_, to)| {
                    if chain[to as usize].1 < chain[from as usize].1 {
                        (to, from)
                    } else {
                        (from, to)
                    }
                });
                found.extend(self.between(a, b, a, b));
                return found.into_iter().collect();
            }
        }
    }

    /// The clusters of a chain from one to another, and two more.
    pub(super) fn between(&self, first: u32, last: u32, more: u32, other: u32) -> Vec<u32> {
        let mut found = BTreeSet::from([more, other]);
        let mut at = first;
        while at != NONE {
            found.insert(at);
            if at == last {
                break;
            }
            at = self.all[at as usize].next;
        }
        found.into_iter().collect()
    }
}
