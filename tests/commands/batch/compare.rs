//! Expectations and earlier runs.

use rstest::rstest;

use super::support::{Folder, MP, SB, pair};

const CSV: &str = "file,sc,tso,plain\nmp.litmus,0,0,1\nsb.litmus,0,reachable,\n";
const TSV: &str = "mp.litmus\tsc\tunreachable\tnever\nmp.litmus\tplain\treachable\tsometimes\n\
                   sb.litmus\ttso\treachable\tsometimes\n";
const LONG: &str = "file,model,verdict\n\"mp.litmus\",sc,unreachable\nsb.litmus,tso,reachable\n";

#[rstest]
#[case(CSV, 5)]
#[case(TSV, 3)]
#[case(LONG, 2)]
fn tables_that_hold(#[case] table: &str, #[case] judged: usize) {
    let folder = pair();
    folder.add("suite/expected", table);
    let args = [
        "batch",
        "suite",
        "-m",
        "sc,tso,plain",
        "--expect",
        "suite/expected",
        "--format",
        "jsonl",
    ];
    let said = folder.run(&args);
    assert_eq!(said.code, 0, "{}", said.err);
    let rows = said.rows();
    let count = |row: &serde_json::Value| row["expectations"].as_array().unwrap().len();
    // The test SB states one expectation itself.
    assert_eq!(rows.iter().map(count).sum::<usize>(), judged + 1);
    assert!(rows.iter().all(|row| row["agrees"] != false));
}

#[rstest]
#[case(
    "file,sc\nmp.litmus,1\n",
    "suite/expected:2 expects the statement holds"
)]
#[case("mp.litmus\tsc\treachable\n", "suite/expected:1 expects reachable")]
#[case(
    "mp.litmus\tplain\treachable\talways\n",
    "suite/expected:1 expects reachable (always)"
)]
fn tables_that_do_not(#[case] table: &str, #[case] words: &str) {
    let folder = pair();
    folder.add("suite/expected", table);
    let said = folder.run(&[
        "batch",
        "suite",
        "-m",
        "sc,plain",
        "--expect",
        "suite/expected",
    ]);
    assert_eq!(said.code, 1, "{}", said.out);
    assert!(said.out.contains(words), "{}", said.out);
    assert!(
        said.out.contains("DISAGREES suite/mp.litmus under"),
        "{}",
        said.out
    );
}

#[test]
fn a_name_with_quotes_in_it() {
    let folder = Folder::of(&[("suite/a \"b\",c.litmus", MP)]);
    let table = |expected: &str| {
        let row = format!("file,sc\n\"a \"\"b\"\",c.litmus\",{expected}\n");
        folder.add("suite/expected", &row);
        folder.run(&["batch", "suite", "-m", "sc", "--expect", "suite/expected"])
    };
    assert_eq!((table("0").code, table("1").code), (0, 1));
    let said = table("perhaps2");
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains("`perhaps2` is no expectation"),
        "{}",
        said.err
    );
}

#[test]
fn a_quantity_that_was_not_asked_says_nothing() {
    let folder = pair();
    folder.add("suite/expected", "mp.litmus\tplain\treachable\talways\n");
    let args = [
        "batch",
        "suite",
        "-m",
        "plain",
        "--expect",
        "suite/expected",
        "--no-quantity",
    ];
    assert_eq!(folder.run(&args).code, 0);
}

#[test]
fn stated_expectations_and_strict() {
    let folder = Folder::of(&[("sb.litmus", &format!("{SB}// expect sc: reachable\n"))]);
    let said = folder.run(&["batch", "sb.litmus", "-m", "sc"]);
    assert_eq!(said.code, 1);
    assert!(
        said.out.contains("sb.litmus:8 expects reachable"),
        "{}",
        said.out
    );
    let folder = Folder::of(&[("mp.litmus", MP)]);
    assert_eq!(folder.run(&["batch", "mp.litmus", "-m", "sc"]).code, 0);
    let said = folder.run(&["batch", "mp.litmus", "-m", "sc", "--strict"]);
    assert_eq!(said.code, 1);
    assert!(
        said.out.contains("--strict expects the statement holds"),
        "{}",
        said.out
    );
}

#[test]
fn what_changed_since_an_earlier_run() {
    let folder = pair();
    folder.add("suite/old.litmus", MP);
    let args = ["batch", "suite", "-m", "plain", "--format", "jsonl"];
    folder.add("old.jsonl", &folder.run(&args).out);
    std::fs::remove_file(folder.root().join("suite/old.litmus")).unwrap();
    folder.add("suite/mp.litmus", &MP.replace("P1:r2 == 0", "P1:r2 == 7"));
    let said = folder.run(&["batch", "suite", "-m", "plain", "--baseline", "old.jsonl"]);
    assert_eq!(said.code, 1);
    for words in [
        "DISAGREES suite/mp.litmus under plain: unreachable (never)",
        "old.jsonl:1 was reachable (sometimes)",
        "the test's text was another then",
        "1 row of old.jsonl were not asked this time (lines 2)",
    ] {
        assert!(said.out.contains(words), "no `{words}` in\n{}", said.out);
    }
    let rows = folder
        .run(&[&args[..], &["--baseline", "old.jsonl"]].concat())
        .rows();
    assert_eq!(rows[0]["change"]["was"], "reachable (sometimes)");
    assert_eq!(rows[1]["change"], serde_json::Value::Null);
    assert_eq!(rows[1]["agrees"], true);
}
