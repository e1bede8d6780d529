//! `audit`: what it prints, what it writes, how it ends, and what it refuses.

use rstest::rstest;
use serde_json::Value;

use super::support::{Folder, run, same};

/// Store buffering that only a fence makes possible.
const FAULT: &str = "\"A fence that sets free\"
acyclic po-loc | rf | co | fr as coherence
acyclic ((po & (M * M)) \\ (po ; [F] ; po)) | rf | co | fr as order
empty rmw & (fr ; co) as atomicity
";

const SMALL: [&str; 8] = [
    "--with",
    "ld,st,fence",
    "--placements",
    "gpu",
    "--threads",
    "2",
    "--locations",
    "2",
];

#[test]
fn a_fault_is_shown_by_a_test() {
    let folder = Folder::of(&[("fault.cat", FAULT)]);
    let (model, tests) = (folder.path("fault.cat"), folder.path("tests"));
    let asked = "fences-monotone,drf-sc";
    let args = [
        "audit",
        &model,
        "-p",
        asked,
        "-o",
        &tests,
        "--timeout",
        "10min",
    ];
    let said = run(&[&args[..], &SMALL].concat());
    assert_eq!(said.err, "");
    // Who names a property wants an answer, and of races the model says nothing.
    assert_eq!(said.code, 3);
    same("audit-fault.txt", &said.out.replace(&model, "fault.cat"));
    let test = folder.path("tests/fences-monotone-fault.litmus");
    let again = run(&["check", "-q", &test, "-m", &model]);
    assert!(again.out.contains("reachable (sometimes)"), "{}", again.out);
    let weaker = folder.path("tests/fences-monotone-fault-weaker.litmus");
    let again = run(&["check", "-q", &weaker, "-m", &model]);
    assert!(again.out.contains("unreachable"), "{}", again.out);
}

#[test]
fn the_exit_code_says_how_it_went() {
    let folder = Folder::of(&[("fault.cat", FAULT)]);
    let model = folder.path("fault.cat");
    let code = |args: &[&str]| run(&[&["audit", "-q"], args, &SMALL].concat()).code;
    assert_eq!(
        code(&[
            "sc",
            "-p",
            "coherent",
            "--events",
            "3",
            "--timeout",
            "10min"
        ]),
        0
    );
    assert_eq!(
        code(&[&model, "-p", "fences-monotone", "--timeout", "10min"]),
        1
    );
    assert_eq!(
        code(&["sc", "-p", "coherent", "--events", "12", "--timeout", "1ms"]),
        3
    );
    assert_eq!(code(&["sc", "-p", "drf-sc"]), 3);
}

#[test]
fn what_is_proved() {
    let args = [
        "audit",
        "sc",
        "-p",
        "coherent,drf-sc,engines-agree",
        "--events",
        "2",
    ];
    let said = run(&[&args[..], &SMALL].concat());
    same("audit-proved.txt", &said.out);
}

/// What no test of the vocabulary could break is not called proved, and is no answer to who names it.
#[test]
fn what_could_not_be_broken() {
    let args = |model: &'static str, property: &'static str, more: &'static str| {
        let mut args = vec!["audit", model, "-p", property, "--timeout", "10min"];
        args.extend(more.split(' '));
        args
    };
    let mut all = Vec::new();
    for args in [
        args("sc", "placement-monotone", "--events 2"),
        args("sc", "fences-monotone", "--events 2 --with ld,st"),
        args(
            "sc",
            "no-thin-air",
            "--events 2 --with ld,st,data --threads 1 --locations 1 --orders weak",
        ),
        args(
            "sc",
            "no-thin-air",
            "--events 2 --with st,rmw,ctrl --locations 1",
        ),
        args("sc", "multi-copy-atomic", "--events 3 --threads 1"),
        args(
            "hrf-direct",
            "drf-sc",
            "--events 3 --with ld,st --orders weak",
        ),
        args("sc", "coherent", "--events 1"),
    ] {
        let said = run(&[&args[..], &["-q"]].concat());
        let whole = run(&args);
        let why = whole.out.rsplit("\n\n").next().unwrap();
        all.push(format!("$ {}\nexit {}\n{why}\n", args.join(" "), said.code));
    }
    same("audit-vacuous.txt", &all.concat());
    let said = run(&[
        "audit",
        "sc",
        "-p",
        "placement-monotone",
        "--events",
        "2",
        "--format",
        "json",
    ]);
    let found: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(found["findings"][0]["standing"], "vacuous");
    assert!(found["findings"][0]["why"].is_string());
    // Whoever asks for all is not told of a failure.
    let said = run(&["audit", "sc", "--events", "2", "-q", "--timeout", "10min"]);
    assert!(
        said.out.contains("placement-monotone: vacuous"),
        "{}",
        said.out
    );
    assert_eq!(said.code, 0, "{}", said.out);
}

