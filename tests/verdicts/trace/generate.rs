//! Random small logs, as text.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]
#![expect(clippy::struct_excessive_bools, reason = "switches of a generator")]

use std::fmt::Write as _;

/// Random numbers from a seed (splitmix64).
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % count.max(1) as u64).unwrap()
    }

    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }
}

/// What logs have.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Values are written once.
    pub distinct: bool,
    /// Times.
    pub timed: bool,
    /// Fences, barriers, orders.
    pub fenced: bool,
    /// Write-backs.
    pub backs: bool,
    /// At most so many events.
    pub events: usize,
}

/// A log.
pub fn log(rng: &mut Rng, kind: Kind) -> String {
    let threads = rng.between(2, 3);
    let places = rng.between(1, 2);
    let count = rng.between(3, kind.events);
    let known = rng.below(2) == 0;
    let mut out = String::from("trace 1\n");
    if known {
        out.push_str("init * = 0\n");
    }
    // Values first, so that reads may read what is written later.
    let plan: Vec<(usize, usize, usize)> = (0..count)
        .map(|_| {
            (
                rng.below(threads),
                rng.below(places),
                rng.below(if kind.fenced { 12 } else { 8 }),
            )
        })
        .collect();
    let mut written: Vec<Vec<usize>> = vec![vec![0]; places];
    let mut values = Vec::new();
    for (number, (_, place, what)) in plan.iter().enumerate() {
        let value = if kind.distinct {
            number + 1
        } else {
            rng.between(1, 2)
        };
        values.push(value);
        if matches!(what, 0..=2 | 6) {
            written[*place].push(value);
        }
    }
    let mut clock = vec![0_usize; threads];
    let mut pending: Vec<Vec<Option<usize>>> = vec![vec![None; places]; threads];
    for (number, (thread, place, what)) in plan.iter().enumerate() {
        let seen = &written[*place];
        let read = seen[rng.below(seen.len())];
        let order = |rng: &mut Rng, order: &str| {
            if kind.fenced && rng.below(3) == 0 {
                format!(".{order}")
            } else {
                String::new()
            }
        };
        let name = ["x", "y"][*place];
        let line = match what {
            0..=2 => format!("S{} {name} {}", order(rng, "release"), values[number]),
            3..=5 => format!("L{} {name} {read}", order(rng, "acquire")),
            6 => format!(
                "U{} {name} {read}>{}",
                order(rng, "acq_rel"),
                values[number]
            ),
            7 => format!("U {name} {read}>-"),
            8 | 9 => "F".to_owned(),
            _ => "B b".to_owned(),
        };
        let time = if kind.timed && rng.below(8) > 0 {
            let start = clock[*thread] + rng.below(3);
            let end = start + rng.below(4);
            clock[*thread] = if rng.below(2) == 0 { end } else { start };
            format!(" @{start}..{end}")
        } else {
            String::new()
        };
        let _ = writeln!(out, "e{number}: T{thread} {line}{time}");
        match what {
            0..=2 => pending[*thread][*place] = Some(values[number]),
            6 => pending[*thread][*place] = None,
            _ => {}
        }
        if kind.backs && rng.below(3) == 0 {
            let (thread, place) = (rng.below(threads), rng.below(places));
            if let Some(value) = pending[thread][place].take() {
                let start = clock[thread] + rng.below(3);
                let time = if kind.timed {
                    format!(" @{start}")
                } else {
                    String::new()
                };
                clock[thread] = clock[thread].max(start);
                let _ = writeln!(out, "T{thread} WB {} {value}{time}", ["x", "y"][place]);
            }
        }
    }
    out
}
