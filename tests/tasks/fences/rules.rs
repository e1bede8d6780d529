//! What a search may do to a test, and what not: weaken, add a race, keep threads from ending.

use gpu_litmus::Model;
use gpu_litmus::tasks::fences::found::Verdict;
use gpu_litmus::tasks::fences::search::{Progress, search, search_watched};
use gpu_litmus::tasks::fences::sites::Rules;
use gpu_litmus::verdict::query::Options;

use super::compare::compare;
use super::exhaustive::CHOICES;
use super::support::{ANYTHING, FENCES_ONLY, program, request, solve, summary};

/// A message, and a flag beside it that the condition does not speak of.
const POLLED: &str = r"PTX polled
{ data = 0; flag = 0; busy = 0; }
 P0@cta 0,gpu 0         | P1@cta 1,gpu 0          ;
 st.relaxed.gpu busy, 1 | ld.relaxed.gpu r2, busy ;
 st.weak data, 1        | L:                      ;
 membar.gl              | ld.relaxed.gpu r0, flag ;
 st.relaxed.gpu flag, 1 | bne r0, 1, L            ;
                        | membar.gl               ;
                        | ld.weak r1, data        ;
exists (P1:r1 == 0)
";

/// Whether some execution of the first solution has a data race.
fn races(text: &str, model: &str, rules: Rules) -> Option<bool> {
    let found = solve(text, model, &request(rules, false));
    let model = Model::find(model).unwrap();
    let proved = found.prove(&model, &Options::default()).unwrap();
    proved[0].outcome.raised["data-race"]
}

#[test]
fn nothing_is_weakened_unless_asked_for() {
    for model in ["ptx-7.5", "strict", "tso"] {
        let kept = solve(POLLED, model, &request(Rules::default(), false));
        let (cost, choices) = summary(&kept).unwrap().unwrap();
        assert_eq!(cost, kept.given, "{model}");
        assert_eq!(choices, [kept.template.given()], "{model}");
    }
    let weakened = solve(POLLED, "ptx-7.5", &request(ANYTHING, false));
    assert!(summary(&weakened).unwrap().unwrap().0 < weakened.given);
}

#[test]
fn what_has_no_race_gets_none() {
    assert_eq!(races(POLLED, "ptx-7.5", ANYTHING), Some(false));
    // It has one as it is: then it may keep it.
    let racy = POLLED.replace("st.relaxed.gpu busy", "st.weak busy");
    let found = solve(&racy, "ptx-7.5", &request(ANYTHING, false));
    assert_eq!(found.racy, Some(true));
    assert_eq!(races(&racy, "ptx-7.5", ANYTHING), Some(true));
    // The race-free choices are all found, and the cheapest among them.
    let small = r"PTX small
{ x = 0; y = 0; }
 P0@cta 0,gpu 0       | P1@cta 1,gpu 0       ;
 st.relaxed.gpu x, 1  | st.relaxed.gpu x, 2  ;
                      | ld.relaxed.gpu r0, x ;
exists (P1:r0 == 0)
";
    assert!(compare(small, "ptx-6.0", ANYTHING, 40).is_some());
}

#[test]
fn proxy_fences_are_tried() {
    for (text, cost) in [
        (include_str!("../../../suite/ptx/proxy-constant.litmus"), 4),
        (include_str!("../../../suite/ptx/proxy-alias.litmus"), 4),
        (
            include_str!("../../../suite/ptx/proxy-mp-texture.litmus"),
            4,
        ),
    ] {
        let found = solve(text, "ptx-7.5", &request(Rules::default(), false));
        let said = summary(&found).unwrap().unwrap();
        assert_eq!(said.0 - found.given, cost, "{text}");
        let model = Model::find("ptx-7.5").unwrap();
        let proved = found.prove(&model, &Options::default()).unwrap();
        assert!(proved[0].patched.text.contains("fence.proxy."), "{text}");
        assert!(compare(text, "ptx-7.5", FENCES_ONLY, CHOICES).is_some());
    }
}

/// Only who waits is sure to see the store.
const WAITS: &str = r"PTX waits
{ x = 0; }
 P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
 st.weak x, 1   | ld.weak r0, x  ;
forall (P1:r0 == 1)
";

#[test]
fn barriers_are_tried() {
    let found = solve(WAITS, "ptx-7.5", &request(Rules::default(), false));
    assert_eq!(summary(&found).unwrap().unwrap().0, 16);
    let model = Model::find("ptx-7.5").unwrap();
    let proved = found.prove(&model, &Options::default()).unwrap();
    let wanted = r"PTX waits
{ x = 0; }
 P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
                | bar.cta.sync 0 ;
 st.weak x, 1   | ld.weak r0, x  ;
 bar.cta.sync 0 |                ;
forall (P1:r0 == 1)
";
    assert_eq!(proved[0].patched.text, wanted);
    assert!(compare(WAITS, "ptx-7.5", ANYTHING, CHOICES).is_some());
    // Threads of several blocks share none.
    let apart = WAITS.replace("P1@cta 0", "P1@cta 1");
    let found = solve(&apart, "ptx-7.5", &request(Rules::default(), false));
    assert_eq!(summary(&found).unwrap(), None);
    // A number that is not taken.
    let taken = WAITS.replace("forall", "bar.cta.sync 0 | bar.cta.sync 0 ;\nforall");
    let found = solve(&taken, "ptx-6.0", &request(Rules::default(), false));
    let proved = found.prove(&Model::find("ptx-6.0").unwrap(), &Options::default());
    assert!(proved.unwrap()[0].patched.text.contains("bar.cta.sync 1"));
}

