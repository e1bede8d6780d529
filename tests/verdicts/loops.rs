//! Loops: what the bound decides, what it leaves open, and what needs no unrolling.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot run should fail"
)]

use gpu_litmus::Model;
use gpu_litmus::check;
use gpu_litmus::load;
use gpu_litmus::model::cat;
use gpu_litmus::verdict::outcome::{Quantity, Verdict};
use gpu_litmus::verdict::query::Options;

fn answer(test: &str, bound: usize) -> (Verdict, Option<Quantity>) {
    let program = load("loops.litmus", test).unwrap_or_else(|report| panic!("{report}"));
    let options = Options {
        bound,
        ..Options::default()
    };
    let outcome = check(&program, &Model::find("sc").unwrap(), &options).unwrap();
    (outcome.verdict(), outcome.quantity)
}

#[test]
fn a_spin_loop_needs_no_unrolling() {
    let test = "PTX spin\n{}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
        st.weak d, 1 | L: ;
        st.weak f, 1 | ld.weak r0, f ;
         | bne r0, 1, L ;
         | ld.weak r1, d ;
        exists (P1:r1 == 0)";
    assert_eq!(
        answer(test, 0),
        (Verdict::Unreachable, Some(Quantity::Never))
    );
}

#[test]
fn a_lock_taken_by_compare_and_swap_needs_no_unrolling() {
    let test = "PTX lock\n{}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
        A: | B: ;
        atom.cas r0, m, 0, 1 | atom.cas r0, m, 0, 1 ;
        bne r0, 0, A | bne r0, 0, B ;
        ld.weak r1, x | ld.weak r1, x ;
        add r1, r1, 1 | add r1, r1, 1 ;
        st.weak x, r1 | st.weak x, r1 ;
        st.weak m, 0 | st.weak m, 0 ;
        forall (x == 2)";
    assert_eq!(
        answer(test, 1),
        (Verdict::Reachable, Some(Quantity::Always))
    );
}

#[test]
fn a_bound_that_matters_is_unknown() {
    let test = "PTX count\n{}\nP0@cta 0,gpu 0 ;
        L: ;
        add r0, r0, 1 ;
        blt r0, 5, L ;
        st.weak x, r0 ;
        exists (x == 7)";
    assert_eq!(answer(test, 2), (Verdict::Unknown, None));
    assert_eq!(
        answer(test, 4),
        (Verdict::Unreachable, Some(Quantity::Never))
    );
}

#[test]
fn a_loop_entered_in_the_middle_is_not_cut_before_its_head_was_seen() {
    let test = "PTX middle\n{}\nP0@cta 0,gpu 0 ;
        bra M ;
        H: ;
        st.weak y, 1 ;
        bra E ;
        M: ;
        ld.weak r0, x ;
        beq r0, 0, H ;
        E: ;
        exists (y == 1)";
    assert_eq!(answer(test, 2).0, Verdict::Reachable);
}

#[test]
fn a_thread_that_waits_for_a_truncated_one_leaves_the_verdict_open() {
    let test = "PTX wait\n{}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
        L: | W: ;
        add r0, r0, 1 | ld.weak r1, x ;
        blt r0, 9, L | bne r1, 1, W ;
        st.weak x, 1 | ;
        exists (P1:r1 == 1)";
    assert_eq!(answer(test, 2), (Verdict::Unknown, None));
    assert_eq!(answer(test, 9).0, Verdict::Reachable);
}

#[test]
fn a_truncated_thread_beside_an_address_that_is_none_leaves_the_verdict_open() {
    let test = "PTX stray\n{ P1:r2 = x; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
        L: | ld.weak r1, y ;
        add r0, r0, 1 | sub r1, 1, r1 ;
        blt r0, 9, L | add r2, r2, r1 ;
        st.weak y, 1 | ld.weak r3, [r2] ;
        exists (P1:r3 == 0)";
    assert_eq!(answer(test, 2), (Verdict::Unknown, None));
    assert_eq!(answer(test, 9).0, Verdict::Reachable);
}

#[test]
fn nested_loops_count_each_on_its_own() {
    let test = "PTX nested\n{}\nP0@cta 0,gpu 0 ;
        A: ;
        mov r1, 0 ;
        B: ;
        add r1, r1, 1 ;
        add r2, r2, 1 ;
        blt r1, 2, B ;
        add r0, r0, 1 ;
        blt r0, 2, A ;
        exists (P0:r2 == 4)";
    assert_eq!(
        answer(test, 1),
        (Verdict::Reachable, Some(Quantity::Always))
    );
}

#[test]
fn what_lies_beyond_the_bound_may_lead_there_under_a_model_without_control() {
    // Each thread loops for long only if it reads what the other stores after looping for long.
    let test = "PTX circle\n{}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        ld.weak r0, x | ld.weak r0, y ;
        mul r2, r0, 5 | mul r2, r0, 5 ;
        L: | L: ;
        add r1, r1, 1 | add r1, r1, 1 ;
        blt r1, r2, L | blt r1, r2, L ;
        setp.eq p, r0, 1 | setp.eq p, r0, 1 ;
        @p st.weak y, 1 | @p st.weak x, 1 ;
        exists (P0:r0 == 1 /\\ P1:r0 == 1)";
    let program = load("circle.litmus", test).unwrap();
    let verdict = |axioms: &str, bound| {
        let definition = cat::load("mine.cat", axioms).unwrap();
        let model = Model::of("mine", "a test", definition);
        let options = Options {
            bound,
            ..Options::default()
        };
        check(&program, &model, &options).unwrap().verdict()
    };
    let values = "acyclic rf | addr | data as values";
    assert_eq!(verdict(values, 2), Verdict::Unknown);
    assert_eq!(verdict(values, 5), Verdict::Reachable);
    let decisions = "acyclic rf | addr | data | (ctrl & (R * W)) as decisions";
    assert_eq!(verdict(decisions, 2), Verdict::Unreachable);
}
