//! A choice that works, where it is open whether all that may change at once does: the few changes that are enough may be
//! much less to ask about.

use crate::sat::hitting::Search;

use super::{Effort, Finder, Found, May, STEPS};
use crate::tasks::repair::oracle::Said;
use crate::tasks::repair::sites::Site;

/// So many choices that stay open are passed over.
const OPEN: usize = 12;

impl Finder<'_> {
    /// The cheapest choice that CUDA can say, of these the easiest to write; where some of the easy ones are open, any.
    pub fn sayable(&mut self) -> Option<Found> {
        let (clauses, doubt) = (self.clauses.clone(), self.doubt);
        self.in_cuda = true;
        let easy = self.cheapest(&Site::is_sayable);
        self.in_cuda = false;
        if let Some(found) = easy.as_ref().filter(|found| found.cheapest) {
            return Some(found.clone());
        }
        // What was passed over as open counts for nothing.
        (self.clauses, self.doubt) = (clauses, doubt);
        let any = self.cheapest(&Site::is_sayable);
        match (easy, any) {
            (Some(easy), Some(any)) if easy.cost <= any.cost && !any.cheapest => Some(easy),
            (easy, any) => any.or(easy),
        }
    }

    /// A choice of other sites as one of these, if CUDA can say it and it does: not known to be cheapest.
    pub fn carried(&mut self, others: &[Site], found: &Found) -> Option<Found> {
        let mut levels = vec![0; self.sites.len()];
        for (other, &level) in others.iter().zip(&found.levels).filter(|(_, it)| **it > 0) {
            let place = (other.function, other.at);
            let has =
                |site: &Site| site.kind == other.kind && site.places().any(|one| one == place);
            let at = self.sites.iter().position(has)?;
            if !self.sites[at].is_sayable(level) {
                return None;
            }
            levels[at] = level.max(levels[at]);
        }
        self.works(&levels).then(|| Found {
            cost: self.cost(&levels),
            levels,
            cheapest: false,
        })
    }

    /// A choice that works, tried from the cheapest on: what is open is passed over, so that nothing is known of what is
    /// cheaper.
    pub(super) fn guessed(&mut self, may: May<'_>) -> Option<Found> {
        let strongest = self.all_at(may, Site::strongest);
        let mut passed = 0;
        while passed < OPEN && self.stop.check().is_ok() {
            let Search::Found(choice) = self.problem(may, &strongest).cheapest(STEPS) else {
                return None;
            };
            match (self.judge)(&choice.values, Effort::Asked) {
                Said::Holds => {
                    return Some(Found {
                        cost: self.cost(&choice.values),
                        levels: choice.values,
                        cheapest: false,
                    });
                }
                Said::Broken => self.learn(choice.values, &strongest),
                Said::Open => {
                    passed += 1;
                    self.doubt = true;
                    let clause = self.clause(&choice.values);
                    self.clauses.push(clause);
                }
            }
        }
        None
    }

    /// A working choice without what it does not need, halves first, then single sites: not known to be cheapest.
    pub(super) fn shrunk(&mut self, mut levels: Vec<usize>, cheapest: bool) -> Found {
        let chosen = (0..levels.len()).filter(|&site| levels[site] > 0);
        let mut open = vec![chosen.collect::<Vec<usize>>()];
        while let Some(part) = open.pop() {
            let mut less = levels.clone();
            for &site in &part {
                less[site] = 0;
            }
            // What known runs break need not be asked.
            if !self.breaks(&less) && self.works(&less) {
                levels = less;
            } else if part.len() > 1 {
                let (one, other) = part.split_at(part.len() / 2);
                open.push(other.to_vec());
                open.push(one.to_vec());
            }
        }
        let cost = self.cost(&levels);
        Found {
            levels,
            cost,
            cheapest,
        }
    }
}
