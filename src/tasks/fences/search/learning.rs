//! What one answer says of many choices.

use crate::sat::hitting::Values;
use crate::syntax::Report;

use super::Search;
use crate::tasks::fences::learn::Family;
use crate::tasks::fences::levels::strength;
use crate::tasks::fences::oracle::{Answer, Counterexample, Shown};
use crate::tasks::fences::sites::Site;

impl Search<'_> {
    /// Refutes a choice and as many others as can be: those that its counterexample refutes, and
    /// those that the counterexample to the strongest choice does that has one.
    pub(super) fn learn(
        &mut self,
        choice: &[usize],
        counterexample: &Counterexample,
    ) -> Result<(), Report> {
        let own = self.family(choice, counterexample);
        if matches!(counterexample.shown, Shown::Execution { racy: true, .. })
            && self.oracle.without_races.is_some()
        {
            // The outcome itself is forbidden: nothing stronger has it.
            self.refute(&own);
            return Ok(());
        }
        let raised = self.raise(choice, own.clone())?;
        let covers = |(family, &level): (&Values, &usize)| family.contains(level);
        if !raised.iter().zip(choice).all(covers) {
            self.refute(&own);
        }
        self.refute(&raised);
        Ok(())
    }

    /// Makes one place after the other as strong as can be while there is a counterexample.
    fn raise(&mut self, choice: &[usize], mut family: Family) -> Result<Family, Report> {
        let mut choice = choice.to_vec();
        for (index, site) in self.template.sites.iter().enumerate() {
            if site.is_barrier() {
                continue;
            }
            let levels = stronger(site, choice[index]);
            // Those before the first are too strong, those from the second on are not. What is asked
            // is a guess only: not all that is stronger comes first.
            let (mut low, mut high) = (0, levels.len());
            let mut probe = 0;
            while low < high && !self.is_late() {
                let level = levels[probe];
                let before = std::mem::replace(&mut choice[index], level);
                if family[index].contains(level) {
                    high = probe;
                } else if let Answer::Allowed(counterexample) = self.hint(&choice)? {
                    family = self.family(&choice, &counterexample);
                    high = probe;
                } else {
                    choice[index] = before;
                    low = probe + 1;
                }
                probe = low.midpoint(high);
            }
        }
        Ok(family)
    }

    fn hint(&mut self, choice: &[usize]) -> Result<Answer, Report> {
        self.tell();
        self.oracle.hint(&self.template.program_of(choice))
    }

    /// Excludes a choice whose threads wait for ever, and all with its barriers that order more: what
    /// is stronger has fewer executions yet.
    pub(super) fn leave_out(&mut self, choice: &[usize]) -> Result<(), Report> {
        self.exclude(choice);
        let sites = self.template.sites.iter().zip(choice);
        let weakest: Vec<usize> = sites
            .map(|(site, &level)| if site.is_barrier() { level } else { site.given })
            .collect();
        if let Answer::Endless = self.ask(&weakest)? {
            let sites = self.template.sites.iter().zip(&weakest);
            let family: Family = sites
                .map(|(site, &level)| {
                    let levels = 0..site.levels.len();
                    levels
                        .filter(|&other| {
                            site.at_least(other, level) && !site.is_barrier() || other == level
                        })
                        .collect()
                })
                .collect();
            self.refute(&family);
        }
        Ok(())
    }
}

/// The levels that are stronger than one, the strongest first.
fn stronger(site: &Site, than: usize) -> Vec<usize> {
    let levels = 0..site.levels.len();
    let mut found: Vec<usize> = levels
        .filter(|&level| level != than && site.at_least(level, than))
        .collect();
    found.sort_by_key(|&level| std::cmp::Reverse((strength(site.levels[level].form), level)));
    found
}
