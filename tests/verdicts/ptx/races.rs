//! Data races as a flag: of which execution it is raised, and what counts as one.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use gpu_litmus::program::edit::{Side, apply, with_fences};
use gpu_litmus::verdict::outcome::Outcome;
use gpu_litmus::verdict::query::Options;
use gpu_litmus::verdict::why::Fault;
use gpu_litmus::{Model, check, load};

const MODELS: [&str; 2] = ["ptx-6.0", "ptx-7.5"];

fn asked(text: &str, model: &str) -> Outcome {
    let program = load("test.litmus", text).unwrap();
    check(&program, &Model::find(model).unwrap(), &Options::default()).unwrap()
}

fn mp(question: &str) -> String {
    format!(
        "PTX MP\n{{ data = 0; flag = 0; }}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
         st.weak data, 1 | ld.acquire.gpu r0, flag ;\n\
         st.release.gpu flag, 1 | ld.weak r1, data ;\n{question}\n"
    )
}

#[test]
fn the_flag_is_that_of_the_execution_shown() {
    for model in MODELS {
        // The well-synchronised execution has no race, though another one has.
        let outcome = asked(&mp(r"exists (P1:r0 == 1 /\ P1:r1 == 1)"), model);
        assert!(outcome.flags().is_empty(), "{model}");
        assert!(outcome.flagged_race.is_none(), "{model}");
        assert_eq!(outcome.raised["data-race"], Some(true), "{model}");
        let outcome = asked(&mp(r"exists (P1:r0 == 0 /\ P1:r1 == 0)"), model);
        assert_eq!(outcome.flags(), ["data-race"], "{model}");
        let race = outcome.flagged_race.unwrap();
        let faults: Vec<Fault> = race.why.missing.iter().map(|one| one.fault).collect();
        assert_eq!(faults, [Fault::Weak, Fault::Early], "{model}");
        // Of a `forall` that fails it is the counterexample.
        let outcome = asked(&mp(r"forall (P1:r0 == 1)"), model);
        assert!(outcome.counterexample.is_some());
        assert_eq!(outcome.flags().is_empty(), outcome.flagged_race.is_none());
    }
}

#[test]
fn what_the_filter_leaves_out_raises_nothing() {
    let text = mp("filter (P1:r0 == 1)\nexists (P1:r1 == 1)");
    for model in MODELS {
        assert_eq!(
            asked(&text, model).raised["data-race"],
            Some(false),
            "{model}"
        );
    }
}

/// A ticket is taken by one atomic, seen by another, and given back by a plain store.
#[test]
fn an_atomic_is_one_operation_in_races() {
    let straight = "PTX ticket\n{ t = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
                    atom.relaxed.gpu.add r0, t, 1 | atom.relaxed.gpu.add r1, t, 1 ;\n\
                    | st.weak t, 0 ;\nfilter (P1:r1 == 1)\nexists (P0:r0 == 0)\n";
    for model in MODELS {
        let outcome = asked(straight, model);
        assert_eq!(outcome.raised["data-race"], Some(false), "{model}");
        // Where the other atomic need not have seen it, it races still.
        let unseen = straight.replace("filter (P1:r1 == 1)\n", "");
        let outcome = asked(&unseen, model);
        assert_eq!(outcome.raised["data-race"], Some(true), "{model}");
    }
}

/// The last of several that have taken a ticket gives all back by a plain store: it has observed them all, one through the
/// other (PTX ISA, "Observation Order").
#[test]
fn all_of_a_chain_of_atomics_are_known_behind_it() {
    let threads = |scope: &str, middle: &str| {
        format!(
            "PTX tickets\n{{ t = 0; }}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 3,gpu 0 ;\n\
             atom.relaxed.gpu.add r0, t, 1 | {middle} | atom.relaxed.{scope}.add r2, t, 1 | atom.relaxed.gpu.add r3, t, 1 ;\n\
             | | | st.weak t, 0 ;\n\
             filter (P0:r0 == 0 /\\ P2:r2 == 2 /\\ P3:r3 == 3)\nexists (t == 0)\n"
        )
    };
    for model in MODELS {
        let raised = |text: &str| {
            assert_eq!(verdict(text, model), "reachable", "{model}\n{text}");
            asked(text, model).raised["data-race"]
        };
        let atomic = "atom.relaxed.gpu.add r1, t, 1";
        assert_eq!(raised(&threads("gpu", atomic)), Some(false), "{model}");
        // Who is not in the scope of the other is not observed, nor what was before it.
        assert_eq!(raised(&threads("cta", atomic)), Some(true), "{model}");
        // Nor is what was before a store.
        let store = threads("gpu", "st.relaxed.gpu t, 2");
        assert_eq!(raised(&store), Some(true), "{model}");
    }
}

