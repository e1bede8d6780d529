//! The solver, with the clauses that help it count, against the enumerator and the explorer.
//!
//! `GPU_LITMUS_SEEDS` says how many seeds, `GPU_LITMUS_FIRST_SEED` where to start.

use std::collections::BTreeMap;

use gpu_litmus::explicit::Switches;
use gpu_litmus::testing::{Family, counters};
use gpu_litmus::ugpu::machine::Model as Machine;
use gpu_litmus::{Model, load};

use crate::differential::support::{enumerated_within, solved, summary};
use crate::ugpu::agreement::compare;

/// Which tests are for which models.
pub const FAMILIES: [(Family, &[&str]); 4] = [
    (Family::Coherence, &["sc", "plain", "strict", "tso"]),
    (Family::Ptx, &["ptx-6.0", "ptx-7.5"]),
    (
        Family::Hrf,
        &["hrf-direct", "hrf-indirect", "hrf-relaxed", "hrf-rsp"],
    ),
    (Family::Ugpu, &["ugpu-weak", "ugpu-coherent", "ugpu-strong"]),
];

/// The seeds of this run.
pub fn seeds(default: u64) -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let first = number("GPU_LITMUS_FIRST_SEED").unwrap_or(0);
    first..first + number("GPU_LITMUS_SEEDS").unwrap_or(default)
}

/// How far the enumerator goes: a second at most, and far where many seeds are asked for.
fn candidates() -> u64 {
    if std::env::var_os("GPU_LITMUS_SEEDS").is_some() {
        300_000
    } else {
        8_000
    }
}

#[test]
fn the_enumerator_agrees_on_counters() {
    let mut verdicts: BTreeMap<(&str, String), usize> = BTreeMap::new();
    let (mut compared, mut too_large) = (0, 0);
    for (family, models) in &FAMILIES[..3] {
        for seed in seeds(40) {
            let text = counters(seed, *family);
            let program = load(&format!("counters-{seed}"), &text)
                .unwrap_or_else(|report| panic!("{report}\n{text}"));
            for name in *models {
                let enumerated = enumerated_within(&program, name, Switches::ALL, candidates());
                let Some(expected) = enumerated else {
                    too_large += 1;
                    continue;
                };
                let outcome = solved(&program, &Model::find(name).unwrap(), seed % 8 == 0);
                let found = summary(&outcome);
                compared += 1;
                *verdicts.entry((name, found.0.clone())).or_default() += 1;
                // Without a quantity, the enumeration was not finished.
                let open = expected.1.is_none() && found.0 == expected.0;
                assert!(
                    found == expected || open,
                    "seed {seed}, {name}: enumerated {expected:?}, solved {found:?} {:?}\n{text}",
                    outcome.notes()
                );
            }
        }
    }
    println!("{compared} compared, {too_large} too large to enumerate; {verdicts:?}");
    assert!(compared > 150, "only {compared}: too many are too large");
    for name in ["sc", "ptx-7.5", "hrf-rsp"] {
        for verdict in ["reachable", "unreachable"] {
            let key = (name, verdict.to_owned());
            assert!(verdicts.contains_key(&key), "{name}: none is {verdict}");
        }
    }
}

#[test]
fn the_explorer_agrees_on_counters() {
    let mut compared = 0;
    for seed in seeds(60) {
        let text = counters(seed, Family::Ugpu);
        for machine in Machine::ALL {
            compared += usize::from(compare(&text, machine));
        }
    }
    assert!(compared > 60, "{compared} compared");
}
