//! Whether executions go other ways than those that are walked, where reads were expected to find some values only.
//!
//! Say that in some execution reads find what was not expected ([`super::expected`]). In a model without values out of thin air, take one of
//! these reads such that no other comes before it by reads-from and dependencies, and take away the reads that come behind
//! the others so, with what is only there by them: writes whose addresses hang on them, and all behind a jump that they decide. Of other
//! writes that hang on them the values are unknown. What is left satisfies the axioms, which only forbid more where there is more;
//! and it is on the ways that are walked. So it is
//! asked for a read that finds what was not expected in executions in which any read may be missing. Where there is none,
//! threads go no other ways. (It is not enough to ask where none is missing: what two threads
//! find may each be there because the other found it, as in load buffering.)
//!
//! A read that is missing may have found anything: its thread goes on one of its ways, which are alike but for what hangs on it. An address
//! that hangs on it may have been none, so that the thread went no further. An update whose read is missing writes all the same,
//! but for a compare-and-swap; an exchange writes what it did. Who goes round a loop oftener than is looked at does what was not expected,
//! too: all that it does then hangs on what decided that.
//!
//! What a thread finds in memory that nobody else uses may be another thing, too, if others write there behind what was not expected. What
//! it finds hangs on that then, so it is not the first that was not expected; but it may be missing. It has no event: each time that something hangs on
//! it, it may be lost.
//!
//! The argument takes all that a thread does for what is walked. So nothing may be told from that something is done in every
//! way that is walked ([`super::depth::Depth::skips`]), and nothing may hang on a read without being seen to ([`super::skippable`]).

use crate::kernel::interpret::state::{Taint, UNSEEN};
use crate::program::events::EventKind;
use crate::program::symbolic::{EventId, FALSE, GuardId, TRUE};
use crate::ptx::operation::{Operation, Update};
use crate::syntax::ast::Comparison;

use super::emit::Emitter;
use super::event::{WHOLE, bare};
use super::graph::{Graph, Node, Note, What};
use super::ways::Here;

/// The number of a value that is not known: no other has it.
const UNKNOWN: i64 = -1;

/// What became of a read of a thread that comes to it.
#[derive(Debug, Clone, Copy)]
pub struct Kept {
    /// When it is not missing.
    pub kept: GuardId,
    /// When it is missing, or finds something else than was expected.
    pub lost: GuardId,
}

