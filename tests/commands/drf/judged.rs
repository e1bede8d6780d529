//! Runs judged as logs: by vector clocks, and by litmus tests that the solver answers.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::collections::BTreeSet;

use gpu_litmus::Model;
use gpu_litmus::Stop;
use gpu_litmus::drf::cache::Sizes;
use gpu_litmus::drf::compare::{Programs, hunt, trials};
use gpu_litmus::drf::config::{Config, Mode, Threads};
use gpu_litmus::drf::device::Kind;
use gpu_litmus::drf::finding::End;
use gpu_litmus::drf::log::{judge, log};
use gpu_litmus::drf::record::Record;
use gpu_litmus::drf::subject::Subject;
use gpu_litmus::drf::tester::Limits;
use gpu_litmus::drf::trial::Trial;
use gpu_litmus::drf::viper::Bug;
use gpu_litmus::trace::answer::{Minimal, Verdict};
use gpu_litmus::trace::axioms::Index;
use gpu_litmus::trace::judge::Question;
use gpu_litmus::trace::log::{Ids, Log};
use gpu_litmus::trace::rules::{Asked, Rule, Times};
use gpu_litmus::trace::smallest::Asked as Closing;
use gpu_litmus::trace::{asked, clocks};
use gpu_litmus::verdict::query::Options;

/// A run that fits in a litmus test.
const fn small(seed: u64, bug: Option<Bug>) -> Trial {
    Trial {
        config: Config {
            threads: Threads {
                units: 2,
                wavefronts: 1,
                lanes: 1,
            },
            locks: 1,
            variables: 3,
            actions: 2,
            episodes: 2,
            stores: 50,
            seed,
            ..Config::DEFAULT
        },
        sizes: Sizes::Small,
        subject: Subject::Viper(bug),
        hold: 200,
    }
}

#[test]
fn runs_are_judged_as_the_tester_does() {
    let mut kinds = BTreeSet::new();
    for bug in [None].into_iter().chain(Bug::ALL.map(Some)) {
        for seed in 1..=2 {
            let mut trial = small(seed, bug);
            trial.config = Config {
                threads: Config::DEFAULT.threads,
                locks: 10,
                variables: 100,
                actions: 20,
                episodes: 8,
                ..trial.config
            };
            let outcome = trial.run(&Limits::default(), true);
            let judged = judge(&trial.config, &outcome);
            assert!(!judged.disagrees(), "{trial:?}: {judged:?}");
            if let End::Inconsistent(found) = &outcome.end {
                kinds.insert(found.kind());
            }
        }
    }
    for kind in ["value", "atomic"] {
        assert!(kinds.contains(kind), "{kinds:?}");
    }
}

/// Two releases that write one number: who finds it need not have read from the one before it, so that the log is racy,
/// and the tester and the judge agree.
#[test]
fn what_two_atomics_wrote_may_order_nothing() {
    let trial = |seed, subject| Trial {
        config: Config {
            threads: Threads {
                units: 2,
                wavefronts: 1,
                lanes: 2,
            },
            locks: 2,
            variables: 4,
            actions: 2,
            episodes: 4,
            seed,
            ..Config::DEFAULT
        },
        sizes: Sizes::Small,
        subject,
        hold: 50,
    };
    let trial = trial(182, Subject::Viper(Some(Bug::AtomicInTwoSteps)));
    let outcome = trial.run(&Limits::default(), true);
    let judged = judge(&trial.config, &outcome);
    assert_eq!(judged.verdict, Some(Verdict::Racy));
    assert!(!judged.disagrees(), "{judged:?}");
}

/// Whether somebody wants the log changes nothing in what is told of a run.
#[test]
fn a_log_changes_nothing() {
    let mut differs = 0;
    for bug in Bug::ALL {
        for seed in 1..=4 {
            let trial = Trial {
                config: Config {
                    seed,
                    ..Config::DEFAULT
                },
                ..small(seed, Some(bug))
            };
            let [with, without] = [true, false].map(|kept| trial.run(&Limits::default(), kept));
            assert_eq!(with.end, without.end, "{trial:?}");
            assert_eq!(
                (with.steps, with.accesses),
                (without.steps, without.accesses),
                "{trial:?}"
            );
            let [with_hits, without_hits] =
                [&with, &without].map(|run| format!("{:?}", run.coverage));
            assert_eq!(with_hits, without_hits, "{trial:?}");
            differs += u32::from(matches!(with.end, End::Inconsistent(_)));
        }
    }
    assert!(differs > 0);
}

