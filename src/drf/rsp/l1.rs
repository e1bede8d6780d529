//! The L1 of a unit.

use std::collections::VecDeque;

use crate::drf::cache::Cache;
use crate::drf::device::{Kind, Offer, Request as Asked, Response};
use crate::drf::slots::Slots;

use super::messages::{Entry, Load, Read, Request};
use super::system::Rsp;
use super::tables::{Gate, GateEvent, One, OneEvent};

/// What is known of a word in an L1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    Invalid,
    Clean(u32),
    Dirty(u32),
}

impl Word {
    const fn value(self) -> Option<u32> {
        match self {
            Self::Invalid => None,
            Self::Clean(value) | Self::Dirty(value) => Some(value),
        }
    }
}

/// A unit.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    slots: Slots,
    /// The words of each place.
    words: Vec<Word>,
    pub(super) fifo: VecDeque<Entry>,
    /// Whether the head of the FIFO can move.
    pub(super) drains: bool,
    /// Write-backs that have not arrived.
    pub(super) unwritten: u32,
    /// So often the L1 was invalidated.
    epoch: u32,
    pub(super) gate: Gate,
}

impl Unit {
    pub(super) fn new(cache: Cache, words: usize) -> Self {
        Self {
            slots: Slots::new(cache),
            words: vec![Word::Invalid; cache.lines() as usize * words],
            fifo: VecDeque::new(),
            drains: false,
            unwritten: 0,
            epoch: 0,
            gate: Gate::Open,
        }
    }
}

impl Rsp {
    /// The words of a place.
    fn row(&self, slot: usize) -> std::ops::Range<usize> {
        slot * self.words..(slot + 1) * self.words
    }

    /// Where a line is, and its state.
    pub(super) fn state(&self, unit: u32, line: u32) -> (Option<usize>, One) {
        let one = &self.units[unit as usize];
        let Some(slot) = one.slots.find(line) else {
            return (None, One::I);
        };
        let mut words = one.words[self.row(slot)].iter();
        let dirty = words.any(|word| matches!(word, Word::Dirty(_)));
        (Some(slot), if dirty { One::D } else { One::V })
    }

    /// A word, where its line is there.
    fn word(&self, unit: u32, slot: Option<usize>, word: u32) -> Option<u32> {
        let at = slot? * self.words + word as usize;
        self.units[unit as usize].words[at].value()
    }

    pub(super) fn load(&mut self, unit: u32, request: &Asked) {
        let (line, word) = self.place(request.word);
        let (slot, state) = self.state(unit, line);
        self.hit_l1(state, OneEvent::Load);
        if let Some(value) = self.word(unit, slot, word) {
            self.answers.push(Response {
                tag: request.tag,
                value: Some(value),
            });
            return;
        }
        let load = Load {
            tag: request.tag,
            word,
        };
        self.read(unit, line, Some(load));
    }

    fn read(&mut self, unit: u32, line: u32, load: Option<Load>) {
        let read = Read {
            load,
            epoch: self.units[unit as usize].epoch,
            stamp: self.lines.entry((unit, line)).or_default().stamp,
        };
        self.ask((unit, line), Request::Read(read));
    }

    pub(super) fn store(&mut self, unit: u32, request: &Asked) {
        let (line, word) = self.place(request.word);
        let state = self.state(unit, line).1;
        self.hit_l1(state, OneEvent::Store);
        self.write(unit, line, word, request.value);
        self.answers.push(Response {
            tag: request.tag,
            value: None,
        });
    }

    /// A word becomes dirty.
    fn write(&mut self, unit: u32, line: u32, word: u32, value: u32) {
        let (slot, state) = self.state(unit, line);
        let slot = slot.unwrap_or_else(|| self.room(unit, line));
        self.lines.entry((unit, line)).or_default().stamp += 1;
        let at = slot * self.words + word as usize;
        self.units[unit as usize].words[at] = Word::Dirty(value);
        if state != One::D {
            self.put(unit, Entry::Line(line));
        }
    }

