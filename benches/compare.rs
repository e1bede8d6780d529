//! The solver beside the enumerator in one run, as the tables of `docs/performance.md`.
//!
//! `cargo bench --bench compare`; the limit of one enumeration is `GPU_LITMUS_LIMIT` seconds (10).

#![expect(clippy::expect_used, reason = "a test that cannot run should fail")]

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use gpu_litmus::Model;
use gpu_litmus::Program;
use gpu_litmus::check;
use gpu_litmus::explicit;
use gpu_litmus::explicit::{Limits, Switches};
use gpu_litmus::load;
use gpu_litmus::stop::Stop;
use gpu_litmus::testing::{Family, family, generate};
use gpu_litmus::ugpu::machine as ugpu;
use gpu_litmus::verdict::query::Options;

fn verdict() -> Options {
    Options {
        bound: 2,
        timeout: None,
        quantity: false,
        reason: false,
        flags: false,
        ..Options::default()
    }
}

/// The generated tests, and the models that are asked of each.
const SMALL: [(Family, &[&str]); 4] = [
    (Family::Coherence, &["sc", "plain", "strict", "tso"]),
    (Family::Ugpu, &["ugpu-weak", "ugpu-coherent", "ugpu-strong"]),
    (Family::Hrf, &["hrf-indirect", "hrf-rsp"]),
    (Family::Ptx, &["ptx-6.0", "ptx-7.5"]),
];

fn main() {
    // `cargo test --all-targets` runs benches too, without the argument that `cargo bench` gives.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    println!(
        "| model | tests | median | 90 % | slowest | with quantity and reason, median \
         | without a solver: median | 90 % | in all, beside the solver's |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (tests, models) in SMALL {
        small(tests, models);
    }
    growing();
}

fn limit() -> Duration {
    let seconds = std::env::var("GPU_LITMUS_LIMIT").ok();
    Duration::from_secs(seconds.and_then(|text| text.parse().ok()).unwrap_or(10))
}

/// Distinct small tests, from text to verdict.
fn small(tests: Family, models: &[&str]) {
    let texts: BTreeSet<String> = (0..1000)
        .map(|seed| generate(seed, tests))
        .filter(|text| {
            let program = load("bench", text).expect("valid");
            let events: usize = program.threads.iter().map(|thread| thread.code.len()).sum();
            program.threads.len() <= 4 && events <= 12
        })
        .collect();
    for name in models {
        let model = Model::find(name).expect("a model");
        let solver = |options: &Options| {
            times(&texts, |program| {
                std::hint::black_box(check(program, &model, options).expect("short"));
            })
        };
        solver(&verdict());
        let (verdict, full) = (solver(&verdict()), solver(&Options::default()));
        let enumerator = times(&texts, |program| {
            std::hint::black_box(enumerate(program, &model));
        });
        let (count, total) = (verdict.len(), |times: &[Duration]| {
            times.iter().sum::<Duration>().as_secs_f64()
        });
        println!(
            "| {name} | {count} | {:.0?} | {:.0?} | {:.1?} | {:.0?} | {:.0?} | {:.0?} | {:.1} |",
            verdict[count / 2],
            verdict[count * 9 / 10],
            verdict[count - 1],
            full[count / 2],
            enumerator[count / 2],
            enumerator[count * 9 / 10],
            total(&enumerator) / total(&verdict),
        );
    }
}

/// From text to verdict, sorted.
fn times(texts: &BTreeSet<String>, ask: impl Fn(&Program)) -> Vec<Duration> {
    let mut times: Vec<Duration> = texts
        .iter()
        .map(|text| {
            let start = Instant::now();
            ask(&load("bench", text).expect("valid"));
            start.elapsed()
        })
        .collect();
    times.sort();
    times
}

type Growing = (&'static str, fn(usize) -> String);

const FAMILIES: [Growing; 5] = [
    ("SB ring of n threads", family::sb_ring),
    ("IRIW with n readers", family::iriw),
    ("CoRR with n reads", family::corr),
    ("n writers to one location", family::writers),
    ("MP chain of n", family::mp_chain),
];

fn growing() {
    println!("\n| family | model | n | verdict | solver | without a solver |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for (name, family) in FAMILIES {
        for model in ["sc", "tso", "ugpu-weak", "ugpu-strong"] {
            let mut exploded = false;
            for n in [2, 3, 4, 6, 8, 12, 24] {
                row(name, model, n, &family(n), &mut exploded);
            }
        }
    }
}

fn row(family: &str, name: &str, n: usize, text: &str, exploded: &mut bool) {
    let program = load("bench", text).expect("valid");
    let model = Model::find(name).expect("a model");
    let start = Instant::now();
    let outcome = check(&program, &model, &verdict()).expect("short");
    let solver = start.elapsed();
    let enumerator = if *exploded {
        "–".to_owned()
    } else {
        let start = Instant::now();
        let open = enumerate(&program, &model);
        let time = start.elapsed();
        *exploded = open || time > limit();
        if *exploded {
            format!("over {:?}", limit())
        } else {
            format!("{time:.2?}")
        }
    };
    let verdict = outcome.verdict().name();
    println!("| {family} | {name} | {n} | {verdict} | {solver:.2?} | {enumerator} |");
}

/// Answers without the solver; tells whether a limit was reached.
fn enumerate(program: &Program, model: &Model) -> bool {
    if let Some(machine) = model.machine() {
        let limits = ugpu::Limits {
            states: u64::MAX,
            stop: Stop::after(limit()),
        };
        let answer = ugpu::check(program, machine, &limits, 2, ugpu::Bends::NONE);
        let verdict = answer.map(|answer| answer.verdict);
        return matches!(verdict, Ok(ugpu::Verdict::Unknown) | Err(_));
    }
    let limits = Limits {
        candidates: u64::MAX,
        stop: Stop::after(limit()),
    };
    let known = explicit::Model::from_name(&model.name).expect("a model of both");
    let answer = explicit::check(program, known, &limits, 2, &Switches::ALL);
    let verdict = answer.map(|answer| answer.verdict);
    matches!(verdict, Ok(explicit::Verdict::Unknown) | Err(_))
}
