//! No alarm on the true device, and each bug found; the same seed, the same run.
use gpu_litmus::drf::cache::Sizes;
use gpu_litmus::drf::config::{Config, Mode};
use gpu_litmus::drf::finding::{End, Outcome};
use gpu_litmus::drf::subject::Subject;
use gpu_litmus::drf::sweep::{first, runs};
use gpu_litmus::drf::tester::Limits;
use gpu_litmus::drf::trial::Trial;
use gpu_litmus::drf::viper::Bug;

const TRIAL: Trial = Trial {
    config: Config::DEFAULT,
    sizes: Sizes::Small,
    subject: Subject::Viper(None),
    hold: 2048,
};

fn outcome(trial: &Trial) -> Outcome {
    trial.run(&Limits::default(), false)
}

#[test]
fn no_alarm_on_the_true_device() {
    for sizes in Sizes::ALL {
        for mode in Mode::ALL {
            for (lockstep, hold, locks, seed) in [(false, 2048, 10, 1), (true, 0, 40, 2)] {
                let trial = Trial {
                    config: Config {
                        mode,
                        lockstep,
                        locks,
                        seed,
                        episodes: 4,
                        ..TRIAL.config
                    },
                    sizes,
                    subject: Subject::Viper(None),
                    hold,
                };
                if trial.subject.fits(&trial.config).is_err() {
                    continue;
                }
                let outcome = outcome(&trial);
                assert_eq!(outcome.end, End::Consistent, "{trial:?}");
                assert!(outcome.accesses > 2_000, "{trial:?}");
            }
        }
    }
}

/// Whatever the patience: it is waited for while nobody asks for more. What is lost is still a deadlock.
#[test]
fn a_slow_request_is_no_deadlock() {
    let seen = |subject: Subject, mode, patience, hold| {
        let trial = Trial {
            config: Config {
                mode,
                patience,
                actions: 20,
                episodes: 10,
                ..TRIAL.config
            },
            subject,
            hold,
            ..TRIAL
        };
        outcome(&trial).end
    };
    for (device, mode) in [
        ("viper", Mode::Device),
        ("viper", Mode::Block),
        ("rsp", Mode::Remote),
        ("msi", Mode::Device),
        ("ugpu-weak", Mode::Device),
    ] {
        for (patience, hold) in [(1, 0), (1, 2048), (20_000, 16_384)] {
            let subject = Subject::find(device, None).unwrap_or(Subject::Viper(None));
            let end = seen(subject, mode, patience, hold);
            assert_eq!(end, End::Consistent, "{device} {patience} {hold}");
        }
    }
    for bug in [Bug::L1DropsAtomic, Bug::WriteAckLost] {
        let end = seen(Subject::Viper(Some(bug)), Mode::Device, 1, 2048);
        let deadlock = matches!(&end, End::Inconsistent(found) if found.kind() == "deadlock");
        assert!(deadlock, "{}: {end:?}", bug.name());
    }
}

/// What shows a bug, in how many accesses at most.
#[test]
fn each_bug_is_found() {
    for bug in Bug::ALL {
        let (sizes, actions, seed, kinds): (_, _, _, &[&str]) = match bug {
            // It takes a response that is late, and luck.
            Bug::FillSurvivesAcquire => (Sizes::Mixed, 10, 0, &["value"]),
            Bug::AcquireKeepsL1 | Bug::ReleaseDoesNotWait => (Sizes::Large, 10, 1, &["value"]),
            Bug::L2WholeLine
            | Bug::L2WriteUnderFill
            | Bug::StoreKeepsLine
            | Bug::WrongWord
            | Bug::WriteOvertakesWrite => (Sizes::Small, 100, 1, &["value"]),
            Bug::AtomicInTwoSteps => (Sizes::Small, 100, 1, &["atomic"]),
            Bug::L1DropsAtomic | Bug::WriteAckLost => (Sizes::Small, 10, 1, &["deadlock"]),
            Bug::L2DropsFill => (Sizes::Small, 100, 1, &["fault", "deadlock"]),
        };
        let trial = Trial {
            config: Config {
                actions,
                episodes: 3_000 / actions,
                patience: 100_000,
                seed,
                ..TRIAL.config
            },
            sizes,
            subject: Subject::Viper(Some(bug)),
            ..TRIAL
        };
        let outcome = outcome(&trial);
        let End::Inconsistent(found) = &outcome.end else {
            panic!("{}: {:?}", bug.name(), outcome.end);
        };
        assert!(kinds.contains(&found.kind()), "{}: {found:?}", bug.name());
    }
}

/// On every machine.
#[test]
fn the_same_seed_is_the_same_run() {
    let trial = Trial {
        subject: Subject::Viper(Some(Bug::StoreKeepsLine)),
        ..TRIAL
    };
    let (one, other) = (outcome(&trial), trial.run(&Limits::default(), true));
    assert_eq!(one.end, other.end);
    assert_eq!((one.accesses, one.steps), (366, 1692));
    let until = Limits {
        until: Some(one.accesses),
        ..Limits::default()
    };
    assert_eq!(trial.run(&until, false).end, one.end);
    let mut another = trial;
    another.config.seed = 2;
    assert_ne!(outcome(&another).end, one.end);
}

/// The last store of a wrong value, and all of its line since, are in the history.
#[test]
fn history_holds_the_store_and_the_load() {
    let trial = Trial {
        subject: Subject::Viper(Some(Bug::StoreKeepsLine)),
        ..TRIAL
    };
    let outcome = trial.run(&Limits::default(), true);
    let (history, count) = trial.history(&outcome, usize::MAX);
    assert_eq!(history.len(), count);
    let End::Inconsistent(gpu_litmus::drf::finding::Finding::Value {
        variable,
        reader,
        writer: Some(writer),
        ..
    }) = outcome.end
    else {
        panic!("{:?}", outcome.end);
    };
    for (episode, action) in [
        (reader.episode, reader.action),
        (writer.episode, writer.action),
    ] {
        let there = history
            .iter()
            .any(|one| (one.episode, one.action, one.place) == (episode, action, variable));
        assert!(there, "{episode} {action}");
    }
}

mod long {
    use super::*;
    use gpu_litmus::drf::sweep::Done;

    #[test]
    #[ignore = "takes minutes"]
    fn every_sweep_finds_every_bug() {
        for seed in 1..=2 {
            for bug in Bug::ALL {
                let base = Config {
                    seed,
                    ..Config::DEFAULT
                };
                let done: Vec<Done> = runs(&base, &Subject::Viper(Some(bug)))
                    .into_iter()
                    .map(|trial| Done {
                        outcome: outcome(&trial),
                        trial,
                        seconds: 0.0,
                    })
                    .collect();
                assert!(first(&done).is_some(), "{} {seed}", bug.name());
            }
        }
    }

    #[test]
    #[ignore = "takes minutes"]
    fn no_sweep_of_the_true_device_finds_anything() {
        for seed in 1..=3 {
            let base = Config {
                seed,
                ..Config::DEFAULT
            };
            for trial in runs(&base, &Subject::Viper(None)) {
                assert_eq!(outcome(&trial).end, End::Consistent, "{trial:?}");
            }
        }
    }
}
