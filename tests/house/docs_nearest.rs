//! What `docs/cuda.md` names as nearest to a refused instruction orders as much.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::fmt::Write as _;

use crate::docs_cuda::{GROUPS, verdicts};

/// Message passing, store buffering, or a barrier: cells of two threads, and what must not be.
fn asked(place: &str, rows: &[[&str; 2]], condition: &str) -> String {
    let mut test = format!("PTX t\n{{}}\nP0@cta 0,gpu 0 | P1@cta {place},gpu 0 ;\n");
    for [left, right] in rows {
        writeln!(test, "{left} | {right} ;").unwrap();
    }
    writeln!(test, "exists ({condition})").unwrap();
    test
}

const MP: &str = "P1:r0 == 1 /\\ P1:r1 == 0";
const SB: &str = "P0:r0 == 0 /\\ P1:r0 == 0";
const UTAH: &[&str] = GROUPS[1].1;
const HRF: &[&str] = GROUPS[2].1;
const PTX: &[&str] = &["ptx-6.0", "ptx-7.5"];

#[track_caller]
fn all_forbid(models: &[&str], test: &str) {
    let found = verdicts(&["-", "-m", &models.join(",")], test);
    assert_eq!(found.len(), models.len());
    assert!(found.values().all(|one| one == "unreachable"), "{found:?}");
}

#[test]
fn what_comes_nearest_to_acquire_and_release_orders_as_much() {
    let with_fences = [
        ["st.weak x, 1", "ld.volatile r0, y"],
        ["membar.gl", "membar.gl"],
        ["st.volatile y, 1", "ld.weak r1, x"],
    ];
    all_forbid(UTAH, &asked("1", &with_fences, MP));
    let with_atomics = [
        ["st.weak x, 1", "membar.gl"],
        ["membar.gl", "atom.gpu.add r0, y, 0"],
        ["atom.gpu.add _, y, 1", "membar.gl"],
        ["membar.gl", "ld.weak r1, x"],
    ];
    all_forbid(UTAH, &asked("1", &with_atomics, MP));
    let with_orders = [
        ["st.relaxed.gpu x, 1", "ld.acquire.gpu r0, y"],
        ["st.release.gpu y, 1", "ld.relaxed.gpu r1, x"],
    ];
    all_forbid(HRF, &asked("1", &with_orders, MP));
}

#[test]
fn what_comes_nearest_to_sequential_consistency_orders_as_much() {
    let written_sc = [
        ["st.sc.gpu x, 1", "st.sc.gpu y, 1"],
        ["ld.sc.gpu r0, y", "ld.sc.gpu r0, x"],
    ];
    all_forbid(HRF, &asked("1", &written_sc, SB));
    let as_printed = [
        ["fence.sc.gpu", "fence.sc.gpu"],
        ["st.relaxed.gpu x, 1", "st.relaxed.gpu y, 1"],
        ["fence.sc.gpu", "fence.sc.gpu"],
        ["ld.acquire.gpu r0, y", "ld.acquire.gpu r0, x"],
    ];
    all_forbid(PTX, &asked("1", &as_printed, SB));
    let fenced = [
        ["st.volatile x, 1", "st.volatile y, 1"],
        ["membar.gl", "membar.gl"],
        ["ld.volatile r0, y", "ld.volatile r0, x"],
    ];
    all_forbid(UTAH, &asked("1", &fenced, SB));
}

#[test]
fn what_comes_nearest_to_barriers_orders_as_much() {
    let counter = [
        ["st.weak x, 1", ""],
        [
            "atom.acq_rel.cta.add _, n, 1",
            "atom.acq_rel.cta.add _, n, 1",
        ],
        ["L:", "L:"],
        ["ld.acquire.cta r0, n", "ld.acquire.cta r0, n"],
        ["blt r0, 2, L", "blt r0, 2, L"],
        ["", "ld.weak r1, x"],
    ];
    let counter = asked("0", &counter, "P1:r1 == 0");
    let others = ["sc", "strict", "tso"];
    all_forbid(&[&others, HRF, PTX].concat(), &counter);
    let fenced = [
        ["st.weak x, 1", ""],
        ["membar.cta", "membar.cta"],
        ["atom.cta.add _, n, 1", "atom.cta.add _, n, 1"],
        ["L:", "L:"],
        ["ld.volatile r0, n", "ld.volatile r0, n"],
        ["blt r0, 2, L", "blt r0, 2, L"],
        ["membar.cta", "membar.cta"],
        ["", "ld.weak r1, x"],
    ];
    all_forbid(&["ugpu-strong"], &asked("0", &fenced, "P1:r1 == 0"));
    // __syncwarp of two lanes: a barrier of their own.
    let lanes = [
        ["st.weak x, 1", "bar.sync 9, 9, 2"],
        ["bar.sync 9, 9, 2", "ld.weak r0, x"],
    ];
    all_forbid(PTX, &asked("0", &lanes, "P1:r0 == 0"));
}
