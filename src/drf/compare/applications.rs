//! Accesses as applications make them (Ta et al., Fig. 6): arrays, line by line, with a kernel's end between one pass and the
//! next.

use crate::drf::config::Config;
use crate::drf::number::small;
use crate::drf::script::Script;

use super::build::Build;

/// How a pass uses its arrays.
#[derive(Debug, Clone, Copy)]
enum Pattern {
    /// Each word is loaded and stored once, by one thread.
    Streaming,
    /// Each thread uses its words several times.
    Own,
    /// What one wavefront stores others load in the next pass.
    Others,
    /// One of these for each line.
    Mixed,
    /// Counters, and little else.
    Atomics,
}

const PATTERNS: [Pattern; 5] = [
    Pattern::Streaming,
    Pattern::Own,
    Pattern::Others,
    Pattern::Mixed,
    Pattern::Atomics,
];

/// Passes over all lines, with another pattern each.
pub fn script(config: &Config, budget: u64) -> Script {
    let mut build = Build::new(config, budget);
    let mut pass = 0;
    while !build.full() {
        let pattern = PATTERNS[pass % PATTERNS.len()];
        for line in 0..build.lines.len() {
            // In the next pass another unit has the line.
            let unit = small(line + pass);
            one_line(&mut build, pattern, line, unit);
            if build.full() {
                break;
            }
        }
        pass += 1;
    }
    build.finish()
}

/// What a pass does with a line.
fn one_line(build: &mut Build, pattern: Pattern, line: usize, unit: u32) {
    let (lanes, own) = (build.per_unit(), unit.wrapping_mul(build.per_unit()));
    let words = build.lines[line].clone();
    let chosen = match pattern {
        Pattern::Mixed => PATTERNS[build.rng.below(3) as usize],
        Pattern::Streaming | Pattern::Own | Pattern::Others | Pattern::Atomics => pattern,
    };
    for lane in 0..lanes {
        let mine = words.iter().skip(lane as usize).step_by(lanes as usize);
        let mine: Vec<u32> = mine.copied().collect();
        let each = |uses: &'static [bool]| {
            let of = mine.clone().into_iter();
            of.flat_map(move |word| uses.iter().map(move |store| (word, *store)))
        };
        let thread = own.wrapping_add(lane);
        match chosen {
            Pattern::Streaming | Pattern::Mixed => build.episode(thread, each(&[false, true])),
            Pattern::Own => {
                build.episode(thread, each(&[false, true, false, true, false]));
            }
            Pattern::Others => build.episode(thread, each(&[true])),
            Pattern::Atomics => {
                for _ in 0..4 {
                    build.episode(thread, None);
                }
            }
        }
    }
    if matches!(chosen, Pattern::Others) {
        for other in 1..4 {
            let reader = own.wrapping_add(other * lanes);
            build.episode(reader, words.iter().map(|word| (*word, false)));
        }
    }
}
