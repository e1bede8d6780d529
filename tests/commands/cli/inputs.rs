//! Inputs that go wrong quietly: misspelt models, models that forbid nothing, texts too deep for
//! any stack, names that speak to the terminal, tests that are too large.

use std::fmt::Write as _;
use std::fs;

use rstest::rstest;

use super::support::{Folder, MP, Said, run, run_with, same};

fn refused(said: &Said, words: &str) {
    assert_eq!(said.code, 2, "{}{}", said.out, said.err);
    assert_eq!(said.out, "");
    assert!(said.err.contains(words), "no `{words}` in\n{}", said.err);
}

#[test]
fn misspelt_models_of_expectations() {
    let near = format!("{MP}// expect tos: reachable\n// expect sc: unreachable\n");
    let said = run_with(&["check", "-", "-m", "sc"], &near);
    refused(&said, "did you mean `tso`?");
    same("bad-expected-model.stderr", &said.err);
    let far = format!("{MP}// expect vulkan: reachable\n");
    let said = run_with(&["check", "-", "-m", "sc"], &far);
    refused(&said, "the models are sc, plain");
    // A model of one's own is named by its path.
    let own = format!("{MP}// expect own.cat: reachable\n");
    let said = run_with(&["check", "-", "-m", "sc", "-q"], &own);
    assert_eq!(said.code, 0, "{}", said.err);
}

#[test]
fn misspelt_models_of_expectations_are_errors_of_a_suite() {
    let folder = Folder::of(&[
        ("a.litmus", MP),
        ("b.litmus", &format!("{MP}// expect tos: reachable\n")),
    ]);
    let root = folder.root().display().to_string();
    let said = run(&["batch", &root, "-m", "sc", "--format", "jsonl", "-q"]);
    assert_eq!(said.code, 2, "{}", said.err);
    let rows: Vec<serde_json::Value> = said
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows[0]["verdict"], "unreachable");
    assert!(rows[1]["verdict"].is_null());
    let error = rows[1]["error"].as_str().unwrap();
    assert!(error.contains("did you mean `tso`?"), "{error}");
    let said = run(&["batch", &root, "-m", "sc"]);
    assert!(said.out.contains("1 error"), "{}", said.out);
}

#[rstest]
#[case(&["check", "-"])]
#[case(&["prove", "-"])]
#[case(&["minimize", "-"])]
#[case(&["fences", "-"])]
#[case(&["sweep", "-"])]
fn models_that_forbid_nothing(#[case] command: &[&str]) {
    let folder = Folder::of(&[("empty.cat", "\"Nothing\"\nlet a = po | rf\n")]);
    for model in [folder.path("empty.cat").as_str(), "/dev/null"] {
        let args = [command, &["-m", model]].concat();
        refused(&run_with(&args, MP), "has no axiom, so it forbids nothing");
        let said = run_with(&[&args[..], &["--allow-empty"]].concat(), MP);
        assert!(said.code < 2, "{args:?} {}", said.err);
    }
}

#[test]
fn a_model_of_flags_is_one() {
    let folder = Folder::of(&[("flag.cat", "flag ~empty (W * R) & loc as met\n")]);
    let said = run_with(&["check", "-", "-m", &folder.path("flag.cat"), "-q"], MP);
    assert_eq!(said.code, 0, "{}", said.err);
}

/// A model of so many steps, each in terms of the one before.
fn lets(count: usize, step: &str) -> String {
    let mut text = "let a0 = po\n".to_owned();
    for index in 1..count {
        let _ = writeln!(text, "let a{index} = a{} {step}", index - 1);
    }
    let _ = writeln!(text, "acyclic a{}", count - 1);
    text
}

fn group(count: usize) -> String {
    let mut text = "let rec a0 = po | a1\n".to_owned();
    for index in 1..count {
        let _ = writeln!(text, "and a{index} = a{} | rf", (index + 1) % count);
    }
    text + "acyclic a0\n"
}

