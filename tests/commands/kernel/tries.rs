//! Loops that count how often they try: of laps that are alike a few do for all.

use gpu_litmus::kernel::report::answer::Answer;
use gpu_litmus::kernel::report::{Ask, ask};
use gpu_litmus::stop::Stop;
use gpu_litmus::verdict::query::Options;
use rstest::rstest;

use super::lowered::agree;
use super::meet::launch;

/// Block 0 does one thing, the others try so often.
fn tries(first: &str, lap: &str, often: usize) -> String {
    format!(
        "\tsetp.ne.u32 %p1, %r2, 0;\n\t@%p1 bra TRY;\n{first}\tbra LAST;\nTRY:\n\tmov.u32 %r10, 0;\n\
         LOOP:\n{lap}\tadd.u32 %r10, %r10, 1;\n\tsetp.lt.u32 %p2, %r10, {often};\n\t@%p2 bra LOOP;\n\
         \tmov.u32 %r8, 9;\n\tbra LAST;\nDONE:\n\tld.volatile.global.u32 %r8, [%rd1+4];\n"
    )
}

const POLL: &str =
    "\tld.volatile.global.u32 %r9, [%rd1];\n\tsetp.ne.u32 %p3, %r9, 0;\n\t@%p3 bra DONE;\n";

const POLL_TWO: &str = "\tld.volatile.global.u32 %r9, [%rd1];\n\tsetp.eq.u32 %p3, %r9, 2;\n\t@%p3 bra DONE;\n\
                        \tld.volatile.global.u32 %r9, [%rd1+8];\n\tsetp.eq.u32 %p3, %r9, 1;\n\t@%p3 bra DONE;\n";

const SWAP: &str =
    "\tatom.global.cas.b32 %r9, [%rd1], 1, 3;\n\tsetp.eq.u32 %p3, %r9, 1;\n\t@%p3 bra DONE;\n";

const SET: &str = "\tst.volatile.global.u32 [%rd1+4], 7;\n\tst.volatile.global.u32 [%rd1], 1;\n";

/// As events they leave what interleavings leave.
#[rstest]
#[case::flag(SET, POLL, 12)]
#[case::flag_that_goes_again(
    "\tst.volatile.global.u32 [%rd1], 1;\n\tst.volatile.global.u32 [%rd1], 0;\n\tst.volatile.global.u32 [%rd1+4], 7;\n",
    POLL,
    12
)]
#[case::two_flags(
    "\tst.volatile.global.u32 [%rd1], 1;\n\tst.volatile.global.u32 [%rd1+8], 2;\n\tst.volatile.global.u32 [%rd1+4], 7;\n\
     \tst.volatile.global.u32 [%rd1], 0;\n\tst.volatile.global.u32 [%rd1+8], 1;\n",
    POLL_TWO,
    12
)]
#[case::swap(SET, SWAP, 12)]
#[case::two_tries(SET, POLL, 2)]
#[case::what_is_read_last_matters(
    SET,
    "\tld.volatile.global.u32 %r8, [%rd1];\n\tsetp.eq.u32 %p3, %r8, 5;\n\t@%p3 bra LAST;\n",
    12
)]
fn laps_agree(
    #[case] first: &str,
    #[case] lap: &str,
    #[case] often: usize,
    #[values(2, 3)] blocks: usize,
) {
    agree(&launch(&tries(first, lap, often), blocks, 1), lap);
}

/// A thousand tries are not asked one by one: this would take minutes.
#[rstest]
#[case::poll(POLL)]
#[case::swap(SWAP)]
fn many_tries_are_answered(#[case] lap: &str) {
    let setup = launch(&tries(SET, lap, 1000), 2, 1);
    let asked = Ask {
        model: "ptx-7.5".to_owned(),
        bound: 2,
        stop: Stop::never(),
        options: Options::default(),
        recall: None,
    };
    let report = ask(&setup, &asked);
    for check in &report.checks {
        let expected = if check.name == "robust" {
            Answer::Violated
        } else {
            Answer::Holds
        };
        assert_eq!(
            check.answer, expected,
            "{}: {:?}",
            check.name, check.remarks
        );
    }
}
