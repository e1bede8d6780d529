//! Lanes that ask which lanes are active: the machine chooses, and all that it can choose is looked at.

#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use std::collections::BTreeSet;

use gpu_litmus::kernel::interpret::exploration::Limits;
use gpu_litmus::kernel::interpret::explore::explore;
use gpu_litmus::kernel::report::answer::{Answer, Report};
use gpu_litmus::kernel::report::{Ask, ask};
use gpu_litmus::kernel::setup::Setup;
use gpu_litmus::stop::Stop;
use gpu_litmus::verdict::query::Options;
use rstest::rstest;

use super::lowered::agree;
use super::meet::launch;

/// What runs leave: of each the words of `a`, then those of `out`.
fn left(setup: &Setup) -> BTreeSet<Vec<u8>> {
    let exploration = explore(setup, &Limits::default());
    assert!(exploration.complete(), "{:?}", exploration.gaps);
    let words = |bytes: &Vec<u8>| -> Vec<u8> { bytes.iter().step_by(4).copied().collect() };
    let outcomes = exploration.outcomes.iter();
    outcomes
        .map(|outcome| outcome.contents.iter().flat_map(words).collect())
        .collect()
}

fn answers(setup: &Setup) -> Report {
    ask(
        setup,
        &Ask {
            model: "ptx-7.5".to_owned(),
            bound: 2,
            stop: Stop::never(),
            options: Options::default(),
            recall: None,
        },
    )
}

fn answer(report: &Report, name: &str) -> (Answer, String) {
    let found = report.checks.iter().find(|check| check.name == name);
    let found = found.unwrap_or_else(|| panic!("no {name}"));
    (found.answer, found.remarks.join("; "))
}

/// Lanes are at the instruction in sets of which each lane is in one: those are the masks, and no others.
#[rstest]
#[case(2, &[[1, 2, 0], [3, 3, 0]])]
#[case(3, &[[1, 2, 4], [3, 3, 4], [5, 2, 5], [1, 6, 6], [7, 7, 7]])]
fn all_partitions(#[case] lanes: usize, #[case] masks: &[[u8; 3]]) {
    let setup = launch("\tactivemask.b32 %r8;\n", 1, lanes);
    let expected = masks.iter().map(|mask| {
        let mut all = vec![0; 4];
        all.extend(&mask[..lanes]);
        all
    });
    assert_eq!(left(&setup), expected.collect());
}

/// A lane that goes elsewhere, or ends before, is in nobody's set.
#[test]
fn only_who_comes() {
    let body = "\tsetp.eq.u32 %p1, %r3, 0;\n\t@%p1 bra LAST;\n\tactivemask.b32 %r8;\n";
    let masks = left(&launch(body, 1, 3));
    let expected = [vec![0, 0, 0, 0, 0, 2, 4], vec![0, 0, 0, 0, 0, 6, 6]];
    assert_eq!(masks, expected.into_iter().collect());
}

/// Atomics of a warp in one: the lowest active lane adds for all.
const TOGETHER: &str = "\tactivemask.b32 %r9;\n\tbrev.b32 %r10, %r9;\n\tclz.b32 %r10, %r10;\n\tpopc.b32 %r11, %r9;\n\
                        \tsetp.ne.u32 %p1, %r10, %r3;\n\t@%p1 bra JOIN;\n\
                        \tatom.global.add.u32 %r8, [%rd1], %r11;\nJOIN:\n\
                        \tshfl.sync.idx.b32 %r8, %r8, %r10, 31, %r9;\n\
                        \tmov.u32 %r12, %lanemask_lt;\n\tand.b32 %r12, %r12, %r9;\n\tpopc.b32 %r12, %r12;\n\
                        \tadd.u32 %r8, %r8, %r12;\n";

/// As events it is the same, where lanes meet nobody else, and where they meet in between.
#[rstest]
#[case("alone", "\tactivemask.b32 %r8;\n", 2)]
#[case("three", "\tactivemask.b32 %r8;\n", 3)]
#[case("aggregated", TOGETHER, 2)]
#[case(
    "twice",
    "\tactivemask.b32 %r8;\n\tactivemask.b32 %r9;\n\tshl.b32 %r9, %r9, 4;\n\tor.b32 %r8, %r8, %r9;\n",
    2
)]
#[case(
    "laps with a barrier in each",
    "\tmov.u32 %r10, 0;\nLOOP:\n\tactivemask.b32 %r9;\n\tshl.b32 %r8, %r8, 2;\n\tor.b32 %r8, %r8, %r9;\n\
     \tbar.warp.sync 3;\n\tadd.u32 %r10, %r10, 1;\n\tsetp.lt.u32 %p1, %r10, 2;\n\t@%p1 bra LOOP;\n",
    2
)]
#[case(
    "laps without",
    "\tmov.u32 %r10, 0;\nLOOP:\n\tactivemask.b32 %r9;\n\tshl.b32 %r8, %r8, 2;\n\tor.b32 %r8, %r8, %r9;\n\
     \tadd.u32 %r10, %r10, 1;\n\tsetp.lt.u32 %p1, %r10, 2;\n\t@%p1 bra LOOP;\n",
    2
)]
fn events_agree(#[case] name: &str, #[case] body: &str, #[case] lanes: usize) {
    agree(&launch(body, 1, lanes), name);
}

