//! Kernels that are written, run by our own interpreter of PTX in every interleaving: what they count are the final
//! states of the test. The smallest launches do: one thread a block, and as many blocks as an instance has.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use std::collections::BTreeSet;

use gpu_litmus::device::run::emit::layout::Layout;
use gpu_litmus::device::run::emit::module::module;
use gpu_litmus::device::run::emit::refuse::lay_out;
use gpu_litmus::device::run::observe::Observed;
use gpu_litmus::device::run::place::Mode;
use serde_json::Value;

use crate::cli::support::{Folder, run};

use super::support::arguments;

/// The names of what is observed, with values.
type State = BTreeSet<(String, i64)>;

/// A launch file for the kernels of a test.
fn launch(layout: &Layout<'_>) -> String {
    let blocks = layout.places.blocks;
    let buffers = ["out", "counts", "order", "gate", "spots"];
    let arguments = arguments(layout, &buffers, |name| match name {
        "blocks" | "total" => blocks,
        "slots" | "stripe" => 1,
        "stride" => 8,
        "spin" => 2,
        _ if name.starts_with("mul") || name.starts_with("lanes") => 1,
        _ => 0,
    });
    let kernels = ["init", "test", "collect"].iter().enumerate();
    let kernels: Vec<String> = kernels
        .map(|(at, name)| {
            let after = at.checked_sub(1).map_or(String::new(), |before| format!("after = [{before}]\n"));
            format!(
                "[[launch]]\nentry = \"{name}\"\ngrid = [{blocks}]\nblock = [1]\n{after}shared = 64\nargs = [{{ {arguments} }}]\n"
            )
        })
        .collect();
    let order: Vec<String> = (0..blocks).map(|block| block.to_string()).collect();
    format!(
        "ptx = \"t.ptx\"\noutputs = [\"counts\"]\n{}[buffer.mem]\ncount = {}\n[buffer.out]\ntype = \"u64\"\ncount = {}\n\
         [buffer.counts]\ntype = \"u64\"\ncount = {}\n[buffer.order]\ninit = [{}]\n\
         [buffer.spots]\ntype = \"u64\"\ncount = {blocks}\n[buffer.gate]\ncount = 1\n",
        kernels.join(""),
        64 * blocks,
        layout.record() / 8 * blocks as usize,
        3 + (1 << layout.bits()),
        order.join(", "),
    )
}

/// The state of a key.
fn state(layout: &Layout<'_>, mut key: usize) -> State {
    let mut state = State::new();
    for one in &layout.watched {
        let part = key % (1 << one.bits);
        key >>= one.bits;
        let value = one
            .values
            .get(part)
            .unwrap_or_else(|| panic!("{}: {part}", one.name));
        state.insert((one.name.clone(), *value));
    }
    state
}

/// The states that the kernels count, and whether some instance was given up.
fn counted(text: &str) -> (BTreeSet<State>, bool) {
    let program = gpu_litmus::load("t.litmus", text).unwrap();
    let observed = Observed::of(&program);
    let layout = lay_out(&program, &observed, Mode::Chain).unwrap();
    let folder = Folder::of(&[("t.ptx", &module(&layout)), ("t.toml", &launch(&layout))]);
    let said = run(&[
        "kernel",
        &folder.path("t.toml"),
        "-m",
        "sc",
        "--format",
        "json",
        // However busy the machine is.
        "--timeout",
        "600s",
    ]);
    let answer: Value = serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("{}", said.err));
    let checks = answer["checks"].as_array().unwrap();
    let all = checks
        .iter()
        .flat_map(|one| one["sc_contents"].as_array().unwrap());
    let (mut states, mut given_up) = (BTreeSet::new(), false);
    for contents in all {
        let list = contents.as_str().unwrap();
        let list = list.trim_start_matches("counts = {").trim_end_matches('}');
        let counts: Vec<u64> = list.split(", ").map(|one| one.parse().unwrap()).collect();
        assert_eq!((counts[0], counts[2]), (0, 0), "{contents}");
        assert_eq!(
            counts.iter().sum::<u64>(),
            u64::from(layout.places.blocks),
            "{contents}"
        );
        given_up |= counts[1] > 0;
        for (key, count) in counts[3..].iter().enumerate() {
            if *count > 0 {
                states.insert(state(&layout, key));
            }
        }
    }
    assert!(!states.is_empty(), "{}{}", said.out, said.err);
    (states, given_up)
}

