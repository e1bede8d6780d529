//! The library as a program outside uses it: what is asked, what comes back, what a mistake looks
//! like.

#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::time::Duration;

use gpu_litmus::{Error, Model, Quantity, Query, Test, Verdict};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");

#[test]
fn an_answer_prints_as_on_the_command_line() {
    let test = Test::read(format!("{EXAMPLES}/sb.litmus")).unwrap();
    assert_eq!(test.name(), "SB");
    let query = |name| Query::new(Model::find(name).unwrap()).timeout(Duration::from_secs(60));
    let answer = query("sc").check(&test).unwrap();
    assert_eq!(answer.verdict, Verdict::Unreachable);
    let text = answer.to_string();
    assert!(text.contains("SB under sc: unreachable (never)"), "{text}");
    assert!(text.contains("close a cycle"), "{text}");
    let answer = query("tso").smallest(true).check(&test).unwrap();
    assert_eq!(answer.quantity, Some(Quantity::Sometimes));
    assert!(answer.smallest.is_some());
    let answer = query("sc").reason(false).quantity(false).bound(1);
    assert!(answer.check(&test).unwrap().reason.is_none());
}

/// What `main` prints when it returns an error is its `Debug`.
fn printed<T>(result: Result<T, impl Into<Error>>) -> String {
    let error: Error = result.map(|_| ()).unwrap_err().into();
    format!("{error:?}")
}

#[test]
fn a_question_mark_in_main_prints_the_diagnostic() {
    let said = printed(Test::parse(
        "t.litmus",
        "PTX T\n{}\n P0@cta 0,gpu 0 ;\n st.weka x, 1 ;\nexists (x == 1)",
    ));
    assert!(said.contains("t.litmus:4:"), "{said}");
    assert!(said.contains("did you mean"), "{said}");
    assert!(said.contains("╭─"), "{said}");
    let said = printed(Model::find("ptx-7.4"));
    assert!(said.contains("did you mean `ptx-7.5`?"), "{said}");
    let said = printed(Test::read("no/such/file.litmus"));
    assert_eq!(said, "no/such/file.litmus: no such file");
}