#[rstest]
#[case(&["po"].repeat(20_000).join(" | "))]
#[case(&["po", "rf", "co", "fr"].repeat(5_000).join(" | "))]
#[case(&["po"].repeat(20_000).join(" & "))]
#[case(&["po"].repeat(20_000).join(" ; "))]
fn long_chains_have_a_verdict(#[case] chain: &str) {
    let folder = Folder::of(&[("long.cat", &format!("acyclic {chain} as long\n"))]);
    let said = run_with(&["check", "-", "-m", &folder.path("long.cat"), "-q"], MP);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("under"), "{}", said.out);
}

#[rstest]
#[case("lets", &lets(30_000, "| rf"))]
#[case("steps", &lets(30_000, "; po?"))]
#[case("differences", &format!("acyclic {} as long\n", ["po"].repeat(20_000).join(" \\ ")))]
#[case("group", &group(30_000))]
fn models_too_deep_for_a_stack(#[case] name: &str, #[case] text: &str) {
    let folder = Folder::of(&[("deep.cat", text)]);
    let path = folder.path("deep.cat");
    for args in [&["check", "-", "-m", &path][..], &["models", &path]] {
        let said = run_with(args, MP);
        refused(&said, "build on each other too deeply");
        if args.len() > 2 && name == "lets" {
            same("bad-deep.stderr", &said.err.replace(&path, "deep.cat"));
        }
    }
}

#[rstest]
#[case(&lets(490, "; po?"))]
#[case(&format!("acyclic {} as long\n", ["po"; 490].join(" \\ ")))]
fn what_is_accepted_fits_on_any_stack(#[case] text: &str) {
    let folder = Folder::of(&[("deep.cat", text), ("mp.litmus", MP)]);
    // Rust's own threads have 2 MiB; the commands run on the first thread, and in a shell's limits.
    let script = "ulimit -s 2048; exec \"$0\" \"$@\"";
    let output = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_gpu-litmus"), "check"])
        .args([
            folder.path("mp.litmus"),
            "-m".into(),
            folder.path("deep.cat"),
        ])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
}

#[rstest]
#[case("and", &["P0:r0 == 0"].repeat(20_000).join(" /\\ "), 0)]
#[case("or", &["P0:r0 == 0"].repeat(20_000).join(" \\/ "), 0)]
#[case("not", &format!("{}(P0:r0 == 0)", "~".repeat(20_000)), 2)]
#[case("parentheses", &format!("{}P0:r0 == 0{}", "(".repeat(20_000), ")".repeat(20_000)), 2)]
fn conditions_of_any_size(#[case] name: &str, #[case] condition: &str, #[case] code: i32) {
    let test = format!("PTX T\n{{}}\n P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\nexists ({condition})\n");
    for engine in ["auto", "explicit"] {
        let args = ["check", "-", "-m", "sc", "-q", "--engine", engine];
        let said = run_with(&args, &test);
        assert_eq!(said.code, code, "{name} {}", said.err);
    }
}

#[test]
fn updates_of_values_that_share_parts_are_compared_in_time() {
    let step = "setp.eq p, r0, r1 | setp.eq p, r0, r1 ;\n@p add r0, r0, 1 | @p add r0, r0, 1 ;\n\
                @p add r1, r1, 2 | @p add r1, r1, 2 ;\n";
    let test = format!(
        "PTX T\n{{}}\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n ld.weak r0, y | ld.weak r0, y ;\n \
         ld.weak r1, z | ld.weak r1, z ;\n{} atom.exch r5, x, r0 | atom.exch r5, x, r0 ;\n \
         st.weak y, 1 | st.weak z, 1 ;\nexists (x == 77)\n",
        step.repeat(60)
    );
    let said = run_with(&["check", "-", "-m", "sc", "-q", "--no-reason"], &test);
    assert_ne!(said.code, 2, "{}", said.err);
}

