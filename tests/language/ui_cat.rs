//! One bad model and its rendered diagnostics each: `tests/ui/cat/NAME.cat` and `NAME.stderr`.
//! `UPDATE=1 cargo test --test language ui_cat` writes the expected files anew; read them before you commit.

use std::path::PathBuf;

use gpu_litmus::model::cat;
use gpu_litmus::model::cat::LoadError;
use rstest::rstest;

use crate::golden;

#[rstest]
fn rendered(#[files("tests/ui/cat/*.cat")] path: PathBuf) {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = path.strip_prefix(&root).unwrap_or(&path).to_owned();
    let shown = match cat::load_file(&path) {
        Ok(_) => panic!("{} loads", path.display()),
        Err(LoadError::Report(report)) => report.render(false),
        Err(error) => error.to_string(),
    };
    golden::same(path.with_extension("stderr"), &shown);
}
