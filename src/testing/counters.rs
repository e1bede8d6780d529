//! Random tests of counters, tickets, locks and chains of exchanges: a few threads that update one
//! location or two over and over, and are asked what they drew.

use super::coherence::{Family, state};
use super::draft::{Column, Draft};
use super::rng::Rng;

/// The most updates of a test.
const UPDATES: usize = 6;

/// Updates of any kind.
const MIXED: [(&str, &str); 6] = [
    ("add", "1"),
    ("exch", "2"),
    ("max", "3"),
    ("inc", "4"),
    ("cas", "1, 2"),
    ("sub", "1"),
];

/// Updates that do not count: what others add is added to what they leave.
const BEGINNING: [(&str, &str); 4] = [("exch", "0"), ("exch", "3"), ("cas", "2, 0"), ("max", "2")];

/// What the updates of a location do.
#[derive(Clone, Copy)]
enum Palette {
    /// All add the same number.
    Same(i64),
    /// Each adds a number of its own, upwards only or both ways.
    Sums(bool),
    /// Counters that come round.
    Round(&'static str, i64),
    /// All try to take the same step.
    Step(i64, i64),
    /// Each leaves a value of its own.
    Exchange,
    /// All add the same number, but for some that set it to another.
    Begun,
    /// Anything.
    Mixed,
}

/// A litmus test of counters, as text; the same for the same seed.
#[must_use]
pub fn counters(seed: u64, family: Family) -> String {
    draw(&mut Rng::new(seed ^ 0xc0_0c7e25), &seed.to_string(), family)
}

/// A litmus test of counters, as text, whose choices are these bytes; the same for the same bytes.
#[must_use]
pub fn counters_from(bytes: &[u8], family: Family) -> String {
    draw(&mut Rng::of_bytes(bytes), "bytes", family)
}

fn draw(rng: &mut Rng, name: &str, family: Family) -> String {
    let threads = rng.weighted(&[(30, 2), (45, 3), (25, 4)]);
    let mut maker = Maker {
        palettes: [palette(rng), palette(rng)],
        wide: rng.chance(70),
        second: rng.chance(15),
        updates: 0,
        registers: vec![0; threads],
        outcome: Vec::new(),
        family,
    };
    let columns = (0..threads)
        .map(|thread| maker.column(rng, thread, threads))
        .collect();
    if rng.chance(45) {
        let value = rng.below(maker.updates + 3);
        maker.outcome.push(format!("x == {value}"));
    }
    let start = rng.weighted(&[(70, 0), (20, 1), (10, -1)]);
    let mut draft = Draft {
        name: format!("counters-{name}"),
        init: vec![format!("x = {start}"), "y = 0".to_owned()],
        threads: columns,
        quantifier: "exists",
        condition: maker.outcome,
        ..Draft::default()
    };
    state(rng, &mut draft);
    draft.render()
}

fn palette(rng: &mut Rng) -> Palette {
    rng.weighted(&[
        (30, Palette::Same(1)),
        (5, Palette::Same(-2)),
        (14, Palette::Sums(true)),
        (10, Palette::Sums(false)),
        (8, Palette::Round("inc", 2)),
        (5, Palette::Round("dec", 3)),
        (9, Palette::Step(0, 1)),
        (12, Palette::Exchange),
        (14, Palette::Begun),
        (7, Palette::Mixed),
    ])
}

fn chosen(rng: &mut Rng, updates: &[(&'static str, &str)]) -> (&'static str, String) {
    let (op, operands) = rng.pick(updates);
    (op, operands.to_owned())
}

struct Maker {
    palettes: [Palette; 2],
    /// All scopes reach all threads.
    wide: bool,
    /// There is a second location.
    second: bool,
    updates: usize,
    registers: Vec<usize>,
    outcome: Vec<String>,
    family: Family,
}

impl Maker {
    fn column(&mut self, rng: &mut Rng, thread: usize, threads: usize) -> Column {
        let mut cells = Vec::new();
        let later = threads - thread - 1;
        let left = UPDATES.saturating_sub(self.updates + later);
        let count = rng.between(1, left.clamp(1, 3));
        for _ in 0..count {
            let register = self.update(rng, thread, &mut cells);
            if rng.chance(12) {
                // What follows depends on the ticket.
                let label = format!("L{thread}{register}");
                cells.push(format!("bne r{register}, 0, {label}"));
                self.update(rng, thread, &mut cells);
                cells.push(format!("{label}:"));
            }
            if rng.chance(10) {
                let order = if matches!(self.family, Family::Hrf) {
                    "acquire"
                } else {
                    "relaxed"
                };
                let next = self.register(rng, thread);
                cells.push(format!("ld.{order}.gpu r{next}, x"));
            }
            let stores = match self.palettes[0] {
                Palette::Begun => 20,
                Palette::Same(_)
                | Palette::Sums(_)
                | Palette::Round(..)
                | Palette::Step(..)
                | Palette::Exchange
                | Palette::Mixed => 4,
            };
            if rng.chance(stores) {
                let order = if matches!(self.family, Family::Hrf) {
                    "release"
                } else {
                    "relaxed"
                };
                let weak = matches!(self.family, Family::Ptx) && rng.chance(30);
                let kind = if weak {
                    "weak".to_owned()
                } else {
                    format!("{order}.gpu")
                };
                cells.push(format!("st.{kind} x, {}", rng.pick(&[0, 0, 2])));
            }
        }
        Column {
            cta: rng.below(3),
            cells,
            ..Column::default()
        }
    }

    /// A register that the outcome may speak of.
    fn register(&mut self, rng: &mut Rng, thread: usize) -> usize {
        let register = self.registers[thread];
        self.registers[thread] += 1;
        if rng.chance(35) {
            let value = rng.below(UPDATES);
            self.outcome
                .push(format!("P{thread}:r{register} == {value}"));
        }
        register
    }

    fn update(&mut self, rng: &mut Rng, thread: usize, cells: &mut Vec<String>) -> usize {
        self.updates += 1;
        let register = self.register(rng, thread);
        let location = usize::from(self.second && rng.chance(30));
        let own = i64::try_from(self.updates).unwrap_or(0);
        let (op, operands) = match self.palettes[location] {
            Palette::Same(number) => ("add", format!("{number}")),
            Palette::Sums(true) => ("add", format!("{}", rng.between(0, 3))),
            Palette::Sums(false) => ("add", format!("{}", rng.pick(&[1, -1, 2, -3]))),
            Palette::Round(op, limit) => (op, format!("{limit}")),
            Palette::Step(from, to) => ("cas", format!("{from}, {to}")),
            Palette::Exchange => ("exch", format!("{own}")),
            Palette::Begun if rng.chance(20) => chosen(rng, &BEGINNING),
            Palette::Begun => ("add", "1".to_owned()),
            Palette::Mixed => chosen(rng, &MIXED),
        };
        let (order, scope) = self.order(rng);
        let name = ["x", "y"][location];
        cells.push(format!(
            "atom.{order}.{scope}.{op} r{register}, {name}, {operands}"
        ));
        register
    }

    fn order(&self, rng: &mut Rng) -> (&'static str, &'static str) {
        let order = match self.family {
            Family::Hrf => rng.pick(&["acq_rel", "acq_rel", "acquire", "release"]),
            Family::Ugpu => "relaxed",
            Family::Coherence | Family::Ptx | Family::Reductions => {
                rng.pick(&["relaxed", "relaxed", "acq_rel", "acquire", "release"])
            }
        };
        let scope = if self.wide {
            "gpu"
        } else {
            rng.pick(&["gpu", "gpu", "cta"])
        };
        (order, scope)
    }
}
