//! Kernels of tests with barriers, run by our own interpreter: a warp plays one thread of 32 instances. What the instances
//! leave in runs whose order is drawn are final states that the model has, and all of them.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::collections::BTreeSet;

use gpu_litmus::device::run::emit::layout::{Field, Layout};
use gpu_litmus::device::run::emit::module::module;
use gpu_litmus::device::run::emit::refuse::lay_out;
use gpu_litmus::device::run::observe::Observed;
use gpu_litmus::device::run::place::Mode;
use gpu_litmus::kernel::interpret::exploration::Limits;
use gpu_litmus::kernel::interpret::once::once;
use gpu_litmus::kernel::launch::read;
use gpu_litmus::kernel::setup::bind;
use gpu_litmus::program::Term;
use gpu_litmus::ptx;
use gpu_litmus::syntax::span::SourceFile;
use gpu_litmus::testing::logs::Rng;

use super::support::arguments;

/// Instances of a launch: one block, one team.
const INSTANCES: u32 = 32;

/// What the harness alone uses.
const OWN: [&str; 4] = ["out", "order", "spots", "gate"];

/// A launch file for the kernel `test`: two warps.
fn launch(layout: &Layout<'_>) -> String {
    let arguments = arguments(layout, &OWN, |name| match name {
        "blocks" | "stripe" => 1,
        "slots" | "total" => INSTANCES,
        "stride" => 8,
        "spin" => 2,
        // Locations are spread, lanes are not those of the same number.
        _ if name.starts_with("mul") => 5,
        "lanes0" => 11,
        _ if name.starts_with("lanes") => 1,
        _ => 0,
    });
    let cells = layout.globals.len() + layout.shareds.len();
    let bytes = 8 * cells * INSTANCES as usize;
    format!(
        "ptx = \"t.ptx\"\noutputs = [\"out\"]\n[[launch]]\nentry = \"test\"\ngrid = [1]\nblock = [64]\nshared = {bytes}\n\
         args = [{{ {arguments} }}]\n[buffer.mem]\ncount = {}\n[buffer.out]\ntype = \"u64\"\ncount = {}\n\
         [buffer.order]\ninit = [0]\n[buffer.spots]\ntype = \"u64\"\ncount = 1\n[buffer.gate]\ncount = 1\n",
        bytes / 4,
        layout.record() / 8 * INSTANCES as usize,
    )
}

/// The registers that instances leave in so many runs.
fn seen(text: &str, runs: u64) -> BTreeSet<Vec<i32>> {
    let program = gpu_litmus::load("t.litmus", text).unwrap();
    let observed = Observed::of(&program);
    let layout = lay_out(&program, &observed, Mode::Split).unwrap();
    assert_eq!(layout.places.mode, Mode::Split, "{text}");
    let kernels = ptx::parse(&SourceFile::new("t.ptx", module(&layout))).unwrap();
    let description = read(&SourceFile::new("t.toml", launch(&layout))).unwrap();
    let setup = bind(description, kernels).unwrap();
    let all = setup.regions.iter();
    let shared = all.filter(|region| !OWN.contains(&region.name.as_str()));
    let contended: BTreeSet<u64> = shared
        .flat_map(|region| region.base..region.end())
        .collect();
    let mut states = BTreeSet::new();
    for seed in 0..runs {
        let mut random = Rng::new(seed);
        // In every other run the threads of the last warp are mostly the ones to go on.
        let mut choose = |many: usize| {
            let last = seed % 2 == 1 && random.below(8) > 0;
            if last { many - 1 } else { random.below(many) }
        };
        let left = once(&setup, &contended, &Limits::default(), &mut choose);
        let left = left.unwrap_or_else(|| unreachable!("some thread does not end: {text}"));
        let words: Vec<u64> = left[0]
            .chunks_exact(8)
            .map(|bytes| u64::from_le_bytes(bytes.try_into().unwrap()))
            .collect();
        for record in words.chunks_exact(layout.record() / 8) {
            let field = |field| record[layout.field(field) / 8];
            for role in 0..program.threads.len() {
                assert_eq!(field(Field::Status(role)), 1, "{text}");
            }
            let registers = observed.terms.iter().filter_map(|term| match term {
                Term::Register(role, register) => {
                    let word = field(Field::Register(role.0, *register));
                    let low = u32::try_from(word & 0xffff_ffff).unwrap();
                    Some(low.cast_signed())
                }
                Term::Location(_) | Term::Constant(_) => None,
            });
            states.insert(registers.collect());
        }
    }
    states
}

/// Tests of two threads in one block, with the final states that they have.
const TESTS: [(&str, &[&[i32]]); 6] = [
    // Handed over at a barrier.
    (
        "{ x = 0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\nst.weak x, 1 | bar.sync 0 ;\nbar.sync 0 | ld.weak r0, x ;\n\
         exists (P1:r0 == 0)",
        &[&[1]],
    ),
    // Read before it, or not.
    (
        "{ x = 0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\nst.weak x, 1 | ld.weak r0, x ;\nbar.sync 0 | bar.sync 0 ;\n\
         | ld.weak r1, x ;\nexists (P1:r0 == 0)",
        &[&[0, 1], &[1, 1]],
    ),
    // Who only arrives does not wait.
    (
        "{ x = 0; y = 0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\nst.weak x, 1 | bar.sync 3, 3, 2 ;\n\
         bar.cta.arrive 3, 3, 2 | ld.weak r0, x ;\nld.weak r0, y | st.weak y, 1 ;\nexists (P0:r0 == 0 /\\ P1:r0 == 0)",
        &[&[0, 1], &[1, 1]],
    ),
    // Two rounds, and memory of the block.
    (
        "{ .shared s = 3; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\nld.shared.weak r0, s | bar.sync 0 ;\nbar.sync 0 | st.shared.weak s, 5 ;\n\
         bar.sync 0 | bar.sync 0 ;\nld.shared.weak r1, s | ;\nexists (P0:r0 == 3)",
        &[&[3, 5]],
    ),
    // Without a barrier, in mode `split`.
    (
        "{ x = 0; y = 0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\nst.weak x, 1 | st.weak y, 1 ;\n\
         ld.weak r0, y | ld.weak r0, x ;\nexists (P0:r0 == 0 /\\ P1:r0 == 0)",
        &[&[0, 1], &[1, 0], &[1, 1]],
    ),
    // Two barriers.
    (
        "{ x = 0; y = 0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\nst.weak x, 1 | bar.sync 1 ;\nbar.sync 1 | ld.weak r0, x ;\n\
         bar.sync 2 | st.weak y, r0 ;\nld.weak r0, y | bar.sync 2 ;\nexists (P0:r0 == 1)",
        &[&[1, 1]],
    ),
];

#[test]
fn warps_play_the_threads_of_a_test() {
    for (text, states) in TESTS {
        let expected: BTreeSet<Vec<i32>> = states.iter().map(|state| state.to_vec()).collect();
        assert_eq!(seen(&format!("PTX t\n{text}\n"), 4), expected, "{text}");
    }
}
