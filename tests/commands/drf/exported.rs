//! Programs as litmus tests: no model finds a race or a wrong load, and every mistake of a generator is seen.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use gpu_litmus::Model;
use gpu_litmus::drf::config::Mode;
use gpu_litmus::drf::export::{Fault, litmus, program};
use gpu_litmus::engine::check;
use gpu_litmus::program::load;
use gpu_litmus::verdict::outcome::Verdict;
use gpu_litmus::verdict::query::Options;

use crate::cli::support::{Folder, run};

const MODELS: [&str; 4] = ["hrf-direct", "hrf-indirect", "hrf-relaxed", "hrf-rsp"];

/// A program of the generator, with a mistake.
fn test(seed: u64, mode: Mode, fault: Option<Fault>) -> String {
    let (config, episodes) = program(mode, seed);
    litmus(&config, &episodes, "drf", fault).unwrap()
}

fn verdict(text: &str, model: &str) -> Verdict {
    let program = load("drf", text).unwrap_or_else(|report| unreachable!("{report}\n{text}"));
    let options = Options {
        reason: false,
        quantity: false,
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
            let model = MODELS[usize::try_from(seed % 4).unwrap()];
            assert_eq!(
                verdict(&text, model),
                Verdict::Unreachable,
                "{model}\n{text}"
            );
            guarded += u64::from(text.contains("LEND"));
        }
    }
    // Without anything that depends on anything there would be nothing to prove.
    assert!(guarded * 2 > seeds.end - seeds.start, "{guarded}");
}

#[test]
fn no_race_and_no_wrong_load() {
    right(0..2);
}

/// Each mistake makes some programs racy.
#[test]
fn mistakes_of_a_generator_are_seen() {
    for fault in [Fault::Dependencies, Fault::Locks, Fault::Scope] {
        let racy = (0..40).find(|seed| {
            let text = test(*seed, Mode::Device, Some(fault));
            verdict(&text, "hrf-indirect") == Verdict::Racy
        });
        assert!(racy.is_some(), "{fault:?}");
    }
}

#[test]
fn written_tests_hold() {
    let folder = Folder::of(&[]);
    let out = folder.path("out");
    let said = run(&["drf", "export", &out, "--count", "1", "--mode", "block"]);
    assert!(
        said.code == 0 && said.out.starts_with("1 test in "),
        "{}",
        said.err
    );
    let judged = run(&[
        "check",
        &out,
        "-m",
        "hrf-indirect",
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

mod long {
    #[test]
    #[ignore = "takes minutes"]
    fn no_race_and_no_wrong_load_in_many() {
        super::right(100..1100);
    }
}
