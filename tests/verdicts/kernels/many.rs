//! Launches with too many interleavings to look at: what the model says of them alone is what it says beside them.

use std::collections::BTreeMap;

use gpu_litmus::kernel::interpret::finding::Gap;
use gpu_litmus::kernel::report::answer::{Answer, Report};
use gpu_litmus::kernel::report::{ask, ask_knowing};

use super::support::{asked, interleaved, setup};
use super::{generator, sizes};

/// The answer to each check.
fn answers(report: &Report) -> BTreeMap<&str, Answer> {
    let checks = report.checks.iter();
    checks.map(|check| (check.name, check.answer)).collect()
}

/// Compares both for kernels from a seed on.
pub fn compare(first: u64, count: u64) {
    let asked = asked("ptx-7.5");
    let mut settled: BTreeMap<(String, String), usize> = BTreeMap::new();
    for seed in first..first + count {
        // Some race, others use memory at several sizes.
        let (launch, module) = if seed % 3 == 2 {
            let (module, launch) = sizes::kernel(seed);
            (launch, module)
        } else {
            let it = generator::kernel(seed);
            (it.launch, it.module)
        };
        let setup = setup(&launch, &module);
        let Some(mut runs) = interleaved(&setup) else {
            continue;
        };
        let beside = ask(&setup, &asked);
        // As if all runs but one were too many.
        runs.gaps.insert(Gap::Orders);
        runs.outcomes.truncate(1);
        runs.found.clear();
        runs.waiting.clear();
        runs.ways = None;
        let alone = ask_knowing(&setup, &asked, runs);
        let (beside, alone) = (answers(&beside), answers(&alone));
        for (name, answer) in &alone {
            let known = beside[name];
            assert!(
                answer.is_open() || *answer == known,
                "seed {seed}: {name} is {known:?}, and {answer:?} alone\n{launch}\n{module}"
            );
            *settled
                .entry(((*name).to_owned(), format!("{answer:?}")))
                .or_default() += 1;
        }
    }
    println!("{settled:?}");
    for (name, answer) in [
        ("races", "Holds"),
        ("races", "Violated"),
        ("robust", "Holds"),
        ("robust", "Violated"),
        ("barriers", "Holds"),
        ("asserts", "Holds"),
        ("memory", "Holds"),
    ] {
        let times = settled.get(&(name.to_owned(), answer.to_owned()));
        assert!(times.is_some(), "{name} never is {answer}: {settled:?}");
    }
}

#[test]
fn the_model_says_the_same_of_launches_with_too_many_orders() {
    compare(0, 24);
}
