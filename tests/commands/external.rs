//! Whole suites under `GPU_LITMUS_SUITES`: `make test` asks for them where it is set.

use crate::batch::support::run;
use crate::suites::{folder, tests};

#[test]
#[ignore = "needs GPU_LITMUS_SUITES"]
fn suites_with_known_answers_are_as_expected() {
    for (suite, table, models, least) in [
        ("ptx", "expected.csv", "ptx-6.0,ptx-7.5", 200),
        (
            "random/coherence",
            "expected.tsv",
            "sc,plain,strict,tso",
            500,
        ),
        ("random/hrf", "expected.tsv", "all", 500),
    ] {
        let table = format!("{suite}/{table}");
        let args = [
            "batch",
            suite,
            "-m",
            models,
            "--expect",
            &table,
            "--no-reason",
            "-q",
        ];
        let out = run(&folder(""), &args).out;
        let files = tests(suite, 100).len();
        assert!(out.trim().starts_with(&format!("{files} files")), "{out}");
        let expected = out.trim().strip_suffix(" as expected");
        let expected = expected.and_then(|out| out.rsplit(' ').next()).unwrap();
        assert!(expected.parse::<usize>().unwrap() >= least, "{out}");
        assert!(!out.contains("DISAGREES"), "{out}");
    }
}

/// No launch file is contradicted; what is open is no disagreement.
#[test]
#[ignore = "needs GPU_LITMUS_SUITES"]
fn no_launch_file_is_contradicted() {
    let mut count = 0;
    for entry in walkdir::WalkDir::new(folder("kernels")).sort_by_file_name() {
        let path = entry.unwrap().into_path();
        if path.extension().is_some_and(|name| name == "toml") {
            let path = path.display().to_string();
            let said = crate::cli::support::run(&["kernel", &path]);
            assert!(
                matches!(said.code, 0 | 3),
                "{path}: {}{}",
                said.out,
                said.err
            );
            assert!(
                !said.out.contains("NOT as expected"),
                "{path}: {}",
                said.out
            );
            count += 1;
        }
    }
    assert!(count >= 14, "{count} launch files");
}