/// An atomic for all active lanes is as good as one for each.
#[test]
fn aggregated_atomics_hold() {
    let report = answers(&launch(TOGETHER, 2, 2));
    for check in &report.checks {
        assert_eq!(
            check.answer,
            Answer::Holds,
            "{}: {:?}",
            check.name,
            check.remarks
        );
    }
}

/// The same with the exchange over all lanes of the warp, of which those in another branch never come.
#[test]
fn a_mask_of_all_is_refuted() {
    let body = "\tsetp.eq.u32 %p1, %r3, 0;\n\t@%p1 bra ELSE;\n\tactivemask.b32 %r9;\n\
                \tsetp.ne.u32 %p2, %r9, 6;\n\t@%p2 trap;\nELSE:\n";
    let (said, why) = answer(&answers(&launch(body, 1, 3)), "asserts");
    assert_eq!(said, Answer::Violated, "{why}");
}

/// Lane 1 says that it is past the instruction, and lane 0 hears that before it asks: no interleaving has both there
/// together. Under the model nothing says so, and what follows is no more than possible.
#[test]
fn what_only_the_model_does_is_possible() {
    let body = "\tmov.u32 %r9, 0;\n\tsetp.ne.u32 %p1, %r3, 0;\n\t@%p1 bra ASK;\n\
                \tld.acquire.gpu.global.u32 %r9, [%rd1];\nASK:\n\tactivemask.b32 %r8;\n\
                \t@!%p1 bra JOIN;\n\tst.release.gpu.global.u32 [%rd1], 1;\nJOIN:\n\
                \tshl.b32 %r9, %r9, 4;\n\tor.b32 %r8, %r8, %r9;\n";
    let report = answers(&launch(body, 1, 2));
    let (said, why) = answer(&report, "robust");
    assert_eq!(said, Answer::Possible, "{why}");
    assert!(why.contains("may not meet so"), "{why}");
}

/// What lanes do that are alone, they do on a machine too.
#[test]
fn what_lanes_alone_do_is_violated() {
    let body = "\tmul.wide.u32 %rd5, %r3, 4;\n\tadd.u64 %rd5, %rd1, %rd5;\n\txor.b32 %r10, %r3, 1;\n\
                \tmul.wide.u32 %rd6, %r10, 4;\n\tadd.u64 %rd6, %rd1, %rd6;\n\tactivemask.b32 %r9;\n\
                \tst.relaxed.gpu.global.u32 [%rd5], 1;\n\tld.relaxed.gpu.global.u32 %r8, [%rd6];\n";
    let (said, why) = answer(&answers(&launch(body, 1, 2)), "robust");
    assert_eq!(said, Answer::Violated, "{why}");
}

/// A value that lanes would give each other by being there together comes from nowhere.
#[test]
fn no_value_out_of_thin_air() {
    let body = "\tmul.wide.u32 %rd5, %r3, 4;\n\tadd.u64 %rd5, %rd1, %rd5;\n\txor.b32 %r10, %r3, 1;\n\
                \tmul.wide.u32 %rd6, %r10, 4;\n\tadd.u64 %rd6, %rd1, %rd6;\n\
                \tld.relaxed.gpu.global.u32 %r9, [%rd5];\n\tsetp.ne.u32 %p1, %r9, 3;\n\t@%p1 bra LAST;\n\
                \tactivemask.b32 %r8;\n\tst.relaxed.gpu.global.u32 [%rd6], %r8;\n";
    let report = answers(&launch(body, 1, 2));
    assert_eq!(answer(&report, "robust").0, Answer::Holds);
}

/// Of many lanes the sets are too many for a model: that is said.
#[test]
fn many_lanes() {
    let body = "\tactivemask.b32 %r9;\n\tsetp.gt.u32 %p1, %r3, 1;\n\t@%p1 bra LAST;\n\
                \tatom.global.add.u32 %r8, [%rd1], 1;\n\tld.volatile.global.u32 %r8, [%rd1];\n";
    let (said, why) = answer(&answers(&launch(body, 1, 6)), "robust");
    assert_eq!(said, Answer::Unknown);
    assert!(why.contains("which of 6 lanes are active"), "{why}");
}

/// Lanes that come and go, in whatever order a seed says: as events and as interleavings they leave the same. The barriers
/// are of all lanes, which none leaves out.
#[rstest]
fn random_meetings(#[values(1, 2, 3, 4, 5, 6, 7, 8)] seed: u64) {
    let mut number = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut below = |most: u64| {
        number = number
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (number >> 33) % most
    };
    let mut body = String::new();
    for at in 0..4 {
        match below(4) {
            0 => body += "\tbar.warp.sync 3;\n",
            1 => body += "\tbar.sync 0;\n",
            _ => {
                let skips = below(3);
                if skips < 2 {
                    body += &format!("\tsetp.eq.u32 %p1, %r3, {skips};\n\t@%p1 bra P{at};\n");
                }
                body += "\tactivemask.b32 %r9;\n\tshl.b32 %r8, %r8, 2;\n\tor.b32 %r8, %r8, %r9;\n";
                body += &format!("P{at}:\n");
            }
        }
    }
    agree(&launch(&body, 1, 2), &body);
}
