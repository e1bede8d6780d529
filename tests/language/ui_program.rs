//! Tests that parse and mean nothing: `tests/ui/program/NAME.litmus` and `NAME.stderr`, the
//! rendered diagnostics of name resolution and unrolling.
//! `UPDATE=1 cargo test --test language ui_program` writes the expected files anew; read them first.

use std::fs;
use std::path::PathBuf;

use gpu_litmus::program::unroll::unroll;
use rstest::rstest;

use crate::golden;

#[rstest]
fn rendered(#[files("tests/ui/program/*.litmus")] path: PathBuf) {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let text = fs::read_to_string(&path).unwrap();
    let loaded = gpu_litmus::load(&name, &text).and_then(|program| unroll(&program, 100));
    let shown = match loaded {
        Ok(_) => panic!("{name} means something"),
        Err(report) => report.render(false),
    };
    let lines: Vec<&str> = shown.lines().map(str::trim_end).chain([""]).collect();
    let shown = lines.join("\n");
    golden::same(path.with_extension("stderr"), &shown);
}
