//! Verdict and quantity agree on every generated test.

use std::collections::BTreeMap;

use gpu_litmus::Model;
use gpu_litmus::explicit::Switches;

use super::support::{MODELS, enumerated, program, seeds, solved, summary};

#[test]
fn the_engines_agree_and_the_tests_are_not_one_sided() {
    let mut verdicts: BTreeMap<(&str, String), usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    let (mut compared, mut too_large) = (0, 0);
    for seed in seeds() {
        let program = program(seed);
        for name in MODELS {
            let model = Model::find(name).unwrap();
            let Some(expected) = enumerated(&program, name, Switches::ALL) else {
                too_large += 1;
                continue;
            };
            let outcome = solved(&program, &model, false);
            let found = summary(&outcome);
            compared += 1;
            *verdicts.entry((name, found.0.clone())).or_default() += 1;
            if found != expected {
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
    assert!(too_large * 20 <= compared, "too many tests are too large");
    for name in MODELS {
        let of_model = verdicts.iter().filter(|((model, _), _)| *model == name);
        let total: usize = of_model.clone().map(|(_, count)| count).sum();
        for ((_, verdict), count) in of_model {
            assert!(
                count * 10 <= total * 8,
                "{name}: {count} of {total} are {verdict}"
            );
        }
    }
}
