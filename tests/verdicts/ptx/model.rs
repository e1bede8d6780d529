//! The PTX models on tests of our own: barriers, what is refused, data races, models of users.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot run should fail"
)]

use gpu_litmus::Model;
use gpu_litmus::check;
use gpu_litmus::load;
use gpu_litmus::verdict::outcome::{Outcome, Verdict};
use gpu_litmus::verdict::query::Options;

const MODELS: [&str; 2] = ["ptx-6.0", "ptx-7.5"];

fn outcome(model: &str, test: &str) -> Outcome {
    let program = load("ptx.litmus", test).unwrap_or_else(|report| panic!("{report}"));
    check(&program, &Model::find(model).unwrap(), &Options::default()).unwrap()
}

/// Threads of one block unless a column says otherwise.
fn expect(verdict: Verdict, test: &str) {
    for model in MODELS {
        let outcome = outcome(model, test);
        assert_eq!(
            outcome.verdict(),
            verdict,
            "{model}: {test}\n{:?}",
            outcome.notes()
        );
    }
}

fn reachable(test: &str) {
    expect(Verdict::Reachable, test);
}

fn unreachable(test: &str) {
    expect(Verdict::Unreachable, test);
}

#[test]
fn a_barrier_used_twice_meets_in_rounds() {
    let test = |condition| {
        format!(
            "PTX rounds\n{{}}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
            st.weak x, 1 | bar.cta.sync 0 ;
            bar.cta.sync 0 | ld.weak r0, x ;
            bar.cta.sync 0 | bar.cta.sync 0 ;
            st.weak x, 2 | ;
            exists (P1:r0 == {condition})"
        )
    };
    reachable(&test("1"));
    unreachable(&test("0"));
    unreachable(&test("2"));
}

#[test]
fn a_barrier_in_a_loop_meets_lap_by_lap() {
    let test = |condition| {
        format!(
            "PTX laps\n{{}}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
            L0: | L1: ;
            add r0, r0, 1 | bar.cta.sync 0 ;
            st.weak x, r0 | ld.weak r1, x ;
            bar.cta.sync 0 | bar.cta.sync 0 ;
            bar.cta.sync 0 | add r0, r0, 1 ;
            bne r0, 2, L0 | bne r0, 2, L1 ;
            exists (P1:r1 == {condition})"
        )
    };
    reachable(&test("2"));
    unreachable(&test("1"));
}

#[test]
fn a_thread_that_does_not_come_keeps_the_others() {
    unreachable(
        "PTX skip\n{}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
        ld.weak r0, x | bar.cta.sync 0 ;
        bne r0, 0, L | ;
        goto E | ;
        L: | ;
        bar.cta.sync 0 | ;
        E: | ;
        exists (true)",
    );
    unreachable(
        "PTX once\n{}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
        bar.cta.sync 0 | bar.cta.sync 0 ;
        bar.cta.sync 0 | ;
        exists (true)",
    );
}

#[test]
fn an_arriving_thread_does_not_wait() {
    let test = |condition| {
        format!(
            "PTX arrive\n{{}}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
            st.weak x, 1 | ld.weak r0, y ;
            bar.cta.arrive 0, 0, 2 | st.weak z, 1 ;
            st.weak y, 1 | bar.cta.sync 0, 0, 2 ;
            ld.weak r1, z | ld.weak r1, x ;
            exists ({condition})"
        )
    };
    reachable(&test("P1:r0 == 1"));
    reachable(&test("P0:r1 == 0"));
    unreachable(&test("P1:r1 == 0"));
}

#[test]
fn a_reused_barrier_serves_pairs_of_threads_in_turn() {
    // P1 meets P0, then P2: each pair is a quorum.
    reachable(
        "PTX relay\n{}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 ;
        st.weak x, 1 | bar.cta.sync 0, 0, 2 | bar.cta.sync 0, 0, 2 ;
        bar.cta.sync 0, 0, 2 | bar.cta.sync 0, 0, 2 | ld.weak r0, x ;
        exists (P2:r0 == 1)",
    );
    unreachable(
        "PTX alone\n{}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        bar.cta.sync 0, 0, 2 | bar.cta.sync 0, 0, 2 ;
        exists (true)",
    );
}

