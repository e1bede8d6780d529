//! The cheapest choices in PTX and in CUDA, each seen to do by more than the solver that found it.

use crate::stop::Stop;
use crate::tasks::fences::prices::Prices;

use super::oracle::Oracle;
use super::search::{Effort, Finder, Found};
use super::sites::Site;

/// The cheapest choices.
#[derive(Debug, Default)]
pub struct Choices {
    /// Of all.
    pub in_ptx: Option<Found>,
    /// Of those that CUDA can say.
    pub in_cuda: Option<Found>,
    /// It is open whether something that CUDA can say does.
    pub unsaid: bool,
}

/// How the cheapest choice in PTX is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Care {
    /// As long as it is known of each on the way what it comes to.
    Sure,
    /// Also where some are open.
    Any,
}

impl Choices {
    /// Looks for choices with which all that the oracle aims at holds. What the solver rules out on the way nobody
    /// confirms: a choice is left out only for a run that breaks it. What is left in the end is confirmed; where it is
    /// not, all is looked for again, and each answer is confirmed.
    #[must_use]
    pub fn find(sites: &[Site], oracle: &mut Oracle, prices: &Prices, stop: &Stop) -> Self {
        let found = Self::search(sites, oracle, prices, (stop, Care::Any));
        if found.confirmed(sites, oracle) {
            return found;
        }
        oracle.doubt();
        Self::search(sites, oracle, prices, (stop, Care::Any))
    }

    /// The same where it is known of each choice in PTX on the way what it comes to; nothing where it is not, or where
    /// nothing works.
    #[must_use]
    pub fn surely(
        sites: &[Site],
        oracle: &mut Oracle,
        prices: &Prices,
        stop: &Stop,
    ) -> Option<Self> {
        let found = Self::search(sites, oracle, prices, (stop, Care::Sure));
        found.in_ptx.as_ref()?;
        if found.confirmed(sites, oracle) {
            return Some(found);
        }
        oracle.doubt();
        None
    }

    fn search(
        sites: &[Site],
        oracle: &mut Oracle,
        prices: &Prices,
        (stop, care): (&Stop, Care),
    ) -> Self {
        let mut judge = |levels: &[usize], effort: Effort| oracle.ask(sites, levels, effort);
        let mut finder = Finder {
            sites,
            prices,
            judge: &mut judge,
            stop: stop.clone(),
            clauses: Vec::new(),
            doubt: false,
            open: false,
        };
        let in_ptx = match care {
            Care::Sure => finder.surely(&|_, _| true),
            Care::Any => finder.cheapest(&|_, _| true),
        };
        let Some(in_ptx) = in_ptx else {
            return Self {
                unsaid: finder.open,
                ..Self::default()
            };
        };
        let in_ptx = Some(in_ptx);
        let both = in_ptx.as_ref().is_some_and(|found| {
            let mut chosen = sites.iter().zip(&found.levels);
            chosen.all(|(site, level)| *level == 0 || site.is_sayable(*level))
        });
        let in_cuda = if both {
            in_ptx.clone()
        } else {
            finder.cheapest(&Site::is_sayable)
        };
        let unsaid = finder.open;
        // Between two lines of CUDA a fence is easier to write than inside one.
        let between = in_cuda.is_some().then(|| finder.cheapest(&easy)).flatten();
        let in_cuda = match (in_cuda, between) {
            (Some(found), Some(easier)) if easier.cost <= found.cost => Some(easier),
            (found, _) => found,
        };
        Self {
            in_ptx,
            in_cuda,
            unsaid,
        }
    }

    fn confirmed(&self, sites: &[Site], oracle: &mut Oracle) -> bool {
        let in_cuda = self.in_cuda.iter();
        let in_cuda = in_cuda
            .filter(|one| Some(&one.levels) != self.in_ptx.as_ref().map(|found| &found.levels));
        let mut found = self.in_ptx.iter().chain(in_cuda);
        found.all(|found| oracle.confirms(sites, &found.levels))
    }
}

fn easy(site: &Site, level: usize) -> bool {
    site.is_sayable(level) && !site.inside_line && site.round.is_none()
}
