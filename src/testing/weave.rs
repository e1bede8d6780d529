//! Tests with scoped atomics in the making: who synchronizes with whom, and through which scopes.

use super::accord::{SCOPES, Side, Sync, WIDEST};
use super::draft::{Column, Draft};
use super::rng::Rng;

/// The locations: data, then flags.
pub const LOCATIONS: [&str; 5] = ["x", "y", "f", "g", "h"];

/// The first location that is a flag.
pub const FLAG: usize = 2;

/// A register with what the outcome might ask of it.
#[derive(Debug)]
struct Found {
    thread: usize,
    register: String,
    location: usize,
    wanted: Option<i64>,
}

/// A test being written.
#[derive(Debug)]
pub struct Weave<'a> {
    /// Where its choices come from.
    pub rng: &'a mut Rng,
    pub(super) columns: Vec<Column>,
    open: Vec<Vec<String>>,
    found: Vec<Found>,
    written: Vec<Vec<i64>>,
    counter: usize,
}

impl<'a> Weave<'a> {
    /// Places the threads: up to three blocks, some on another device, some in one warp.
    pub fn new(rng: &'a mut Rng, threads: usize) -> Self {
        let together = rng.chance(30);
        let columns = (0..threads).map(|_| Column {
            gpu: usize::from(!together && !rng.chance(90)),
            cta: if together { 0 } else { rng.below(3) },
            warp: if rng.chance(35) {
                Some(rng.below(2))
            } else {
                None
            },
            cells: Vec::new(),
        });
        Self {
            columns: columns.collect(),
            open: vec![Vec::new(); threads],
            found: Vec::new(),
            written: vec![vec![0]; LOCATIONS.len()],
            counter: 0,
            rng,
        }
    }

    /// How many threads there are.
    pub const fn threads(&self) -> usize {
        self.columns.len()
    }

    /// Appends a cell.
    pub fn push(&mut self, thread: usize, cell: String) {
        self.columns[thread].cells.push(cell);
    }

    fn name(&mut self, prefix: &str) -> String {
        self.counter += 1;
        format!("{prefix}{}", self.counter)
    }

    /// A value that nobody wrote to the location yet.
    fn value(&mut self, location: usize) -> i64 {
        let value = i64::try_from(self.written[location].len()).unwrap_or(0);
        self.written[location].push(value);
        value
    }

    /// Publishes: writes a fresh value to a flag, and tells which.
    pub fn signal(&mut self, thread: usize, flag: usize, sync: Sync) -> i64 {
        let value = self.value(flag);
        self.publish(thread, flag, value, sync);
        value
    }

    /// Writes a value to a flag.
    pub fn publish(&mut self, thread: usize, flag: usize, value: i64, sync: Sync) {
        let place = LOCATIONS[flag];
        if self.rng.chance(82) {
            let order = self.order(Side::Release, sync);
            self.push(thread, format!("st.{order} {place}, {value}"));
            return;
        }
        let side = self.rng.pick(&[Side::Release, Side::Both]);
        let order = self.order(side, sync);
        let register = self.read(thread, flag, None);
        self.push(
            thread,
            format!("atom.{order}.exch {register}, {place}, {value}"),
        );
    }

    /// Learns: reads a flag, and goes on only if it is as wanted.
    pub fn await_value(&mut self, thread: usize, flag: usize, wanted: i64, sync: Sync) {
        let place = LOCATIONS[flag];
        let register = self.read(thread, flag, Some(wanted));
        let kind = self.rng.weighted(&[(84, 0), (10, 1), (6, 2)]);
        let side = self.rng.pick(&[Side::Acquire, Side::Both]);
        let cell = match kind {
            0 => format!("ld.{} {register}, {place}", self.order(Side::Acquire, sync)),
            1 => {
                let value = self.value(flag);
                let order = self.order(side, sync);
                format!("atom.{order}.cas {register}, {place}, {wanted}, {value}")
            }
            _ => format!("atom.{}.add {register}, {place}, 0", self.order(side, sync)),
        };
        let spins = kind == 0 && self.rng.chance(4);
        if spins {
            let label = self.name("LC");
            self.push(thread, format!("{label}:"));
            self.push(thread, cell);
            if self.rng.chance(40) {
                self.load(thread, 0);
            }
            self.push(thread, format!("bne {register}, {wanted}, {label}"));
        } else {
            self.push(thread, cell);
            self.guard(thread, &register, wanted);
        }
    }

