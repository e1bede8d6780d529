//! A smaller program that fails alike: episodes are left out, then single accesses, as long as some schedule still shows it.

use super::finding::{End, Outcome};
use super::record::{Episode, Record};
use super::rights::Action;
use super::script::Script;
use super::subject::Subject;
use super::tester::Limits;
use super::trial::Trial;

/// So many schedules are tried of each smaller program; of another process, which takes long to start, fewer.
const fn schedules(subject: &Subject) -> u64 {
    match subject {
        Subject::Viper(_) | Subject::Rsp(_) | Subject::Msi(_) | Subject::Ugpu(..) => 16,
        Subject::Exec(_) => 2,
    }
}

/// What came of it.
#[derive(Debug, Clone)]
pub struct Smaller {
    /// The program.
    pub script: Script,
    /// The seed of the schedule that shows it.
    pub seed: u64,
    /// The run.
    pub outcome: Outcome,
    /// Programs that were tried.
    pub tried: u64,
    /// Whether there was time for all that there was to try.
    pub finished: bool,
}

impl Smaller {
    /// How many threads have something to do.
    #[must_use]
    pub fn threads(&self) -> usize {
        let threads = self.script.episodes.iter().map(|one| one.thread);
        threads.collect::<std::collections::BTreeSet<u32>>().len()
    }
}

struct Shrinking<'a> {
    trial: &'a Trial,
    kind: &'static str,
    limits: &'a Limits,
    best: Script,
    seed: u64,
    tried: u64,
}

/// Makes a run smaller; nothing if no other schedule shows what it found.
#[must_use]
pub fn shrink(
    trial: &Trial,
    record: &Record,
    kind: &'static str,
    limits: &Limits,
) -> Option<Smaller> {
    let script = Script::new(&trial.config, record.episodes.clone());
    let mut shrinking = Shrinking {
        trial,
        kind,
        limits,
        best: script.clone(),
        seed: trial.config.seed,
        tried: 0,
    };
    let mut found = false;
    for lap in 0..4 {
        let first = lap * schedules(&trial.subject);
        found = found || shrinking.shows(script.clone(), first);
    }
    if !found {
        return None;
    }
    let mut size = usize::MAX;
    while shrinking.best.accesses() < size && limits.stop.check().is_ok() {
        size = shrinking.best.accesses();
        shrinking.episodes();
        shrinking.actions();
    }
    let limits = Limits::default();
    let outcome = trial.replay(&shrinking.best, shrinking.seed, &limits, true);
    Some(Smaller {
        finished: shrinking.limits.stop.check().is_ok(),
        seed: shrinking.seed,
        tried: shrinking.tried,
        script: shrinking.best,
        outcome,
    })
}

impl Shrinking<'_> {
    /// Whether a program still shows it; if so it is kept.
    fn shows(&mut self, script: Script, first: u64) -> bool {
        self.tried += 1;
        // The schedule that shows the program so far first.
        let own = self.seed;
        let count = schedules(&self.trial.subject);
        let others = (first..first + count).map(|at| self.trial.config.seed.wrapping_add(at));
        for seed in std::iter::once(own).chain(others) {
            if self.limits.stop.check().is_err() {
                return false;
            }
            let limits = Limits {
                until: None,
                stop: self.limits.stop.clone(),
            };
            let outcome = self.trial.replay(&script, seed, &limits, false);
            if matches!(&outcome.end, End::Inconsistent(found) if found.kind() == self.kind) {
                (self.best, self.seed) = (script, seed);
                return true;
            }
        }
        false
    }

    fn episodes(&mut self) {
        let mut chunk = self.best.episodes.len().div_ceil(2);
        while chunk > 0 {
            let mut at = 0;
            while at < self.best.episodes.len() {
                let mut rest = self.best.episodes.clone();
                rest.drain(at..(at + chunk).min(rest.len()));
                if !self.shows(Script::new(&self.trial.config, rest), 0) {
                    at += chunk;
                }
                if self.limits.stop.check().is_err() {
                    return;
                }
            }
            chunk = if chunk == 1 { 0 } else { chunk.div_ceil(2) };
        }
    }

    /// Loads and stores of all episodes, as one list.
    fn actions(&mut self) {
        let count = |script: &Script| -> usize {
            script.episodes.iter().map(|one| one.actions.len()).sum()
        };
        let mut chunk = count(&self.best).div_ceil(2);
        while chunk > 0 {
            let mut at = 0;
            while at < count(&self.best) {
                let rest = without(&self.best.episodes, at..at + chunk);
                if !self.shows(Script::new(&self.trial.config, rest), 0) {
                    at += chunk;
                }
                if self.limits.stop.check().is_err() {
                    return;
                }
            }
            chunk = if chunk == 1 { 0 } else { chunk.div_ceil(2) };
        }
    }
}

fn without(episodes: &[Episode], gone: std::ops::Range<usize>) -> Vec<Episode> {
    let mut number = 0;
    let mut kept = |_: &&Action| {
        number += 1;
        !gone.contains(&(number - 1))
    };
    episodes
        .iter()
        .map(|one| Episode {
            actions: one.actions.iter().filter(&mut kept).copied().collect(),
            ..one.clone()
        })
        .collect()
}
