//! What instructions hang on beside their operands: guards and addresses, of registers, of memory of one thread, of what barriers say.
//! Threads tell each other what they read; who hangs on what it read does not tell it before, and who does not may.

use rstest::rstest;

use super::support::{all, interleaved, setup, weak};

/// Two blocks of two threads: the last of the second block does nothing.
fn module(threads: [&str; 3]) -> String {
    format!(
        ".version 7.5\n.target sm_75\n.address_size 64\n.const .align 4 .u32 same[2] = {{0, 1}};\n\
         .visible .entry k(.param .u64 a, .param .u64 out)\n{{\n\
         \t.reg .pred %p<6>;\n\t.reg .b32 %r<12>;\n\t.reg .b64 %rd<8>;\n\t.local .align 4 .b8 own[8];\n\
         \tld.param.u64 %rd1, [a];\n\tld.param.u64 %rd2, [out];\n\
         \tmov.u32 %r1, %ctaid.x;\n\tmov.u32 %r2, %tid.x;\n\tmad.lo.u32 %r1, %r1, 2, %r2;\n\
         \tsetp.eq.u32 %p1, %r1, 1;\n\t@%p1 bra ONE;\n\tsetp.eq.u32 %p1, %r1, 2;\n\t@%p1 bra TWO;\n\
         \tsetp.eq.u32 %p1, %r1, 3;\n\t@%p1 bra END;\n\
         {}\tbra END;\nONE:\n{}\tbra END;\nTWO:\n{}END:\n\tret;\n}}\n",
        threads[0], threads[1], threads[2]
    )
}

const LAUNCH: &str = "ptx = \"k.ptx\"\noutputs = [\"out\"]\n[[launch]]\nentry = \"k\"\ngrid = [2]\nblock = [2]\n\
                      args = [\"&a\", \"&out\"]\n[buffer.a]\ncount = 8\n[buffer.out]\ncount = 2\n";

/// Whether a model leaves what no interleaving does.
fn leaves_more(module: &str, model: &str) -> bool {
    let setup = setup(LAUNCH, module);
    let exploration = interleaved(&setup).unwrap();
    let known: Vec<_> = exploration
        .outcomes
        .iter()
        .map(|one| one.contents.clone())
        .collect();
    let all = all(&weak(&setup, &exploration, model).unwrap(), &known).unwrap();
    all.len() > known.len()
}

/// Writes what it finds, or 1 in place of 0.
const TELLS: &str = "\tld.relaxed.gpu.global.u32 %r3, [%rd1+4];\n\tor.b32 %r4, %r3, 1;\n\
                     \tst.relaxed.gpu.global.u32 [%rd1], %r4;\n\tst.global.u32 [%rd2], %r3;\n";

/// What a thread writes is 1 just where it reads 1.
#[rstest]
#[case::nothing("\tmov.u32 %r5, 1;\n", true)]
#[case::a_choice("\tsetp.eq.u32 %p2, %r4, 1;\n\tselp.u32 %r5, 1, 0, %p2;\n", false)]
#[case::a_guard(
    "\tsetp.eq.u32 %p2, %r4, 1;\n\tmov.u32 %r5, 0;\n\t@%p2 mov.u32 %r5, 1;\n",
    false
)]
#[case::a_guard_that_skips(
    "\tsetp.ne.u32 %p2, %r4, 1;\n\tmov.u32 %r5, 1;\n\t@%p2 mov.u32 %r5, 0;\n",
    false
)]
#[case::a_guarded_load(
    "\tsetp.eq.u32 %p2, %r4, 1;\n\tmov.u32 %r5, 0;\n\t@%p2 ld.const.u32 %r5, [same+4];\n",
    false
)]
#[case::a_table_of_constants(
    "\tmul.wide.u32 %rd3, %r4, 4;\n\tmov.u64 %rd4, same;\n\tadd.u64 %rd4, %rd4, %rd3;\n\tld.const.u32 %r5, [%rd4];\n",
    false
)]
#[case::a_table_of_its_own(
    "\tst.local.u32 [own], 0;\n\tst.local.u32 [own+4], 1;\n\tmul.wide.u32 %rd3, %r4, 4;\n\tmov.u64 %rd4, own;\n\
     \tadd.u64 %rd4, %rd4, %rd3;\n\tld.local.u32 %r5, [%rd4];\n",
    false
)]
#[case::a_guarded_store(
    "\tsetp.eq.u32 %p2, %r4, 1;\n\tst.local.u32 [own], 0;\n\t@%p2 st.local.u32 [own], 1;\n\tld.local.u32 %r5, [own];\n",
    false
)]
#[case::a_store_somewhere(
    "\tst.global.u32 [%rd1+20], 0;\n\tmul.wide.u32 %rd3, %r4, 4;\n\tadd.u64 %rd3, %rd1, %rd3;\n\
     \tst.global.u32 [%rd3+16], 1;\n\tld.global.u32 %r5, [%rd1+20];\n",
    false
)]
#[case::what_a_block_says(
    "\tsetp.eq.u32 %p2, %r4, 1;\n\tbar.red.or.pred %p3, 0, %p2;\n\tselp.u32 %r5, 1, 0, %p3;\n",
    false
)]
#[case::what_decides_what_a_block_says(
    "\tsetp.eq.u32 %p2, %r4, 1;\n\tsetp.ne.u32 %p4, 0, 0;\n\t@!%p2 bra NOT;\n\tsetp.eq.u32 %p4, 0, 0;\nNOT:\n\
     \tbar.red.or.pred %p3, 0, %p4;\n\tselp.u32 %r5, 1, 0, %p3;\n",
    false
)]
fn what_is_written_hangs_on(
    #[case] told: &str,
    #[case] free: bool,
    #[values("ptx-6.0", "ptx-7.5")] model: &str,
) {
    let read = "\tld.relaxed.gpu.global.u32 %r4, [%rd1];\n\tst.global.u32 [%rd2+4], %r4;\n";
    let write = "\tst.relaxed.gpu.global.u32 [%rd1+4], %r5;\n";
    // The other thread of the block says nothing; it writes what the first one says, where that is heard.
    let second =
        "\tsetp.ne.u32 %p4, 0, 0;\n\tbar.red.or.pred %p3, 0, %p4;\n\tselp.u32 %r5, 1, 0, %p3;\n";
    let heard = told.contains("bar.red");
    let first = format!("{read}{told}{}", if heard { "" } else { write });
    let second = format!("{second}{write}");
    let module = module([&first, if heard { &second } else { "" }, TELLS]);
    assert_eq!(leaves_more(&module, model), free, "{module}");
}