/// What a terminal would act on.
const WILD: &str = "\u{1b}]0;t\u{7}\u{1b}[31m\u{9b}2J\u{202e}";

#[test]
fn names_do_not_speak_to_the_terminal() {
    let test = MP
        .replace("PTX MP", &format!("PTX M{WILD}P\n\"about {WILD}\""))
        .replace("/\\", &format!("(* {WILD} *) /\\"));
    let bad = test.replace("st.weak x, 1", &format!("st.weak {WILD}, 1"));
    let model = format!("\"Title {WILD}\"\n(* {WILD} *) acyclic po | rf | co | fr as sc\n");
    let folder = Folder::of(&[
        (&format!("m{WILD}p.litmus"), &test),
        ("bad.litmus", &bad),
        (&format!("own{WILD}.cat"), &model),
        ("bad.cat", &format!("acyclic {WILD} | po")),
    ]);
    let root = folder.root().display().to_string();
    let file = folder.path(&format!("m{WILD}p.litmus"));
    let (own, broken) = (
        folder.path(&format!("own{WILD}.cat")),
        folder.path("bad.cat"),
    );
    let absent = format!("no{WILD}model");
    let mut runs: Vec<Vec<&str>> = vec![
        vec!["check", &root, "-m", "sc,tso,ugpu-weak"],
        vec!["check", &file, "-m", &own],
        vec!["check", &file, "-m", &broken],
        vec!["check", &file, "-m", &absent],
        vec!["check", &absent],
        vec!["models", &own],
        vec!["show", &file],
        vec!["prove", &file, "-m", &own],
        vec!["fences", &file, "-m", &own],
        vec!["sweep", &file, "-m", "sc"],
        vec!["sweep", &file, "-m", "sc", "--format", "markdown"],
        vec!["minimize", &file, "-m", "sc", "-o", "/dev/null"],
    ];
    for format in ["herd", "dot", "svg"] {
        runs.push(vec!["check", &file, "-m", &own, "--format", format]);
    }
    for format in ["text", "markdown", "html", "junit", "csv"] {
        runs.push(vec!["batch", &root, "-m", &own, "--format", format]);
    }
    for args in runs {
        let said = run(&args);
        for text in [said.out, said.err] {
            let wild = |letter: char| {
                letter == '\u{202e}' || (letter.is_control() && !"\n\t\r".contains(letter))
            };
            let line = text.lines().find(|line| line.contains(wild));
            assert_eq!(
                line.map(str::escape_debug).map(|it| it.to_string()),
                None,
                "{args:?}"
            );
        }
    }
}

#[test]
fn patterns_are_expanded_as_in_a_suite() {
    let folder = Folder::of(&[("a/one.litmus", MP), ("b/two.litmus", MP), ("b/no.txt", "")]);
    let said = run(&["check", &folder.path("*/*.litmus"), "-m", "sc", "-q"]);
    assert_eq!(
        (said.code, said.out.lines().count()),
        (0, 2),
        "{}",
        said.err
    );
    refused(
        &run(&["check", &folder.path("*/x*.litmus")]),
        "no file matches",
    );
}

