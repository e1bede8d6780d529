//! A few runs of a launch that has too many orders to look at them all, far apart from each other: what they do wrong is wrong.

use std::collections::BTreeSet;

use oorandom::Rand64;

use crate::kernel::setup::Setup;

use super::event::Event;
use super::exploration::{Exploration, Limits};
use super::machine::Machine;
use super::search::{ROOT, Search};
use super::state::State;

/// So many steps of a run are taken.
const STEPS: usize = 20_000;

/// Runs.
const RUNS: usize = 24;

/// So often more bytes may be found that threads share.
const ROUNDS: usize = 6;

/// How a run goes.
struct Way {
    /// So many steps a thread takes before another may.
    burst: usize,
    pick: Pick,
}

/// Who goes on.
#[derive(Debug)]
enum Pick {
    /// The first thread that can.
    First,
    /// The last.
    Last,
    /// The next, in turn.
    Next,
    /// Any that is drawn.
    Drawn(Rand64),
}

/// Runs in a few orders, as far as they come; between two accesses to contended bytes a thread is not interrupted. These bytes
/// are at least those that are given, and all that the runs use so: who polls what he is not interrupted at would be taken for
/// one who waits for ever. Nothing where more of them are found time and again.
#[must_use]
pub fn probe(setup: &Setup, contended: &BTreeSet<u64>, limits: &Limits) -> Option<Exploration> {
    let mut contended = contended.clone();
    for _ in 0..ROUNDS {
        let mut machine = Machine::new(setup);
        machine.contended.clone_from(&contended);
        let mut search = Search::new(&mut machine, limits);
        let first = search.first();
        search.add(&first, ROOT, usize::MAX);
        search.note(ROOT, None);
        for number in 0..RUNS {
            if limits.stop.check().is_err() {
                break;
            }
            search.go(first.clone(), way(number));
        }
        search.unclear();
        let exploration = search.finish();
        let seen = machine.contention();
        if seen.is_subset(&contended) {
            return Some(exploration);
        }
        contended.extend(seen);
    }
    None
}

/// The ways of the runs: threads to their ends, the first or the last before others, in turns, and drawn.
fn way(number: usize) -> Way {
    const BURSTS: [usize; 4] = [1, 4, 16, 64];
    let (burst, pick) = match number {
        0 => (STEPS, Pick::First),
        1 => (STEPS, Pick::Last),
        2 => (1, Pick::Next),
        number => (BURSTS[number % 4], Pick::Drawn(Rand64::new(number as u128))),
    };
    Way { burst, pick }
}

/// What threads do in these runs; between two accesses to contended bytes a thread is not interrupted.
#[must_use]
pub fn told(setup: &Setup, contended: &BTreeSet<u64>, limits: &Limits) -> Vec<Event> {
    let mut machine = Machine::new(setup);
    machine.contended.clone_from(contended);
    machine.telling = true;
    let mut search = Search::new(&mut machine, limits);
    let first = search.first();
    search.add(&first, ROOT, usize::MAX);
    for number in 0..RUNS {
        search.go(first.clone(), way(number));
    }
    std::mem::take(&mut machine.events)
}

impl Search<'_, '_> {
    /// One run.
    fn go(&mut self, mut state: State, way: Way) {
        let Way { burst, mut pick } = way;
        let (mut node, mut by, mut left) = (ROOT, usize::MAX, 0);
        for _ in 0..STEPS {
            if state.over || self.limits.stop.check().is_err() {
                return;
            }
            let threads = 0..state.threads.len();
            let ready = threads.filter(|thread| self.is_ready(&state, *thread));
            let ready: Vec<usize> = ready.collect();
            let waits = ready.iter().all(|thread| *thread != by);
            if left == 0 || waits {
                let Some(next) = picked(&ready, &mut pick, by) else {
                    return;
                };
                (by, left) = (next, burst);
            }
            left -= 1;
            // What a value decides that nobody knows is not looked at here.
            if self.machine.forks(&state, by) {
                return;
            }
            self.take(&mut state, by);
            self.note(node, Some(by));
            self.add(&state, node, by);
            node = self.nodes.len() - 1;
        }
    }
}

/// One of those that are ready; nothing where nobody is.
fn picked(ready: &[usize], pick: &mut Pick, before: usize) -> Option<usize> {
    match pick {
        Pick::First => ready.first().copied(),
        Pick::Last => ready.last().copied(),
        Pick::Next => {
            let mut behind = ready
                .iter()
                .filter(|one| before == usize::MAX || **one > before);
            behind.next().or(ready.first()).copied()
        }
        Pick::Drawn(random) => {
            let all = u64::try_from(ready.len()).ok().filter(|all| *all > 0)?;
            let at = usize::try_from(random.rand_range(0..all)).ok()?;
            ready.get(at).copied()
        }
    }
}
