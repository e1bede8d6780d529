//! Launches with too many orders, or too large for the model: runs that are drawn, and other orders, show what is wrong.

use serde_json::Value;

use crate::cli::support::run;

/// Asks a launch of the module for two seconds.
fn asked(entry: &str, more: &[&str]) -> String {
    let base = [
        "kernel",
        "tests/kernels/orders.ptx",
        "--entry",
        entry,
        "--timeout",
        "2s",
    ];
    run(&[&base[..], more].concat()).out
}

const ARRIVES: [&str; 12] = [
    "--block",
    "64",
    "--buffer",
    "in:s32x64",
    "--buffer",
    "out:s32x64",
    "--arg",
    "&in",
    "--arg",
    "&out",
    "--output",
    "out",
];

/// The race is between the last warp and the first, which does not wait; the run has both, and what they do at barriers.
#[test]
fn a_run_that_is_drawn_shows_a_race() {
    let said = asked("arrives", &ARRIVES);
    assert!(said.contains("violated: races"), "{said}");
    let race = said.split("  races: ").nth(1).unwrap();
    for part in [
        "orders.cu:11",
        "orders.cu:15",
        "arrives at barrier 1",
        "waits at barrier 1",
    ] {
        assert!(race.contains(part), "{part}: {said}");
    }
    assert!(
        said.contains("steps of other threads, or long before, are not shown"),
        "{said}"
    );
}

/// What is left out of the text is in the data.
#[test]
fn data_has_the_whole_run() {
    let said = asked("arrives", &[&ARRIVES[..], &["--format", "json"]].concat());
    let data: Value = serde_json::from_str(&said).unwrap();
    let checks = data["checks"].as_array().unwrap();
    let races = checks
        .iter()
        .find(|check| check["name"] == "races")
        .unwrap();
    let steps = races["witness"].as_array().unwrap();
    assert!(steps.len() > 200, "{}", steps.len());
    for access in races["race"]["accesses"].as_array().unwrap() {
        let place = &access["place"];
        assert!(steps.iter().any(|step| step["place"] == *place), "{place}");
    }
}

/// Interleavings of updates that come to the same were looked at once; another order of them shows the race.
#[test]
fn another_order_shows_a_race() {
    let launch = [
        "--grid",
        "3",
        "--block",
        "1",
        "--buffer",
        "lock:s32x1",
        "--buffer",
        "data:s32=5",
        "--buffer",
        "out:s32x1",
        "--arg",
        "&lock",
        "--arg",
        "&data",
        "--arg",
        "&out",
    ];
    let said = asked("readers", &launch);
    assert!(said.contains("violated: races"), "{said}");
    assert!(
        said.contains(
            "orders.cu:25 (write out[0], block 1 thread 0) with orders.cu:25 (write out[0]"
        ),
        "{said}"
    );
}

const STEP: [&str; 8] = [
    "--block",
    "32",
    "--buffer",
    "out:s32x1",
    "--arg",
    "&out",
    "--output",
    "out",
];

/// Lanes need not go in step: one that goes ahead reads what others have not added up.
#[test]
fn a_run_that_is_drawn_breaks_a_property() {
    let said = asked(
        "step",
        &[&STEP[..], &["--property", "out[0] == 32"]].concat(),
    );
    assert!(
        said.contains("some run does not end with `out[0] == 32`"),
        "{said}"
    );
    // The thread that leaves it is shown to its end.
    assert!(said.contains("st.global.u32"), "{said}");
    let held = asked(
        "step",
        &[&STEP[..], &["--property", "out[0] >= 1"]].concat(),
    );
    assert!(!held.contains("does not end with"), "{held}");
}

/// What is too large for the model is said to be open, not fine, where fixes are asked for.
#[test]
fn nothing_is_called_fine_that_is_open() {
    let said = asked("step", &[&STEP[..], &["--fences"]].concat());
    assert!(
        said.contains("Nothing is known to be violated that could be mended; open: races"),
        "{said}"
    );
}

