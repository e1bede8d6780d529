//! Logs with mistakes: `tests/ui/trace/NAME` and `NAME.stderr`, the rendered diagnostics.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use std::path::PathBuf;

use rstest::rstest;

use crate::cli::support::{Folder, run};
use crate::golden;

#[rstest]
fn rendered(
    #[files("tests/ui/trace/*.log")]
    #[files("tests/ui/trace/*.jsonl")]
    path: PathBuf,
) {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let said = run(&["trace", &format!("tests/ui/trace/{name}"), "-m", "plain"]);
    assert_eq!((said.out.as_str(), said.code), ("", 2));
    let lines: Vec<&str> = said.err.lines().map(str::trim_end).chain([""]).collect();
    golden::same(format!("tests/ui/trace/{name}.stderr"), &lines.join("\n"));
}

#[test]
fn usage() {
    let mut all = String::new();
    for args in [
        &["trace", "examples/traces/buffers.table"][..],
        &["trace", "examples/traces/none", "-m", "sc"],
        &["trace", "examples/traces", "-m", "sc"],
        &["trace", "-", "-", "-m", "sc"],
        &[
            "trace",
            "examples/traces/buffers.table",
            "-m",
            "sc",
            "--expect",
            "tso=explained",
        ],
        &[
            "trace",
            "examples/traces/buffers.table",
            "-m",
            "sc",
            "--expect",
            "sc=right",
        ],
        &[
            "trace",
            "examples/traces/buffers.table",
            "-m",
            "sc",
            "--expect",
            "sc=imposible",
        ],
        &[
            "trace",
            "examples/traces/buffers.table",
            "-m",
            "sc",
            "--engine",
            "explicit",
        ],
    ] {
        let said = run(args);
        assert_eq!((said.out.as_str(), said.code), ("", 2), "{args:?}");
        all.push_str(&format!("$ gpu-litmus {}\n{}\n", args.join(" "), said.err));
    }
    golden::same("tests/ui/trace/usage.txt", &all);
}

#[test]
fn long_lines_and_many_threads() {
    let folder = Folder::of(&[]);
    folder.add(
        "long.log",
        &format!("trace 1\nT1 S x 1 # {}\n", "y".repeat(70_000)),
    );
    let said = run(&["trace", &folder.path("long.log"), "-m", "sc"]);
    assert!(
        said.err.contains("longer than 64 KiB") && said.code == 2,
        "{}",
        said.err
    );
    assert!(said.err.contains(":2:1"), "{}", said.err);
    let mut text = String::from("trace 1\n");
    for thread in 0..65_536 {
        text.push_str(&format!("T{thread} S x 1\n"));
    }
    folder.add("threads.log", &text);
    let said = run(&["trace", &folder.path("threads.log"), "-m", "sc"]);
    assert!(
        said.err.contains("more than 65535 threads") && said.code == 2,
        "{}",
        said.err
    );
}

/// A mistake far down in a long log is still shown with its line.
#[test]
fn a_mistake_in_a_long_log() {
    let folder = Folder::of(&[]);
    let text = "T1 S x 1\n".repeat(150_000);
    folder.add("long.log", &format!("trace 1\n{text}T1 X x 1\n"));
    let said = run(&["trace", &folder.path("long.log"), "-m", "plain"]);
    assert!(said.err.contains(":150002:4"), "{}", said.err);
}
