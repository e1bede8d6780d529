//! What `run` prints is a histogram for `trace`: of tests, and of race-free random programs.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use serde_json::{Value, json};

use crate::cli::support::{Folder, Said, run};
use crate::golden;

pub(super) const TEST: &str = "suite/coherence/sb.litmus";

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

/// A run of the test as JSON, changed.
pub(super) fn changed(change: impl FnOnce(&mut Value)) -> String {
    let mut runs: Value = serde_json::from_str(&ran(
        &[TEST],
        "json",
        &["--backend", "ugpu-weak", "--launches", "1"],
    ))
    .unwrap();
    change(&mut runs[0]);
    serde_json::to_string_pretty(&runs).unwrap()
}

/// What is said of outcomes that are none of the test: nothing is judged.
pub(super) fn refused<'a>(outcomes: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let mut all = String::new();
    for (name, text) in outcomes {
        let said = judged(name, &text, TEST, "sc");
        let (out, code) = (said.out.as_str(), said.code);
        assert_eq!((out, code), ("", 2), "{name}: {}", said.err);
        all += &said.err;
    }
    all
}

pub(super) fn judged(name: &str, text: &str, test: &str, models: &str) -> Said {
    let folder = Folder::of(&[(name, text)]);
    let mut said = run(&[
        "trace",
        &folder.path(name),
        "--outcomes",
        test,
        "-m",
        models,
    ]);
    for stream in [&mut said.out, &mut said.err] {
        *stream = stream.replace(&folder.path(name), name);
    }
    said
}

#[test]
fn what_is_no_run_of_the_test() {
    let all = refused([
        (
            "cut.json",
            "[\n  {\"test\": \"sb\", \"states\": [".to_owned(),
        ),
        ("other.json", changed(|run| run["test"] = "mp".into())),
        ("none.json", "[]\n".to_owned()),
        (
            "field.json",
            "{\"test\": \"sb\",\n \"states\": [{\"count\": 1}]}\n".to_owned(),
        ),
        (
            "register.json",
            changed(|run| run["states"] = json!([{"values": {"P0:r9": 1}, "count": 1}])),
        ),
        // The file of the test has changed since, or it is another test of this name.
        (
            "older.json",
            changed(|run| run["hash"] = "0123456789abcdef0123456789abcdef".into()),
        ),
        // Nothing was seen: that explains nothing.
        (
            "hang.json",
            changed(|run| {
                run["states"] = json!([]);
                run["failure"] = "the launch hangs: no answer in 10 s".into();
            }),
        ),
        ("empty.json", changed(|run| run["states"] = json!([]))),
        (
            "many.json",
            changed(|run| {
                let state = json!({"values": {"P0:r1": 0, "P1:r2": 0}, "count": u64::MAX});
                run["states"] = json!([state, state]);
            }),
        ),
    ]);
    golden::same("tests/ui/trace/outcomes.txt", &all);
}

/// The test with a filter.
fn filtered() -> Folder {
    let text = std::fs::read_to_string(TEST).unwrap();
    let (before, condition) = text.rsplit_once("exists").unwrap();
    let text = format!("{before}filter (0:r1 == 1)\nexists{condition}");
    Folder::of(&[("sb.litmus", &text)])
}

/// A filter says in which states the condition counts, not which states there can be.
#[test]
fn states_outside_the_filter_are_judged_too() {
    let folder = filtered();
    let test = folder.path("sb.litmus");
    let seen = ran(
        &[&test],
        "json",
        &["--backend", "ugpu-weak", "--launches", "5"],
    );
    let said = judged("seen.json", &seen, &test, "ugpu-weak,sc");
    assert!(said.out.contains("P0:r1=0"), "{}", said.out);
    assert!(
        said.out.contains("under ugpu-weak: all explained"),
        "{}{}",
        said.out,
        said.err
    );
    // Only both loads 0 is what SC has not.
    assert!(said.out.contains("under sc: 1 of "), "{}", said.out);
}

/// litmus7 counts no state that the filter leaves out: one that is there all the same came from elsewhere, and accuses no machine. What
/// the filter says of other outcomes still counts.
#[test]
fn outcomes_that_the_filter_leaves_out_are_judged_without_it() {
    let folder = filtered();
    let test = folder.path("sb.litmus");
    let seen = "5 *>0:r1=0; 1:r2=1;\n5 :>0:r1=1; 1:r2=0;\n5 :>0:r1=0; 1:r2=0;\n";
    let said = judged("seen.log", seen, &test, "sc");
    for part in [
        "under sc: 1 of 3 not explained",
        "0:r1=0; 1:r2=1;  explained",
        "0:r1=1; 1:r2=0;  explained",
        "0:r1=0; 1:r2=0;  impossible",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    let note = "the test's filter leaves out 2 outcomes that are here: judged without it";
    assert!(said.err.contains(note), "{}", said.err);
    // An outcome that does not say what the filter asks of passed it.
    let said = judged("seen.log", "5 :>1:r2=0;\n", &test, "sc");
    assert!(
        said.out.contains("all explained") && said.err.is_empty(),
        "{}",
        said.err
    );
}

/// Of several runs of a test each state is told once.
#[test]
fn runs_of_one_test_are_counted_together() {
    let one = changed(|_| ());
    let one = one.trim_matches(['[', ']']);
    let other = changed(|run| run["hash"] = "0".into());
    let other = other.trim_matches(['[', ']']);
    let single = judged("seen.json", one, TEST, "ugpu-weak");
    let both = format!("{one}\n{other}\n{one}\n");
    let both = judged("seen.json", &both, TEST, "ugpu-weak");
    let count = |said: &Said| -> Vec<(u64, String)> {
        let rows = said.out.lines().skip(2).map(|line| {
            let (count, rest) = line.trim().split_once(' ').unwrap();
            (count.parse().unwrap(), rest.to_owned())
        });
        rows.collect()
    };
    let twice: Vec<(u64, String)> = count(&single)
        .into_iter()
        .map(|(count, rest)| (2 * count, rest))
        .collect();
    assert!(!twice.is_empty());
    assert_eq!(count(&both), twice, "{}", both.err);
    let lines = "5 *>0:r1=1; 1:r2=1;\n7 :>1:r2=1; 0:r1=1;\n";
    let said = judged("seen.txt", lines, TEST, "sc");
    assert!(
        said.out.contains("1 outcome of sb in 12 runs"),
        "{}{}",
        said.out,
        said.err
    );
}

/// What no line of litmus7 says.
#[test]
fn what_is_no_outcome() {
    for (text, why) in [
        ("1 *>0:r1=1; 0:r1=0;\n", "two values of P0:r1"),
        ("1 *>0:r1=x;\n", "does not say that something is a number"),
        (
            "1 *>0:r1=0 \\/ 1:r2=1;\n",
            "does not say that something is a number",
        ),
    ] {
        let said = judged("seen.txt", text, TEST, "sc");
        assert_eq!(said.code, 2, "{text}");
        assert!(said.err.contains(why), "{}", said.err);
    }
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
