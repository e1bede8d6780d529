//! The machines of the explorer as devices: no alarm on the true ones, and exactly those bends are noticed that can be.
#![expect(clippy::panic, reason = "a test that cannot run should fail")]

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use gpu_litmus::drf::cache::Sizes;
use gpu_litmus::drf::config::{Config, Mode, Threads};
use gpu_litmus::drf::exec::Command;
use gpu_litmus::drf::finding::End;
use gpu_litmus::drf::log::judge;
use gpu_litmus::drf::subject::Subject;
use gpu_litmus::drf::tester::Limits;
use gpu_litmus::drf::trial::Trial;
use gpu_litmus::drf::ugpu::Flaw;
use gpu_litmus::ugpu::machine::Model;

/// Some runs, small ones: with many threads or variables nothing stays unshared for long.
fn trials(model: Model, flaw: Option<Flaw>, seeds: std::ops::Range<u64>) -> Vec<Trial> {
    let mut all = Vec::new();
    for seed in seeds {
        for mode in Mode::ALL {
            for (actions, hold) in [(4, 0), (12, 100)] {
                all.push(Trial {
                    config: Config {
                        threads: Threads {
                            units: 2,
                            wavefronts: 1,
                            lanes: 2,
                        },
                        // In `chain` mode two for all, and one for each block.
                        locks: if mode == Mode::Chain { 4 } else { 2 },
                        variables: 6,
                        actions,
                        episodes: 600 / actions,
                        mode,
                        seed,
                        ..Config::DEFAULT
                    },
                    sizes: Sizes::Small,
                    subject: Subject::Ugpu(model, flaw),
                    hold,
                });
            }
        }
    }
    all.retain(|trial| trial.subject.fits(&trial.config).is_ok());
    all
}

/// Accesses until something is found, over some runs.
fn found(model: Model, flaw: Option<Flaw>, seeds: std::ops::Range<u64>) -> Option<(u64, String)> {
    let mut accesses = 0;
    for trial in trials(model, flaw, seeds) {
        let outcome = trial.run(&Limits::default(), false);
        accesses += outcome.accesses;
        match outcome.end {
            End::Consistent => {}
            End::Inconsistent(found) => return Some((accesses, found.kind().to_owned())),
            other => panic!("{trial:?}: {other:?}"),
        }
    }
    None
}

/// Runs notice exactly what `drf bugs` says that they do; those that are not bent raise no alarm.
#[test]
fn exactly_these_bends_are_noticed() {
    for model in Model::ALL {
        assert_eq!(found(model, None, 1..3), None, "{}", model.name());
        let mut noticed = BTreeSet::new();
        for flaw in Flaw::ALL {
            let name = flaw.name();
            let seeds = if flaw.seen().on(model) { 1..40 } else { 1..2 };
            if found(model, Some(flaw), seeds).is_some() {
                noticed.insert(name);
            }
        }
        let said = Flaw::ALL.iter().filter(|flaw| flaw.seen().on(model));
        let said: BTreeSet<&str> = said.map(|flaw| flaw.name()).collect();
        assert_eq!(noticed, said, "{}", model.name());
        let count = if model == Model::Strong { 7 } else { 11 };
        assert_eq!(noticed.len(), count, "{}", model.name());
    }
}

/// Why `chain` is refused for two of the machines: without a bug they fail.
#[test]
fn fences_that_are_not_cumulative_fail_in_chains() {
    for model in [Model::Weak, Model::Coherent] {
        let subject = Subject::Ugpu(model, None);
        let strong = trials(Model::Strong, None, 1..9);
        let chains = strong
            .into_iter()
            .filter(|one| one.config.mode == Mode::Chain);
        let fails = chains.map(|one| Trial {
            subject: subject.clone(),
            ..one
        });
        let fails = fails
            .filter(|trial| {
                assert!(trial.subject.fits(&trial.config).is_err());
                let end = trial.run(&Limits::default(), false).end;
                matches!(end, End::Inconsistent(_))
            })
            .count();
        assert!(fails > 0, "{}", model.name());
    }
}

/// Each run as a log says the same to what knows nothing of the tester.
#[test]
fn runs_are_judged_as_the_tester_does() {
    for model in Model::ALL {
        let flaws = Flaw::ALL.into_iter().filter(|flaw| flaw.seen().on(model));
        for flaw in [None].into_iter().chain(flaws.map(Some)) {
            for trial in trials(model, flaw, 1..2) {
                let outcome = trial.run(&Limits::default(), true);
                let judged = judge(&trial.config, &outcome);
                assert!(!judged.disagrees(), "{trial:?}: {judged:?}");
            }
        }
    }
}

/// The same of another process, which says that it keeps order.
#[test]
fn served_it_makes_the_same_run() {
    let here = &trials(Model::Weak, Flaw::from_name("borrow-shared"), 1..2)[0];
    let line = format!(
        "{} drf serve --device ugpu-weak --bug borrow-shared --units 2 --lanes 2 --locks 2 \
         --variables 6 --hold 0",
        assert_cmd::cargo::cargo_bin("gpu-litmus").display()
    );
    let there = Trial {
        subject: Subject::Exec(Arc::new(Command {
            line,
            patience: Duration::from_secs(60),
        })),
        ..here.clone()
    };
    let limits = Limits::default();
    let (one, other) = (here.run(&limits, true), there.run(&limits, true));
    assert_eq!((one.end, one.record), (other.end, other.record));
}

mod long {
    use super::*;

    #[test]
    #[ignore = "takes minutes"]
    fn many_runs_notice_no_other_bend() {
        for model in Model::ALL {
            let quiet = Flaw::ALL.into_iter().filter(|flaw| !flaw.seen().on(model));
            for flaw in [None].into_iter().chain(quiet.map(Some)) {
                let name = flaw.map(Flaw::name);
                assert_eq!(
                    found(model, flaw, 100..150),
                    None,
                    "{} {name:?}",
                    model.name()
                );
            }
        }
    }
}
