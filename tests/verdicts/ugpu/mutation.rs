//! Each rule of the machine, dropped or bent, makes the answer to some generated test another one.

use gpu_litmus::Program;
use gpu_litmus::ugpu::machine::{Answer, Bend, Bends, Limits, Model, check};

use super::support::{BOUND, generated, litmus, program, verdicts};

/// The model under which a bend is looked for: the one it is about, else the weak one.
const fn model(bend: Bend) -> Model {
    match bend {
        Bend::StrongFenceSharesOwnOnly => Model::Strong,
        _ => Model::Weak,
    }
}

fn answer(program: &Program, model: Model, bends: Bends) -> Option<Answer> {
    let limits = Limits {
        states: 40_000,
        ..Limits::default()
    };
    let answer = check(program, model, &limits, BOUND, bends).expect("nothing is refused");
    (answer.states < limits.states).then_some(answer)
}

/// P0 has to borrow twice from P1, with a delivery in between that allows it; P2 can tell.
fn borrowing_twice() -> String {
    let threads = [
        "ld.weak r0, x; membar.gl; st.weak w, 1; membar.gl; ld.weak r1, x; membar.gl; st.weak z, 1",
        "st.weak x, 1; membar.gl; st.weak x, 2",
        "ld.weak r0, w; membar.gl; ld.weak r1, x; membar.gl; ld.weak r2, z; membar.gl; ld.weak r3, x",
    ];
    let threads = threads.iter().enumerate();
    let threads: Vec<(usize, String)> = threads
        .map(|(block, code)| (block, (*code).to_owned()))
        .collect();
    let outcome = "P0:r0 == 1 /\\ P0:r1 == 2 \
                   /\\ P2:r0 == 1 /\\ P2:r1 == 0 /\\ P2:r2 == 1 /\\ P2:r3 == 1";
    litmus(
        "x = 0; z = 0; w = 0;",
        &threads,
        &format!("exists ({outcome})"),
    )
}

/// A failed `cas` delivers nothing, so the store cannot get lost.
fn failing_cas() -> String {
    let threads = [
        (0, "atom.relaxed.cas r0, x, 5, 7".to_owned()),
        (0, "st.weak x, 1".to_owned()),
    ];
    litmus("x = 0;", &threads, "exists (x == 0)")
}

#[test]
fn the_handmade_tests_have_known_answers() {
    assert_eq!(verdicts(&borrowing_twice()), "RRu");
    assert_eq!(verdicts(&failing_cas()), "uuu");
}

/// Seeds whose tests notice what few others do.
const SHARP: [u64; 4] = [358, 420, 722, 2786];

#[test]
fn every_bend_is_noticed() {
    let mut alive: Vec<Bend> = Bend::NAMES.iter().map(|(bend, _)| *bend).collect();
    let handmade = [borrowing_twice(), failing_cas()].map(|text| program(&text));
    let seeds = SHARP.into_iter().chain(0..4000);
    for program in handmade.into_iter().chain(seeds.map(generated)) {
        if alive.is_empty() {
            break;
        }
        for model_asked in [Model::Weak, Model::Strong] {
            let Some(truth) = answer(&program, model_asked, Bends::NONE) else {
                continue;
            };
            alive.retain(|bend| {
                let asked = model(*bend) == model_asked;
                let bent = || answer(&program, model_asked, Bends::NONE.with(*bend));
                let noticed = asked
                    && bent().is_some_and(|bent| {
                        (bent.verdict, bent.quantity) != (truth.verdict, truth.quantity)
                    });
                !noticed
            });
        }
    }
    let names: Vec<&str> = alive.iter().map(|bend| bend.name()).collect();
    assert!(alive.is_empty(), "nothing notices {names:?}");
}
