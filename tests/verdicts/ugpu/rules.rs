//! Details of the rules that the papers' tests do not reach, bad input, loops and limits.

use std::time::Duration;

use gpu_litmus::stop::Open;
use gpu_litmus::testing::family::corr;
use gpu_litmus::ugpu::machine::{Bends, Limits, Model, Quantity, Verdict, check, replay};

use super::agreement::solved;
use super::support::{BOUND, explore, litmus, program, verdicts};

fn threads(code: &[(usize, &str)]) -> Vec<(usize, String)> {
    let code = code.iter();
    code.map(|(block, text)| (*block, (*text).to_owned()))
        .collect()
}

fn ask(init: &str, code: &[(usize, &str)], condition: &str) -> String {
    verdicts(&litmus(init, &threads(code), condition))
}

#[test]
fn final_memory_is_the_last_delivery() {
    let one = [(0, "st.weak x, 1; st.weak x, 2")];
    assert_eq!(ask("x = 0;", &one, "forall (x == 2)"), "RRR");
    assert_eq!(ask("x = 0;", &one, "exists (x == 1)"), "uuu");
    let two = [(0, "st.weak x, 1"), (1, "st.weak x, 2")];
    assert_eq!(ask("x = 0;", &two, "exists (x == 1)"), "RRR");
    assert_eq!(ask("x = 0;", &two, "exists (x == 0)"), "uuu");
    // What P0 sees of P1 has overwritten its own store, whichever way it came.
    let two = [(0, "st.weak x, 1; ld.weak r0, x"), (0, "st.weak x, 2")];
    let seen = "exists (x == 1 /\\ P0:r0 == 2)";
    assert_eq!(ask(".shared x = 0;", &two, seen), "uuu");
    assert_eq!(ask(".shared x = 0;", &two, "exists (x == 1)"), "RRR");
}

/// A schedule has room for 128 operations of a thread (`trace::machines` asks for one more).
#[test]
fn threads_have_so_many_operations() {
    let stores: Vec<String> = (1..=128)
        .map(|value| format!("st.weak x, {value}"))
        .collect();
    let text = litmus("x = 0;", &[(0, stores.join("; "))], "forall (x == 128)");
    for model in Model::ALL {
        let answer = explore(&program(&text), model);
        assert_eq!(answer.quantity, Some(Quantity::Always));
    }
    let ((found, _), _) = solved(&program(&corr(66)), Model::Weak);
    assert_eq!(found, "reachable");
}

#[test]
fn a_borrowed_value_replaces_the_own_store() {
    // P0 reads P1's store over its own, and its own is then never shared.
    let code = [
        (0, "st.weak x, 1; ld.weak r0, x"),
        (1, "st.weak x, 2; ld.weak r0, x"),
    ];
    // Whoever is first to see the other's store has lost its own.
    let lost = "exists (P0:r0 == 2 /\\ P1:r0 == 2 /\\ x == 1)";
    assert_eq!(ask("x = 0;", &code, lost), "uuu");
    assert_eq!(
        ask("x = 0;", &code, "exists (P0:r0 == 2 /\\ P1:r0 == 1)"),
        "uuu"
    );
}

#[test]
fn dependencies_order_stores_and_branches_do_not_order_loads() {
    let data = "ld.weak r0, x; add r1, r0, 0; st.weak y, r1";
    let code = [(0, data), (0, "ld.weak r0, y; st.weak x, 1; ")];
    assert_eq!(
        ask("x = 0; y = 0;", &code, "exists (P0:r0 == 1 /\\ P1:r0 == 1)"),
        "RRR"
    );
    let both = [
        (0, data),
        (0, "ld.weak r0, y; add r1, r0, 0; st.weak x, r1"),
    ];
    assert_eq!(ask("x = 0; y = 0;", &both, "exists (P0:r0 != 0)"), "uuu");
    let writer = "st.weak x, 1; membar.gl; st.weak y, 1";
    let reader = "ld.weak r0, y; beq r0, 0, LC0; ld.weak r1, x; LC0:";
    let seen = "exists (P1:r0 == 1 /\\ P1:r1 == 0)";
    assert_eq!(
        ask("x = 0; y = 0;", &[(0, writer), (1, reader)], seen),
        "RRR"
    );
    let control = "ld.weak r0, x; beq r0, 0, LC0; st.weak y, 1; LC0:";
    let back = "ld.weak r0, y; beq r0, 0, LC0; st.weak x, 1; LC0:";
    assert_eq!(
        ask(
            "x = 0; y = 0;",
            &[(0, control), (1, back)],
            "exists (P0:r0 == 1)"
        ),
        "uuu"
    );
}

