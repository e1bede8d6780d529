//! Barriers with which the checks hold: few of them, at places that all threads of a block come to.
//!
//! More barriers do not make a launch stronger, as more fences do: threads that part before one stay there. So what breaks one
//! choice says nothing of others; each is asked, those of one barrier first, and what takes the first error away is gone on with.

use std::collections::BTreeSet;

use crate::kernel::launch::description::Check;
use crate::kernel::report::fix::{Edit, Fix};
use crate::kernel::report::{Ask, ask_until_wrong};
use crate::kernel::setup::Setup;
use crate::stop::Stop;
use crate::tasks::fences::prices::Prices;

use asked::{Asked, goes_on, wrong};
use everyone::everyone;

use super::edits::{Splice, spliced, splices, told};
use super::grouped::merged;
use super::in_cuda::has_line;
use super::loops::Loops;
use super::oracle::{Said, changed, judged};
use super::sites::{Site, SiteKind, sites};
use super::strength::{BARRIER, Strength};
use super::tongue::Tongue;

mod asked;
mod everyone;
pub mod hint;

/// The barrier of a warp whose threads all come.
const WARP: &str = "bar.warp.sync 0xffffffff";

/// So many barriers are tried at most.
const MOST: usize = 3;

/// So many choices are asked about at most.
const QUESTIONS: usize = 200;

/// What came of barriers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Barriers {
    /// The barriers with which the checks hold, in CUDA and PTX, and the module with them; none where none were found.
    pub found: Option<(Fix, String)>,
    /// The checks that then hold and do not as it is.
    pub mended: Vec<&'static str>,
    /// `__syncwarp()` in their places does as well: the blocks are one warp each.
    pub warp: bool,
    /// Every choice of fewer was seen to be broken; where none were found, every one.
    pub fewest: bool,
    /// How many choices were asked about.
    pub questions: usize,
}

/// A choice of places, what is wrong with it first, and whether something is open.
struct Node {
    chosen: Vec<usize>,
    wrong: Vec<String>,
}

/// Looks for barriers with which the checks that are broken hold, and those that hold still do.
#[must_use]
pub fn barriers(
    setup: &Setup,
    asked: &dyn Fn() -> Ask,
    (broken, held): (&[&'static str], &[&'static str]),
    (prices, stop): (&Prices, &Stop),
) -> Barriers {
    // A new barrier must be one that nobody waits at for ever, whether that is asked for or not.
    let asks = changed(setup, Vec::new()).map(|mut asks| {
        let checks = &mut asks.description.checks;
        if !checks.is_empty() && !checks.contains(&Check::Barriers) {
            checks.push(Check::Barriers);
        }
        asks
    });
    let setup = asks.as_ref().unwrap_or(setup);
    let mut goals = [held, broken].concat();
    if !goals.contains(&Check::Barriers.name()) {
        goals.push(Check::Barriers.name());
    }
    let mut search = Search {
        setup,
        asked,
        goals,
        sites: places(setup),
        stop: stop.clone(),
        doubt: false,
        questions: 0,
    };
    let found = search.run();
    let warp = found.as_ref().is_some_and(|found| search.warps(found));
    Barriers {
        found: found.map(|found| search.fix(&found, prices)),
        mended: broken.to_vec(),
        warp,
        fewest: !search.doubt,
        questions: search.questions,
    }
}

/// The gaps in which a barrier may stand, the easiest to write first: what is one text of CUDA together, and each by itself.
fn places(setup: &Setup) -> Vec<Site> {
    let mut single = sites(setup);
    single.retain(|site| site.kind != SiteKind::Own);
    for site in &mut single {
        site.levels = vec![Strength::Nothing, Strength::Barrier];
        let tongue = Tongue::of(setup, site.function, site.at);
        let word = tongue.barrier().map(str::to_owned);
        site.in_cuda = vec![
            None,
            word.filter(|_| has_line(setup, site.function, site.at)),
        ];
    }
    let mut all = merged(&single);
    let several: BTreeSet<(usize, usize)> = all
        .iter()
        .filter(|site| !site.copies.is_empty())
        .flat_map(Site::places)
        .collect();
    let alone = |site: &&Site| several.contains(&(site.function, site.at));
    all.extend(single.iter().filter(alone).cloned());
    all.sort_by_key(|site| {
        let depth = Loops::of(setup, site.function).depth(site.at);
        let unknown = site.written.is_none();
        (unknown, site.effort(), depth, site.function, site.at)
    });
    all
}

struct Search<'a> {
    setup: &'a Setup,
    asked: &'a dyn Fn() -> Ask,
    goals: Vec<&'static str>,
    sites: Vec<Site>,
    stop: Stop,
    /// Some choice was open, or was not asked about.
    doubt: bool,
    questions: usize,
}

