//! Bad input: a clear word each, exit code 2.

use rstest::rstest;

use super::support::{Folder, MP, pair, same};

#[test]
fn a_list_that_names_missing_files() {
    let folder = pair();
    folder.add(
        "list.txt",
        "suite/mp.litmus\nsuite/pm.litmus\nnone/*.litmus\nempty\n",
    );
    std::fs::create_dir(folder.root().join("empty")).unwrap();
    let said = folder.run(&["batch", "--list", "list.txt", "-m", "sc", "--format", "csv"]);
    assert_eq!(said.code, 2);
    let lines = said.out.lines().map(|line| {
        // The time it took is no matter.
        let cells: Vec<&str> = line.split(',').collect();
        [&cells[..9], &cells[10..]].concat().join(",") + "\n"
    });
    same("missing-files.csv", &lines.collect::<String>());
    let said = folder.run(&["batch", "--list", "no.txt", "-m", "sc"]);
    assert_eq!(said.code, 2);
    same("no-list.stderr", &said.err);
}

#[rstest]
#[case("model", "file,sc,ptx-60\nmp.litmus,0,1\n")]
#[case(
    "model-long",
    "mp.litmus\tsc\tunreachable\nmp.litmus\ttos\treachable\n"
)]
#[case(
    "cells",
    "file,sc,tso\nmp.litmus,0\nmp.litmus,0,1,1\nmp.litmus,yes!,0\n"
)]
#[case(
    "verdict",
    "mp.litmus,sc,unreachabel\nmp.litmus,tso,unreachable,nevr\nmp.litmus\n"
)]
#[case("twice", "mp.litmus,sc,unreachable\nmp.litmus,sc,reachable\n")]
#[case("empty", "\n# nothing\n")]
#[case("heading", "file,sc\n")]
#[case("no-file", "file,sc\n,1\n")]
fn tables_with_mistakes(#[case] name: &str, #[case] table: &str) {
    let folder = pair();
    folder.add("suite/table", table);
    let said = folder.run(&["batch", "suite", "-m", "sc", "--expect", "suite/table"]);
    assert_eq!(said.code, 2, "{}{}", said.out, said.err);
    assert_eq!(said.out, "");
    same(&format!("table-{name}.stderr"), &said.err);
}

#[test]
fn a_table_of_another_suite() {
    let folder = pair();
    folder.add("table", "mp.litmus,sc,reachable\n");
    let said = folder.run(&["batch", "suite", "-m", "sc", "--expect", "table"]);
    assert_eq!(said.code, 2);
    same("table-other.stderr", &said.err);
    let said = folder.run(&["batch", "suite", "-m", "sc", "--expect", "none.csv"]);
    assert_eq!(said.code, 2);
    same("table-missing.stderr", &said.err);
}

#[test]
fn a_baseline_that_is_none() {
    let folder = pair();
    folder.add(
        "old.jsonl",
        "{\"file\": \"suite/mp.litmus\", \"verdict\": \"maybe\"}\n",
    );
    let said = folder.run(&["batch", "suite", "-m", "sc", "--baseline", "old.jsonl"]);
    assert_eq!(said.code, 2);
    same("baseline.stderr", &said.err);
}

#[test]
fn a_file_that_is_no_test_is_a_row() {
    let folder = Folder::of(&[("a.litmus", "PTX T {"), ("b.litmus", MP)]);
    let said = folder.run(&["batch", "a.litmus", "b.litmus", "c.litmus", "-m", "sc,tso"]);
    assert_eq!(said.code, 2);
    let (start, _) = said
        .out
        .rsplit_once('\n')
        .unwrap()
        .0
        .rsplit_once('\n')
        .unwrap();
    same("broken.stdout", start);
}

#[rstest]
#[case(&["batch"], "<PATH>")]
#[case(&["batch", "suite", "--shard", "3/2"], "there is no shard 3 of 2")]
#[case(&["batch", "suite", "--memory", "1M"], "less than 64M")]
#[case(&["batch", "suite", "--memory", "lots"], "such as 500M")]
#[case(&["batch", "suite", "--resume"], "--journal")]
#[case(&["batch", "suite", "--jobs", "0"], "0 is not in")]
#[case(&["batch", "suite", "--format", "herd"], "`batch` has no format `herd`")]
#[case(&["check", "suite", "--format", "sarif"], "`check` has no format `sarif`")]
#[case(&["batch", "-", "--list", "-"], "only once")]
#[case(&["batch", "suite", "-m", "tos"], "did you mean `tso`?")]
#[case(&["merge"], "<JOURNAL>")]
#[case(&["merge", "none.jsonl"], "No such file")]
fn bad_usage(#[case] args: &[&str], #[case] words: &str) {
    let said = pair().run(args);
    assert_eq!(said.code, 2, "{}{}", said.out, said.err);
    assert!(said.err.contains(words), "no `{words}` in\n{}", said.err);
}
