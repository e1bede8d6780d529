//! Launches that the hardware could not run, or nobody could verify; threads with their places.

use crate::kernel::launch::description::LaunchText;
use crate::syntax::Diagnostic;
use crate::syntax::span::Span;

use super::bind::{Launch, Setup};
use super::threads::{Block, Thread, points};

/// More threads than this are not verified.
const THREADS: u64 = 64;

/// The limits of the hardware.
pub fn limits(text: &LaunchText) -> Vec<Diagnostic> {
    let mut mistakes = Vec::new();
    let [x, y, z] = text.block.node;
    let whole = x.checked_mul(y).and_then(|area| area.checked_mul(z));
    if x > 1024 || y > 1024 || z > 64 || whole.is_none_or(|whole| whole > 1024) {
        mistakes.push(Diagnostic::new(
            "this block is too large",
            text.block.span,
            "at most 1024 threads, and (1024, 1024, 64)",
        ));
    }
    let [x, y, z] = text.grid.node;
    if x > 2_147_483_647 || y > 65_535 || z > 65_535 {
        mistakes.push(Diagnostic::new(
            "this grid is too large",
            text.grid.span,
            "at most (2147483647, 65535, 65535) blocks",
        ));
    }
    mistakes
}

/// Gives every thread its place.
pub fn place_threads(setup: &mut Setup, mistakes: &mut Vec<Diagnostic>) {
    let count = |launch: &Launch| {
        let mut sizes = launch.grid.iter().chain(&launch.block);
        sizes.try_fold(1_u64, |all, &size| all.checked_mul(size))
    };
    let mut counts = setup.launches.iter().map(count);
    let all = counts.try_fold(0_u64, |all, one| all.checked_add(one?));
    if all.is_none_or(|all| all > THREADS) {
        let span = setup
            .description
            .launches
            .first()
            .map_or(Span::default(), |launch| launch.grid.span);
        let mistake = Diagnostic::new(
            all.map_or("too many threads".to_owned(), |all| {
                format!("{all} threads are too many")
            }),
            span,
            format!("at most {THREADS} are verified"),
        );
        mistakes.push(mistake.with_help("a small launch has the same kinds of executions"));
        return;
    }
    for (at, launch) in setup.launches.iter().enumerate() {
        for (linear, index) in (0..).zip(points(launch.grid)) {
            let first = setup.threads.len();
            let block = setup.blocks.len();
            for (number, index) in (0..).zip(points(launch.block)) {
                setup.threads.push(Thread {
                    launch: at,
                    block,
                    index,
                    linear: number,
                });
            }
            setup.blocks.push(Block {
                launch: at,
                index,
                linear,
                threads: first..setup.threads.len(),
            });
        }
    }
}
