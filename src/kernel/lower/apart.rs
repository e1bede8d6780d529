//! Which events of a thread no execution has together: whoever has taken one way does not come to what is only on another.

use crate::program::apart::Apart;

use super::progress::Progress;

impl Progress<'_> {
    /// Adds the events of all pairs of steps of which none leads to the other.
    pub fn part_ways(&self, apart: &mut Apart) {
        let count = self.steps.len();
        let words = count.div_ceil(64);
        // Of each step the steps that it leads to, as bits; ways only lead forward.
        let mut leads: Vec<Vec<u64>> = vec![vec![0; words]; count];
        for at in (0..count).rev() {
            let mut all = vec![0; words];
            for &to in self.steps[at].ways.iter().flatten() {
                all[to / 64] |= 1 << (to % 64);
                for (word, more) in all.iter_mut().zip(&leads[to]) {
                    *word |= more;
                }
            }
            leads[at] = all;
        }
        for (at, event) in self.events.iter().enumerate() {
            let Some(event) = event else { continue };
            for (later, other) in self.events.iter().enumerate().skip(at + 1) {
                let follows = leads[at][later / 64] >> (later % 64) & 1 == 1;
                if let (false, Some(other)) = (follows, other) {
                    apart.insert(*event, *other);
                }
            }
        }
    }
}