/// The final states of a test, as the model has them.
fn allowed(text: &str) -> BTreeSet<State> {
    let folder = Folder::of(&[("t.litmus", text)]);
    let said = run(&[
        "check",
        "--states",
        &folder.path("t.litmus"),
        "-m",
        "sc",
        "--format",
        "json",
    ]);
    let answer: Value = serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("{}", said.err));
    let states = &answer[0]["states"];
    let names: Vec<&str> = states["observed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one.as_str().unwrap())
        .collect();
    let found = states["found"].as_array().unwrap().iter();
    let found = found.map(|one| {
        let values = one["values"].as_array().unwrap().iter();
        let pairs = names.iter().zip(values);
        pairs
            .map(|(name, value)| ((*name).to_owned(), value.as_i64().unwrap()))
            .collect()
    });
    found.collect()
}

/// Tests whose conditions name all that is observed.
const TESTS: [&str; 7] = [
    "{ x = 0; y = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\nst.relaxed.gpu x, 1 | ld.relaxed.gpu r0, y ;\n\
     st.relaxed.gpu y, 1 | ld.relaxed.gpu r1, x ;\nexists (P1:r0 == 1 /\\ P1:r1 == 0)",
    "{ x = 0; y = 2; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\nst.relaxed.gpu x, 1 | st.relaxed.gpu y, 1 ;\n\
     ld.relaxed.gpu r0, y | ld.relaxed.gpu r0, x ;\nexists (P0:r0 == 2 /\\ P1:r0 == 0 /\\ y == 1)",
    "{ x = 0; y = 0; }\nP0@cta 0,gpu 0 ;\nld.weak.s8 r0, x ;\nsub.s8 r6, r0, 127 ;\nsub.s8 r1, r6, 3 ;\nshr.s8 r2, r1, 9 ;\n\
     shl.u8 r3, r1, 1 ;\nsetp.lt.u8 r4, r1, 127 ;\nsetp.gt.s8 r5, r1, -1 ;\n@r4 st.weak y, 7 ;\n@!r4 st.weak y, 8 ;\n\
     exists (P0:r0 == 0 /\\ P0:r1 == 0 /\\ P0:r2 == 0 /\\ P0:r3 == 0 /\\ P0:r4 == 0 /\\ P0:r5 == 0 /\\ y == 7)",
    "{ x = 7000000000; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\natom.relaxed.gpu.exch.b64 r0, x, -1 | atom.relaxed.gpu.cas.b64 r0, x, 7000000000, 5 ;\n\
     shr.u64 r1, r0, 70 | mov.u32 r1, r0 ;\nadd.s32 r2, r0, 1 | ;\n\
     exists (P0:r0 == 0 /\\ P1:r0 == 0 /\\ x == 0 /\\ P0:r1 == 0 /\\ P0:r2 == 0 /\\ P1:r1 == 0)",
    "{ x = 3; y = 4; p = 0; P1:r0 = x; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\nmov r1, y | ld.relaxed.gpu r0, p ;\n\
     add r2, r1, 0 | bne r0, 0, GO ;\nst.relaxed.gpu p, r2 | mov r0, x ;\n | GO: ;\n | ld.relaxed.gpu r1, [r0] ;\n\
     exists (P1:r0 == 0 /\\ P1:r1 == 0)",
    "{ .shared s = 3; x = 0; }\nP0@cta 0,gpu 0 ;\nld.shared.weak r0, s ;\nst.shared.weak s, 5 ;\nld.shared.weak r1, s ;\n\
     st.weak x, r1 ;\nexists (P0:r0 == 3 /\\ P0:r1 == 5 /\\ s == 5 /\\ x == 5)",
    "{ x = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\nAGAIN: | st.relaxed.gpu x, 1 ;\nld.relaxed.gpu r0, x | ;\n\
     bne r0, 1, AGAIN | ;\nexists (P0:r0 == 1)",
];

#[test]
fn kernels_count_the_final_states() {
    for (at, text) in TESTS.iter().enumerate() {
        let text = format!("PTX t\n{text}\n");
        let (counted, given_up) = counted(&text);
        assert_eq!(counted, allowed(&text), "{text}");
        assert_eq!(given_up, at == 6, "{text}");
    }
}
