//! The other devices with caches: `rsp` with remote atomics, and `msi`. No alarm without a bug, each bug found, and all of their
//! transitions taken.

use std::sync::Arc;
use std::time::Duration;

use gpu_litmus::drf::cache::Sizes;
use gpu_litmus::drf::config::{Config, Mode, Threads};
use gpu_litmus::drf::coverage::Coverage;
use gpu_litmus::drf::exec::Command;
use gpu_litmus::drf::finding::End;
use gpu_litmus::drf::log::judge;
use gpu_litmus::drf::subject::Subject;
use gpu_litmus::drf::sweep::runs;
use gpu_litmus::drf::tester::Limits;
use gpu_litmus::drf::trial::Trial;
use gpu_litmus::drf::{msi, rsp};
use gpu_litmus::trace::answer::Verdict;

use crate::cli::support::{Folder, run};

fn trial(subject: Subject, mode: Mode, seed: u64) -> Trial {
    Trial {
        config: Config {
            mode,
            seed,
            episodes: 4,
            ..Config::DEFAULT
        },
        sizes: Sizes::Small,
        subject,
        hold: 2048,
    }
}

#[test]
fn no_alarm_and_all_transitions() {
    for subject in [Subject::Rsp(None), Subject::Msi(None)] {
        let mut all: Option<Coverage> = None;
        for mode in Mode::ALL {
            let one = trial(subject.clone(), mode, 1);
            assert_eq!(one.subject.fits(&one.config), Ok(()));
            let outcome = one.run(&Limits::default(), true);
            assert_eq!(outcome.end, End::Consistent, "{one:?}");
            assert!(outcome.accesses > 2_000, "{one:?}");
            let judged = judge(&one.config, &outcome);
            assert_eq!(judged.verdict, Some(Verdict::Explained), "{one:?}");
            match &mut all {
                Some(all) => all.add(&outcome.coverage, 0),
                None => all = Some(outcome.coverage),
            }
        }
        if let Some(all) = all {
            for (number, table) in all.controllers.iter().enumerate() {
                assert_eq!(all.active(number), table.reachable(), "{}", table.name);
            }
        }
    }
}

/// Runs that are short enough, and show each bug.
fn with(subject: Subject, seed: u64) -> Trial {
    let mode = match &subject {
        Subject::Rsp(_) => Mode::Remote,
        Subject::Viper(_) | Subject::Msi(_) | Subject::Ugpu(..) | Subject::Exec(_) => Mode::Device,
    };
    let mut one = trial(subject, mode, seed);
    one.config.threads = Threads {
        units: 3,
        wavefronts: 1,
        lanes: 2,
    };
    one.config.locks = 3;
    // With few variables all share a line, which never leaves its cache.
    let replaced = matches!(one.subject, Subject::Msi(_));
    one.config.variables = if replaced { 200 } else { 12 };
    (one.config.actions, one.config.episodes) = (6, 400);
    one
}

#[test]
fn each_bug_is_found_and_the_judge_agrees() {
    let rsp = Subject::Rsp(None).with_bugs();
    let msi = Subject::Msi(None).with_bugs();
    assert_eq!((rsp.len(), msi.len()), (6, 3));
    for subject in [rsp, msi].concat() {
        let bug = subject.bug();
        let mut found = None;
        for seed in 1..=8 {
            let one = with(subject.clone(), seed);
            let outcome = one.run(&Limits::default(), true);
            let judged = judge(&one.config, &outcome);
            assert!(!judged.disagrees(), "{one:?}: {judged:?}");
            if let End::Inconsistent(wrong) = &outcome.end {
                found = Some(wrong.kind());
                break;
            }
            assert_eq!(outcome.end, End::Consistent, "{one:?}");
        }
        match bug {
            None => assert_eq!(found, None, "{}", subject.name()),
            Some(name) => assert!(matches!(found, Some("value" | "atomic")), "{name}"),
        }
    }
}

/// Whatever `msi` does has one order in time, of each location.
#[test]
fn logs_of_msi_are_strictly_coherent() {
    let folder = Folder::of(&[]);
    let log = folder.path("run.jsonl");
    for (bug, code, verdict) in [
        (&[][..], 0, "under strict: explained"),
        (&["--bug", "sharer-kept"], 1, "under strict: impossible"),
    ] {
        let line = ["drf", "--device", "msi", "--episodes", "1", "--log", &log];
        assert_eq!(run(&[&line, bug].concat()).code, code);
        let judged = run(&["trace", &log, "-m", "strict"]);
        assert!(judged.out.contains(verdict), "{}{}", judged.out, judged.err);
        assert_eq!(judged.code, code);
    }
}

/// A served device with remote atomics makes the same run.
#[test]
fn remote_atomics_are_served() {
    let bug = Some(rsp::Bug::OthersNotInvalidated);
    for bug in [None, bug] {
        let here = with(Subject::Rsp(bug), 1);
        let name = bug.map_or(String::new(), |bug| format!("--bug {}", bug.name()));
        let line = format!(
            "{} drf serve --device rsp {name} --mode remote --units 3 --lanes 2 --locks 3 --variables 12",
            assert_cmd::cargo::cargo_bin("gpu-litmus").display()
        );
        let there = Trial {
            subject: Subject::Exec(Arc::new(Command {
                line,
                patience: Duration::from_secs(60),
            })),
            ..here.clone()
        };
        let limits = Limits {
            until: Some(800),
            ..Limits::default()
        };
        let (one, other) = (here.run(&limits, true), there.run(&limits, true));
        assert_eq!((one.end, one.record), (other.end, other.record));
    }
}

/// A device that does not say that it has remote atomics is not asked for them.
#[test]
fn remote_atomics_are_not_asked_of_everybody() {
    for scopes in ["", "scopes=cta,gpu"] {
        let device = format!("echo hello 1 {scopes}; read line");
        let said = run(&["drf", "--exec", &device, "--mode", "remote"]);
        let needs = said.err.contains("`--mode remote` needs remote");
        assert!(needs && said.code == 2, "{}{}", said.out, said.err);
    }
}

/// Every bug says what is wrong, under a name of its own.
#[test]
fn bugs_have_names() {
    for bug in rsp::Bug::ALL {
        assert_eq!(rsp::Bug::from_name(bug.name()), Some(bug));
        assert!(!bug.what().is_empty());
    }
    for bug in msi::Bug::ALL {
        assert_eq!(msi::Bug::from_name(bug.name()), Some(bug));
        assert!(!bug.what().is_empty());
    }
}

mod long {
    use super::*;

    #[test]
    #[ignore = "takes minutes"]
    fn sweeps_find_each_bug_and_nothing_else() {
        for (subject, modes) in [
            (Subject::Rsp(None), &[Mode::Remote][..]),
            (Subject::Msi(None), &[Mode::Device]),
        ] {
            for subject in subject.with_bugs() {
                for mode in modes {
                    let base = Config {
                        mode: *mode,
                        ..Config::DEFAULT
                    };
                    let found = runs(&base, &subject).into_iter().find(|one| {
                        let end = one.run(&Limits::default(), false).end;
                        matches!(end, End::Inconsistent(_))
                    });
                    let name = subject.bug().unwrap_or("none");
                    assert_eq!(found.is_some(), subject.bug().is_some(), "{name}");
                }
            }
        }
    }
}
