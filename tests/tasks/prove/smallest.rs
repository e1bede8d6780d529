//! Smallest executions are as small as the smallest that there are.

use gpu_litmus::engine::check;
use gpu_litmus::execution::distance::{accesses, nearest};
use gpu_litmus::syntax::ast::Quantifier;
use gpu_litmus::verdict::outcome::{Outcome, Verdict};
use gpu_litmus::verdict::query::Options;
use gpu_litmus::{Model, Program, Report};

use super::enumerate::least;
use super::support::{model, options, program, seeds, text};

const LIMIT: usize = 400_000;

/// The answer, with a smallest execution.
fn shown(program: &Program, model: &Model) -> Result<Outcome, Report> {
    let options = Options {
        smallest: true,
        ..options()
    };
    check(program, model, &options)
}

#[test]
fn no_execution_is_smaller() {
    let (mut compared, mut relaxed, mut torn) = (0, 0, 0);
    for seed in seeds(60) {
        for name in ["sc", "plain", "strict", "tso", "ptx-6.0"] {
            let text = text(seed, name);
            let program = program(&text);
            let outcome = shown(&program, &model(name)).unwrap();
            let Some(execution) = outcome.execution() else {
                assert!(outcome.smallest.is_none());
                continue;
            };
            let at = format!("seed {seed}, {name}\n{text}");
            let found = outcome.smallest.as_ref().expect(&at);
            assert!(found.proven, "{at}");
            let unrolled = outcome.unrolled.as_deref().unwrap();
            // Counted again on the execution itself.
            assert_eq!(accesses(unrolled, execution), found.accesses, "{at}");
            assert_eq!(found.reversed.len() + found.torn.len(), found.relaxations);
            if let Some(again) = nearest(&program, unrolled, execution, LIMIT) {
                assert_eq!(again.len(), found.relaxations, "{at}");
            }
            if name == "sc" {
                assert_eq!(found.relaxations, 0, "{at}");
            }
            let opposite = program.quantifier == Quantifier::Forall && outcome.holds == Some(false);
            let Some(least) = least(&program, name, !opposite) else {
                continue;
            };
            let size = (found.accesses, found.relaxations);
            if name.starts_with("ptx") {
                // The enumerator looks at one coherence order of several with the same end.
                assert!(size <= least, "{size:?} is not {least:?}: {at}");
            } else {
                assert_eq!(size, least, "{at}");
            }
            compared += 1;
            relaxed += usize::from(found.relaxations > 0);
            torn += found.torn.len();
        }
    }
    println!("{compared} compared, {relaxed} with relaxations, {torn} torn atomics");
    assert!(compared >= 40 && relaxed >= 8, "{compared}, {relaxed}");
}

const SB: &str = "PTX SB\n{ x = 0; y = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
                  st.weak x, 1 | st.weak y, 1 ;\nst.weak z, 1 | ld.weak r1, x ;\n\
                  ld.weak r0, y | ;\nexists (P0:r0 == 0 /\\ P1:r1 == 0)";

#[test]
fn a_reordering_is_named() {
    let program = program(SB);
    let outcome = shown(&program, &model("tso")).unwrap();
    let found = outcome.smallest.unwrap();
    assert_eq!((found.accesses, found.relaxations), (5, 1));
    // P1's pair alone; P0 would have to move its load before two stores.
    let unrolled = outcome.unrolled.unwrap();
    let [(earlier, later)] = found.reversed[..] else {
        unreachable!()
    };
    let span = |event: gpu_litmus::program::symbolic::EventId| unrolled.events[event.0].span;
    let words = [earlier, later].map(|event| program.source.slice(span(event)).trim().to_owned());
    assert_eq!(words, ["st.weak y, 1", "ld.weak r1, x"]);
}

/// A store of another thread comes between the two parts of a weak atomic.
const TORN: &str = "PTX Torn\n{ x = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
                    atom.relaxed.cta.add r0, x, 10 | st.relaxed.cta x, 1 ;\n\
                    exists (P0:r0 == 0 /\\ x == 10)";

#[test]
fn a_torn_atomic_is_a_relaxation() {
    let outcome = shown(&program(TORN), &model("ptx-6.0")).unwrap();
    assert_eq!(outcome.verdict(), Verdict::Reachable);
    let found = outcome.smallest.unwrap();
    // The store may also come first and be overwritten unread.
    assert_eq!(
        (found.accesses, found.relaxations, found.torn.len()),
        (2, 1, 1)
    );
    let whole = TORN.replace("cta 1", "cta 0");
    let outcome = shown(&program(&whole), &model("ptx-6.0")).unwrap();
    assert_eq!(outcome.verdict(), Verdict::Unreachable);
}

/// Fewer accesses come before fewer relaxations.
const CHOICE: &str = "PTX Choice\n{ x = 0; y = 0; z = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
                      st.weak x, 1 | st.weak y, 1 ;\nld.weak r0, y | ld.weak r0, x ;\n\
                      beq r0, 0, END | ;\nst.weak z, 1 | ;\nst.weak z, 2 | ;\nEND: | ;\n\
                      exists (P1:r0 == 0 \\/ z == 2)";

#[test]
fn accesses_come_first() {
    let outcome = shown(&program(CHOICE), &model("tso")).unwrap();
    let found = outcome.smallest.unwrap();
    assert!(found.proven);
    assert_eq!((found.accesses, found.relaxations), (4, 1));
    let filtered = CHOICE.replace("exists", "filter (P0:r0 == 1)\nexists");
    let outcome = shown(&program(&filtered), &model("tso")).unwrap();
    let found = outcome.smallest.unwrap();
    assert_eq!((found.accesses, found.relaxations), (6, 0));
}

const RACE: &str = "PTX Race\n{ x = 0; y = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
                    st.weak x, 1 | ld.relaxed.gpu r0, y ;\n| beq r0, 0, END ;\n\
                    | ld.weak r1, x ;\n| END: ;\nst.relaxed.gpu y, 1 | ;\nexists (P1:r1 == 0)";

#[test]
fn a_smallest_race_is_still_a_race() {
    let outcome = shown(&program(RACE), &model("hrf-relaxed")).unwrap();
    assert_eq!(outcome.verdict(), Verdict::Racy);
    assert!(outcome.race().is_some());
    let found = outcome.smallest.unwrap();
    assert!(found.proven);
    assert_eq!((found.accesses, found.relaxations), (4, 0));
}

#[test]
fn what_cannot_be_shown_has_no_size() {
    let outcome = shown(&program(SB), &model("sc")).unwrap();
    assert_eq!(outcome.verdict(), Verdict::Unreachable);
    assert!(outcome.smallest.is_none() && outcome.reason.is_some());
}
