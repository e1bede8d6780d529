//! The L2: requests of the units to a line, and what memory says.

mod answers;

use super::bugs::Bug;
use super::channels::{Mover, Queue};
use super::messages::{Kind as Sort, Message, NONE, To};
use super::system::{EMPTY, Viper};
use super::tables::{L2, Two, TwoEvent};
use crate::drf::cache::Cache;

/// What the L2 knows of a line.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    pub(super) state: Two,
    /// Where it is, unless it is in `I`.
    pub(super) slot: u32,
    /// Atomics at memory.
    pub(super) atomics: u32,
    /// The first port that waits for the line.
    pub(super) waiting: u32,
    /// Messages on their way to memory.
    pub(super) queue: Queue,
}

/// The L2.
#[derive(Debug, Clone)]
pub struct Shared {
    cache: Cache,
    pub(super) lines: Vec<Line>,
    /// The line in each place.
    places: Vec<u32>,
    data: Vec<u32>,
    /// The ports that wait for room in each set: the first and the last.
    waiting: Vec<(u32, u32)>,
    words: usize,
}

impl Shared {
    pub(super) fn new(cache: Cache, lines: u32, words: usize) -> Self {
        let line = Line {
            state: Two::I,
            slot: NONE,
            atomics: 0,
            waiting: NONE,
            queue: EMPTY,
        };
        Self {
            cache,
            lines: vec![line; lines as usize],
            places: vec![NONE; cache.lines() as usize],
            data: vec![0; cache.lines() as usize * words],
            waiting: vec![(NONE, NONE); cache.sets as usize],
            words,
        }
    }

    /// The line in each place, and who waits for room.
    pub(super) fn rooms(&self) -> Vec<u32> {
        let waiting = self
            .waiting
            .iter()
            .flat_map(|(first, last)| [*first, *last]);
        self.places.iter().copied().chain(waiting).collect()
    }

    fn data(&self, slot: u32) -> &[u32] {
        let at = slot as usize * self.words;
        &self.data[at..at + self.words]
    }

    fn data_mut(&mut self, slot: u32) -> &mut [u32] {
        let at = slot as usize * self.words;
        &mut self.data[at..at + self.words]
    }
}

impl Viper {
    fn hit_l2(&mut self, state: Two, event: TwoEvent) {
        self.coverage.hit(L2, state as usize, event as usize);
    }

    /// The first request of a unit to a line is served, or waits.
    pub(super) fn l2_serves(&mut self, place: u32) {
        let head = self.ports[place as usize].queue.head;
        if head == NONE {
            return;
        }
        let message = *self.messages.get(head);
        let served = match message.kind {
            Sort::Read => self.read(place, &message),
            Sort::Write => self.write(place, &message),
            Sort::Atomic => self.l2_atomic(place, &message),
        };
        if served {
            let port = &mut self.ports[place as usize];
            port.waited = false;
            if port.queue.pop(&self.messages) {
                self.movers.add(Mover::Port(place));
            }
            self.messages.take(head);
        }
    }

    fn read(&mut self, place: u32, message: &Message) -> bool {
        let line = self.l2.lines[message.line as usize];
        match line.state {
            Two::I => {
                let Some(slot) = self.l2_room(place, message.line) else {
                    return false;
                };
                self.hit_l2(Two::I, TwoEvent::RdBlk);
                self.occupy(message.line, slot, Two::Iv);
                self.send_memory(Message {
                    next: NONE,
                    ..*message
                });
                true
            }
            Two::V => {
                self.hit_l2(Two::V, TwoEvent::RdBlk);
                let data = self.messages.keep(self.l2.data(line.slot));
                self.respond(Message {
                    to: To::Unit,
                    data,
                    next: NONE,
                    ..*message
                });
                // It may have been woken for room that it did not need.
                self.wake_room(message.line, 1);
                true
            }
            Two::Iv | Two::A => {
                self.hit_l2(line.state, TwoEvent::RdBlk);
                self.wait_line(place, message.line);
                false
            }
        }
    }

    fn write(&mut self, place: u32, message: &Message) -> bool {
        let line = self.l2.lines[message.line as usize];
        self.hit_l2(line.state, TwoEvent::WrVicBlk);
        let passes = match line.state {
            Two::I | Two::V => true,
            Two::Iv => self.bugs.has(Bug::L2WriteUnderFill),
            Two::A => false,
        };
        if !passes {
            self.wait_line(place, message.line);
            return false;
        }
        if line.state == Two::V {
            let data = self.l2.data_mut(line.slot);
            if message.data == NONE {
                data[usize::from(message.word)] = message.value;
            } else {
                data.copy_from_slice(self.messages.line(message.data));
            }
        }
        self.send_memory(Message {
            next: NONE,
            ..*message
        });
        true
    }

