//! Laps that only wait: where what a model says, or flags, takes one. Beside each loop stands the same test with such a lap
//! written out, which is allowed and flags the same.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use gpu_litmus::Model;
use gpu_litmus::check;
use gpu_litmus::load;
use gpu_litmus::model::cat;
use gpu_litmus::model::laps::Laps;
use gpu_litmus::model::registry::built_in;
use gpu_litmus::sat::engine::Engine;
use gpu_litmus::verdict::outcome::{Outcome, Verdict};
use gpu_litmus::verdict::query::Options;
use gpu_litmus::verdict::reason::Race;
use gpu_litmus::verdict::why::Repair;
use rstest::rstest;

/// Two threads; the second goes round until the flag is set.
const FLAG: &str = "PTX lap
{ x = 0; f = 0; }
 P0@cta 0,gpu 0      | P1@cta 1,gpu 0       ;
 st.weak x, 1        | L:                   ;
 st.release.gpu f, 1 | ld.acquire.gpu r0, f ;
                     | bne r0, 0, OUT       ;
                     | ld.weak r1, x        ;
                     | bra L                ;
                     | OUT:                 ;
exists (P1:r0 == 1)
";

const FLAG_ONCE: &str = "PTX lap
{ x = 0; f = 0; }
 P0@cta 0,gpu 0      | P1@cta 1,gpu 0       ;
 st.weak x, 1        | ld.acquire.gpu r0, f ;
 st.release.gpu f, 1 | bne r0, 0, OUT       ;
                     | ld.weak r1, x        ;
                     | ld.acquire.gpu r0, f ;
                     | OUT:                 ;
exists (P1:r0 == 1)
";

/// What is read in laps is used in the last one only, and is behind a fence.
const FENCED: &str = "PTX fenced
{ x = 0; f = 0; }
 P0@cta 0,gpu 0      | P1@cta 1,gpu 0       ;
 st.weak x, 1        | L:                   ;
 st.release.gpu f, 1 | ld.relaxed.gpu r0, f ;
                     | fence.acq_rel.gpu    ;
                     | ld.weak r1, x        ;
                     | beq r0, 0, L         ;
exists (P1:r1 == 0)
";

/// The same, read behind the loop.
const BEHIND: &str = "PTX behind
{ x = 0; f = 0; }
 P0@cta 0,gpu 0      | P1@cta 1,gpu 0       ;
 st.weak x, 1        | L:                   ;
 st.release.gpu f, 1 | ld.relaxed.gpu r0, f ;
                     | fence.acq_rel.gpu    ;
                     | beq r0, 0, L         ;
                     | ld.weak r1, x        ;
exists (P1:r1 == 0)
";

fn asked(model: &Model, test: &str, engine: Engine, race: bool, explicit: bool) -> Outcome {
    let options = Options {
        engine,
        race,
        explicit,
        flags: true,
        ..Options::default()
    };
    check(&load("t.litmus", test).unwrap(), model, &options).unwrap()
}

/// The race that is shown.
fn shown(outcome: &Outcome) -> Option<&Race> {
    let other = outcome.other_race.as_ref();
    let other = other.and_then(|other| other.race.as_ref());
    outcome.flagged_race.as_ref().or(other)
}

#[rstest]
#[case(FLAG, true, Verdict::Reachable)]
#[case(FLAG_ONCE, true, Verdict::Reachable)]
#[case(FENCED, true, Verdict::Unreachable)]
#[case(BEHIND, false, Verdict::Unreachable)]
fn a_lap_that_only_waits_may_race(
    #[case] test: &str,
    #[case] races: bool,
    #[case] verdict: Verdict,
    #[values("ptx-6.0", "ptx-7.5")] model: &str,
    #[values(Engine::Auto, Engine::Sat)] engine: Engine,
    #[values(false, true)] race: bool,
) {
    let model = Model::find(model).unwrap();
    for explicit in [false, true] {
        let outcome = asked(&model, test, engine, race, explicit);
        assert_eq!(outcome.verdict(), verdict);
        assert_eq!(outcome.raised["data-race"], Some(races));
        if race && !explicit {
            assert_eq!(outcome.race_freedom.is_some(), !races);
            assert_eq!(shown(&outcome).is_some(), races);
        }
    }
}

/// Who mends a race mends that of a lap, too.
#[test]
fn a_mend_is_of_laps_too() {
    let options = Options {
        flags: true,
        race: true,
        mend: true,
        ..Options::default()
    };
    let model = Model::find("ptx-7.5").unwrap();
    let outcome = check(&load("t.litmus", FLAG).unwrap(), &model, &options).unwrap();
    assert!(!shown(&outcome).unwrap().why.repairs.is_empty());
}

