//! Who asks which parts of a search.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use crate::stop::Open;
use crate::tasks::batch::shard::Shard;

use super::journal::{Finding, Journal, Known};
use super::order::in_order;

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
    /// As many threads as there are cores.
    #[must_use]
    pub fn cores() -> usize {
        thread::available_parallelism().map_or(1, usize::from)
    }

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
    /// each thread; `take` says when it has enough.
    pub fn each<P, A>(
        &self,
        parts: impl Iterator<Item = Part<P>> + Send,
        asker: impl Fn() -> A + Sync,
        take: &mut dyn FnMut(P, Asked) -> ControlFlow<()>,
    ) where
        P: Send,
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
        in_order(self.jobs, own, asker, &mut |(what, found)| {
            take(what, found)
        });
    }

    fn one<P>(&self, part: &Part<P>, ask: &mut impl FnMut(&P) -> Asked) -> Asked {
        if let Some(found) = self.known.part(&part.name) {
            self.tally.known.fetch_add(1, Ordering::Relaxed);
            return Asked {
                found: found.clone(),
                open: None,
            };
        }
        let mut asked = ask(&part.what);
        if asked.open.is_some() {
            return asked;
        }
        if let Some(journal) = &self.journal {
            journal.write(&part.name, &asked.found);
            // Who has asked says why.
            asked.open = journal.has_failed().then_some(Open::Interrupted);
        }
        self.tally.asked.fetch_add(1, Ordering::Relaxed);
        asked
    }
}