/// An exchange reads what comes before its own write, so two accesses are enough to disagree.
#[test]
fn two_accesses_can_break_multi_copy_atomicity() {
    for (model, said, code) in [("sc", "proved", 0), ("ptx-7.5", "refuted", 1)] {
        let args = "-p multi-copy-atomic --events 2 --with st,rmw --scopes gpu -q";
        let args = [&["audit", model][..], &args.split(' ').collect::<Vec<_>>()].concat();
        let answer = run(&args);
        let wanted = format!("multi-copy-atomic: {said}");
        assert!(answer.out.contains(&wanted), "{model}: {}", answer.out);
        assert_eq!(answer.code, code, "{model}: {}", answer.out);
    }
}

/// A test that refutes as it has a race is told apart, as one line is all that is said.
#[test]
fn a_race_that_refutes_is_told() {
    let args = "audit hrf-indirect -p fences-monotone --events 2 -q";
    let said = run(&args.split(' ').collect::<Vec<_>>());
    let told = "fences-monotone: refuted, by a data race\n";
    assert_eq!((said.code, said.out.as_str()), (1, told), "{}", said.err);
    let said = run(&[
        "audit",
        "ptx-7.5",
        "-p",
        "drf-sc",
        "--with",
        "ld,st",
        "--orders",
        "relaxed",
        "--scopes",
        "gpu",
        "--placements",
        "gpu",
        "--events",
        "4",
        "-q",
    ]);
    assert_eq!(said.out, "drf-sc: refuted\n", "{}", said.err);
}

#[test]
fn as_json() {
    let args = [
        "audit", "sc", "-p", "coherent", "--events", "3", "--format", "json",
    ];
    let said = run(&[&args[..], &SMALL].concat());
    assert_eq!(said.code, 0);
    let found: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(found["model"], "sc");
    assert_eq!(found["findings"][0]["property"], "coherent");
    assert_eq!(found["findings"][0]["standing"], "proved");
    assert_eq!(found["findings"][0]["accesses"], 3);
}

#[rstest]
#[case("property", &["sc", "-p", "coherant"])]
#[case("model", &["tos"])]
#[case("word", &["sc", "--with", "ld,store"])]
#[case("order", &["ptx-7.5", "--orders", "aquire"])]
#[case("nothing", &["sc", "--with", "fence"])]
#[case("refused", &["ugpu-weak", "--orders", "acquire"])]
#[case("scope", &["ptx-6.0", "--scopes", "warp"])]
#[case("fences", &["hrf-direct", "--with", "ld,st,fence"])]
#[case("engine", &["sc", "--engine", "explicit"])]
#[case("format", &["sc", "--format", "svg"])]
fn what_makes_no_sense(#[case] name: &str, #[case] args: &[&str]) {
    let said = run(&[&["audit"], args].concat());
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
    same(&format!("audit-bad-{name}.stderr"), &said.err);
}

#[test]
fn too_many_events() {
    let said = run(&["audit", "sc", "--events", "17"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains("17 is not in 1..=16"), "{}", said.err);
}

/// A file where a folder should be is left alone.
#[test]
fn tests_go_to_a_folder() {
    let folder = Folder::of(&[("taken", "something")]);
    let said = run(&["audit", "sc", "-o", &folder.path("taken")]);
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains("it takes the name of a folder"),
        "{}",
        said.err
    );
}

/// What is asked without a word can be asked by one.
#[test]
fn all_properties_by_name() {
    let [named, bare] = [&["-p", "all"][..], &[]]
        .map(|more| run(&[&["audit", "tso", "--events", "3", "-q"], more].concat()));
    assert_eq!(
        (named.code, &named.out),
        (bare.code, &bare.out),
        "{}",
        named.err
    );
    assert!(named.out.contains("coherent"), "{}", named.out);
}
