//! Cells to which atomics add and from which they take: what threads have added tells what can be there, unless that depends
//! on what no other write does.

use rstest::rstest;

use super::generator::Random;
use super::support::{all, interleaved, setup, weak};
use super::updates::left_alike;

/// Reads as a function of its own.
const GET: &str = ".func (.param .b32 back) get(.param .b64 from)\n{\n\t.reg .b32 %r<2>;\n\t.reg .b64 %rd<2>;\n\
                   \tld.param.u64 %rd1, [from];\n\tld.relaxed.gpu.global.u32 %r1, [%rd1];\n\tst.param.b32 [back], %r1;\n\tret;\n}\n";

/// Three blocks of one thread, with what each does.
fn module(threads: [&str; 3]) -> String {
    format!(
        ".version 7.5\n.target sm_75\n.address_size 64\n{GET}.visible .entry k(.param .u64 a, .param .u64 out)\n{{\n\
         \t.reg .pred %p<4>;\n\t.reg .b32 %r<12>;\n\t.reg .b64 %rd<8>;\n\
         \tld.param.u64 %rd1, [a];\n\tld.param.u64 %rd2, [out];\n\
         \tmov.u32 %r1, %ctaid.x;\n\tmul.wide.u32 %rd3, %r1, 8;\n\tadd.u64 %rd4, %rd2, %rd3;\n\
         \tsetp.eq.u32 %p1, %r1, 1;\n\t@%p1 bra ONE;\n\tsetp.eq.u32 %p1, %r1, 2;\n\t@%p1 bra TWO;\n\
         {}\tret;\nONE:\n{}\tret;\nTWO:\n{}\tret;\n}}\n",
        threads[0], threads[1], threads[2]
    )
}

/// What a thread does: how it takes, tries to take, gives, and looks.
const STEPS: [&str; 7] = [
    "\tatom.global.add.u32 %r3, [%rd1], 1;\n",
    "\tatom.global.add.u32 %r3, [%rd1], -1;\n",
    "\tld.relaxed.gpu.global.u32 %r3, [%rd1];\n",
    "\tatom.global.cas.b32 %r3, [%rd1], 1, 0;\n",
    "\tld.relaxed.gpu.global.u32 %r3, [%rd1];\n\tadd.u32 %r5, %r3, -1;\n\tatom.global.cas.b32 %r4, [%rd1], %r3, %r5;\n\
     \tshl.b32 %r4, %r4, 4;\n\tadd.u32 %r3, %r3, %r4;\n",
    "\tatom.global.inc.u32 %r3, [%rd1], 2;\n",
    "\tatom.global.dec.u32 %r3, [%rd1], 1;\n",
];

#[test]
fn sums_are_those_of_interleavings() {
    let mut random = Random::new(7);
    let mut several = 0;
    for _ in 0..40 {
        let mut thread = || {
            let (one, two) = (random.pick(&STEPS), random.pick(&STEPS));
            format!("{one}\tst.global.u32 [%rd4], %r3;\n{two}\tst.global.u32 [%rd4+4], %r3;\n")
        };
        let threads = [thread(), thread()];
        several += usize::from(left_alike(&module([&threads[0], &threads[1], ""])) > 2);
    }
    assert!(several > 20, "{several}");
}

/// A thread that reads 5 tells another, which has added 5 alone only if it is told: nothing that the models call a dependency
/// forbids it. It then writes the counter, or not.
const TELLS: &str = "\tld.relaxed.gpu.global.u32 %r4, [%rd1];\n\tst.global.u32 [%rd4], %r4;\n\
                     \tsetp.ne.u32 %p2, %r4, 5;\n\t@%p2 bra NOT;\n\tst.relaxed.gpu.global.u32 [%rd1+4], 1;\nNOT:\n";

const AFTER: [&str; 3] = [
    "",
    "\tred.relaxed.gpu.global.add.u32 [%rd1], -1;\n",
    "\tatom.relaxed.gpu.global.cas.b32 %r5, [%rd1], 6, 4;\n",
];

/// Somebody else writes where the telling is done, so that it is seen to be memory of several threads; or nobody does.
const BESIDE: [&str; 2] = ["\tst.relaxed.gpu.global.u32 [%rd1+4], 0;\n", ""];

const READ: &str = "\tld.relaxed.gpu.global.u32 %r3, [%rd1+4];\n";

#[rstest]
#[case::a_predicate(
    READ,
    "\tsetp.eq.u32 %p3, %r3, 0;\n\t@%p3 red.relaxed.gpu.global.add.u32 [%rd1], 1;\n"
)]
#[case::an_address(
    READ,
    "\tmul.wide.u32 %rd5, %r3, 8;\n\tadd.u64 %rd5, %rd1, %rd5;\n\tred.relaxed.gpu.global.add.u32 [%rd5], 1;\n"
)]
#[case::a_comparison(READ, "\tatom.relaxed.gpu.global.cas.b32 %r6, [%rd1], %r3, 1;\n")]
#[case::a_comparison_with_what_is_beside(
    "\tld.relaxed.gpu.global.v2.u32 {%r6, %r3}, [%rd1];\n",
    "\tatom.relaxed.gpu.global.cas.b32 %r6, [%rd1], %r3, 1;\n"
)]
#[case::what_a_call_leaves(
    "\tadd.u64 %rd6, %rd1, 4;\n\t{\n\t.param .b64 from;\n\tst.param.b64 [from], %rd6;\n\t.param .b32 back;\n\
     \tcall.uni (back), get, (from);\n\tld.param.b32 %r3, [back];\n\t}\n",
    "\tsetp.eq.u32 %p3, %r3, 0;\n\t@%p3 red.relaxed.gpu.global.add.u32 [%rd1], 1;\n"
)]
fn what_is_added_may_hang_on_what_no_other_write_does(#[case] read: &str, #[case] adds: &str) {
    let told = format!("{read}{adds}\tred.relaxed.gpu.global.add.u32 [%rd1], 5;\n");
    let launch = "ptx = \"k.ptx\"\noutputs = [\"out\"]\n[[launch]]\nentry = \"k\"\ngrid = [3]\nblock = [1]\n\
                  args = [\"&a\", \"&out\"]\n[buffer.a]\ncount = 4\n[buffer.out]\ncount = 6\n";
    for (after, beside) in AFTER
        .iter()
        .flat_map(|one| BESIDE.map(|beside| (one, beside)))
    {
        let tells = format!("{TELLS}{after}");
        let module = module([&told, &tells, beside]);
        let setup = setup(launch, &module);
        let exploration = interleaved(&setup).unwrap();
        let model = weak(&setup, &exploration, "ptx-7.5").unwrap();
        let all = all(&model, &[]).unwrap();
        // What the second block has read.
        let five = all.iter().any(|contents| contents[0][8] == 5);
        assert!(five, "{module}");
    }
}
