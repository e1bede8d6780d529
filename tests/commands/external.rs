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
