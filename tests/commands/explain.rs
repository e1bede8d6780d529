//! The renderers on answers made by hand, for what small tests do not show.

use std::collections::BTreeMap;
use std::time::Duration;

use gpu_litmus::render::layout::Layout;
use gpu_litmus::render::{herd, matrix, text};
use gpu_litmus::view::answer::{Answer, Quantity, Solver, Verdict};
use gpu_litmus::view::names::Site;
use gpu_litmus::view::reason::{Part, PartKind, Reason};
use gpu_litmus::view::witness::{Coherence, Witness};

fn answer(verdict: Verdict) -> Answer {
    Answer {
        file: "t.litmus".to_owned(),
        test: "T".to_owned(),
        model: "m".to_owned(),
        quantifier: "forall",
        statement: "forall (x == 1)".to_owned(),
        verdict,
        quantity: None,
        holds: None,
        witness: None,
        smallest: None,
        reason: None,
        race_freedom: None,
        story: None,
        endless: None,
        termination: None,
        states: None,
        unsupported: None,
        expected: None,
        failures: Vec::new(),
        notes: Vec::new(),
        open: Vec::new(),
        race: None,
        flagged_race: None,
        other_race: None,
        raised: std::collections::BTreeMap::new(),
        flags: Vec::new(),
        took: Duration::from_millis(20),
        solver: Solver {
            name: "z3",
            version: "0".to_owned(),
            confirmed: None,
        },
    }
}

fn condition(text: &str) -> Part {
    Part {
        says: None,
        kind: PartKind::Condition,
        name: None,
        file: "t.litmus".to_owned(),
        site: Site {
            line: 3,
            column: 9,
            text: text.to_owned(),
        },
        thread: None,
        negated: true,
        dependency: None,
        from: None,
        to: None,
    }
}

#[test]
fn an_unknown_verdict_says_why_and_what_to_do() {
    let open = Answer {
        notes: vec!["time ran out".to_owned()],
        ..answer(Verdict::Unknown)
    };
    let shown = text::render(&open, Layout::default());
    assert_eq!(
        shown,
        "T under m: unknown\n  t.litmus: forall (x == 1)\n  note       time ran out\n  \
         help       raise what was reached: --timeout, --memory or --bound\n"
    );
    assert!(herd::render(&open).contains("\nUnknown\n"));
    assert!(herd::render(&open).contains("Observation T Unknown"));
}

#[test]
fn a_counterexample_with_partial_coherence_and_flags() {
    let pairs = [("init:x", "a"), ("init:x", "b")];
    let pairs = pairs.map(|(from, to)| (from.to_owned(), to.to_owned()));
    let failing = Answer {
        quantity: Some(Quantity::Sometimes),
        holds: Some(false),
        flags: vec!["undefined".to_owned()],
        witness: Some(Witness {
            counterexample: true,
            endless: false,
            events: Vec::new(),
            rf: Vec::new(),
            sync: Vec::new(),
            co: vec![Coherence {
                location: "x".to_owned(),
                order: ["init:x", "a", "b"].map(str::to_owned).to_vec(),
                partial: Some(pairs.to_vec()),
            }],
            end: BTreeMap::from([("x".to_owned(), 2)]),
            steps: Vec::new(),
            asked: vec![("x".to_owned(), "2".to_owned())],
        }),
        ..answer(Verdict::Reachable)
    };
    let shown = text::render(&failing, Layout::default());
    assert!(shown.contains("Counterexample"), "{shown}");
    assert!(shown.contains("x: init < a, init < b"), "{shown}");
    assert!(shown.contains("flags      undefined"), "{shown}");
    assert!(herd::render(&failing).contains("Test T Required\nModel m\nState x=2;\nNo\n"));
    let json = serde_json::to_value(&failing).unwrap_or_default();
    assert_eq!(json["witness"]["co_pairs"]["x"][1][1], "b");
    assert_eq!(json["witness"]["counterexample"], true);
}

#[test]
fn a_reason_says_what_it_is_worth() {
    let mut holding = Answer {
        quantity: Some(Quantity::Always),
        holds: Some(true),
        reason: Some(Reason {
            minimal: true,
            of_opposite: true,
            items: vec![condition("x == 1")],
        }),
        ..answer(Verdict::Reachable)
    };
    let shown = text::render(&holding, Layout::default());
    assert!(shown.contains("condition  not (x == 1)  3:9"), "{shown}");
    assert!(shown.contains("it can be violated"), "{shown}");
    if let Some(reason) = &mut holding.reason {
        reason.minimal = false;
    }
    let shown = text::render(&holding, Layout::default());
    assert!(shown.contains("time ran out"), "{shown}");
}

#[test]
fn lines_keep_to_the_width() {
    let long = Answer {
        notes: vec!["many words ".repeat(40)],
        statement: "forall (x == 1 /\\ y == 2) ".repeat(10),
        ..answer(Verdict::Unknown)
    };
    for width in [40, 80, 100] {
        let layout = Layout {
            width,
            ..Layout::default()
        };
        let shown = text::render(&long, layout);
        let longest = shown.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(usize::from(width)), "{shown}");
    }
}

#[test]
fn a_summary_counts_and_marks() {
    let failed = Answer {
        failures: vec!["line 1 expects reachable".to_owned()],
        quantifier: "exists",
        ..answer(Verdict::Unreachable)
    };
    let other = Answer {
        model: "n".to_owned(),
        quantifier: "exists",
        ..answer(Verdict::Reachable)
    };
    let shown = matrix::render(&[failed, other], Layout::default());
    assert!(shown.contains("m      unreachable (!)  FAILED"), "{shown}");
    let tally = "2 answers: 1 reachable, 1 unreachable; 1 not as expected (!).";
    assert!(shown.contains(tally), "{shown}");
}
