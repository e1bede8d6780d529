//! `fences`: what is printed and written, exit codes, bad usage.

use rstest::rstest;
use serde_json::Value;

use super::support::{BARRIER, ENDLESS, Folder, MP, run, run_with, same};

#[test]
fn the_changes_the_test_and_the_proof() {
    for (model, name) in [("ugpu-weak", "mp-ugpu"), ("ptx-7.5", "mp-ptx")] {
        let said = run(&["fences", "examples/mp.litmus", "-m", model]);
        assert_eq!((said.code, said.err.as_str()), (0, ""));
        same(&format!("fences-{name}.txt"), &said.out);
    }
}

#[test]
fn impossible_is_an_answer() {
    let said = run(&["fences", "examples/iriw.litmus", "-m", "ugpu-weak"]);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    same("fences-iriw.txt", &said.out);
    let said = run_with(&["fences", "-", "-m", "plain", "-q"], MP);
    assert_eq!(said.code, 1);
    assert!(
        said.out
            .starts_with("MP under plain: impossible; no fences"),
        "{}",
        said.out
    );
}

#[test]
fn all_solutions() {
    // Of four readers, one of each kind.
    let test = gpu_litmus::testing::family::iriw(4);
    let said = run_with(
        &["fences", "-", "-m", "strict", "--fences-only", "--all"],
        &test,
    );
    assert_eq!(said.code, 0);
    assert!(said.out.contains("in 4 ways, at cost 2"), "{}", said.out);
    assert!(said.out.contains("Solution 4 of 4"), "{}", said.out);
}

#[test]
fn costs_decide() {
    let cheapest = |costs: &str| {
        let said = run_with(&["fences", "-", "-m", "ptx-7.5", "--cost", costs], MP);
        assert_eq!(said.code, 0, "{}", said.err);
        said.out
    };
    assert!(cheapest("cta=1").contains("st.release.gpu"), "orders");
    let out = cheapest("acquire=100,release=100,acq_rel=100,relaxed=0");
    assert!(out.contains("fence.") && !out.contains("release"), "{out}");
}

#[test]
fn the_output_file_is_the_proved_test() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let (input, output) = (folder.path("mp.litmus"), folder.path("fenced.litmus"));
    let said = run(&["fences", &input, "-m", "ugpu-weak", "--output", &output]);
    assert_eq!(said.code, 0, "{}", said.err);
    let said = run(&["check", &output, "-m", "ugpu-weak", "-q"]);
    assert_eq!(
        said.out,
        "MP under ugpu-weak: unreachable (never); exists does not hold\n"
    );
    assert_eq!(std::fs::read_dir(folder.root()).unwrap().count(), 2);
    // What is impossible leaves the file alone.
    let said = run(&["fences", &input, "-m", "plain", "--output", &input]);
    assert_eq!(said.code, 1);
    assert_eq!(std::fs::read_to_string(&input).unwrap(), MP);
    // It may be the test itself.
    let said = run(&["fences", &input, "-m", "ugpu-weak", "-q", "-o", &input]);
    assert_eq!(said.code, 0);
    let said = run(&["fences", &input, "-m", "ugpu-weak", "-q"]);
    assert!(said.out.contains("forbidden as it is"), "{}", said.out);
}

#[test]
fn as_json() {
    let said = run_with(&["fences", "-", "-m", "tso", "--format", "json"], MP);
    let none: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(
        (&none["answer"], &none["cost"]),
        (&"found".into(), &0.into())
    );
    let said = run_with(&["fences", "-", "-m", "ugpu-weak", "--format", "json"], MP);
    let found: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(
        (&found["cost"], &found["cost_as_it_is"]),
        (&5.into(), &0.into())
    );
    let solution = &found["solutions"][0];
    let edit = &solution["edits"][0];
    assert_eq!((&edit["line"], &edit["column"]), (&5.into(), &2.into()));
    assert_eq!(
        (&edit["from"], &edit["to"]),
        (&Value::Null, &"membar.gl".into())
    );
    assert_eq!(solution["proof"]["verdict"], "unreachable");
    assert!(
        solution["patched"]
            .as_str()
            .unwrap()
            .contains("membar.gl      | membar.cta")
    );
    let said = run_with(&["fences", "-", "-m", "plain", "--format", "json"], MP);
    let none: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(
        (&none["answer"], &none["cost"]),
        (&"impossible".into(), &Value::Null)
    );
    assert_eq!(none["survivor"]["proof"]["verdict"], "reachable");
}

#[test]
fn what_stays_open() {
    let said = run_with(&["fences", "-", "-m", "sc"], BARRIER);
    assert_eq!(said.code, 3);
    same("fences-barrier.txt", &said.out);
    let said = run_with(&["fences", "-", "-m", "tso"], ENDLESS);
    assert_eq!(said.code, 3);
    same("fences-endless.txt", &said.out);
    let said = run_with(&["fences", "-", "-m", "ugpu-weak", "--within", "1ns"], MP);
    assert_eq!(said.code, 3);
    same("fences-late.txt", &said.out);
}

