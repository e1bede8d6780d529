//! What the differential tests share.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use gpu_litmus::Model;
use gpu_litmus::Program;
use gpu_litmus::check;
use gpu_litmus::explicit;
use gpu_litmus::explicit::{Limits, Switches};
use gpu_litmus::load;
use gpu_litmus::sat::engine::Engine;
use gpu_litmus::stop::Open;
use gpu_litmus::testing::{Family, generate};
use gpu_litmus::verdict::outcome::Outcome;
use gpu_litmus::verdict::query::Options;

/// The models of both engines.
pub const MODELS: [&str; 4] = ["sc", "plain", "strict", "tso"];

/// The loop bound of the differential tests.
pub const BOUND: usize = 2;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

/// The seeds of this run: a hundred, and as many as are asked for in `make long`.
pub fn seeds() -> std::ops::Range<u64> {
    let first = number("GPU_LITMUS_FIRST_SEED", 0);
    first..first + number("GPU_LITMUS_SEEDS", 100)
}

/// Seeds whose tests notice what few others do: fences of `tso`, and the address and control parts
/// of `no-thin-air`.
const SHARP: [u64; 7] = [103, 105, 123, 136, 580, 582, 1088];

/// The seeds of this run, with the sharp ones before them.
pub fn sharp_seeds() -> impl Iterator<Item = u64> {
    SHARP.into_iter().chain(seeds())
}

/// The test of a seed.
pub fn program(seed: u64) -> Program {
    let text = generate(seed, Family::Coherence);
    load(&format!("seed-{seed}"), &text).unwrap_or_else(|report| panic!("{report}\n{text}"))
}

/// The answer of both solvers; with a reason that of the default engine.
pub fn solved(program: &Program, model: &Model, reason: bool) -> Outcome {
    let options = Options {
        bound: BOUND,
        reason,
        engine: if reason { Engine::Auto } else { Engine::Both },
        ..Options::default()
    };
    check(program, model, &options).unwrap_or_else(|report| panic!("{report}"))
}

/// The enumerator's answer, or none if the test is too large for it.
pub fn enumerated(
    program: &Program,
    model: &str,
    switches: Switches,
) -> Option<(String, Option<String>)> {
    enumerated_within(program, model, switches, 300_000)
}

/// The same; too large is what has more candidates than so many.
pub fn enumerated_within(
    program: &Program,
    model: &str,
    switches: Switches,
    candidates: u64,
) -> Option<(String, Option<String>)> {
    let model = explicit::Model::from_name(model).expect("a model of the enumerator");
    let limits = Limits {
        candidates,
        stop: gpu_litmus::stop::Stop::after(std::time::Duration::from_secs(20)),
    };
    let answer = explicit::check(program, model, &limits, BOUND, &switches).expect("supported");
    let limited =
        answer.verdict == explicit::Verdict::Unknown && matches!(answer.open, Some(Open::Size(_)));
    let quantity = answer.quantity.map(|quantity| quantity.name().to_owned());
    (!limited).then(|| (answer.verdict.name().to_owned(), quantity))
}

/// An answer in the enumerator's words.
pub fn summary(outcome: &Outcome) -> (String, Option<String>) {
    (
        outcome.verdict().name().to_owned(),
        outcome.quantity.map(|quantity| quantity.name().to_owned()),
    )
}
