//! Loops whose laps leave nothing behind: the solver leaves them out and decides; the explorer takes
//! them all, to more laps than the bound, and must find nothing else.
//!
//! `GPU_LITMUS_SEEDS` says how many seeds, `GPU_LITMUS_FIRST_SEED` where to start.

use std::collections::BTreeMap;

use gpu_litmus::ugpu::machine::{Bends, Limits, Model, Quantity, Verdict, check};

use super::agreement::{number, solved};
use super::support::{BOUND, litmus, program};

/// Numbers from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[usize::try_from(self.below(words.len() as u64)).expect("it is small")]
    }
}

const FENCES: [&str; 4] = ["", "", "membar.cta", "membar.gl"];

/// A thread that writes, one that waits in a loop, and sometimes one that only writes or reads.
fn loops(seed: u64) -> String {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut writer = Vec::new();
    for _ in 0..2 + dice.below(2) {
        writer.push(dice.pick(&[
            "st.weak x, 1",
            "st.weak x, 2",
            "st.weak y, 1",
            "st.weak y, 2",
            "atom.relaxed.cta.exch _, y, 1",
            "atom.relaxed.gpu.exch _, y, 1",
            "atom.relaxed.gpu.exch _, x, 2",
        ]));
        writer.push(dice.pick(&FENCES));
    }
    writer.push(dice.pick(&[
        "st.weak y, 1",
        "atom.relaxed.gpu.exch _, y, 1",
        "st.weak x, 1",
    ]));
    let mut waiter = vec![dice.pick(&["", "", "st.weak x, 3", "st.weak y, 3", "membar.cta"])];
    waiter.push("L:");
    waiter.push(dice.pick(&["", "", "ld.weak r2, x", "ld.weak r2, y", "membar.gl"]));
    let wait = dice.pick(&[
        "ld.weak r1, y",
        "ld.weak r1, y",
        "atom.relaxed.gpu.cas r1, y, 1, 4",
        "ld.weak r1, x",
    ]);
    waiter.push(wait);
    waiter.push(dice.pick(&["", "", "", "membar.cta", "ld.weak r3, x", "add r4, r4, 1"]));
    waiter.push("bne r1, 1, L");
    waiter.push(dice.pick(&FENCES));
    waiter.push(dice.pick(&[
        "ld.weak r5, x",
        "ld.weak r5, y",
        "ld.weak r5, x",
        "st.weak x, 4",
    ]));
    let mut threads = vec![
        (0, writer.join(";")),
        (usize::from(dice.below(3) > 0), waiter.join(";")),
    ];
    if dice.below(3) == 0 {
        let more = dice.pick(&[
            "ld.weak r1, x; ld.weak r2, x",
            "st.weak x, 5",
            "st.weak y, 1",
        ]);
        threads.push((usize::from(dice.below(2) > 0), more.to_owned()));
    }
    let condition = dice.pick(&[
        "exists (P1:r5 == 0)",
        "exists (P1:r5 == 1)",
        "exists (P1:r5 == 2)",
        "exists (P1:r2 == 1 /\\ P1:r5 == 0)",
        "exists (P1:r2 == 2 /\\ P1:r5 == 1)",
        "exists (P1:r3 == 0 /\\ x == 2)",
        "exists (x == 3)",
        "exists (y == 3)",
        "exists (x == 0)",
        "forall (P1:r5 == 1)",
        "exists (P1:r4 == 2)",
    ]);
    let init = "x = 0; y = 0; P1:r2 = 0; P1:r3 = 0; P1:r4 = 0; P1:r5 = 0;";
    litmus(init, &threads, condition)
}

/// What the explorer finds with so many laps: verdict, quantity; nothing where it is too large.
fn found(text: &str, model: Model, bound: usize) -> Option<(Verdict, Option<Quantity>)> {
    let limits = Limits {
        states: 40_000,
        ..Limits::default()
    };
    let answer =
        check(&program(text), model, &limits, bound, Bends::NONE).expect("none is refused");
    let whole = answer.quantity.is_some() || answer.states < limits.states;
    whole.then_some((answer.verdict, answer.quantity))
}

