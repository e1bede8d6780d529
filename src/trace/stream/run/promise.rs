//! What a log promises, asked also of the events after an impossible one.

use super::{Event, Fault, Init, Log, Stream};

/// What a log breaks that writes a value again.
const PROMISE: &str = "and values are promised to be unique";

impl Stream {
    /// Passes an event by of a log that is known to be impossible: only whether it keeps its promise is asked.
    ///
    /// # Errors
    ///
    /// It does not.
    pub fn pass(&mut self, log: &Log, one: &Event) -> Result<(), Fault> {
        self.number += 1;
        self.keeps_promise(log, one).map_err(Fault::Broken)?;
        self.remember(log, one);
        Ok(())
    }

    /// A write that has no cluster of its own, or whose cluster does not know of it.
    ///
    /// No cluster is let go any more then, so that memory grows by these values alone: as many as clusters, a small part
    /// of what those take.
    pub(super) fn remember(&mut self, log: &Log, one: &Event) {
        if one.writes() && self.passed.len() < self.most(log) {
            self.passed
                .entry((one.place, one.wrote))
                .or_insert(self.number);
        }
    }

    /// That a value was not written before, as the log promises; of what was added, and of what is there at first.
    pub(super) fn keeps_promise(&self, log: &Log, one: &Event) -> Result<(), String> {
        if !one.writes() {
            return Ok(());
        }
        let known = self.index.get(&(one.place, one.wrote));
        let known = known.map(|&number| &self.clusters[number as usize]);
        let value = || log.words.show(one.wrote);
        let init = log.locations.get(one.place as usize).map(|one| one.init);
        if init == Some(Init::Known(one.wrote)) {
            return Err(self.told(
                log,
                one,
                &format!("{} is there at first, {PROMISE}", value()),
            ));
        }
        let known = known.filter(|known| known.written).map(|known| known.event);
        let passed = || self.passed.get(&(one.place, one.wrote)).copied();
        match known.or_else(passed) {
            None => Ok(()),
            Some(event) => {
                let text = format!("{} was written by event #{event}, {PROMISE}", value());
                Err(self.told(log, one, &text))
            }
        }
    }
}