/// The other kinds of programs are free of races, too: the judge of logs says so.
#[test]
fn programs_to_compare_with_have_no_race() {
    for programs in [Programs::Fixed, Programs::Applications] {
        for (seed, mode) in [(1, Mode::Device), (2, Mode::Block), (3, Mode::Device)] {
            let mut trial = small(seed, None);
            trial.config = Config {
                threads: Config::DEFAULT.threads,
                locks: 10,
                variables: 100,
                mode,
                ..trial.config
            };
            let script = programs.script(&trial.config, 2000).unwrap();
            assert!(script.accesses() >= 2000);
            let outcome = trial.replay(&script, seed, &Limits::default(), true);
            assert_eq!(outcome.end, End::Consistent);
            let judged = judge(&trial.config, &outcome);
            assert_eq!(
                judged.verdict,
                Some(Verdict::Explained),
                "{programs:?} {seed}"
            );
        }
    }
    assert!(Programs::Random.script(&Config::DEFAULT, 1).is_none());
}

/// When each transition was taken first is counted over all runs of a kind.
#[test]
fn transitions_are_counted_as_they_come() {
    let all = trials(&Config::DEFAULT, &Subject::Viper(None), 24_000);
    let mut later = 0;
    for programs in Programs::ALL {
        let hunt = hunt(&all, programs, 24_000, &Stop::never());
        let coverage = hunt.coverage.unwrap();
        for controller in 0..coverage.controllers.len() {
            let after = coverage.after(controller);
            assert_eq!(after.len(), coverage.active(controller), "{programs:?}");
            assert!(
                after.is_sorted() && after[0] < 100,
                "{programs:?} {after:?}"
            );
            let one = &all[0].config;
            let script = programs.script(one, 1000);
            let first = match script {
                Some(script) => all[0].replay(&script, one.seed, &Limits::default(), false),
                None => all[0].run(&Limits::default(), false),
            };
            let alone = first.coverage.after(controller);
            // What the first run takes in its share is not told again by a later one.
            let share = 1000;
            let early = |all: &[u64]| all.iter().filter(|&&at| at < share).count();
            assert_eq!(early(&alone), early(&after), "{programs:?}");
            later += after.len() - early(&after);
        }
    }
    assert!(later > 0, "later runs take none that the first does not");
}

/// What a generator might get wrong: episodes of one variable under several locks.
fn other_locks(config: &mut Config, record: &mut Record) {
    config.locks += 1;
    let mut counts = [0, 0];
    for one in &mut record.accesses {
        if let Kind::Acquire | Kind::Release = one.kind {
            // Each thread has a lock of its own.
            one.place = one.thread;
            let count = &mut counts[one.thread as usize];
            one.read = Some(*count);
            *count += 1;
        }
    }
}

