//! Random kernels in which a thread counts how often it looks, with the counter left open and as they are: what is known of both
//! is the same.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use super::generator::Random;
use super::support::{asked, setup};
use gpu_litmus::kernel::report::answer::Answer;
use gpu_litmus::kernel::report::ask;
use gpu_litmus::kernel::report::tries::Uncounted;

const LAUNCH: &str = "ptx = \"k.ptx\"\n[[launch]]\nentry = \"k\"\ngrid = [2]\nblock = [1]\nargs = [\"&a\", \"&out\"]\n\
                      [buffer.a]\ninit = [0, 0, 0]\n[buffer.out]\ninit = [7, 7]\n[[property]]\nforall = 'out[0] != 9'\n";

const HEAD: &str = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 out)\n{\n\
                    \t.reg .pred %p<4>;\n\t.reg .b32 %r<9>;\n\t.reg .b64 %rd<3>;\n\tld.param.u64 %rd1, [a];\n\
                    \tld.param.u64 %rd2, [out];\n\tmov.u32 %r1, %ctaid.x;\n\tmov.u32 %r2, 0;\n\tmov.u32 %r5, 4;\n\
                    \tsetp.ne.u32 %p1, %r1, 0;\n\t@%p1 bra LOOKS;\n";

fn load(random: &mut Random, to: &str) -> String {
    let how = random.pick(&["", ".relaxed.gpu", ".acquire.gpu", ".volatile"]);
    format!(
        "\tld{how}.global.u32 {to}, [%rd1+{}];\n",
        4 * random.below(3)
    )
}

fn writes(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..=random.below(3) {
        let how = random.pick(&["", ".relaxed.gpu", ".release.gpu", ".volatile"]);
        let (at, value) = (4 * random.below(3), random.pick(&["1", "1", "2", "0"]));
        text += &format!("\tst{how}.global.u32 [%rd1+{at}], {value};\n");
        text += random.pick(&["", "", "\tfence.acq_rel.gpu;\n", "\tfence.sc.gpu;\n"]);
    }
    text
}

/// One look, which leaves the loop or stays in it.
fn look(random: &mut Random) -> String {
    if random.below(5) == 0 {
        let at = 4 * random.below(3);
        return format!(
            "\tatom.relaxed.gpu.global.cas.b32 %r3, [%rd1+{at}], 1, 2;\n\tsetp.eq.u32 %p2, %r3, 1;\n\t@%p2 bra FOUND;\n"
        );
    }
    let compare = random.pick(&["eq", "eq", "ne", "ge"]);
    let value = random.pick(&["1", "1", "2"]);
    let load = load(random, "%r3");
    format!("{load}\tsetp.{compare}.u32 %p2, %r3, {value};\n\t@%p2 bra FOUND;\n")
}

fn looks(random: &mut Random) -> String {
    let mut text = "LOOP:\n".to_owned() + &look(random);
    if random.below(4) == 0 {
        text += &look(random);
    }
    text += "\tadd.s32 %r2, %r2, 1;\n";
    if random.below(4) != 0 {
        let limit = 1 + random.below(3);
        text += &format!("\tsetp.ge.s32 %p3, %r2, {limit};\n\t@%p3 bra LATE;\n");
    }
    text += "\tbra LOOP;\nFOUND:\n";
    text += &load(random, "%r5");
    text += random.pick(&[
        "",
        "",
        "\tst.global.u32 [%rd2+4], %r2;\n",
        "\tsetp.gt.s32 %p3, %r2, 1;\n\tselp.u32 %r5, 9, %r5, %p3;\n",
    ]);
    text += "\tst.global.u32 [%rd2], %r5;\n\tbra END;\nLATE:\n";
    text += random.pick(&["", "\tst.global.u32 [%rd2], 9;\n"]);
    text
}

#[test]
fn what_is_known_with_counters_left_open_is_known_without() {
    let mut known = [0; 2];
    for seed in 0..30 {
        let mut random = Random::new(seed);
        let (writes, looks) = (writes(&mut random), looks(&mut random));
        let module = format!("{HEAD}{writes}\tbra END;\nLOOKS:\n{looks}END:\n\tret;\n}}\n");
        let setup = setup(LAUNCH, &module);
        let open = Uncounted::of(&setup).expect("there is a counter");
        let (open, exact) = (
            ask(&open.setup, &asked("ptx-7.5")),
            ask(&setup, &asked("ptx-7.5")),
        );
        assert_eq!(open.checks.len(), exact.checks.len());
        for (open, exact) in open.checks.iter().zip(&exact.checks) {
            let at = [Answer::Holds, Answer::Violated];
            let Some(at) = at.iter().position(|answer| open.answer == *answer) else {
                continue;
            };
            known[at] += 1;
            assert_eq!(open.answer, exact.answer, "{}: {seed}\n{module}", open.name);
        }
    }
    assert!(known[0] > 60 && known[1] > 10, "{known:?}");
}

/// The launch of one thread with these instructions in its loop.
fn counts(lap: &str) -> Option<bool> {
    let loops = format!("LOOKS:\nLOOP:\n{lap}\t@%p2 bra LOOP;\nEND:\n");
    let setup = setup(LAUNCH, &format!("{HEAD}{loops}\tret;\n}}\n"));
    Uncounted::of(&setup).map(|open| open.far)
}

const LOOK: &str = "\tld.volatile.global.u32 %r3, [%rd1];\n\tsetp.eq.u32 %p2, %r3, 0;\n";
const COUNT: &str = "\tadd.s32 %r2, %r2, 1;\n";

#[test]
fn counters_of_tries() {
    let far = Some(true);
    assert_eq!(counts(&format!("{LOOK}{COUNT}")), far);
    let copied = "\tadd.s32 %r4, %r2, -1;\n\tmov.u32 %r2, %r4;\n";
    assert_eq!(counts(&format!("{LOOK}{copied}")), far);
    for (limit, expected) in [("64", false), ("65", true), ("%r5", true)] {
        let limit = format!("\tsetp.gt.s32 %p2, %r2, {limit};\n");
        assert_eq!(
            counts(&format!("{LOOK}{COUNT}{limit}")),
            Some(expected),
            "{limit}"
        );
    }
    let lock = "\tatom.global.cas.b32 %r3, [%rd1], 0, 1;\n\tsetp.ne.u32 %p2, %r3, 0;\n";
    assert_eq!(counts(&format!("{lock}{COUNT}")), far);
}

#[test]
fn what_counts_no_tries() {
    for lap in [
        // It looks at nothing, or changes something.
        COUNT.to_owned(),
        format!("{LOOK}{COUNT}\tst.volatile.global.u32 [%rd1+4], 1;\n"),
        format!("{LOOK}{COUNT}\tred.global.add.u32 [%rd1+4], 1;\n"),
        format!("{LOOK}{COUNT}\tatom.global.add.u32 %r4, [%rd1+4], 1;\n"),
        format!("{LOOK}{COUNT}\tbar.sync 0;\n"),
        // No lap adds to what the one before it left.
        format!("{LOOK}\tadd.s32 %r4, %r2, 1;\n"),
        format!("{LOOK}\tmov.u32 %r2, 0;\n\tadd.s32 %r4, %r2, 1;\n"),
        format!("{LOOK}\tadd.s32 %r2, %r2, %r3;\n"),
        // It is an address.
        format!("{LOOK}{COUNT}\tcvt.u64.u32 %rd2, %r2;\n\tld.global.u32 %r4, [%rd2];\n"),
        // Each lap looks elsewhere.
        format!("{LOOK}{COUNT}\tadd.s64 %rd1, %rd1, 4;\n"),
        // What is found ends nothing.
        "\tld.volatile.global.u32 %r3, [%rd1];\n\tadd.s32 %r4, %r4, %r3;\n".to_owned()
            + COUNT
            + "\tsetp.ne.s32 %p2, %r2, %r5;\n",
    ] {
        assert_eq!(counts(&lap), None, "{lap}");
    }
}
