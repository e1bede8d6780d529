//! What is shown of walks, which are the same every time; exit codes.
#![expect(
    clippy::format_push_string,
    reason = "a test that cannot run should fail, and texts may be built plainly"
)]

use serde_json::Value;

use crate::cli::support::{Folder, run};
use crate::golden;

/// The text without how long it took.
fn timeless(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let cut = line.find(" in ").and_then(|from| {
            let to = line[from..].find(" s, ")? + from;
            Some(format!("{}{}", &line[..from], &line[to + 2..]))
        });
        out += &cut.unwrap_or_else(|| line.to_owned());
        out.push('\n');
    }
    out
}

#[test]
fn what_is_shown() {
    let mut all = String::new();
    for (line, code) in [
        ("examples/sb.litmus --backend ugpu-weak --launches 20", 0),
        (
            "examples/sb.litmus --backend ugpu-weak --launches 20 -m sc,tso,ugpu-weak",
            1,
        ),
        (
            "examples/sb.litmus --backend ugpu-weak --launches 20 -m sc -q",
            1,
        ),
        (
            "examples/mp-fenced.litmus --backend ugpu-strong --launches 5 --seed 3",
            0,
        ),
        (
            "suite/coherence/iriw.litmus --backend ugpu-coherent --launches 5",
            0,
        ),
        (
            "suite/ugpu/cas-lock-none-inter-global.litmus --backend ugpu-weak --launches 2",
            0,
        ),
    ] {
        let mut args = vec!["run"];
        args.extend(line.split(' '));
        let said = run(&args);
        let wide = said.out.lines().find(|line| line.chars().count() > 100);
        assert_eq!(wide, None, "{line}");
        all.push_str(&format!(
            "$ gpu-litmus run {line}\n{}{}exit {}\n\n",
            timeless(&said.out),
            said.err,
            said.code
        ));
        assert_eq!(said.code, code, "{line}\n{}{}", said.out, said.err);
    }
    golden::same("tests/ui/run/answers.txt", &all);
}

/// The host shows its counts, and only what `tso` allows.
#[test]
#[cfg(target_arch = "x86_64")]
fn the_host_is_judged_by_tso() {
    let said = run(&[
        "run",
        "examples/sb.litmus",
        "--launches",
        "2",
        "--set",
        "instances=500",
    ]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.starts_with("SB on host (x86_64, "), "{}", said.out);
    assert!(said.out.contains(" 1,000 instances in "), "{}", said.out);
    assert!(said.out.contains("tso says reachable"), "{}", said.out);
    assert!(!said.out.contains("FORBIDDEN"), "{}", said.out);
}

/// The counts of all forms are those of the text.
#[test]
fn all_forms_say_the_same() {
    let line = "run examples/sb.litmus --backend ugpu-weak --launches 4 -m sc --format";
    let form = |form: &str| {
        let args: Vec<&str> = line.split(' ').chain([form]).collect();
        let said = run(&args);
        assert_eq!(said.code, 1, "{}", said.err);
        said.out
    };
    let json: Value = serde_json::from_str(&form("json")).unwrap();
    let [one] = json.as_array().unwrap().as_slice() else {
        unreachable!("one test, one object");
    };
    let line: Value = serde_json::from_str(form("jsonl").trim_end()).unwrap();
    assert_eq!(one["states"], line["states"]);
    let states = one["states"].as_array().unwrap();
    let total: u64 = states
        .iter()
        .map(|state| state["count"].as_u64().unwrap())
        .sum();
    assert_eq!((one["instances"].as_u64(), total), (Some(400), 400));
    let csv = form("csv");
    let mut rows = csv.lines();
    assert!(
        rows.next()
            .unwrap()
            .ends_with("first_instance,failure,optcheck,sc"),
        "{csv}"
    );
    for (row, state) in rows.zip(states) {
        let count = state["count"].to_string();
        assert!(row.split(',').any(|cell| cell == count), "{row}");
        let says = state["models"][0]["says"].as_str().unwrap();
        assert!(row.ends_with(says), "{row}");
    }
    assert_eq!(csv.lines().count(), states.len() + 1);
}