#[test]
fn the_scope_of_an_atomic_decides_who_sees_it() {
    let lock = "atom.relaxed.cta.exch r0, x, 1; membar.cta; st.weak y, 1";
    let reader = "ld.weak r0, y; membar.gl; ld.weak r1, x";
    let unseen = "exists (P1:r0 == 1 /\\ P1:r1 == 0)";
    assert_eq!(
        ask("x = 0; y = 0;", &[(0, lock), (1, reader)], unseen),
        "RRR"
    );
    let wide = lock.replace(".cta.exch", ".gpu.exch");
    assert_eq!(
        ask("x = 0; y = 0;", &[(0, &wide), (1, reader)], unseen),
        "uuu"
    );
}

#[test]
fn computed_addresses_lead_to_their_locations() {
    let code = [
        (0, "ld.weak r0, p; ld.weak r1, [r0]"),
        (0, "st.weak x, 1; membar.gl; mov r0, x; st.weak p, r0"),
    ];
    assert_eq!(ask("x = 0; p = 0;", &code, "exists (P0:r1 == 1)"), "RRR");
    // The load waits for its address; where that is none, there is no execution.
    assert_eq!(ask("x = 0; p = 0;", &code, "exists (P0:r1 == 0)"), "uuu");
}

#[test]
fn an_access_that_may_go_two_ways_reads_one_of_them() {
    // Cells of locations that a load could have accessed, but did not, once bound its value.
    let copy = "ld.weak r1, y; xor r2, r1, r1; add r2, r2, r3; ld.weak r4, [r2]";
    let code = [
        (0, copy),
        (
            1,
            "ld.weak r1, y; add r1, r1, 256; st.weak y, r1; st.weak x, 7",
        ),
    ];
    let init = "x = 5; y = 0; P0:r3 = x;";
    assert_eq!(ask(init, &code, "exists (P0:r4 == 5)"), "RRR");
    assert_eq!(ask(init, &code, "exists (P0:r4 == 7)"), "RRR");
    assert_eq!(ask(init, &code, "exists (P0:r4 == 0)"), "uuu");
}

#[test]
fn a_loop_is_followed_to_the_bound() {
    let spin = "LC0: ld.weak r0, x; bne r0, 1, LC0";
    let spin = spin.replace("LC0: ", "LC0:; ");
    let code = [(0, "st.weak x, 1"), (0, spin.as_str())];
    let text = litmus("x = 0;", &threads(&code), "exists (P1:r0 == 1)");
    let answer = explore(&program(&text), Model::Weak);
    assert_eq!(answer.verdict, Verdict::Reachable);
    let always = Some(Quantity::Always);
    assert_eq!(answer.quantity, always, "spinning longer changes nothing");
    let text = litmus("x = 0;", &threads(&code), "exists (P1:r0 == 0)");
    let answer = explore(&program(&text), Model::Weak);
    assert_eq!(answer.verdict, Verdict::Unreachable);
    let writes = spin.replace("bne", "st.weak y, 1; bne");
    let code = [(0, "st.weak x, 1"), (0, writes.as_str())];
    let text = litmus("x = 0; y = 0;", &threads(&code), "exists (P1:r0 == 0)");
    let answer = explore(&program(&text), Model::Weak);
    assert_eq!(answer.verdict, Verdict::Unknown, "it may go round for ever");
    assert!(matches!(answer.open, Some(Open::Endless(_))));
    let counted = "LC0:; ld.weak r0, x; add r1, r1, 1; blt r1, 2, LC0";
    let code = [(0, "st.weak x, 1"), (0, counted)];
    let text = litmus("x = 0;", &threads(&code), "forall (P1:r1 == 2)");
    assert_eq!(
        explore(&program(&text), Model::Weak)
            .quantity
            .map(Quantity::name),
        Some("always")
    );
}

