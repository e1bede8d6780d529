//! Writes with their reads, and what orders them.

mod cycle;
mod table;

use table::{Table, hash};

use super::{Bend, BinaryHeap, Event, FxHashMap, FxHashSet, Init, Log, Reverse, Word, bent};

/// No event, no cluster.
pub(super) const NONE: u32 = u32::MAX;
/// The write of an initial value.
pub(super) const INITIAL: u32 = u32::MAX - 1;

/// A write and its reads.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cluster {
    pub(super) place: u32,
    /// The event that writes, [`INITIAL`], or [`NONE`] while it is not found.
    pub(super) write: u32,
    /// The cluster that a read-modify-write makes of it.
    pub(super) next: u32,
    /// The event that first read or wrote it.
    by: u32,
}

/// Why the fast way does not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Other {
    /// A value is written twice: reads do not say what they read from.
    Repeated,
    /// It is impossible, for what these clusters' events say.
    Impossible(Vec<u32>),
}

/// For each cluster its chain and its place in it; the first cluster of each chain.
pub(super) type Chains = (Vec<(u32, u32)>, Vec<u32>);

/// The clusters of a log.
#[derive(Debug, Default)]
pub(super) struct Clusters {
    table: Table,
    pub(super) all: Vec<Cluster>,
    /// Where each thread stands at each location.
    pub(super) stands: FxHashMap<(u16, u32), u32>,
    /// What comes before what.
    pub(super) edges: Vec<(u32, u32)>,
    /// Threads that read a cluster before its write was logged.
    pub(super) early: FxHashSet<(u32, u16)>,
}

impl Clusters {
    /// The value of a cluster, which is held in the log alone.
    fn value(&self, log: &Log, cluster: u32) -> Word {
        let one = self.all[cluster as usize];
        let event = |event: u32| log.events.get(event as usize);
        if one.write < INITIAL {
            return event(one.write).map_or(Word::NONE, |one| one.wrote);
        }
        event(one.by).map_or(Word::NONE, |by| if by.reads() { by.read } else { by.wrote })
    }

    /// The cluster of a value, if there is one.
    pub(super) fn find(&self, log: &Log, place: u32, value: Word) -> Option<u32> {
        let same = |cluster: u32| {
            self.all[cluster as usize].place == place && self.value(log, cluster) == value
        };
        self.table.find(hash(place, value), same)
    }

    /// The cluster of a value that an event reads or writes.
    fn of(&mut self, log: &Log, event: u32, place: u32, value: Word) -> u32 {
        if let Some(found) = self.find(log, place, value) {
            return found;
        }
        let next = u32::try_from(self.all.len()).unwrap_or(NONE);
        let init = log.locations.get(place as usize).map(|one| one.init);
        let write = if init == Some(Init::Known(value)) {
            INITIAL
        } else {
            NONE
        };
        self.all.push(Cluster {
            place,
            write,
            next: NONE,
            by: event,
        });
        let mut table = std::mem::take(&mut self.table);
        let of = |cluster: u32| {
            if cluster == next {
                return hash(place, value);
            }
            let place = self.all[cluster as usize].place;
            hash(place, self.value(log, cluster))
        };
        table.add(next, of);
        self.table = table;
        next
    }

    pub(super) fn stand(&mut self, thread: u16, place: u32, cluster: u32) {
        if let Some(last) = self.stands.insert((thread, place), cluster)
            && last != cluster
            && !bent(Bend::ValuesProgram)
        {
            self.edges.push(if bent(Bend::ValuesAround) {
                (cluster, last)
            } else {
                (last, cluster)
            });
        }
    }

    pub(super) fn add(&mut self, log: &Log, event: u32, one: &Event) -> Result<(), Other> {
        let (place, thread) = (one.place, one.thread);
        let mut from = None;
        if one.reads() {
            let cluster = self.of(log, event, place, one.read);
            self.stand(thread, place, cluster);
            if self.all[cluster as usize].write == NONE {
                self.early.insert((cluster, thread));
            }
            from = Some(cluster);
        }
        if !one.writes() {
            return Ok(());
        }
        let cluster = self.of(log, event, place, one.wrote);
        let again = self.all[cluster as usize].write != NONE && !bent(Bend::ValuesRepeated);
        if again || from == Some(cluster) {
            return Err(Other::Repeated);
        }
        self.all[cluster as usize].write = event;
        if self.early.contains(&(cluster, thread)) && !bent(Bend::ValuesEarly) {
            return Err(Other::Impossible(vec![cluster]));
        }
        if let Some(from) = from {
            let next = &mut self.all[from as usize].next;
            if *next != NONE && !bent(Bend::ValuesTwice) {
                let other = *next;
                return Err(Other::Impossible(vec![from, other, cluster]));
            }
            if bent(Bend::ValuesFused) {
                self.edges.push((from, cluster));
            } else {
                *next = cluster;
            }
            self.stands.insert((thread, place), cluster);
        } else {
            self.stand(thread, place, cluster);
        }
        Ok(())
    }

