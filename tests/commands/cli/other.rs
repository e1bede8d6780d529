//! `show`, `models`, `completions`, `man`, and the streams.

use std::process::{Command, Stdio};

use rstest::rstest;
use serde_json::Value;

use super::support::{Folder, MP, run, run_with, same};

const LOOP: &str = r#"PTX Loop
"a pointer, a branch and two devices"
{ .shared s = 3; P1:p = x; }
 P0@warp 1,cta 0,gpu 0 | P1@warp 1,cta 0,gpu 0 | P2@cta 0,gpu 1 ;
 ld.acquire.cta r0, s  | st.weak [p], 1        | AGAIN:         ;
 beq r0, 0, END        |                       | ld.weak r0, x  ;
 st.weak x, r0         |                       | st.weak y, r0  ;
 END:                  |                       | beq r0, 0, AGAIN ;
filter (x >= 0)
exists (x == 3 /\ P0:r0 == 3)
"#;

#[test]
fn show_as_text() {
    let said = run_with(&["show", "-"], LOOP);
    assert_eq!(said.code, 0, "{}", said.err);
    same("show-loop.txt", &said.out);
}

#[test]
fn show_as_json() {
    let said = run_with(&["show", "-", "--format", "json", "--bound", "1"], LOOP);
    let outline: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(outline["test"], "Loop");
    assert_eq!(outline["bound"], 1);
    assert_eq!(outline["threads"][2]["gpu"], 1);
    assert_eq!(
        outline["scopes"][0]["ctas"][0]["warps"][0]["threads"][1],
        "P1"
    );
    let kinds: Vec<&str> = outline["dependencies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|link| link["kind"].as_str().unwrap())
        .collect();
    assert!(
        kinds.contains(&"data") && kinds.contains(&"ctrl"),
        "{kinds:?}"
    );
}

#[test]
fn models_are_listed_and_explained() {
    let said = run(&["models"]);
    assert_eq!(said.code, 0);
    same("models.txt", &said.out);
    assert_eq!(
        run(&["models", "-q"]).out,
        "sc\nplain\nstrict\ntso\nugpu-weak\nugpu-coherent\nugpu-strong\nhrf-direct\nhrf-indirect\nhrf-relaxed\nhrf-rsp\nptx-6.0\nptx-7.5\n"
    );
    same("models-tso.txt", &run(&["models", "tso"]).out);
    same(
        "models-tso-full.txt",
        &run(&["models", "tso", "--full"]).out,
    );
    same("models-ptx-7.5.txt", &run(&["models", "ptx-7.5"]).out);
    let list: Value = serde_json::from_str(&run(&["models", "--format", "json"]).out).unwrap();
    assert_eq!(list[0]["name"], "sc");
    let one = run(&["models", "sc", "--format", "json"]);
    let one: Value = serde_json::from_str(&one.out).unwrap();
    assert_eq!(one["accepts"]["barriers"], false);
    assert_eq!(one["axioms"][2]["name"], "sc");
}

#[rstest]
#[case("bash")]
#[case("zsh")]
#[case("fish")]
#[case("powershell")]
#[case("elvish")]
fn completions(#[case] shell: &str) {
    let said = run(&["completions", shell]);
    assert_eq!(said.code, 0);
    assert!(said.out.contains("no-quantity"), "{shell}");
}

#[test]
fn the_manual_page() {
    let said = run(&["man"]);
    assert_eq!(said.code, 0);
    assert!(said.out.contains(".TH gpu-litmus"));
    assert!(said.out.contains("gpu\\-litmus\\-check(1)"), "{}", said.out);
}

#[test]
fn help_and_version() {
    let said = run(&["--help"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.contains("Exit codes"));
    assert_eq!(
        run(&["-V"]).out,
        concat!("gpu-litmus ", env!("CARGO_PKG_VERSION"), "\n")
    );
}

/// Whoever closes the pipe has seen enough.
#[test]
fn a_closed_pipe_is_no_failure() {
    let files: Vec<(String, String)> = (0..200)
        .map(|index| (format!("{index}.litmus"), MP.to_owned()))
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let folder = Folder::of(&files);
    let root = folder.root().display().to_string();
    for args in [
        vec!["check", &root, "-m", "sc"],
        vec!["man"],
        vec!["--help"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gpu-litmus"))
            .args(&args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_gpu-litmus"))
        .arg("models")
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write"));
}

/// A statement is of the executions that pass the filter, and says so.
#[test]
fn a_filter_is_part_of_what_is_stated() {
    let test = MP.replace(
        "exists (P1:r1 == 1 /\\ P1:r2 == 0)",
        "filter (P1:r1 == 1)\nforall (P1:r2 == 1)",
    );
    let folder = Folder::of(&[("mp.litmus", &test)]);
    let said = run(&["prove", &folder.path("mp.litmus"), "-m", "sc"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let told = "filter (P1:r1 == 1) forall (P1:r2 == 1)";
    assert!(said.out.contains(told), "{}", said.out);
}

/// A `forall` that holds is not like one that does not.
#[test]
fn a_batch_tells_what_always_holds() {
    let of = |statement: &str| MP.replace("exists (P1:r1 == 1 /\\ P1:r2 == 0)", statement);
    let (holds, fails) = (of("forall (x == 1)"), of("forall (P1:r1 == 1)"));
    let folder = Folder::of(&[("a.litmus", &holds), ("b.litmus", &fails)]);
    let said = run(&["batch", &folder.path("*.litmus"), "-m", "sc"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let row = |name: &str| said.out.lines().find(|line| line.contains(name)).unwrap();
    assert!(row("a.litmus").contains("always"), "{}", said.out);
    assert!(row("b.litmus").contains("reachable"), "{}", said.out);
    assert!(
        said.out.contains("2 rows: 2 reachable (1 always)"),
        "{}",
        said.out
    );
}
