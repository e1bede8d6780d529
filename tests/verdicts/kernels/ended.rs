//! What ends a run hides nothing of what another thread does: all that goes wrong in some order of single instructions is
//! found.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

use gpu_litmus::kernel::interpret::exploration::Limits;
use gpu_litmus::kernel::interpret::explore::explore;
use gpu_litmus::kernel::interpret::finding::Finding;
use gpu_litmus::kernel::interpret::machine::Machine;
use gpu_litmus::kernel::interpret::state::Status;
use gpu_litmus::kernel::setup::Setup;
use gpu_litmus::testing::logs::Rng;

use super::support::setup;

const LAUNCH: &str = "ptx = \"k.ptx\"\noutputs = [\"a\"]\n[[launch]]\nentry = \"k\"\ngrid = [2]\nblock = [2]\n\
    args = [\"&a\"]\n[buffer.a]\ncount = 2\n";

/// What a thread does: it uses two cells, does something with its lanes, or ends the launch.
fn steps(random: &mut Rng, thread: usize) -> String {
    let mut text = String::new();
    for step in 0..=random.below(2) {
        let cell = 4 * random.below(2);
        let line = match random.below(9) {
            0 | 1 => format!("st.volatile.global.u32 [%rd1+{cell}], 1;"),
            2 | 3 => format!(
                "ld.volatile.global.u32 %r2, [%rd1+{cell}];\n\tsetp.eq.u32 %p2, %r2, 0;\n\t@%p2 bra END;"
            ),
            4 => "bar.warp.sync 3;".to_owned(),
            // One of the lanes is not in it.
            5 => "vote.sync.any.pred %p3, %p2, 1;".to_owned(),
            6 => format!(
                "shfl.sync.idx.b32 %r3, %r2, 0, 31, {};",
                1 + random.below(2)
            ),
            7 => format!("@%p2 trap;\n\tsetp.eq.u32 %p2, %r2, {step};"),
            _ if thread.is_multiple_of(2) => "trap;".to_owned(),
            _ => "ld.volatile.global.u32 %r2, [%rd1+1024];".to_owned(),
        };
        let _ = writeln!(text, "\t{line}");
    }
    text
}

/// Two blocks of two threads, each with steps of its own.
fn kernel(random: &mut Rng) -> String {
    let mut text = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 a)\n{\n\
         \t.reg .pred %p<4>;\n\t.reg .b32 %r<8>;\n\t.reg .b64 %rd<2>;\n\tld.param.u64 %rd1, [a];\n\
         \tmov.u32 %r1, %tid.x;\n\tmov.u32 %r2, %ctaid.x;\n\tmad.lo.u32 %r1, %r2, 2, %r1;\n\tmov.u32 %r2, 0;\n\
         \tsetp.eq.u32 %p2, %r1, 5;\n"
        .to_owned();
    for thread in 0..4 {
        let _ = writeln!(
            text,
            "\tsetp.eq.u32 %p1, %r1, {thread};\n\t@%p1 bra T{thread};"
        );
    }
    for thread in 0..4 {
        let _ = writeln!(text, "T{thread}:\n{}\tret;", steps(random, thread));
    }
    text + "END:\n\tret;\n}\n"
}

/// What is found going through all orders of single instructions.
fn all_orders(setup: &Setup) -> BTreeSet<Finding> {
    let mut machine = Machine::new(setup);
    let mut seen = HashSet::new();
    let mut first = machine.start();
    // Each first comes to its own steps, which nobody notices.
    for thread in 0..first.threads.len() {
        for _ in 0..6 + 2 * (thread + 1) {
            machine.step(&mut first, thread);
        }
    }
    let mut work = vec![first];
    while let Some(state) = work.pop() {
        for thread in 0..state.threads.len() {
            if state.over || state.threads[thread].status != Status::Ready {
                continue;
            }
            let mut next = state.clone();
            machine.step(&mut next, thread);
            if seen.insert(next.clone()) {
                work.push(next);
            }
        }
    }
    ends(machine.found.into_keys())
}

/// Those that end a launch.
fn ends(found: impl Iterator<Item = Finding>) -> BTreeSet<Finding> {
    found
        .filter(|one| {
            matches!(
                one,
                Finding::Trap | Finding::OutsideMask | Finding::OutOfBounds(_)
            )
        })
        .collect()
}

#[test]
fn nothing_hides_behind_an_end() {
    let mut random = Rng::new(3);
    let mut several = 0;
    for _ in 0..120 {
        let module = kernel(&mut random);
        let setup = setup(LAUNCH, &module);
        let exploration = explore(&setup, &Limits::default());
        let expected = all_orders(&setup);
        let found = ends(exploration.found.into_keys());
        assert_eq!(found, expected, "{module}");
        several += usize::from(expected.len() > 1 && expected.contains(&Finding::OutsideMask));
    }
    assert!(several > 20, "{several}");
}
