//! What two devices have in common that will do the same: for those who try everything.

use super::channels::Mover;
use super::messages::{Message, NONE};
use super::system::Viper;
use crate::drf::rng::Rng;

impl Viper {
    /// Leaves what comes next to other choices.
    pub fn choose(&mut self, rng: Rng) {
        self.rng = rng;
    }

    /// The state without values and clocks: devices with the same key can take the same transitions from here on. Each
    /// thread has one request outstanding at most.
    #[must_use]
    pub fn key(&self) -> Vec<u32> {
        let mut key = Vec::new();
        for (place, port) in (0..).zip(&self.ports) {
            key.extend([
                u32::from(port.slot != NONE),
                port.atomic,
                port.loads,
                port.waits,
                u32::from(port.waited),
                u32::from(self.movers.all().contains(&Mover::Port(place))),
            ]);
            self.queue(port.queue.head, &mut key);
        }
        for (line, number) in self.l2.lines.iter().zip(0..) {
            key.extend([line.state as u32, line.slot, line.atomics, line.waiting]);
            key.push(u32::from(
                self.movers.all().contains(&Mover::Memory(number)),
            ));
            self.queue(line.queue.head, &mut key);
        }
        key.extend(self.l2.rooms());
        key.extend(&self.writes);
        let mut loose: Vec<Vec<u32>> = Vec::new();
        for mover in self.movers.all() {
            if let Mover::Message(at) = mover {
                let mut one = Vec::new();
                self.message_key(self.messages.get(*at), &mut one);
                loose.push(one);
            }
        }
        loose.sort();
        key.extend(loose.into_iter().flatten());
        key
    }

    fn queue(&self, mut at: u32, key: &mut Vec<u32>) {
        while at != NONE {
            let message = self.messages.get(at);
            self.message_key(message, key);
            at = message.next;
        }
        key.push(NONE);
    }

    fn message_key(&self, message: &Message, key: &mut Vec<u32>) {
        let unit = u32::from(message.unit);
        let port = &self.ports[self.port(unit, message.line)];
        let fresh = port.stamp == message.stamp && self.units[unit as usize].epoch == message.epoch;
        key.extend([
            message.kind as u32,
            message.to as u32,
            unit,
            u32::from(message.thread),
            message.line,
            u32::from(message.acquires),
            u32::from(fresh),
        ]);
    }
}
