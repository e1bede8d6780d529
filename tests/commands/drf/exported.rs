//! Programs as litmus tests: no model finds a race or a wrong load, and every mistake of a generator is seen.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use gpu_litmus::Model;
use gpu_litmus::drf::config::Mode;
use gpu_litmus::drf::export::{Atomics, Fault, litmus, program};
use gpu_litmus::drf::script::Script;
use gpu_litmus::drf::ugpu::Flaw;
use gpu_litmus::engine::check;
use gpu_litmus::program::{Program, load};
use gpu_litmus::ugpu::machine::{self, Bends, Limits, Model as Machine};
use gpu_litmus::verdict::outcome::Verdict;
use gpu_litmus::verdict::query::Options;

use crate::cli::support::{Folder, run};

/// A program of the generator, with a mistake.
fn test(seed: u64, mode: Mode, fault: Option<Fault>) -> String {
    let (config, episodes) = program(mode, seed);
    litmus(&config, &episodes, "drf", fault, Atomics::Ordered).unwrap()
}

fn verdict(text: &str, model: &str) -> Verdict {
    let program = load("drf", text).unwrap_or_else(|report| unreachable!("{report}\n{text}"));
    let options = Options {
        reason: false,
        quantity: false,
        // Some of a hundred take half a minute, more beside others.
        timeout: None,
        ..Options::default()
    };
    let outcome = check(&program, &Model::find(model).unwrap(), &options).unwrap();
    outcome.verdict()
}

fn right(seeds: std::ops::Range<u64>) {
    let mut guarded = 0;
    for seed in seeds.clone() {
        for mode in Mode::ALL {
            let text = test(seed, mode, None);
            let models = Atomics::Ordered.models(mode);
            let model = models[usize::try_from(seed).unwrap() % models.len()];
            assert_eq!(
                verdict(&text, model),
                Verdict::Unreachable,
                "{model}\n{text}"
            );
            guarded += u64::from(text.contains("LEND"));
        }
    }
    // Without anything that depends on anything there would be nothing to prove.
    assert!(guarded > seeds.end - seeds.start, "{guarded}");
}

#[test]
fn no_race_and_no_wrong_load() {
    right(0..2);
}

/// Each mistake makes some programs racy.
#[test]
fn mistakes_of_a_generator_are_seen() {
    for (mode, fault, model) in [
        (Mode::Device, Some(Fault::Dependencies), "hrf-indirect"),
        (Mode::Device, Some(Fault::Locks), "hrf-indirect"),
        (Mode::Device, Some(Fault::Scope), "hrf-indirect"),
        (Mode::Chain, Some(Fault::Dependencies), "hrf-indirect"),
        (Mode::Chain, Some(Fault::Locks), "hrf-indirect"),
        (Mode::Chain, Some(Fault::Scope), "hrf-indirect"),
        // Right programs, for a model that wants one scope.
        (Mode::Chain, None, "hrf-direct"),
        (Mode::Remote, Some(Fault::Dependencies), "hrf-rsp"),
        (Mode::Remote, Some(Fault::Locks), "hrf-rsp"),
        (Mode::Remote, Some(Fault::Scope), "hrf-rsp"),
        (Mode::Remote, Some(Fault::Halves), "hrf-rsp"),
    ] {
        let racy = (0..40).find(|seed| {
            let text = test(*seed, mode, fault);
            verdict(&text, model) == Verdict::Racy
        });
        assert!(racy.is_some(), "{} {fault:?}", mode.name());
    }
}

/// A small program for the machines of the explorer, which try all: an episode that needs one of another thread, the two alone.
/// None if there is none.
fn fenced(seed: u64, mode: Mode) -> Option<Program> {
    let (config, episodes) = program(mode, seed);
    let script = Script::new(&config, episodes.clone());
    let mut pairs = (0..episodes.len()).flat_map(|late| {
        let needs = script.after[late].iter();
        needs.map(move |early| (usize::try_from(*early).unwrap(), late))
    });
    let (early, late) =
        pairs.find(|(early, late)| episodes[*early].thread != episodes[*late].thread)?;
    let two = [episodes[early].clone(), episodes[late].clone()];
    let text = litmus(&config, &two, "drf", None, Atomics::Fenced).unwrap();
    Some(load("drf", &text).unwrap_or_else(|report| unreachable!("{report}\n{text}")))
}

/// Whether a machine reads a wrong value; none if that takes too long to find out.
fn wrong(program: &Program, model: Machine, bends: Bends) -> Option<bool> {
    let limits = Limits {
        states: 20_000,
        ..Limits::default()
    };
    match machine::check(program, model, &limits, 0, bends)
        .unwrap()
        .verdict
    {
        machine::Verdict::Reachable => Some(true),
        machine::Verdict::Unreachable => Some(false),
        machine::Verdict::Unknown => None,
        other @ (machine::Verdict::Racy | machine::Verdict::Unsupported) => {
            unreachable!("{other:?}")
        }
    }
}

/// With fences, too; and a load that overtakes fences is seen, which no run of the tester can.
#[test]
fn fences_are_seen_to_be_needed() {
    let bend = Flaw::from_name("loads-overtake-fences").unwrap().bend();
    for model in Machine::ALL {
        let mut seen = None;
        let mut right = 0;
        for seed in 0..40 {
            let Some(program) = fenced(seed, Mode::Device) else {
                continue;
            };
            let truth = wrong(&program, model, Bends::NONE);
            assert_ne!(truth, Some(true), "{} {seed}", model.name());
            right += u32::from(truth == Some(false));
            let bent = wrong(&program, model, Bends::NONE.with(bend));
            if bent == Some(true) && right > 2 {
                seen = Some(seed);
                break;
            }
        }
        assert!(seen.is_some() && right > 2, "{} {right}", model.name());
    }
}

#[test]
fn written_tests_hold() {
    for (options, model) in [
        (&["--mode", "block"][..], "hrf-indirect"),
        (&["--fences"][..], "ptx-7.5"),
    ] {
        let folder = Folder::of(&[]);
        let out = folder.path("out");
        let said = run(&[&["drf", "export", &out, "--count", "1"], options].concat());
        assert!(
            said.code == 0 && said.out.starts_with("1 test in "),
            "{}",
            said.err
        );
        let judged = run(&[
            "check",
            &out,
            "-m",
            model,
            "-q",
            "--no-reason",
            "--no-quantity",
        ]);
        assert_eq!(judged.code, 0, "{}{}", judged.out, judged.err);
        assert_eq!(
            judged.out.matches("as expected").count(),
            1,
            "{}",
            judged.out
        );
    }
}

mod long {
    use std::ops::Range;

    use rstest::rstest;

    #[rstest]
    #[ignore = "takes minutes; `make exports` runs it"]
    fn no_race_and_no_wrong_load_in_a_hundred(
        #[values(0..25, 25..50, 50..75, 75..100)] seeds: Range<u64>,
    ) {
        super::right(seeds);
    }

    #[rstest]
    #[ignore = "takes minutes"]
    fn no_race_and_no_wrong_load_in_many(
        #[values(100..350, 350..600, 600..850, 850..1100)] seeds: Range<u64>,
    ) {
        super::right(seeds);
    }
}
