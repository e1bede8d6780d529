//! How far a thread is walked.
//!
//! A thread that goes round on what it finds, and keeps what it adds up, is at a new moment in each lap: a list that others link
//! may lead in circles as far as a walk can tell, which forgets what was read together. Where there are too many ways so, threads
//! are walked once more up to a few laps. Whether an execution goes on behind these is asked, as it is of the loop bound.

use std::sync::Arc;

use crate::kernel::interpret::state::{State, Taint};

use super::cells::{Age, Datum};
use super::expected::{Expected, Find};
use super::next::Next;
use super::walk::{Moment, Past, Walk};

/// More nodes of a thread than this are not looked at.
const NODES: usize = 4_000;

/// How far threads are walked.
#[derive(Debug, Clone, Copy)]
pub struct Depth<'e> {
    /// How often a thread is at the same moment, with other things written in between.
    pub bound: usize,
    /// How often it comes to the same instruction; nothing for as often as there is anything new.
    pub visits: Option<usize>,
    /// So many moments of a thread are looked at.
    pub most: usize,
    /// What reads are expected to find; nothing where they may find whatever can be there.
    pub expected: Option<&'e Expected>,
    /// Whether it is to be shown that they find nothing else ([`super::skips`]). Then nothing is told from what threads do in all of their
    /// ways, as these are not all yet.
    pub skips: bool,
    /// Whether they are known to find nothing else.
    pub only: bool,
}

impl Depth<'_> {
    /// Whether a thread is looked at up to fewer moments than others are.
    #[must_use]
    pub const fn is_short(&self) -> bool {
        self.most < NODES
    }

    /// As far as there is anything new.
    #[must_use]
    pub const fn of(bound: usize) -> Self {
        Self {
            bound,
            visits: None,
            most: NODES,
            expected: None,
            skips: false,
            only: false,
        }
    }
}

impl Walk<'_, '_> {
    /// Whether a thread that comes from a node is not followed any more: the node's kind and place.
    #[must_use]
    pub fn is_beyond(&self, kind: usize, place: (usize, usize), from: usize) -> bool {
        let (mut at, mut laps, mut visits) = (from, 0, 0);
        while let Some(&(one, before)) = self.before.get(at) {
            laps += usize::from(one == kind);
            visits += usize::from(self.graph.nodes[at].place == place);
            at = before;
        }
        laps > self.depth.bound || self.depth.visits.is_some_and(|most| visits > most)
    }

    /// Whether a read, for which a bit stands, finds what was expected.
    #[must_use]
    pub fn expects(
        &self,
        at: usize,
        past: &mut Past,
        bit: u32,
        (cell, datum): (usize, Datum),
    ) -> bool {
        let has = self.has_expected(at, cell, datum);
        past.unexpected |= u64::from(!has) << bit;
        has
    }

    fn has_expected(&self, at: usize, cell: usize, datum: Datum) -> bool {
        self.depth.expected.is_none_or(|expected| {
            expected.has(&Find {
                thread: self.thread,
                place: self.graph.nodes[at].place,
                address: self.know.cells[cell].address,
                datum,
            })
        })
    }

    /// What a node may find in a cell, what is expected first.
    #[must_use]
    pub fn expected_first(
        &self,
        at: usize,
        cell: usize,
        mut found: Vec<(Datum, Age)>,
    ) -> Vec<(Datum, Age)> {
        if self.depth.only {
            found.retain(|(datum, _)| self.has_expected(at, cell, *datum));
        }
        found.sort_by_key(|(datum, _)| !self.has_expected(at, cell, *datum));
        found
    }

    /// Whether what a node writes, or where, hangs on what was not expected.
    #[must_use]
    pub fn is_unexpected(&self, at: usize, past: &Past, data: Taint) -> bool {
        (data | self.graph.nodes[at].address) & past.unexpected != 0
    }

    /// The node behind a jump by what was not expected, where the thread is not followed any more.
    pub fn cut(&mut self, state: &State, past: Past, (from, next): (usize, Next)) -> usize {
        let thread = Arc::clone(&state.threads[self.thread]);
        let place = thread.frame();
        let place = place.map_or((0, 0), |frame| (frame.function, frame.at));
        if let Some(&known) = self.cuts.get(&place) {
            return known;
        }
        let moment = Moment {
            thread,
            memory: state.memory.clone(),
            pending: Vec::new(),
        };
        let index = self.graph.nodes.len();
        let node = self.make(&moment, &past, place, next, true);
        self.graph.nodes.push(node);
        // It is of no kind: nothing comes back to it.
        self.before.push((usize::MAX, from));
        self.moments.push((moment, past));
        self.cuts.insert(place, index);
        index
    }
}