/// The clocks against litmus tests, on logs that are small enough.
fn compared(seeds: std::ops::Range<u64>, least: usize) {
    let question = Question {
        times: Asked::Auto,
        options: Options::default(),
    };
    let mut seen = BTreeSet::new();
    let mut count = 0;
    for seed in seeds {
        let bug = match seed % 4 {
            0 => None,
            1 => Some(Bug::AtomicInTwoSteps),
            2 => Some(Bug::StoreKeepsLine),
            _ => Some(Bug::WrongWord),
        };
        let mut trial = small(seed, bug);
        // The device knows no remote atomics, so that some of these logs are wrong by themselves.
        if seed % 5 == 0 {
            (trial.config.mode, trial.config.locks) = (Mode::Remote, 2);
        }
        let outcome = trial.run(&Limits::default(), true);
        let mut record = outcome.record.unwrap();
        if seed % 3 == 0 && trial.config.mode == Mode::Device {
            other_locks(&mut trial.config, &mut record);
        }
        let log = log(&trial.config, &record);
        let name = match seed / 4 % 4 {
            _ if trial.config.mode == Mode::Remote => "hrf-rsp",
            0 => "hrf-indirect",
            1 => "hrf-direct",
            2 => "hrf-relaxed",
            _ => "hrf-rsp",
        };
        let model = Model::find(name).unwrap();
        let Some(mine) = clocks::judge(&log, &model, &question) else {
            continue;
        };
        let theirs = asked::judge(&log, &model, &question);
        assert_eq!(
            mine.verdict, theirs.verdict,
            "{name} {seed}: {mine:?} {theirs:?}"
        );
        seen.insert(mine.verdict.name());
        count += 1;
    }
    assert!(count >= least, "{count}");
    for verdict in [Verdict::Explained, Verdict::Impossible, Verdict::Racy] {
        assert!(seen.contains(verdict.name()), "{seen:?}");
    }
}

/// Some events of a log, as a log.
fn some(log: &Log, events: &[u32]) -> Log {
    let of = |event: &u32| log.events.get(*event as usize).copied();
    Log {
        events: events.iter().filter_map(of).collect(),
        ids: Ids::default(),
        times: Vec::new(),
        ..log.clone()
    }
}

/// What clocks show of an impossible log is impossible by itself, say litmus tests; without any of its events it is not, and
/// nothing smaller is where that is said.
#[test]
fn parts_are_impossible_by_themselves() {
    let question = Question {
        times: Asked::Auto,
        options: Options::default(),
    };
    let (mut shown, mut smallest) = (0, 0);
    for seed in 0..40 {
        let bugs = [Bug::AtomicInTwoSteps, Bug::StoreKeepsLine, Bug::WrongWord];
        let trial = small(seed, Some(bugs[usize::try_from(seed % 3).unwrap()]));
        let outcome = trial.run(&Limits::default(), true);
        let log = log(&trial.config, &outcome.record.unwrap());
        let model = Model::find("hrf-indirect").unwrap();
        let judged = clocks::judge(&log, &model, &question).unwrap();
        let Some(found) = judged.impossible else {
            continue;
        };
        let index = Index::new(&log);
        let closing = Closing {
            log: &log,
            index: &index,
            rule: Rule::Plain,
            times: Times::Off,
            write_backs: false,
            stop: Stop::never(),
        };
        let ask = |events: &[u32]| asked::judge(&some(&log, events), &model, &question).verdict;
        assert_eq!(closing.closed(&found.events), found.events);
        assert_eq!(ask(&found.events), Verdict::Impossible, "{seed}");
        assert!(
            found.cases[0].wrong.is_some() && !found.cases[0].cycle.is_empty(),
            "{found:?}"
        );
        for at in 0..found.events.len() {
            let mut rest = found.events.clone();
            rest.remove(at);
            let rest = closing.closed(&rest);
            assert_ne!(ask(&rest), Verdict::Impossible, "{seed}: {rest:?}");
        }
        shown += 1;
        if found.minimal == Minimal::Smallest && log.events.len() <= 12 {
            smallest += 1;
            for mask in 0..1_u32 << log.events.len() {
                let part: Vec<u32> = (0..32).filter(|at| mask >> at & 1 == 1).collect();
                let earlier = (part.len(), &part) < (found.events.len(), &found.events);
                if earlier && closing.closed(&part) == part {
                    let verdict = clocks::verdict(&some(&log, &part), &model);
                    assert_ne!(verdict, Some(Verdict::Impossible), "{seed}: {part:?}");
                }
            }
        }
    }
    assert!(shown >= 7 && smallest >= 4, "{shown} {smallest}");
}

#[test]
fn clocks_say_what_litmus_tests_say() {
    compared(0..16, 14);
}

mod long {
    #[test]
    #[ignore = "takes minutes"]
    fn clocks_say_what_litmus_tests_say_of_many() {
        super::compared(100..500, 350);
    }
}
