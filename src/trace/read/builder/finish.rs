//! A log when all of it is read.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::trace::log::Ids;

use super::{Builder, Log, Mistake, Op, Span};

impl Builder {
    /// The whole log: threads get their blocks, write-backs their stores.
    pub fn finish(mut self) -> Result<Log, Mistake> {
        self.place_the_rest();
        if !self.log.times.is_empty() {
            self.log.times.resize(self.log.events.len(), Span::NONE);
        }
        if !self.write_backs.is_empty() {
            self.write_back()?;
        }
        Ok(self.log)
    }

    /// Threads that say nothing have a block of their own on GPU 0.
    pub fn place_the_rest(&mut self) {
        let taken: BTreeSet<u32> = self.log.threads.iter().filter_map(|one| one.cta).collect();
        let mut free = (0..).filter(|cta| !taken.contains(cta));
        for thread in self.log.threads.iter_mut().filter(|one| one.cta.is_none()) {
            thread.cta = free.next();
        }
    }

    /// Finds for each write-back the last store of its thread to its address.
    pub(super) fn write_back(&mut self) -> Result<(), Mistake> {
        let mut last: BTreeMap<(u16, u32), u32> = BTreeMap::new();
        let mut at = self.write_backs.iter();
        for (event, one) in (0..).zip(&self.log.events) {
            let key = (one.thread, one.place);
            if one.writes() {
                last.insert(key, event);
            }
            if one.op != Op::WriteBack {
                continue;
            }
            let place = at.next();
            let store = last.remove(&key);
            let value = store.and_then(|store| self.log.events.get(store as usize));
            if let (Some(store), Some(value)) = (store, value)
                && value.wrote == one.wrote
            {
                if let Some((starts, ends)) = self.backwards(store, event) {
                    let text = format!(
                        "`{}` ends (at {ends}) before its store starts (at {starts})",
                        self.log.describe(event)
                    );
                    return Err(mistaken(place, text, "ends before it starts")
                        .with_help("a store that is written back ends with its write-back"));
                }
                self.log.written_back.insert(event, store);
                continue;
            }
            let written = self.log.describe(event);
            let text = match store {
                None => format!(
                    "`{written}` writes back what its thread did not store, or had written back"
                ),
                Some(store) => format!(
                    "`{written}` is not the last store of its thread: that is `{}`",
                    self.log.describe(store)
                ),
            };
            return Err(mistaken(place, text, "unmatched write-back").with_help(
                "a write-back names the last store of its thread to that address, with its value",
            ));
        }
        Ok(())
    }

    /// When a store starts and its write-back ends, where that is before.
    fn backwards(&self, store: u32, back: u32) -> Option<(u64, u64)> {
        let time = |event: u32| self.log.times.get(event as usize)?.some();
        let (starts, ends) = (time(store)?.start, time(back)?.end);
        (ends < starts).then_some((starts, ends))
    }

    /// Lets go of the events read so far, of a log that is judged as it comes.
    pub fn forget(&mut self) {
        self.log.events.clear();
        self.log.ids = Ids::default();
        self.log.times.clear();
        self.log.dependencies.clear();
        self.write_backs.clear();
    }
}

/// What is wrong with a write-back.
fn mistaken(place: Option<&(u32, u64, Range<usize>)>, text: String, label: &str) -> Mistake {
    let (line, at) = place.map_or((1, 0..0), |(_, line, at)| (*line, at.clone()));
    let mut one = Mistake::new(at, text, label);
    one.line = Some(line);
    one
}
