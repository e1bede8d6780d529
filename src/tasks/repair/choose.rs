//! The cheapest choices in PTX and in CUDA, each seen to do by more than the solver that found it.

use crate::stop::Stop;
use crate::tasks::fences::prices::Prices;

use super::grouped::{are_single, fewest, grouped};
use super::oracle::Oracle;
use super::search::{Effort, Finder, Found};
use super::sites::Site;

/// The cheapest choices.
#[derive(Debug, Default)]
pub struct Choices {
    /// Of all.
    pub in_ptx: Option<Found>,
    /// Of those that CUDA can say, of the sites of the CUDA source.
    pub in_cuda: Option<Found>,
    /// The sites of the CUDA source.
    pub written: Vec<Site>,
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
        let written = grouped(oracle.setup, sites);
        let mut judge = |levels: &[usize], effort: Effort| oracle.ask(sites, levels, effort);
        let mut finder = Finder::new(sites, prices, &mut judge, stop);
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
        let mut chosen = sites.iter().zip(&in_ptx.levels);
        let easy =
            chosen.all(|(site, &level)| level == 0 || site.is_sayable(level) && site.effort() == 0);
        let same = are_single(&written);
        let (in_cuda, unsaid) = if same && easy {
            (Some(in_ptx.clone()), finder.open)
        } else if same {
            (finder.sayable(), finder.open)
        } else {
            // What broke choices of single lines breaks these, too, but they are of other sites.
            let mut judge = |levels: &[usize], effort: Effort| oracle.ask(&written, levels, effort);
            let mut finder = Finder::new(&written, prices, &mut judge, stop);
            let (found, open) = (finder.sayable(), finder.open);
            // What was found of single lines does, if it can be said, where nothing was found of those that are written once.
            (found.or_else(|| finder.carried(sites, &in_ptx)), open)
        };
        // What CUDA can say, PTX can: where that is cheaper, something was open on the way.
        let cheaper = in_cuda
            .as_ref()
            .filter(|one| same && one.cost < in_ptx.cost);
        let in_ptx = cheaper.cloned().unwrap_or(in_ptx);
        Self {
            in_ptx: Some(in_ptx),
            in_cuda,
            written,
            unsaid,
        }
    }

    /// What changes cost at least that CUDA can say, if all is written once that may be; nothing where that is open.
    pub fn least(sites: &[Site], oracle: &mut Oracle, prices: &Prices, stop: &Stop) -> Option<u64> {
        let merged = fewest(oracle.setup, sites);
        let mut judge = |levels: &[usize], effort: Effort| oracle.ask(&merged, levels, effort);
        let found = Finder::new(&merged, prices, &mut judge, stop).sayable();
        found.filter(|found| found.cheapest).map(|found| found.cost)
    }

    fn confirmed(&self, sites: &[Site], oracle: &mut Oracle) -> bool {
        let same = are_single(&self.written) && self.in_cuda == self.in_ptx;
        let in_cuda = self.in_cuda.iter().filter(|_| !same);
        let in_cuda = in_cuda.map(|one| (&self.written[..], one));
        let mut found = self.in_ptx.iter().map(|one| (sites, one)).chain(in_cuda);
        found.all(|(sites, found)| oracle.confirms(sites, &found.levels))
    }
}
