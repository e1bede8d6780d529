//! What can be set of a run, by name.

mod draw;
mod gpu;

pub use gpu::Gpu;

use std::collections::BTreeMap;

use crate::syntax::diagnostic::nearest;

use super::device::Backend;
use super::place::LANES;
use draw::Draw;

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
}

const KEYS: [Key; 18] = [
    Key {
        name: "launches",
        field: |settings| &mut settings.launches,
        on: &[Kind::Host, Kind::Walk, Kind::Gpu],
        least: 1,
        most: 1_000_000_000,
        draw: Draw::Never,
    },
    Key {
        name: "instances",
        field: |settings| &mut settings.instances,
        on: &[Kind::Host, Kind::Walk],
        least: 1,
        most: 1_000_000,
        draw: Draw::Powers(100, 200_000),
    },
    Key {
        name: "shuffle",
        field: |settings| &mut settings.shuffle,
        on: &[Kind::Host, Kind::Gpu],
        least: 0,
        most: 100,
        draw: Draw::Even(0, 100),
    },
    Key {
        name: "spin",
        field: |settings| &mut settings.spin,
        on: &[Kind::Host, Kind::Gpu],
        least: 1,
        most: 1_000_000,
        draw: Draw::Never,
    },
    Key {
        name: "blocks",
        field: |settings| &mut settings.gpu.blocks,
        on: &[Kind::Gpu],
        least: 1,
        most: 1024,
        draw: Draw::Powers(4, 1024),
    },
    Key {
        name: "all",
        field: |settings| &mut settings.gpu.all,
        on: &[Kind::Gpu],
        least: 1,
        most: 65535,
        draw: Draw::Powers(4, 65535),
    },
    Key {
        name: "threads",
        field: |settings| &mut settings.gpu.threads,
        on: &[Kind::Gpu],
        least: 32,
        most: 1024,
        draw: Draw::Warps(1, 8),
    },
    Key {
        name: "stripe",
        field: |settings| &mut settings.gpu.stripe,
        on: &[Kind::Gpu],
        least: 1,
        most: 1024,
        draw: Draw::Powers(1, 64),
    },
    Key {
        name: "slots",
        field: |settings| &mut settings.gpu.slots,
        on: &[Kind::Gpu],
        least: 1,
        most: 4096,
        draw: Draw::Even(1, 4096),
    },
    Key {
        name: "stride",
        field: |settings| &mut settings.gpu.stride,
        on: &[Kind::Gpu],
        least: 1,
        most: 64,
        draw: Draw::Even(1, 7),
    },
    Key {
        name: "gate",
        field: |settings| &mut settings.gpu.gate,
        on: &[Kind::Gpu],
        least: 0,
        most: 100,
        draw: Draw::Even(0, 100),
    },
    Key {
        name: "pre",
        field: |settings| &mut settings.gpu.pre,
        on: &[Kind::Gpu],
        least: 0,
        most: 100,
        draw: Draw::Even(0, 100),
    },
    Key {
        name: "pre-times",
        field: |settings| &mut settings.gpu.pre_times,
        on: &[Kind::Gpu],
        least: 0,
        most: 1024,
        draw: Draw::Even(0, 128),
    },
    Key {
        name: "stress",
        field: |settings| &mut settings.gpu.stress,
        on: &[Kind::Gpu],
        least: 0,
        most: 100,
        draw: Draw::Even(0, 100),
    },
    Key {
        name: "stress-times",
        field: |settings| &mut settings.gpu.stress_times,
        on: &[Kind::Gpu],
        least: 0,
        most: 1024,
        draw: Draw::Even(0, 1024),
    },
    Key {
        name: "pattern",
        field: |settings| &mut settings.gpu.pattern,
        on: &[Kind::Gpu],
        least: 0,
        most: 3,
        draw: Draw::Even(0, 3),
    },
    Key {
        name: "lines",
        field: |settings| &mut settings.gpu.lines,
        on: &[Kind::Gpu],
        least: 1,
        most: 1024,
        draw: Draw::Even(1, 16),
    },
    Key {
        name: "words",
        field: |settings| &mut settings.gpu.words,
        on: &[Kind::Gpu],
        least: 1,
        most: 1024,
        draw: Draw::Squares(2, 10),
    },
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
    /// Those that GPUs alone have.
    pub gpu: Gpu,
}

impl Settings {
    /// Those of a device, unless others are said.
    #[must_use]
    pub const fn of(backend: Backend) -> Self {
        let (launches, instances) = match backend {
            Backend::Host | Backend::Cuda => (1000, 10_000),
            Backend::Walk(_) => (1000, 100),
        };
        Self {
            launches,
            instances,
            shuffle: 50,
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
        let (least, most) = (key.least, key.most);
        let warp = u64::from(LANES);
        match value.parse::<u64>() {
            Ok(number)
                if name == "threads" && number % warp != 0 && (least..=most).contains(&number) =>
            {
                let less = number / warp * warp;
                Err(format!(
                    "`threads` is a multiple of {warp}, the threads of a warp: {less} or {}, not `{value}`",
                    less + warp
                ))
            }
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
    fn is_of(&self, backend: Backend) -> bool {
        let kind = match backend {
            Backend::Host => Kind::Host,
            Backend::Cuda => Kind::Gpu,
            Backend::Walk(_) => Kind::Walk,
        };
        self.on.contains(&kind)
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
    let near = nearest(name, KEYS.iter().map(|key| key.name));
    let near = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
    format!(
        "there is no setting `{name}`{near}; `{}` has {}",
        backend.name(),
        names(backend)
    )
}
