//! The solver beside the enumerator in one run, as the tables of `docs/performance.md`.
//!
//! `cargo bench --bench compare`; the limit of one enumeration is `GPU_LITMUS_LIMIT` seconds (10).

#![expect(clippy::expect_used, reason = "a test that cannot run should fail")]

use std::time::{Duration, Instant};

use gpu_litmus::explicit::{self, Limits, Switches};
use gpu_litmus::generate::{Family, family, generate};
use gpu_litmus::solve::check::Options;
use gpu_litmus::{Model, check, load};

const VERDICT: Options = Options {
    bound: 2,
    timeout: None,
    quantity: false,
    reason: false,
    flags: false,
};

const MODELS: [&str; 4] = ["sc", "plain", "strict", "tso"];

fn main() {
    // `cargo test --all-targets` runs benches too, without the argument that `cargo bench` gives.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    small();
    growing();
}

fn limit() -> Duration {
    let seconds = std::env::var("GPU_LITMUS_LIMIT").ok();
    Duration::from_secs(seconds.and_then(|text| text.parse().ok()).unwrap_or(10))
}

/// Distinct small tests, from text to verdict.
fn small() {
    let texts: Vec<String> = (0..1000)
        .map(|seed| generate(seed, Family::Coherence))
        .filter(|text| {
            let program = load("bench", text).expect("valid");
            let events: usize = program.threads.iter().map(|thread| thread.code.len()).sum();
            program.threads.len() <= 4 && events <= 12
        })
        .collect();
    println!("| model | tests | median | 90 % | slowest | with quantity and reason, median |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for name in MODELS {
        let model = Model::find(name).expect("a model");
        let run = |options: &Options| {
            let mut times: Vec<Duration> = texts
                .iter()
                .map(|text| {
                    let start = Instant::now();
                    let program = load("bench", text).expect("valid");
                    std::hint::black_box(check(&program, &model, options).expect("short"));
                    start.elapsed()
                })
                .collect();
            times.sort();
            times
        };
        run(&VERDICT);
        let times = run(&VERDICT);
        let full = run(&Options::default());
        let count = times.len();
        println!(
            "| {name} | {count} | {:.0?} | {:.0?} | {:.1?} | {:.0?} |",
            times[count / 2],
            times[count * 9 / 10],
            times[count - 1],
            full[count / 2]
        );
    }
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
    println!("\n| family | model | n | verdict | solver | enumerator |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for (name, family) in FAMILIES {
        for model in ["sc", "tso"] {
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
    let outcome = check(&program, &model, &VERDICT).expect("short");
    let solver = start.elapsed();
    let enumerator = if *exploded {
        "–".to_owned()
    } else {
        let limits = Limits {
            candidates: u64::MAX,
            time: limit(),
        };
        let explicit = explicit::Model::from_name(name).expect("a model of both");
        let start = Instant::now();
        let answer = explicit::check(&program, explicit, &limits, 2, &Switches::ALL);
        let time = start.elapsed();
        let open = matches!(
            answer.map(|answer| answer.verdict),
            Ok(explicit::Verdict::Unknown(_)) | Err(_)
        );
        *exploded = open || time > limit();
        if *exploded {
            format!("over {:?}", limit())
        } else {
            format!("{time:.2?}")
        }
    };
    let verdict = outcome.verdict.name();
    println!("| {family} | {name} | {n} | {verdict} | {solver:.2?} | {enumerator} |");
}
