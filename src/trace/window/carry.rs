//! What goes from one window to the next: the memories that the events before can have left.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::trace::bend::{Bend, bent};
use crate::trace::log::{Init, Log};
use crate::trace::value::Word;

use super::finals::{Finals, Judging, finals};
use super::part::Part;

/// The memories that the events so far can have left.
#[derive(Debug, Clone)]
pub struct Carry {
    /// What all of them hold; other locations hold what they held at first.
    base: FxHashMap<u32, Word>,
    /// The locations that they differ in, and what each of them holds there.
    loose: Vec<u32>,
    rows: Vec<Vec<Word>>,
    /// Why none is known to be left; nothing while the events so far are explained.
    pub lost: Option<String>,
    /// Whether there are no others.
    pub all: bool,
}

impl Default for Carry {
    fn default() -> Self {
        Self {
            base: FxHashMap::default(),
            loose: Vec::new(),
            rows: vec![Vec::new()],
            lost: None,
            all: true,
        }
    }
}

/// How a window went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// It is explained from a memory that the events before can have left.
    Explained,
    /// It is impossible from each of those that are known: one of them, at its locations, and how many were tried.
    Stuck(Vec<Init>, usize),
    /// It was not found out.
    Open(String),
}

impl Carry {
    fn found(&self, whole: &Log, row: &[Word], place: u32) -> Init {
        let loose = self.loose.iter().position(|one| *one == place);
        let value = loose
            .and_then(|at| row.get(at))
            .or_else(|| self.base.get(&place));
        let first = whole.locations.get(place as usize);
        value.map_or_else(
            || first.map_or(Init::Unknown, |one| one.init),
            |value| Init::Known(*value),
        )
    }

    /// The locations of a part that hold what nobody knows.
    #[must_use]
    pub fn unknown(&self, whole: &Log, part: &Part) -> Vec<u32> {
        let row = self.rows.first().map_or(&[][..], Vec::as_slice);
        let open = |place: &u32| self.found(whole, row, *place) == Init::Unknown;
        part.places.iter().copied().filter(open).collect()
    }

    /// Takes a window; memories are kept that it can leave.
    pub fn step(&mut self, whole: &Log, part: &Part, judging: &Judging) -> Step {
        let mut asked: FxHashMap<Vec<Option<Word>>, Finals> = FxHashMap::default();
        let mut columns: Vec<u32> = self.loose.clone();
        columns.extend(
            part.places
                .iter()
                .filter(|place| !self.loose.contains(place)),
        );
        let mut next: BTreeSet<Vec<Word>> = BTreeSet::new();
        let (mut open, mut stuck) = (None, None);
        let numbered = part.places.iter().copied().zip(0..);
        let local: FxHashMap<u32, usize> = numbered.collect();
        for row in &self.rows {
            let found = |place: &u32| self.found(whole, row, *place);
            let memory: Vec<Init> = part.places.iter().map(found).collect();
            let key = memory.iter().map(|init| match init {
                Init::Known(value) => Some(*value),
                Init::Unknown => None,
            });
            let answer = asked
                .entry(key.collect())
                .or_insert_with(|| finals(&part.from(&memory), judging));
            if open.is_none() {
                open.clone_from(&answer.open);
            }
            if answer.memories.is_empty() && stuck.is_none() {
                stuck = Some(memory);
            }
            for left in &answer.memories {
                let value = |place: &u32| {
                    let kept = || self.loose.iter().position(|one| one == place);
                    let new = local.get(place).and_then(|at| left.get(*at));
                    new.or_else(|| kept().and_then(|at| row.get(at)))
                        .copied()
                        .unwrap_or(Word::NONE)
                };
                next.insert(columns.iter().map(value).collect());
            }
        }
        let tried = asked.len();
        if next.is_empty() {
            return match (open, stuck) {
                (Some(open), _) => Step::Open(open),
                (None, stuck) => Step::Stuck(stuck.unwrap_or_default(), tried),
            };
        }
        self.all &= open.is_none() && next.len() <= judging.most;
        let most = if bent(Bend::WindowOne) {
            1
        } else {
            judging.most
        };
        self.settle(&columns, next.into_iter().take(most).collect());
        Step::Explained
    }

    /// Keeps rows: what is the same in all of them is held once.
    fn settle(&mut self, columns: &[u32], rows: Vec<Vec<Word>>) {
        let same = |at: usize| rows.iter().all(|row| row.get(at) == rows[0].get(at));
        let (one, other): (Vec<usize>, Vec<usize>) = (0..columns.len()).partition(|at| same(*at));
        for at in one {
            self.base.insert(columns[at], rows[0][at]);
        }
        self.loose = other.iter().map(|at| columns[*at]).collect();
        let kept = |row: Vec<Word>| other.iter().map(|at| row[*at]).collect();
        self.rows = rows.into_iter().map(kept).collect();
    }
}
