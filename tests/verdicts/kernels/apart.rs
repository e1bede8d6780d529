//! Events that are said to be apart: without that, under every model, no execution has both, and what is left and what waits
//! for ever are the same.

use std::sync::Arc;

use super::generator::kernel;
use super::polled;
use super::support::{all, interleaved, setup, weak};
use gpu_litmus::execution::concrete::Execution;
use gpu_litmus::kernel::lower::lowered::Lowered;
use gpu_litmus::kernel::report::weak::{Said, Weak};
use gpu_litmus::program::apart::Apart;
use gpu_litmus::program::symbolic::EventId;
use rstest::rstest;

/// What was said to be apart; nothing is from now on.
fn forget(lowered: &mut Lowered) -> Apart {
    std::mem::take(&mut Arc::make_mut(&mut lowered.unrolled).apart)
}

/// How many events an execution has that others are apart from, which it has not.
fn without_others(execution: &Execution, apart: &Apart, name: &str) -> usize {
    let events = execution.events.keys();
    let alone = events.filter(|event| {
        let others = apart.of(**event);
        let both = others
            .iter()
            .find(|other| execution.events.contains_key(other));
        assert_eq!(both, None, "{name}: {event:?} is not apart from it");
        !others.is_empty()
    });
    alone.count()
}

/// Compares a launch with the same of which nothing is said; how many events could have been seen not to be apart.
fn compare(launch: &str, module: &str, model: &str) -> Option<usize> {
    let setup = setup(launch, module);
    let exploration = interleaved(&setup)?;
    let said = weak(&setup, &exploration, model)?;
    let mut found_out = weak(&setup, &exploration, model)?;
    let (plain, stuck) = (forget(&mut found_out.plain), forget(&mut found_out.stuck));
    let mut events = 0;
    let waits = [&said, &found_out].map(Weak::blocked);
    if let Said::Run(execution) = &waits[1] {
        events += without_others(execution, &stuck, module);
    }
    let waits = waits.map(|one| matches!(one, Said::Run(_)));
    assert_eq!(waits[0], waits[1], "{module}");
    let mut left = all(&said, &[])?;
    let mut found = Vec::new();
    while let Said::Run(execution) = found_out.beyond(&found) {
        events += without_others(&execution, &plain, module);
        found.push(found_out.left(&execution));
    }
    left.sort();
    found.sort();
    assert_eq!(left, found, "{module}");
    Some(events)
}

#[rstest]
fn what_is_said_to_be_apart_is_apart(#[values("sc", "ptx-7.5")] model: &str) {
    let random = (0..16).filter_map(|seed| {
        let kernel = kernel(seed);
        compare(&kernel.launch, &kernel.module, model)
    });
    let polls = (0..8).filter_map(|seed| compare(polled::LAUNCH, &polled::module(seed), model));
    let compared: Vec<usize> = random.chain(polls).collect();
    println!("{compared:?}");
    let with_some = compared.iter().filter(|events| **events > 0).count();
    assert!(with_some > 6, "too few events apart: {compared:?}");
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
