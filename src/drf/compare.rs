//! Random episodes beside what memory systems are tested with otherwise: fixed litmus tests, and the patterns of access of
//! applications. Each kind runs on the same devices, with as many accesses (Ta et al., section IV.B).

mod applications;
mod build;
mod fixed;

use crate::stop::Stop;

use super::config::Config;
use super::coverage::Coverage;
use super::finding::{End, Outcome};
use super::number::small;
use super::script::Script;
use super::subject::Subject;
use super::sweep::runs;
use super::tester::Limits;
use super::trial::Trial;

/// What the threads of a run do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Programs {
    /// Random episodes.
    Random,
    /// Litmus tests, each location on a line of its own.
    Fixed,
    /// Streaming, reuse within a wavefront, reuse by others, both, many atomics (Ta et al., Fig. 6).
    Applications,
}

impl Programs {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Random, Self::Fixed, Self::Applications];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random episodes",
            Self::Fixed => "fixed tests",
            Self::Applications => "applications",
        }
    }

    /// The episodes of about so many accesses; none where they are drawn as the run goes on.
    #[must_use]
    pub fn script(self, config: &Config, budget: u64) -> Option<Script> {
        match self {
            Self::Random => None,
            Self::Fixed => Some(fixed::script(config, budget)),
            Self::Applications => Some(applications::script(config, budget)),
        }
    }
}

/// The devices and settings that all kinds run on: those of a sweep, with so many accesses in all.
#[must_use]
pub fn trials(base: &Config, subject: &Subject, budget: u32) -> Vec<Trial> {
    let mut trials = runs(base, subject);
    let each = share(budget, trials.len());
    for trial in &mut trials {
        let config = &mut trial.config;
        let threads = config
            .threads
            .units
            .saturating_mul(config.threads.wavefronts);
        let threads = threads.saturating_mul(config.threads.lanes);
        let episode = threads.saturating_mul(config.actions + 2);
        config.episodes = each.div_ceil(episode.max(1)).max(1);
    }
    trials
}

/// What one of so many runs has of all accesses.
fn share(budget: u32, runs: usize) -> u32 {
    budget.div_ceil(small(runs).max(1))
}

/// What programs of a kind found on a device.
#[derive(Debug, Clone)]
pub struct Hunt {
    /// What they do.
    pub programs: Programs,
    /// The accesses up to what was found, or all of them.
    pub accesses: u64,
    /// What is wrong, in one word.
    pub found: Option<&'static str>,
    /// Why the runs ended before their time.
    pub open: Option<String>,
    /// The transitions that were taken.
    pub coverage: Option<Coverage>,
}

/// Runs programs of a kind with all settings, up to the first thing that is wrong.
#[must_use]
pub fn hunt(trials: &[Trial], programs: Programs, budget: u32, stop: &Stop) -> Hunt {
    let each = share(budget, trials.len());
    let limits = Limits {
        until: Some(u64::from(each)),
        stop: stop.clone(),
    };
    let mut hunt = Hunt {
        programs,
        accesses: 0,
        found: None,
        open: None,
        coverage: None,
    };
    for trial in trials {
        let seed = trial.config.seed;
        let outcome = match programs.script(&trial.config, u64::from(each)) {
            Some(script) => trial.replay(&script, seed, &limits, false),
            None => trial.run(&limits, false),
        };
        if hunt.add(outcome) {
            break;
        }
    }
    hunt
}

impl Hunt {
    /// Adds a run; whether it is the last one.
    fn add(&mut self, outcome: Outcome) -> bool {
        match &mut self.coverage {
            Some(all) => all.add(&outcome.coverage, self.accesses),
            None => self.coverage = Some(outcome.coverage),
        }
        self.accesses += outcome.accesses;
        match outcome.end {
            End::Consistent | End::Until(_) => false,
            End::Inconsistent(found) => {
                self.found = Some(found.kind());
                true
            }
            End::Unknown(open) => {
                self.open = Some(open.to_string());
                true
            }
            End::Refused(text) | End::Lost(text) | End::Malformed(text) => {
                self.open = Some(text);
                true
            }
        }
    }
}
