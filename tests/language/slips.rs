//! Slips of tests: each is told where it is, and what is told mends it.

#![expect(clippy::panic, reason = "a test fails by panicking")]

use gpu_litmus::syntax::{Diagnostic, Report};
use rstest::rstest;

use gpu_litmus::parse;

/// A test that asks for what is given.
fn asking(condition: &str) -> String {
    format!("PTX generated {{ }} P0@cta 0,gpu 0 ; st.weak x, 1 ; exists {condition}")
}

/// The only mistake of a text.
fn mistake(text: &str) -> (Report, Diagnostic) {
    match parse("generated.litmus", text) {
        Ok(_) => panic!("it parses: {text}"),
        Err(report) => match &report.diagnostics[..] {
            [only] => (report.clone(), only.clone()),
            several => panic!("not one: {several:?}"),
        },
    }
}

/// Where the mistake is, as it stands in the text.
fn place<'a>(report: &'a Report, one: &Diagnostic) -> &'a str {
    one.labels
        .first()
        .map_or("", |(span, _)| report.source.slice(*span))
}

#[rstest]
#[case("(x)", "x", "`x == 1`")]
#[case("(1)", "1", "`x == 1`")]
#[case("x", "x", "`x == 1`")]
#[case("(P0:r0)", "P0:r0", "`P0:r0 == 1`")]
#[case("([x])", "[x]", "`[x] == 1`")]
#[case("(x == 1 /\\ ~x)", "x", "`x == 1`")]
#[case("(x == 1 => x == 2)", "=>", r"`~a \/ b`")]
#[case("(x == 1 implies x == 2)", "implies", r"`~a \/ b`")]
fn conditions_without_a_meaning_are_told_where_they_are(
    #[case] condition: &str,
    #[case] at: &str,
    #[case] help: &str,
) {
    let (report, one) = mistake(&asking(condition));
    assert_eq!(place(&report, &one), at);
    let said = one.help.unwrap_or_default();
    assert!(said.contains(help), "{said}");
}

#[test]
fn a_parenthesis_that_is_open_is_not_said_to_be_none() {
    for condition in ["([x)", "(x == [x)", "(x == 1", "(x == 1 x)"] {
        let (_, one) = mistake(&asking(condition));
        assert!(!one.help.is_some_and(|help| help.contains("never opened")));
    }
    let (_, one) = mistake(&asking("(x == 1))"));
    assert_eq!(
        one.help.as_deref(),
        Some("this parenthesis was never opened")
    );
}

#[rstest]
#[case("(terminate)", "(terminates)")]
#[case("(x == 1 /\\ ~Terminates)", "(x == 1 /\\ ~terminates)")]
#[case("(tru)", "(true)")]
#[case("(x == 1 \\/ fals)", "(x == 1 \\/ false)")]
#[case("(x == 1 and x == 2)", "(x == 1 /\\ x == 2)")]
#[case("(x == 1 OR x == 2)", "(x == 1 \\/ x == 2)")]
#[case("((x == 1) andd (x == 2))", "((x == 1) /\\ (x == 2))")]
#[case("(x == 1 | x == 2)", "(x == 1 \\/ x == 2)")]
#[case("(x == 1 & x == 2)", "(x == 1 /\\ x == 2)")]
#[case("(x == 1, x == 2)", "(x == 1/\\ x == 2)")]
#[case("(nott x == 1)", "(not x == 1)")]
#[case("(x === 1)", "(x == 1)")]
#[case("(x !== 1)", "(x != 1)")]
#[case("(x => 1)", "(x >= 1)")]
#[case("(x =< 1)", "(x <= 1)")]
#[case("(x <> 1)", "(x != 1)")]
#[case("(x := 1)", "(x == 1)")]
#[case("(x eq 1)", "(x == 1)")]
#[case("(x is 1)", "(x == 1)")]
#[case("(x ne 1)", "(x != 1)")]
#[case("(x lt 1)", "(x < 1)")]
#[case("(x GE 1)", "(x >= 1)")]
fn what_is_meant_by_a_slip_can_be_put_in_its_place(#[case] slip: &str, #[case] meant: &str) {
    let text = asking(slip);
    let (report, one) = mistake(&text);
    let said = one.help.as_deref().unwrap_or_default();
    let Some((span, instead)) = one.replacement(&report.source) else {
        panic!("{slip}: {said}")
    };
    assert!(
        said.contains(&format!("did you mean `{instead}`?")),
        "{said}"
    );
    let mut mended = text.clone();
    mended.replace_range(span.start..span.end, instead);
    assert_eq!(mended, asking(meant));
    assert!(parse("mended.litmus", &mended).is_ok(), "{mended}");
}

/// Each is told once, and the rest of the text is read; also where lines end with `\\r\\n`.
#[rstest]
#[case("st.weak \"x, 1 ;", "\"")]
#[case("\"A description ;\nst.weak x, 1 ;", "\"A description ;")]
fn an_unclosed_quote(#[case] rows: &str, #[case] at: &str) {
    let text = format!("PTX generated\n{{ }}\n{rows}\nexists (x == 1)\n");
    let text = text.replace("{ }\n", "{ }\nP0@cta 0,gpu 0 ;\n");
    for text in [text.replace('\n', "\r\n"), text] {
        let (report, one) = mistake(&text);
        assert_eq!(one.message, "this quote is never closed");
        assert_eq!(place(&report, &one), at);
    }
}

#[test]
fn what_is_told_of_a_comment_ends_with_it() {
    let text = asking("(x == 1)") + "\r\n// expect sc: always\r\n// expect sc: never\r\n";
    let (report, one) = mistake(&text);
    assert_eq!(place(&report, &one), "// expect sc: never");
}

#[rstest]
#[case("Expect")]
#[case("expct")]
#[case("expects")]
fn a_misspelt_expectation_can_be_mended(#[case] word: &str) {
    let text = asking("(x == 1)") + "\n// " + word + " sc: always\n";
    let (report, one) = mistake(&text);
    let mend = one.replacement(&report.source);
    assert_eq!(
        mend.map(|(span, near)| (report.source.slice(span), near)),
        Some((word, "expect"))
    );
}

/// What is said of too few operands is about the instruction that is written.
#[rstest]
#[case("bne r0", "bne r0, 1, LC00")]
#[case("goto", "goto LC00")]
#[case("atom.exch r0, x", "atom.exch r0, x, 1")]
#[case("atom.sc.sys.cas.b32 r0", "atom.sc.sys.cas.b32 r0, x, 0, 1")]
#[case("fence.acq_rel.cta x", "fence.acq_rel.cta")]
fn operands_are_shown_behind_their_instruction(#[case] row: &str, #[case] example: &str) {
    let text = asking("(x == 1)").replace("; exists", &format!("; {row} ; exists"));
    let (_, one) = mistake(&text);
    assert_eq!(one.help, Some(format!("write it as `{example}`")));
}
