//! The states that a launch has counted.

use crate::device::run::device::Fault;
use crate::device::run::emit::asm::Kind;
use crate::device::run::emit::collect::FIND;
use crate::device::run::emit::layout::{DIRECT_BITS, Field, Watched};
use crate::device::run::tally::Tally;
use crate::program::Term;

use super::super::plan::{HEAD, counts};
use super::Cuda;

impl Cuda<'_> {
    /// The states that were counted: their keys, and how often.
    pub(super) fn counted(&mut self, tally: &mut Tally) -> Result<Vec<(u64, u64)>, Fault> {
        let words = self
            .worker
            .words(self.memory.counts, counts(&self.layout))?;
        let most = u64::from(self.plan.total);
        let lost = |text: String| Err(Fault::Failed(text));
        let mut keys: Vec<(u64, u64)> = Vec::new();
        let direct = self.layout.bits() <= DIRECT_BITS;
        // Where the count of the last key is to come, of hashed ones.
        let mut due = None;
        for (at, word) in words {
            let entry = at.checked_sub(HEAD);
            let is_key = !direct && entry.is_some_and(|place| place % 2 == 0);
            if !is_key && word > most {
                return lost(format!("{word} of {most} instances were counted"));
            }
            match entry {
                None if at == 1 => tally.unfinished += word,
                None => {
                    let what = if at == 0 {
                        "were not played"
                    } else {
                        "had more states than can be counted"
                    };
                    return lost(format!("{word} instances {what}"));
                }
                Some(key) if direct => keys.push((key, word)),
                Some(place) if is_key && due.is_none() => {
                    // An entry is empty where it is 0.
                    keys.push((word.wrapping_sub(1), 0));
                    due = Some(place + 1);
                }
                Some(place) => match keys.last_mut().filter(|_| due.take() == Some(place)) {
                    Some((_, count)) => *count = word,
                    None => return lost(format!("entry {place} is half of a key and its count")),
                },
            }
        }
        match due {
            Some(place) => lost(format!("entry {place} is half of a key and its count")),
            None => Ok(keys),
        }
    }

    /// The first instance with a key in the last launch.
    fn first(&mut self, key: u64) -> Result<u64, Fault> {
        self.worker.put(self.memory.found, &[0xff; 8])?;
        let parameters = self.parameters(FIND.into(), key);
        let (blocks, slots) = (self.plan.shape.blocks, self.plan.block.slots);
        self.worker
            .launch("collect", (blocks, slots, 0), &parameters)?;
        let words = self.worker.words(self.memory.found, 1)?;
        let found = words.first().map_or(0, |(_, word)| *word);
        if found >= u64::from(self.plan.total) {
            let text = "a state was counted, and no instance has it".to_owned();
            return Err(Fault::Failed(text));
        }
        Ok(found)
    }

    /// The state of a key, and the first instance with it where the state was not seen before.
    pub(super) fn seen(&mut self, key: u64, tally: &Tally) -> Result<(Vec<i64>, u64), Fault> {
        if self.layout.is_hashed() {
            if let Some(state) = self.hashed.get(&key) {
                return Ok((state.clone(), 0));
            }
            let instance = self.first(key)?;
            let watched = self.layout.watched.clone();
            let values = watched.iter().map(|one| self.raw(one, instance));
            let state = values.collect::<Result<Vec<i64>, Fault>>()?;
            self.hashed.insert(key, state.clone());
            return Ok((state, instance));
        }
        // Of a value that no instruction makes only an instance can say what it is.
        if !self.has_other(key) {
            let state = self.state(key, 0)?;
            if tally.has(&state) {
                return Ok((state, 0));
            }
        }
        let instance = self.first(key)?;
        Ok((self.state(key, instance)?, instance))
    }

    /// The parts of a key.
    fn parts(&self, mut key: u64) -> Vec<u64> {
        let bits = self.layout.watched.iter().map(|one| one.bits);
        bits.map(|bits| {
            let part = key & (1_u64 << bits).wrapping_sub(1);
            key >>= bits;
            part
        })
        .collect()
    }

    /// Whether a key has a value that the test cannot make.
    fn has_other(&self, key: u64) -> bool {
        let parts = self.parts(key).into_iter().zip(&self.layout.watched);
        parts
            .into_iter()
            .any(|(part, one)| !one.values.is_empty() && part >= one.values.len() as u64)
    }

    /// The values of a key; of another value than a test can make, what an instance left.
    fn state(&mut self, key: u64, instance: u64) -> Result<Vec<i64>, Fault> {
        let watched = self.layout.watched.clone();
        let mut state = Vec::new();
        for (part, one) in self.parts(key).into_iter().zip(&watched) {
            let known = usize::try_from(part).ok().and_then(|at| one.values.get(at));
            state.push(match known {
                Some(value) => *value,
                None if one.values.is_empty() => signed(part, one.bits),
                None => self.raw(one, instance)?,
            });
        }
        Ok(state)
    }

    /// What an instance left, as it is.
    fn raw(&mut self, one: &Watched, instance: u64) -> Result<i64, Fault> {
        let record = self.memory.out + instance * self.layout.record() as u64;
        let (at, bits) = match one.term {
            Term::Register(role, register) => {
                let field = self.layout.field(Field::Register(role.0, register));
                let kind = self.layout.kind(role.0, register);
                let bits = if kind == Kind::Long { 64 } else { 32 };
                (record + field as u64, bits)
            }
            Term::Location(at) => {
                let at = self.layout.program.location(at).physical;
                let bits = self.layout.type_of(at).bits;
                match self.layout.globals.iter().position(|other| *other == at) {
                    Some(index) => {
                        let place = self.plan.place(&self.layout, index, instance);
                        (self.memory.cells + place, bits)
                    }
                    None => (record + self.layout.field(Field::Final(at)) as u64, 64),
                }
            }
            Term::Constant(value) => return Ok(value),
        };
        let words = self.worker.words(at, 1)?;
        let word = words.first().map_or(0, |(_, word)| *word);
        Ok(signed(word, u32::from(bits)))
    }
}

/// A number of so many bits.
fn signed(word: u64, bits: u32) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    (word << unused).cast_signed() >> unused
}
