//! Limits: a question that has no time left is open in every stage, and ends there; a verdict that is
//! known is not lost because its reason takes long.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use gpu_litmus::axiomatic::encoding::Encoding;
use gpu_litmus::engine::check;
use gpu_litmus::explicit;
use gpu_litmus::model::registry::{Kind, built_in};
use gpu_litmus::program::ThreadId;
use gpu_litmus::program::flow::laps;
use gpu_litmus::program::unroll::{INSTRUCTIONS, unroll};
use gpu_litmus::stop::{Open, Stop};
use gpu_litmus::ugpu::encode;
use gpu_litmus::ugpu::machine as ugpu;
use gpu_litmus::verdict::outcome::Verdict;
use gpu_litmus::verdict::query::Options;
use gpu_litmus::{Model, Program, load};
use rstest::rstest;

/// Threads that store to and load from one location in turn: as many pairs as there can be.
fn crowd(threads: usize, length: usize) -> Program {
    let mut text = String::from("PTX crowd\n{}\n");
    let columns: Vec<Vec<String>> = (0..threads)
        .map(|thread| {
            let place = format!("P{thread}@cta {thread},gpu 0");
            let rows = (0..length).map(|row| match (row + thread) % 2 {
                0 => format!("st.weak x, {}", thread * length + row + 1),
                _ => format!("ld.weak r{row}, x"),
            });
            std::iter::once(place).chain(rows).collect()
        })
        .collect();
    for row in 0..=length {
        let cells: Vec<&str> = columns.iter().map(|column| column[row].as_str()).collect();
        text.push_str(&cells.join(" | "));
        text.push_str(" ;\n");
    }
    text.push_str("exists (P0:r1 == 1 /\\ x == 3)");
    load("crowd", &text).unwrap()
}

/// What a formula has when its time is over before it begins is next to nothing.
const LITTLE: usize = 10_000;

/// Who listens hears a verdict before its reason is sought, once; nothing where none is sought.
#[test]
fn a_verdict_is_told_before_its_reason() {
    use gpu_litmus::verdict::query::{Early, Options, Tell};
    use std::sync::{Arc, Mutex};
    let fenced = include_str!("../../examples/mp-fenced.litmus");
    let racy = include_str!("../../examples/mp.litmus");
    for (test, name, reason, times) in [
        (fenced, "sc", true, 1),
        (fenced, "ugpu-weak", true, 1),
        (fenced, "sc", false, 0),
        (fenced, "plain", true, 0),
        (racy, "hrf-relaxed", true, 1),
        (racy, "hrf-relaxed", false, 0),
    ] {
        let program = gpu_litmus::load("test.litmus", test).unwrap();
        let heard: Arc<Mutex<Vec<Early>>> = Arc::default();
        let listener = heard.clone();
        let options = Options {
            reason,
            tell: Some(Tell::new(move |early| listener.lock().unwrap().push(early))),
            ..Options::default()
        };
        let model = gpu_litmus::Model::find(name).unwrap();
        let outcome = gpu_litmus::check(&program, &model, &options).unwrap();
        let heard = heard.lock().unwrap();
        assert_eq!(heard.len(), times, "{name}");
        for early in heard.iter() {
            assert_eq!(early.verdict, outcome.verdict(), "{name}");
            assert_eq!(
                (early.quantity, early.holds),
                (outcome.quantity, outcome.holds),
                "{name}"
            );
        }
    }
}

#[test]
fn a_formula_stops_growing_when_the_time_is_over() {
    let program = crowd(2, 200);
    let over = Stop::after(Duration::ZERO);
    for model in built_in() {
        let (size, open) = match &model.kind {
            Kind::Axiomatic(axioms) => {
                let unrolled = unroll(&program, 2).unwrap();
                let formula = Encoding::new(&program, &unrolled, axioms, &over)
                    .frame
                    .circuit;
                (formula.len(), formula.open())
            }
            Kind::Operational(machine) => {
                let outcome = encode::check::check(
                    &program,
                    *machine,
                    &Options {
                        stop: over.clone(),
                        ..Options::default()
                    },
                )
                .unwrap();
                assert_eq!(outcome.verdict, Verdict::Unknown, "{}", model.name);
                continue;
            }
        };
        assert_eq!(open, Some(Open::Time), "{}", model.name);
        assert!(size < LITTLE, "{}: {size} nodes", model.name);
    }
}

