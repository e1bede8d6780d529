//! Native threads: what `tso` forbids is never seen, whatever the load of the machine.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use gpu_litmus::device::run::device::Backend;
use gpu_litmus::device::run::judge::{Judge, Say};
use gpu_litmus::device::run::makeable::Makeable;
use gpu_litmus::device::run::observe::Observed;
use gpu_litmus::device::run::refuse::refuse;
use gpu_litmus::device::run::settings::Settings;
use gpu_litmus::testing::{Family, generate};
use gpu_litmus::verdict::query::Options;
use gpu_litmus::{Model, Program};

use super::support::{litmus, on_host, states};

/// The classics that `tso` forbids, each asking for the outcome that would break it.
fn forbidden() -> Vec<(&'static str, Program)> {
    let test = litmus;
    vec![
        (
            "SB with fences",
            test(
                "x = 0; y = 0;",
                &[
                    "st.weak x, 1; fence.sc.gpu; ld.weak r0, y",
                    "st.weak y, 1; fence.sc.gpu; ld.weak r0, x",
                ],
                "P0:r0 == 0 /\\ P1:r0 == 0",
            ),
        ),
        (
            "MP",
            test(
                "x = 0; y = 0;",
                &["st.weak x, 1; st.weak y, 1", "ld.weak r0, y; ld.weak r1, x"],
                "P1:r0 == 1 /\\ P1:r1 == 0",
            ),
        ),
        (
            "LB",
            test(
                "x = 0; y = 0;",
                &["ld.weak r0, x; st.weak y, 1", "ld.weak r0, y; st.weak x, 1"],
                "P0:r0 == 1 /\\ P1:r0 == 1",
            ),
        ),
        (
            "CoRR",
            test(
                "x = 0;",
                &["st.weak x, 1", "ld.weak r0, x; ld.weak r1, x"],
                "P1:r0 == 1 /\\ P1:r1 == 0",
            ),
        ),
        (
            "2+2W",
            test(
                "x = 0; y = 0;",
                &["st.weak x, 1; st.weak y, 2", "st.weak y, 1; st.weak x, 2"],
                "x == 1 /\\ y == 1",
            ),
        ),
        (
            "IRIW",
            test(
                "x = 0; y = 0;",
                &[
                    "st.weak x, 1",
                    "st.weak y, 1",
                    "ld.weak r0, x; ld.weak r1, y",
                    "ld.weak r0, y; ld.weak r1, x",
                ],
                "P2:r0 == 1 /\\ P2:r1 == 0 /\\ P3:r0 == 1 /\\ P3:r1 == 0",
            ),
        ),
    ]
}

#[test]
#[cfg(target_arch = "x86_64")]
fn what_tso_forbids_is_never_seen() {
    for (name, program) in forbidden() {
        let ran = on_host(&program, 3, 2_000);
        assert_eq!(ran.tally.instances, 6_000, "{name}");
        let observed = Observed::of(&program);
        for state in states(&ran.tally) {
            assert!(
                !observed.holds(&program.condition, &state),
                "{name}: {state:?}"
            );
        }
    }
}

/// Which of a program's states `tso` does not allow.
fn outside(program: &Program, launches: u64, instances: u64) -> Vec<Vec<i64>> {
    let ran = on_host(program, launches, instances);
    let observed = Observed::of(program);
    let makeable = Makeable::of(program, &observed);
    let options = Options {
        reason: false,
        ..Options::default()
    };
    let judge = Judge::new(program, &observed, &options).unwrap();
    let tso = Model::find("tso").unwrap();
    let seen = states(&ran.tally).into_iter();
    seen.filter(|state| {
        let says = judge.state(&tso, state).unwrap().say;
        says != Say::Allowed || !makeable.allows(state)
    })
    .collect()
}

fn generated(seeds: std::ops::Range<u64>, launches: u64, instances: u64) -> usize {
    let mut run = 0;
    for seed in seeds {
        let text = generate(seed, Family::Coherence);
        let program = gpu_litmus::load("t.litmus", &text).unwrap();
        if refuse(&program, Backend::Host, &Settings::of(Backend::Host)).is_err() {
            continue;
        }
        run += 1;
        let wrong = outside(&program, launches, instances);
        assert!(wrong.is_empty(), "seed {seed}: {wrong:?}\n{text}");
    }
    run
}

#[test]
#[cfg(target_arch = "x86_64")]
fn generated_tests_show_nothing_outside_tso() {
    let run = generated(0..25, 2, 200);
    assert!(run > 15, "only {run} run");
}

