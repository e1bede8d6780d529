//! The clusters of a log that is read as it is judged.

mod blur;
mod chains;
mod finish;
mod promise;
mod room;

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::trace::bend::{Bend, bent};
use crate::trace::log::{Event, Init, Log};
use crate::trace::value::Word;

use self::blur::Gone;
use self::room::Limits;
use super::order::Order;

/// What is known at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// There is an order.
    Explained,
    /// There is none: what is wrong.
    Impossible(String),
    /// Something was let go that was asked for later.
    Unknown {
        /// What.
        reason: String,
        /// The number of the event that asked for it, from 1.
        event: u64,
    },
}

/// Why no event can be added any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The log is impossible: what is wrong.
    Impossible(String),
    /// The log promises unique values, and breaks that: where.
    Broken(String),
    /// The names of locations and where threads stand leave no memory for anything else.
    Full(String),
}

/// A write and its reads.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something of its own"
)]
struct Cluster {
    place: u32,
    value: Word,
    node: u32,
    /// Its place in a chain of read-modify-writes.
    at: i64,
    written: bool,
    /// A read-modify-write follows right after it.
    followed: bool,
    /// How many threads stand here. None do at the initial value: that is no other place than nowhere.
    stands: u32,
    /// It was touched since it was last looked at.
    touched: bool,
    /// Nothing of its location had been let go when it came.
    early: bool,
    /// It may be one that was let go of a chain: see [`blur`].
    doubtful: bool,
    /// The event that it came with.
    event: u64,
    /// Threads that read it before its write came.
    readers: Vec<u16>,
}

/// What a node of the order stands for: a chain of clusters.
#[derive(Debug, Clone, Default)]
struct Chain {
    first: i64,
    last: i64,
    members: Vec<u32>,
    /// It starts with the initial value.
    initial: bool,
}

/// A log in the middle of being judged.
#[derive(Debug)]
pub struct Stream {
    order: Order,
    chains: Vec<Chain>,
    clusters: Vec<Cluster>,
    free: Vec<u32>,
    index: FxHashMap<(u32, Word), u32>,
    /// Where threads stand, and how often that place had been let go when they came there.
    stands: FxHashMap<(u16, u32), (u32, u32)>,
    /// How often each place of the table of clusters was let go.
    goings: Vec<u32>,
    /// Clusters from the one that was longest untouched.
    queue: VecDeque<u32>,
    /// What was let go, by location.
    gone: FxHashMap<u32, Gone>,
    limits: Limits,
    /// What was written since the log is known to be impossible, and by which event.
    passed: FxHashMap<(u32, Word), u64>,
    /// The number of the event that is added.
    number: u64,
}

impl Stream {
    /// With so much memory, in bytes.
    #[must_use]
    pub fn new(memory: u64) -> Self {
        Self::within(Limits::memory(memory))
    }

    /// With so many clusters at most, and few more where that is not enough.
    #[must_use]
    pub fn with(most: usize) -> Self {
        Self::within(Limits::clusters(most))
    }

    fn within(limits: Limits) -> Self {
        Self {
            order: Order::default(),
            chains: Vec::new(),
            clusters: Vec::new(),
            free: Vec::new(),
            index: FxHashMap::default(),
            stands: FxHashMap::default(),
            goings: Vec::new(),
            queue: VecDeque::new(),
            gone: FxHashMap::default(),
            limits,
            passed: FxHashMap::default(),
            number: 0,
        }
    }

    /// How many events were added.
    #[must_use]
    pub const fn events(&self) -> u64 {
        self.number
    }

    fn cluster(&mut self, log: &Log, place: u32, value: Word) -> u32 {
        if let Some(&found) = self.index.get(&(place, value)) {
            self.clusters[found as usize].touched = true;
            return found;
        }
        let init = log.locations.get(place as usize).map(|one| one.init);
        let doubtful = self.doubts(place, init == Some(Init::Known(value)));
        let initial = init == Some(Init::Known(value)) && !doubtful;
        let node = self.order.add();
        let one = Cluster {
            place,
            value,
            node,
            at: 0,
            written: initial,
            followed: false,
            stands: 0,
            touched: false,
            early: !self.gone.contains_key(&place) || bent(Bend::StreamGone),
            doubtful,
            event: self.number,
            readers: Vec::new(),
        };
        let number = if let Some(number) = self.free.pop() {
            self.clusters[number as usize] = one;
            number
        } else {
            self.clusters.push(one);
            self.goings.push(0);
            u32::try_from(self.clusters.len() - 1).unwrap_or(0)
        };
        if self.chains.len() <= node as usize {
            self.chains.resize(node as usize + 1, Chain::default());
        }
        self.chains[node as usize] = Chain {
            first: 0,
            last: 0,
            members: vec![number],
            initial,
        };
        self.index.insert((place, value), number);
        self.queue.push_back(number);
        number
    }

    /// Adds an event; an error says why nothing can be added any more.
    ///
    /// # Errors
    ///
    /// The log is impossible from this event on, breaks its promise, or does not fit in memory at all.
    pub fn add(&mut self, log: &Log, one: &Event) -> Result<(), Fault> {
        self.number += 1;
        self.keeps_promise(log, one).map_err(Fault::Broken)?;
        if self.is_lost(one.place) || !self.has_room(log, one)? {
            return Ok(());
        }
        match self.put(log, one) {
            Err(_) if self.loses(one.place) => Ok(()),
            Err(wrong) => {
                self.remember(log, one);
                Err(Fault::Impossible(wrong))
            }
            Ok(()) => Ok(()),
        }
    }

    fn put(&mut self, log: &Log, one: &Event) -> Result<(), String> {
        if !one.is_access() {
            return Ok(());
        }
        let mut from = None;
        if one.reads() {
            let cluster = self.cluster(log, one.place, one.read);
            let known = &mut self.clusters[cluster as usize];
            if !known.written && !known.readers.contains(&one.thread) {
                known.readers.push(one.thread);
            }
            self.stand(log, one, cluster)?;
            from = Some(cluster);
        }
        if one.writes() {
            let cluster = self.cluster(log, one.place, one.wrote);
            self.write(log, one, cluster, from)?;
            self.stand(log, one, cluster)?;
        }
        Ok(())
    }

    fn write(
        &mut self,
        log: &Log,
        one: &Event,
        cluster: u32,
        from: Option<u32>,
    ) -> Result<(), String> {
        let value = log.words.show(one.wrote);
        let known = &mut self.clusters[cluster as usize];
        if known.readers.contains(&one.thread) && !bent(Bend::StreamEarly) {
            return Err(self.told(
                log,
                one,
                &format!("its thread had read {value} before it wrote it"),
            ));
        }
        let settled = std::mem::take(&mut known.doubtful);
        known.written = true;
        known.event = self.number;
        known.readers = Vec::new();
        if settled {
            self.settle(one.place);
        }
        let Some(from) = from else {
            return Ok(());
        };
        if self.clusters[from as usize].followed && !bent(Bend::StreamTwice) {
            let read = log.words.show(one.read);
            return Err(self.told(
                log,
                one,
                &format!("two read-modify-writes read the same {read}"),
            ));
        }
        self.clusters[from as usize].followed = true;
        self.fuse(log, one, from, cluster)
    }
}
