//! Arguments that make no sense.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use crate::cli::support::{Folder, run};
use crate::golden;

#[test]
fn usage() {
    let mut all = String::new();
    for line in [
        "drf --device vipr",
        "drf --bug l2-hole-line",
        "drf --bug nothing",
        "drf --device ugpu-week",
        "drf --device ugpu-weak --bug loads-overtake-fence",
        "drf --device ugpu-weak --variables 300000",
        "drf sweep --device ugpu-strong --format svg",
        "drf --exec x --bug stale",
        "drf --exec x --silence 0s",
        "drf --locks 400",
        "drf --line 30",
        "drf --line 4096",
        "drf --word 8",
        "drf --units 0 --window 0",
        "drf --units 1000 --lanes 32",
        "drf --variables 20000000",
        "drf --episodes 4000000",
        "drf --stores 101",
        "drf --patience 0",
        "drf --mode block --locks 4",
        "drf --mode chain --locks 8",
        "drf --mode chain --units 1024 --locks 70000 --variables 70000",
        "drf --mode chian",
        "drf --mode remote",
        "drf --device ugpu-weak --mode chain --locks 16",
        "drf export none --mode remote --fences",
        "drf --format svg",
        "drf --format csv",
        "drf sweep --variables 50",
        "drf sweep -j 0",
        "drf --seed 1 sweep",
    ] {
        let args: Vec<&str> = line.split(' ').collect();
        let said = run(&args);
        assert_eq!((said.out.as_str(), said.code), ("", 2), "{line}");
        all.push_str(&format!("$ gpu-litmus {line}\n{}\n", said.err));
    }
    golden::same("tests/ui/drf/usage.txt", &all);
}

/// A log that cannot be written is told.
#[test]
fn a_log_nowhere() {
    let folder = Folder::of(&[]);
    let path = folder.path("none/run.jsonl");
    let said = run(&["drf", "--episodes", "1", "--log", &path]);
    assert!(
        said.err.contains("cannot write") && said.code == 2,
        "{}",
        said.err
    );
}
