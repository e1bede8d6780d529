//! Events that no execution of a launch has together, said beforehand or found out: under every model the same is left, and
//! the same waits for ever.

use std::sync::Arc;

use super::generator::kernel;
use super::support::{all, interleaved, setup, weak};
use gpu_litmus::kernel::lower::lowered::Lowered;
use gpu_litmus::kernel::report::weak::Said;
use gpu_litmus::program::apart::Apart;
use gpu_litmus::program::symbolic::EventId;
use rstest::rstest;

/// How many pairs there are; none from now on.
fn forget(lowered: &mut Lowered) -> usize {
    let unrolled = Arc::make_mut(&mut lowered.unrolled);
    let apart = std::mem::take(&mut unrolled.apart);
    let events = 0..unrolled.events.len();
    let pairs: usize = events.map(|event| apart.of(EventId(event)).len()).sum();
    assert!(pairs % 2 == 0, "what is apart is so both ways");
    pairs / 2
}

#[rstest]
fn what_is_said_to_be_apart_is_apart(#[values("sc", "ptx-7.5")] model: &str) {
    let (mut compared, mut pairs) = (0, 0);
    for seed in 0..24 {
        let kernel = kernel(seed);
        let setup = setup(&kernel.launch, &kernel.module);
        let Some(exploration) = interleaved(&setup) else {
            continue;
        };
        let Some(said) = weak(&setup, &exploration, model) else {
            continue;
        };
        let Some(mut found_out) = weak(&setup, &exploration, model) else {
            continue;
        };
        pairs += forget(&mut found_out.plain) + forget(&mut found_out.stuck);
        let waits = [&said, &found_out].map(|one| matches!(one.blocked(), Said::Run(_)));
        assert_eq!(waits[0], waits[1], "seed {seed}\n{}", kernel.module);
        let [Some(mut one), Some(mut other)] = [&said, &found_out].map(|one| all(one, &[])) else {
            continue;
        };
        one.sort();
        other.sort();
        assert_eq!(one, other, "seed {seed}\n{}", kernel.module);
        compared += 1;
    }
    println!("{compared} compared, {pairs} pairs apart");
    assert!(
        compared > 12 && pairs > 100,
        "{compared} compared, {pairs} pairs apart"
    );
}

#[test]
fn a_pair_is_apart_both_ways() {
    let mut apart = Apart::default();
    apart.insert(EventId(3), EventId(1));
    apart.insert(EventId(3), EventId(1));
    apart.insert(EventId(3), EventId(0));
    assert_eq!(apart.of(EventId(3)), [EventId(0), EventId(1)]);
    assert_eq!(apart.of(EventId(1)), [EventId(3)]);
    assert_eq!(apart.of(EventId(2)), []);
    assert_eq!(apart.of(EventId(7)), []);
}