#[test]
fn laps_that_are_left_out_decide_nothing() {
    let first = number("GPU_LITMUS_FIRST_SEED", 0);
    let mut wrong = Vec::new();
    let mut seen: BTreeMap<(Model, &str), usize> = BTreeMap::new();
    for seed in first..first + number("GPU_LITMUS_SEEDS", 30) {
        let text = loops(seed);
        for model in Model::ALL {
            let (answer, notes) = solved(&program(&text), model);
            *seen.entry((model, answer.0)).or_default() += 1;
            // What counts laps for nobody but itself matters to nobody.
            let counted = text.contains("add r4, r4, 1") && text.contains("P1:r4 ==");
            assert!(
                answer.0 != "unknown" || counted,
                "seed {seed}, {model:?}: {notes:?}\n{text}"
            );
            for bound in [BOUND, BOUND + 2] {
                let Some((verdict, quantity)) = found(&text, model, bound) else {
                    continue;
                };
                let quantity = quantity.map(Quantity::name);
                let missed = answer.0 == "unreachable" && verdict == Verdict::Reachable
                    || answer.1 == Some("always") && quantity.is_some_and(|each| each != "always");
                // What the explorer knows with the same bound, the solver knows.
                let less = bound == BOUND && quantity.is_some() && answer.1 != quantity;
                if missed || less {
                    let name = model.name();
                    wrong.push(format!(
                        "seed {seed}, {name}, {bound} laps: explored {verdict:?} {quantity:?}, solved \
                         {answer:?} {notes:?}\n{text}"
                    ));
                }
            }
        }
    }
    println!("{seen:?}");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    for model in Model::ALL {
        let open = seen.get(&(model, "unknown")).copied().unwrap_or(0);
        let never = seen.get(&(model, "unreachable")).copied().unwrap_or(0);
        assert!(never >= 4, "{model:?}: {never} unreachable, {open} open");
    }
}

/// How a thread waits: for a flag, for a lock, for its turn, for all others.
const WAITS: [(&str, &str, [&str; 2], &str); 4] = [
    (
        "flag",
        "data = 0; flag = 0;",
        [
            "st.weak data, 1; membar.gl; st.volatile flag, 1",
            "L:; ld.volatile r0, flag; bne r0, 1, L; membar.gl; ld.weak r1, data",
        ],
        "exists (P1:r1 == 0)",
    ),
    (
        "lock",
        "lock = 0; x = 0;",
        [
            "L:; atom.cas r0, lock, 0, 1; bne r0, 0, L; membar.gl; ld.weak r1, x; add r1, r1, 1; \
             st.weak x, r1; membar.gl; atom.exch _, lock, 0",
            "L:; atom.cas r0, lock, 0, 1; bne r0, 0, L; membar.gl; ld.weak r1, x; add r1, r1, 1; \
             st.weak x, r1; membar.gl; atom.exch _, lock, 0",
        ],
        "exists (x == 1)",
    ),
    (
        "ticket",
        "next = 0; serving = 0; x = 0;",
        [
            "atom.add r0, next, 1; L:; ld.volatile r1, serving; bne r1, r0, L; membar.gl; \
             ld.weak r2, x; add r2, r2, 1; st.weak x, r2; membar.gl; add r1, r0, 1; \
             st.volatile serving, r1",
            "atom.add r0, next, 1; L:; ld.volatile r1, serving; bne r1, r0, L; membar.gl; \
             ld.weak r2, x; add r2, r2, 1; st.weak x, r2; membar.gl; add r1, r0, 1; \
             st.volatile serving, r1",
        ],
        "exists (x == 1)",
    ),
    (
        "barrier",
        "a = 0; b = 0; count = 0;",
        [
            "st.weak a, 1; membar.gl; atom.add _, count, 1; L:; ld.volatile r0, count; \
             blt r0, 2, L; membar.gl; ld.weak r1, b",
            "st.weak b, 1; membar.gl; atom.add _, count, 1; L:; ld.volatile r0, count; \
             blt r0, 2, L; membar.gl; ld.weak r1, a",
        ],
        "exists (P0:r1 == 0 \\/ P1:r1 == 0)",
    ),
];

