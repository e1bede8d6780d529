//! A cheapest choice of strengths that works, by clauses.
//!
//! A choice that fails is made as strong as it can be without working; what works must be stronger than that somewhere, which is a
//! clause. The cheapest choice that hits all clauses is asked next: the first that works is cheapest of all.

use crate::sat::hitting::{Clause, Hitting, Search, Values};

use super::oracle::Said;
use super::sites::Site;
use super::strength::Strength;
use crate::stop::Stop;
use crate::tasks::fences::prices::Prices;

/// So many choices are tried before it is asked whether the strongest works.
const BEFORE: usize = 60;

/// Steps of one search for a cheapest choice.
const STEPS: u64 = 2_000_000;

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The level of each site.
    pub levels: Vec<usize>,
    /// The cost.
    pub cost: u64,
    /// Whether nothing cheaper works: every cheaper choice was seen to be broken.
    pub cheapest: bool,
}

/// Which levels of a site may be chosen, besides the first.
pub type May<'a> = &'a dyn Fn(&Site, usize) -> bool;

/// One of the levels of a site that may be chosen.
pub type Level = fn(&Site, &dyn Fn(usize) -> bool) -> usize;

/// How much is done to find out what a choice comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// The runs that broke other choices are tried: it is broken, or open.
    Recalled,
    /// The model is asked.
    Asked,
}

/// The search, with what it has learnt.
pub struct Finder<'a> {
    pub sites: &'a [Site],
    pub prices: &'a Prices,
    /// What a choice comes to.
    pub judge: &'a mut dyn FnMut(&[usize], Effort) -> Said,
    /// When to give up.
    pub stop: Stop,
    pub clauses: Vec<Clause>,
    /// Some choice was open, and was taken for broken.
    pub doubt: bool,
    /// All that may change is changed, and it is open whether that works.
    pub open: bool,
    /// Of choices that cost the same the one is looked for that is easiest to write in CUDA.
    pub in_cuda: bool,
}

/// What a search without doubt comes to.
enum Sure {
    Found(Found),
    /// Nothing works: the runs that are known break all choices.
    Never,
    /// Some question stayed open, there was no time, or there were many questions.
    Unclear,
}

impl<'a> Finder<'a> {
    /// A search that knows nothing yet.
    pub fn new(
        sites: &'a [Site],
        prices: &'a Prices,
        judge: &'a mut dyn FnMut(&[usize], Effort) -> Said,
        stop: &Stop,
    ) -> Self {
        Self {
            sites,
            prices,
            judge,
            stop: stop.clone(),
            clauses: Vec::new(),
            doubt: false,
            open: false,
            in_cuda: false,
        }
    }
}