#[test]
fn a_limit_ends_in_unknown_with_the_states_reached() {
    let code = [
        (0, "st.weak x, 1; ld.weak r0, y"),
        (1, "st.weak y, 1; ld.weak r0, x"),
        (2, "ld.weak r0, x; ld.weak r1, y; ld.weak r2, z"),
        (2, "st.weak z, 1; ld.weak r0, x; ld.weak r1, y"),
    ];
    let text = litmus(
        "x = 0; y = 0; z = 0;",
        &threads(&code),
        "exists (P0:r0 == 7)",
    );
    let program = program(&text);
    let few = Limits {
        states: 10,
        ..Limits::default()
    };
    let short = Limits {
        stop: gpu_litmus::stop::Stop::after(Duration::ZERO),
        states: 1000,
    };
    // Without time, the ways through the threads are not all found, and no state is looked at.
    for (limits, states) in [(few, 1..=10), (short, 0..=256)] {
        let answer = check(&program, Model::Weak, &limits, BOUND, Bends::NONE);
        let answer = answer.expect("nothing is refused");
        assert_eq!(answer.verdict, Verdict::Unknown);
        assert!(matches!(answer.open, Some(Open::Size(_))));
        assert!(states.contains(&answer.states), "{}", answer.states);
        assert_eq!(answer.quantity, None);
    }
}

#[test]
fn what_has_no_meaning_is_refused_where_it_stands() {
    let cases = [
        ("ld.acquire.gpu r0, x", "accesses with an order"),
        ("st.release.gpu x, 1", "accesses with an order"),
        ("atom.acq_rel.gpu.add r0, x, 1", "accesses with an order"),
        ("ld.rm_acquire.gpu r0, x", "remote orders"),
        ("bar.cta.sync 0", "barriers"),
    ];
    for (instruction, what) in cases {
        let code = [(0, "st.weak x, 1"), (1, instruction)];
        let text = litmus("x = 0;", &threads(&code), "exists (x == 1)");
        let program = program(&text);
        for model in Model::ALL {
            let limits = Limits::default();
            let refused = check(&program, model, &limits, BOUND, Bends::NONE);
            let refused = refused.expect_err(instruction);
            assert_eq!(refused.what, what);
            let place = &program.source.text[refused.span.start..refused.span.end];
            assert_eq!(place.trim(), instruction);
        }
    }
}

#[test]
fn a_changed_schedule_does_not_replay() {
    let code = [
        (0, "st.weak x, 1; ld.weak r0, y"),
        (1, "st.weak y, 1; ld.weak r0, x"),
    ];
    let text = litmus(
        "x = 0; y = 0;",
        &threads(&code),
        "exists (P0:r0 == 0 /\\ P1:r0 == 0)",
    );
    let program = program(&text);
    for model in Model::ALL {
        let witness = explore(&program, model).witness.expect("store buffering");
        let mut other = witness.schedule.clone();
        for index in 0..other.steps.len() {
            let value = other.steps[index].value;
            other.steps[index].value = Some(7);
            assert!(replay(&program, model, &other).is_err());
            other.steps[index].value = value;
        }
        assert_eq!(replay(&program, model, &other).as_ref(), Ok(&witness.end));
        other.decisions.pop();
        assert!(replay(&program, model, &other).is_err());
    }
}
