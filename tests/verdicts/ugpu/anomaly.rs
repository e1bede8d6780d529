//! Adding a fence can add a behaviour: weak coherence (Fig. 3.3 of the thesis) with the threads in
//! blocks 0, 0, 0, 1, with and without a block fence after each store.

use gpu_litmus::ugpu::machine::{Model, Quantity, Rule, replay};

use super::support::{explore, litmus, program, verdicts};

fn test(after_store: &str) -> String {
    let reader = "ld.weak r1, a; membar.cta; ld.weak r2, a";
    let threads = [
        (0, format!("st.weak a, 1; {after_store}")),
        (0, format!("st.weak a, 2; {after_store}")),
        (0, reader.to_owned()),
        (1, reader.to_owned()),
    ];
    let condition = "exists (P2:r1 == 1 /\\ P2:r2 == 2 /\\ P3:r1 == 2 /\\ P3:r2 == 1)";
    litmus("a = 0;", &threads, condition)
}

#[test]
fn a_fence_adds_a_behaviour() {
    assert_eq!(verdicts(&test("")), "uuu");
    assert_eq!(verdicts(&test("membar.cta")), "RRu");
}

#[test]
fn its_schedule_replays() {
    let program = program(&test("membar.cta"));
    for model in [Model::Weak, Model::Coherent] {
        let answer = explore(&program, model);
        assert_eq!(answer.quantity, Some(Quantity::Sometimes));
        let witness = answer.witness.expect("it is reachable");
        let end = replay(&program, model, &witness.schedule).expect("it replays");
        assert!(end.satisfies(&program.condition));
        assert_eq!(end, witness.end);
        // Both stores are delivered to the block by their fences, and only then shared further.
        let shares = witness.schedule.steps.iter();
        let shares = shares.filter(|step| step.rule == Rule::Share).count();
        assert!(shares >= 1);
        // No step can be left out: what comes after would not be possible, or not be the same.
        for left_out in 0..witness.schedule.steps.len() {
            let mut shorter = witness.schedule.clone();
            shorter.steps.remove(left_out);
            assert!(replay(&program, model, &shorter).is_err(), "{left_out}");
        }
    }
}
