//! `check --states`.

use rstest::rstest;
use serde_json::Value;

use super::support::{ENDLESS, Folder, MP, run, run_with, same};

const STATES: [&str; 3] = ["check", "-", "--states"];

fn states(args: &[&str], input: &str) -> super::support::Said {
    run_with(&[&STATES, args].concat(), input)
}

fn json(args: &[&str], input: &str) -> Value {
    let said = states(&[args, &["--format", "json"]].concat(), input);
    serde_json::from_str(&said.out).unwrap()
}

#[test]
fn what_each_model_allows() {
    let said = states(&["-m", "sc,ptx-7.5,ugpu-weak,hrf-direct"], MP);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    same("states-mp.txt", &said.out);
}

/// The condition asks for more than is looked at: executions with and without it end in one state.
#[test]
fn each_with_an_execution() {
    let args = ["-m", "plain,ugpu-weak", "--observe", "P1:r1", "--witnesses"];
    let said = states(&args, MP);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    same("states-witnesses.txt", &said.out);
}

/// Registers stand before locations, in the order of their numbers.
#[test]
fn in_lines_of_herd() {
    let text = MP.replace("P1:r1 == 1", "x == 1 /\\ P1:r1 == 1");
    let mut shown = String::new();
    for engine in ["explicit", "sat"] {
        let said = states(
            &["-m", "tso", "--format", "herd", "--engine", engine],
            &text,
        );
        assert_eq!(said.code, 0);
        let lines = said.out.lines().filter(|line| !line.starts_with("Time"));
        shown.extend(lines.map(|line| format!("{line}\n")));
    }
    same("states-herd.txt", &shown);
}

#[test]
fn everything_by_its_name() {
    let names = |args: &[&str]| json(&[args, &["-m", "sc"]].concat(), MP)[0]["states"].clone();
    let all = names(&["--observe", "all"]);
    assert_eq!(
        all["observed"],
        serde_json::json!(["P1:r1", "P1:r2", "x", "y"])
    );
    assert_eq!(all["found"].as_array().unwrap().len(), 3);
    let some = names(&["--observe", "y,P1,P1:%r1"]);
    assert_eq!(some["observed"], serde_json::json!(["y", "P1:r1", "P1:r2"]));
    // Executions are counted where they are enumerated.
    let counted = names(&["--engine", "explicit"]);
    assert_eq!(
        counted["executions"],
        serde_json::json!({"satisfying": 0, "violating": 3})
    );
    assert!(all.get("executions").is_none());
}

/// Who asks for no more gets no more; that the bound leaves something open is an open question.
#[test]
fn how_many_there_are_may_stay_open() {
    for engine in ["auto", "explicit"] {
        let said = states(&["-m", "plain", "--limit", "2", "--engine", engine], MP);
        assert_eq!(said.code, 0);
        assert!(said.out.contains("at least 2 final states"), "{}", said.out);
        let counts = "open: no more than 2 were asked for";
        assert!(said.out.contains(counts), "{}", said.out);
        let none = "; none of those found satisfies the condition";
        let said = states(&["-m", "plain", "--limit", "1", "--engine", engine], MP);
        assert!(said.out.contains("at least 1 final state"), "{}", said.out);
        assert!(
            said.out.contains(none) || said.out.contains("; it satisfies"),
            "{}",
            said.out
        );
        let loops = "PTX W\n{}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\nL0: | st.weak y, 1 ;
ld.weak r1, y | ;\nadd r0, r0, 1 | ;\nst.weak x, r0 | ;\nbeq r1, 0, L0 | ;\nexists (P0:r0 == 1)";
        let said = states(&["-m", "sc", "--engine", engine], loops);
        assert_eq!(said.code, 3, "{}", said.out);
        assert!(said.out.contains("at least 3 final states"), "{}", said.out);
        let open = "whether there are more final states is open: some execution goes on";
        assert!(said.out.contains(open), "{}", said.out);
        let said = states(&["-m", "sc", "--engine", engine], ENDLESS);
        assert_eq!(said.code, 3);
        assert!(
            said.out.contains("no final state was found"),
            "{}",
            said.out
        );
    }
}

/// Eight threads that read twice: a table of them would be too wide.
#[test]
fn wide_states_fit_the_screen() {
    let columns = 2..10;
    let row = |cell: &dyn Fn(u32) -> String| {
        let cells: Vec<String> = columns.clone().map(cell).collect();
        format!("{} ;\n", cells.join(" | "))
    };
    let heads = row(&|thread| format!("P{thread}@cta {thread},gpu 0"));
    let rows = row(&|_| "ld.weak r0, x".to_owned()) + &row(&|_| "ld.weak r1, y".to_owned());
    let text = format!("PTX Wide\n{{ x = 0; y = 0; }}\n{heads}{rows}exists (P2:r0 == 0)\n");
    let said = states(&["-m", "sc", "--observe", "all"], &text);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(
        said.out.contains("1 final state; it satisfies"),
        "{}",
        said.out
    );
    assert!(
        said.out.lines().all(|line| line.chars().count() <= 100),
        "{}",
        said.out
    );
    assert!(said.out.contains("P9:r1=0"));
}

#[test]
fn several_tests_and_models() {
    let other = MP.replace("PTX MP", "PTX Other");
    let folder = Folder::of(&[("a.litmus", MP), ("b.litmus", &other)]);
    let said = run(&["check", &folder.path(""), "--states", "-m", "sc,tso", "-q"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert_eq!(said.out.lines().count(), 4);
    let said = run(&["check", &folder.path(""), "--states", "-m", "sc,tso"]);
    assert_eq!(
        said.out.matches("3 final states; none").count(),
        4,
        "{}",
        said.out
    );
}

const ENDS: &str =
    "PTX Ends\n{}\nP0@cta 0,gpu 0 ;\nL0: ;\nld.weak r0, x ;\nbne r0, 1, L0 ;\nforall (terminates)";

#[rstest]
#[case("register", MP, &["--observe", "P1:r3"])]
#[case("location", MP, &["--observe", "P1:r1,z"])]
#[case("thread", MP, &["--observe", "P2"])]
#[case("svg", MP, &["--format", "svg"])]
#[case("minimal", MP, &["--minimal"])]
#[case("race", MP, &["--race"])]
#[case("proof", MP, &["--proof", "nowhere"])]
#[case("ends", ENDS, &[])]
fn bad_usage(#[case] name: &str, #[case] input: &str, #[case] args: &[&str]) {
    let said = states(&[args, &["-m", "sc"]].concat(), input);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    same(&format!("states-bad-{name}.stderr"), &said.err);
}

#[rstest]
#[case(&["check", "-", "--limit", "3"], "--states")]
#[case(&["check", "-", "--witnesses"], "--states")]
#[case(&["check", "-", "--states", "--limit", "0"], "'0'")]
fn options_that_say_nothing_alone(#[case] args: &[&str], #[case] words: &str) {
    let said = run_with(args, MP);
    assert_eq!(said.code, 2);
    assert!(said.err.contains(words), "{}", said.err);
}
