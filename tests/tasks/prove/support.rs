//! What these tests share.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use gpu_litmus::Model;
use gpu_litmus::Program;
use gpu_litmus::load;
use gpu_litmus::testing::{Family, generate};
use gpu_litmus::verdict::query::Options;

/// The loop bound of these tests.
pub const BOUND: usize = 2;

pub fn options() -> Options {
    Options {
        bound: BOUND,
        ..Options::default()
    }
}

/// How many seeds are tried, unless `GPU_LITMUS_SEEDS` says otherwise.
pub fn seeds(usual: u64) -> std::ops::Range<u64> {
    let given = std::env::var("GPU_LITMUS_SEEDS");
    0..given.map_or(usual, |text| text.parse().unwrap())
}

pub fn text(seed: u64, model: &str) -> String {
    let family = match model {
        "ptx-6.0" => Family::Ptx,
        // Fences are all that these tests have to order with.
        _ if model.starts_with("ptx") || model.starts_with("ugpu") => Family::Ugpu,
        _ => Family::Coherence,
    };
    generate(seed, family)
}

pub fn program(text: &str) -> Program {
    load("t.litmus", text).unwrap_or_else(|report| panic!("{report}\n{text}"))
}

pub fn model(name: &str) -> Model {
    Model::find(name).unwrap()
}
