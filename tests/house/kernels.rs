//! The kernels of examples/kernels: each is there for every target, and what its launch file expects is
//! what the litmus test written by hand gives.
#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use std::fs;
use std::path::PathBuf;

use gpu_litmus::verdict::outcome::Verdict;
use gpu_litmus::verdict::query::Options;
use gpu_litmus::{Model, check, load};
use rstest::rstest;

const TARGETS: [&str; 3] = ["sm_75", "sm_90", "clang-sm_70"];

/// What `[expect]` says of a check.
fn expected(launch: &str, key: &str) -> String {
    let section = launch.split("[expect]").nth(1).expect("a launch expects");
    let line = section.lines().find(|line| line.starts_with(key));
    let line = line.unwrap_or_else(|| panic!("nothing is expected of {key}"));
    line.split('"').nth(1).expect("a string").to_owned()
}

fn module(launch: &str) -> &str {
    let line = launch.lines().find(|line| line.starts_with("ptx = "));
    line.and_then(|line| line.split('"').nth(1))
        .expect("a launch has a module")
}

#[rstest]
fn a_kernel_is_there_for_every_target(#[files("examples/kernels/*/*.toml")] path: PathBuf) {
    let launch = fs::read_to_string(&path).unwrap();
    let folder = path.parent().unwrap();
    let (name, _) = module(&launch).split_once('-').unwrap();
    for target in TARGETS {
        let text = fs::read_to_string(folder.join(format!("{name}-{target}.ptx"))).unwrap();
        let arch = target.trim_start_matches("clang-");
        assert!(text.contains(&format!(".target {arch}")), "{target}");
        for line in text.lines().filter(|line| line.contains("\t.file\t")) {
            let file = line.split('"').nth(1).unwrap();
            assert!(
                file == format!("{name}.cu")
                    || file.contains("/cuda/")
                    || file.contains("lib/clang"),
                "{file} names a place of one machine"
            );
        }
        for entry in launch.lines().filter(|line| line.starts_with("entry = ")) {
            let entry = entry.split('"').nth(1).unwrap();
            assert!(
                text.contains(&format!(".visible .entry {entry}(")),
                "{entry}"
            );
        }
    }
    assert_eq!(expected(&launch, "asserts"), "none");
    // What is wrong may wait for ever, too.
    if !path.ends_with("wrong.toml") {
        assert_eq!(expected(&launch, "barriers"), "none");
    }
    // A launch of its own is for what one compiler alone makes wrong.
    let only = path.ends_with("clang.toml");
    assert_eq!(expected(&launch, "memory"), "none");
    if only {
        assert_ne!(expected(&launch, "races"), "none");
    }
    assert_eq!(module(&launch).ends_with("-sm_90.ptx"), !only);
}

#[rstest]
fn what_a_launch_expects_is_what_the_test_by_hand_gives(
    #[files("examples/kernels/*/*.litmus")] path: PathBuf,
) {
    let launch = fs::read_to_string(path.with_extension("toml")).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let program =
        load(&path.display().to_string(), &text).unwrap_or_else(|report| panic!("{report}"));
    let model = Model::find("ptx-7.5").unwrap();
    let outcome = check(&program, &model, &Options::default()).unwrap();
    let robust = match outcome.verdict() {
        Verdict::Reachable => "no",
        Verdict::Unreachable => "yes",
        other => panic!("{}", other.name()),
    };
    assert_eq!(robust, expected(&launch, "robust"));
    let races = expected(&launch, "races") != "none";
    let flagged = outcome.raised.get("data-race") == Some(&Some(true))
        || outcome.flags().contains(&"data-race".to_owned());
    assert_eq!(flagged, races, "{:?}", outcome.raised);
}

#[test]
fn each_pattern_is_wrong_and_right() {
    for folder in fs::read_dir("examples/kernels").unwrap() {
        let folder = folder.unwrap().path();
        if !folder.is_dir() || folder.ends_with("clang") {
            continue;
        }
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(expected(&read("wrong.toml"), "robust"), "no");
        assert_eq!(expected(&read("right.toml"), "robust"), "yes");
        assert_eq!(expected(&read("right.toml"), "races"), "none");
    }
}

/// Lines that docs/kernels.md shows of a file are there, in that order.
#[test]
fn what_the_page_shows_of_a_kernel_is_in_it() {
    let page = fs::read_to_string("docs/kernels.md").unwrap();
    let mut shown = page.split("<!-- parts of: ");
    shown.next();
    let mut count = 0;
    for part in shown {
        let (file, rest) = part.split_once(" -->\n").unwrap();
        let block = rest.split("```").nth(1).unwrap();
        let text = fs::read_to_string(file).unwrap();
        let mut lines = text.lines();
        for line in block.lines().skip(1) {
            assert!(lines.any(|there| there == line), "{file} has no {line}");
        }
        count += 1;
    }
    assert!(count > 3, "only {count} files are shown");
}