#[cfg(unix)]
#[test]
fn an_unreadable_folder() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::process::Command;
    let folder = Folder::of(&[("suite/a.litmus", MP), ("suite/deep/b.litmus", MP)]);
    let mode = |path: &str, mode| {
        fs::set_permissions(folder.path(path), fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(".", 0o755);
    mode("suite/deep", 0o000);
    let binary = env!("CARGO_BIN_EXE_gpu-litmus");
    for (command, place) in [
        ("check", "suite"),
        ("check", "suite/deep"),
        ("batch", "suite"),
    ] {
        let mut run = if fs::read_dir(folder.path("suite/deep")).is_ok() {
            // Whoever may read everything becomes somebody who may not.
            let mut run = Command::new("setpriv");
            run.args(["--reuid", "65534", "--clear-groups", binary]);
            run
        } else {
            Command::new(binary)
        };
        let path = folder.path(place);
        let said = run.args([command, &path, "-m", "sc"]).output().unwrap();
        let err = String::from_utf8_lossy(&said.stderr).into_owned();
        let out = String::from_utf8_lossy(&said.stdout).into_owned();
        assert_eq!(said.status.code(), Some(2), "{out}{err}");
        let told = format!("{}: permission denied", folder.path("suite/deep"));
        assert!(format!("{out}{err}").contains(&told), "{out}{err}");
    }
    mode("suite/deep", 0o755);
}

#[test]
fn a_thread_that_is_too_long() {
    let test = |rows: usize| {
        let rows = " st.weak x, 1 ;\n".repeat(rows);
        format!("PTX T\n{{}}\n P0@cta 0,gpu 0 ;\n{rows}exists (x == 1)\n")
    };
    let said = run_with(&["check", "-", "-m", "sc", "-q"], &test(1_001));
    refused(&said, "P0 has 1001 instructions");
    assert!(!said.err.contains("bound"), "{}", said.err);
    same("bad-long.stderr", &said.err);
}

#[test]
fn a_formula_that_is_too_large_says_so() {
    let rows = " st.weak x, 1 | st.weak x, 2 ;\n".repeat(300);
    let test = format!("PTX T\n{{}}\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n{rows}exists (x == 3)\n");
    let said = run_with(&["check", "-", "-m", "sc", "--timeout", "10min"], &test);
    assert_eq!(said.code, 3, "{}", said.out);
    let large = said.out.contains("too large: it has more than");
    assert!(large, "{}", said.out);
}

#[test]
fn locations_that_nothing_names_cost_nothing() {
    let mut init = String::new();
    for index in 0..50_000 {
        let _ = write!(init, "a{index} = {index}; ");
    }
    let test = MP.replace("x = 0;", &format!("{init} x = 0;"));
    for engine in ["auto", "explicit"] {
        let args = ["check", "-", "-q", "--engine", engine];
        let (small, large) = (run_with(&args, MP), run_with(&args, &test));
        assert_eq!(
            (large.code, &large.out),
            (small.code, &small.out),
            "{}",
            large.err
        );
    }
    // They are there all the same.
    let said = run_with(&["show", "-"], &MP.replace("x = 0;", "x = 0; idle = 7;"));
    assert!(said.out.contains("idle"), "{}", said.out);
    let said = run_with(
        &["check", "-"],
        &MP.replace("x = 0;", "idle = 7;")
            .replace("P1:r1 == 1", "idl == 7"),
    );
    refused(&said, "did you mean `idle`?");
}

const ONLY_READ: &str = r"PTX Read
{ x = 0; }
 P0@cta 0,gpu 0   | P1@cta 1,gpu 0 ;
 ld.weak r10, x   | @p st.weak x, 1 ;
 st.weak y, r1    | bne r7, 0, END  ;
                  | st.weak x, 2    ;
                  | END:            ;
filter (P1:u == 0)
exists (x == 2 /\ y == 0 /\ P0:r11 == 0)
";

#[test]
fn registers_that_are_only_read_start_at_0_with_a_warning() {
    let said = run_with(&["check", "-", "-m", "sc", "-q"], ONLY_READ);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("reachable (always)"), "{}", said.out);
    same("warned-registers.stderr", &said.err);
    // Declared, they are as before, and nothing is said.
    let declared = ONLY_READ.replace(
        "x = 0;",
        "x = 0; P0:r1 = 0; P0:r11 = 0; P1:p = 0; P1:r7 = 0; P1:u = 0;",
    );
    for engine in ["auto", "explicit"] {
        let args = ["check", "-", "-q", "-m", "sc,tso", "--engine", engine];
        let (implied, plain) = (run_with(&args, ONLY_READ), run_with(&args, &declared));
        assert_eq!((implied.out, plain.err.as_str()), (plain.out, ""));
    }
    let strict = run_with(&["check", "-", "-m", "sc", "--strict"], ONLY_READ);
    refused(
        &strict,
        "× P1 has no register `p`: it counts as 0, a mistake under --strict",
    );
    assert!(!strict.err.contains('⚠'), "{}", strict.err);
}

