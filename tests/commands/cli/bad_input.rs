//! Bad input and bad usage: a clear word each, exit code 2, nothing on the standard output.

use rstest::rstest;

use super::support::{Folder, MP, Said, run, run_with, same};

fn refused(said: &Said, words: &str) {
    assert_eq!(said.code, 2, "{}{}", said.out, said.err);
    assert_eq!(said.out, "");
    assert!(said.err.contains(words), "no `{words}` in\n{}", said.err);
}

#[rstest]
#[case("empty", "", "empty")]
#[case("comment", "PTX T { x = 0; (* never closed", "comment")]
#[case("brace", "PTX T { x = 0;", "{")]
#[case(
    "label",
    "PTX T {} P0@cta 0,gpu 0 ; bra THERE ; exists (x == 1)",
    "no label `THERE`"
)]
#[case(
    "endless",
    "PTX T {} P0@cta 0,gpu 0 ; L: ; st.weak x, 1 ; bra L ; exists (x == 1)",
    "P0 can never end"
)]
fn text_with_mistakes(#[case] name: &str, #[case] text: &str, #[case] words: &str) {
    let said = run_with(&["check", "-"], text);
    refused(&said, words);
    same(&format!("bad-{name}.stderr"), &said.err);
}

#[test]
fn binary_and_huge_files() {
    let folder = Folder::of(&[]);
    folder.add("binary.litmus", &[0xff, 0xfe, 0, 1, 2, 0x80]);
    refused(&run(&["check", &folder.path("binary.litmus")]), "not UTF-8");
    let garbage: Vec<u8> = (0..10 << 20)
        .map(|index: u32| b'!' + (index % 90) as u8)
        .collect();
    folder.add("huge.litmus", &garbage);
    refused(
        &run(&["check", &folder.path("huge.litmus")]),
        "larger than 1 MiB",
    );
    folder.add("full.litmus", &garbage[..1 << 20]);
    refused(&run(&["check", &folder.path("full.litmus")]), "×");
}

#[test]
fn files_that_cannot_be_read() {
    let folder = Folder::of(&[("sub/notes.txt", "")]);
    refused(
        &run(&["check", &folder.path("none.litmus")]),
        "no such file",
    );
    refused(&run(&["check", &folder.path("sub")]), "no *.litmus file");
    refused(&run(&["show", &folder.path("sub")]), "is a directory");
}

#[cfg(unix)]
#[test]
fn no_permission() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::of(&[("secret.litmus", MP)]);
    let path = folder.path("secret.litmus");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    // Whoever may read everything, as in a container, cannot see this.
    if std::fs::read(&path).is_err() {
        refused(&run(&["check", &path]), "permission denied");
    }
}

#[test]
fn other_files_are_answered() {
    let folder = Folder::of(&[("a.litmus", "PTX"), ("b.litmus", MP)]);
    let said = run(&[
        "check",
        "-q",
        "-m",
        "sc",
        &folder.root().display().to_string(),
    ]);
    assert_eq!(said.code, 2);
    assert_eq!(said.out.lines().count(), 1);
    assert!(said.err.contains("a.litmus"));
}

#[test]
fn models_that_cannot_be_had() {
    let said = run_with(&["check", "-", "-m", "tos,sc"], MP);
    refused(&said, "did you mean `tso`?");
    refused(&run(&["models", "plian"]), "did you mean `plain`?");
    refused(
        &run_with(&["check", "-", "-m", "no/such.cat"], MP),
        "no such file",
    );
    refused(
        &run_with(&["check", "-", "-m", "sc,"], MP),
        "a model has no name",
    );
    let folder = Folder::of(&[("own.cat", "acyclic po")]);
    let own = folder.path("own.cat");
    let said = run_with(&["check", "-", "-m", &own, "--engine", "explicit"], MP);
    refused(&said, "does not know");
}

#[rstest]
#[case("syntax", "\"Bad\"\nacyclic po | | rf\n")]
#[case("name", "\"Bad\"\nacyclic po | rf | frr\n")]
fn model_files_with_mistakes(#[case] name: &str, #[case] text: &str) {
    let folder = Folder::of(&[("own.cat", text)]);
    let path = folder.path("own.cat");
    let said = run_with(&["check", "-", "-m", &path], MP);
    refused(&said, "own.cat");
    same(
        &format!("bad-cat-{name}.stderr"),
        &said.err.replace(&path, "own.cat"),
    );
}

#[rstest]
#[case(&["chekc"], "a similar subcommand exists: 'check'")]
#[case(&["check"], "<FILE>")]
#[case(&["check", "-", "-"], "only once")]
#[case(&["check", "-", "--bound", "101"], "0..=100")]
#[case(&["check", "-", "--bound", "-1"], "-1 is not in 0..=100")]
#[case(&["check", "-", "--bound", "99999999999999999999"], "99999999999999999999 is not in 0..=100")]
#[case(&["batch", "-", "--jobs", "65536"], "65536 is not in 1..=65535")]
#[case(&["check", "-", "-m", "ptx-7"], "did you mean `ptx-7.5`?")]
#[case(&["man", "chek"], "no page of `chek` (did you mean `check`?)")]
#[case(&["suite", "write", "Cargo.toml"], "`suite write` names a file; it takes the name of a folder")]
#[case(&["compare", "sc", "tso", "--map", "Cargo.lock"], "Cargo.lock is no mapping")]
#[case(&["check", "-", "--timeout", "10"], "time unit needed")]
#[case(&["check", "-", "--timeout", "0s"], "longer than nothing")]
#[case(&["check", "-", "--colour", "never"], "--color")]
#[case(&["check", "-", "-q", "-v"], "cannot be used with")]
#[case(&["completions", "bsh"], "bash")]
fn bad_usage(#[case] args: &[&str], #[case] words: &str) {
    refused(&run(args), words);
}

#[test]
fn a_test_is_no_model() {
    let folder = Folder::of(&[("t.litmus", MP)]);
    let said = run(&["compare", "sc", &folder.path("t.litmus")]);
    refused(&said, "this is a litmus test, and no model");
    let titled = folder.path("titled.cat");
    let model = "PTX \"one of mine\"\nacyclic po | nosuchthing as one\n";
    assert!(std::fs::write(&titled, model).is_ok());
    let mistake = run(&["check", &folder.path("t.litmus"), "-m", &titled]);
    refused(&mistake, "nosuchthing");
    assert!(
        said.err.contains("models come before tests"),
        "{}",
        said.err
    );
}
