//! Chains of read-modify-writes, and where threads stand.

use super::{Bend, Cluster, Event, Log, Stream, bent};

impl Stream {
    /// Puts the chain that a cluster ends before the chain that another starts.
    pub(super) fn fuse(
        &mut self,
        log: &Log,
        one: &Event,
        from: u32,
        to: u32,
    ) -> Result<(), String> {
        let (a, b) = (
            self.clusters[from as usize].node,
            self.clusters[to as usize].node,
        );
        if a == b || self.chains[b as usize].initial {
            return Err(self.told(log, one, "read-modify-writes follow each other in a ring"));
        }
        let kept_first =
            self.chains[a as usize].members.len() >= self.chains[b as usize].members.len();
        let (kept, gone) = if kept_first { (a, b) } else { (b, a) };
        let result = self.order.fuse(kept, gone, kept_first);
        if let Err(cycle) = result {
            return Err(self.cycle(log, one, &cycle));
        }
        let moved = std::mem::take(&mut self.chains[gone as usize]);
        let chain = &mut self.chains[kept as usize];
        let shift = if kept_first {
            let shift = chain.last + 1 - moved.first;
            chain.last = moved.last + shift;
            shift
        } else {
            let shift = chain.first - 1 - moved.last;
            chain.first = moved.first + shift;
            shift
        };
        chain.initial |= moved.initial;
        chain.members.extend(&moved.members);
        for member in moved.members {
            let one = &mut self.clusters[member as usize];
            one.node = kept;
            one.at += shift;
        }
        let first = self.order.is_first(kept) || bent(Bend::StreamFirst);
        if self.chains[kept as usize].initial && !first {
            let text =
                "read-modify-writes made it of the initial value, and other values come before it";
            return Err(self.told(log, one, text));
        }
        Ok(())
    }

    /// The thread goes on to a cluster.
    pub(super) fn stand(&mut self, log: &Log, one: &Event, cluster: u32) -> Result<(), String> {
        let key = (one.thread, one.place);
        let last = self.stands.get(&key).copied();
        let chain = &self.chains[self.clusters[cluster as usize].node as usize];
        let initial = chain.initial;
        let nowhere = initial && self.clusters[cluster as usize].at == chain.first;
        if last.is_some() || !nowhere {
            let going = self.goings[cluster as usize];
            self.stands.insert(key, (cluster, going));
            self.clusters[cluster as usize].stands += 1;
        }
        let Some((last, going)) = last else {
            return Ok(());
        };
        if self.goings[last as usize] != going {
            return self.stand_after_gone(log, one, cluster, initial);
        }
        self.clusters[last as usize].stands -= 1;
        if last == cluster || bent(Bend::StreamProgram) {
            return Ok(());
        }
        let (from, to) = (
            &self.clusters[last as usize],
            &self.clusters[cluster as usize],
        );
        let words = |one: &Cluster| log.words.show(one.value);
        let (a, b) = (from.node, to.node);
        if a == b {
            if from.at < to.at || bent(Bend::StreamInside) {
                return Ok(());
            }
            let text = format!(
                "its thread was at {} before, which read-modify-writes made of {}",
                words(from),
                words(to)
            );
            return Err(self.told(log, one, &text));
        }
        if self.chains[b as usize].initial && !bent(Bend::StreamFirst) {
            let text = format!(
                "its thread was at {} before, and {} is the initial value or right after it",
                words(from),
                words(to)
            );
            return Err(self.told(log, one, &text));
        }
        let (a, b) = if bent(Bend::StreamAround) {
            (b, a)
        } else {
            (a, b)
        };
        match self.order.edge(a, b) {
            Ok(()) => Ok(()),
            Err(_) if bent(Bend::StreamCycle) => Ok(()),
            Err(cycle) => Err(self.cycle(log, one, &cycle)),
        }
    }

    /// The thread stood at a value that was let go, the first of its location then, and not its initial one.
    fn stand_after_gone(
        &mut self,
        log: &Log,
        one: &Event,
        cluster: u32,
        initial: bool,
    ) -> Result<(), String> {
        let to = &self.clusters[cluster as usize];
        if bent(Bend::StreamPast) {
            return Ok(());
        }
        if !initial {
            self.order.precede(to.node);
            return Ok(());
        }
        let text = format!(
            "its thread was at another value before, and {} is the initial value or right after it",
            log.words.show(to.value)
        );
        Err(self.told(log, one, &text))
    }
}
