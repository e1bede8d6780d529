//! What a thread does next, offered to the device.

use super::threads::Phase;
use super::{Source, Tester};
use crate::drf::device::{Kind, Offer, Request, Scope};
use crate::drf::finding::{Access, End};
use crate::drf::number::small;
use crate::drf::record::{Episode, Happened};

/// A request that is not answered.
#[derive(Debug, Clone, Copy)]
pub struct Pending {
    /// Whether it is one, and not a free place.
    pub open: bool,
    /// Whether the device has taken it.
    pub taken: bool,
    /// What it does.
    pub kind: Kind,
    /// Who asks.
    pub thread: u32,
    /// The episode.
    pub episode: u32,
    /// Which access of it.
    pub action: u32,
    /// Its variable or lock.
    pub place: u32,
    /// What a load has to return, or a store stores.
    pub value: u32,
    /// When it was first offered.
    pub since: u64,
    /// So many atomics of its lock were answered before.
    pub before: u32,
    /// The last store before a load.
    pub writer: Option<Access>,
    /// Its place in the record.
    pub recorded: u32,
}

impl Tester<'_> {
    /// A thread that can do something does it.
    pub(super) fn issue(&mut self, ready: u32) {
        let thread = self.threads.take(ready);
        if self.stands_aside(thread) {
            return;
        }
        if self.threads.get(thread).phase == Phase::Idle && !self.begin(thread) {
            return;
        }
        let tag = match self.threads.get(thread).offered {
            Some(tag) => tag,
            None => self.prepare(thread),
        };
        let pending = self.pending[tag as usize];
        let word = if pending.kind.is_atomic() {
            self.layout.lock(pending.place)
        } else {
            self.layout.variable(pending.place)
        };
        let request = Request {
            tag,
            thread,
            kind: pending.kind,
            word,
            value: pending.value,
            scope: self.scope(&pending),
        };
        match self.device.offer(&request) {
            Offer::Taken => self.taken(thread, tag),
            Offer::Stalled => {
                self.threads.get_mut(thread).offered = Some(tag);
                self.threads.stall(thread);
            }
            Offer::Refused(text) => self.ended = Some(End::Refused(text)),
            Offer::Broken(broken) => self.ended = Some(broken.into()),
        }
    }

    /// Begins the next episode of a thread; false if there is none, or it has to wait.
    fn begin(&mut self, thread: u32) -> bool {
        let mut actions = std::mem::take(&mut self.threads.get_mut(thread).actions);
        let given = self.threads.get(thread).given.last().copied();
        let chosen = match (self.source, given) {
            (Source::Given(script, _), Some(number)) => {
                let needs = &script.after[number as usize];
                if needs.iter().any(|other| !self.over[*other as usize]) {
                    // Listed again by whoever ends an episode.
                    return false;
                }
                let episode = &script.episodes[number as usize];
                actions.clone_from(&episode.actions);
                Some((episode.lock, episode.release, number))
            }
            // All variables of a lock are read back.
            (Source::Random, Some(lock)) => {
                self.threads.get_mut(thread).given.pop();
                self.rights.begin(thread, lock);
                let release = self.reads_back(thread, lock, &mut actions);
                Some((lock, release, self.episodes))
            }
            (Source::Random, None) if self.threads.get(thread).left > 0 => {
                let (config, rng) = (self.config, &mut self.program);
                let chosen = config.lock(rng, thread);
                self.rights.begin(thread, chosen);
                self.rights.draw(config, rng, thread, chosen, &mut actions);
                let release = config.release(rng, thread, chosen);
                self.threads.get_mut(thread).left -= 1;
                Some((chosen, release, self.episodes))
            }
            (Source::Given(..) | Source::Random, None) => None,
        };
        let Some((lock, release, episode)) = chosen else {
            self.threads.finish(thread);
            return false;
        };
        if let Some(record) = &mut self.record {
            record.episodes.push(Episode {
                thread,
                lock,
                release,
                actions: actions.clone(),
                begun: self.moment,
                over: None,
            });
        }
        self.episodes += 1;
        self.moment += 1;
        let one = self.threads.get_mut(thread);
        (one.actions, one.episode) = (actions, episode);
        (one.lock, one.release) = (lock, release);
        (one.next, one.phase) = (0, Phase::Acquire);
        true
    }

    /// How far a request reaches.
    fn scope(&self, pending: &Pending) -> Scope {
        if pending.kind.is_atomic() {
            self.config.scope(pending.thread, pending.place)
        } else {
            Scope::Device
        }
    }

    /// The next request of a thread.
    fn prepare(&mut self, thread: u32) -> u32 {
        let one = self.threads.get(thread);
        let action = one.actions.get(one.next as usize).copied();
        let (kind, place) = match (one.phase, action) {
            (Phase::Acquire, _) => (Kind::Acquire, one.lock),
            (_, Some(action)) if action.store => (Kind::Store, action.variable),
            (_, Some(action)) => (Kind::Load, action.variable),
            (_, None) => (Kind::Release, one.release),
        };
        let number = match one.phase {
            Phase::Acquire => 0,
            Phase::Idle | Phase::Acquiring | Phase::Body | Phase::Releasing | Phase::Done => {
                one.next + 1
            }
        };
        let (value, writer) = match kind {
            Kind::Load => {
                let variable = &self.variables[place as usize];
                (variable.value, variable.writer())
            }
            Kind::Store => (self.variables[place as usize].value + 1, None),
            Kind::Acquire | Kind::Release => {
                self.locks[place as usize].offered += 1;
                (0, None)
            }
        };
        let before = match kind {
            Kind::Acquire | Kind::Release => self.locks[place as usize].answered,
            Kind::Load | Kind::Store => 0,
        };
        let pending = Pending {
            open: true,
            taken: false,
            kind,
            thread,
            episode: one.episode,
            action: number,
            place,
            value,
            since: self.device.clock(),
            before,
            writer,
            recorded: 0,
        };
        // A place is used again late, so that an answer that comes twice meets nobody.
        if self.free.len() > 256
            && let Some(tag) = self.free.pop_front()
        {
            self.pending[tag as usize] = pending;
            return tag;
        }
        self.pending.push(pending);
        small(self.pending.len() - 1)
    }

    fn taken(&mut self, thread: u32, tag: u32) {
        let now = self.device.clock();
        let keeps_order = self.threads.keeps_order;
        let pending = &mut self.pending[tag as usize];
        pending.taken = true;
        let pending = *pending;
        let scope = self.scope(&pending);
        let one = self.threads.get_mut(thread);
        one.offered = None;
        one.open += 1;
        match pending.kind {
            Kind::Acquire if keeps_order => one.phase = Phase::Body,
            Kind::Acquire => one.phase = Phase::Acquiring,
            Kind::Release => one.phase = Phase::Releasing,
            Kind::Load => {
                one.loads += 1;
                one.next += 1;
            }
            Kind::Store => {
                one.next += 1;
                self.variables[pending.place as usize].store(
                    pending.value,
                    &Access {
                        thread,
                        episode: pending.episode,
                        action: pending.action,
                        clock: now,
                    },
                );
            }
        }
        if let Some(record) = &mut self.record {
            self.pending[tag as usize].recorded = small(record.accesses.len());
            record.accesses.push(Happened {
                thread,
                kind: pending.kind,
                place: pending.place,
                scope,
                wrote: pending.value,
                read: None,
                start: now,
                end: None,
                episode: pending.episode,
                action: pending.action,
            });
        }
        self.threads.taken(thread);
    }
}
