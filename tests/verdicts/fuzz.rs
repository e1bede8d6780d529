//! What the fuzz targets demand, of the seeds in `fuzz/seeds`, of all tests and models that there are, and
//! of bytes near them. Here any toolchain runs it, and shortly; `make fuzz` goes on from the same seeds.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use std::cell::Cell;
use std::fs;
use std::path::Path;

use gpu_litmus::syntax::diagnostic::{Diagnostic, Report};
use gpu_litmus::syntax::span::{SourceFile, Span};
use gpu_litmus::testing::fuzz::{self, BODIES, Body};
use gpu_litmus::verdict::outcome::{Quantity, Verdict};
use gpu_litmus::{Model, Program, load};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use walkdir::WalkDir;

type Enumerator = fn(&Program, &Model) -> Option<fuzz::Answer>;

fn files(folder: &str, extension: Option<&str>) -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = WalkDir::new(root).sort_by_file_name().into_iter();
    let paths = entries.map(|entry| entry.unwrap().into_path());
    let wanted = paths.filter(|path| {
        let found = path.extension().and_then(|found| found.to_str());
        path.is_file() && (extension.is_none() || extension == found)
    });
    wanted
        .map(|path| (path.display().to_string(), fs::read(&path).unwrap()))
        .collect()
}

fn seeds(name: &str) -> Vec<(String, Vec<u8>)> {
    files(&format!("fuzz/seeds/{name}"), None)
}

/// How much was compared, file by file.
fn all(files: &[(String, Vec<u8>)], body: Body) -> Vec<usize> {
    let checked = files.iter().map(|(name, bytes)| match body(bytes) {
        Ok(compared) => compared,
        Err(why) => panic!("{name}: {why}"),
    });
    checked.collect()
}

#[test]
fn the_seeds_hold_and_are_not_one_sided() {
    for (name, body) in BODIES {
        let compared = all(&seeds(name), body);
        let told = compared.iter().filter(|&&count| count > 0).count();
        let refused = compared.len() - told;
        assert!(told >= 3 && refused >= 1, "{name}: {compared:?}");
    }
}

#[test]
fn every_target_is_there_and_every_target_has_its_body() {
    let manifest = fs::read_to_string("fuzz/Cargo.toml").unwrap();
    let targets = manifest.matches("[[bin]]").count();
    assert_eq!(targets, BODIES.len());
    for (name, _) in BODIES {
        assert!(manifest.contains(&format!("path = \"targets/{name}.rs\"")));
        let target = fs::read_to_string(format!("fuzz/targets/{name}.rs")).unwrap();
        assert!(target.contains(&format!("fuzz::{name}(bytes)")));
    }
}

#[test]
fn what_ships_holds() {
    let mut tests = files("examples", Some("litmus"));
    tests.extend(files("suite", Some("litmus")));
    let compared = all(&tests, fuzz::litmus);
    assert!(compared.len() > 100 && compared.iter().all(|&count| count > 0));
    let compared = all(&files("src/model/texts", Some("cat")), fuzz::cat);
    assert!(compared.len() >= 10 && compared.iter().filter(|&&count| count > 0).count() >= 5);
}

/// A change of some bytes.
#[derive(Debug, Clone)]
enum Change {
    /// These instead of so many.
    Splice(usize, Vec<u8>),
    /// Another digit for the next one: most texts stay what they are.
    Digit(u8),
}

impl Change {
    fn apply(self, bytes: &mut Vec<u8>, at: prop::sample::Index) {
        let start = at.index(bytes.len() + 1);
        match self {
            Self::Splice(length, new) => {
                let end = (start + length).min(bytes.len());
                bytes.splice(start..end, new);
            }
            Self::Digit(digit) => {
                let mut rest = bytes.iter_mut().skip(start.max(1));
                if let Some(found) = rest.find(|byte| byte.is_ascii_digit()) {
                    *found = digit;
                }
            }
        }
    }
}

