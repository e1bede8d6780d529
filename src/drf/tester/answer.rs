//! What a response has to be.

use super::issue::Pending;
use super::lock::Wrong;
use super::threads::Phase;
use super::{Source, Tester};
use crate::drf::device::{Kind, Response};
use crate::drf::finding::{Access, Finding};

/// A variable: its value, and who stored it last.
#[derive(Debug, Clone, Copy, Default)]
pub struct Variable {
    /// Its value.
    pub value: u32,
    thread: u32,
    episode: u32,
    action: u32,
    clock: u64,
}

impl Variable {
    /// Who stored it last.
    pub fn writer(&self) -> Option<Access> {
        (self.value > 0).then_some(Access {
            thread: self.thread,
            episode: self.episode,
            action: self.action,
            clock: self.clock,
        })
    }

    /// It is stored.
    pub fn store(&mut self, value: u32, by: &Access) {
        *self = Self {
            value,
            thread: by.thread,
            episode: by.episode,
            action: by.action,
            clock: by.clock,
        };
    }
}

impl Tester<'_> {
    /// A response comes.
    pub(super) fn answer(&mut self, response: Response) {
        let open = self.pending.get(response.tag as usize);
        let Some(pending) = open.copied().filter(|one| one.open && one.taken) else {
            let text = format!(
                "a response to request {}, which is not outstanding",
                response.tag
            );
            self.found = Some(Finding::Protocol { text });
            return;
        };
        let access = Access {
            thread: pending.thread,
            episode: pending.episode,
            action: pending.action,
            clock: self.device.clock(),
        };
        self.pending[response.tag as usize].open = false;
        self.free.push_back(response.tag);
        self.accesses += 1;
        if let Some(record) = &mut self.record {
            let one = &mut record.accesses[pending.recorded as usize];
            (one.read, one.end) = (response.value, Some(access.clock));
        }
        self.found = match (pending.kind, response.value) {
            (Kind::Load, Some(read)) => (read != pending.value).then_some(Finding::Value {
                variable: pending.place,
                reader: access,
                read,
                writer: pending.writer,
                expected: pending.value,
            }),
            (Kind::Acquire | Kind::Release, Some(read)) => self.returned(&pending, read, access),
            (Kind::Store, None) => None,
            (Kind::Store, Some(value)) => Some(Finding::Protocol {
                text: format!(
                    "a store (request {}) returned the value {value}",
                    response.tag
                ),
            }),
            (Kind::Load | Kind::Acquire | Kind::Release, None) => Some(Finding::Protocol {
                text: format!("a request that reads ({}) returned no value", response.tag),
            }),
        };
        self.goes_on(pending.thread, pending.kind);
    }

    /// A response comes after something was found to be wrong: it is only recorded.
    pub(super) fn late(&mut self, response: Response) {
        let Some(pending) = self.pending.get_mut(response.tag as usize) else {
            return;
        };
        if !pending.open || !pending.taken {
            return;
        }
        pending.open = false;
        let end = Some(self.device.clock());
        if let Some(record) = &mut self.record {
            let one = &mut record.accesses[pending.recorded as usize];
            (one.read, one.end) = (response.value, end);
        }
    }

    /// An atomic returns a value: what is wrong with it.
    fn returned(&mut self, pending: &Pending, read: u32, access: Access) -> Option<Finding> {
        let (lock, before) = (pending.place, pending.before);
        let one = &mut self.locks[lock as usize];
        let wrong = one.returns(read, before, access).err()?;
        let other = match wrong {
            Wrong::Again(other) => other,
            Wrong::TooLarge | Wrong::TooSmall => None,
        };
        Some(Finding::Atomic {
            lock,
            access,
            read,
            other,
            offered: one.offered,
            before,
        })
    }

    fn goes_on(&mut self, thread: u32, kind: Kind) {
        let one = self.threads.get_mut(thread);
        one.open -= 1;
        match kind {
            Kind::Load => one.loads -= 1,
            Kind::Store => {}
            // It went on already.
            Kind::Acquire if one.phase != Phase::Acquiring => {}
            Kind::Acquire => one.phase = Phase::Body,
            Kind::Release => self.ended(thread),
        }
        self.threads.answered(thread);
    }

    /// An episode is over: its rights end.
    fn ended(&mut self, thread: u32) {
        let one = self.threads.get_mut(thread);
        one.phase = Phase::Idle;
        let episode = one.episode;
        match self.source {
            Source::Random => {
                let one = self.threads.get(thread);
                self.rights.end(thread, one.release, &one.actions);
                // Random episodes are recorded under their numbers.
                let record = self.record.as_mut();
                if let Some(one) = record.and_then(|all| all.episodes.get_mut(episode as usize)) {
                    one.over = Some(self.moment);
                }
                self.moment += 1;
            }
            Source::Given(..) => {
                one.given.pop();
                self.over[episode as usize] = true;
                let all = crate::drf::number::small(self.threads.count());
                for thread in 0..all {
                    self.threads.refresh(thread);
                }
            }
        }
    }
}
