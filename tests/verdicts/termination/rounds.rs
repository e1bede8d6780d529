//! Rounds of barriers whose order another barrier says: who comes once more, who is late, and who never goes on.

use rstest::rstest;

use super::{ended, litmus, program, waits};
use gpu_litmus::Model;

const COUNTED: &str = "bar.cta.sync 0, 0, 2";
const WAIT: &str = "bar.cta.sync 1, 1, 2";

fn step(name: &str) -> &'static str {
    match name {
        "meet" => "bar.cta.sync 0",
        "alone" => "bar.cta.sync 0, 0, 1",
        "counted" => COUNTED,
        "three" => "bar.cta.sync 0, 0, 3",
        "come" => "bar.cta.arrive 1, 1, 2",
        "wait" => WAIT,
        _ => panic!("{name}"),
    }
}

/// Of threads of one block: whether some execution ends, and whether in some a thread waits for ever.
#[rstest]
// P1 has come by then: P0 completes the round, and is alone in the next.
#[case::again_behind_a_round("meet come wait | come meet", (false, true))]
#[case::again_behind_a_counted_one("counted come wait | come counted", (false, true))]
#[case::again_in_time("come wait meet | meet come", (false, true))]
#[case::again_perhaps("come wait | come", (true, true))]
#[case::once("meet wait | come meet", (true, false))]
// Who came before the others is of their round, and one of them is too many.
#[case::first_is_not_late("come meet | meet wait | meet come", (true, true))]
#[case::last_may_be_late("meet wait | meet wait | meet come", (true, true))]
#[case::behind_all("wait meet | wait meet | meet come", (true, false))]
// The round of two that came first is complete before that of the others.
#[case::pairs_in_turn("come meet | come meet | meet wait | meet come", (true, true))]
// Of quorums that differ each waits for all, or is alone.
#[case::one_and_two("alone | counted", (true, true))]
#[case::two_and_three("counted | three", (false, true))]
fn the_order_of_rounds_says_who_goes_on(
    #[case] threads: &str,
    #[case] (ends, stuck): (bool, bool),
) {
    let threads = threads.split('|');
    let threads = threads.map(|steps| (0, steps.split_whitespace().map(step).collect()));
    let threads: Vec<(usize, Vec<&str>)> = threads.collect();
    answers(&litmus(&threads, "forall (terminates)"), ends, stuck);
}

fn answers(text: &str, ends: bool, stuck: bool) {
    let program = program(text);
    for name in ["ptx-7.5", "ptx-6.0"] {
        let model = Model::find(name).unwrap();
        let found = (ended(&program, &model), waits(&program, &model, false));
        assert_eq!(found, (Some(ends), Some(stuck)), "{name}\n{text}");
    }
}

/// P0 waits for P1 at 0, who waits for P0 at 1; whether P0 jumps over one more barrier in between makes no difference.
#[test]
fn a_circle_is_one_past_a_barrier_that_is_jumped_over() {
    let jumps = [
        COUNTED,
        "ld.relaxed.gpu r0, x",
        "beq r0, 0, L",
        COUNTED,
        "L:",
        WAIT,
    ];
    let waits = vec![WAIT, COUNTED];
    let writes = vec!["st.relaxed.gpu x, 1"];
    let threads = [(0, jumps.to_vec()), (0, waits), (1, writes)];
    answers(&litmus(&threads, "forall (terminates)"), false, true);
}

/// Who waits for ever before it comes to a barrier that its registers name would have come there.
#[test]
fn a_barrier_that_registers_name_is_waited_for_in_vain() {
    let other = ["bar.cta.sync 1", "bar.cta.sync 0"];
    for (before, ends) in [("mov r0, 1", false), ("mov r0, 2", true)] {
        let own = [before, "bar.cta.sync 0", "bar.cta.sync r0"];
        let threads = [(0, other.to_vec()), (0, own.to_vec())];
        answers(&litmus(&threads, "forall (terminates)"), ends, !ends);
    }
    let writes = ["st.relaxed.gpu x, 1"];
    let reads = [
        "ld.relaxed.gpu r0, x",
        "add r1, r0, 1",
        "bar.cta.sync 0",
        "bar.cta.sync r1",
    ];
    let threads = [
        (0, other.to_vec()),
        (0, reads.to_vec()),
        (1, writes.to_vec()),
    ];
    answers(&litmus(&threads, "forall (terminates)"), true, true);
}

/// The same where what registers hold names the barrier, so that it is known of no two whether they are one.
#[rstest]
#[case::again(&["bar.cta.sync 0", "bar.cta.arrive 1, r0, 2", "bar.cta.sync 1, r0, 2"], false)]
#[case::once(&["bar.cta.sync 0", "bar.cta.sync 1, r0, 2"], true)]
fn the_order_of_rounds_is_known_of_names_in_registers(#[case] own: &[&str], #[case] ends: bool) {
    let own = [&["ld.relaxed.gpu r0, x", "add r0, r0, 1"][..], own].concat();
    let other = vec!["bar.cta.arrive 1, 1, 2", "bar.cta.sync 0"];
    let threads = [(0, own), (0, other), (1, vec!["st.relaxed.gpu x, 1"])];
    answers(&litmus(&threads, "forall (terminates)"), ends, true);
}

/// Who stays in a loop comes to no barrier behind it, and who leaves it does so with what it found.
#[test]
fn a_barrier_behind_a_loop_is_waited_for_by_nobody_who_does_not_name_it() {
    let looks = |jump: &'static str| vec!["L:", "ld.relaxed.cta r0, x", jump, "bar.cta.sync r0"];
    // P0 may find 1 for ever, and comes to no barrier 1 then.
    let writes = vec!["bar.cta.sync 1", "st.relaxed.cta x, 1"];
    let threads = [(0, looks("bne r0, 0, L")), (0, writes)];
    answers(&litmus(&threads, "forall (terminates)"), true, true);
    // While P0 finds 0 it comes to no barrier 0.
    let writes = vec!["bar.cta.sync 0", "st.relaxed.cta x, 2"];
    let threads = [(0, looks("beq r0, 0, L")), (0, writes)];
    answers(&litmus(&threads, "forall (terminates)"), true, false);
}
