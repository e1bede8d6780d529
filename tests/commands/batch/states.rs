//! `batch --states`: every final state in a row, and what is otherwise than in an earlier run.

use serde_json::json;

use super::support::{Folder, MP};

/// The same verdict, and other states.
fn other() -> String {
    MP.replace("st.weak y, 1 ", "st.weak y, 2 ")
}

#[test]
fn rows_list_what_the_condition_names() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let args = ["batch", "mp.litmus", "-m", "sc,tso", "--states", "--format"];
    let said = folder.run(&[&args[..], &["jsonl"]].concat());
    assert_eq!(said.code, 0, "{}", said.err);
    for row in said.rows() {
        let states = &row["states"];
        assert_eq!(states["observed"], json!(["P1:r1", "P1:r2"]));
        assert_eq!(states["complete"], true);
        let found = states["found"].as_array().unwrap().iter();
        let values: Vec<_> = found.map(|state| state["values"].clone()).collect();
        assert_eq!(values, [json!([0, 0]), json!([0, 1]), json!([1, 1])]);
    }
    let said = folder.run(&[&args[..], &["csv"]].concat());
    let line = said.out.lines().nth(1).unwrap();
    let states = ",P1:r1=0 P1:r2=0; P1:r1=0 P1:r2=1; P1:r1=1 P1:r2=1";
    assert!(line.ends_with(states), "{line}");
}

/// For a person, too: on the screen once for models that allow the same, and for a page in each cell.
#[test]
fn reports_show_the_states() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let args = ["batch", "mp.litmus", "-m", "sc,tso,plain", "--states"];
    let screen = folder.run(&args).out.replace('\u{a0}', " ");
    let words: Vec<&str> = screen.split_whitespace().collect();
    let words = words.join(" ");
    let three = "3 states under sc, tso: P1:r1=0 P1:r2=0; P1:r1=0 P1:r2=1; P1:r1=1 P1:r2=1";
    let four =
        "4 states under plain: P1:r1=0 P1:r2=0; P1:r1=0 P1:r2=1; P1:r1=1 P1:r2=0; P1:r1=1 P1:r2=1";
    assert!(words.contains(three) && words.contains(four), "{screen}");
    let page = folder.run(&[&args[..], &["--format", "markdown"]].concat());
    let cell = "<br>3 states<br>P1:r1=0 P1:r2=0<br>P1:r1=0 P1:r2=1<br>P1:r1=1 P1:r2=1 |";
    assert_eq!(page.out.matches(cell).count(), 2, "{}", page.out);
}

/// What is looked at, and how many, as of `check --states`; a journal knows both.
#[test]
fn what_is_listed_can_be_said() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let args = ["batch", "mp.litmus", "-m", "sc", "--states"];
    let run = |more: &[&str]| folder.run(&[&args[..], more].concat());
    let states = |more: &[&str]| {
        let more = [more, &["--format", "jsonl"]].concat();
        run(&more).rows()[0]["states"].clone()
    };
    let seen = states(&["--observe", "x,P1:r1"]);
    assert_eq!(seen["observed"], json!(["x", "P1:r1"]));
    assert_eq!(seen["found"].as_array().unwrap().len(), 2);
    let some = states(&["--limit", "2"]);
    assert_eq!(some["found"].as_array().unwrap().len(), 2);
    assert_eq!(some["complete"], false);
    let said = run(&["--limit", "2"]);
    assert!(
        said.out.contains("at least 2 states under sc"),
        "{}",
        said.out
    );
    let said = run(&["--observe", "z"]);
    let why =
        "no test here has a register or location `z` to observe; they have P1:r1, P1:r2, x, y;";
    assert!(
        said.err.contains(why) && said.code == 2,
        "{}{}",
        said.out,
        said.err
    );
    let alone = folder.run(&["batch", "mp.litmus", "-m", "sc", "--limit", "2"]);
    assert_eq!(alone.code, 2, "{}", alone.out);
    let journal = ["--observe", "x", "--journal", "rows"];
    assert_eq!(run(&journal).code, 0);
    let said = run(&["--observe", "x,y", "--journal", "rows", "--resume"]);
    let words = "with --observe x, this run has --observe x,y";
    assert!(said.code == 2 && said.err.contains(words), "{}", said.err);
    let said = run(&[&journal[..], &["--resume"]].concat());
    assert_eq!(said.code, 0, "{}", said.err);
}

/// A process of its own answers the same.
#[test]
#[cfg(target_os = "linux")]
fn also_with_a_limit_of_memory() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let args = [
        "batch",
        "mp.litmus",
        "-m",
        "tso",
        "--states",
        "--format",
        "jsonl",
    ];
    let states =
        |more: &[&str]| folder.run(&[&args[..], more].concat()).rows()[0]["states"].clone();
    assert_eq!(states(&["--memory", "1G"]), states(&[]));
    assert!(states(&[]).is_object());
}

