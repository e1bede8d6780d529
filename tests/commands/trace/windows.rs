//! Logs in windows: what is said, by text and JSON, and what is refused.

use crate::cli::support::{Folder, run};

const LOCK: &str = "examples/traces/lock.log";

#[test]
fn answers() {
    let args = ["trace", LOCK, "-m", "sc", "--times", "all", "--window"];
    for (size, word, code) in [
        ("1", "too small: no order of event #10", 3),
        ("5", "n = 1", 1),
    ] {
        let said = run(&[&args[..], &[size]].concat());
        assert!(said.out.contains(word) && said.code == code, "{}", said.out);
    }
    let json = |args: &[&str]| -> serde_json::Value {
        let said = run(&[args, &["--format", "json"]].concat());
        serde_json::from_str(&said.out).unwrap_or_default()
    };
    let answers = json(&[&args[..], &["5"]].concat());
    assert_eq!(answers[0]["stats"]["engine"], "windows");
    let events = &answers[0]["impossible"]["events"];
    assert_eq!(*events, serde_json::json!(["g", "j"]));
    let both = json(&["trace", LOCK, "-m", "tso,plain", "--window", "5"]);
    assert_eq!(both[0]["verdict"], "unknown");
    assert_eq!(both[1]["verdict"], "explained");
}

#[test]
fn refused() {
    let folder = Folder::of(&[
        ("wb.log", "trace 1\nT1 S y 1\nT1 WB y 1\n"),
        ("barrier.log", "trace 1\nT1 B b\nT1 S y 1\n"),
        (
            "late.log",
            "trace 1\nT1 S y 1\nT1 S y 2\ninit * = 0\nT1 S y 3\n",
        ),
        ("deps.log", "trace 1\na: T1 L x 1\nT1 S y 1 data=a\n"),
    ]);
    for (name, word) in [
        (
            "wb.log",
            "a log with write-backs cannot be judged in windows",
        ),
        (
            "barrier.log",
            "a log with barriers cannot be judged in windows",
        ),
        ("late.log", "an initial value after the first event"),
        (
            "deps.log",
            "a log with dependencies cannot be judged as it comes",
        ),
    ] {
        let said = run(&["trace", &folder.path(name), "-m", "sc", "--window", "1"]);
        assert!(said.err.contains(word) && said.code == 2, "{}", said.err);
        assert_eq!(said.out, "");
    }
    for (args, word) in [
        (
            &["-m", "ptx-7.5", "--window", "5"][..],
            "needs the whole log",
        ),
        (&["-m", "sc", "--window", "0"], "invalid value '0'"),
        (
            &["-m", "plain", "--window", "5", "--stream"],
            "cannot be used with",
        ),
    ] {
        let said = run(&[&["trace", LOCK], args].concat());
        assert!(said.err.contains(word) && said.code == 2, "{}", said.err);
    }
}
