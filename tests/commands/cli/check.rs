//! `check`: verdicts, exit codes, which files and models.

use super::support::{BARRIER, ENDLESS, Folder, MP, run, run_with, same};

#[test]
fn verdicts_with_witness_and_reason() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let said = run(&["check", &folder.path("mp.litmus"), "-m", "sc,plain"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let shown = said.out.replace(&folder.path("mp.litmus"), "mp.litmus");
    same("check-mp.txt", &shown);
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
    let models = ["-m", "hrf-relaxed,hrf-rsp"];
    let ask = |extra: &[&str]| {
        let args = [&["check", "-"], &models[..], extra].concat();
        let said = run_with(&args, RACY);
        assert_eq!((said.code, said.err.as_str()), (0, ""));
        said.out
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
