//! Atomics of one location alone: whatever the model, they leave what their interleavings leave.

use std::collections::BTreeSet;

use super::support::{all, interleaved, setup, weak};

const LAUNCH: &str = "ptx = \"k.ptx\"\noutputs = [\"out\"]\n[[launch]]\nentry = \"k\"\ngrid = [2]\nblock = [1]\n\
    args = [\"&a\", \"&out\"]\n[buffer.a]\ncount = 1\n[buffer.out]\ncount = 4\n";

const UPDATES: [&str; 4] = [
    "atom.global.exch.b32 %r3, [%rd1], %r2;",
    "atom.global.exch.b32 %r3, [%rd1], 0;",
    "atom.global.add.u32 %r3, [%rd1], 1;",
    "atom.global.cas.b32 %r3, [%rd1], 0, %r2;",
];

/// Two blocks of one thread, each with two atomics whose results it keeps.
fn kernel(updates: [[usize; 2]; 2]) -> String {
    let thread = |each: [usize; 2]| {
        let lines = each.iter().enumerate().map(|(at, &update)| {
            format!(
                "\t{}\n\tst.global.u32 [%rd4+{}], %r3;\n",
                UPDATES[update],
                at * 4
            )
        });
        lines.collect::<String>()
    };
    format!(
        ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 out)\n{{\n\
         \t.reg .pred %p<2>;\n\t.reg .b32 %r<8>;\n\t.reg .b64 %rd<8>;\n\
         \tld.param.u64 %rd1, [a];\n\tld.param.u64 %rd2, [out];\n\
         \tmov.u32 %r1, %ctaid.x;\n\tadd.u32 %r2, %r1, 1;\n\
         \tmul.wide.u32 %rd3, %r1, 8;\n\tadd.u64 %rd4, %rd2, %rd3;\n\
         \tsetp.eq.u32 %p1, %r1, 1;\n\t@%p1 bra L1;\n{}\tret;\nL1:\n{}\tret;\n}}\n",
        thread(updates[0]),
        thread(updates[1])
    )
}

/// What the model leaves is what interleavings leave: so many outcomes.
pub fn left_alike(module: &str) -> usize {
    let setup = setup(LAUNCH, module);
    let exploration = interleaved(&setup).unwrap();
    let outcomes = exploration.outcomes.iter();
    let known: Vec<_> = outcomes.map(|one| one.contents.clone()).collect();
    let model = weak(&setup, &exploration, "ptx-7.5").unwrap();
    let all = all(&model, &known).unwrap();
    let all: BTreeSet<_> = all.into_iter().collect();
    assert_eq!(all, known.iter().cloned().collect(), "{module}");
    known.len()
}

#[test]
fn atomics_of_one_location_leave_what_interleavings_leave() {
    let kinds = UPDATES.len();
    let mut several = 0;
    for number in 0..kinds * kinds * kinds {
        let updates = [
            [number % kinds, number / kinds % kinds],
            [number / kinds / kinds, number % kinds],
        ];
        let module = kernel(updates);
        several += usize::from(left_alike(&module) > 1);
    }
    assert!(several > kinds * kinds * kinds / 2, "{several}");
}

/// What a loop of compare-and-swap leaves where it found `%r6`, if it goes on there: sums, which only ascend, and what goes
/// up and down.
const STEPS: [&str; 7] = [
    "add.u32 %r7, %r6, 1;",
    "mad.lo.u32 %r7, %r6, 2, 1;",
    "max.u32 %r7, %r6, %r2;",
    "xor.b32 %r7, %r6, 1;",
    "add.u32 %r7, %r2, 4;",
    "sub.u32 %r7, 3, %r6;",
    "setp.eq.u32 %p2, %r6, 0;\n\t@%p2 bra DONE;\n\tsub.u32 %r7, %r6, 1;",
];

/// Two blocks of one thread: each goes round a loop of its own until it has swapped, and the first may do another atomic
/// behind it.
fn looping(steps: [usize; 2], other: Option<usize>) -> String {
    let thread = |at: usize| {
        let done = format!("D{at}");
        let round = format!(
            "\tld.relaxed.gpu.global.u32 %r6, [%rd1];\nR{at}:\n\t{}\n\
             \tatom.global.cas.b32 %r5, [%rd1], %r6, %r7;\n\tsetp.ne.u32 %p2, %r5, %r6;\n\
             \tmov.u32 %r6, %r5;\n\t@%p2 bra R{at};\n{done}:\n\tst.global.u32 [%rd4], %r6;\n",
            STEPS[steps[at]].replace("DONE", &done)
        );
        match other.filter(|_| at == 0) {
            Some(other) => {
                let update = UPDATES[other];
                format!("{round}\t{update}\n\tst.global.u32 [%rd4+4], %r3;\n")
            }
            None => round,
        }
    };
    format!(
        ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 out)\n{{\n\
         \t.reg .pred %p<3>;\n\t.reg .b32 %r<8>;\n\t.reg .b64 %rd<8>;\n\
         \tld.param.u64 %rd1, [a];\n\tld.param.u64 %rd2, [out];\n\
         \tmov.u32 %r1, %ctaid.x;\n\tadd.u32 %r2, %r1, 1;\n\
         \tmul.wide.u32 %rd3, %r1, 8;\n\tadd.u64 %rd4, %rd2, %rd3;\n\
         \tsetp.eq.u32 %p1, %r1, 1;\n\t@%p1 bra L1;\n{}\tret;\nL1:\n{}\tret;\n}}\n",
        thread(0),
        thread(1)
    )
}

/// Which loops, and what the first block does besides: with values that only ascend there is room for more.
fn loops() -> impl Iterator<Item = ([usize; 2], Option<usize>)> {
    let ascending = (0..9).map(|number| ([number % 3, number / 3], Some(2 + number % 2)));
    let any = (0..16).map(|number| ([3 + number % 4, 3 + number / 4], None));
    ascending.chain(any)
}

#[test]
fn loops_on_one_location_leave_what_interleavings_leave() {
    let mut several = 0;
    for (steps, other) in loops() {
        let module = looping(steps, other);
        several += usize::from(left_alike(&module) > 1);
    }
    assert!(several > 15, "{several}");
}
