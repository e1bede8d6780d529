//! The same as by default, at length: `make long`.

use gpu_litmus::testing::Family;

use super::{left_out, many, polled, printed, random, sizes};

/// How many seeds: `GPU_LITMUS_SEEDS`, or these.
fn seeds(most: u64) -> u64 {
    let asked = std::env::var("GPU_LITMUS_SEEDS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(most)
}

#[test]
#[ignore = "takes minutes"]
fn random_kernels() {
    random::compare(1_000, seeds(2_000));
}

#[test]
#[ignore = "takes minutes"]
fn random_kernels_with_too_many_orders() {
    many::compare(1_000, seeds(1_000));
}

#[test]
#[ignore = "takes minutes"]
fn random_kernels_of_several_sizes() {
    sizes::compare_all(1_000, seeds(300));
}

#[test]
#[ignore = "takes minutes"]
fn printed_tests() {
    printed::generated(1_000, seeds(1_000), Family::Ptx);
    printed::generated(1_000, seeds(1_000), Family::Reductions);
}

#[test]
#[ignore = "takes minutes"]
fn random_kernels_that_vote() {
    polled::compare(12, seeds(1_000));
}

#[test]
#[ignore = "takes minutes"]
fn laps_that_change_nothing() {
    left_out::compare(1_000, seeds(1_000));
}
