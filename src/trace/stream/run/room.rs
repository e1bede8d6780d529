//! What is let go when memory is short.
//!
//! What was longest untouched goes first, of what no thread stands at and no read waits for; what came before it still
//! comes before what came after it. Where that is too little, what threads stand at goes too, if nothing that is there
//! comes before it: it can be taken to come before all else of its location, unless it is read again, which is told.
//! Where even that is too little, the location of the event that needs room is given up.

use super::{Bend, Event, Fault, Log, Stream, bent};

/// Bytes that a cluster takes, with its share of all tables.
const CLUSTER: u64 = 400;

/// Bytes that a place in the table of clusters takes all the same when it is free.
const FREE: u64 = 300;

/// Bytes for where one thread stands at one location.
const STAND: usize = 50;

/// Bytes for what is known of a location that lost values.
const GONE: usize = 100;

/// Clusters below which nothing can be judged.
const LEAST: usize = 16;

/// How much there may be at a time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Bytes for all.
    memory: u64,
    /// Clusters, however much memory there is.
    clusters: usize,
    /// For so many events nothing is let go, as nothing could be.
    rest: usize,
}

impl Limits {
    pub(super) fn memory(bytes: u64) -> Self {
        Self {
            memory: bytes,
            clusters: usize::MAX,
            rest: 0,
        }
    }

    pub(super) fn clusters(most: usize) -> Self {
        Self {
            memory: u64::MAX,
            clusters: most.max(1),
            rest: 0,
        }
    }
}

/// Which clusters may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    /// Those that no thread stands at, untouched ones first.
    Left,
    /// Those that threads stand at, too, if they are the first of their location.
    First,
}

impl Stream {
    /// Bytes of what is never let go.
    fn kept(&self, log: &Log) -> usize {
        self.stands.len() * STAND + self.gone.len() * GONE + log.bytes_of_names()
    }

    /// How many clusters there may be.
    pub(super) fn most(&self, log: &Log) -> usize {
        let left = self.limits.memory.saturating_sub(self.kept(log) as u64) / CLUSTER;
        let most = self.limits.clusters;
        usize::try_from(left).map_or(most, |left| left.min(most))
    }

    /// Whether what is never given back, and names, take a fifth more than there is: clusters that were let go leave their
    /// places in tables.
    fn is_over(&self, log: &Log) -> bool {
        let tables = self.clusters.len() as u64 * FREE;
        let memory = self.limits.memory;
        self.kept(log) as u64 + tables > memory.saturating_add(memory / 5)
    }

    /// Whether the clusters that an event needs fit in memory, when others were let go; where they do not, its location is
    /// given up.
    ///
    /// # Errors
    ///
    /// There is no memory for any clusters.
    pub(super) fn has_room(&mut self, log: &Log, one: &Event) -> Result<bool, Fault> {
        if !one.is_access() {
            return Ok(true);
        }
        let most = self.most(log);
        if most < LEAST.min(self.limits.clusters) || self.is_over(log) {
            let (places, threads) = (log.locations.len(), log.threads.len());
            return Err(Fault::Full(format!(
                "at event #{} the names of {places} locations, and where {threads} threads stand, take all memory that is given: what comes after was not read, a larger --memory may tell",
                self.number
            )));
        }
        let values = [
            one.reads().then_some(one.read),
            one.writes().then_some(one.wrote),
        ];
        let values = values.into_iter().flatten();
        let found: Vec<Option<u32>> = values
            .map(|value| self.index.get(&(one.place, value)).copied())
            .collect();
        let missing = found.iter().filter(|found| found.is_none()).count();
        if missing == 0 || self.index.len() + missing <= most {
            return Ok(true);
        }
        let held: Vec<u32> = found.into_iter().flatten().collect();
        if self.limits.rest > 0 {
            self.limits.rest -= 1;
        } else {
            self.make_room(most, missing, &held);
        }
        let fits = self.index.len() + missing <= most + LEAST;
        if !fits {
            self.give_up(one.place);
        }
        Ok(fits)
    }

    /// Lets clusters go until so many more fit, and a part of all, so that this need not be done for each event.
    fn make_room(&mut self, most: usize, missing: usize, held: &[u32]) {
        let goal = (most - most / 16).saturating_sub(missing);
        let before = self.index.len();
        self.let_go(Which::Left, goal, held);
        if self.index.len() + missing > most || before - self.index.len() < most / 64 {
            self.let_go(Which::First, goal, held);
        }
        if before - self.index.len() < most / 64 {
            self.limits.rest = most / 16;
        }
    }

    fn let_go(&mut self, which: Which, goal: usize, held: &[u32]) {
        let mut tries = 2 * self.queue.len();
        while self.index.len() > goal && tries > 0 {
            tries -= 1;
            let Some(number) = self.queue.pop_front() else {
                return;
            };
            let touched = std::mem::take(&mut self.clusters[number as usize].touched);
            let again = touched && which == Which::Left;
            if again || held.contains(&number) || !self.may_go(number, which) {
                self.queue.push_back(number);
            } else {
                self.remove(number);
            }
        }
    }

    fn may_go(&self, number: u32, which: Which) -> bool {
        let one = &self.clusters[number as usize];
        if self.is_lost(one.place) {
            return true;
        }
        let chain = &self.chains[one.node as usize];
        let front = self.order.is_front(one.node) || bent(Bend::StreamFront);
        let first = chain.first == chain.last && front;
        let written = one.written || bent(Bend::StreamWaits);
        written && (one.stands == 0 || which == Which::First && first)
    }

    fn remove(&mut self, number: u32) {
        let one = &self.clusters[number as usize];
        let (place, value, node) = (one.place, one.value, one.node);
        self.index.remove(&(place, value));
        self.free.push(number);
        self.goings[number as usize] = self.goings[number as usize].wrapping_add(1);
        let chain = &mut self.chains[node as usize];
        // The initial value alone comes back as it was: nothing comes before it, and no thread stands there.
        let comes_back = chain.initial && chain.first == chain.last && !bent(Bend::StreamInitial);
        if !comes_back {
            let gone = self.gone.entry(place).or_default();
            gone.from_chain |= chain.first != chain.last;
            gone.initial |= chain.initial;
        }
        chain.members.retain(|member| *member != number);
        if chain.members.is_empty() {
            self.order.contract(node);
        }
    }
}
