//! Large launches are asked with one lap of each loop first: a run is one with more laps, too, and where no execution goes
//! on behind one lap, none does more. Only what that leaves open is asked with as many laps as was said. (The idea is that of
//! bounded model checking: Biere et al., *Symbolic Model Checking without BDDs*, TACAS 1999.)

use crate::kernel::launch::description::Check;

use super::answer::Checked;
use super::decide::{Ask, Decision};
use super::weak::{Unasked, Weak};

/// Smaller launches are asked once: their answers take little, whatever the bound.
const EVENTS: usize = 200;

impl Ask {
    /// The same with one lap of each loop, where more were asked for.
    pub(super) fn with_one_lap(&self) -> Option<Self> {
        (self.bound > 1).then(|| {
            let mut fewer = self.clone();
            fewer.bound = 1;
            fewer.options.bound = 1;
            fewer
        })
    }
}

impl<'a> Decision<'a> {
    /// The same launch with one lap of each loop, where that is less to ask about.
    pub(super) fn first_lap(&self, one: Option<&'a Ask>) -> Option<Self> {
        let (asked, one) = (self.asked_of.as_ref()?, one?);
        let events = match &asked.weak {
            Ok(weak) if weak.exact => return None,
            Ok(weak) => Some(events(weak)),
            Err(Unasked::Model) => return None,
            Err(Unasked::Open(_)) => asked.cut.as_ref().map(events),
            Err(Unasked::Unwalked(_)) => None,
        };
        if !self.limits.patient || events.is_some_and(|events| events < EVENTS) {
            return None;
        }
        let mut first = Self::of(self.setup, one, self.exploration, self.limits);
        first.fixed = self.fixed;
        first.ask_model();
        let fewer = match &first.asked_of.as_ref()?.weak {
            Ok(weak) => events.is_none_or(|all| self::events(weak) < all),
            Err(_) => false,
        };
        fewer.then_some(first)
    }

    /// The answer with one lap of each loop, where that settles a check; and else that of the launch as it was asked.
    pub(super) fn answer_deepening(&self, first: Option<&Self>, check: Check) -> Checked {
        let settled = first.map(|first| first.answer(check));
        let settled = settled.filter(|answer| !answer.answer.is_open());
        settled.unwrap_or_else(|| self.answer(check))
    }
}

fn events(weak: &Weak) -> usize {
    weak.stuck.unrolled.events.len()
}