    /// An atomic of block scope is performed where it is, once its word is there.
    pub(super) fn atomic_here(&mut self, unit: u32, request: &Asked) -> Offer {
        let (line, word) = self.place(request.word);
        let (slot, state) = self.state(unit, line);
        self.hit_l1(state, OneEvent::Atomic);
        let Some(value) = self.word(unit, slot, word) else {
            let fetching = &mut self.lines.entry((unit, line)).or_default().fetching;
            if !std::mem::replace(fetching, true) {
                self.read(unit, line, None);
            }
            return Offer::Stalled;
        };
        debug_assert!(matches!(request.kind, Kind::Acquire | Kind::Release));
        self.write(unit, line, word, value.wrapping_add(1));
        self.answers.push(Response {
            tag: request.tag,
            value: Some(value),
        });
        Offer::Taken
    }

    /// A place for a line, where another may have to leave.
    fn room(&mut self, unit: u32, line: u32) -> usize {
        let (slot, other) = self.units[unit as usize].slots.room(line, &mut self.rng);
        if let Some(other) = other {
            let state = self.state(unit, other).1;
            self.hit_l1(state, OneEvent::Repl);
            self.write_back(unit, other);
        }
        let row = self.row(slot);
        let one = &mut self.units[unit as usize];
        one.words[row].fill(Word::Invalid);
        one.slots.put(slot, line);
        slot
    }

    /// What is dirty of a line is written back, and stays as clean.
    pub(super) fn write_back(&mut self, unit: u32, line: u32) {
        let Some(slot) = self.state(unit, line).0 else {
            return;
        };
        let row = self.row(slot);
        let mut dirty = Vec::new();
        for (number, word) in (0..).zip(&mut self.units[unit as usize].words[row]) {
            if let Word::Dirty(value) = *word {
                dirty.push((number, value));
                *word = Word::Clean(value);
            }
        }
        if !dirty.is_empty() {
            self.units[unit as usize].unwritten += 1;
            self.lines.entry((unit, line)).or_default().stamp += 1;
            self.ask((unit, line), Request::Write(dirty));
        }
    }

    /// Data arrive.
    pub(super) fn fill(&mut self, port: (u32, u32), read: Read, data: &[u32]) {
        let (unit, line) = port;
        if let Some(load) = read.load {
            self.answers.push(Response {
                tag: load.tag,
                value: Some(data[load.word as usize]),
            });
        }
        let here = self.lines.entry(port).or_default();
        if read.load.is_none() {
            here.fetching = false;
        }
        let fresh = here.stamp == read.stamp && self.units[unit as usize].epoch == read.epoch;
        let (slot, state) = self.state(unit, line);
        self.hit_l1(state, OneEvent::Fill);
        if !fresh {
            return;
        }
        let slot = slot.unwrap_or_else(|| self.room(unit, line));
        let row = self.row(slot);
        let words = self.units[unit as usize].words[row].iter_mut();
        for (word, value) in words.zip(data) {
            if *word == Word::Invalid {
                *word = Word::Clean(*value);
            }
        }
    }

    /// All that is not dirty leaves an L1.
    pub(super) fn invalidate(&mut self, unit: u32) {
        self.hit_fifo(unit, GateEvent::Inval);
        self.units[unit as usize].epoch += 1;
        let all: Vec<(usize, u32)> = self.units[unit as usize].slots.all().collect();
        for (slot, line) in all {
            let state = self.state(unit, line).1;
            self.hit_l1(state, OneEvent::Inval);
            let row = self.row(slot);
            let one = &mut self.units[unit as usize];
            for word in &mut one.words[row] {
                if matches!(word, Word::Clean(_)) {
                    *word = Word::Invalid;
                }
            }
            if state != One::D {
                one.slots.clear(slot);
            }
        }
    }
}
