//! Runs that are carried over, against the solver.

use std::path::Path;

use super::super::sites::sites;
use super::*;
use crate::kernel::load::load;
use crate::stop::Stop;
use crate::verdict::query::Options;

fn asked() -> Ask {
    Ask {
        model: "ptx-7.5".to_owned(),
        bound: 2,
        stop: Stop::never(),
        options: Options::default(),
        recall: None,
    }
}

/// Choices of levels, some sites of each as strong as can be: numbers from Knuth, "The Art of Computer Programming",
/// volume 2, 3.3.4.
fn choices(sites: &[Site], count: usize) -> Vec<Vec<usize>> {
    let mut state: u64 = 7;
    let mut next = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(state >> 33).unwrap() % below
    };
    let each = (0..count).map(|_| {
        let levels = sites.iter().map(|site| match next(3) {
            0 => next(site.levels.len()),
            _ => 0,
        });
        levels.collect()
    });
    each.collect()
}

/// What known runs break, the solver breaks too; they break something, and not everything.
#[test]
fn known_runs_break_what_the_solver_breaks() {
    for (file, goals, count) in [
        (
            "examples/kernels/spin-lock/wrong.toml",
            vec!["races", "robust"],
            10,
        ),
        (
            "tests/kernels/launch/poll-bare.toml",
            vec!["races", "robust"],
            10,
        ),
        // What breaks it is found with values left open, and followed.
        ("tests/kernels/launch/trees-wrong.toml", vec!["robust"], 30),
    ] {
        let setup = load(Path::new(file)).unwrap();
        let sites = sites(&setup);
        let mut oracle = Oracle::new(&setup, &asked, false);
        oracle.aim(goals.clone());
        let nothing = vec![0; sites.len()];
        assert_eq!(
            oracle.ask(&sites, &nothing, Effort::Asked),
            Said::Broken,
            "{file}"
        );
        let strongest: Vec<usize> = sites.iter().map(|site| site.strongest(&|_| true)).collect();
        assert_eq!(
            oracle.ask(&sites, &strongest, Effort::Recalled),
            Said::Open,
            "{file}"
        );
        let mut broken = 0;
        for choice in choices(&sites, count) {
            let known = oracle.ask(&sites, &choice, Effort::Recalled);
            if known == Said::Broken {
                broken += 1;
                let mut fresh = Oracle::new(&setup, &asked, false);
                fresh.aim(goals.clone());
                let said = fresh.ask(&sites, &choice, Effort::Asked);
                assert_eq!(said, Said::Broken, "{file}: {choice:?}");
            }
        }
        assert!(broken > 0, "{file}");
    }
}

/// Nobody is asked where only known runs are tried, large as the launch may be.
#[test]
fn known_runs_are_tried_alone() {
    let setup = load(Path::new("tests/kernels/launch/trees-right.toml")).unwrap();
    let sites = sites(&setup);
    let mut oracle = Oracle::new(&setup, &asked, false);
    oracle.aim(vec!["robust"]);
    let nothing = vec![0; sites.len()];
    let tried = oracle.ask(&sites, &nothing, Effort::Recalled);
    assert_eq!(tried, Said::Open);
}

/// Instructions that came with a choice were none before.
#[test]
fn instructions_keep_their_numbers() {
    let setup = load(Path::new("examples/kernels/spin-lock/wrong.toml")).unwrap();
    let sites = sites(&setup);
    let strongest: Vec<usize> = sites.iter().map(|site| site.strongest(&|_| true)).collect();
    let made = changed(&setup, splices(&setup, &sites, &strongest)).unwrap();
    let origin = origin(&setup, &sites, &strongest);
    let mut new = 0;
    for (function, before) in origin.iter().enumerate() {
        let code = |setup: &Setup| {
            let body = setup.module.functions[function].body.as_ref();
            let code = body.iter().flat_map(|body| &body.code);
            let words = code.map(|one| {
                let text = setup.module.source.slice(one.opcode);
                text.split('.').next().unwrap_or_default().to_owned()
            });
            words.collect::<Vec<String>>()
        };
        let (old, now) = (code(&setup), code(&made));
        assert_eq!(before.len(), now.len());
        for (at, word) in before.iter().zip(&now) {
            let Some(at) = at else {
                assert_eq!(word, "fence");
                new += 1;
                continue;
            };
            let fence = |word: &String| ["membar", "fence"].contains(&word.as_str());
            assert!(
                *word == old[*at] || fence(word) && fence(&old[*at]),
                "{word} was {}",
                old[*at]
            );
        }
    }
    assert!(new > 0);
}
