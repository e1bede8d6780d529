//! Launches with mistakes: `tests/ui/kernel/NAME.toml` and `NAME.stderr`, the rendered diagnostics.

use std::path::PathBuf;

use rstest::rstest;

use crate::cli::support::run;
use crate::golden;

#[rstest]
fn rendered(#[files("tests/ui/kernel/*.toml")] path: PathBuf) {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let said = run(&["kernel", &format!("tests/ui/kernel/{name}")]);
    assert_eq!((said.out.as_str(), said.code), ("", 2));
    let lines: Vec<&str> = said.err.lines().map(str::trim_end).chain([""]).collect();
    golden::same(path.with_extension("stderr"), &lines.join("\n"));
}

#[test]
fn usage() {
    let mut all = String::new();
    for args in [
        &["kernel", "tests/kernels/small.ptx"][..],
        &[
            "kernel",
            "tests/kernels/small.ptx",
            "--entry",
            "last",
            "-m",
            "tso",
        ],
        &["kernel", "tests/kernels/launch/last.toml", "--grid", "2"],
        &[
            "kernel",
            "tests/kernels/small.ptx",
            "--entry",
            "tree",
            "--buffer",
            "x",
        ],
        &["kernel", "tests/kernels/small.ptx", "--entry", "zree"],
        &["kernel", "tests/kernels/absent.ptx", "--entry", "tree"],
        &[
            "kernel",
            "tests/kernels/launch/last.toml",
            "--format",
            "csv",
        ],
    ] {
        let said = run(args);
        assert_eq!((said.out.as_str(), said.code), ("", 2), "{args:?}");
        all += &said.err;
    }
    let lines: Vec<&str> = all.lines().map(str::trim_end).chain([""]).collect();
    golden::same("tests/ui/kernel/usage.stderr", &lines.join("\n"));
}