/// The verdict of the solver, and that of the enumerator, which must be the same.
fn verdict(text: &str, model: &str) -> String {
    let program = load("test.litmus", text).unwrap();
    let known = Model::find(model).unwrap();
    let explicit = Options {
        explicit: true,
        ..Options::default()
    };
    let solved = check(&program, &known, &Options::default()).unwrap();
    let enumerated = check(&program, &known, &explicit).unwrap();
    assert_eq!(solved.verdict(), enumerated.verdict(), "{model}\n{text}");
    assert_eq!(solved.raised, enumerated.raised, "{model}\n{text}");
    solved.verdict().name().to_owned()
}

/// What an atomic has written is seen before a store, and the atomic has read that store all the same: the
/// sources of the models relate its write alone there (the public suite's `LB+RMW-a`). The store and the
/// atomic do not race.
#[test]
fn the_read_of_an_atomic_need_not_come_before_what_its_write_does() {
    let text = "PTX LB\n{ x = 0; y = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n\
                ld.acquire.gpu r0, y | atom.relaxed.gpu.add r1, x, 1 | ld.relaxed.gpu r2, x ;\n\
                st.weak x, 1 | | st.release.gpu y, 1 ;\n\
                exists (P0:r0 == 1 /\\ P1:r1 == 1 /\\ P2:r2 == 2)\n";
    for model in MODELS {
        assert_eq!(verdict(text, model), "reachable", "{model}");
        let filtered = text.replace("exists", "filter (P0:r0 == 1 /\\ P2:r2 == 2)\nexists");
        assert_eq!(
            asked(&filtered, model).raised["data-race"],
            Some(false),
            "{model}"
        );
        // A store that is morally strong with it is no such case.
        let strong = text.replace("st.weak", "st.relaxed.gpu");
        assert_eq!(verdict(&strong, model), "unreachable", "{model}");
    }
}

/// Message passing, with this to see the flag.
fn seen_by(instructions: [&str; 2]) -> String {
    let [first, second] = instructions;
    format!(
        "PTX red\n{{ data = 0; flag = 0; }}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
         st.weak data, 1 | {first} ;\nst.release.gpu flag, 1 | {second} ;\n | ld.weak r1, data ;\n\
         exists (flag == 2 /\\ P1:r1 == 0)\n"
    )
}

/// A reduction finds the flag, but nobody sees what it found: it is no acquire pattern, with a fence or
/// without. An atomic with a result is one.
#[test]
fn a_reduction_acquires_nothing() {
    let fence = "fence.acq_rel.gpu";
    let rows = [
        (["red.relaxed.gpu.add flag, 1", fence], "reachable"),
        (["red.acq_rel.gpu.add flag, 1", ""], "reachable"),
        (["atom.relaxed.gpu.add _, flag, 1", fence], "reachable"),
        (["atom.relaxed.gpu.add r0, flag, 1", fence], "unreachable"),
        (["atom.acq_rel.gpu.add r0, flag, 1", ""], "unreachable"),
        // There is no `red` of these.
        (["atom.relaxed.gpu.cas _, flag, 1, 2", fence], "unreachable"),
        (["atom.acquire.gpu.cas _, flag, 1, 2", ""], "unreachable"),
    ];
    for model in MODELS {
        for (instructions, expected) in rows {
            let text = seen_by(instructions);
            assert_eq!(verdict(&text, model), expected, "{model}\n{text}");
        }
    }
}

/// It releases all the same, and hands on what another has released.
#[test]
fn a_reduction_releases_and_hands_on() {
    let text = "PTX red\n{ data = 0; flag = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n\
                st.weak data, 1 | red.relaxed.gpu.add flag, 1 | ld.acquire.gpu r0, flag ;\n\
                red.release.gpu.add flag, 1 | | ld.weak r1, data ;\n\
                exists (P2:r0 == 2 /\\ P2:r1 == 0)\n";
    for model in MODELS {
        assert_eq!(verdict(text, model), "unreachable", "{model}");
        let relaxed = text.replace("release", "relaxed");
        assert_eq!(verdict(&relaxed, model), "reachable", "{model}");
    }
}

/// Message passing with a volatile flag and these fences.
fn fenced([before, after]: [&str; 2]) -> String {
    format!(
        "PTX F\n{{ data = 0; flag = 0; }}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
         st.weak data, 1 | ld.volatile r0, flag ;\n{before} | bne r0, 1, END ;\n\
         st.volatile flag, 1 | {after} ;\n | ld.weak r1, data ;\n | END: ;\n\
         exists (P1:r0 == 1 /\\ P1:r1 == 0)\n"
    )
}