impl Emitter<'_> {
    /// When an event of a thread that comes to it is there: as it comes, unless reads may be missing.
    pub fn there(&mut self, thread: usize, node: &Node, here: &Here, goes: GuardId) -> GuardId {
        if !self.look.skips {
            return goes;
        }
        let mut missing = self.lost_of((thread, goes), here, node.guard | node.address);
        if node.what.read().is_some() {
            let skipped = self.chance(thread, goes);
            missing = self.out.symbolic.or(missing, skipped);
        }
        let kept = self.out.symbolic.not(missing);
        self.out.symbolic.and(goes, kept)
    }

    /// When one of the reads that bits stand for is lost, for a thread that comes there. Those that others do not notice may be, each
    /// time anew.
    fn lost_of(&mut self, (thread, comes): (usize, GuardId), here: &Here, bits: Taint) -> GuardId {
        let mut any = if self.look.skips && bits & UNSEEN != 0 {
            self.chance(thread, comes)
        } else {
            FALSE
        };
        for (read, when) in Self::dependencies(here, bits) {
            if let Some(Kept { lost, .. }) = self.lost.get(&read).copied() {
                let one = self.out.symbolic.and(when, lost);
                any = self.out.symbolic.or(any, one);
            }
        }
        any
    }

    /// Remembers when a read is lost, and writes what nobody knows where that hangs on what is.
    pub fn lose(
        &mut self,
        (thread, event): (usize, EventId),
        node: &Node,
        here: &Here,
        (goes, kept): (GuardId, GuardId),
    ) {
        if !self.look.skips {
            return;
        }
        match node.what {
            What::Read { .. } => self.lose_read(event, node, kept),
            What::Write { data, .. } => {
                let lost = self.lost_of((thread, kept), here, data);
                self.blot(event, lost);
            }
            What::Update { .. } => {
                self.lose_read(event, node, kept);
                self.lose_update((thread, event), node, here, (goes, kept));
            }
            What::Fence { .. }
            | What::Meet(_)
            | What::Gather(_)
            | What::Choose
            | What::Stop { .. } => {}
        }
    }

    fn lose_read(&mut self, event: EventId, node: &Node, kept: GuardId) {
        let unexpected: Vec<usize> = (0..node.edges.len())
            .filter(|&at| node.edges[at].notes.contains(&Note::Unexpected))
            .collect();
        let other = if unexpected.is_empty() {
            FALSE
        } else {
            self.taken(node, (Some(event), &[]), &unexpected)
        };
        let missing = self.out.symbolic.not(kept);
        let lost = self.out.symbolic.or(missing, other);
        self.lost.insert(event, Kept { kept, lost });
    }

    /// An update whose read is missing writes all the same, unless what it finds says whether it does.
    fn lose_update(
        &mut self,
        (thread, event): (usize, EventId),
        node: &Node,
        here: &Here,
        (goes, kept): (GuardId, GuardId),
    ) {
        let What::Update { data, uses_old, .. } = node.what else {
            return;
        };
        let lost = self.lost_of((thread, goes), here, data);
        let body = self.setup.module.functions[node.place.0].body.as_ref();
        let always = body.is_some_and(|body| {
            matches!(&body.code[node.place.1].operation, Operation::Atomic { op, .. } if *op != Update::Cas)
        });
        if !always {
            let told = self.out.symbolic.not(lost);
            if let EventKind::ReadWrite { success, .. } = &mut self.out.events[event.0].kind {
                *success = self.out.symbolic.and(*success, told);
            }
            return;
        }
        self.blot(event, lost);
        let EventKind::ReadWrite { place, access, .. } = self.out.events[event.0].kind else {
            return;
        };
        let hangs = self.lost_of((thread, goes), here, node.guard | node.address);
        let new = node
            .edges
            .iter()
            .find_map(|edge| edge.new)
            .filter(|_| !uses_old);
        let number = new.map_or(UNKNOWN, |new| self.numbers.number(new));
        let symbolic = &mut self.out.symbolic;
        let hangs = symbolic.or(hangs, kept);
        let alone = symbolic.not(hangs);
        let alone = symbolic.and(goes, alone);
        let value = symbolic.constant(number);
        let write = EventId(self.out.events.len());
        self.out.events.push(bare(
            Some(thread),
            alone,
            EventKind::Write {
                place,
                value,
                access,
            },
        ));
        self.told.push(None);
        self.blot(write, lost);
    }

    /// What is written is not known then.
    fn blot(&mut self, event: EventId, when: GuardId) {
        if when == FALSE {
            return;
        }
        let unknown = self.out.symbolic.constant(UNKNOWN);
        if let EventKind::Write { value, .. } | EventKind::ReadWrite { value, .. } =
            &mut self.out.events[event.0].kind
        {
            *value = self.out.symbolic.select(when, unknown, *value);
        }
    }

    /// When a read is there and finds what is known.
    fn knows(&mut self, event: EventId, kept: GuardId) -> GuardId {
        let read = self.out.symbolic.read(event);
        let unknown = self.out.symbolic.constant(UNKNOWN);
        let blank = self
            .out
            .symbolic
            .compare(Comparison::Eq, WHOLE, read, unknown);
        let told = self.out.symbolic.not(blank);
        self.out.symbolic.and(kept, told)
    }

    /// A read that may be missing.
    fn missing(&self, event: Option<EventId>) -> Option<(EventId, Kept)> {
        let event = event?;
        Some((event, self.lost.get(&event).copied()?))
    }

    /// When a read is not missing and finds something.
    pub fn found_so(&mut self, event: Option<EventId>, when: GuardId) -> GuardId {
        let Some((event, Kept { kept, .. })) = self.missing(event) else {
            return when;
        };
        let there = self.knows(event, kept);
        self.out.symbolic.and(there, when)
    }

    /// When a thread takes these ways on from a read, given that it comes there: the read finds what leads there, or is missing
    /// and the thread chooses so.
    pub fn skipped(&mut self, event: Option<EventId>, when: GuardId, picked: GuardId) -> GuardId {
        let Some((event, Kept { kept, .. })) = self.missing(event) else {
            return when;
        };
        let there = self.knows(event, kept);
        let symbolic = &mut self.out.symbolic;
        let there = symbolic.and(there, when);
        let missing = symbolic.not(kept);
        let gone = symbolic.and(missing, picked);
        symbolic.or(there, gone)
    }

    /// One of so many ways, chosen by a thread where a read is missing: when it takes each.
    pub fn picks(
        &mut self,
        (thread, event): (usize, Option<EventId>),
        guard: GuardId,
        count: usize,
    ) -> Vec<GuardId> {
        if event.is_none_or(|event| !self.lost.contains_key(&event)) {
            return vec![FALSE; count];
        }
        let mut left = TRUE;
        let mut all = Vec::new();
        for at in 0..count {
            let one = if at + 1 == count {
                TRUE
            } else {
                self.chance(thread, guard)
            };
            all.push(self.out.symbolic.and(left, one));
            let other = self.out.symbolic.not(one);
            left = self.out.symbolic.and(left, other);
        }
        all
    }

    /// When a thread comes to its first event, if it begins.
    pub fn enters(&mut self, thread: usize, graph: &Graph, begins: GuardId) -> GuardId {
        match &graph.entry {
            Some(entry) if self.look.skips => {
                let hangs = (entry.decided, entry.wandered);
                self.follows(thread, &Here::default(), hangs, begins)
            }
            Some(_) | None => begins,
        }
    }

    /// When a thread goes on from a node to another: not behind a jump that hangs on what is lost, and perhaps not behind an address
    /// that does.
    pub fn follows(
        &mut self,
        thread: usize,
        known: &Here,
        edge: (Taint, Taint),
        way: GuardId,
    ) -> GuardId {
        let (decided, wandered) = edge;
        let cut = self.lost_of((thread, way), known, decided);
        let lost = self.lost_of((thread, way), known, wandered);
        let stops = if lost == FALSE {
            FALSE
        } else {
            self.chance(thread, way)
        };
        let stops = self.out.symbolic.and(lost, stops);
        let cut = self.out.symbolic.or(cut, stops);
        let goes = self.out.symbolic.not(cut);
        self.out.symbolic.and(way, goes)
    }
}