#[test]
fn waiting_is_decided_and_the_explorer_agrees() {
    for (name, init, [first, second], condition) in WAITS {
        for fences in [true, false] {
            let code = |thread: &str| {
                if fences {
                    thread.to_owned()
                } else {
                    thread.replace("membar.gl;", "")
                }
            };
            let threads = [(0, code(first)), (1, code(second))];
            let text = litmus(init, &threads, condition);
            for model in Model::ALL {
                let (answer, notes) = solved(&program(&text), model);
                let wanted = if fences { "unreachable" } else { "reachable" };
                assert_eq!(answer.0, wanted, "{name} {model:?} {notes:?}");
                let explored = check(
                    &program(&text),
                    model,
                    &Limits::default(),
                    BOUND,
                    Bends::NONE,
                );
                let explored = explored.expect("none is refused");
                assert_eq!(explored.verdict.name(), wanted, "{name} {model:?}");
            }
        }
    }
}

/// A loop, whether no bound decides it, and what is said of its laps.
const GOES_ON: [(&str, bool, &str); 4] = [
    (
        "L:; atom.exch r1, lock, 1; bne r1, 0, L",
        true,
        "a lap writes lock",
    ),
    (
        "L:; st.weak z, 1; ld.weak r1, y; bne r1, 1, L",
        true,
        "a lap writes z",
    ),
    (
        "L:; add r2, r2, 1; ld.weak r1, y; blt r2, 9, L",
        false,
        "a lap leaves r2 to the next",
    ),
    (
        "L:; atom.add r2, z, 1; blt r2, 9, L",
        false,
        "a lap writes z",
    ),
];

#[test]
fn what_laps_leave_behind_is_told_and_no_bound_is_praised_that_cannot_help() {
    let stores = "st.weak x, 1; membar.gl; st.weak x, 2; membar.gl; st.weak x, 3; membar.gl; \
                  st.weak x, 4; membar.gl; st.weak x, 5; membar.gl; st.weak x, 9";
    for (wait, forever, changes) in GOES_ON {
        let threads = [(0, stores.to_owned()), (1, wait.to_owned())];
        let init = "x = 0; y = 0; z = 0; lock = 1; P1:r1 = 0; P1:r2 = 0;";
        let text = litmus(init, &threads, "exists (P1:r2 == 7)");
        let (answer, notes) = solved(&program(&text), Model::Weak);
        assert_eq!(answer.0, "unknown", "{wait}");
        let said = &notes[0];
        assert!(said.contains(changes), "{said}");
        for said in [said, &explored_says(&text)] {
            assert!(
                said.contains("P1 may go on after 2 laps of the loop that ends at"),
                "{said}"
            );
            assert_eq!(
                said.contains("no larger --bound decides it"),
                forever,
                "{said}"
            );
            assert_eq!(
                said.contains("a larger --bound may decide it"),
                !forever,
                "{said}"
            );
        }
    }
}

/// What the explorer says of a question that stays open.
fn explored_says(text: &str) -> String {
    let limits = Limits::default();
    let answer = check(&program(text), Model::Weak, &limits, BOUND, Bends::NONE);
    let open = answer.expect("none is refused").open;
    open.expect("it is open").to_string()
}

/// A thread that stores so often, and one that reads what it borrows in each lap.
fn borrowing(stores: usize) -> String {
    let stores = (1..=stores).map(|value| format!("st.weak x, {value}"));
    let threads = [
        (0, stores.collect::<Vec<_>>().join("; ")),
        (
            1,
            "L:; ld.weak r1, x; bne r1, 9, L; ld.weak r2, x".to_owned(),
        ),
    ];
    litmus(
        "x = 0; P1:r1 = 0; P1:r2 = 0;",
        &threads,
        "exists (P1:r2 == 77)",
    )
}

#[test]
fn laps_are_followed_as_far_as_they_can_matter() {
    let (answer, notes) = solved(&program(&borrowing(4)), Model::Weak);
    assert_eq!((answer.0, notes.len()), ("unreachable", 0), "{notes:?}");
    let said = explored_says(&borrowing(4));
    assert!(said.contains("--bound 4 may decide it"), "{said}");
    let limits = Limits::default();
    let text = borrowing(4);
    let explored = check(&program(&text), Model::Weak, &limits, 4, Bends::NONE);
    assert_eq!(
        explored.expect("none is refused").verdict,
        Verdict::Unreachable
    );
    // More than are followed unasked.
    let (answer, notes) = solved(&program(&borrowing(17)), Model::Weak);
    assert_eq!(answer.0, "unknown");
    let said = &notes[0];
    assert!(
        said.contains("a lap borrows x from P0; --bound 17 may decide it"),
        "{said}"
    );
}
