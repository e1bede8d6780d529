//! Slips of models: each is told where it is, and what is told mends it.

#![expect(clippy::panic, reason = "a test fails by panicking")]

use gpu_litmus::model::cat;
use gpu_litmus::syntax::Report;
use rstest::rstest;

fn report(text: &str) -> Report {
    match cat::load("own.cat", text) {
        Err(report) => report,
        Ok(_) => panic!("it loads: {text}"),
    }
}

#[rstest]
#[case("acyclic 'po'", "acyclic po")]
#[case("acyclic po | \"rf\"", "acyclic po | rf")]
#[case("let a = 'po'\nacyclic a", "let a = po\nacyclic a")]
#[case("'T'\nacyclic po", "\"T\"\nacyclic po")]
#[case(
    "include 'basic.cat'\nacyclic com",
    "include \"basic.cat\"\nacyclic com"
)]
#[case("include basic.cat\nacyclic po", "include \"basic.cat\"\nacyclic po")]
#[case(
    "let rce a = po | (a; a)\nacyclic a",
    "let rec a = po | (a; a)\nacyclic a"
)]
#[case("acyclic po an x", "acyclic po as x")]
#[case("acyclic po \u{222a} rf", "acyclic po | rf")]
#[case("acyclic po \u{2229} rf", "acyclic po & rf")]
#[case("acyclic domian(po) * W", "acyclic domain(po) * W")]
#[case(
    "let own(r) = r | po\nacyclic onw(po)",
    "let own(r) = r | po\nacyclic own(po)"
)]
fn what_is_meant_by_a_slip_can_be_put_in_its_place(#[case] slip: &str, #[case] meant: &str) {
    let report = report(slip);
    let [one] = &report.diagnostics[..] else {
        panic!("{report}")
    };
    let said = one.help.as_deref().unwrap_or_default();
    let Some((span, instead)) = one.replacement(&report.source) else {
        panic!("{slip}: {said}")
    };
    assert_eq!(said, format!("did you mean `{instead}`?"));
    let mut mended = slip.to_owned();
    mended.replace_range(span.start..span.end, instead);
    assert_eq!(mended, meant);
    assert!(cat::load("own.cat", &mended).is_ok(), "{mended}");
}

/// What takes no arguments is not meant where some are given.
#[test]
fn a_set_is_no_function() {
    for text in ["acyclic f(po)", "let com = po\nacyclic cmo(po)"] {
        assert_eq!(report(text).diagnostics[0].help, None, "{text}");
    }
}

#[rstest]
#[case("let a = b\nlet b = po\nacyclic a", "move its definition up")]
#[case("let a = po | (a; rf)\nacyclic a", "needs `let rec`")]
fn what_is_defined_later_is_no_other_name(#[case] text: &str, #[case] help: &str) {
    let report = report(text);
    let one = &report.diagnostics[0];
    assert!(
        one.message.ends_with("is not defined yet"),
        "{}",
        one.message
    );
    assert_eq!(one.labels.len(), 2);
    assert!(one.help.as_deref().is_some_and(|said| said.contains(help)));
    assert_eq!(one.suggestion, None);
}
