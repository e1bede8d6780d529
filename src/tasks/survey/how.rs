//! Who asks which parts of a search.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::stop::Open;
use crate::tasks::batch::order::in_order;
use crate::tasks::batch::shard::Shard;

use super::journal::{Finding, Journal, Known};

/// How a search is carried out; nothing of it changes the answer.
#[derive(Debug, Clone)]
pub struct How {
    /// How many threads ask.
    pub jobs: usize,
    /// Which of the parts are asked. What is found in a shard alone is no answer: its journal is a part of one.
    pub shard: Shard,
    /// Where what was found is written at once.
    pub journal: Option<Arc<Journal>>,
    /// What need not be asked.
    pub known: Arc<Known>,
    /// What was done.
    pub tally: Arc<Tally>,
}

/// How many parts there were.
#[derive(Debug, Default)]
pub struct Tally {
    /// Parts that were asked to their end.
    pub asked: AtomicU64,
    /// Parts that were known.
    pub known: AtomicU64,
}

/// What comes of asking a part.
#[derive(Debug, Clone)]
pub struct Asked {
    /// What was found.
    pub found: Finding,
    /// Why not all of it was asked.
    pub open: Option<Open>,
}

/// What a part of a search asks.
pub trait Sought {
    /// Whether this can be what is found in it.
    fn can_have(&self, found: &Finding) -> bool;
}

/// A part of a search.
#[derive(Debug, Clone)]
pub struct Part<P> {
    /// What it is called in journals.
    pub name: String,
    /// Which shard it belongs to: numbers go round.
    pub number: u64,
    /// What is asked.
    pub what: P,
}

impl Default for How {
    /// On one thread, all, and without a journal.
    fn default() -> Self {
        Self {
            jobs: 1,
            shard: Shard::WHOLE,
            journal: None,
            known: Arc::default(),
            tally: Arc::default(),
        }
    }
}

impl How {
    /// Whether all parts are asked.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.shard == Shard::WHOLE
    }

    pub(super) fn owns(&self, number: u64) -> bool {
        let (part, of) = (self.shard.part as u64, self.shard.of.max(1) as u64);
        number % of == part.saturating_sub(1)
    }

    /// Asks the parts, and hands over what was found in each, in their order. `asker` makes what asks one, for
    /// each thread; `take` says when it has enough. Whether all parts were handed over comes back: they are not where it
    /// has, nor where a journal cannot be written or is damaged.
    pub fn each<P, A>(
        &self,
        parts: impl Iterator<Item = Part<P>> + Send,
        asker: impl Fn() -> A + Sync,
        take: &mut dyn FnMut(P, Asked) -> ControlFlow<()>,
    ) -> ControlFlow<()>
    where
        P: Sought + Send,
        A: FnMut(&P) -> Asked,
    {
        let own = parts.filter(|part| self.owns(part.number));
        let asker = || {
            let mut ask = asker();
            move |part: Part<P>| {
                let found = self.one(&part, &mut ask);
                (part.what, found)
            }
        };
        let threads = if self.jobs > 1 { self.jobs } else { 0 };
        in_order(threads, own, asker, &mut |(what, found)| {
            let flow = take(what, found);
            if self.has_failed() {
                ControlFlow::Break(())
            } else {
                flow
            }
        })
    }

    /// Whether a journal cannot be written, or is damaged.
    fn has_failed(&self) -> bool {
        let journal = self.journal.as_ref();
        journal.is_some_and(|journal| journal.has_failed()) || self.known.is_damaged()
    }

    /// Asks a part that is not known. Where a journal fails, who has opened it says why.
    fn one<P: Sought>(&self, part: &Part<P>, ask: &mut impl FnMut(&P) -> Asked) -> Asked {
        let can_have = |found: &Finding| part.what.can_have(found);
        if let Some((found, sound)) = self.known.part(&part.name, can_have) {
            self.tally.known.fetch_add(1, Ordering::Relaxed);
            return Asked {
                found: found.clone(),
                open: (!sound).then_some(Open::Interrupted),
            };
        }
        let mut asked = ask(&part.what);
        if asked.open.is_some() {
            return asked;
        }
        if let Some(journal) = &self.journal {
            journal.write(&part.name, &asked.found);
            asked.open = journal.has_failed().then_some(Open::Interrupted);
        }
        self.tally.asked.fetch_add(1, Ordering::Relaxed);
        asked
    }
}