#[test]
fn warnings_reach_a_suite() {
    let folder = Folder::of(&[("read.litmus", ONLY_READ)]);
    let root = folder.root().display().to_string();
    let said = run(&["batch", &root, "-m", "sc", "--format", "jsonl", "-q"]);
    let row: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let note = "line 5: P0 has no register `r1`: it counts as 0";
    assert!(
        row["notes"].as_array().unwrap().iter().any(|it| it == note),
        "{row}"
    );
    let strict = run(&[
        "batch", &root, "-m", "sc", "--format", "jsonl", "-q", "--strict",
    ]);
    assert_eq!(strict.code, 2);
    assert!(strict.out.contains("\"error\""), "{}", strict.out);
}

#[test]
fn a_smaller_test_keeps_the_writers_of_its_registers() {
    let test = MP.replace("st.weak y, 1  ", "mov r5, 1 | ;\n st.weak y, r5 ");
    let said = run_with(&["minimize", "-", "-m", "sc"], &test);
    assert!(
        said.out.contains("mov r5, 1") || !said.out.contains("r5"),
        "{}",
        said.out
    );
    let again = run_with(&["check", "-", "-m", "sc", "-q"], &said.out);
    assert_eq!(again.err, "");
}

#[test]
fn what_stands_where_an_address_stands_is_a_location() {
    let test = |first: &str, second: &str| {
        format!(
            "PTX MP\n{{}}\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak {first}, 1 | ld.weak r0, {second} ;\n \
             st.weak {second}, 1 | ld.weak r1, {first} ;\n\
             exists (P1:r0 == 1 /\\ P1:r1 == 0)\n"
        )
    };
    let plain = run_with(&["check", "-", "-m", "sc,tso,plain", "-q"], &test("x", "y"));
    for (first, second) in [("f0", "p1"), ("[f0]", "[rd1]"), ("[x]", "[rs3]")] {
        let text = test(first, second);
        let said = run_with(&["check", "-", "-m", "sc,tso,plain", "-q"], &text);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{text}");
        assert_eq!(said.out, plain.out);
    }
    // A name of a register makes one think.
    let said = run_with(
        &["check", "-", "-m", "sc,tso,plain", "-q"],
        &test("x", "r7"),
    );
    assert_eq!(said.out, plain.out);
    same("warned-location.stderr", &said.err);
}

