//! Formats of logs and answers, options, exit codes.
#![expect(clippy::panic, reason = "a test that cannot run should fail")]

use serde_json::Value;

use crate::cli::support::{Folder, run, run_with};

const STALE: &str = "examples/traces/stale.log";

fn json(args: &[&str]) -> Value {
    let said = run(&[args, &["--format", "json"]].concat());
    serde_json::from_str(&said.out)
        .unwrap_or_else(|error| panic!("{error}\n{}{}", said.out, said.err))
}

#[test]
fn exit_codes() {
    let code = |args: &[&str]| run(&[&["trace", STALE], args].concat()).code;
    assert_eq!(code(&["-m", "plain"]), 0);
    assert_eq!(code(&["-m", "sc"]), 1);
    assert_eq!(code(&["-m", "sc", "--expect", "sc=impossible"]), 0);
    assert_eq!(code(&["-m", "plain", "--expect", "plain=impossible"]), 1);
    assert_eq!(
        code(&["-m", "sc,ugpu-weak", "--expect", "sc=impossible"]),
        3
    );
    assert_eq!(
        code(&["-m", "ugpu-weak", "--expect", "ugpu-weak=unsupported"]),
        0
    );
    assert_eq!(code(&["-m", "tso", "--times", "all"]), 3);
}

/// What is much like a word that begins other lines names an event or a thread all the same.
#[test]
fn names_may_be_like_words() {
    let log = "trace 1\nthread1: T1 S x 1\nvalue: T1 L x 1\ninits: T2 L x 1\nthreads S y 1\ninit1 L y 1\n";
    let said = run_with(&["trace", "-", "-m", "sc"], log);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    // And where something else is wrong, that is told.
    let said = run_with(&["trace", "-", "-m", "sc"], "trace 1\nthread1: T1 LD x 1\n");
    assert!(
        said.err.contains("`LD` is no kind of event"),
        "{}",
        said.err
    );
}

#[test]
fn the_same_log_in_each_format() {
    let text = "trace 1\ninit A = 0\nt1: T1 S A 1 @1\nt2: T2 L A 0 @2\n";
    let lines = "{\"trace\":1,\"init\":{\"A\":0}}\n\
                 {\"id\":\"t1\",\"thread\":\"T1\",\"op\":\"store\",\"addr\":\"A\",\"wrote\":1,\"start\":1}\n\
                 {\"id\":\"t2\",\"thread\":\"T2\",\"op\":\"load\",\"addr\":\"A\",\"read\":0,\"start\":2}\n";
    let table = "INIT A=0;\n t1 | $S^1(A)1$ | | \n t2----| | L <sup>2</sup> (A) 0 ----|\n";
    let said: Vec<String> = [text, lines, table]
        .iter()
        .map(|log| run_with(&["trace", "-", "-m", "plain,strict"], log).out)
        .collect();
    assert!(said[0].contains("impossible"), "{}", said[0]);
    assert_eq!(said[0], said[1]);
    assert_eq!(said[0], said[2]);
}

#[test]
fn json_says_the_same() {
    let answers = json(&["trace", STALE, "-m", "sc,plain"]);
    assert_eq!(answers[0]["verdict"], "impossible");
    assert_eq!(answers[0]["impossible"]["minimal"], "smallest");
    assert_eq!(
        answers[0]["impossible"]["events"],
        serde_json::json!(["w1", "w2", "r1", "r2"])
    );
    assert_eq!(answers[0]["impossible"]["cycle"][0]["kind"], "po");
    assert_eq!(answers[1]["verdict"], "explained");
    assert_eq!(
        answers[1]["explanation"]["coherence"]["data"],
        serde_json::json!(["w1"])
    );
    assert_eq!(answers[1]["init"]["data"]["value"], "0");
    assert_eq!(answers[0]["stats"]["events"], 4);
}

#[test]
fn an_empty_log_is_explained() {
    let said = run_with(&["trace", "-", "-m", "sc,ptx-7.5"], "trace 1\n");
    assert!(
        said.out.contains("the log is empty") && said.code == 0,
        "{}",
        said.out
    );
}

