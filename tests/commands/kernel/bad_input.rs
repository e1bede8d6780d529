//! Launches with mistakes: `tests/ui/kernel/NAME.toml` and `NAME.stderr`, the rendered diagnostics.

use std::path::PathBuf;

use rstest::rstest;

use crate::cli::support::run;
use crate::folder::Folder;
use crate::golden;

#[rstest]
fn rendered(#[files("tests/ui/kernel/*.toml")] path: PathBuf) {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let said = run(&["kernel", &format!("tests/ui/kernel/{name}")]);
    assert_eq!((said.out.as_str(), said.code), ("", 2));
    let lines: Vec<&str> = said.err.lines().map(str::trim_end).chain([""]).collect();
    golden::same(path.with_extension("stderr"), &lines.join("\n"));
}

/// What headers of libraries add is read, and what has no end is not.
#[test]
fn large_modules() {
    let text = std::fs::read_to_string("tests/kernels/scopes.ptx").unwrap();
    let large = |bytes: usize| format!("{text}//{}\n", "x".repeat(bytes));
    let folder = Folder::of(&[("more.ptx", &large(3 << 20)), ("most.ptx", &large(8 << 20))]);
    let asked = |name: &str| run(&["kernel", &folder.path(name), "--entry", "nosuch"]).err;
    let more = asked("more.ptx");
    assert!(more.contains("no kernel `nosuch`"), "{more}");
    let most = asked("most.ptx");
    assert!(most.contains("most.ptx: larger than 8 MiB"), "{most}");
    folder.add("machine.ptx", b"\x7fELF\x02\x01\x01\xff");
    let machine = asked("machine.ptx");
    assert!(machine.contains("this is a cubin, not PTX"), "{machine}");
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
            "--grid",
            "x",
        ],
        &[
            "kernel",
            "tests/kernels/small.ptx",
            "--entry",
            "tree",
            "--buffer",
            "in:intx4",
        ],
        &[
            "kernel",
            "tests/kernels/small.ptx",
            "--entry",
            "tree",
            "--buffer",
            "x",
        ],
        &[
            "kernel",
            "tests/kernels/small.ptx",
            "--entry",
            "tree",
            "--buffer",
            "in:s32=any",
        ],
        &["kernel", "tests/kernels/launch/last.toml", "--clock", "any"],
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