    /// Clusters that nobody wrote are of the initial value: one a location.
    pub(super) fn settle(&mut self, log: &Log) -> Result<(), Other> {
        let mut initial: FxHashMap<u32, u32> = FxHashMap::default();
        for (number, cluster) in (0..).zip(&mut self.all) {
            if cluster.write != NONE {
                continue;
            }
            let init = log
                .locations
                .get(cluster.place as usize)
                .map(|one| one.init);
            let first = *initial.entry(cluster.place).or_insert(number);
            let other = first != number && !bent(Bend::ValuesInitials);
            let nobody = init != Some(Init::Unknown) && !bent(Bend::ValuesNobody);
            if nobody || other {
                return Err(Other::Impossible(vec![first, number]));
            }
            cluster.write = INITIAL;
        }
        Ok(())
    }

    /// The clusters in chains of read-modify-writes: for each its chain and its place in it.
    pub(super) fn chains(&self) -> Result<Chains, Other> {
        let mut follows = vec![false; self.all.len()];
        for cluster in self.all.iter().filter(|one| one.next != NONE) {
            follows[cluster.next as usize] = true;
        }
        let mut chain = vec![(NONE, 0); self.all.len()];
        let mut heads = Vec::new();
        for head in (0..)
            .zip(&follows)
            .filter(|(_, follows)| !**follows)
            .map(|(head, _)| head)
        {
            let number = u32::try_from(heads.len()).unwrap_or(NONE);
            heads.push(head);
            let (mut at, mut place) = (head, 0);
            while at != NONE {
                chain[at as usize] = (number, place);
                place += 1;
                at = self.all[at as usize].next;
            }
        }
        match (0..).zip(&chain).find(|(_, (chain, _))| *chain == NONE) {
            None => Ok((chain, heads)),
            Some(_) if bent(Bend::ValuesRing) => Ok((chain, heads)),
            Some((start, _)) => {
                // Read-modify-writes in a ring.
                let mut ring = vec![start];
                let mut at = self.all[start as usize].next;
                while at != start {
                    ring.push(at);
                    at = self.all[at as usize].next;
                }
                Err(Other::Impossible(ring))
            }
        }
    }

    /// The chains' heads in an order, of those that may come next the one whose write was logged first.
    pub(super) fn order(&self) -> Result<Vec<u32>, Other> {
        let (chain, heads) = self.chains()?;
        let of = |cluster: u32| chain[cluster as usize];
        let mut first: FxHashMap<u32, u32> = FxHashMap::default();
        for (number, head) in (0..).zip(&heads) {
            let one = self.all[*head as usize];
            if one.write == INITIAL {
                first.insert(one.place, number);
            }
        }
        let mut missing = vec![0_u32; heads.len()];
        let mut start = vec![0_usize; heads.len() + 1];
        for &(from, to) in &self.edges {
            let ((a, before), (b, after)) = (of(from), of(to));
            if a != b {
                // Nothing comes before the initial value and what is fused to it.
                let is_first = first.get(&self.all[to as usize].place) == Some(&b);
                if is_first && !bent(Bend::ValuesFirst) {
                    let head = heads[b as usize];
                    return Err(Other::Impossible(self.between(head, to, from, from)));
                }
                missing[b as usize] += 1;
                start[a as usize] += 1;
            } else if after < before && !bent(Bend::ValuesInside) {
                return Err(Other::Impossible(self.between(to, from, to, to)));
            }
        }
        for at in 1..start.len() {
            start[at] += start[at - 1];
        }
        // Each chain's list is filled from its end: `start` ends up where it begins.
        let mut leaving = vec![0_u32; start.last().copied().unwrap_or(0)];
        for &(from, to) in &self.edges {
            let (a, b) = (of(from).0, of(to).0);
            if a != b {
                start[a as usize] -= 1;
                leaving[start[a as usize]] = b;
            }
        }
        let key = |number: u32| {
            let one = self.all[heads[number as usize] as usize];
            (
                if one.write == INITIAL {
                    0
                } else {
                    one.write.wrapping_add(1)
                },
                number,
            )
        };
        let numbers = 0..u32::try_from(heads.len()).unwrap_or(0);
        let mut ready: BinaryHeap<Reverse<(u32, u32)>> = numbers
            .filter(|number| missing[*number as usize] == 0)
            .map(|number| Reverse(key(number)))
            .collect();
        let mut order = Vec::with_capacity(heads.len());
        while let Some(Reverse((_, number))) = ready.pop() {
            order.push(heads[number as usize]);
            for &to in &leaving[start[number as usize]..start[number as usize + 1]] {
                missing[to as usize] -= 1;
                if missing[to as usize] == 0 {
                    ready.push(Reverse(key(to)));
                }
            }
        }
        if order.len() == heads.len() || bent(Bend::ValuesCycle) {
            return Ok(order);
        }
        Err(Other::Impossible(self.cycle(&chain, &missing)))
    }
}
