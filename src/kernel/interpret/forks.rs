//! Values that are not known, where they decide whether a thread does an instruction: a clock, an approximation.
//!
//! Both ways are followed. A thread that comes to such a guard first takes a step that chooses, and does what it
//! chose in the next. Whatever comes after a choice rests on a value that nobody knows, so all that needs no choice is
//! looked at before: what is found there is certain.

use std::sync::Arc;

use super::finding::Gap;
use super::machine::Machine;
use super::search::{Node, Search};
use super::state::{LOOSE, State};

/// A step of a schedule that is a choice is so much more than its thread for each thing that can be chosen.
const CHOICE: usize = 1 << 16;

/// The steps that a thread can take; where it comes to a choice, one for each thing to choose.
#[must_use]
pub fn ways(thread: usize, forks: bool) -> Vec<usize> {
    if forks {
        vec![thread + CHOICE, thread + 2 * CHOICE]
    } else {
        vec![thread]
    }
}

/// Whether a thread of a schedule chooses what a value is that nobody knows.
#[must_use]
pub fn chooses(schedule: &[usize]) -> bool {
    schedule.iter().any(|by| *by >= CHOICE)
}

/// A moment to go on from.
pub struct Item {
    pub node: usize,
    pub state: Arc<State>,
    /// Whether it is gone on by choices, or by what needs none.
    pub forks: bool,
}

/// Moments to go on from.
pub struct Work {
    sure: Vec<Item>,
    /// After a choice, or by one.
    chosen: Vec<Item>,
    choosing: bool,
}

impl From<(usize, Arc<State>)> for Work {
    fn from((node, state): (usize, Arc<State>)) -> Self {
        let forks = false;
        let item = Item { node, state, forks };
        Self {
            sure: vec![item],
            chosen: Vec::new(),
            choosing: false,
        }
    }
}

impl Work {
    /// The next, those first that no choice leads to.
    pub fn take_next(&mut self) -> Option<Item> {
        self.sure.pop().or_else(|| {
            self.choosing = true;
            self.chosen.pop()
        })
    }

    /// One that was come to.
    pub fn add(&mut self, node: usize, state: Arc<State>) {
        let forks = false;
        let item = Item { node, state, forks };
        if self.choosing {
            self.chosen.push(item);
        } else {
            self.sure.push(item);
        }
    }

    /// One to go on from by choices.
    pub fn fork(&mut self, item: Item) {
        self.chosen.push(Item {
            forks: true,
            ..item
        });
    }
}

impl Machine<'_> {
    /// Whether a value that is not known decides whether a thread does its next instruction.
    #[must_use]
    pub fn forks(&self, state: &State, thread: usize) -> bool {
        let it = &state.threads[thread];
        let guard = self.instruction(it).and_then(|one| one.guard);
        guard.is_some_and(|(register, _)| it.register(register).taint & LOOSE != 0)
    }

    /// Decides what that value is.
    pub fn choose(&mut self, state: &mut State, thread: usize, truth: bool) {
        let it = Arc::make_mut(&mut state.threads[thread]);
        let guard = self.instruction(it).and_then(|one| one.guard);
        let Some(((register, _), frame)) = guard.zip(it.frames.last_mut()) else {
            return;
        };
        self.chosen.insert(Gap::Loose(frame.function, frame.at));
        if let Some(value) = frame.registers.get_mut(register.0) {
            value.bits = u64::from(truth);
            value.taint &= !LOOSE;
        }
    }
}

impl Search<'_, '_> {
    /// Takes a step of a schedule, and all that nobody notices after it.
    pub(super) fn take(&mut self, state: &mut State, by: usize) {
        let thread = by % CHOICE;
        match by / CHOICE {
            0 => self.machine.step(state, thread),
            chosen => self.machine.choose(state, thread, chosen > 1),
        }
        if !state.over {
            self.settle(state);
        }
    }

    /// Adds the moment between a thread's coming to a choice and its choosing; gives which it is.
    pub(super) fn fork(&mut self, parent: usize, arms: usize) -> usize {
        self.nodes.push(Node {
            parent,
            by: usize::MAX,
            ended: false,
            arms,
        });
        self.before.push(vec![parent]);
        self.nodes.len() - 1
    }
}