#[test]
fn a_cut_line_is_left_out() {
    let log = "trace 1\nT1 S x 1\nT1 L x";
    let said = run_with(&["trace", "-", "-m", "sc", "--partial"], log);
    assert!(
        said.out.contains("line 3 is cut and was left out") && said.code == 0,
        "{}",
        said.out
    );
    assert!(said.out.contains("1 access,"), "{}", said.out);
}

#[test]
fn who_gives_a_cut_line_of_json_hears_how_to_leave_it_out() {
    let whole = r#"{"thread":1,"op":"store","addr":"x","wrote":1}"#;
    let cut = format!("{{\"trace\":1}}\n{whole}\n{}", &whole[..30]);
    let said = run_with(&["trace", "-", "-m", "sc"], &cut);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(
        said.err.contains("--partial leaves a cut line out"),
        "{}",
        said.err
    );
    let said = run_with(&["trace", "-", "-m", "sc", "--partial"], &cut);
    assert!(
        said.out.contains("line 3 is cut and was left out"),
        "{}",
        said.out
    );
    // What ends with its line was not cut.
    let said = run_with(&["trace", "-", "-m", "sc"], &format!("{cut}\n"));
    assert!(
        said.code == 2 && !said.err.contains("--partial"),
        "{}",
        said.err
    );
}

#[test]
fn dependencies_count() {
    // Each store is made of what the other thread's store made the load read.
    let log = |deps: &str| {
        format!("trace 1\ninit * = 0\na: T1 L x 1\nT1 S y 1{deps}a\nb: T2 L y 1\nT2 S x 1{deps}b\n")
    };
    let ask = |text: &str, model: &str| {
        let said = run_with(&["trace", "-", "-m", model, "-q"], text);
        said.out
            .lines()
            .nth(1)
            .unwrap_or(&said.err)
            .rsplit(' ')
            .next()
            .unwrap()
            .to_owned()
    };
    for model in ["plain", "strict", "ptx-7.5"] {
        assert_eq!(ask(&log(" data="), model), "impossible", "{model}");
        assert_eq!(ask(&log(" # "), model), "explained", "{model}");
    }
    assert_eq!(ask(&log(" addr="), "ptx-7.5"), "impossible");
    assert_eq!(ask(&log(" ctrl="), "strict"), "impossible");
}

/// What is written out is a test with the verdict that it says.
#[test]
fn exported_tests_hold() {
    let folder = Folder::of(&[]);
    let models = "sc,tso,ptx-7.5,hrf-direct";
    run(&[
        "trace",
        STALE,
        "-m",
        models,
        "--export",
        &folder.path("out"),
    ]);
    let files = [
        "stale",
        "stale-sc",
        "stale-tso",
        "stale-ptx-7.5",
        "stale-guarded",
        "stale-hrf-direct",
    ];
    for file in files {
        let path = folder.path(&format!("out/{file}.litmus"));
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains("// expect"), "{text}");
        let asked = if file.contains("guarded") || file.contains("hrf") {
            "hrf-direct"
        } else {
            "sc,tso,ptx-7.5"
        };
        let said = run(&["check", &path, "-m", asked, "--strict", "-q"]);
        assert!(
            matches!(said.code, 0 | 1),
            "{file}: {}{}",
            said.out,
            said.err
        );
        let expected = text
            .lines()
            .filter_map(|line| line.strip_prefix("// expect "));
        for line in expected {
            let (model, verdict) = line.split_once(": ").unwrap();
            let said = run(&["check", &path, "-m", model, "-q"]);
            assert!(said.out.contains(verdict), "{file} {line}: {}", said.out);
        }
    }
}