/// Fences are tried too: those that are there with a wider scope, and new ones beside the flag.
#[test]
fn fences_mend_races() {
    let rows = [
        (["membar.cta", "membar.gl"], vec![Side::Instead]),
        (["membar.cta", "fence.acq_rel.cta"], vec![Side::Instead; 2]),
        (["", "fence.acq_rel.gpu"], vec![Side::Before]),
        (["", ""], vec![Side::Before, Side::After]),
    ];
    for model in MODELS {
        let known = Model::find(model).unwrap();
        for (fences, expected) in &rows {
            let program = load("test.litmus", &fenced(*fences)).unwrap();
            let options = Options {
                mend: true,
                ..Options::default()
            };
            let outcome = check(&program, &known, &options).unwrap();
            let why = outcome.flagged_race.unwrap().why;
            let put = why.repairs.iter().flat_map(|repair| &repair.fences);
            let mut sides: Vec<Side> = put.map(|edit| edit.side).collect();
            sides.sort_unstable();
            assert_eq!(&sides, expected, "{model} {fences:?}");
        }
    }
}

/// What is said to mend a race does: the model finds none in the changed program.
#[test]
fn repairs_leave_no_race() {
    let texts = [
        mp(r"exists (P1:r0 == 0 /\ P1:r1 == 0)"),
        // The scope of one side is too narrow.
        "PTX N\n{ x = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
         st.relaxed.cta x, 1 | ld.relaxed.gpu r0, x ;\nexists (P1:r0 == 1)\n"
            .to_owned(),
        "PTX W\n{ x = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
         st.weak x, 1 | atom.relaxed.gpu.add r0, x, 1 ;\nexists (P1:r0 == 1)\n"
            .to_owned(),
        fenced(["membar.cta", "membar.gl"]),
        fenced(["", "fence.acq_rel.gpu"]),
    ];
    for model in MODELS {
        let known = Model::find(model).unwrap();
        for text in &texts {
            let program = load("test.litmus", text).unwrap();
            let options = Options {
                mend: true,
                ..Options::default()
            };
            let outcome = check(&program, &known, &options).unwrap();
            let race = outcome.flagged_race.unwrap();
            assert!(!race.why.repairs.is_empty(), "{model}\n{text}");
            for repair in &race.why.repairs {
                assert!(repair.race_free(), "{model}\n{text}");
                let mended = apply(&program, &repair.edits).unwrap();
                let mended = with_fences(&mended, &repair.fences);
                let again = check(&mended, &known, &Options::default()).unwrap();
                assert_eq!(again.raised["data-race"], Some(false), "{model}\n{text}");
            }
            // Without the asking there is no search.
            let plain = asked(text, model).flagged_race.unwrap();
            assert_eq!(plain.why.missing, race.why.missing);
            assert!(plain.why.repairs.is_empty());
        }
    }
}

/// With a smallest witness it is that one which the race is told of.
#[test]
fn a_smallest_witness_has_the_race_that_is_told() {
    let text = mp(r"exists (P1:r0 == 0 \/ P1:r1 == 1)");
    let program = load("test.litmus", &text).unwrap();
    let options = Options {
        race: true,
        smallest: true,
        ..Options::default()
    };
    for model in MODELS {
        let known = Model::find(model).unwrap();
        let outcome = check(&program, &known, &options).unwrap();
        let flagged = outcome.flags() == ["data-race"];
        assert_eq!(outcome.flagged_race.is_some(), flagged, "{model}");
        assert_eq!(outcome.other_race.is_none(), flagged, "{model}");
        let race = outcome.flagged_race.as_ref();
        let other = outcome.other_race.as_ref();
        let race = race.or_else(|| other?.race.as_ref()).unwrap();
        let shown = other.map_or_else(
            || outcome.execution(),
            |other| other.witness.run.execution(),
        );
        let events = &shown.unwrap().events;
        assert!(events.contains_key(&race.first) && events.contains_key(&race.second));
    }
}

/// Accesses through different proxies, or by different names: what is missing between them is the fence of the proxy.
#[test]
fn another_path_is_what_is_missing() {
    for (names, other, threads, faults) in [
        (
            "a0 @ texture aliases x;",
            "tld.weak r0, a0",
            false,
            vec![Fault::Path],
        ),
        (
            "a0 @ generic aliases x;",
            "ld.weak r0, a0",
            false,
            vec![Fault::Path],
        ),
        (
            "a0 @ surface aliases x;",
            "suld.weak r0, a0",
            true,
            vec![Fault::Weak, Fault::Path, Fault::Nothing],
        ),
    ] {
        let code = if threads {
            format!(" P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n {other} | st.weak x, 1 ;\n")
        } else {
            format!(" P0@cta 0,gpu 0 ;\n {other} ;\n st.weak x, 1 ;\n")
        };
        let text = format!("PTX path\n{{ x = 0; {names} }}\n{code}exists (P0:r0 == 1)\n");
        let race = asked(&text, "ptx-7.5").flagged_race.unwrap();
        let found: Vec<Fault> = race.why.missing.iter().map(|one| one.fault).collect();
        assert_eq!(found, faults, "{text}");
    }
}
