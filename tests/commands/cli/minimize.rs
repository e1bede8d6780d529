//! `minimize`.

use std::fs;

use serde_json::Value;

use super::support::{ENDLESS, Folder, MP, run, run_with, same};

const BIG: &str = r#"// A comment that stays.
// expect sc: unreachable
PTX Big
"Message passing, and a bystander"
{ x = 0; y = 0; z = 5; P2:q = z; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;
 st.weak x, 1   | ld.weak r1, y  | ld.weak r0, q  ;
 membar.gl      | ld.weak r2, x  | st.weak z, 6   ;
 st.weak y, 1   |                |                ;
exists (P1:r1 == 1 /\ P1:r2 == 0 /\ P2:r0 == 5)
"#;

#[test]
fn a_smaller_test_on_the_standard_output() {
    let said = run_with(&["minimize", "-", "-m", "sc"], BIG);
    assert_eq!(said.code, 0, "{}", said.err);
    same("minimize-big.litmus", &said.out);
    let again = run_with(&["check", "-", "-m", "sc", "-q"], &said.out);
    assert_eq!(again.code, 0);
    assert!(again.out.contains("as expected"), "{}", again.out);
}

#[test]
fn into_a_file() {
    let folder = Folder::of(&[("big.litmus", BIG)]);
    let (from, to) = (folder.path("big.litmus"), folder.path("small.litmus"));
    let said = run(&["minimize", &from, "-m", "sc", "--output", &to]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(
        said.out
            .contains("4 of 7 instructions, 2 of 3 threads, 2 of 3 comparisons"),
        "{}",
        said.out
    );
    assert!(said.out.contains("unreachable under sc"), "{}", said.out);
    let text = fs::read_to_string(&to).unwrap();
    assert!(text.contains("PTX Big"));
    // Nothing else is left in the folder.
    assert_eq!(fs::read_dir(folder.root()).unwrap().count(), 2);
    let said = run(&["minimize", &from, "-m", "sc", "-q", "--output", &to]);
    assert_eq!((said.code, &*said.out), (0, ""));
}

#[test]
fn as_json() {
    let said = run_with(
        &["minimize", "-", "-m", "plain,sc", "--format", "json"],
        BIG,
    );
    assert_eq!(said.code, 0);
    let found: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(found["original"], BIG);
    assert_eq!(found["verdicts"][0]["verdict"], "reachable");
    assert_eq!(found["verdicts"][1]["verdict"], "unreachable");
    assert_eq!(found["before"]["instructions"], 7);
    assert_eq!(found["after"]["instructions"], 4);
    assert!(
        found["minimized"]
            .as_str()
            .unwrap()
            .contains("expect plain: reachable")
    );
}

#[test]
fn an_open_verdict_is_not_kept() {
    let said = run_with(&["minimize", "-", "-m", "sc"], ENDLESS);
    assert_eq!((said.code, &*said.out), (3, ""));
    assert!(
        said.err.contains("under sc the verdict is unknown"),
        "{}",
        said.err
    );
    let said = run_with(&["minimize", "-", "-m", "sc", "--format", "json"], ENDLESS);
    assert_eq!(said.code, 3);
    let found: Value = serde_json::from_str(&said.out).unwrap();
    assert!(found["minimized"].is_null());
}

#[test]
fn bad_usage() {
    let folder = Folder::of(&[("big.litmus", BIG)]);
    let (file, root) = (
        folder.path("big.litmus"),
        folder.root().display().to_string(),
    );
    let nowhere = folder.path("no/such/small.litmus");
    let cases: [(&[&str], &str); 6] = [
        (&["minimize", &file], "--model"),
        (&["minimize", &file, "-m", "all"], "no model `all`"),
        (
            &["minimize", &file, "-m", "sc", "--format", "herd"],
            "no format `herd`",
        ),
        (&["minimize", &root, "-m", "sc"], "is a directory"),
        (
            &["minimize", &file, "-m", "sc", "-o", &root],
            "is a directory",
        ),
        (
            &["minimize", &file, "-m", "sc", "-o", &nowhere],
            "cannot write",
        ),
    ];
    for (args, words) in cases {
        let said = run(args);
        assert_eq!((said.code, &*said.out), (2, ""), "{args:?}");
        assert!(said.err.contains(words), "no `{words}` in\n{}", said.err);
    }
    let said = run_with(
        &["minimize", "-", "-m", "sc"],
        "PTX T {} P0@cta 0,gpu 0 ; st.weak x 1 ; exists (x == 1)",
    );
    assert_eq!(said.code, 2);
    same("minimize-bad-store.stderr", &said.err);
}

/// A name may be longer than any column.
#[test]
fn long_names() {
    let name = "x".repeat(70_000);
    let test = format!(
        "PTX T\n{{}}\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak {name}, 1 | ld.weak r0, {name} ;\nexists (1:r0 == 1)\n"
    );
    for args in [
        &["minimize", "-", "-m", "sc"][..],
        &["fences", "-", "-m", "ptx-7.5"],
    ] {
        let said = run_with(args, &test);
        assert!(
            said.code < 4,
            "{args:?}: exit {}\n{:.2000}",
            said.code,
            said.err
        );
        assert!(
            !said.err.contains("panicked"),
            "{args:?}: {:.2000}",
            said.err
        );
    }
}

/// A model that there is none of is told by each command.
#[test]
fn expectations_of_no_model() {
    let folder = Folder::of(&[("t.litmus", &format!("// expect ptx7.5: reachable\n{MP}"))]);
    for command in ["minimize", "sweep"] {
        let said = run(&[command, &folder.path("t.litmus"), "-m", "sc"]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{command}");
        assert!(
            said.err.contains("there is no model `ptx7.5`"),
            "{}",
            said.err
        );
    }
}