/// Bytes, and seeds with some of their bytes others, gone, or more.
fn near(seeds: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let words = vec!["\"", "{", "}", "0", "\n", ";", "|", "(", "-1", " "];
    let change = prop_oneof![
        3 => (b'0'..=b'9').prop_map(Change::Digit),
        1 => any::<u8>().prop_map(|byte| Change::Splice(1, vec![byte])),
        1 => (1..6_usize).prop_map(|length| Change::Splice(length, Vec::new())),
        1 => prop::sample::select(words).prop_map(|new| Change::Splice(0, new.into())),
    ];
    let changes = prop::collection::vec((change, any::<prop::sample::Index>()), 1..4);
    let changed = (prop::sample::select(seeds), changes).prop_map(|(mut bytes, changes)| {
        for (change, at) in changes {
            change.apply(&mut bytes, at);
        }
        bytes
    });
    prop_oneof![1 => prop::collection::vec(any::<u8>(), 0..200), 5 => changed]
}

/// Runs a body on a share of the usual number of cases; at least so many of a hundred compare something.
fn short_run(name: &str, share: u32, percent: u32) {
    let body = BODIES.iter().find(|(known, _)| *known == name).unwrap().1;
    let cases = (Config::default().cases / share).max(8);
    let mut runner = TestRunner::new(Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    });
    let told = Cell::new(0);
    let seeds = seeds(name).into_iter().map(|(_, bytes)| bytes).collect();
    let run = runner.run(&near(seeds), |bytes| match body(&bytes) {
        Ok(0) => Ok(()),
        Ok(_) => {
            told.set(told.get() + 1);
            Ok(())
        }
        Err(why) => Err(TestCaseError::fail(why)),
    });
    run.unwrap_or_else(|error| panic!("{name}: {error}"));
    let least = cases * percent / 100;
    assert!(told.get() >= least, "{name}: {} of {cases}", told.get());
}

#[test]
fn litmus_texts_near_the_seeds() {
    short_run("litmus", 1, 10);
}

#[test]
fn models_near_the_seeds() {
    short_run("cat", 2, 10);
}

#[test]
fn modules_near_the_seeds() {
    // Few changes of a module leave one that reads.
    short_run("ptx", 2, 2);
}

#[test]
fn journals_near_the_seeds() {
    short_run("journal", 1, 10);
}

#[test]
fn tests_near_the_seeds_say_the_same_to_all_engines() {
    short_run("engines", 4, 20);
}

const SB: &str = "PTX SB {} P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ; st.weak x, 1 | st.weak y, 1 ; \
                  ld.weak r0, y | ld.weak r0, x ; exists (P0:r0 == 0 /\\ P1:r0 == 0)";

/// The demands can be missed: somebody who is wrong is told so.
#[test]
fn who_differs_is_noticed() {
    let program = load("sb.litmus", SB).unwrap();
    let agree =
        |model, answer: Enumerator| fuzz::agree(&program, &Model::find(model).unwrap(), answer);
    let answers: [Enumerator; 3] = [
        |_, _| Some((Verdict::Unreachable, Some(Quantity::Never))),
        |_, _| Some((Verdict::Reachable, Some(Quantity::Sometimes))),
        |_, _| Some((Verdict::Reachable, Some(Quantity::Always))),
    ];
    for (model, right) in [("sc", 0), ("tso", 1), ("ugpu-weak", 1)] {
        for (index, answer) in answers.into_iter().enumerate() {
            let found = agree(model, answer);
            if index == right {
                assert_eq!(found, Ok(1), "{model}");
            } else {
                let why = found.unwrap_err();
                assert!(why.contains("enumerated"), "{model}: {why}");
            }
        }
        assert_eq!(agree(model, |_, _| None), Ok(0));
    }
}

#[test]
fn a_report_that_points_nowhere_is_noticed() {
    let source = SourceFile::new("t", "aé");
    let wrong = |start, end, message: &str| {
        let span = Span { start, end };
        let report = Report::new(source.clone(), vec![Diagnostic::new(message, span, "here")]);
        fuzz::report(&report)
    };
    assert_eq!(wrong(0, 1, "a"), Ok(()));
    assert!(wrong(0, 4, "past the end").is_err());
    assert!(wrong(1, 0, "backwards").is_err());
    assert!(wrong(0, 2, "within a character").is_err());
    assert!(wrong(0, 1, "").is_err());
    assert!(fuzz::report(&Report::new(source.clone(), Vec::new())).is_err());
}
