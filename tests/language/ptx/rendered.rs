//! Modules with mistakes: `tests/ui/ptx/NAME.ptx` and `NAME.stderr`, the rendered diagnostics.

use std::fs;
use std::path::PathBuf;

use gpu_litmus::SourceFile;
use gpu_litmus::ptx::parse;
use rstest::rstest;

use crate::golden;

#[rstest]
fn rendered(#[files("tests/ui/ptx/*.ptx")] path: PathBuf) {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
    let shown = match parse(&SourceFile::new(name.as_str(), text)) {
        Ok(_) => panic!("{name} has no mistake"),
        Err(report) => report.render(false),
    };
    let lines: Vec<&str> = shown.lines().map(str::trim_end).chain([""]).collect();
    golden::same(path.with_extension("stderr"), &lines.join("\n"));
}
