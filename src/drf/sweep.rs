//! The runs of a sweep, after Ta et al., Table III: sizes of caches, numbers of locks, lengths of episodes and of runs.
//!
//! Table III has 100 and 200 actions an episode, and 1 M regular locations. Here episodes have 10 and 100 actions, and there are
//! 300 variables: with few and often used ones the same number of accesses finds more. Every other run holds messages back for
//! longer.

use super::cache::Sizes;
use super::config::Config;
use super::coverage::Coverage;
use super::finding::{End, Outcome};
use super::subject::Subject;
use super::trial::Trial;

/// Locks of runs.
pub const LOCKS: [u32; 2] = [10, 100];
/// Actions of an episode.
pub const ACTIONS: [u32; 2] = [10, 100];
/// Actions of a thread, over all its episodes.
pub const LENGTHS: [u32; 2] = [1_000, 10_000];
/// Messages are held back so long at most, in one run and the next.
pub const HOLDS: [u32; 2] = [2_048, 16_384];

/// The runs: 3 sizes of caches, and 2 each of lengths of episodes, of runs, and numbers of locks.
#[must_use]
pub fn runs(base: &Config, subject: &Subject) -> Vec<Trial> {
    let mut runs = Vec::new();
    for sizes in Sizes::ALL {
        for actions in ACTIONS {
            for length in LENGTHS {
                for locks in LOCKS {
                    let number = runs.len() as u64 + 1;
                    let config = Config {
                        locks,
                        actions,
                        episodes: length / actions,
                        seed: base.seed.wrapping_mul(100).wrapping_add(number),
                        ..*base
                    };
                    runs.push(Trial {
                        config,
                        sizes,
                        subject: subject.clone(),
                        hold: HOLDS[runs.len() % 2],
                    });
                }
            }
        }
    }
    runs
}

/// A run of a sweep, and how it ended.
#[derive(Debug, Clone)]
pub struct Done {
    /// What was run.
    pub trial: Trial,
    /// How it ended.
    pub outcome: Outcome,
    /// Seconds that it took.
    pub seconds: f64,
}

/// All transitions of some runs.
#[must_use]
pub fn union(done: &[Done]) -> Option<Coverage> {
    let (first, rest) = done.split_first()?;
    let mut all = first.outcome.coverage.clone();
    let mut before = first.outcome.accesses;
    for one in rest {
        all.add(&one.outcome.coverage, before);
        before += one.outcome.accesses;
    }
    Some(all)
}

/// The first run that found something, and the accesses of all runs up to there.
#[must_use]
pub fn first(done: &[Done]) -> Option<(usize, u64)> {
    let found = |one: &Done| matches!(one.outcome.end, End::Inconsistent(_));
    let at = done.iter().position(found)?;
    let accesses = done[..=at].iter().map(|one| one.outcome.accesses).sum();
    Some((at, accesses))
}