/// A race behind the loop beside one in its laps: what orders the first alone mends nothing.
#[test]
fn what_leaves_a_race_in_laps_is_no_mend() {
    let test = FLAG
        .replace("x = 0;", "x = 0; y = 0;")
        .replace(
            "                     | OUT:                 ;",
            " st.weak y, 1        | OUT:                 ;\n                     | ld.weak r2, y        ;",
        );
    let options = Options {
        flags: true,
        mend: true,
        ..Options::default()
    };
    let model = Model::find("ptx-7.5").unwrap();
    let outcome = check(&load("t.litmus", &test).unwrap(), &model, &options).unwrap();
    let race = shown(&outcome).unwrap();
    assert!(!race.why.repairs.iter().any(Repair::race_free));
}

const WAITS: &str = "PTX waits
{ y = 0; }
 P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
 st.weak y, 1   | L:             ;
                | ld.weak r0, y  ;
                | beq r0, 0, L   ;
exists (P1:r0 == 1)
";

const WAITS_ONCE: &str = "PTX waits
{ y = 0; }
 P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
 st.weak y, 1   | ld.weak r0, y  ;
                | bne r0, 0, OUT ;
                | ld.weak r0, y  ;
                | OUT:           ;
exists (P1:r0 == 1)
";

/// Models in which an execution without a lap is not allowed though the one with it is, or flags less.
#[rstest]
#[case(
    "acyclic po-loc | rf | co | fr as coherence\nempty IW \\ domain(rf) as used\n",
    None
)]
#[case(
    "acyclic po-loc | rf | co | fr as coherence\n~empty ctrl & loc as lap\n",
    None
)]
#[case(
    "acyclic po-loc | rf | co | fr as coherence\n~empty [R] ; (po & loc) ; [R] as twice\n",
    None
)]
#[case(
    "acyclic po-loc | rf | co | fr as coherence\nflag ~empty [R] ; (po & loc) ; [R] as twice\n",
    Some(true)
)]
#[case(
    "acyclic po-loc | rf | co | fr as coherence\nflag ~acyclic (po & loc & (R * R)) | (po & loc & (R * R))^-1 as twice\n",
    Some(true)
)]
#[case(
    "acyclic po-loc | rf | co | fr as coherence\nlet rec far = po | (po ; far)\nempty (po & loc) \\ far as none\n",
    None
)]
fn a_model_may_ask_for_laps(#[case] model: &str, #[case] twice: Option<bool>) {
    let model = Model::of("own.cat", "a test", cat::load("own.cat", model).unwrap());
    for test in [WAITS, WAITS_ONCE] {
        for engine in [Engine::Auto, Engine::Sat] {
            let outcome = asked(&model, test, engine, false, false);
            assert_eq!(outcome.verdict(), Verdict::Reachable, "{test}");
            assert_eq!(outcome.raised.get("twice").copied().flatten(), twice);
        }
    }
}

/// What goes by way of writes, which no such lap has, needs none; what goes by way of others does.
#[rstest]
#[case("empty (po & loc & (W * W)) \\ co+ as order\n", Laps::None)]
#[case("empty (po & loc & (R * W)) \\ (rf^-1 ; co) as order\n", Laps::None)]
#[case("empty (po & (W * W)) \\ ([W] ; po ; [M] ; po) as order\n", Laps::All)]
#[case("empty IW \\ domain(co) as order\n", Laps::None)]
#[case("empty IW \\ domain(rf) as order\n", Laps::All)]
#[case("acyclic po | rf | co | fr as order\n~empty _ as some\n", Laps::None)]
#[case("~empty F as order\n", Laps::All)]
fn laps_are_needed_where_something_goes_by_way_of_them(#[case] axioms: &str, #[case] laps: Laps) {
    let model = Model::of("own.cat", "a test", cat::load("own.cat", axioms).unwrap());
    assert_eq!(model.axiomatic().unwrap().laps, laps);
}

/// What only one more lap would forbid or flag stays open where the bound is reached.
#[rstest]
#[case("empty IW \\ domain(rf) as used\n~empty (po ; po ; po) & (R * R) as far\n")]
fn what_the_bound_hides_is_open(#[case] axioms: &str) {
    let text = format!("acyclic po-loc | rf | co | fr as coherence\n{axioms}");
    let model = Model::of("own.cat", "a test", cat::load("own.cat", &text).unwrap());
    let ask = |bound| {
        let options = Options {
            bound,
            ..Options::default()
        };
        let test = load("t.litmus", WAITS).unwrap();
        check(&test, &model, &options).unwrap().verdict()
    };
    assert_eq!(ask(1), Verdict::Unknown);
    assert_eq!(ask(3), Verdict::Reachable);
}

/// No axiom of a model that comes with the program needs a lap, and of what is flagged one in each thread says all.
#[test]
fn built_in_models_need_no_more_than_one() {
    let mut flagged = 0;
    for model in built_in() {
        let Some(axiomatic) = model.axiomatic() else {
            continue;
        };
        assert_eq!(axiomatic.laps, Laps::None, "{}", model.name);
        let flags = axiomatic.definition.axioms.iter().any(|axiom| axiom.flag);
        let one = if flags { Laps::One } else { Laps::None };
        assert_eq!(axiomatic.flagged_laps, one, "{}", model.name);
        flagged += usize::from(flags);
    }
    assert!(flagged > 2);
}