/// A launch of a module of this test, of words that begin as 0.
fn storm(module: &str, block: &str, more: &[&str]) -> String {
    let ptx = format!("tests/kernels/{module}.ptx");
    let mut words: Vec<&str> = vec!["kernel", &ptx, "--entry", "w", "--block", block];
    for (buffer, name) in [
        ("turn:u32x1", "&turn"),
        ("storm:u32x1", "&storm"),
        ("flag:u32x1", "&flag"),
        ("out:u32x8", "&out"),
    ] {
        words.extend(["--buffer", buffer, "--arg", name]);
    }
    words.extend(["--output", "out", "--timeout", "20s"]);
    words.extend(more);
    run(&words).out
}

/// Who polls what nobody was seen to write so far does not wait for ever for that.
#[test]
fn who_polls_is_not_taken_for_who_waits_for_ever() {
    let said = storm("storm", "3", &["-q"]);
    assert!(said.contains("all hold"), "{said}");
    let said = storm("storm", "6", &["-q", "-m", "sc"]);
    assert!(!said.contains("violated"), "{said}");
}

/// That no run is such is not known where not all were looked at.
#[test]
fn no_run_is_said_of_all_runs_alone() {
    let said = run(&[
        "kernel",
        "tests/kernels/storm-turns.toml",
        "-m",
        "sc",
        "--timeout",
        "20s",
    ])
    .out;
    assert!(
        said.contains("some run does not end with `out[0] == 12345`"),
        "{said}"
    );
    assert!(!said.contains("no run ends with"), "{said}");
}

/// A value that nobody knows breaks no property beside one that is surely broken.
#[test]
fn unknown_values_break_no_property() {
    let both = [
        "--property",
        "out[0] == 12345",
        "--property",
        "out[7] == 77",
    ];
    let said = storm("storm-sines", "2", &both);
    assert!(
        said.contains("some run does not end with `out[0] == 12345`"),
        "{said}"
    );
    assert!(!said.contains("out[7] == 77"), "{said}");
}

/// Two warps of which each lane goes by itself: orders that come to the same are not looked at, also where they meet again.
#[test]
fn lanes_that_use_nothing_of_others_are_no_orders() {
    let input = (1..=64).map(|one| one.to_string());
    let input = format!("in:s32={}", input.collect::<Vec<_>>().join(","));
    let mut words = vec![
        "kernel",
        "tests/kernels/shuffled.ptx",
        "--entry",
        "last",
        "--grid",
        "2",
        "--block",
        "32",
    ];
    for (buffer, name) in [
        (input.as_str(), "&in"),
        ("part:s32x2", "&part"),
        ("ticket:u32x1", "&ticket"),
        ("out:s32x1", "&out"),
    ] {
        words.extend(["--buffer", buffer, "--arg", name]);
    }
    words.extend(["--output", "out", "-m", "sc", "--timeout", "120s"]);
    let said = run(&words).out;
    assert!(
        said.contains("hold: robust, asserts, barriers, memory"),
        "{said}"
    );
    assert!(
        said.contains("sequential consistency gives out[0] = 2080"),
        "{said}"
    );
}

/// Whether somebody writes an output is known in the end, and not when a run ends that leaves it as it was.
#[test]
fn what_some_run_does_not_write_is_told_in_whichever_order() {
    let ptx = std::fs::read_to_string("tests/kernels/leaves.ptx").unwrap();
    for writer in ["1", "0"] {
        let folder = crate::folder::Folder::of(&[]);
        folder.add(
            "leaves.ptx",
            &ptx.replace("%r1, 1;", &format!("%r1, {writer};")),
        );
        let launch = std::fs::read_to_string("tests/kernels/launch/leaves.toml").unwrap();
        folder.add("l.toml", &launch.replace("../", ""));
        for model in ["sc", "ptx-7.5"] {
            let said = run(&["kernel", &folder.path("l.toml"), "-m", model]).out;
            let told = "a byte that nobody wrote ends in out";
            assert!(said.contains("violated: ") && said.contains(told), "{said}");
        }
    }
}
