//! Logs of litmus7: what of them counts, and what is a mistake.

use super::ran::{judged, refused};
use crate::golden;

const TEST: &str = "suite/coherence/sb.litmus";

/// A line of a log of litmus7 that tries to be an outcome is one, or a mistake.
#[test]
fn lines_that_cannot_be_read_are_mistakes() {
    let end = "49986 :>0:r1=1; 1:r2=0;\nOk\n";
    let heading = "Test sb Allowed\nHistogram (2 states)\n";
    let all = refused([
        ("exponent.log", format!("1e3 *>0:r1=0; 1:r2=0;\n{end}")),
        ("commas.log", format!("1,000 :>0:r1=0; 1:r2=0;\n{end}")),
        ("minus.log", format!("{heading}-4 :>0:r1=0; 1:r2=0;\n{end}")),
        ("none.log", format!("*>0:r1=0; 1:r2=0;\n{end}")),
        ("mark.log", format!("17 *0:r1=0; 1:r2=0;\n{end}")),
        (
            "inside.log",
            format!("{heading}many 0:r1=0; 1:r2=0;\n{end}"),
        ),
        (
            "large.log",
            format!("99999999999999999999 *>0:r1=0; 1:r2=0;\n{end}"),
        ),
        ("wide.log", format!("17 *>0:r1=4294967297; 1:r2=0;\n{end}")),
        ("cut.log", format!("{heading}17 *>0:r1=0; 1:r2=0;\n")),
        ("fewer.log", format!("{heading}{end}")),
        (
            "more.log",
            format!("{heading}17 *>0:r1=0; 1:r2=0;\n{end}3 *>0:r1=1; 1:r2=1;\n"),
        ),
        (
            "other.log",
            format!("Test mp Allowed\n{end}Test sb2 Required\n{end}"),
        ),
        ("stranger.log", format!("Test mp Forbidden\n{end}")),
        (
            "names.log",
            "Test mp Allowed\nTest lb Allowed\nTest mp Allowed\n".to_owned(),
        ),
        (
            "two.log",
            format!("Test SB Allowed\n{end}Test Sb Allowed\n{end}"),
        ),
        (
            "one.log",
            format!("Histogram (1 states)\n{end}3 *>0:r1=1; 1:r2=1;\n"),
        ),
        ("none-of-one.log", "Histogram (1 state)\nOk\n".to_owned()),
        (
            "states.log",
            format!("Histogram (two states)\n{end}Histogram (1 states)\n{end}"),
        ),
        (
            "outside.log",
            format!("3 *>0:r1=1; 1:r2=1;\nHistogram (1 states)\n{end}"),
        ),
    ]);
    golden::same("tests/ui/trace/litmus7.txt", &all);
}

/// Of a log of several tests only the test's own histogram counts, and what is no outcome stays words.
#[test]
fn the_outcomes_of_other_tests_are_left_alone() {
    let text = "%%%%%%\nTest mp Allowed\nHistogram (1 states)\n5 :>1:r9=7;\nOk\n\nPTX sb\n{\n0:X1=x; 0:X3=y;\n}\n P0 | P1 ;\n\
        int f(std::vector<int*> x);\nTest sb Allowed\nHistogram (1 states)\n\n12    *>0:r1=0; 1:r2=0;\nOk\n\nWitnesses\n\
        Positive: 12, Negative: 0\nTime sb 0.02\n";
    let said = judged("log.txt", text, TEST, "tso");
    assert_eq!((said.err.as_str(), said.code), ("", 0), "{}", said.out);
    assert!(
        said.out.contains("1 outcome of sb in 12 runs"),
        "{}",
        said.out
    );
}

/// C and assembly of a log are no outcomes, whatever they look like: only what stands in a histogram is one.
#[test]
fn only_histograms_have_outcomes() {
    let text = "Generated assembler\n5 rax = x;\n3>x=1\n7 *q = 1;\nTest sb Allowed\n5 rax = x;\nHistogram (2 states)\n\
        12    *>0:r1=0; 1:r2=0;\n8>0:r1=1; 1:r2=1;\nOk\n5 rax = x;\n3>x=1\n";
    let said = judged("log.txt", text, TEST, "tso");
    assert_eq!((said.err.as_str(), said.code), ("", 0), "{}", said.out);
    assert!(
        said.out.contains("2 outcomes of sb in 20 runs"),
        "{}",
        said.out
    );
}

/// A test's name is the same in large letters, unless another test has this very name.
#[test]
fn names_are_the_same_in_large_letters() {
    let mine = "Test SB Allowed\nHistogram (1 states)\n1 *>0:r1=0; 1:r2=0;\n";
    let said = judged("log.txt", mine, TEST, "tso");
    assert_eq!((said.err.as_str(), said.code), ("", 0), "{}", said.out);
    assert!(
        said.out.contains("1 outcome of sb in 1 run\n"),
        "{}",
        said.out
    );
    let both = format!("{mine}Test sb Allowed\nHistogram (1 states)\n5 *>0:r1=1; 1:r2=0;\n");
    let said = judged("log.txt", &both, TEST, "tso");
    assert_eq!((said.err.as_str(), said.code), ("", 0), "{}", said.out);
    assert!(
        said.out.contains("1 outcome of sb in 5 runs"),
        "{}",
        said.out
    );
}
