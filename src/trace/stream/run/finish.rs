//! How a stream ends, and what it says.

use rustc_hash::FxHashMap;

use super::blur::blurred;
use super::{Bend, Ended, Event, Init, Log, Stream, bent};

impl Stream {
    pub(super) fn told(&self, log: &Log, one: &Event, what: &str) -> String {
        let thread = log.threads.get(usize::from(one.thread));
        let thread = thread.map_or("", |thread| thread.name.as_str());
        let place = log.address(one.place);
        format!("event #{} (of {thread}, at {place}): {what}", self.number)
    }

    pub(super) fn cycle(&self, log: &Log, one: &Event, cycle: &[u32]) -> String {
        let value = |node: &u32| {
            let chain = self.chains.get(*node as usize);
            let member = chain.and_then(|chain| chain.members.first());
            let one = member.and_then(|member| self.clusters.get(*member as usize));
            one.map_or_else(|| "…".to_owned(), |one| log.words.show(one.value))
        };
        let values: Vec<String> = cycle.iter().map(value).collect();
        let text = format!(
            "threads have seen {}, in this order, and this event turns it around",
            values.join(" before ")
        );
        self.told(log, one, &text)
    }

    /// The log is over.
    #[must_use]
    pub fn finish(mut self, log: &Log) -> Ended {
        let mut waiting: Vec<(u64, u32)> = Vec::new();
        for &number in self.index.values() {
            let one = &self.clusters[number as usize];
            if !one.written && !self.is_lost(one.place) {
                waiting.push((one.event, number));
            }
        }
        waiting.sort_unstable();
        let mut unknown = self.first_lost(log);
        let mut initial: FxHashMap<u32, u32> = FxHashMap::default();
        for (event, number) in waiting {
            let one = self.clusters[number as usize].clone();
            let value = log.words.show(one.value);
            let place = log.address(one.place);
            let init = log.locations.get(one.place as usize).map(|one| one.init);
            if !one.early {
                let reason = format!(
                    "event #{event} reads {value} from {place}, which nobody wrote or which was let go for lack of memory"
                );
                unknown = unknown.or(Some(Ended::Unknown { reason, event }));
                continue;
            }
            let first = *initial.entry(one.place).or_insert(number);
            let nobody = init != Some(Init::Unknown) && !bent(Bend::StreamNobody);
            if nobody || first != number && !bent(Bend::StreamInitials) {
                return Ended::Impossible(format!(
                    "event #{event} reads {value} from {place}: nobody wrote it"
                ));
            }
            let chain = &mut self.chains[one.node as usize];
            let first = self.order.is_first(one.node) && chain.first == one.at;
            if !first && self.is_blurred(one.place) {
                unknown = unknown.or_else(|| Some(blurred(log, event, one.place)));
            } else if !first && !bent(Bend::StreamLateFirst) {
                return Ended::Impossible(format!(
                    "event #{event} reads {value} from {place}: nobody wrote it, and its thread or another saw other values before"
                ));
            }
        }
        unknown.unwrap_or(Ended::Explained)
    }
}
