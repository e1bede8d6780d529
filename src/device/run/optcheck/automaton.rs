//! The words that a thread of a test may say, one after the other.

use std::collections::BTreeSet;

use crate::program::{InstructionKind, Thread};

use super::expect::Expected;

/// A place in a thread: the next of its words, or the end.
pub type Places = BTreeSet<(usize, usize)>;

/// A thread as an automaton over words.
#[derive(Debug)]
pub struct Automaton<'a> {
    thread: &'a Thread,
    /// The words of each instruction.
    words: Vec<Vec<&'a Expected>>,
}

impl<'a> Automaton<'a> {
    /// Of a thread, with what its instructions become.
    #[must_use]
    pub fn new(thread: &'a Thread, expected: &'a [Expected]) -> Self {
        let mut words = vec![Vec::new(); thread.code.len()];
        for one in expected {
            words[one.index].push(one);
        }
        Self { thread, words }
    }

    /// Where it begins.
    #[must_use]
    pub fn start(&self) -> Places {
        self.closed(Places::from([(0, 0)]))
    }

    /// Whether it may have ended.
    #[must_use]
    pub fn may_end(&self, places: &Places) -> bool {
        places.contains(&(self.thread.code.len(), 0))
    }

    /// The words that may come.
    pub fn wanted<'b>(&'b self, places: &'b Places) -> impl Iterator<Item = &'a Expected> + 'b {
        places.iter().filter_map(|place| self.word(*place))
    }

    /// The words that fit, and where it is after them.
    #[must_use]
    pub fn take(&self, places: &Places, word: &str) -> (Vec<&'a Expected>, Places) {
        let mut taken = Vec::new();
        let mut after = Places::new();
        for &(instruction, offset) in places {
            if let Some(expected) = self.word((instruction, offset))
                && expected.words.iter().any(|one| one == word)
            {
                taken.push(expected);
                after.insert((instruction, offset + 1));
            }
        }
        (taken, self.closed(after))
    }

    fn word(&self, (instruction, offset): (usize, usize)) -> Option<&'a Expected> {
        self.words.get(instruction)?.get(offset).copied()
    }

    /// All places that are reached without a word.
    fn closed(&self, from: Places) -> Places {
        let mut all = Places::new();
        let mut left: Vec<(usize, usize)> = from.into_iter().collect();
        while let Some(place) = left.pop() {
            if all.insert(place) {
                left.extend(self.silent(place));
            }
        }
        all
    }

    /// The places that are reached from one without a word.
    fn silent(&self, (index, offset): (usize, usize)) -> Vec<(usize, usize)> {
        let end = (self.thread.code.len(), 0);
        let Some(instruction) = self.thread.code.get(index) else {
            return Vec::new();
        };
        let mut all = Vec::new();
        if offset == 0 && instruction.guard.is_some() {
            all.push((index + 1, 0));
        }
        if self.word((index, offset)).is_some_and(|word| word.optional) {
            all.push((index, offset + 1));
        }
        if offset == self.words[index].len() {
            if let InstructionKind::Branch { condition, target } = instruction.kind {
                all.push((target, 0));
                if condition.is_some() || instruction.guard.is_some() {
                    all.push((index + 1, 0));
                }
                // A loop that goes on for too long is given up.
                if target <= index {
                    all.push(end);
                }
            } else {
                all.push((index + 1, 0));
            }
        }
        all
    }

    /// Whether an instruction stands in a loop.
    #[must_use]
    pub fn is_in_loop(&self, index: usize) -> bool {
        let code = self.thread.code.iter().enumerate();
        code.filter_map(|(at, one)| one.target().map(|target| (target, at)))
            .any(|(target, at)| (target..=at).contains(&index))
    }
}
