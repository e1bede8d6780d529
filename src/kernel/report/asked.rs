//! A launch, put into a form of which a model can be asked.

use std::collections::BTreeMap;

use crate::kernel::interpret::Event;
use crate::kernel::interpret::finding::Gap;
use crate::kernel::launch::description::Check;
use crate::ptx::operation::Operation;

use super::answer::{Answer, Checked};
use super::decide::{Decision, FIXED};
use super::sizes::Overlaps;
use super::weak::{Unasked, Weak};

/// Why it is not known who waits at a barrier.
const DIFFER: &str =
    "a barrier waits for several numbers of threads: who goes on then, PTX does not say";

/// A launch as it is asked of a model, or why it is not.
pub struct Asked<'a> {
    /// The launch under the model.
    pub weak: Result<Weak<'a>, Unasked>,
    /// The same where it was not found out what cannot be told.
    pub cut: Option<Weak<'a>>,
    /// What cannot be told and some run comes to.
    pub gaps: Vec<Gap>,
    /// Whether operations that overlap in part can race.
    pub overlaps: Overlaps,
}

impl<'a> Asked<'a> {
    /// A launch that was lowered, or not.
    #[must_use]
    pub fn new(weak: Result<Weak<'a>, Unasked>) -> Self {
        let (weak, cut, gaps) = match weak {
            // Where runs are only tried, they are of a launch of which it was asked what cannot be told.
            Ok(weak) if weak.recalls_only() => (Ok(weak), None, Vec::new()),
            Ok(weak) => match weak.gaps() {
                Ok(gaps) => (Ok(weak), None, gaps),
                Err(open) => (Err(Unasked::Open(open)), Some(weak), Vec::new()),
            },
            Err(why) => (Err(why), None, Vec::new()),
        };
        let overlaps = match &weak {
            Ok(weak) if gaps.is_empty() && !weak.recalls_only() => weak.overlaps(),
            Ok(_) | Err(_) => Overlaps::Ordered,
        };
        Self {
            weak,
            cut,
            gaps,
            overlaps,
        }
    }
}

impl Decision<'_> {
    /// Whether no model is asked.
    pub(super) fn settled(&self) -> bool {
        self.fixed
            || self.asked.model == "sc"
            || !self.exploration.complete() && !self.has_many_orders()
    }

    /// Asks the model, where interleavings are not all there is.
    pub(super) fn ask_model(&mut self) {
        let recall = self.asked.recall.as_ref();
        let none = recall.is_some_and(|recall| recall.only && recall.seen() == 0);
        if self.settled() || none {
            return;
        }
        let all = self.on_all_ways();
        let weak = all.map_or_else(
            || {
                Weak::new(
                    self.setup,
                    &self.exploration.outputs,
                    self.seen_shared(),
                    &self.asked.model,
                    &self.asked.options,
                )
            },
            Ok,
        );
        let weak = weak.map(|weak| weak.recalling(self.asked.recall.clone()));
        self.asked_of = Some(Asked::new(weak));
    }

    /// Where no branch and no address depends on what others write, all runs of every model do the
    /// same instructions.
    pub fn independent(&self, check: Check) -> Checked {
        let name = check.name();
        if self.fixed {
            return Checked::none(name, FIXED);
        }
        // What nobody wrote may go from thread to thread in ways that no interleaving has.
        let unwritten = |(byte, address): (&Option<u8>, u64)| {
            byte.is_none() && self.exploration.contended.contains(&address)
        };
        let mut regions = self.setup.regions.iter();
        let uninitialised = check == Check::Memory
            && (self.exploration.spread
                || regions.any(|region| region.initial.iter().zip(region.base..).any(unwritten)));
        if check == Check::Barriers && self.counts_differ() {
            return Checked::new(name, Answer::Unknown).remark(DIFFER);
        }
        if self.asked.model == "sc" {
            return Checked::new(name, Answer::Holds)
                .word("none")
                .proof("of all interleavings");
        }
        if self.exploration.dependent || uninitialised {
            return self.modelled(check);
        }
        Checked::new(name, Answer::Holds)
            .word("none")
            .proof("no branch and no address depends on what other threads write")
    }

    /// Whether in some run one barrier of a block waits for several numbers of threads.
    fn counts_differ(&self) -> bool {
        let functions = &self.setup.module.functions;
        let counts = self.setup.reachable().into_iter().any(|function| {
            let mut code = functions[function].body.iter().flat_map(|body| &body.code);
            code.any(|one| matches!(one.operation, Operation::Barrier { count: Some(_), .. }))
        });
        let mut outcomes = self.exploration.outcomes.iter();
        counts && outcomes.any(|outcome| self.waits_differ(&self.events(&outcome.schedule)))
    }

    /// The same of one run.
    fn waits_differ(&self, run: &[Event]) -> bool {
        let mut waits: BTreeMap<(usize, u64), u64> = BTreeMap::new();
        run.iter().any(|event| {
            let body = self.setup.module.functions[event.function].body.as_ref();
            let code = body.and_then(|body| body.code.get(event.at));
            let comes = code.is_some_and(|one| matches!(one.operation, Operation::Barrier { .. }));
            let block = self.setup.threads[event.thread].block;
            let all = self.setup.blocks[block].threads.len() as u64;
            let count = event.waits_for.unwrap_or(all);
            comes && *waits.entry((block, event.barrier)).or_insert(count) != count
        })
    }
}
