//! The engines without a solver are second opinions only as long as they share nothing with the
//! first.
#![expect(clippy::expect_used, reason = "a test")]

use std::fs;
use std::path::Path;

/// What their sources may name of this crate.
const ALLOWED: [&str; 3] = ["program", "stop", "syntax"];

/// The words of an answer, which mean nothing without who says them.
const WORDS: &str = "verdict::plain::";

/// What of the program is the symbolic side's.
const FOREIGN: [&str; 3] = ["unroll", "symbolic", "flow"];

#[test]
fn the_enumerator_imports_nothing_of_the_solver_side() {
    check("src/explicit", &FOREIGN);
}

#[test]
fn the_machine_imports_nothing_of_the_solver_side() {
    // What a loop is, both sides take from the control flow.
    check("src/ugpu/machine", &FOREIGN[..2]);
}

fn check(folder: &str, foreign: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut seen = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("its entries can be read").path();
        let text = fs::read_to_string(&path).expect("they are text");
        seen += 1;
        let code = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let code = code.collect::<Vec<_>>().join(" ");
        for other in ["super::super", "z3"] {
            assert!(!code.contains(other), "{} names {other}", path.display());
        }
        for import in code.split("crate::").skip(1) {
            let import: String = import.split(';').next().unwrap_or("").to_owned();
            let module = import.split("::").next().unwrap_or("");
            let known = ALLOWED.contains(&module) || import.starts_with(WORDS);
            let allowed = known && !foreign.iter().any(|name| import.contains(name));
            assert!(allowed, "{} imports crate::{import}", path.display());
        }
    }
    assert!(seen > 10, "only {seen} files");
}
