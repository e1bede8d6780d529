//! What `run` prints is a histogram for `trace`: of tests, and of race-free random programs.

use crate::cli::support::{Folder, run};
use crate::golden;

const TEST: &str = "suite/coherence/sb.litmus";

/// The output of `run` for a test.
fn ran(paths: &[&str], form: &str, args: &[&str]) -> String {
    let said = run(&[&["run"], paths, &["--format", form], args].concat());
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    said.out
}

#[test]
fn runs_are_judged() {
    let walk = ["--backend", "ugpu-weak", "--launches", "5"];
    let both = ["examples/sb.litmus", TEST];
    let folder = Folder::of(&[
        ("all.json", &ran(&both, "json", &walk)),
        ("all.jsonl", &ran(&both, "jsonl", &walk)),
    ]);
    let mut told = Vec::new();
    for name in ["all.json", "all.jsonl"] {
        let said = run(&[
            "trace",
            &folder.path(name),
            "--outcomes",
            TEST,
            "-m",
            "ugpu-weak,sc",
        ]);
        assert_eq!(said.code, 1, "{}{}", said.out, said.err);
        assert!(
            said.out.contains(" outcomes of sb in 500 runs\n"),
            "{}",
            said.out
        );
        assert!(
            said.out.contains("under ugpu-weak: all explained"),
            "{}",
            said.out
        );
        assert!(said.out.contains("under sc: 1 of "), "{}", said.out);
        told.push(said.out.split_once('\n').unwrap().1.to_owned());
    }
    assert_eq!(told[0], told[1]);
}

#[test]
fn what_is_no_run_of_the_test() {
    let mut all = String::new();
    for (name, text) in [
        ("cut.json", "[\n  {\"test\": \"sb\", \"states\": ["),
        (
            "other.json",
            "{\"test\": \"mp\", \"states\": []}\n{\"test\": \"lb\", \"states\": []}\n",
        ),
        ("none.json", "[]\n"),
        (
            "field.json",
            "{\"test\": \"sb\",\n \"states\": [{\"count\": 1}]}\n",
        ),
        (
            "register.json",
            "{\"test\": \"sb\", \"states\": [{\"values\": {\"P0:r9\": 1}, \"count\": 1}]}\n",
        ),
    ] {
        let folder = Folder::of(&[(name, text)]);
        let said = run(&["trace", &folder.path(name), "--outcomes", TEST, "-m", "sc"]);
        assert_eq!((said.out.as_str(), said.code), ("", 2), "{}", said.err);
        all += &said.err.replace(&folder.path(name), name);
    }
    golden::same("tests/ui/trace/outcomes.txt", &all);
}

/// Nobody stands between the accesses of a whole program: no load of it is wrong, and what native threads show is what the
/// model of its atomics explains.
#[test]
fn race_free_programs_run_whole() {
    let folder = Folder::of(&[]);
    let programs = folder.path("programs");
    let said = run(&["drf", "export", &programs, "--count", "2"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let out = ran(
        &[&programs],
        "json",
        &["--launches", "1", "--set", "instances=6"],
    );
    let runs: serde_json::Value = serde_json::from_str(&out).unwrap();
    let runs = runs.as_array().unwrap();
    assert_eq!(runs.len(), 2);
    for one in runs {
        assert_eq!(
            (&one["condition_seen"], &one["instances"]),
            (&0.into(), &6.into()),
            "{one}"
        );
    }
    let seen = folder.path("seen.json");
    std::fs::write(&seen, out).unwrap();
    let test = folder.path("programs/drf-device-1.litmus");
    let args = ["trace", &seen, "--outcomes", &test, "-m", "hrf-indirect"];
    let said = run(&[&args[..], &["--timeout", "600s"]].concat());
    assert!(
        said.out.contains("under hrf-indirect: all explained"),
        "{}{}",
        said.out,
        said.err
    );
    assert_eq!(said.code, 0);
}