#[rstest]
#[case("cost-form", &["-m", "tso", "--cost", "gpu"])]
#[case("cost-name", &["-m", "tso", "--cost", "gpv=3,cta=1"])]
#[case("cost-value", &["-m", "tso", "--cost", "gpu=-1,sys=1000000000"])]
#[case("cost-twice", &["-m", "tso", "--cost", "gpu=1", "--cost", "gpu=2"])]
#[case("model", &["-m", "tos"])]
#[case("models", &["-m", "tso,sc"])]
#[case("format", &["-m", "tso", "--format", "herd"])]
#[case("folder", &["-m", "tso", "--output", "src"])]
fn bad_usage(#[case] name: &str, #[case] args: &[&str]) {
    let args = [&["fences", "-"], args].concat();
    let said = run_with(&args, MP);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    same(&format!("fences-bad-{name}.stderr"), &said.err);
}

#[test]
fn a_file_that_cannot_be_written() {
    let said = run_with(
        &[
            "fences",
            "-",
            "-m",
            "ugpu-weak",
            "-q",
            "-o",
            "/nowhere/at/all.litmus",
        ],
        MP,
    );
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains("/nowhere/at/all.litmus: No such file"),
        "{}",
        said.err
    );
}

/// `UPDATE=1` writes the outputs anew.
#[test]
fn the_documentation_shows_what_is_printed() {
    const PATH: &str = "docs/fences.md";
    const COMMAND: &str = "```text\n$ gpu-litmus ";
    let text = std::fs::read_to_string(PATH).unwrap();
    let mut parts = text.split(COMMAND);
    let mut wanted = parts.next().unwrap().to_owned();
    for part in parts {
        let (command, rest) = part.split_once('\n').unwrap();
        let (_, after) = rest.split_once("```").unwrap();
        let args: Vec<&str> = command.split(' ').collect();
        let shown = run(&args).out;
        wanted += &[COMMAND, command, "\n", &shown, "```", after].concat();
    }
    assert!(text.matches(COMMAND).count() >= 3);
    crate::golden::same(PATH, &wanted);
}

#[test]
fn a_proxy_fence_where_the_test_needs_one() {
    let said = run(&["fences", "suite/ptx/proxy-constant.litmus", "-m", "ptx-7.5"]);
    assert_eq!(said.code, 0);
    assert!(
        said.out
            .contains("fence.proxy.constant before cold.weak r0, c"),
        "{}",
        said.out
    );
}

#[test]
fn a_barrier_where_only_waiting_helps() {
    let test = "PTX waits\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n\
                 st.weak x, 1   | ld.weak r0, x  ;\nforall (P1:r0 == 1)\n";
    let said = run_with(&["fences", "-", "-m", "ptx-7.5"], test);
    assert_eq!(said.code, 0, "{}", said.err);
    same("fences-barrier-added.txt", &said.out);
}

#[test]
fn weakening_is_asked_for() {
    let test = MP.replace("st.weak y", "st.release.sys y");
    let test = test.replace("ld.weak r1", "ld.acquire.sys r1");
    let folder = Folder::of(&[("mp.litmus", &test)]);
    let file = folder.path("mp.litmus");
    let said = run(&["fences", &file, "-m", "ptx-7.5", "-q"]);
    assert_eq!(
        said.out,
        "MP under ptx-7.5: forbidden as it is, at cost 12 (4 questions asked)\n"
    );
    // On demand, and never beside what says the opposite.
    let cheaper = run(&["fences", &file, "-m", "ptx-7.5", "-q", "--may-weaken"]);
    assert_eq!(cheaper.code, 0, "{}", cheaper.err);
    let said = run(&["fences", &file, "-m", "tso", "--may-weaken", "--no-weaken"]);
    assert_eq!(said.code, 2);
}

#[test]
fn a_file_with_names_of_hsa_gets_names_of_hsa() {
    let folder = Folder::of(&[(
        "t.litmus",
        "PTX MP\n{ d = 0; f = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
         st.relaxed.cmp d, 1 | ld.acquire.wg r0, f ;\nst.release.wg f, 1 | ld.relaxed.cmp r1, d ;\n\
         exists (P1:r0 == 1 /\\ P1:r1 == 0)\n",
    )]);
    let said = run(&["fences", &folder.path("t.litmus"), "-m", "hrf-relaxed"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(
        said.out.contains("becomes st.release.cmp f, 1"),
        "{}",
        said.out
    );
    assert!(!said.out.contains("gpu f"), "{}", said.out);
}

/// As `prove` says it: what nobody ends needs no fence, and no fence makes it a proof.
#[test]
fn where_nothing_ends_there_is_nothing_to_forbid() {
    let waits = "PTX Waits\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n\
                 st.weak x, 1 | AGAIN: ;\n | ld.relaxed.gpu r1, y ;\n | beq r1, 0, AGAIN ;\n";
    for (condition, name) in [
        ("exists (P1:r1 == 2)", "fences-vacuous.txt"),
        ("forall (P1:r1 == 2)", "fences-vacuous-forall.txt"),
    ] {
        let test = format!("{waits}{condition}\n");
        let said = run_with(&["fences", "-", "-m", "sc"], &test);
        assert_eq!(said.code, 1, "{}{}", said.out, said.err);
        same(name, &said.out);
        let proved = run_with(&["prove", "-", "-m", "sc"], &test);
        assert_eq!(proved.code, 1);
        assert!(proved.out.contains("vacuous"), "{}", proved.out);
    }
}

#[test]
fn a_race_is_told_where_nothing_changes() {
    let test = "PTX Racy\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
                st.weak x, 1 | ld.weak r0, x ;\nexists (P1:r0 == 2)\n";
    let said = run_with(&["fences", "-", "-m", "ptx-7.5"], test);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    same("fences-racy.txt", &said.out);
}
