//! Reasons for the answers of a suite under `GPU_LITMUS_SUITES`.

use crate::hrf_reasons::every_reason_is_sound;
use crate::suites::tests;

#[test]
#[ignore = "needs GPU_LITMUS_SUITES"]
fn every_reason_suffices_and_is_irreducible() {
    let [of_outcomes, of_races, roles] = every_reason_is_sound(&tests("random/hrf", 100));
    println!("{of_outcomes} of outcomes, {of_races} of races with {roles} roles");
    assert!(of_outcomes >= 40 && of_races >= 100 && roles >= 30);
}