/// A thread reads, writes somewhere because of that, reads there, and writes 1 for 0. Nothing that comes later hangs on whether
/// it wrote, unless a jump says so.
#[rstest]
#[case::a_guard(
    "\tsetp.eq.u32 %p2, %r4, 0;\n\t@%p2 st.relaxed.gpu.global.u32 [%rd1+8], 1;\n",
    true
)]
#[case::an_address(
    "\tmul.wide.u32 %rd3, %r4, 8;\n\tadd.u64 %rd3, %rd1, %rd3;\n\tst.relaxed.gpu.global.u32 [%rd3+8], 1;\n",
    true
)]
#[case::a_comparison("\tatom.relaxed.gpu.global.cas.b32 %r6, [%rd1+8], %r4, 1;\n", true)]
#[case::a_guarded_update(
    "\tsetp.eq.u32 %p2, %r4, 0;\n\t@%p2 red.relaxed.gpu.global.add.u32 [%rd1+8], 1;\n",
    true
)]
#[case::a_jump(
    "\tsetp.ne.u32 %p2, %r4, 0;\n\t@%p2 bra NOT;\n\tst.relaxed.gpu.global.u32 [%rd1+8], 1;\nNOT:\n",
    false
)]
#[case::a_jump_behind(
    "\tsetp.eq.u32 %p2, %r4, 0;\n\t@%p2 st.relaxed.gpu.global.u32 [%rd1+8], 1;\n\t@%p2 bra ON;\n\tbra ON;\nON:\n",
    false
)]
#[case::a_barrier("\tsetp.eq.u32 %p2, %r4, 0;\n\t@%p2 barrier.sync 0;\n", true)]
fn what_is_found_hangs_on(
    #[case] does: &str,
    #[case] free: bool,
    #[values("ptx-6.0", "ptx-7.5")] model: &str,
    #[values(false, true)] looks: bool,
) {
    let first = format!(
        "\tld.relaxed.gpu.global.u32 %r4, [%rd1+4];\n{does}\tld.relaxed.gpu.global.u32 %r5, [%rd1+8];\n\
         \txor.b32 %r6, %r5, 1;\n\tst.relaxed.gpu.global.u32 [%rd1+12], %r6;\n"
    );
    let second = if does.contains("barrier") {
        "\tst.relaxed.gpu.global.u32 [%rd1+8], 1;\n\tbarrier.sync 0;\n"
    } else if looks {
        // So that others use the same memory.
        "\tld.relaxed.gpu.global.u32 %r4, [%rd1+8];\n"
    } else {
        ""
    };
    let third = "\tld.relaxed.gpu.global.u32 %r3, [%rd1+12];\n\tst.relaxed.gpu.global.u32 [%rd1+4], %r3;\n\
                 \tst.global.u32 [%rd2], %r3;\n";
    let module = module([&first, second, third]);
    assert_eq!(leaves_more(&module, model), free, "{module}");
}
