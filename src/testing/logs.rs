//! Random small logs of loads and stores, as text for `trace`.
#![expect(clippy::struct_excessive_bools, reason = "switches of a generator")]

use std::fmt::Write as _;

pub use super::rng::Rng;

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
#[must_use]
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

/// Logs of what random ones hardly ever have: dependencies that turn a value out of thin air.
pub const DEPENDENT: [&str; 4] = [
    "trace 1\ninit * = 0\ne1: T1 L x 1\ne2: T1 S y 1 addr=e1\ne3: T2 L y 1\ne4: T2 S x 1 addr=e3\n",
    "trace 1\ninit * = 0\ne1: T1 L x 1\ne2: T1 S y 1 data=e1\ne3: T2 L y 1\ne4: T2 S x 1 data=e3\n",
    "trace 1\ninit * = 0\ne1: T1 L x 1\ne2: T1 S y 1 ctrl=e1\ne3: T2 L y 1\ne4: T2 S x 1 ctrl=e3\n",
    "trace 1\ninit * = 0\ne1: T1 S x 1\ne2: T1 F\ne3: T1 S y 1\ne4: T2 L y 1\ne5: T2 L x 0 ctrl=e4\n",
];

#[cfg(test)]
mod mutation;