/// Too long to be unrolled, which takes time to find out: nobody looks who has none.
#[test]
fn no_thread_is_unrolled_when_the_time_is_over() {
    let program = crowd(1, INSTRUCTIONS + 1);
    for name in ["sc", "hrf-rsp", "ptx-7.5", "ugpu-weak", "ugpu-strong"] {
        let model = Model::find(name).unwrap();
        let ask = |stop: Stop| {
            let options = Options {
                stop,
                ..Options::default()
            };
            check(&program, &model, &options)
        };
        let report = ask(Stop::never()).unwrap_err();
        assert!(report.to_string().contains("1001 instructions"), "{report}");
        let outcome = ask(interrupted()).unwrap();
        assert_eq!(outcome.verdict(), Verdict::Unknown, "{name}");
        let why: Vec<&Open> = outcome.open().map(|remark| &remark.why).collect();
        assert_eq!(why, [&Open::Interrupted], "{name}");
    }
}

/// Each of many jumps back makes a lap, to be compared with all others.
#[test]
fn no_loop_is_looked_for_when_the_time_is_over() {
    let thread = ThreadId(0);
    let program = load("loop", LOOP).unwrap();
    assert_eq!(laps(&program, thread, &Stop::never()).unwrap().len(), 1);
    assert_eq!(
        laps(&program, thread, &interrupted()),
        Err(Open::Interrupted)
    );
    for model in ugpu::Model::ALL {
        let limits = ugpu::Limits {
            stop: Stop::after(Duration::ZERO),
            ..ugpu::Limits::default()
        };
        let answer = ugpu::check(&program, model, &limits, 2, ugpu::Bends::NONE).unwrap();
        assert_eq!(answer.verdict, Verdict::Unknown, "{}", model.name());
    }
    for model in explicit::Model::ALL {
        let limits = explicit::Limits {
            stop: Stop::after(Duration::ZERO),
            ..explicit::Limits::default()
        };
        let all = explicit::Switches::ALL;
        let answer = explicit::check(&program, model, &limits, 2, &all).unwrap();
        assert_eq!(answer.verdict, Verdict::Unknown, "{}", model.name());
    }
}

const LOOP: &str =
    "PTX loop {} P0@cta 0,gpu 0 ; L: ; ld.weak r0, x ; bne r0, 1, L ; exists (x == 0)";

#[rstest]
#[case::time(Stop::after(Duration::ZERO), "the time limit was reached")]
#[case::interrupted(interrupted(), "it was interrupted")]
fn no_time_is_no_verdict(#[case] stop: Stop, #[case] why: &str) {
    let program = crowd(2, 6);
    for model in built_in() {
        let options = Options {
            stop: stop.clone(),
            ..Options::default()
        };
        let outcome = check(&program, model, &options).unwrap();
        assert_eq!(outcome.verdict(), Verdict::Unknown, "{}", model.name);
        assert_eq!(outcome.quantity, None, "{}", model.name);
        assert_eq!(outcome.holds, None, "{}", model.name);
        assert!(
            outcome.notes().iter().any(|note| note.ends_with(why)),
            "{}: {:?}",
            model.name,
            outcome.notes()
        );
    }
}

fn interrupted() -> Stop {
    let flag = Arc::new(AtomicBool::new(false));
    let stop = Stop::never().and_when(flag.clone());
    assert_eq!(stop.check(), Ok(()));
    flag.store(true, Ordering::Relaxed);
    stop
}

#[rstest]
fn a_verdict_does_not_wait_for_its_reason(
    #[values("sc", "tso", "ptx-7.5", "ugpu-weak", "hrf-rsp")] name: &str,
) {
    let text = "PTX corr\n{}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n\
                atom.acq_rel.cta.exch r0, x, 1 | atom.acq_rel.cta.exch r0, x, 2 ;\n\
                exists (P0:r0 == 2 /\\ P1:r0 == 1)";
    let text = text.replace(
        ".acq_rel",
        if name.starts_with("ugpu") {
            ""
        } else {
            ".acq_rel"
        },
    );
    let program = load("corr", &text).unwrap();
    let model = Model::find(name).unwrap();
    let ask = |reason_time| {
        let options = Options {
            reason_time,
            ..Options::default()
        };
        check(&program, &model, &options).unwrap()
    };
    let whole = ask(None);
    assert_eq!(whole.verdict(), Verdict::Unreachable);
    assert!(whole.reason.is_some_and(|reason| reason.minimal));
    let hurried = ask(Some(Duration::ZERO));
    assert_eq!(hurried.verdict(), Verdict::Unreachable);
    assert_eq!(hurried.quantity, whole.quantity);
    assert!(hurried.reason.as_ref().is_none_or(|reason| !reason.minimal));
    assert!(
        hurried.notes().iter().any(|note| note.contains("time")),
        "{:?}",
        hurried.notes()
    );
}
