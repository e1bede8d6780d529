//! What an answer of the L2 does to an L1.

use crate::drf::cache::Cache;
use crate::drf::device::Response;
use crate::drf::number::small;
use crate::drf::viper::bugs::Bug;
use crate::drf::viper::messages::{Kind as Sort, Message, NONE};
use crate::drf::viper::system::Viper;
use crate::drf::viper::tables::{L1, One, OneEvent};

impl Viper {
    /// An answer of the L2 arrives.
    pub(in crate::drf::viper) fn unit_hears(&mut self, message: &Message) {
        match message.kind {
            Sort::Read => self.filled(message),
            Sort::Atomic => self.atomic_done(message),
            Sort::Write => self.written(message),
        }
    }

    fn filled(&mut self, message: &Message) {
        let unit = u32::from(message.unit);
        let place = self.port(unit, message.line);
        let port = self.ports[place];
        let state = port.state();
        if state == One::A || port.loads == 0 {
            self.undefined(L1, state as usize, OneEvent::TccAck as usize);
            return;
        }
        self.hit_l1(state, OneEvent::TccAck);
        self.ports[place].loads -= 1;
        let value = self.messages.line(message.data)[usize::from(message.word)];
        self.answers.push(Response {
            tag: message.tag,
            value: Some(value),
        });
        let now = self.units[unit as usize].epoch == message.epoch
            || self.bugs.has(Bug::FillSurvivesAcquire);
        if now && port.stamp == message.stamp {
            self.install(unit, message);
        }
        self.messages.drop_line(message.data);
    }

    /// Data take their place in an L1.
    fn install(&mut self, unit: u32, message: &Message) {
        let place = self.port(unit, message.line);
        let mut slot = self.ports[place].slot;
        if slot == NONE {
            slot = self.room(unit, message.line);
            let one = &mut self.units[unit as usize];
            one.lines[slot as usize] = message.line;
            one.listed[slot as usize] = small(one.used.len());
            one.used.push(slot);
            self.ports[place].slot = slot;
        }
        let at = slot as usize * self.words;
        let line = self.messages.line(message.data);
        self.units[unit as usize].data[at..at + self.words].copy_from_slice(line);
    }

    /// A place for a line, where another may have to leave.
    fn room(&mut self, unit: u32, line: u32) -> u32 {
        let one = &self.units[unit as usize];
        let Cache { sets, ways } = one.cache;
        let first = line % sets * ways;
        let free = (first..first + ways).find(|slot| one.lines[*slot as usize] == NONE);
        free.unwrap_or_else(|| {
            let victim = first + self.rng.below(ways);
            self.hit_l1(One::V, OneEvent::Repl);
            self.invalidate(unit, victim);
            victim
        })
    }

    fn atomic_done(&mut self, message: &Message) {
        let unit = u32::from(message.unit);
        let place = self.port(unit, message.line);
        let state = self.ports[place].state();
        if self.ports[place].atomic != message.tag {
            self.undefined(L1, state as usize, OneEvent::TccAck as usize);
            return;
        }
        if self.bugs.has(Bug::L1DropsAtomic) && self.rng.chance(10) {
            return;
        }
        self.hit_l1(state, OneEvent::TccAck);
        self.ports[place].atomic = NONE;
        self.units[unit as usize].atomics -= 1;
        self.answers.push(Response {
            tag: message.tag,
            value: Some(message.value),
        });
        if message.acquires {
            self.acquire(unit);
        }
    }

    /// An acquire invalidates all that the unit has, and what is on its way.
    fn acquire(&mut self, unit: u32) {
        let one = &mut self.units[unit as usize];
        one.epoch += 1;
        let (used, places) = (one.used.len(), one.lines.len());
        let atomics = one.atomics;
        if self.bugs.has(Bug::WriteAckLost) && self.rng.chance(50) {
            self.units[unit as usize].loses = true;
        }
        if atomics > 0 {
            self.hit_l1(One::A, OneEvent::Evict);
        }
        if used < places {
            self.hit_l1(One::I, OneEvent::Evict);
        }
        if self.bugs.has(Bug::AcquireKeepsL1) {
            return;
        }
        while let Some(&slot) = self.units[unit as usize].used.last() {
            self.hit_l1(One::V, OneEvent::Evict);
            self.invalidate(unit, slot);
        }
    }

    fn written(&mut self, message: &Message) {
        let unit = usize::from(message.unit);
        let state = self.ports[self.port(u32::from(message.unit), message.line)].state();
        let thread = usize::from(message.thread);
        if self.writes[thread] == 0 {
            self.undefined(L1, state as usize, OneEvent::TccAckWb as usize);
            return;
        }
        if std::mem::take(&mut self.units[unit].loses) {
            return;
        }
        self.hit_l1(state, OneEvent::TccAckWb);
        self.writes[thread] -= 1;
        self.answers.push(Response {
            tag: message.tag,
            value: None,
        });
    }
}