    fn l2_atomic(&mut self, place: u32, message: &Message) -> bool {
        let line = self.l2.lines[message.line as usize];
        match line.state {
            Two::Iv => {
                self.hit_l2(Two::Iv, TwoEvent::Atomic);
                self.wait_line(place, message.line);
                return false;
            }
            Two::I => {
                let Some(slot) = self.l2_room(place, message.line) else {
                    return false;
                };
                self.hit_l2(Two::I, TwoEvent::Atomic);
                self.occupy(message.line, slot, Two::A);
            }
            Two::V | Two::A => {
                self.hit_l2(line.state, TwoEvent::Atomic);
                self.l2.lines[message.line as usize].state = Two::A;
            }
        }
        self.l2.lines[message.line as usize].atomics += 1;
        self.send_memory(Message {
            next: NONE,
            ..*message
        });
        true
    }

    fn occupy(&mut self, line: u32, slot: u32, state: Two) {
        self.l2.places[slot as usize] = line;
        let one = &mut self.l2.lines[line as usize];
        (one.state, one.slot) = (state, slot);
    }

    /// A place for a line, where another may have to leave; a line that waits for something cannot.
    fn l2_room(&mut self, place: u32, line: u32) -> Option<u32> {
        let Cache { sets, ways } = self.l2.cache;
        let first = line % sets * ways;
        let mut slots = first..first + ways;
        if let Some(free) = slots.find(|slot| self.l2.places[*slot as usize] == NONE) {
            return Some(free);
        }
        let slot = first + self.rng.below(ways);
        let other = self.l2.places[slot as usize];
        let state = self.l2.lines[other as usize].state;
        self.hit_l2(state, TwoEvent::Repl);
        let leaves = match state {
            Two::V => true,
            Two::Iv => self.bugs.has(Bug::L2DropsFill) && self.rng.chance(20),
            Two::I | Two::A => false,
        };
        if leaves {
            self.leave(other);
            return Some(slot);
        }
        // Unless a line of the set could leave: then another choice will be made.
        let could = (first..first + ways).any(|slot| {
            let other = self.l2.places[slot as usize];
            self.l2.lines[other as usize].state == Two::V
        });
        if could {
            self.movers.add(Mover::Port(place));
        } else {
            self.wait_room(place, line);
        }
        None
    }

    /// A port waits for room in a line's set: behind the others, unless it has waited before.
    fn wait_room(&mut self, place: u32, line: u32) {
        let set = (line % self.l2.cache.sets) as usize;
        let (first, last) = self.l2.waiting[set];
        let again = self.ports[place as usize].waited;
        self.l2.waiting[set] = if first == NONE {
            (place, place)
        } else if again {
            self.ports[place as usize].waits = first;
            (place, last)
        } else {
            self.ports[last as usize].waits = place;
            (first, place)
        };
    }

    /// There may be room in a line's set: the first that wait for it try again.
    fn wake_room(&mut self, line: u32, count: u32) {
        let set = (line % self.l2.cache.sets) as usize;
        for _ in 0..count {
            let (first, last) = self.l2.waiting[set];
            if first == NONE {
                return;
            }
            let port = &mut self.ports[first as usize];
            port.waited = true;
            let next = std::mem::replace(&mut port.waits, NONE);
            self.l2.waiting[set] = (next, if next == NONE { NONE } else { last });
            self.movers.add(Mover::Port(first));
        }
    }

    /// A line leaves the L2.
    fn leave(&mut self, line: u32) {
        let one = &mut self.l2.lines[line as usize];
        self.l2.places[one.slot as usize] = NONE;
        (one.state, one.slot) = (Two::I, NONE);
    }

    /// A port waits until a line is done with what it waits for.
    fn wait_line(&mut self, place: u32, line: u32) {
        let first = &mut self.l2.lines[line as usize].waiting;
        self.ports[place as usize].waits = *first;
        *first = place;
    }

    /// Those that waited for a line, and some of those that waited for room in its set, may try again.
    fn wake(&mut self, line: u32) {
        let mut place = std::mem::replace(&mut self.l2.lines[line as usize].waiting, NONE);
        while place != NONE {
            self.movers.add(Mover::Port(place));
            place = std::mem::replace(&mut self.ports[place as usize].waits, NONE);
        }
        self.wake_room(line, self.l2.cache.ways);
    }
}
