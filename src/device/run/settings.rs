//! What can be set of a run, by name.

use std::collections::BTreeMap;

use crate::syntax::diagnostic::nearest;

use super::device::Backend;

/// What can be set, on which devices, and within which bounds.
struct Key {
    name: &'static str,
    field: fn(&mut Settings) -> &mut u64,
    host: bool,
    walk: bool,
    least: u64,
    most: u64,
}

const KEYS: [Key; 4] = [
    Key {
        name: "launches",
        field: |settings| &mut settings.launches,
        host: true,
        walk: true,
        least: 1,
        most: 1_000_000_000,
    },
    Key {
        name: "instances",
        field: |settings| &mut settings.instances,
        host: true,
        walk: true,
        least: 1,
        most: 1_000_000,
    },
    Key {
        name: "shuffle",
        field: |settings| &mut settings.shuffle,
        host: true,
        walk: false,
        least: 0,
        most: 100,
    },
    Key {
        name: "spin",
        field: |settings| &mut settings.spin,
        host: true,
        walk: false,
        least: 1,
        most: 1_000_000,
    },
];

/// The settings of GPUs that are spoken of elsewhere, so that their absence can be told.
const OF_GPUS: [&str; 14] = [
    "blocks", "threads", "stripe", "slots", "lanes", "stride", "gate", "pre", "stress", "lines",
    "words", "way", "mode", "all",
];

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
}

impl Settings {
    /// Those of a device, unless others are said.
    #[must_use]
    pub const fn of(backend: Backend) -> Self {
        let (launches, instances) = match backend {
            Backend::Host => (1000, 10_000),
            Backend::Walk(_) => (1000, 100),
        };
        Self {
            launches,
            instances,
            shuffle: 50,
            spin: 1024,
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
        let (least, most) = (key.least, key.most);
        match value.parse::<u64>() {
            Ok(number) if (least..=most).contains(&number) => {
                *(key.field)(self) = number;
                Ok(())
            }
            Ok(_) | Err(_) => Err(format!(
                "`{name}` is a number from {least} to {most}, not `{value}`"
            )),
        }
    }

    /// The names and values that count on a device.
    #[must_use]
    pub fn told(mut self, backend: Backend) -> BTreeMap<&'static str, u64> {
        let keys = KEYS.iter().filter(|key| key.is_of(backend));
        keys.map(|key| (key.name, *(key.field)(&mut self)))
            .collect()
    }
}

impl Key {
    const fn is_of(&self, backend: Backend) -> bool {
        match backend {
            Backend::Host => self.host,
            Backend::Walk(_) => self.walk,
        }
    }
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
    if OF_GPUS.contains(&name) {
        return foreign(backend, name);
    }
    let near = nearest(name, KEYS.iter().map(|key| key.name));
    let near = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
    format!(
        "there is no setting `{name}`{near}; `{}` has {}",
        backend.name(),
        names(backend)
    )
}
