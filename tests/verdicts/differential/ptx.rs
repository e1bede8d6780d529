//! The PTX models: the solver, the enumerator, and the models as users of another tool write them.

#![expect(clippy::panic, reason = "a test that cannot run should fail")]

use std::collections::BTreeMap;
use std::path::Path;

use gpu_litmus::Model;
use gpu_litmus::Program;
use gpu_litmus::explicit::Switches;
use gpu_litmus::load;
use gpu_litmus::testing::{Family, generate};

use super::support::{enumerated, seeds, solved, summary};

const MODELS: [&str; 2] = ["ptx-6.0", "ptx-7.5"];

fn program(seed: u64) -> Program {
    let text = generate(seed, Family::Ptx);
    load(&format!("seed-{seed}"), &text).unwrap_or_else(|report| panic!("{report}\n{text}"))
}

#[test]
fn the_engines_agree_on_ptx() {
    let mut verdicts: BTreeMap<(&str, String), usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    let (mut compared, mut too_large) = (0, 0);
    for seed in seeds() {
        let program = program(seed);
        for name in MODELS {
            let Some(expected) = enumerated(&program, name, Switches::ALL) else {
                too_large += 1;
                continue;
            };
            let outcome = solved(&program, &Model::find(name).unwrap(), false);
            let found = summary(&outcome);
            compared += 1;
            *verdicts.entry((name, found.0.clone())).or_default() += 1;
            // Without a quantity, the enumeration was not finished, or the bound matters.
            let open = expected.1.is_none() && found.0 == expected.0;
            if found != expected && !open {
                wrong.push(format!(
                    "seed {seed}, {name}: enumerated {expected:?}, solved {found:?} {:?}\n{}",
                    outcome.notes(),
                    program.source.text
                ));
            }
        }
    }
    println!("{compared} compared, {too_large} too large to enumerate; {verdicts:?}");
    assert!(
        wrong.is_empty(),
        "{} disagree:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(too_large * 10 <= compared, "too many tests are too large");
}

#[test]
fn models_in_the_usual_dialect_agree_with_the_built_in_ones() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    for name in MODELS {
        let path = folder.join(format!("dialect-{name}.cat"));
        let users = Model::find(path.to_str().unwrap()).unwrap_or_else(|error| panic!("{error}"));
        let own = Model::find(name).unwrap();
        let mut differ = Vec::new();
        for seed in seeds().take(200) {
            let program = program(seed);
            let (theirs, ours) = (
                solved(&program, &users, false),
                solved(&program, &own, false),
            );
            if summary(&theirs) != summary(&ours) {
                differ.push((seed, summary(&theirs), summary(&ours)));
            }
        }
        assert!(differ.is_empty(), "{name}: {differ:?}");
    }
}
