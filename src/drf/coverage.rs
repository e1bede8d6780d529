//! Which transitions of controllers were taken, and how often.

use serde::Serialize;

/// What is known of a transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// It was taken.
    Active,
    /// It was not, though it can be.
    Inactive,
    /// The protocol has none.
    Undefined,
    /// The protocol has it, and no run of the tester can take it.
    Unreachable,
}

/// What a protocol says of a state and an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// It has a transition that can be taken.
    Reachable,
    /// It has a transition that a run of the tester cannot take.
    Unreachable,
    /// It has none.
    Undefined,
}

/// The table of a controller.
#[derive(Debug, Clone, Copy)]
pub struct Controller {
    /// Its name.
    pub name: &'static str,
    /// Its states.
    pub states: &'static [&'static str],
    /// Its events.
    pub events: &'static [&'static str],
    /// A row for each event, a cell for each state.
    pub cells: &'static [&'static [Cell]],
    /// What Ta et al.'s tester reached of the reachable ones and what their applications did, in percent, if the protocol is theirs.
    pub paper: Option<(f64, f64)>,
}

impl Controller {
    /// How many transitions can be taken.
    #[must_use]
    pub fn reachable(&self) -> usize {
        let cells = self.cells.iter().copied().flatten();
        cells.filter(|cell| **cell == Cell::Reachable).count()
    }
}

/// A transition that a device tells of, whose tables are not known here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The controller.
    pub controller: String,
    /// Its state.
    pub state: String,
    /// The event.
    pub event: String,
    /// How often it was taken.
    pub hits: u64,
}

/// Hits of the transitions of some controllers.
#[derive(Debug, Clone)]
pub struct Coverage {
    /// The controllers.
    pub controllers: &'static [Controller],
    /// What a device of one's own tells.
    pub told: Vec<Told>,
    /// For each controller the hits, event by event.
    hits: Vec<Vec<u64>>,
    /// The transitions in the order in which they were taken first.
    firsts: Vec<First>,
}

/// A transition that was taken for the first time.
#[derive(Debug, Clone, Copy)]
struct First {
    controller: usize,
    cell: usize,
    /// After so many accesses, once somebody has said it.
    after: Option<u64>,
}

impl Coverage {
    /// Nothing was taken yet.
    #[must_use]
    pub fn new(controllers: &'static [Controller]) -> Self {
        let cells = |one: &Controller| vec![0; one.states.len() * one.events.len()];
        Self {
            controllers,
            told: Vec::new(),
            hits: controllers.iter().map(cells).collect(),
            firsts: Vec::new(),
        }
    }

    /// A transition was taken.
    #[inline]
    pub fn hit(&mut self, controller: usize, state: usize, event: usize) {
        let cell = event * self.controllers[controller].states.len() + state;
        let hits = &mut self.hits[controller][cell];
        if *hits == 0 {
            self.firsts.push(First {
                controller,
                cell,
                after: None,
            });
        }
        *hits += 1;
    }

    /// How many transitions were taken at all.
    #[inline]
    #[must_use]
    pub const fn taken(&self) -> usize {
        self.firsts.len()
    }

    /// Says after how many accesses each transition was taken first, in the order of these.
    pub fn took(&mut self, after: &[u64]) {
        for (first, &after) in self.firsts.iter_mut().zip(after) {
            first.after = Some(after);
        }
    }

    /// After how many accesses each of the reachable transitions of a controller that were taken was taken first, in
    /// ascending order; nothing of those of which nobody has said it.
    #[must_use]
    pub fn after(&self, controller: usize) -> Vec<u64> {
        let table = &self.controllers[controller];
        let states = table.states.len();
        let here = self.firsts.iter().filter(|first| {
            first.controller == controller
                && table.cells[first.cell / states][first.cell % states] == Cell::Reachable
        });
        here.filter_map(|first| first.after).collect()
    }

    /// How often a transition was taken.
    #[must_use]
    pub fn hits(&self, controller: usize, state: usize, event: usize) -> u64 {
        let states = self.controllers[controller].states.len();
        self.hits[controller][event * states + state]
    }

    /// What is known of a transition.
    #[must_use]
    pub fn class(&self, controller: usize, state: usize, event: usize) -> Class {
        if self.hits(controller, state, event) > 0 {
            return Class::Active;
        }
        match self.controllers[controller].cells[event][state] {
            Cell::Reachable => Class::Inactive,
            Cell::Unreachable => Class::Unreachable,
            Cell::Undefined => Class::Undefined,
        }
    }

    /// How many of the reachable transitions of a controller were taken.
    #[must_use]
    pub fn active(&self, controller: usize) -> usize {
        let table = &self.controllers[controller];
        let cells = (0..table.events.len())
            .flat_map(|event| (0..table.states.len()).map(move |state| (state, event)));
        cells
            .filter(|(state, event)| {
                table.cells[*event][*state] == Cell::Reachable
                    && self.hits(controller, *state, *event) > 0
            })
            .count()
    }

    /// Adds what another run took, which began after so many accesses.
    pub fn add(&mut self, other: &Self, before: u64) {
        for first in &other.firsts {
            if self.hits[first.controller][first.cell] == 0 {
                self.firsts.push(First {
                    after: first.after.map(|after| before + after),
                    ..*first
                });
            }
        }
        for (mine, theirs) in self.hits.iter_mut().zip(&other.hits) {
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                *mine += theirs;
            }
        }
    }
}