#[test]
fn threads_enough_for_two_quorums_meet_in_two_rounds() {
    // Each waits for itself alone.
    reachable(
        "PTX one\n{}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
        st.weak x, 1 | st.weak y, 1 ;
        bar.cta.sync 1, 1, 1 | bar.cta.sync 1, 1, 1 ;
        ld.weak r0, y | ld.weak r0, x ;
        exists (P0:r0 == 0 /\\ P1:r0 == 0)",
    );
    // P0 meets P1, and P2 meets P3.
    let four = |barriers: &str| {
        format!(
            "PTX two\n{{}}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 | P3@cta 0,gpu 0 ;
            st.weak a, 1 | st.weak b, 1 | st.weak c, 1 | st.weak d, 1 ;
            {barriers} ;
            ld.weak r0, c | ld.weak r0, d | ld.weak r0, a | ld.weak r0, b ;
            exists (P0:r0 == 0 /\\ P1:r0 == 0 /\\ P2:r0 == 0 /\\ P3:r0 == 0)"
        )
    };
    let all = |one: &str| four(&[one; 4].join(" | "));
    reachable(&all("bar.cta.sync 1, 1, 2"));
    unreachable(&all("bar.cta.sync 1, 1, 3"));
    unreachable(&all("bar.cta.sync 1, 1, 4"));
    let (waits, goes_on) = ("bar.cta.sync 1, 1, 2", "bar.cta.arrive 1, 1, 2");
    reachable(&four(&[waits, goes_on, waits, goes_on].join(" | ")));
}

#[test]
fn who_comes_often_without_waiting_may_be_late() {
    // All that P0 does may come after P1 and P2 have met: then it is late three times.
    reachable(
        "PTX often\n{}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 ;
        st.weak x, 1 | bar.cta.sync 1, 1, 2 | bar.cta.sync 1, 1, 2 ;
        bar.cta.arrive 1, 1, 2 | ld.weak r0, x | ld.weak r0, x ;
        bar.cta.arrive 1, 1, 2 | | ;
        bar.cta.arrive 1, 1, 2 | | ;
        exists (P1:r0 == 0 /\\ P2:r0 == 0)",
    );
}

#[test]
fn a_barrier_without_a_quorum_waits_for_all_whatever_they_wait_for() {
    for barrier in [
        "bar.cta.arrive 1, 1, 2",
        "bar.cta.arrive 1, 1, 1",
        "bar.cta.sync 1, 1, 1",
        "bar.cta.sync 1, 1, 2",
        "bar.cta.sync 1",
    ] {
        let test = |value| {
            format!(
                "PTX mixed\n{{}}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
                st.weak x, 1 | bar.cta.sync 1 ;
                {barrier} | ld.weak r0, x ;
                exists (P1:r0 == {value})"
            )
        };
        reachable(&test(1));
        unreachable(&test(0));
    }
}

#[test]
fn a_quorum_can_come_from_a_register() {
    let test = |condition| {
        format!(
            "PTX dynamic\n{{ q = 2; }}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
            ld.weak r0, q | ;
            st.weak x, 1 | bar.cta.sync 0, 0, 2 ;
            bar.cta.sync 0, 0, r0 | ld.weak r1, x ;
            exists (P1:r1 == {condition})"
        )
    };
    reachable(&test("1"));
    unreachable(&test("0"));
}

#[test]
fn crossed_barriers_are_a_deadlock() {
    unreachable(
        "PTX crossed\n{}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
        bar.cta.sync 0, 0, 2 | bar.cta.sync 1, 1, 2 ;
        bar.cta.sync 1, 1, 2 | bar.cta.sync 0, 0, 2 ;
        exists (true)",
    );
}

