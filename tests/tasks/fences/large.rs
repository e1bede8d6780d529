//! Tests that are too large for exhaustive search: what is right is known.

use gpu_litmus::tasks::fences::sites::Rules;
use gpu_litmus::testing::family;

use super::support::{ANYTHING, FENCES_ONLY, request, solve, summary};

fn cost(text: &str, model: &str, rules: Rules) -> Option<u64> {
    let found = solve(text, model, &request(rules, false));
    println!(
        "{} {model}: {} places, {} questions, {} families",
        text.lines().next().unwrap(),
        found.template.sites.len(),
        found.questions,
        found.families
    );
    assert!(found.questions < 20_000);
    summary(&found).unwrap().map(|(cost, _)| cost)
}

#[test]
fn four_readers() {
    let iriw = family::iriw(4);
    // One reader of each kind is enough.
    assert_eq!(cost(&iriw, "strict", FENCES_ONLY), Some(2));
    assert_eq!(cost(&iriw, "ugpu-strong", FENCES_ONLY), Some(2));
    assert_eq!(cost(&iriw, "ugpu-weak", FENCES_ONLY), None);
    assert_eq!(cost(&iriw, "ptx-7.5", FENCES_ONLY), None);
    // A `fence.sc` and two strong accesses in one reader of each kind.
    let strong = cost(&iriw, "ptx-7.5", ANYTHING);
    let small = cost(&family::iriw(2), "ptx-7.5", ANYTHING);
    assert!(strong.is_some() && strong == small, "{strong:?} {small:?}");
}

/// A tree reduction: two pairs of threads, and then the firsts of them. Each flag needs a fence on either
/// side; one execution tells of all weaker choices, or thousands of questions are asked.
#[test]
fn a_tree_reduction_takes_few_questions() {
    let text = "PTX tree\n{ b = 1; c = 1; d = 1; f1 = 0; f2 = 0; f3 = 0; }\n\
        P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 3,gpu 0 ;\n\
        ld.relaxed.gpu r1, f1 | st.weak b, 2 | ld.relaxed.gpu r3, f3 | st.weak d, 2 ;\n\
        bne r1, 1, END | st.relaxed.gpu f1, 1 | bne r3, 1, OUT | st.relaxed.gpu f3, 1 ;\n\
        ld.weak r2, b | | ld.weak r4, d | ;\n\
        ld.relaxed.gpu r6, f2 | | add r5, r4, 1 | ;\n\
        bne r6, 1, END | | st.weak c, r5 | ;\n\
        ld.weak r7, c | | st.relaxed.gpu f2, 1 | ;\n\
        add r8, r2, r7 | | OUT: | ;\n\
        END: | | | ;\n\
        ~exists (P0:r1 == 1 /\\ P0:r6 == 1 /\\ P0:r8 != 5)";
    let found = solve(text, "strict", &request(ANYTHING, false));
    assert_eq!(summary(&found).unwrap().map(|(cost, _)| cost), Some(6));
    assert!(found.questions < 200, "{} questions", found.questions);
}

#[test]
fn a_ring_of_eight() {
    let ring = family::sb_ring(8);
    assert_eq!(cost(&ring, "tso", FENCES_ONLY), Some(8));
    assert_eq!(cost(&ring, "ugpu-weak", FENCES_ONLY), Some(32));
}

/// `make long`.
mod long {
    use super::*;

    #[test]
    #[ignore = "slow: make long"]
    fn eight_threads_in_a_chain() {
        let chain = family::mp_chain(6);
        assert_eq!(cost(&chain, "tso", FENCES_ONLY), Some(0));
        assert_eq!(cost(&chain, "strict", FENCES_ONLY), Some(8));
        // The first one delivers the data to all; the others only keep the order.
        assert_eq!(cost(&chain, "ugpu-weak", FENCES_ONLY), Some(4 + 7));
        assert_eq!(cost(&chain, "ugpu-strong", FENCES_ONLY), Some(4 + 7));
        // A fence of causality in each thread.
        assert_eq!(cost(&chain, "ptx-7.5", FENCES_ONLY), Some(8 * 6));
        // A release and an acquire for each message would cost 7 * 12.
        assert_eq!(cost(&chain, "ptx-7.5", ANYTHING), Some(8 * 6));
    }
}
