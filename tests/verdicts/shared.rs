//! What questions about one test share changes no answer: whatever was asked before, a model answers as it
//! does alone, witness and reason included.

use gpu_litmus::axiomatic::shared::{Events, Frames};
use gpu_litmus::engine::check_on;
use gpu_litmus::model::registry::built_in;
use gpu_litmus::testing::{Family, generate};
use gpu_litmus::verdict::query::Options;
use gpu_litmus::{Model, check, load};

/// Many tests have loops, or `atom.cas`, which need gates that only some models ask for.
#[test]
fn answers_do_not_depend_on_what_was_asked_before() {
    let options = Options::default();
    let models: Vec<&Model> = built_in().iter().collect();
    for seed in 0..12 {
        for family in [Family::Coherence, Family::Ptx] {
            let program = load("shared.litmus", &generate(seed, family)).unwrap();
            let events = Events::new(&program, options.bound);
            let frames = Frames::kept(&events);
            let both_ways = models.iter().chain(models.iter().rev());
            for model in both_ways {
                let shared = check_on(&frames, model, &options).unwrap();
                let alone = check(&program, model, &options).unwrap();
                assert_eq!(
                    format!("{shared:?}"),
                    format!("{alone:?}"),
                    "seed {seed} of {family:?} under {}",
                    model.name
                );
            }
        }
    }
}