impl Finder<'_> {
    /// The cheapest choice that works, as long as nothing is open on the way.
    pub fn surely(&mut self, may: May<'_>) -> Option<Found> {
        match self.sure(may) {
            Sure::Found(found) => Some(found),
            Sure::Never | Sure::Unclear => None,
        }
    }

    /// The cheapest choice that works, of sites that may change.
    pub fn cheapest(&mut self, may: May<'_>) -> Option<Found> {
        match self.sure(may) {
            Sure::Found(found) => return Some(found),
            Sure::Never => return None,
            Sure::Unclear => {}
        }
        let Some((strongest, part)) = self.top(may) else {
            return self.open.then(|| self.guessed(may)).flatten();
        };
        loop {
            if self.stop.check().is_err() {
                return Some(self.shrunk(strongest, false));
            }
            let Search::Found(choice) = self.problem(may, &strongest).cheapest(STEPS) else {
                return Some(self.shrunk(strongest, false));
            };
            if self.works(&choice.values) {
                return Some(Found {
                    cost: self.cost(&choice.values),
                    levels: choice.values,
                    cheapest: !self.doubt && !part,
                });
            }
            self.learn(choice.values, &strongest);
        }
    }

    /// The same, as long as nothing is open: then it need not be known beforehand that something works.
    fn sure(&mut self, may: May<'_>) -> Sure {
        let strongest = self.all_at(may, Site::strongest);
        for _ in 0..BEFORE {
            if self.stop.check().is_err() {
                break;
            }
            let choice = match self.problem(may, &strongest).cheapest(STEPS) {
                Search::Found(choice) => choice,
                Search::Impossible => return Sure::Never,
                Search::Limit => break,
            };
            match (self.judge)(&choice.values, Effort::Asked) {
                Said::Holds => {
                    return Sure::Found(Found {
                        cost: self.cost(&choice.values),
                        levels: choice.values,
                        cheapest: !self.doubt,
                    });
                }
                Said::Broken => self.learn(choice.values, &strongest),
                Said::Open => break,
            }
        }
        Sure::Unclear
    }

    /// Keeps what a choice that does not work says of others.
    fn learn(&mut self, failed: Vec<usize>, strongest: &[usize]) {
        let failed = self.grown(failed, strongest);
        let clause = self.clause(&failed);
        self.clauses.push(clause);
    }

    fn all_at(&self, may: May<'_>, level: Level) -> Vec<usize> {
        let each = |site: &Site| level(site, &|one| may(site, one));
        self.sites.iter().map(each).collect()
    }

    /// All sites that may change, as strong as can be and can be answered, and whether that leaves something
    /// out; nothing where it does not work.
    fn top(&mut self, may: May<'_>) -> Option<(Vec<usize>, bool)> {
        for (level, part) in [(Site::strongest as Level, false), (Site::ordered, true)] {
            let levels = self.all_at(may, level);
            match (self.judge)(&levels, Effort::Asked) {
                Said::Holds => return Some((levels, part)),
                Said::Broken => {
                    self.open = part;
                    return None;
                }
                Said::Open => self.open = true,
            }
        }
        None
    }

    /// What is left to choose from: nothing beyond the strongest choice.
    fn problem(&self, may: May<'_>, strongest: &[usize]) -> Hitting {
        let weights = self.sites.iter().map(|site| self.weights(site));
        let mut problem = Hitting::new(weights.collect());
        for (index, (site, &top)) in self.sites.iter().zip(strongest).enumerate() {
            let within = |&level: &usize| {
                let (top, strength) = (site.levels.get(top), site.levels.get(level));
                let below = top.is_some_and(|top| strength.is_some_and(|it| top.covers(*it)));
                below && (level == 0 || may(site, level))
            };
            let levels = (0..site.levels.len()).filter(within);
            let within = levels.fold(Values::default(), |all, one| all.or(Values::one(one)));
            problem.restrict(index, within);
        }
        for clause in &self.clauses {
            problem.add(clause.clone());
        }
        problem
    }

    fn works(&mut self, levels: &[usize]) -> bool {
        match (self.judge)(levels, Effort::Asked) {
            Said::Holds => true,
            Said::Broken => false,
            Said::Open => {
                self.doubt = true;
                false
            }
        }
    }

    /// A failing choice with all that can be added to it so that the runs that are known still break it: halves of the
    /// rest first, then single sites, each as strong as can be.
    fn grown(&mut self, mut levels: Vec<usize>, strongest: &[usize]) -> Vec<usize> {
        let rest: Vec<usize> = (0..levels.len())
            .filter(|&site| levels[site] != strongest[site])
            .collect();
        let mut open = vec![rest];
        while let Some(part) = open.pop() {
            if part.is_empty() || self.stop.check().is_err() {
                continue;
            }
            let mut more = levels.clone();
            for &site in &part {
                more[site] = strongest[site];
            }
            if self.breaks(&more) {
                levels = more;
            } else if part.len() > 1 {
                let (one, other) = part.split_at(part.len() / 2);
                open.push(other.to_vec());
                open.push(one.to_vec());
            } else if let Some(&site) = part.first() {
                self.raise(&mut levels, site, strongest[site]);
            }
        }
        levels
    }

    /// Makes one site of a failing choice as strong as can be below the strongest.
    fn raise(&mut self, levels: &mut Vec<usize>, site: usize, strongest: usize) {
        let strengths = &self.sites[site].levels;
        let within = |&level: &usize| {
            let (now, then) = (strengths[levels[site]], strengths[level]);
            level != levels[site]
                && level != strongest
                && then.covers(now)
                && strengths[strongest].covers(then)
        };
        let mut between: Vec<usize> = (0..strengths.len()).filter(within).collect();
        // What covers others comes before them.
        between.sort_by_key(|&level| {
            let less = |&&other: &&Strength| strengths[level].covers(other);
            std::cmp::Reverse(strengths.iter().filter(less).count())
        });
        for level in between {
            if !strengths[level].covers(strengths[levels[site]]) {
                continue;
            }
            let mut more = levels.clone();
            more[site] = level;
            if self.breaks(&more) {
                *levels = more;
            }
        }
    }

    /// Whether a run that is known breaks a choice.
    fn breaks(&mut self, levels: &[usize]) -> bool {
        (self.judge)(levels, Effort::Recalled) == Said::Broken
    }

    /// What works is somewhere not as weak as this.
    fn clause(&self, failed: &[usize]) -> Clause {
        let sites = self.sites.iter().zip(failed).enumerate();
        let members = sites.filter_map(|(index, (site, &level))| {
            let now = *site.levels.get(level)?;
            let beyond = (0..site.levels.len()).filter(|&other| {
                site.levels
                    .get(other)
                    .is_some_and(|other| !now.covers(*other))
            });
            let values = beyond.fold(Values::default(), |values, level| {
                values.or(Values::one(level))
            });
            (!values.is_empty()).then_some((index, values))
        });
        members.collect()
    }
}

mod guess;
#[cfg(test)]
mod tests;
mod weigh;