#[test]
fn a_location_that_is_nearly_a_declared_one_makes_one_think() {
    let test = |init: &str, stored: &str, loaded: &str| {
        format!(
            "PTX MP\n{{ {init} }}\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak data, 1 | ld.weak r0, {loaded} ;\n \
             st.weak {stored}, 1 | ld.weak r1, data ;\n\
             exists (P1:r0 == 1 /\\ P1:r1 == 0)\n"
        )
    };
    let said = |init, stored, loaded| {
        run_with(
            &["check", "-", "-m", "sc", "-q"],
            &test(init, stored, loaded),
        )
    };
    same(
        "misspelt-location.stderr",
        &said("data = 0; flag = 0;", "flga", "flag").err,
    );
    // Misspelt by all, and the initial value is another's.
    let all = said("data = 0; flag = 1;", "flga", "flga").err;
    assert!(all.contains("did you mean `flag`?"), "{all}");
    // Names that count, names of their own, names that all threads have, and blocks that declare nothing.
    for (init, stored, loaded) in [
        ("data = 0; flag0 = 0;", "flag1", "flag0"),
        ("data = 0; flag = 0;", "flags", "flag"),
        ("data = 0; buf_a = 0;", "buf_b", "buf_a"),
        ("data = 0; lock = 0;", "block", "lock"),
        ("data = 0; left = 0;", "lest", "left"),
        ("data = 0; flagA = 0;", "flagB", "flagA"),
        ("data = 0; ready = 0;", "reads", "ready"),
        ("data = 0; xy = 0;", "yx", "xy"),
        ("data = 0; flag = 0;", "turn", "flag"),
        ("data = 0;", "x", "y"),
        ("x = 0;", "x", "y"),
        ("", "flag", "flga"),
    ] {
        let said = said(init, stored, loaded);
        assert_eq!(
            (said.code, said.err.as_str()),
            (0, ""),
            "{init} {stored} {loaded}"
        );
    }
    // Other slips, and other places for one.
    for (init, stored, loaded) in [
        ("data = 0; flag = 0;", "fag", "flag"),
        ("data = 0; flag = 0;", "Flag", "flag"),
        ("data = 0; counter = 0;", "couunter", "counter"),
        (
            "data = 0; flag = 0; s @ surface aliases flga;",
            "flag",
            "flag",
        ),
        ("data = 0; flag = 0; P1:r5 = fag;", "flag", "flag"),
    ] {
        let said = said(init, stored, loaded);
        let near = init
            .split([' ', ';'])
            .find(|word| ["flag", "counter"].contains(word));
        let words = format!("did you mean `{}`?", near.unwrap_or_default());
        assert!(said.err.contains(&words), "{init} {stored}: {}", said.err);
    }
    let args = ["check", "-", "-m", "sc", "-q", "--strict"];
    let strict = run_with(&args, &test("data = 0; flag = 0;", "flga", "flag"));
    assert_eq!((strict.code, strict.out.as_str()), (2, ""));
}

#[test]
fn a_register_is_not_hidden_by_what_another_thread_calls_a_location() {
    // P1's `r1` is a location; P0's points to x.
    let test = "PTX Both\n{ P0:r1 = x; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n \
                st.weak r1, 1 | st.weak [r1], 2 ;\nexists (x == 1 /\\ r1 == 2)\n";
    for engine in ["auto", "explicit"] {
        let args = ["check", "-", "-m", "sc", "-q", "--engine", engine];
        let said = run_with(&args, test);
        assert!(
            said.out.contains("reachable (always)"),
            "{}{}",
            said.out,
            said.err
        );
    }
    // Declared, it is the location wherever no brackets stand.
    let declared = test.replace("{ P0", "{ r1 = 0; P0");
    let said = run_with(&["check", "-", "-m", "sc", "-q"], &declared);
    assert!(said.out.contains("unreachable (never)"), "{}", said.out);
}

/// A verdict in capitals must not become its opposite; nor must any word become another one.
#[test]
fn words_in_another_case_are_the_same_words() {
    let test = |expects: &str, store: &str| {
        format!(
            "PTX T\n{{ x = 0; }}\n P0@cta 0,gpu 0 ;\n {store} x, 1 ;\nexists (x == 1)\n// expect sc: {expects}\n"
        )
    };
    for (expects, store, near) in [
        ("Reachable", "st.weak", "`reachable`"),
        ("REACHABLE", "st.weak", "`reachable`"),
        ("Unreachable", "st.weak", "`unreachable`"),
        ("Unreachble", "st.weak", "`unreachable`"),
        ("Racy", "st.weak", "`racy`"),
        ("reachable", "st.weak.S32", "`.s32`"),
        ("reachable", "st.RELEASE.gpu", "`.release`"),
        ("reachable", "ST.weak", "`st`"),
    ] {
        let said = run_with(&["check", "-", "-m", "sc", "-q"], &test(expects, store));
        let words = format!("did you mean {near}?");
        assert!(said.code == 2 && said.err.contains(&words), "{}", said.err);
    }
}
