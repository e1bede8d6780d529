//! Counters that grow: what is asked of them has a known answer, and takes no search.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot run should fail"
)]

use std::time::Duration;

use gpu_litmus::testing::tickets::{Question, counter, exchanges, last_block, last_thread, reset};
use gpu_litmus::verdict::outcome::{Outcome, Quantity};
use gpu_litmus::verdict::query::Options;
use gpu_litmus::{Model, check, load};

/// A model, and an order of atomics under which counters have no race.
const MODELS: [(&str, &str); 5] = [
    ("sc", "relaxed.gpu"),
    ("ptx-6.0", "relaxed.gpu"),
    ("ptx-7.5", "relaxed.gpu"),
    ("hrf-rsp", "acq_rel.gpu"),
    ("ugpu-weak", "relaxed.gpu"),
];

fn answer(text: &str, model: &str, reason: bool) -> Outcome {
    let program = load("counter", text).unwrap_or_else(|report| panic!("{report}\n{text}"));
    let options = Options {
        // Without the clauses that help to count, most of these take minutes.
        timeout: Some(Duration::from_secs(60)),
        // On a busy machine, and unoptimised, the usual two seconds are few.
        reason_time: Some(Duration::from_secs(60)),
        reason,
        ..Options::default()
    };
    check(&program, &Model::find(model).unwrap(), &options).unwrap()
}

fn expected(question: Question) -> Quantity {
    match question {
        Question::Total => Quantity::Always,
        Question::Less | Question::Twice | Question::NoLast => Quantity::Never,
        Question::InTurn => Quantity::Sometimes,
    }
}

#[test]
fn large_counters_are_answered() {
    for (model, order) in MODELS {
        for (threads, each) in [(6, 2), (12, 1)] {
            for question in Question::ALL {
                let text = counter(threads, each, order, question);
                let outcome = answer(&text, model, false);
                let found = (outcome.quantity, &outcome.notes());
                assert_eq!(
                    found.0,
                    Some(expected(question)),
                    "{model} {found:?}\n{text}"
                );
            }
        }
    }
}

#[test]
fn counters_that_begin_anew_are_answered() {
    for (model, order) in MODELS {
        for (threads, each) in [(3, 2), (5, 2), (9, 1)] {
            for exchange in [true, false] {
                let text = reset(threads, each, order, exchange);
                let outcome = answer(&text, model, threads == 3);
                let found = (outcome.quantity, &outcome.notes());
                assert_eq!(found.0, Some(Quantity::Never), "{model} {found:?}\n{text}");
                let minimal = outcome.reason.is_none_or(|reason| reason.minimal);
                assert!(minimal, "{model}\n{text}");
            }
        }
    }
}

#[test]
fn counters_have_reasons() {
    for (model, order) in MODELS {
        for question in [Question::Total, Question::Less] {
            let text = counter(4, 2, order, question);
            let outcome = answer(&text, model, true);
            assert_eq!(outcome.quantity, Some(expected(question)), "{model}");
            assert!(outcome.notes().is_empty(), "{model}: {:?}", outcome.notes());
            let minimal = outcome.reason.is_some_and(|reason| reason.minimal);
            assert!(minimal, "{model}");
        }
    }
}

#[test]
fn the_last_block_and_chains_of_exchanges_are_answered() {
    for model in ["sc", "ptx-7.5", "ugpu-weak"] {
        for text in [last_block(8, true), last_block(6, false)] {
            let outcome = answer(&text, model, false);
            assert_eq!(outcome.quantity, Some(Quantity::Never), "{model}\n{text}");
        }
        let text = exchanges(10);
        let outcome = answer(&text, model, false);
        assert_eq!(outcome.quantity, Some(Quantity::Never), "{model}\n{text}");
    }
}

#[test]
fn data_behind_a_counter_is_there() {
    for (unfenced, expected) in [(None, Quantity::Never), (Some(5), Quantity::Sometimes)] {
        let text = last_thread(9, unfenced);
        let outcome = answer(&text, "ptx-7.5", false);
        assert_eq!(outcome.quantity, Some(expected), "{text}");
    }
}