#[test]
fn system_scope_reaches_other_devices_and_gpu_scope_does_not() {
    let test = |scope| {
        format!(
            "PTX MP\n{{}}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 1 ;
            st.weak x, 1 | ld.acquire.{scope} r0, f ;
            st.release.{scope} f, 1 | ld.weak r1, x ;
            exists (P1:r0 == 1 /\\ P1:r1 == 0)"
        )
    };
    unreachable(&test("sys"));
    reachable(&test("gpu"));
}

#[test]
fn fences_of_kind_sc_order_store_buffering_only_where_scopes_meet() {
    let test = |scope, fence| {
        format!(
            "PTX SB\n{{}}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
            st.weak x, 1 | st.weak y, 1 ;
            fence.{fence}.{scope} | fence.{fence}.{scope} ;
            ld.weak r0, y | ld.weak r0, x ;
            exists (P0:r0 == 0 /\\ P1:r0 == 0)"
        )
    };
    unreachable(&test("gpu", "sc"));
    reachable(&test("cta", "sc"));
    reachable(&test("gpu", "acq_rel"));
}

#[test]
fn writes_that_nothing_orders_both_can_be_the_last() {
    let test = |condition| {
        format!(
            "PTX final\n{{}}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
            st.weak x, 1 | st.weak x, 2 ;
            exists (x == {condition})"
        )
    };
    reachable(&test("1"));
    reachable(&test("2"));
    unreachable(&test("0"));
}

#[test]
fn what_ptx_does_not_have_is_refused_with_its_place() {
    let test = |instruction| {
        format!(
            "PTX refused\n{{}}\nP0@cta 0,gpu 0 ;\nst.weak y, 1 ;\n{instruction} ;\nexists (true)"
        )
    };
    for (instruction, what) in [
        ("ld.sc.gpu r0, x", "accesses with `.sc`"),
        ("st.sc.gpu x, 1", "accesses with `.sc`"),
        ("ld.relaxed.warp r0, x", "the scopes `.warp` and `.thread`"),
        ("fence.sc.thread", "the scopes `.warp` and `.thread`"),
        ("ld.rm_acquire.gpu r0, x", "remote accesses"),
    ] {
        for model in MODELS {
            let litmus = test(instruction);
            let outcome = outcome(model, &litmus);
            let refused = outcome.unsupported().expect(instruction);
            assert_eq!(refused.what, what, "{model}: {instruction}");
            let place = &litmus[refused.span.start..refused.span.end];
            assert_eq!(place.trim(), instruction, "{model}");
        }
    }
    let proxied = outcome("ptx-6.0", &test("suld.weak r0, x"));
    assert_eq!(
        proxied.unsupported().unwrap().what,
        "accesses through a proxy"
    );
}

#[test]
fn a_race_in_any_execution_is_reported_and_no_verdict_changes() {
    let test = |store, load| {
        format!(
            "PTX race\n{{}}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
            st.weak x, 1 | {load} r0, f ;
            {store} f, 1 | bne r0, 1, E ;
             | ld.weak r1, x ;
             | E: ;
            exists (P1:r0 == 1 /\\ P1:r1 == 1)"
        )
    };
    for model in MODELS {
        let free = outcome(model, &test("st.release.gpu", "ld.acquire.gpu"));
        assert_eq!(free.verdict(), Verdict::Reachable);
        assert_eq!(free.raised["data-race"], Some(false), "{model}");
        let racy = outcome(model, &test("st.release.gpu", "ld.relaxed.gpu"));
        assert_eq!(racy.verdict(), Verdict::Reachable);
        assert_eq!(racy.raised["data-race"], Some(true), "{model}");
        let narrow = outcome(model, &test("st.release.cta", "ld.acquire.gpu"));
        assert_eq!(narrow.raised["data-race"], Some(true), "{model}");
    }
}