#[test]
fn histograms() {
    let args = [
        "trace",
        "examples/traces/store-buffers.histogram",
        "--outcomes",
        "suite/coherence/sb.litmus",
    ];
    let said = run(&[&args[..], &["-m", "tso,sc"]].concat());
    assert!(
        said.out.contains("under tso: all explained"),
        "{}{}",
        said.out,
        said.err
    );
    assert!(
        said.out.contains("under sc: 1 of 4 not explained"),
        "{}",
        said.out
    );
    assert!(
        said.out.contains("     17  0:r1=0; 1:r2=0;  impossible"),
        "{}",
        said.out
    );
    assert_eq!(said.code, 1);
    let answers = json(&[&args[..], &["-m", "sc"]].concat());
    assert_eq!(
        (&answers[0]["count"], &answers[0]["verdict"]),
        (&17.into(), &"impossible".into())
    );
    let folder = Folder::of(&[
        ("a.txt", "12 :>0:r1;\n"),
        ("b.txt", "Ok\n"),
        ("c.txt", "3 :>0:r9=1;\n"),
    ]);
    for (file, word) in [
        ("a.txt", "half of an outcome"),
        ("b.txt", "no outcome here"),
        ("c.txt", "none of the test"),
    ] {
        let said = run(&[
            "trace",
            &folder.path(file),
            "--outcomes",
            "suite/coherence/sb.litmus",
            "-m",
            "sc",
        ]);
        assert!(said.err.contains(word) && said.code == 2, "{}", said.err);
    }
}

#[test]
fn streams() {
    let folder = Folder::of(&[
        (
            "good.log",
            "trace 1\ninit * = 0\nvalues unique\nT1 S x 1\nT2 L x 1\nT2 U x 1>2\n",
        ),
        (
            "bad.log",
            "trace 1\ninit * = 0\nvalues unique\nT1 S x 1\nT2 L x 1\nT2 L x 0\n",
        ),
        ("free.log", "trace 1\nT1 S x 1\n"),
        ("back.log", "trace 1\nvalues unique\nT1 S x 1\nT1 WB x 1\n"),
        (
            "zero.log",
            "trace 1\nvalues unique\ninit * = 0\nT1 S x 1\nT1 L x 0\nT2 S x 0\n",
        ),
        (
            "twice.log",
            "trace 1\nvalues unique\nT1 S x 1\nT1 L x 1\nT2 S x 1\n",
        ),
        (
            "late.log",
            "trace 1\nvalues unique\nT1 L x 1\nT1 S x 2\nT1 S x 1\nT2 L x 2\nT2 L x 1\ninit x = 1\n",
        ),
        ("all.log", "trace 1\nvalues unique\nT1 L x 1\ninit * = 1\n"),
    ]);
    let ask = |name: &str| {
        run(&[
            "trace",
            &folder.path(name),
            "-m",
            "plain",
            "--stream",
            "--memory",
            "1M",
        ])
    };
    let good = ask("good.log");
    assert!(
        good.out.contains("3 events of 2 threads") && good.code == 0,
        "{}{}",
        good.out,
        good.err
    );
    for (name, what) in [
        ("zero.log", "0 is there at first, and"),
        (
            "twice.log",
            "event #3 (of T2, at x): 1 was written by event #1, and",
        ),
    ] {
        let said = ask(name);
        let words = format!("{what} values are promised to be unique");
        assert!(said.code == 2 && said.err.contains(&words), "{}", said.err);
    }
    let bad = ask("bad.log");
    assert!(
        bad.out.contains("event #3 (of T2, at x)") && bad.code == 1,
        "{}{}",
        bad.out,
        bad.err
    );
    for (name, word) in [
        ("free.log", "promise unique values"),
        ("back.log", "write-backs"),
        ("late.log", "an initial value after the first event"),
        ("all.log", "an initial value after the first event"),
    ] {
        let said = ask(name);
        assert!(said.err.contains(word) && said.code == 2, "{}", said.err);
    }
    let other = run(&["trace", &folder.path("good.log"), "-m", "sc", "--stream"]);
    assert!(
        other.err.contains("judges by plain") && other.code == 2,
        "{}",
        other.err
    );
}