/// One thread waits for what the other does last. A barrier before that would keep both for ever, and
/// nothing that never ends has an outcome.
#[test]
fn a_barrier_at_which_threads_stay_is_no_solution() {
    let test = r"PTX stuck
{ flag = 0; x = 0; }
 P0@cta 0,gpu 0          | P1@cta 0,gpu 0          ;
 L:                      | st.weak x, 1            ;
 ld.relaxed.cta r0, flag | ld.weak r1, x           ;
 bne r0, 1, L            | st.relaxed.cta flag, 1  ;
exists (P1:r1 == 1)
";
    let cheap = gpu_litmus::tasks::fences::prices::Prices {
        barrier: 0,
        ..gpu_litmus::tasks::fences::prices::Prices::default()
    };
    let asked = gpu_litmus::tasks::fences::found::Request {
        prices: cheap,
        ..request(Rules::default(), false)
    };
    for model in ["ptx-6.0", "ptx-7.5"] {
        let found = solve(test, model, &asked);
        assert!(
            matches!(found.verdict, Verdict::Impossible(_)),
            "{:?}",
            found.verdict
        );
    }
}

#[test]
fn a_search_tells_how_far_it_is() {
    let mut seen: Vec<Progress> = Vec::new();
    let found = search_watched(
        &program(POLLED),
        &Model::find("strict").unwrap(),
        &request(ANYTHING, false),
        &mut |at| seen.push(at),
    );
    let found = found.unwrap();
    assert!(!seen.is_empty());
    assert!(
        seen.windows(2)
            .all(|two| two[0].questions <= two[1].questions && two[0].at_least <= two[1].at_least)
    );
    let (cost, _) = summary(&found).unwrap().unwrap();
    assert_eq!(seen.last().unwrap().at_least, cost);
}

/// Fences with which no execution is left, or passes the filter, forbid nothing; and where all others allow the outcome, none does.
#[test]
fn a_choice_that_leaves_no_execution_is_none() {
    let test = |claim: &str| {
        format!(
            "PTX sb\n{{ x = 0; y = 0; }}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\nst.weak x, 1 | st.weak y, 1 ;\n\
             ld.weak r0, y | ld.weak r0, x ;\n{claim}\n"
        )
    };
    let nothing_with_a_fence =
        "\"no fence\"\nacyclic po-loc | rf | co | fr as coherence\nempty F as none\n";
    let definition = gpu_litmus::model::cat::load("none.cat", nothing_with_a_fence).unwrap();
    let model = Model::of("none.cat", "a test", definition);
    let both = "P0:r0 == 0 /\\ P1:r0 == 0";
    let request = request(FENCES_ONLY, false);
    let found = search(
        &program(&test(&format!("exists ({both})"))),
        &model,
        &request,
    )
    .unwrap();
    assert!(
        matches!(found.verdict, Verdict::Impossible(None)),
        "{:?}",
        found.verdict
    );
    for model in ["tso", "ptx-7.5"] {
        let found = solve(
            &test(&format!("filter ({both})\nexists (x == 1)")),
            model,
            &request,
        );
        assert!(
            matches!(found.verdict, Verdict::Impossible(None)),
            "{:?}",
            found.verdict
        );
        assert!(
            found
                .prove(&Model::find(model).unwrap(), &Options::default())
                .unwrap()
                .is_empty()
        );
    }
}

/// A filter that nothing passes leaves nothing to forbid, whatever races; one that something passes does not.
#[test]
fn what_no_execution_counts_for_is_vacuous_though_it_races() {
    let text = |filter: &str| {
        format!(
            "PTX t\n{{ x = 0; y = 0; }}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\nst.weak x, 1 | ld.weak r0, x ;\n\
             filter ({filter})\nexists (P1:r0 == 1)\n"
        )
    };
    for model in [
        "hrf-direct",
        "hrf-indirect",
        "hrf-relaxed",
        "hrf-rsp",
        "ptx-7.5",
    ] {
        let vacuous = |filter: &str| {
            let found = solve(&text(filter), model, &request(ANYTHING, false));
            matches!(found.verdict, Verdict::Vacuous)
        };
        assert!(vacuous("y == 1"), "{model}");
        assert!(!vacuous("x == 1"), "{model}");
    }
}
