//! Where barriers order all that conflicts in one run, it is all there is.

use std::path::Path;

use gpu_litmus::kernel::interpret::exploration::{Exploration, Limits};
use gpu_litmus::kernel::load::load;
use gpu_litmus::kernel::report::settled;
use gpu_litmus::kernel::setup::Setup;

use super::generator::kernel;
use super::support::{asked, interleaved, setup};

/// The one run of a launch.
fn one_run(setup: &Setup) -> Option<Exploration> {
    settled(setup, &asked("ptx-7.5"), &Limits::default())
}

/// Whether one run was enough, and then all interleavings show what it does.
fn is_all(setup: &Setup, name: &str) -> bool {
    let Some(one) = one_run(setup) else {
        return false;
    };
    let Some(all) = interleaved(setup) else {
        return false;
    };
    let left = |of: &Exploration| {
        let outcomes = of.outcomes.iter();
        outcomes
            .map(|one| (one.contents.clone(), one.unclear.clone()))
            .collect::<Vec<_>>()
    };
    let found = |of: &Exploration| {
        let found = of.found.iter();
        found
            .map(|(what, who)| (what.clone(), who.place))
            .collect::<Vec<_>>()
    };
    assert_eq!(left(&one), left(&all), "{name}");
    assert_eq!(found(&one), found(&all), "{name}");
    assert_eq!(one.gaps, all.gaps, "{name}");
    assert_eq!(one.unspecified, all.unspecified, "{name}");
    assert_eq!(one.reached, all.reached, "{name}");
    assert_eq!(one.written, all.written, "{name}");
    assert_eq!(one.loose, all.loose, "{name}");
    assert_eq!(one.spread, all.spread, "{name}");
    assert_eq!(one.waits_apart, all.waits_apart, "{name}");
    true
}

#[test]
fn one_run_of_random_kernels_is_all() {
    let seeds = (0..150).filter(|&seed| {
        let kernel = kernel(seed);
        is_all(&setup(&kernel.launch, &kernel.module), &kernel.module)
    });
    let count = seeds.count();
    println!("{count} with one run");
    assert!(count >= 3, "{count}");
}

#[test]
fn one_run_of_launches_is_all() {
    let mut count = 0;
    for entry in std::fs::read_dir("tests/kernels/launch").unwrap() {
        let path = entry.unwrap().path();
        let named = path.display().to_string();
        if path.extension().is_none_or(|kind| kind != "toml") {
            continue;
        }
        if let Ok(setup) = load(Path::new(&path)) {
            count += usize::from(is_all(&setup, &named));
        }
    }
    assert!(count >= 10, "{count}");
}
