//! `check`: verdicts, exit codes, which files and models.

use rstest::rstest;

use super::support::{BARRIER, ENDLESS, Folder, MP, run, run_with, same};

#[test]
fn verdicts_with_witness_and_reason() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let said = ["sc", "plain"].map(|model| {
        let said = run(&["check", &folder.path("mp.litmus"), "-m", model]);
        assert_eq!((said.code, said.err.as_str()), (0, ""));
        said.out.replace(&folder.path("mp.litmus"), "mp.litmus")
    });
    same("check-mp.txt", &said.join("\n"));
}

/// One test under all models is a table that fits a screen, refusals and all.
#[test]
fn several_models_are_a_table() {
    let said = run(&["check", "examples/mp.litmus"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    same("check-matrix-mp.txt", &said.out);
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(lines.len() < 24, "{}", said.out);
    assert!(lines.iter().all(|line| line.chars().count() <= 80));
    // Details are there for the asking: of one model, or of all.
    let one = run(&["check", "examples/mp.litmus", "-m", "sc"]);
    assert!(one.out.contains("Reason why no execution"), "{}", one.out);
    let all = run(&["check", "examples/mp.litmus", "-v"]);
    assert!(all.out.contains("Reason why no execution"), "{}", all.out);
    assert!(all.out.ends_with(&said.out), "{}", all.out);
}

/// A model that refuses has its row, what it lacks and what comes nearest; only where it was named
/// is that an open question.
#[test]
fn refusals_have_footnotes() {
    let said = run(&["check", "examples/mp-fenced.litmus"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    same("check-matrix-fenced.txt", &said.out);
    let named = run(&["check", "examples/mp-fenced.litmus", "-m", "sc,hrf-rsp"]);
    assert_eq!(named.code, 3, "{}", named.out);
    assert!(named.out.contains("hrf-rsp  refuses [1]"), "{}", named.out);
    let why = "[1] hrf-rsp gives no meaning to fences: `membar.gl` at 6:2. Nearest:";
    assert!(named.out.contains(why), "{}", named.out);
}

/// Several tests under several models are as many tables as the width asks for.
#[test]
fn several_tests_are_a_table() {
    let folder = Folder::of(&[
        ("a.litmus", MP),
        (
            "b.litmus",
            &format!("{}// expect sc: reachable\n", MP.replace("MP", "Wrong")),
        ),
        ("c.litmus", BARRIER),
        ("d.litmus", ENDLESS),
        ("sub/a.litmus", MP),
    ]);
    let root = folder.root().display().to_string();
    let shown = |said: &super::support::Said| said.out.replace(&root, "ROOT");
    let said = run(&["check", &root]);
    assert_eq!((said.code, said.err.as_str()), (3, ""));
    same("check-matrix-many.txt", &shown(&said));
    assert!(said.out.lines().all(|line| line.chars().count() <= 100));
    let one = run(&["check", &root, "-m", "sc"]);
    assert_eq!((one.code, one.err.as_str()), (3, ""));
    same("check-matrix-one-model.txt", &shown(&one));
    // The same bytes twice.
    assert_eq!(run(&["check", &root]).out, said.out);
}

/// Who asks about all executions wants to know first whether it holds.
#[test]
fn a_forall_says_first_whether_it_holds() {
    let all = MP.replace(
        "exists (P1:r1 == 1 /\\ P1:r2 == 0)",
        "forall (P1:r1 == 0 \\/ P1:r2 == 1)",
    );
    let line = |model: &str| run_with(&["check", "-", "-q", "-m", model], &all).out;
    assert_eq!(
        line("sc"),
        "MP under sc: forall holds (always); reachable\n"
    );
    let broken = "MP under plain: forall does not hold (sometimes); reachable\n";
    assert_eq!(line("plain"), broken);
    let table = run_with(&["check", "-", "-m", "sc,plain"], &all);
    assert!(
        table.out.contains("  sc     holds    always"),
        "{}",
        table.out
    );
    assert!(
        table.out.contains("  plain  fails    sometimes"),
        "{}",
        table.out
    );
}

/// A table does not wait for reasons: nobody sees them there.
#[test]
fn a_table_asks_for_no_reason() {
    let said = run(&["check", "examples/iriw.litmus", "-m", "sc,tso"]);
    assert!(!said.out.contains("Reason"), "{}", said.out);
    let json = run(&[
        "check",
        "examples/iriw.litmus",
        "-m",
        "sc,tso",
        "--format",
        "json",
    ]);
    assert!(json.out.contains("\"reason\": {"), "{}", json.out);
}

#[test]
fn every_model_is_asked_by_default() {
    let said = run_with(&["check", "-", "-q"], MP);
    assert_eq!(said.code, 0);
    let shown: Vec<&str> = said.out.lines().collect();
    assert_eq!(
        shown[..4],
        [
            "MP under sc: unreachable (never); exists does not hold",
            "MP under plain: reachable (sometimes); exists holds",
            "MP under strict: reachable (sometimes); exists holds",
            "MP under tso: unreachable (never); exists does not hold",
        ]
    );
}

#[test]
fn models_are_asked_once_and_in_order() {
    let said = run_with(&["check", "-", "-q", "-m", "tso,sc", "-m", "sc"], MP);
    assert_eq!(said.code, 0);
    let models: Vec<&str> = said
        .out
        .lines()
        .filter_map(|line| line.split(' ').nth(2))
        .collect();
    assert_eq!(models, ["tso:", "sc:"]);
}

#[test]
fn a_model_of_a_file() {
    let folder = Folder::of(&[(
        "own.cat",
        "\"Own\"\nacyclic po | rf | co | fr as everything\n",
    )]);
    let said = run_with(&["check", "-", "-m", &folder.path("own.cat")], MP);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("axiom everything"), "{}", said.out);
    assert!(said.out.contains("own.cat:2:1"), "{}", said.out);
}

#[test]
fn folders_are_searched_in_order() {
    let called = |name: &str| MP.replace("MP", name);
    let folder = Folder::of(&[
        ("b.litmus", &called("B")),
        ("a/z.litmus", &called("AZ")),
        ("a/a.litmus", &called("AA")),
        ("notes.txt", "no test"),
    ]);
    let root = folder.root().display().to_string();
    let said = run(&["check", &root, "-q", "-m", "sc"]);
    assert_eq!(said.code, 0);
    let names: Vec<&str> = said
        .out
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(names, ["AA", "AZ", "B"]);
}

#[test]
fn expectations_are_judged_for_the_models_asked() {
    let good = format!("{MP}// expect sc: unreachable\n// expect plain: reachable\n");
    let said = run_with(&["check", "-", "-q", "-m", "sc,plain"], &good);
    assert_eq!(said.code, 0);
    assert!(said.out.contains("as expected"), "{}", said.out);
    let bad = format!("{MP}// expect sc: reachable\n");
    let said = run_with(&["check", "-", "-q", "-m", "sc"], &bad);
    assert_eq!(said.code, 1);
    assert!(
        said.out.contains("FAILED: line 7 expects reachable"),
        "{}",
        said.out
    );
    assert_eq!(run_with(&["check", "-", "-m", "plain"], &bad).code, 0);
}

/// A `forall` that the loop bound leaves open is not answered, and what is expected of it is neither met nor failed.
#[test]
fn a_forall_that_is_open_is_no_success() {
    let laps = "PTX laps\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n L: | st.relaxed.gpu x, 1 ;\n add r0, r0, 1 | ;\n \
                ld.relaxed.gpu r1, x | ;\n bne r1, 1, L | ;\nforall (P0:r0 <= 3)";
    for strict in [&[][..], &["--strict"]] {
        let args = [&["check", "-", "-m", "sc", "-q"][..], strict].concat();
        let said = run_with(&args, laps);
        assert_eq!(said.code, 3, "{}", said.out);
        assert_eq!(said.out, "laps under sc: forall is open; reachable\n");
    }
    let table = run_with(&["check", "-", "-m", "sc,tso"], laps);
    assert_eq!(table.code, 3, "{}", table.out);
    assert_eq!(table.out.matches("open").count(), 3, "{}", table.out);
    for (expected, code) in [
        ("always", 3),
        ("sometimes", 3),
        ("never", 1),
        ("reachable", 3),
    ] {
        let text = format!("// expect sc: {expected}\n{laps}");
        let said = run_with(&["check", "-", "-m", "sc", "-q"], &text);
        assert_eq!(said.code, code, "{expected}: {}", said.out);
        let folder = Folder::of(&[("laps.litmus", &text)]);
        let said = run(&["batch", &folder.path("laps.litmus"), "-m", "sc"]);
        assert_eq!(said.code, code, "{expected}: {}", said.out);
        assert!(said.out.contains("open"), "{}", said.out);
    }
    for holds in ["0", "1"] {
        let table = format!("file,sc\nlaps.litmus,{holds}\n");
        let folder = Folder::of(&[("laps.litmus", laps), ("e.csv", &table)]);
        let (test, expect) = (folder.path("laps.litmus"), folder.path("e.csv"));
        let said = run(&["batch", &test, "-m", "sc", "--expect", &expect]);
        assert_eq!(said.code, 3, "{}", said.out);
        assert!(!said.out.contains("DISAGREE"), "{}", said.out);
    }
    // With more laps it is known.
    let said = run_with(&["check", "-", "-m", "sc", "-q", "--bound", "5"], laps);
    assert_eq!(said.code, 0, "{}", said.out);
}

#[test]
fn a_strict_check_expects_the_statement() {
    assert_eq!(run_with(&["check", "-", "-m", "sc"], MP).code, 0);
    let said = run_with(&["check", "-", "-m", "sc", "--strict"], MP);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("FAILED"), "{}", said.out);
    let never = MP.replace("exists", "~exists");
    assert_eq!(
        run_with(&["check", "-", "-m", "sc", "--strict"], &never).code,
        0
    );
}

#[test]
fn a_named_model_that_refuses_is_an_open_question() {
    let said = run_with(&["check", "-", "-m", "sc"], BARRIER);
    assert_eq!(said.code, 3);
    same("check-barrier.txt", &said.out);
}

#[test]
fn a_bound_that_matters_is_an_open_question() {
    let said = run_with(&["check", "-", "-m", "sc"], ENDLESS);
    assert_eq!(said.code, 3);
    assert!(
        said.out.contains("Endless under sc: unknown"),
        "{}",
        said.out
    );
    assert!(said.out.contains("--bound"), "{}", said.out);
    let said = run_with(&["check", "-", "-m", "sc", "--bound", "60", "-q"], ENDLESS);
    assert_eq!(said.code, 0, "{}", said.out);
    assert!(said.out.contains("reachable"), "{}", said.out);
}

#[test]
fn the_gravest_exit_code_wins_and_all_are_answered() {
    let failing = format!("{MP}// expect sc: reachable\n");
    let folder = Folder::of(&[
        ("a.litmus", &failing),
        ("b.litmus", BARRIER),
        ("c.litmus", MP),
    ]);
    let path = |name: &str| folder.path(name);
    let (a, b, c) = (path("a.litmus"), path("b.litmus"), path("c.litmus"));
    let said = run(&["check", "-q", "-m", "sc", &a, &b, &c]);
    assert_eq!((said.code, said.out.lines().count()), (3, 3));
    let missing = path("missing.litmus");
    let said = run(&["check", "-q", "-m", "sc", &a, &missing, &b, &c]);
    assert_eq!((said.code, said.out.lines().count()), (2, 3));
    assert!(said.err.contains("no such file"), "{}", said.err);
}

#[test]
fn the_enumerator_agrees() {
    let said = run_with(&["check", "-", "--engine", "explicit", "-q"], MP);
    let solver = run_with(&["check", "-", "-q", "-m", "all"], MP);
    assert_eq!((said.code, said.out), (0, solver.out));
    let said = run_with(&["check", "-", "--engine", "explicit", "-m", "plain"], MP);
    assert!(said.out.contains("init = 0"), "{}", said.out);
}

/// Two blocks hand data over, each through its own scope.
const RACY: &str = r"PTX Hand-over
{ d = 0; f = 0; }
P0@cta 0,gpu 0      | P1@cta 1,gpu 0         ;
st.weak d, 1        | ld.rm_acquire.gpu r0, f ;
st.release.cta f, 1 | bne r0, 1, E            ;
                    | ld.weak r1, d           ;
                    | E:                      ;
exists (P1:r0 == 1 /\ P1:r1 == 0)
";

#[test]
fn the_enumerator_shows_a_race_as_the_solver_does() {
    let ask = |extra: &[&str]| {
        let said = ["hrf-relaxed", "hrf-rsp"].map(|model| {
            let args = [&["check", "-", "-m", model], extra].concat();
            let said = run_with(&args, RACY);
            assert_eq!((said.code, said.err.as_str()), (0, ""));
            said.out
        });
        said.join("\n")
    };
    let (solver, explicit) = (ask(&[]), ask(&["--engine", "explicit"]));
    same("check-racy-explicit.txt", &explicit);
    // The executions may differ, and only the solver gives reasons; the rest is said alike.
    let around = |text: &str| {
        let from = text.find("Race, two accesses");
        let race = from.map(|from| text[from..].lines().next().map(str::to_owned));
        let flags = text.lines().filter(|line| line.starts_with("flags"));
        let verdicts = text.lines().filter(|line| line.contains(" under "));
        (
            race,
            flags.map(str::to_owned).collect::<Vec<_>>(),
            verdicts.map(str::to_owned).collect::<Vec<_>>(),
        )
    };
    assert_eq!(around(&explicit), around(&solver));
}

#[test]
fn the_enumerator_refuses_what_the_model_refuses() {
    let fenced = RACY.replacen("st.weak d, 1       ", "membar.gl          ", 1);
    let models = ["check", "-", "-m", "hrf-rsp"];
    let explicit = [&models[..], &["--engine", "explicit"]].concat();
    let (solver, explicit) = (run_with(&models, &fenced), run_with(&explicit, &fenced));
    assert!(
        explicit.out.contains("gives fences no meaning"),
        "{}",
        explicit.out
    );
    assert_eq!((explicit.code, explicit.out), (solver.code, solver.out));
}

#[test]
fn a_hole_for_a_fence_is_remarked() {
    let test = MP.replacen(" st.weak y, 1 ", " fence.? |;\n st.weak y, 1 ", 1);
    let said = run_with(&["check", "-", "-m", "sc"], &test);
    assert!(
        said.out.contains("is taken as no fence"),
        "{}{}",
        said.out,
        said.err
    );
}

#[test]
fn quantity_and_reason_can_be_left_out() {
    let said = run_with(
        &[
            "check",
            "-",
            "-m",
            "sc,plain",
            "--no-quantity",
            "--no-reason",
        ],
        MP,
    );
    assert_eq!(said.code, 0);
    assert!(!said.out.contains("sometimes"), "{}", said.out);
    assert!(!said.out.contains("Reason"), "{}", said.out);
}

#[test]
fn a_time_limit_past_the_end_of_the_clock_is_none() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let path = folder.path("mp.litmus");
    let endless = "18446744073709551615s";
    for (model, engine) in [
        ("strict", "solver"),
        ("hrf-direct", "solver"),
        ("sc", "explicit"),
    ] {
        let said = run(&[
            "check",
            &path,
            "-m",
            model,
            "--engine",
            engine,
            "--timeout",
            endless,
        ]);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{model}, {engine}");
        assert!(!said.out.contains("unknown"), "{}", said.out);
    }
    let said = run(&["fences", &path, "-m", "strict", "--within", endless]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
}

/// Message passing with these flags, and what is asked of it.
fn passed(release: &str, acquire: &str, asked: &str) -> String {
    format!(
        "PTX Passed\n{{ data = 0; flag = 0; }}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
         st.weak data, 1 | ld.{acquire}.gpu r0, flag ;\nst.{release}.gpu flag, 1 | bne r0, 1, END ;\n\
         | ld.weak r1, data ;\n| END: ;\n{asked}\n"
    )
}

/// A data race is told of the execution that is shown, with what would mend it; of another with `--race`;
/// and that there is none, with the reason.
#[test]
fn a_data_race_is_shown_with_its_execution() {
    let reads = r"exists (P1:r0 == 1 /\ P1:r1 == 1)";
    let early = r"exists (P1:r0 == 0)";
    let folder = Folder::of(&[
        ("raced.litmus", &passed("relaxed", "acquire", reads)),
        ("other.litmus", &passed("release", "relaxed", early)),
        (
            "never.litmus",
            &passed("release", "relaxed", "exists (P1:r0 == 2)"),
        ),
        ("free.litmus", &passed("release", "acquire", reads)),
    ]);
    let said = |name: &str, more: &[&str]| {
        let path = folder.path(name);
        let said = run(&[&["check", path.as_str(), "-m", "ptx-7.5"], more].concat());
        assert_eq!((said.code, said.err.as_str()), (0, ""));
        said.out.replace(&path, name)
    };
    let mut all = Vec::new();
    for name in [
        "raced.litmus",
        "other.litmus",
        "never.litmus",
        "free.litmus",
    ] {
        let without = said(name, &[]);
        assert_eq!(
            without.contains("(`check --race` shows it)"),
            matches!(name, "other.litmus" | "never.litmus")
        );
        all.push(said(name, &["--race"]));
    }
    same("check-race.txt", &all.join("\n"));
}

/// The same in the formats of programs and of pictures; the enumerator finds it too.
#[test]
fn another_execution_with_a_data_race_is_in_every_format() {
    let folder = Folder::of(&[(
        "other.litmus",
        &passed("release", "relaxed", "exists (P1:r0 == 0)"),
    )]);
    let path = folder.path("other.litmus");
    for engine in ["auto", "explicit"] {
        let said = |format: &str| {
            let named = [
                "-m", "ptx-7.5", "--race", "--engine", engine, "--format", format,
            ];
            run(&[&["check", path.as_str()], named.as_slice()].concat()).out
        };
        let json: serde_json::Value = serde_json::from_str(&said("json")).unwrap();
        let other = &json[0]["other_race"];
        assert_eq!(json[0]["race"], serde_json::Value::Null, "{engine}");
        assert_eq!(other["race"]["accesses"][1]["thread"], "P1", "{engine}");
        assert_eq!(other["witness"]["final"]["P1:r0"], 1, "{engine}");
        let dot = said("dot");
        assert_eq!(dot.matches("digraph").count(), 2, "{dot}");
        assert!(dot.contains(r#"label="race""#), "{dot}");
        let svg = said("svg");
        assert!(
            svg.contains("Another execution, with a data race."),
            "{svg}"
        );
    }
}

/// Six hundred writes of one location: what is large is told, and no bound of loops is to blame.
#[rstest]
#[case("too-large", "")]
#[case("too-large-loop", "AGAIN: ; bne r0, 1, AGAIN ;")]
fn what_is_too_large_says_what_makes_it_so(#[case] name: &str, #[case] end: &str) {
    use std::fmt::Write as _;

    let mut test = "PTX Large\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n".to_owned();
    for value in 1..=600 {
        let load = if value == 1 {
            "ld.relaxed.gpu r0, x"
        } else {
            ""
        };
        let _ = writeln!(test, " st.relaxed.gpu x, {value} | {load} ;");
    }
    for cell in end.split_inclusive(';') {
        let _ = writeln!(test, " | {cell}");
    }
    test.push_str("exists (P1:r0 == 3)\n");
    let said = run_with(&["check", "-", "-m", "sc", "--no-quantity"], &test);
    assert_eq!(said.code, 3, "{}{}", said.out, said.err);
    same(&format!("{name}.txt"), &said.out);
}

/// Which space a computed address lies in is asked of each execution, not of the instruction.
#[rstest]
#[case("ld.weak r1, [p0]", ".shared x = 1; y = 1; P0:p0 = x;", "SHARED")]
#[case("ld.weak r1, [p0]", ".shared x = 1; y = 1; P0:p0 = y;", "GLOBAL")]
#[case("ld.weak r1, x", ".shared x = 1;", "SHARED")]
#[case(
    "atom.relaxed.gpu.add r1, [p0], 2",
    ".shared x = 1; y = 1; P0:p0 = x;",
    "SHARED"
)]
#[case("ld.weak r1, x", "x = 1;", "GLOBAL")]
fn spaces_are_those_of_locations(#[case] load: &str, #[case] init: &str, #[case] space: &str) {
    let test = format!("PTX T\n{{ {init} }}\n P0@cta 0,gpu 0 ;\n {load} ;\nexists (P0:r1 == 1)\n");
    let model = |space: &str| format!("empty R & {space} as none\n");
    let folder = Folder::of(&[
        ("t.litmus", &test),
        ("shared.cat", &model("SHARED")),
        ("global.cat", &model("GLOBAL")),
    ]);
    for engine in ["sat", "z3", "both"] {
        for (name, other) in [("shared.cat", "GLOBAL"), ("global.cat", "SHARED")] {
            let (test, model) = (folder.path("t.litmus"), folder.path(name));
            let said = run(&["check", &test, "-m", &model, "-q", "--engine", engine]);
            let words = if space == other {
                ": reachable"
            } else {
                ": unreachable"
            };
            assert!(
                said.out.contains(words),
                "{engine} {name}: {}{}",
                said.out,
                said.err
            );
        }
    }
}

/// A race of which one access is an initial value.
#[test]
fn initial_values_that_race() {
    let model =
        "flag ~empty (loc & ext & (W * R)) \\ rf as heterogeneous-race\nacyclic po|rf|co|fr\n";
    let test = "PTX T\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | ld.weak r1, x ;\n\
                exists (P1:r1 == 1)\n";
    let folder = Folder::of(&[("t.litmus", test), ("m.cat", model)]);
    let said = run(&[
        "check",
        &folder.path("t.litmus"),
        "-m",
        &folder.path("m.cat"),
    ]);
    for part in ["init: init:x (x) 2:3", "one is an initial value"] {
        assert!(said.out.contains(part), "{part}: {}{}", said.out, said.err);
    }
}