    /// Takes the turn that a value stands for, and leaves another behind.
    pub fn swap(&mut self, thread: usize, flag: usize, (from, to): (i64, i64), sync: Sync) {
        let register = self.read(thread, flag, Some(from));
        let order = self.order(Side::Both, sync);
        let place = LOCATIONS[flag];
        self.push(
            thread,
            format!("atom.{order}.cas {register}, {place}, {from}, {to}"),
        );
        self.guard(thread, &register, from);
    }

    /// Reserves a value of a flag, for [`Self::swap`].
    pub fn reserve(&mut self, flag: usize) -> i64 {
        self.value(flag)
    }

    fn guard(&mut self, thread: usize, register: &str, wanted: i64) {
        if self.rng.chance(95) {
            let label = self.name("LC");
            self.push(thread, format!("bne {register}, {wanted}, {label}"));
            self.open[thread].push(label);
        }
    }

    /// A fresh register, noted for the outcome.
    fn read(&mut self, thread: usize, location: usize, wanted: Option<i64>) -> String {
        let register = self.name("r");
        self.found.push(Found {
            thread,
            register: register.clone(),
            location,
            wanted,
        });
        register
    }

    /// Reads data.
    pub fn load(&mut self, thread: usize, location: usize) {
        let register = self.read(thread, location, None);
        let order = self.data_order();
        self.push(
            thread,
            format!("ld.{order} {register}, {}", LOCATIONS[location]),
        );
    }

    /// Writes data.
    pub fn store(&mut self, thread: usize, location: usize) {
        let value = self.value(location);
        let order = self.data_order();
        self.push(
            thread,
            format!("st.{order} {}, {value}", LOCATIONS[location]),
        );
    }

    fn data_order(&mut self) -> String {
        if self.rng.chance(94) {
            return "weak".to_owned();
        }
        format!("relaxed.{}", SCOPES[self.rng.between(2, WIDEST)])
    }

    /// Any atomic access of a flag, in a scope or so; an outcome might ask for `wanted`.
    pub fn atomic(&mut self, thread: usize, flag: usize, wanted: Option<i64>, writes: bool) {
        let common = self.common();
        let sync = match self.rng.weighted(&[(80, 0), (14, 1), (6, 2)]) {
            0 => Sync {
                scope: common,
                remote: false,
            },
            1 => self.side(common),
            _ => Sync {
                scope: self.rng.below(SCOPES.len()),
                remote: self.rng.chance(50),
            },
        };
        let place = LOCATIONS[flag];
        if writes && self.rng.chance(80) {
            let value = self.value(flag);
            let order = self.strong(Side::Release, sync);
            self.push(thread, format!("st.{order} {place}, {value}"));
        } else if writes {
            let value = self.value(flag);
            let side = self.rng.pick(&[Side::Release, Side::Acquire, Side::Both]);
            let order = self.strong(side, sync);
            let register = self.read(thread, flag, wanted);
            self.push(
                thread,
                format!("atom.{order}.exch {register}, {place}, {value}"),
            );
        } else {
            let order = self.strong(Side::Acquire, sync);
            let register = self.read(thread, flag, wanted);
            self.push(thread, format!("ld.{order} {register}, {place}"));
        }
    }

    /// The test, with an outcome that looks possible.
    pub fn finish(mut self, name: String) -> Draft {
        for (column, labels) in self.columns.iter_mut().zip(&self.open) {
            column
                .cells
                .extend(labels.iter().map(|label| format!("{label}:")));
        }
        let mut condition = Vec::new();
        for found in &self.found {
            let values = &self.written[found.location];
            let value = match found.wanted {
                Some(wanted) if self.rng.chance(88) => wanted,
                _ if !self.rng.chance(80) => continue,
                _ if self.rng.chance(40) => 0,
                _ => values[self.rng.below(values.len())],
            };
            condition.push(format!("P{}:{} == {value}", found.thread, found.register));
        }
        for (location, values) in self.written.iter().enumerate() {
            if values.len() > 2 && self.rng.chance(25) {
                let last = values[self.rng.between(1, values.len() - 1)];
                condition.push(format!("{} == {last}", LOCATIONS[location]));
            }
        }
        let shared = self.common() <= 2 && self.rng.chance(30);
        let used = |name: &str| {
            let ends = |cell: &String| cell.split([' ', ',']).any(|word| word == name);
            self.columns
                .iter()
                .flat_map(|column| &column.cells)
                .any(ends)
        };
        let declare = |name: &&str| format!("{}{name} = 0", if shared { ".shared " } else { "" });
        Draft {
            name,
            init: LOCATIONS
                .iter()
                .filter(|name| used(name))
                .map(declare)
                .collect(),
            quantifier: "exists",
            condition,
            threads: self.columns,
            ..Draft::default()
        }
    }
}
