//! Classical tests that grow, for benchmarks. All accesses are weak and all threads in blocks of
//! their own.

use super::draft::{Column, Draft};

/// Store buffering round a ring of `n` threads: each writes its own location and reads the next
/// one's. Can all read 0?
#[must_use]
pub fn sb_ring(n: usize) -> String {
    let threads = (0..n).map(|i| vec![store(i, 1), load(1, (i + 1) % n)]);
    let outcome = (0..n).map(|i| read(i, 1, 0));
    test(format!("sb-ring-{n}"), threads, outcome)
}

/// Independent reads of independent writes: two writers, and `n` readers that by turns see the one
/// before the other.
#[must_use]
pub fn iriw(n: usize) -> String {
    let writers = (0..2).map(|i| vec![store(i, 1)]);
    let readers = (0..n).map(|i| vec![load(1, i % 2), load(2, (i + 1) % 2)]);
    let outcome = (0..n).flat_map(|i| [read(i + 2, 1, 1), read(i + 2, 2, 0)]);
    test(format!("iriw-{n}"), writers.chain(readers), outcome)
}

/// Coherent reads: one writer, and a thread that reads `k` times. Can the value go away again?
#[must_use]
pub fn corr(k: usize) -> String {
    let reader = (1..=k).map(|i| load(i, 0)).collect();
    let outcome = [read(1, 1, 1), read(1, k, 0)];
    test(format!("corr-{k}"), [vec![store(0, 1)], reader], outcome)
}

/// `n` writers of one location, and two readers that see the first two values in different orders.
#[must_use]
pub fn writers(n: usize) -> String {
    let writers = (0..n).map(|i| vec![store(0, i + 1)]);
    let readers = (0..2).map(|_| vec![load(1, 0), load(2, 0)]);
    let outcome = [
        read(n, 1, 1),
        read(n, 2, 2),
        read(n + 1, 1, 2),
        read(n + 1, 2, 1),
    ];
    test(format!("writers-{n}"), writers.chain(readers), outcome)
}

/// Message passing through `n` intermediate threads. Can the message arrive without the data?
#[must_use]
pub fn mp_chain(n: usize) -> String {
    let first = vec![store(0, 1), store(1, 1)];
    let middle = (1..=n).map(|i| vec![load(1, i), store(i + 1, 1)]);
    let last = vec![load(1, n + 1), load(2, 0)];
    let outcome = (1..=n + 1)
        .map(|i| read(i, 1, 1))
        .chain([read(n + 1, 2, 0)]);
    let threads = std::iter::once(first).chain(middle).chain([last]);
    test(format!("mp-chain-{n}"), threads, outcome)
}

fn store(location: usize, value: usize) -> String {
    format!("st.weak x{location}, {value}")
}

fn load(register: usize, location: usize) -> String {
    format!("ld.weak r{register}, x{location}")
}

fn read(thread: usize, register: usize, value: usize) -> String {
    format!("P{thread}:r{register} == {value}")
}

fn test(
    name: String,
    threads: impl IntoIterator<Item = Vec<String>>,
    outcome: impl IntoIterator<Item = String>,
) -> String {
    let column = |(cta, cells)| Column {
        cta,
        cells,
        ..Column::default()
    };
    let draft = Draft {
        name,
        threads: threads.into_iter().enumerate().map(column).collect(),
        quantifier: "exists",
        condition: outcome.into_iter().collect(),
        ..Draft::default()
    };
    draft.render()
}
