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
}