#[test]
fn states_that_are_new_or_gone_disagree() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let args = ["batch", "mp.litmus", "-m", "sc", "--states"];
    let old = folder.run(&[&args[..], &["--format", "jsonl"]].concat());
    folder.add("old.jsonl", &old.out);
    let again = [&args[..], &["--baseline", "old.jsonl"]].concat();
    let said = folder.run(&again);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    folder.add("mp.litmus", &other());
    let said = folder.run(&again);
    assert_eq!(said.code, 1, "{}", said.out);
    for words in [
        "DISAGREES mp.litmus under sc: unreachable (never)",
        "old.jsonl:1 was unreachable (never), 3 states, also P1:r1=1 P1:r2=1, not P1:r1=2 P1:r2=1",
    ] {
        let flat = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(words), "no `{words}` in\n{}", said.out);
    }
    // Without states the rows are the same.
    let said = folder.run(&["batch", "mp.litmus", "-m", "sc", "--baseline", "old.jsonl"]);
    assert_eq!(said.code, 0, "{}", said.out);
}

#[test]
fn a_baseline_without_states_is_told() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let args = ["batch", "mp.litmus", "-m", "sc"];
    let old = folder.run(&[&args[..], &["--format", "jsonl"]].concat());
    folder.add("old.jsonl", &old.out);
    let said = folder.run(&[&args[..], &["--states", "--baseline", "old.jsonl"]].concat());
    assert_eq!(said.code, 0);
    let note = "note: old.jsonl has no states to compare with: it is of a run without --states\n";
    assert_eq!(said.err, note);
}

/// Who goes on with a journal has to ask the same.
#[test]
fn a_journal_knows_whether_there_are_states() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let args = ["batch", "mp.litmus", "-m", "sc", "--journal", "run.jsonl"];
    assert_eq!(folder.run(&[&args[..], &["--states"]].concat()).code, 0);
    let said = folder.run(&[&args[..], &["--resume"]].concat());
    assert_eq!(said.code, 2);
    let words = "with --states, this run has no --states";
    assert!(said.err.contains(words), "{}", said.err);
    let said = folder.run(&[&args[..], &["--resume", "--states", "--format", "jsonl"]].concat());
    assert_eq!(said.rows()[0]["states"]["complete"], true, "{}", said.out);
}

/// Laps that a thread counts, as many as it likes.
const SPIN: &str = r"PTX Spin
{ x = 0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 st.weak x, 1   | L0:            ;
                | ld.weak r1, x  ;
                | add r3, r3, 1  ;
                | beq r1, 0, L0  ;
exists (P1:r3 == 1)
";

/// Where states are missing the row is open, also where the verdict is known.
#[test]
fn states_that_are_not_all_known() {
    let folder = Folder::of(&[("spin.litmus", SPIN)]);
    let args = ["batch", "spin.litmus", "-m", "sc", "--format", "jsonl"];
    let plain = folder.run(&[&args[..], &["--no-quantity"]].concat());
    assert_eq!(plain.code, 0, "{}", plain.out);
    let said = folder.run(&[&args[..], &["--no-quantity", "--states"]].concat());
    assert_eq!(said.code, 3, "{}{}", said.out, said.err);
    assert_eq!(said.rows()[0]["verdict"], "reachable");
    assert_eq!(said.rows()[0]["states"]["complete"], false);
}

/// A test shows what it has of the names; that one lacks some is no mistake as long as another has them.
#[test]
fn tests_show_what_they_have() {
    let other = MP.replace("PTX MP", "PTX Other").replace('y', "z");
    let third = "PTX Third\n{ v = 0; }\n P0@cta 0,gpu 0 ;\n st.weak v, 1 ;\nexists (v == 1)\n";
    let folder = Folder::of(&[
        ("mp.litmus", MP),
        ("other.litmus", &other),
        ("third.litmus", third),
        ("broken.litmus", "PTX"),
    ]);
    let good = [
        "batch",
        "mp.litmus",
        "other.litmus",
        "third.litmus",
        "-m",
        "sc",
        "--states",
    ];
    let said = folder.run(&[&good[..], &["--observe", "y,z,P1:r1", "--format", "jsonl"]].concat());
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let rows = said.rows();
    assert_eq!(rows[0]["states"]["observed"], json!(["y", "P1:r1"]));
    assert_eq!(rows[1]["states"]["observed"], json!(["z", "P1:r1"]));
    assert_eq!(rows[2]["states"], json!(null));
    let note = "no final states: the test has no y, z, P1:r1 to observe";
    assert_eq!(rows[2]["notes"], json!([note]));
    let all = [
        "batch",
        ".",
        "-m",
        "sc",
        "--states",
        "--observe",
        "P1:r1,P0:r1,w",
    ];
    let said = folder.run(&all);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert_eq!(
        said.err,
        "error: no test here has a register or location `P0:r1` to observe (did you mean `P1:r1`?); or write all\n\
         error: no test here has a register or location `w` to observe; they have P1:r1, P1:r2, v, x, y, z; or write all\n"
    );
}
