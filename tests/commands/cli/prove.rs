//! `prove`, and `check --minimal`.

use serde_json::Value;

use super::support::{BARRIER, Folder, MP, run, run_with, same};

/// Message passing with more fences than it takes.
const FENCED: &str = r"PTX MP-fenced
{ x = 0; y = 0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 membar.cta     | ld.weak r1, y  ;
 st.weak x, 1   | membar.gl      ;
 membar.gl      | ld.weak r2, x  ;
 membar.gl      |                ;
 st.weak y, 1   |                ;
~exists (P1:r1 == 1 /\ P1:r2 == 0)
";

const RACY: &str = r"PTX Race
{ x = 0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 st.weak x, 1   | ld.weak r1, x  ;
exists (P1:r1 == 1)
";

const CORR: &str = r"PTX CoRR
{ x = 0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 st.weak x, 1   | ld.weak r1, x  ;
                | ld.weak r2, x  ;
exists (P1:r1 == 1 /\ P1:r2 == 0)
";

fn json(args: &[&str], input: &str) -> (i32, Value) {
    let said = run_with(&[args, &["--format", "json"]].concat(), input);
    (said.code, serde_json::from_str(&said.out).unwrap())
}

#[test]
fn a_proof_for_people() {
    let said = run_with(&["prove", "-", "-m", "ptx-6.0,ugpu-weak"], FENCED);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    same("prove-fenced.txt", &said.out);
}

#[test]
fn barriers_are_needed_and_are_no_fences_that_can_go() {
    let said = run_with(&["prove", "-", "-m", "ptx-7.5"], BARRIER);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    same("prove-barrier.txt", &said.out);
}

#[test]
fn a_proof_for_programs() {
    let (code, proofs) = json(&["prove", "-", "-m", "ptx-6.0"], FENCED);
    assert_eq!(code, 0);
    let proof = &proofs[0];
    assert_eq!(proof["verdict"], "proved");
    assert_eq!(proof["claim"], "no execution satisfies the condition");
    assert!(proof["answer"].is_null());
    let needed = &proof["needed"];
    assert_eq!(needed["minimum"], true);
    assert_eq!(
        (&needed["fences"], &needed["orderings"]),
        (&2.into(), &0.into())
    );
    let items = needed["items"].as_array().unwrap();
    assert!(
        items
            .iter()
            .any(|item| item["kind"] == "axiom" && item["name"] == "causality")
    );
    let fences = proof["fences"].as_array().unwrap();
    let of = |key: &str| -> Vec<bool> {
        fences
            .iter()
            .map(|fence| fence[key].as_bool().unwrap())
            .collect()
    };
    // The first orders nothing; of the next two either will do; the last is needed.
    assert_eq!(of("superfluous"), [true, true, true, false]);
    assert_eq!(
        of("together").iter().filter(|together| **together).count(),
        2
    );
    assert_eq!(of("needed").iter().filter(|needed| **needed).count(), 2);
    assert_eq!(
        (&fences[3]["thread"], &fences[3]["line"]),
        (&"P1".into(), &5.into())
    );
}

#[test]
fn a_refutation_shows_a_smallest_execution() {
    let said = run_with(&["prove", "-", "-m", "tso,ptx-6.0"], MP);
    // Under tso it is proved; the gravest counts.
    assert_eq!(said.code, 1);
    same("prove-mp.txt", &said.out);
    let (code, proofs) = json(&["prove", "-", "-m", "ptx-6.0"], MP);
    assert_eq!(code, 1);
    assert_eq!(proofs[0]["verdict"], "refuted");
    let witness = &proofs[0]["answer"]["witness"];
    assert_eq!(
        (&witness["accesses"], &witness["distance"]),
        (&4.into(), &1.into())
    );
    assert_eq!(witness["minimal"], true);
    let relaxation = &witness["relaxations"][0];
    assert_eq!(relaxation["kind"], "reordering");
    assert!(proofs[0]["needed"].is_null());
}

/// Message passing by release and acquire, wider than it takes.
const ORDERED: &str = r"PTX MP-ordered
{ x = 0; y = 0; }
 P0@cta 0,gpu 0         | P1@cta 1,gpu 0         ;
 st.weak x, 1           | ld.acquire.sys r1, y   ;
 st.release.gpu y, 1    | ld.weak r2, x          ;
~exists (P1:r1 == 1 /\ P1:r2 == 0)
";

#[test]
fn orders_that_are_stronger_than_needed() {
    for model in ["ptx-6.0", "hrf-direct"] {
        let (code, proofs) = json(&["prove", "-", "-m", model], ORDERED);
        // Under HRF the scopes of the two differ, and what is weaker would race.
        let weaker = proofs[0]["weaker"].as_array().unwrap();
        let instead: Vec<&str> = weaker
            .iter()
            .map(|one| one["instead"].as_str().unwrap())
            .collect();
        if model == "ptx-6.0" {
            assert_eq!((code, &*instead), (0, &["ld.acquire.gpu r1, y"][..]));
            assert_eq!(
                (&weaker[0]["id"], &weaker[0]["line"]),
                (&"c".into(), &4.into())
            );
        } else {
            assert!(instead.is_empty());
        }
    }
    let said = run_with(&["prove", "-", "-m", "ptx-6.0"], ORDERED);
    same("prove-ordered.txt", &said.out);
}

#[test]
fn a_forall_is_proved_if_it_always_holds() {
    let always = MP.replace("exists (", "forall ~(");
    let (code, proofs) = json(&["prove", "-", "-m", "sc"], &always);
    assert_eq!(code, 0);
    assert_eq!(
        proofs[0]["claim"],
        "every execution satisfies the condition"
    );
    assert_eq!(proofs[0]["needed"]["of_opposite"], true);
    let (code, proofs) = json(&["prove", "-", "-m", "plain"], &always);
    assert_eq!(code, 1);
    assert_eq!(proofs[0]["answer"]["witness"]["counterexample"], true);
    // Of no execution at all nothing is proved.
    let none = always.replace("forall", "filter (x == 7)\nforall");
    let (code, proofs) = json(&["prove", "-", "-m", "sc"], &none);
    assert_eq!((code, &proofs[0]["verdict"]), (1, &"vacuous".into()));
    assert_eq!(proofs[0]["answer"]["endless"]["filter"], true);
}

#[test]
fn a_race_refutes() {
    let said = run_with(&["prove", "-", "-m", "hrf-direct"], RACY);
    assert_eq!(said.code, 1);
    assert!(
        said.out.starts_with(
            "Race under hrf-direct: refuted: some execution has a race, so no outcome is promised\n"
        ),
        "{}",
        said.out
    );
    assert!(said.out.contains("2 accesses"), "{}", said.out);
}

#[test]
fn open_and_unsupported() {
    let endless = super::support::ENDLESS;
    let (code, proofs) = json(&["prove", "-", "-m", "sc"], endless);
    assert_eq!((code, &proofs[0]["verdict"]), (3, &"unknown".into()));
    let (code, proofs) = json(&["prove", "-", "-m", "hrf-direct"], FENCED);
    assert_eq!((code, &proofs[0]["verdict"]), (3, &"unsupported".into()));
    assert!(!proofs[0]["answer"]["unsupported"].is_null());
    // Nobody named the models that refuse the test.
    let (code, proofs) = json(&["prove", "-", "-m", "all"], FENCED);
    assert!(code < 2);
    assert!(
        proofs
            .as_array()
            .unwrap()
            .iter()
            .all(|proof| proof["verdict"] != "unsupported")
    );
}

#[test]
fn quiet_is_one_line() {
    let said = run_with(&["prove", "-", "-m", "sc,ptx-6.0", "-q"], MP);
    assert_eq!(said.out.lines().count(), 2, "{}", said.out);
}

#[test]
fn bad_usage() {
    let cases: [(&[&str], &str); 5] = [
        (&["prove", "-"], "--model"),
        (&["prove", "-", "-m", "tos"], "did you mean `tso`?"),
        (
            &["prove", "-", "-m", "sc", "--format", "dot"],
            "`prove` has no format `dot`",
        ),
        (&["prove", "no/such.litmus", "-m", "sc"], "no such file"),
        (
            &["check", "-", "--minimal", "--engine", "explicit"],
            "`--minimal` needs the solver",
        ),
    ];
    for (args, words) in cases {
        let said = run_with(args, MP);
        assert_eq!((said.code, &*said.out), (2, ""), "{args:?}");
        assert!(said.err.contains(words), "no `{words}` in\n{}", said.err);
    }
    let said = run_with(
        &["prove", "-", "-m", "sc"],
        "PTX T {} P0@cta 0,gpu 0 ; fence.gpo ; exists (x == 1)",
    );
    assert_eq!(said.code, 2);
    same("prove-bad-fence.stderr", &said.err);
}

#[test]
fn a_smallest_witness() {
    let said = run_with(&["check", "-", "--minimal", "-m", "ptx-6.0,ugpu-weak"], MP);
    assert_eq!(said.code, 0);
    same("check-minimal.txt", &said.out);
    let (_, answers) = json(&["check", "-", "--minimal", "-m", "ugpu-weak"], CORR);
    let witness = &answers[0]["witness"];
    assert_eq!(
        (&witness["minimal"], &witness["accesses"]),
        (&true.into(), &3.into())
    );
    let named = witness["relaxations"].as_array().unwrap();
    assert_eq!(witness["distance"], named.len());
    let kinds: Vec<&serde_json::Value> = named.iter().map(|one| &one["kind"]).collect();
    assert_eq!(kinds, ["out-of-order"], "{witness}");
    // In `ugpu-strong` the reader or the deliveries have to be out of order.
    let said = run_with(&["check", "-", "--minimal", "-m", "ugpu-strong"], MP);
    same("check-minimal-machine.txt", &said.out);
    let (_, answers) = json(&["check", "-", "-m", "ptx-6.0"], MP);
    assert!(answers[0]["witness"].get("minimal").is_none());
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let said = run(&["check", "--minimal", "-m", "sc", &folder.path("mp.litmus")]);
    assert!(!said.out.contains("smallest"), "{}", said.out);
}

/// Races are told in the words of `check`: of the execution that refutes, or of all.
#[test]
fn data_races_are_told_as_check_tells_them() {
    let mp = |release: &str, asked: &str| {
        format!(
            "PTX T\n{{ data = 0; flag = 0; }}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
             st.weak data, 1 | ld.acquire.gpu r0, flag ;\nst.{release}.gpu flag, 1 | bne r0, 1, END ;\n\
             | ld.weak r1, data ;\n| END: ;\n~exists (P1:r0 == 1 /\\ {asked})\n"
        )
    };
    let rows = [
        (
            "relaxed",
            "P1:r1 == 0",
            1,
            "data race  in this execution: P0:",
        ),
        (
            "relaxed",
            "P1:r1 == 0",
            1,
            "mended by  `st.release.gpu flag, 1` at 5:1",
        ),
        (
            "release",
            "P1:r1 == 0",
            0,
            "data race  none: proven race-free",
        ),
        (
            "relaxed",
            "P1:r1 == 2",
            0,
            "data race  some execution races (`check --race` shows it)",
        ),
    ];
    for (release, asked, code, expected) in rows {
        let said = run_with(&["prove", "-", "-m", "ptx-7.5"], &mp(release, asked));
        assert_eq!(said.code, code, "{}", said.err);
        assert!(said.out.contains(expected), "{expected}\n{}", said.out);
        assert!(!said.out.contains("flags"), "{}", said.out);
    }
}

/// A number where a location was meant: no execution counts.
#[test]
fn what_goes_astray_is_vacuous() {
    let test = "PTX stray\n{ P1:p = 3; data = 0; flag = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak data, 1 | ld.weak r0, flag ;\n \
        st.weak flag, 1 | ld.weak r1, [p] ;\nexists (P1:r0 == 1 /\\ P1:r1 == 0)\n";
    let said = run_with(&["prove", "-", "-m", "ptx-7.5"], test);
    for words in [
        "stray under ptx-7.5: vacuous: no execution counts, so nothing is proved",
        "vacuous    no execution counts: each accesses an address that is no location's",
        "P1 at 5:20  ld.weak r1, [p]: its address is 3, and no location's",
        "Without this access some execution would count.",
    ] {
        assert!(said.out.contains(words), "no `{words}` in\n{}", said.out);
    }
    assert_eq!(said.code, 1);
    let said = run_with(&["check", "-", "-m", "sc"], test);
    assert!(
        said.out.contains("its address is 3, and no location's"),
        "{}",
        said.out
    );
    assert!(!said.out.contains("Reason"), "{}", said.out);
}