/// What the processor does is what arithmetic says, at each width; one thread alone has one end.
#[test]
fn one_thread_has_one_end() {
    for (code, wanted) in [
        ("st.weak.u8 x, 300; ld.weak.u8 r0, x", 44),
        ("st.weak.s8 x, 200; ld.weak.s8 r0, x", -56),
        ("st.weak.u16 x, 65537; ld.weak.u16 r0, x", 1),
        (
            "st.weak.s64 x, 4294967297; ld.weak.s64 r0, x",
            4_294_967_297_i64,
        ),
        (
            "atom.relaxed.gpu.add r1, x, 5; atom.relaxed.gpu.add r0, x, 5",
            5,
        ),
        ("st.weak x, 7; atom.relaxed.gpu.exch r0, x, 9", 7),
        ("atom.relaxed.gpu.cas r1, x, 1, 9; ld.weak r0, x", 0),
        ("atom.relaxed.gpu.cas r1, x, 0, 9; ld.weak r0, x", 9),
        (
            "st.weak.u32 x, 3; atom.relaxed.gpu.inc.u32 r1, x, 3; ld.weak.u32 r0, x",
            0,
        ),
        ("mov r0, 0; AGAIN:; add r0, r0, 1; bne r0, 5, AGAIN", 5),
    ] {
        let program = litmus("x = 0;", &[code], &format!("P0:r0 == {wanted}"));
        refuse(&program, Backend::Host, &Settings::of(Backend::Host)).unwrap();
        let ran = on_host(&program, 1, 10);
        let observed = Observed::of(&program);
        assert_eq!(ran.tally.instances, 10, "{code}");
        for state in states(&ran.tally) {
            assert!(
                observed.holds(&program.condition, &state),
                "{code}: {state:?}"
            );
        }
    }
}

/// Threads that meet at a barrier see what was written before it; who waits for nobody is given up.
#[test]
fn barriers_hold_and_do_not_hang() {
    let text = "PTX t\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n st.weak x, 1 | bar.sync 0 ;\n \
                bar.sync 0 | ld.weak r0, x ;\nexists (P1:r0 == 0)";
    let program = gpu_litmus::load("t.litmus", text).unwrap();
    let ran = on_host(&program, 2, 500);
    assert_eq!(states(&ran.tally).into_iter().collect::<Vec<_>>(), [[1]]);
    assert_eq!(ran.tally.instances, 1000);
    let alone = "PTX t\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n bar.sync 0, 0, 2 | st.weak x, 1 ;\n \
                 ld.weak r0, x | ;\nexists (P0:r0 == 0)";
    let program = gpu_litmus::load("t.litmus", alone).unwrap();
    let ran = on_host(&program, 1, 50);
    assert_eq!((ran.tally.instances, ran.tally.unfinished), (0, 50));
}

/// Who comes again to a barrier comes to its next round: nobody meets oneself.
#[test]
fn a_thread_takes_part_in_a_round_once() {
    let text = "PTX t\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n bar.cta.arrive 0, 0, 2 | st.weak x, 1 ;\n \
                bar.cta.sync 0, 0, 2 | ;\n ld.weak r0, x | ;\nexists (P0:r0 == 0)";
    let program = gpu_litmus::load("t.litmus", text).unwrap();
    let ran = on_host(&program, 1, 50);
    assert_eq!((ran.tally.instances, ran.tally.unfinished), (0, 50));
    let both = text
        .replace("| st.weak x, 1 ;", "| bar.cta.sync 0, 0, 2 ;")
        .replace(
            "bar.cta.sync 0, 0, 2 | ;",
            "bar.cta.sync 0, 0, 2 | bar.cta.sync 0, 0, 2 ;",
        );
    let program = gpu_litmus::load("t.litmus", &both).unwrap();
    let ran = on_host(&program, 1, 50);
    assert_eq!((ran.tally.instances, ran.tally.unfinished), (50, 0));
}

/// A loop that nobody ends is given up, instance by instance.
#[test]
fn loops_are_bounded() {
    let program = litmus(
        "x = 0;",
        &["AGAIN:; ld.weak r0, x; beq r0, 0, AGAIN"],
        "P0:r0 == 0",
    );
    let ran = on_host(&program, 1, 20);
    assert_eq!((ran.tally.instances, ran.tally.unfinished), (0, 20));
}

/// Long, and they need a machine that has time for both threads at once.
mod long {
    use super::*;

    #[test]
    #[ignore = "it needs two cores at one time"]
    fn store_buffering_is_seen() {
        let program = litmus(
            "x = 0; y = 0;",
            &["st.weak x, 1; ld.weak r0, y", "st.weak y, 1; ld.weak r0, x"],
            "P0:r0 == 0 /\\ P1:r0 == 0",
        );
        let ran = on_host(&program, 1000, 10_000);
        assert!(states(&ran.tally).contains(&vec![0, 0]));
    }

    #[test]
    #[ignore = "it takes minutes"]
    #[cfg(target_arch = "x86_64")]
    fn many_generated_tests_show_nothing_outside_tso() {
        let run = generated(0..300, 20, 10_000);
        assert!(run > 200, "only {run} run");
    }
}
