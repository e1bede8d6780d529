//! Runs that were stopped: atomics of which nobody was told what they did.

use gpu_litmus::drf::beginning::{beginning, is_cut};
use gpu_litmus::drf::cache::Sizes;
use gpu_litmus::drf::config::{Config, Mode};
use gpu_litmus::drf::device::{Kind, Scope};
use gpu_litmus::drf::log::{judge, log};
use gpu_litmus::drf::record::{Happened, Record};
use gpu_litmus::drf::subject::Subject;
use gpu_litmus::drf::tester::Limits;
use gpu_litmus::drf::trial::Trial;
use gpu_litmus::trace::answer::Verdict;
use gpu_litmus::ugpu::machine::Model;

use crate::cli::support::{Folder, run};

/// A run that is stopped leaves atomics behind of which nobody was told: what others read of them is no mistake.
#[test]
fn stopped_runs_are_explained() {
    let folder = Folder::of(&[]);
    for device in ["viper", "rsp"] {
        for until in ["10", "20", "50", "100", "200"] {
            let path = folder.path("run.jsonl");
            let said = run(&["drf", "--device", device, "--until", until, "--log", &path]);
            assert!(
                said.out.contains(" explained under "),
                "{device} {until}: {}",
                said.out
            );
            let judged = run(&["trace", &path, "-m", "hrf-indirect", "-q"]);
            assert_eq!(judged.code, 0, "{}", judged.out);
        }
    }
}

/// When a store that was not answered was over nobody knows: it ends with the log, after all that may not have seen it.
#[test]
fn what_is_not_answered_ends_with_the_log() {
    let one = |thread, kind, (start, end)| Happened {
        thread,
        kind,
        place: 0,
        scope: Scope::Device,
        wrote: 1,
        read: (kind == Kind::Load).then_some(0),
        start,
        end,
        episode: thread,
        action: 0,
    };
    let record = Record {
        accesses: vec![
            one(0, Kind::Store, (5, None)),
            one(1, Kind::Load, (7, Some(9))),
        ],
        episodes: Vec::new(),
    };
    let log = log(&Config::DEFAULT, &record);
    let times: Vec<(u64, u64)> = log.times.iter().map(|at| (at.start, at.end)).collect();
    assert_eq!(times, [(5, 9), (7, 9)]);
}

/// Wherever a run of a right device is stopped, its log is explained, also where it says what an atomic read that was not
/// answered.
#[test]
fn right_devices_are_explained_wherever_they_stop() {
    let mut told = 0;
    for (subject, mode) in [
        (Subject::Viper(None), Mode::Device),
        (Subject::Viper(None), Mode::Block),
        (Subject::Viper(None), Mode::Chain),
        (Subject::Rsp(None), Mode::Remote),
        (Subject::Msi(None), Mode::Device),
        (Subject::Ugpu(Model::Strong, None), Mode::Device),
        (Subject::Ugpu(Model::Strong, None), Mode::Chain),
    ] {
        for seed in 0..40 {
            let trial = Trial {
                config: Config {
                    locks: 16,
                    variables: 60,
                    actions: 6,
                    episodes: 4,
                    mode,
                    seed,
                    ..Config::DEFAULT
                },
                sizes: Sizes::Small,
                subject: subject.clone(),
                hold: 200,
            };
            for until in [10, 20, 35, 60, 100] {
                let limits = Limits {
                    until: Some(until),
                    ..Limits::default()
                };
                let outcome = trial.run(&limits, true);
                let judged = judge(&trial.config, &outcome);
                let verdict = judged.verdict;
                assert_eq!(verdict, Some(Verdict::Explained), "{trial:?} {until}");
                let open = |one: &&Happened| one.kind.is_atomic() && one.read.is_none();
                let record = outcome.record.unwrap();
                let all = record.accesses.iter().filter(open);
                told += all.filter(|one| is_told(&record, one)).count();
            }
        }
    }
    assert!(told > 50, "{told}");
}

/// Whether the log has an access that was not answered.
fn is_told(record: &Record, open: &Happened) -> bool {
    let place = |one: &Happened| (one.episode, one.action);
    let kept = beginning(record);
    kept.iter().any(|one| place(one) == place(open))
}

/// Atomics of a lock, each of a thread of its own, by what they returned.
fn atomics(read: &[Option<u32>]) -> Record {
    let one = |(thread, read): (u32, &Option<u32>)| Happened {
        thread,
        kind: Kind::Acquire,
        place: 0,
        scope: Scope::Device,
        wrote: 0,
        read: *read,
        start: u64::from(thread),
        end: read.map(|_| u64::from(thread) + 20),
        episode: thread,
        action: 0,
    };
    Record {
        accesses: (0..).zip(read).map(one).collect(),
        episodes: Vec::new(),
    }
}

/// What one atomic must have read that was not answered is known; of two it is not, and the log ends before them.
#[test]
fn what_is_missing_is_what_was_read() {
    for (read, kept, cut) in [
        (&[Some(1), None][..], &[1, 0][..], false),
        (&[Some(0), None, Some(2)], &[0, 1, 2], false),
        (&[Some(1), None, Some(1)], &[1, 0, 1], false),
        // It may not have been performed.
        (&[Some(0), None], &[0], false),
        // Two are missing, or two were not answered, or what was read cannot have been there.
        (&[Some(0), None, Some(3)], &[0], true),
        (&[Some(0), None, None, Some(2)], &[0], true),
        (&[Some(0), None, Some(u32::MAX)], &[0], true),
        (&[None], &[], false),
    ] {
        let record = atomics(read);
        let log = beginning(&record);
        let mine: Vec<u32> = log.iter().filter_map(|one| one.read).collect();
        assert_eq!((mine.as_slice(), is_cut(&record)), (kept, cut), "{read:?}");
        // It ends after all others.
        let open = log.iter().find(|one| read[one.thread as usize].is_none());
        let last = record.accesses.iter().filter_map(|one| one.end).max();
        assert!(open.is_none_or(|one| one.end == last), "{log:?}");
    }
}

/// Where atomics that were never answered explain the wrong one, the log has none of them, and the screen says so; where it
/// was one alone, the log has it, and is impossible.
#[test]
fn a_log_that_lacks_what_is_wrong_says_so() {
    let folder = Folder::of(&[]);
    let path = folder.path("run.jsonl");
    for (line, cut) in [
        ("--seed 3 --locks 3 --variables 9", true),
        ("--seed 11", false),
        ("--seed 4", false),
        ("--seed 1", false),
    ] {
        let line = format!("drf --bug atomic-in-two-steps {line} --log {path}");
        let said = run(&line.split(' ').collect::<Vec<_>>());
        let lacks = said
            .out
            .contains("explained under hrf-indirect; it lacks what follows atomics");
        let wrong = said.out.contains("impossible under hrf-indirect");
        assert_eq!(
            (said.code, lacks, wrong),
            (1, cut, !cut),
            "{line}: {}",
            said.out
        );
        let judged = run(&["trace", &path, "-m", "hrf-indirect", "-q"]);
        assert_eq!(judged.code, i32::from(!cut), "{}", judged.out);
    }
}