/// An expectation that is not met is lost, though every state is allowed.
#[test]
fn a_lost_expectation() {
    let folder = Folder::of(&[(
        "sb.litmus",
        "PTX sb\n{ x = 0; y = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\nst.weak x, 1 | st.weak y, 1 ;\n\
         ld.weak r0, y | ld.weak r0, x ;\nexists (P0:r0 == 0 /\\ P1:r0 == 0)\n// expect ugpu-weak: unreachable\n",
    )]);
    let file = folder.path("sb.litmus");
    let said = run(&["run", &file, "--backend", "ugpu-weak", "--launches", "1"]);
    assert_eq!(said.code, 1, "{}", said.out);
    assert!(
        said.out
            .contains("lost: line 7 expects unreachable of ugpu-weak, which says reachable\n"),
        "{}",
        said.out
    );
}

/// Zero instances are an error of their own.
#[test]
fn nothing_ends() {
    let folder = Folder::of(&[(
        "wait.litmus",
        "PTX wait\n{ x = 0; }\nP0@cta 0,gpu 0 ;\nAGAIN: ;\nld.weak r0, x ;\nbeq r0, 0, AGAIN ;\n\
         exists (P0:r0 == 0)\n",
    )]);
    let file = folder.path("wait.litmus");
    for backend in ["host", "ugpu-weak"] {
        let args = [
            "run",
            &file,
            "--backend",
            backend,
            "--launches",
            "1",
            "--set",
            "instances=5",
        ];
        let said = run(&args);
        assert_eq!(said.code, 3, "{}{}", said.out, said.err);
        assert!(said.out.contains("error: "), "{}", said.out);
        assert!(!said.out.contains("not seen"), "{}", said.out);
    }
}

/// A test of which nothing was seen has its row, which says why.
#[test]
fn nothing_seen_is_a_row() {
    let text = "PTX t\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n L: ;\n ld.weak r0, x ;\n beq r0, 0, L ;\nexists (P0:r0 == 1)\n";
    let folder = Folder::of(&[("t.litmus", text)]);
    let test = folder.path("t.litmus");
    let said = run(&[
        "run",
        &test,
        "--launches",
        "1",
        "--set",
        "instances=3",
        "--format",
        "csv",
        "-m",
        "sc",
    ]);
    let rows: Vec<&str> = said.out.lines().collect();
    assert_eq!((rows.len(), said.code), (2, 3), "{}{}", said.out, said.err);
    let why = "no instance came to its end: nothing was seen, which says nothing of what can be";
    assert!(
        rows[1].ends_with(&format!(",1,0,3,,0,,,,,\"{why}\",,"))
            || rows[1].ends_with(&format!(",1,0,3,,0,,,,,{why},,")),
        "{}",
        said.out
    );
}

/// A state that a model forbids is told with few words, too, and where the condition does not hold in it.
#[test]
fn a_forbidden_state_is_told_with_quiet() {
    let text = "PTX t\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | st.weak y, 1 ;\n \
                ld.weak r0, y | ld.weak r0, x ;\nexists (P0:r0 == 2)\n";
    let folder = Folder::of(&[("t.litmus", text)]);
    let test = folder.path("t.litmus");
    let said = run(&[
        "run",
        &test,
        "--backend",
        "ugpu-weak",
        "--launches",
        "9",
        "-m",
        "sc",
        "-q",
    ]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    let line = said.out.lines().find(|line| line.contains("sc forbids"));
    let told = "  error: 1 state seen that sc forbids, first P0:r0=0 P1:r0=0 in launch ";
    assert!(
        line.is_some_and(|line| line.starts_with(told)),
        "{}",
        said.out
    );
}
