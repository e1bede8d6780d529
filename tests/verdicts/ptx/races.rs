//! Data races as a flag: of which execution it is raised, and what counts as one.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

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
        assert_eq!(faults, [Fault::Weak], "{model}");
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
