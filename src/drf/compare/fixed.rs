//! Litmus tests as suites have them: a few accesses of a few threads, over and over. Each location has a line of its own, so
//! that no two threads ever share a line but for the test's own sake.

use crate::drf::config::Config;
use crate::drf::number::small;
use crate::drf::script::Script;

use super::build::Build;

/// An episode of a test: its thread, and locations that are loaded or stored.
type Part = (usize, &'static [(usize, bool)]);

const L: bool = false;
const S: bool = true;

/// The tests, each with the order in which its episodes run: then every load has one right value. Readers of MP and `CoRR` look
/// before, too, so that there is something stale to be found.
const TESTS: [(&str, &[Part]); 10] = [
    (
        "CoRR",
        &[(1, &[(0, L)]), (0, &[(0, S)]), (1, &[(0, L), (0, L)])],
    ),
    (
        "CoWR",
        &[(0, &[(0, S), (0, L), (0, S), (0, L)]), (1, &[(0, L)])],
    ),
    (
        "MP",
        &[
            (1, &[(0, L)]),
            (0, &[(0, S), (1, S)]),
            (1, &[(1, L), (0, L)]),
        ],
    ),
    (
        "SB",
        &[
            (0, &[(0, S), (1, L)]),
            (1, &[(1, S), (0, L)]),
            (0, &[(1, L)]),
        ],
    ),
    (
        "LB",
        &[
            (0, &[(0, L), (1, S)]),
            (1, &[(1, L), (0, S)]),
            (0, &[(0, L)]),
        ],
    ),
    (
        "S",
        &[
            (0, &[(0, S), (1, S)]),
            (1, &[(1, L), (0, S)]),
            (0, &[(0, L)]),
        ],
    ),
    (
        "2+2W",
        &[
            (0, &[(0, S), (1, S)]),
            (1, &[(1, S), (0, S)]),
            (0, &[(0, L), (1, L)]),
        ],
    ),
    (
        "WRC",
        &[
            (0, &[(0, S)]),
            (1, &[(0, L), (1, S)]),
            (2, &[(1, L), (0, L)]),
        ],
    ),
    (
        "ISA2",
        &[
            (0, &[(0, S), (1, S)]),
            (1, &[(1, L), (2, S)]),
            (2, &[(2, L), (0, L)]),
        ],
    ),
    (
        "IRIW",
        &[
            (0, &[(0, S)]),
            (1, &[(1, S)]),
            (2, &[(0, L), (1, L)]),
            (3, &[(1, L), (0, L)]),
        ],
    ),
];

/// Tests of threads and locations drawn at random.
pub fn script(config: &Config, budget: u64) -> Script {
    let mut build = Build::new(config, budget);
    // One variable a line, for all tests: those that run at once share no lines either.
    build.lines.iter_mut().for_each(|line| line.truncate(1));
    let lines = small(build.lines.len());
    // The threads of a test are on units of their own, where there are several.
    let several = build.count() > build.per_unit();
    let apart = if several { build.per_unit() } else { 1 };
    while !build.full() {
        let (_, parts) = TESTS[build.rng.below(10) as usize % TESTS.len()];
        let first = build.rng.below(build.count());
        let start = build.rng.below(lines);
        for (thread, actions) in parts {
            let thread = first + small(*thread) * apart;
            let actions: Vec<(u32, bool)> = actions
                .iter()
                .map(|(location, store)| {
                    let line = (start as usize + location) % build.lines.len();
                    (build.lines[line][0], *store)
                })
                .collect();
            build.episode(thread, actions);
        }
    }
    build.finish()
}
