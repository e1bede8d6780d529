//! `suite list`, `suite write`, `suite run`.

use std::path::Path;

use rstest::rstest;
use serde_json::Value;

use super::support::{Folder, run, same};

#[test]
fn list() {
    let said = run(&["suite", "list", "coherence/"]);
    assert_eq!(said.code, 0, "{}", said.err);
    same("suite-list.txt", &said.out);
    let names = run(&["suite", "list", "-q", "ptx/mp-b*"]).out;
    assert_eq!(names, "ptx/mp-barrier\nptx/mp-barrier-late\n");
    let all = run(&["suite", "list", "-q"]).out;
    assert!(all.lines().count() > 150);
}

#[test]
fn list_as_json() {
    let said = run(&["suite", "list", "coherence/sb", "--format", "json"]);
    let list: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(list.as_array().map(Vec::len), Some(2));
    assert_eq!(list[1]["name"], "coherence/sb-fenced");
    assert_eq!(list[1]["file"], "coherence/sb-fenced.litmus");
    assert_eq!(list[1]["expectations"][1]["model"], "strict");
    assert_eq!(list[1]["expectations"][1]["verdict"], "unreachable");
    let description = list[1]["description"].as_str().unwrap();
    assert!(description.contains("Lecture 13"), "{description}");
}

#[test]
fn run_prints_marks_and_the_papers_tables() {
    let said = run(&["suite", "run", "ugpu/{corr,visibility}-*"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    same("suite-run.txt", &said.out);
    let quiet = run(&["suite", "run", "-q", "coherence/"]);
    assert_eq!(quiet.out, "8 tests, 32 expectations: 32 met, 0 not\n",);
}

#[test]
fn run_as_json() {
    let said = run(&["suite", "run", "ugpu/mp-*", "--format", "json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let document: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(document["tally"]["met"], document["tally"]["expectations"]);
    let first = &document["results"][0];
    assert_eq!(first["test"], "ugpu/mp-none-inter-global");
    assert_eq!(first["expected"], "reachable");
    assert_eq!(first["quantity"], "sometimes");
    assert_eq!(first["met"], true);
    let table = &document["tables"][0];
    assert_eq!(table["name"], "Fig. 8");
    let cell = &table["rows"][2]["cells"][0];
    assert_eq!(cell["paper"], "never");
    assert_eq!(cell["ours"][0], "never");
    assert_eq!(cell["equal"], true);
    assert_eq!(table["rows"][0]["observed"][0], 2265);
    assert_eq!(document["matrix"]["rows"][0]["cells"][5], "RRR");
    let again = run(&["suite", "run", "ugpu/mp-*", "--format", "json"]);
    assert!(again.out == said.out, "the same run says another thing");
}

#[test]
fn write_and_check_what_was_written() {
    let folder = Folder::of(&[]);
    let target = folder.path("new/suite");
    let said = run(&["suite", "write", &target, "coherence/"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(said.out, format!("8 written, 0 unchanged, in {target}\n"));
    let checked = run(&["check", "-q", &target, "-m", "plain,strict,tso,sc"]);
    assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
    assert_eq!(checked.out.lines().count(), 32);
    let again = run(&["suite", "write", &target, "coherence/", "--format", "json"]);
    let again: Value = serde_json::from_str(&again.out).unwrap();
    assert_eq!(
        (&again["written"], &again["unchanged"]),
        (&0.into(), &8.into())
    );
}

#[test]
fn write_overwrites_only_if_it_must() {
    let folder = Folder::of(&[("coherence/sb.litmus", "mine")]);
    let root = folder.root().display().to_string();
    let said = run(&["suite", "write", &root, "coherence/"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    let words = "1 file is there already with other content";
    assert!(said.err.contains(words), "{}", said.err);
    assert!(said.err.contains("--force"), "{}", said.err);
    let here = |name: &str| std::fs::read_to_string(folder.path(name));
    assert_eq!(here("coherence/sb.litmus").unwrap(), "mine");
    assert!(here("coherence/corr.litmus").is_err(), "nothing is written");
    let said = run(&["suite", "write", &root, "coherence/", "--force"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(here("coherence/sb.litmus").unwrap().starts_with("PTX sb"));
    let left = std::fs::read_dir(Path::new(&root).join("coherence")).unwrap();
    assert_eq!(left.count(), 8, "nothing half-written is left");
}

#[test]
fn write_where_it_cannot() {
    let folder = Folder::of(&[("file", "")]);
    let said = run(&["suite", "write", &folder.path("file"), "coherence/sb"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    let file = "`suite write` names a file; it takes the name of a folder";
    assert!(said.err.contains(file), "{}", said.err);
    let folder = Folder::of(&[("coherence", "")]);
    let said = run(&["suite", "write", &folder.path(""), "coherence/sb"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains("sb.litmus: "), "{}", said.err);
}

#[rstest]
#[case(&["suite"], "Usage: gpu-litmus suite")]
#[case(&["suite", "runn"], "a similar subcommand exists: 'run'")]
#[case(&["suite", "write"], "<DIR>")]
#[case(&["suite", "run", "corrr"], "did you mean `corr`?")]
#[case(&["suite", "list", "a[b"], "`a[b` is no pattern")]
#[case(&["suite", "list", "--format", "csv"], "`suite list` has no format `csv`; it has text, json")]
fn bad_usage(#[case] args: &[&str], #[case] words: &str) {
    let said = run(args);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains(words), "no `{words}` in\n{}", said.err);
}
