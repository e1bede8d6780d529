//! The cheapest set that has a member in common with each of some sets, by branch and bound.

/// How many nodes of the search tree are looked at.
const STEPS: usize = 2_000_000;

/// A cheapest set of indices into `weights` that hits every set; of several, the same each time.
/// Nothing if a set is empty, or the search grew too large.
#[must_use]
pub fn cheapest(weights: &[u128], sets: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut search = Search {
        weights,
        sets,
        chosen: Vec::new(),
        excluded: vec![false; weights.len()],
        best: None,
        steps: 0,
    };
    search.branch(0);
    let (_, mut best) = search.best.filter(|_| search.steps <= STEPS)?;
    best.sort_unstable();
    Some(best)
}

struct Search<'a> {
    weights: &'a [u128],
    sets: &'a [Vec<usize>],
    chosen: Vec<usize>,
    excluded: Vec<bool>,
    best: Option<(u128, Vec<usize>)>,
    steps: usize,
}

impl Search<'_> {
    fn branch(&mut self, weight: u128) {
        self.steps += 1;
        if self.steps > STEPS {
            return;
        }
        let Some((bound, narrowest)) = self.bound() else {
            return;
        };
        let best = self.best.as_ref().map(|(weight, _)| *weight);
        if best.is_some_and(|best| weight + bound >= best) {
            return;
        }
        let Some(candidates) = narrowest else {
            self.best = Some((weight, self.chosen.clone()));
            return;
        };
        for &candidate in &candidates {
            self.chosen.push(candidate);
            self.branch(weight + self.weights[candidate]);
            self.chosen.pop();
            // What follows does without it: with it, all was seen.
            self.excluded[candidate] = true;
        }
        for &candidate in &candidates {
            self.excluded[candidate] = false;
        }
    }

    /// What hitting the rest costs at least, and the set with the fewest ways to be hit; none if
    /// some set cannot be hit any more.
    fn bound(&self) -> Option<(u128, Option<Vec<usize>>)> {
        let mut bound = 0;
        let mut used = vec![false; self.weights.len()];
        let mut narrowest: Option<Vec<usize>> = None;
        for set in self.sets {
            if set.iter().any(|member| self.chosen.contains(member)) {
                continue;
            }
            let free = set.iter().copied().filter(|&member| !self.excluded[member]);
            let free: Vec<usize> = free.collect();
            let cheapest = free.iter().map(|&member| self.weights[member]).min()?;
            // Sets that have nothing in common are paid for one by one.
            if free.iter().all(|&member| !used[member]) {
                bound += cheapest;
                for &member in &free {
                    used[member] = true;
                }
            }
            if narrowest
                .as_ref()
                .is_none_or(|known| free.len() < known.len())
            {
                narrowest = Some(free);
            }
        }
        if let Some(candidates) = &mut narrowest {
            candidates.sort_by_key(|&member| (self.weights[member], member));
        }
        Some((bound, narrowest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brute(weights: &[u128], sets: &[Vec<usize>]) -> Option<u128> {
        (0..1_u32 << weights.len())
            .filter(|bits| {
                sets.iter()
                    .all(|set| set.iter().any(|member| bits >> member & 1 == 1))
            })
            .map(|bits| {
                let members = (0..weights.len()).filter(|member| bits >> member & 1 == 1);
                members.map(|member| weights[member]).sum()
            })
            .min()
    }

    #[test]
    fn the_cheapest_is_as_cheap_as_any() {
        // A small generator: the sets need not be random, only various.
        let mut state = 7_u64;
        let mut next = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % below
        };
        for _ in 0..300 {
            let count = 1 + usize::try_from(next(8)).expect("small");
            let weights: Vec<u128> = (0..count).map(|_| u128::from(1 + next(4) * 10)).collect();
            let sets: Vec<Vec<usize>> = (0..next(7))
                .map(|_| (0..count).filter(|_| next(3) == 0).collect())
                .collect();
            let found = cheapest(&weights, &sets);
            let weight = |set: &Vec<usize>| set.iter().map(|&member| weights[member]).sum();
            assert_eq!(
                found.as_ref().map(weight),
                brute(&weights, &sets),
                "{sets:?}"
            );
            if let Some(found) = found {
                assert!(
                    sets.iter()
                        .all(|set| set.iter().any(|member| found.contains(member)))
                );
            }
        }
    }
}
