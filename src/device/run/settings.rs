//! What can be set of a run, by name.

mod draw;
mod gpu;
mod keys;
mod value;

pub use gpu::Gpu;
pub use value::Value;

use std::collections::BTreeMap;

use crate::syntax::diagnostic::nearest;

use super::device::Backend;
use super::place::LANES;
use draw::Draw;
use keys::KEYS;

/// The kinds of devices that have settings of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Host,
    Walk,
    Gpu,
}

/// What can be set, on which devices, and within which bounds.
struct Key {
    name: &'static str,
    field: fn(&mut Settings) -> &mut u64,
    on: &'static [Kind],
    least: u64,
    most: u64,
    draw: Draw,
    /// What its values are called, from the least on; none where they are numbers.
    words: &'static [&'static str],
}

/// The settings of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// How many launches there are at most.
    pub launches: u64,
    /// How many instances a launch has.
    pub instances: u64,
    /// In so many of 100 launches the instances are taken in a random order.
    pub shuffle: u64,
    /// How often a thread takes a backward jump before it is given up.
    pub spin: u64,
    /// Those that GPUs alone have.
    pub gpu: Gpu,
}

impl Settings {
    /// Those of a device, unless others are said.
    #[must_use]
    pub const fn of(backend: Backend) -> Self {
        let (instances, shuffle) = match backend {
            Backend::Host => (10_000, 50),
            Backend::Cuda => (10_000, 95),
            Backend::Walk(_) => (100, 50),
        };
        Self {
            launches: 1000,
            instances,
            shuffle,
            spin: 1024,
            gpu: gpu::DEFAULT,
        }
    }

    /// Sets something.
    ///
    /// # Errors
    ///
    /// There is no such name, the device does not have it, or the value makes no sense.
    pub fn set(&mut self, backend: Backend, name: &str, value: &str) -> Result<(), String> {
        let Some(key) = KEYS.iter().find(|key| key.name == name) else {
            return Err(unknown(backend, name));
        };
        if !key.is_of(backend) {
            return Err(foreign(backend, name));
        }
        *(key.field)(self) = key.read(value)?;
        Ok(())
    }

    /// The names and values that count on a device.
    #[must_use]
    pub fn told(mut self, backend: Backend) -> BTreeMap<&'static str, Value> {
        let keys = KEYS.iter().filter(|key| key.is_of(backend));
        keys.map(|key| (key.name, key.told(*(key.field)(&mut self))))
            .collect()
    }
}

impl Key {
    fn is_of(&self, backend: Backend) -> bool {
        let kind = match backend {
            Backend::Host => Kind::Host,
            Backend::Cuda => Kind::Gpu,
            Backend::Walk(_) => Kind::Walk,
        };
        self.on.contains(&kind)
    }

    /// What was said, as a number.
    fn read(&self, value: &str) -> Result<u64, String> {
        let (name, least, most) = (self.name, self.least, self.most);
        if !self.words.is_empty() {
            let mut numbers = (least..).zip(self.words);
            let known = numbers.find(|(_, word)| **word == value);
            return known.map(|(number, _)| number).ok_or_else(|| {
                let near = did_you_mean(value, self.words);
                format!("`{name}` is {}, not `{value}`{near}", self.listed())
            });
        }
        let number = value
            .parse::<u64>()
            .ok()
            .filter(|number| (least..=most).contains(number));
        let Some(number) = number else {
            return Err(format!(
                "`{name}` is a number from {least} to {most}, not `{value}`"
            ));
        };
        let warp = u64::from(LANES);
        if name == "threads" && number % warp != 0 {
            let less = number / warp * warp;
            return Err(format!(
                "`threads` is a multiple of {warp}, the threads of a warp: {less} or {}, not `{value}`",
                less + warp
            ));
        }
        if name == "lanes" && number % 2 == 0 {
            return Err(format!(
                "`lanes` is odd, so that each lane has an instance of its own: {} or {}, not `{value}`",
                number - 1,
                number + 1
            ));
        }
        Ok(number)
    }

    fn listed(&self) -> String {
        let words: Vec<String> = self.words.iter().map(|word| format!("`{word}`")).collect();
        match words.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("{} or {last}", others.join(", "))
            }
            Some((only, _)) => only.clone(),
            None => String::new(),
        }
    }

    fn told(&self, value: u64) -> Value {
        let at = usize::try_from(value.saturating_sub(self.least)).ok();
        let word = at.and_then(|at| self.words.get(at));
        word.map_or(Value::Number(value), |word| Value::Word((*word).into()))
    }
}

fn did_you_mean(name: &str, of: &[&'static str]) -> String {
    nearest(name, of.iter().copied())
        .map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"))
}

fn names(backend: Backend) -> String {
    let keys = KEYS.iter().filter(|key| key.is_of(backend));
    let names: Vec<&str> = keys.map(|key| key.name).collect();
    names.join(", ")
}

fn foreign(backend: Backend, name: &str) -> String {
    format!(
        "`{name}` means nothing to `{}`, which has {}",
        backend.name(),
        names(backend)
    )
}

fn unknown(backend: Backend, name: &str) -> String {
    let near = did_you_mean(name, &KEYS.map(|key| key.name));
    format!(
        "there is no setting `{name}`{near}; `{}` has {}",
        backend.name(),
        names(backend)
    )
}
