//! Every reason suffices, and no member of it can be dropped.

use std::sync::Arc;

use gpu_litmus::Model;
use gpu_litmus::axiomatic::encoding::Goal;
use gpu_litmus::axiomatic::reason::suffices;
use gpu_litmus::program::unroll::unroll;
use gpu_litmus::sat::session::Limits;
use gpu_litmus::verdict::outcome::{Item, Verdict};

use super::support::{BOUND, MODELS, program, seeds, solved};

#[test]
fn every_reason_suffices_and_is_irreducible() {
    let mut checked = 0;
    let mut members = 0;
    for seed in seeds() {
        let program = program(seed);
        for name in MODELS {
            let model = Model::find(name).unwrap();
            let outcome = solved(&program, &model, true);
            let Some(reason) = outcome.reason else {
                assert_ne!(
                    outcome.verdict(),
                    Verdict::Unreachable,
                    "seed {seed}, {name}"
                );
                continue;
            };
            assert!(reason.minimal, "seed {seed}, {name}");
            let unrolled = Arc::new(unroll(&program, BOUND).unwrap());
            let goal = if reason.of_opposite {
                Goal::Opposite
            } else {
                Goal::Condition
            };
            let axioms = model.axiomatic().unwrap();
            let enough = |items: &[Item]| {
                suffices(&program, &unrolled, axioms, goal, items, &Limits::default()).unwrap()
            };
            assert!(enough(&reason.items), "seed {seed}, {name}: not enough");
            for dropped in 0..reason.items.len() {
                let mut rest = reason.items.clone();
                let item = rest.remove(dropped);
                assert!(
                    !enough(&rest),
                    "seed {seed}, {name}: {item:?} is not needed"
                );
                members += 1;
            }
            checked += 1;
        }
    }
    println!("{checked} reasons, {members} members");
    assert!(
        checked >= 100,
        "too few reasons to mean anything: {checked}"
    );
}

/// What values there are may not be taken for granted where it rests on an axiom.
#[test]
fn a_reason_names_the_axiom_against_thin_air() {
    let text = "PTX LB\n{}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\nld.weak r0, x | ld.weak r0, y ;\n\
                st.weak y, r0 | st.weak x, r0 ;\nexists (P0:r0 == 1 /\\ P1:r0 == 1)";
    let program = gpu_litmus::load("lb.litmus", text).unwrap();
    let model = Model::find("plain").unwrap();
    let reason = solved(&program, &model, true).reason.unwrap();
    let axioms = &model.axiomatic().unwrap().definition.axioms;
    let named = reason
        .items
        .iter()
        .any(|item| matches!(item, Item::Axiom(index) if axioms[*index].name == "no-thin-air"));
    assert!(named, "{reason:?}");
}
