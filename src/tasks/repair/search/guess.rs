//! A choice that works, where it is open whether all that may change at once does: the few changes that are enough may be
//! much less to ask about.

use crate::sat::hitting::Search;

use super::{Effort, Finder, Found, May, STEPS};
use crate::tasks::repair::oracle::Said;
use crate::tasks::repair::sites::Site;

/// So many choices that stay open are passed over.
const OPEN: usize = 12;

impl Finder<'_> {
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
                        levels: choice.values,
                        cost: choice.cost,
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
        let prices = self.sites.iter().zip(&levels);
        let cost = prices
            .map(|(site, &level)| site.prices(self.prices).get(level).copied().unwrap_or(0))
            .sum();
        Found {
            levels,
            cost,
            cheapest,
        }
    }
}