impl Search<'_> {
    /// The first choice of fewest places with which all goals hold.
    fn run(&mut self) -> Option<Vec<usize>> {
        let Asked::Wrong(wrong) = self.ask(&[]) else {
            self.doubt = true;
            return None;
        };
        let mut nodes = vec![Node {
            chosen: Vec::new(),
            wrong,
        }];
        for count in 0..MOST {
            let mut next = Vec::new();
            for node in &nodes {
                // Those before it were tried with it, in its turn as one of them.
                for place in 0..self.sites.len() {
                    if node.chosen.contains(&place) {
                        continue;
                    }
                    let mut chosen = node.chosen.clone();
                    chosen.push(place);
                    match self.ask(&chosen) {
                        Asked::Holds if !self.everyone(&chosen) => {}
                        Asked::Holds if self.confirms(&chosen) => return Some(chosen),
                        Asked::Holds | Asked::Open => self.doubt = true,
                        Asked::Wrong(wrong) if goes_on(&node.wrong, &wrong) => {
                            next.push(Node { chosen, wrong });
                        }
                        Asked::Wrong(_) => {}
                        Asked::NoTime => {
                            self.doubt = true;
                            return None;
                        }
                    }
                }
            }
            // Which pairs and triples do is looked for along what helps alone.
            self.doubt |= count > 0;
            nodes = next;
        }
        None
    }

    fn ask(&mut self, chosen: &[usize]) -> Asked {
        if self.questions == QUESTIONS || self.stop.check().is_err() {
            return Asked::NoTime;
        }
        self.questions += 1;
        let mut asked = self.request();
        asked.options.confirm = false;
        // On a line that is there, so that places are called as they are without it.
        let on_line = |(start, end, new): Splice| (start, end, new.replace('\n', " "));
        let choice = self.splices(chosen).into_iter().map(on_line).collect();
        let Some(setup) = changed(self.setup, choice) else {
            return Asked::Open;
        };
        let report = ask_until_wrong(&setup, &asked, &self.goals);
        match judged(&report, &self.goals) {
            Said::Holds => Asked::Holds,
            Said::Open => Asked::Open,
            Said::Broken => Asked::Wrong(wrong(&report)),
        }
    }

    /// Whether all threads of a block come to the barriers.
    fn everyone(&self, chosen: &[usize]) -> bool {
        let sites = chosen.iter().filter_map(|&place| self.sites.get(place));
        changed(self.setup, self.splices(chosen))
            .is_some_and(|changed| everyone(&changed, sites, &self.stop))
    }

    /// Whether somebody else confirms it, as is asked for.
    fn confirms(&mut self, chosen: &[usize]) -> bool {
        self.questions += 1;
        self.holds(self.splices(chosen))
    }

    fn splices(&self, chosen: &[usize]) -> Vec<Splice> {
        splices(self.setup, &self.sites, &self.levels(chosen))
    }

    fn holds(&self, choice: Vec<Splice>) -> bool {
        let Some(setup) = changed(self.setup, choice) else {
            return false;
        };
        let report = ask_until_wrong(&setup, &self.request(), &self.goals);
        judged(&report, &self.goals) == Said::Holds
    }

    /// What is asked, in the time that is left.
    fn request(&self) -> Ask {
        let mut asked = (self.asked)();
        if let Some(left) = self.stop.left() {
            asked.stop = asked.stop.and_after(left);
        }
        asked
    }

    /// Whether barriers of warps do in the same places, where a block is one warp.
    fn warps(&mut self, chosen: &[usize]) -> bool {
        let mut launches = self.setup.launches.iter();
        if launches.any(|launch| launch.block.iter().product::<u64>() != 32) {
            return false;
        }
        self.questions += 1;
        let of_warp = |(start, end, new): Splice| (start, end, new.replace(BARRIER, WARP));
        self.holds(self.splices(chosen).into_iter().map(of_warp).collect())
    }

    fn levels(&self, chosen: &[usize]) -> Vec<usize> {
        let sites = 0..self.sites.len();
        sites
            .map(|site| usize::from(chosen.contains(&site)))
            .collect()
    }

    fn fix(&self, chosen: &[usize], prices: &Prices) -> (Fix, String) {
        let levels = self.levels(chosen);
        let sites = self
            .sites
            .iter()
            .zip(&levels)
            .filter(|(_, level)| **level > 0);
        let mut edits: Vec<_> = sites
            .filter_map(|(site, &level)| {
                let mut edit = told(self.setup, site, level, prices)?;
                if !has_line(self.setup, site.function, site.at) {
                    edit.place.cuda = None;
                }
                Some(edit)
            })
            .collect();
        let text = spliced(&self.setup.module.source.text, self.splices(chosen));
        // Without lines, or words, of the source it is one of the PTX.
        let told = |edit: &Edit| edit.cuda.is_some() && edit.place.cuda.is_some();
        let in_cuda = edits.iter().all(told);
        if !in_cuda {
            for edit in &mut edits {
                edit.cuda = None;
            }
        }
        let fix = Fix {
            language: if in_cuda { "cuda" } else { "ptx" },
            cost: edits.iter().map(|edit| edit.cost).sum(),
            cheapest: false,
            barriers: true,
            edits,
        };
        (fix, text)
    }
}
