//! The enumerator on generated tests.
#![expect(clippy::expect_used, clippy::panic, reason = "a test")]

use std::collections::BTreeMap;
use std::time::Duration;

use gpu_litmus::stop::Stop;

use gpu_litmus::explicit::domains::{Hints, all_paths};
use gpu_litmus::explicit::enumerate::{Orders, Setting, Visitor};
use gpu_litmus::explicit::graph::Execution;
use gpu_litmus::explicit::limits::{Budget, Exhausted};
use gpu_litmus::explicit::paths::{End, Path};
use gpu_litmus::explicit::{Limits, Model, Switches, Verdict, check};
use gpu_litmus::program::{Program, resolve};
use gpu_litmus::syntax::parse_source;
use gpu_litmus::syntax::span::SourceFile;
use gpu_litmus::testing::{Family, family, generate};

/// A few tests in a thousand are too large to be enumerated: these are left alone soon.
fn short() -> Limits {
    Limits {
        candidates: 50_000,
        stop: Stop::after(Duration::from_secs(1)),
    }
}

fn load(name: &str, text: &str) -> Program {
    let source = SourceFile::new(name, text);
    let program = parse_source(&source).and_then(|test| resolve(&source, &test));
    program.unwrap_or_else(|report| panic!("{name}: {report}\n{text}"))
}

fn verdicts(text: &str) -> [Verdict; 4] {
    let program = load("family", text);
    Model::COHERENCE.map(|model| {
        let answer = check(&program, model, &Limits::default(), 2, &Switches::ALL);
        answer.expect("nothing is refused").verdict
    })
}

#[test]
fn generated_tests_parse_and_divide_the_models() {
    let mut counts: BTreeMap<(Model, &str), usize> = BTreeMap::new();
    let (mut divided, all) = (0, 300);
    for seed in 0..all {
        let text = generate(seed, Family::Coherence);
        let program = load(&format!("seed {seed}"), &text);
        let answers = Model::COHERENCE.map(|model| {
            let answer = check(&program, model, &short(), 2, &Switches::ALL);
            answer.expect("nothing is refused").verdict.name()
        });
        for (model, answer) in Model::COHERENCE.into_iter().zip(answers) {
            *counts.entry((model, answer)).or_default() += 1;
        }
        divided += usize::from(answers.iter().any(|answer| *answer != answers[0]));
    }
    let share = |count: usize| count * 100 / usize::try_from(all).unwrap_or(1);
    for (kind, count) in &counts {
        assert!(share(*count) <= 80, "{kind:?}: {count} of {all}");
    }
    assert!(
        share(divided) >= 15,
        "only {divided} of {all} tell models apart"
    );
}

#[test]
fn growing_families_have_known_answers() {
    use Verdict::{Reachable as Yes, Unreachable as No};
    assert_eq!(verdicts(&family::sb_ring(4)), [No, Yes, Yes, Yes]);
    assert_eq!(verdicts(&family::iriw(3)), [No, Yes, Yes, No]);
    assert_eq!(verdicts(&family::corr(4)), [No; 4]);
    assert_eq!(verdicts(&family::writers(3)), [No; 4]);
    assert_eq!(verdicts(&family::mp_chain(2)), [No, Yes, Yes, No]);
}

/// Counts the executions that end.
struct Count(usize);

impl Visitor for Count {
    fn wants(&self, end: End) -> bool {
        end == End::Done
    }

    fn visit(&mut self, _: End, _: &Execution, _: &[&Path], _: &Orders, _: Option<(usize, usize)>) {
        self.0 += 1;
    }
}

fn executions(program: &Program, model: Model, left_out: bool) -> Result<usize, Exhausted> {
    let mut budget = Budget::new(&short());
    let hints = Hints {
        coherent: left_out,
        grounded: left_out,
        halves: model.ptx().is_some(),
        idle_lap: false,
    };
    let paths = all_paths(program, 2, hints, &mut budget)?;
    let setting = Setting {
        program,
        model,
        switches: Switches::ALL,
        paths: &paths,
    };
    let mut count = Count(0);
    setting.enumerate(&mut budget, &mut count)?;
    Ok(count.0)
}

#[test]
fn what_is_left_out_early_is_no_execution() {
    let mut compared = 0;
    let coherence = (0..50).map(|seed| (seed, Family::Coherence, Model::COHERENCE));
    let hrf = (0..20).map(|seed| (seed, Family::Hrf, Model::HRF));
    for (seed, family, models) in coherence.chain(hrf) {
        let program = load("generated", &generate(seed, family));
        for model in models {
            let few = executions(&program, model, true);
            let many = executions(&program, model, false);
            if let (Ok(few), Ok(many)) = (few, many) {
                assert_eq!(few, many, "seed {seed}, {}", model.name());
                compared += 1;
            }
        }
    }
    assert!(compared > 230, "only {compared} were small enough");
}
