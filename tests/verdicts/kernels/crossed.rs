//! Random kernels in which what threads find decides what others do: loads before stores, exchanges, addresses and predicates that hang on
//! what was read, memory of a thread alone, barriers.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use super::generator::{Kernel, Random};

/// Cells that all threads use.
const CELLS: u64 = 2;

/// The kernel of a seed.
pub fn crossed(seed: u64) -> Kernel {
    kernel_of(seed, false)
}

/// The same with more memory that threads use alone, as long as nothing else is found than what is expected.
pub fn crossed_alone(seed: u64) -> Kernel {
    kernel_of(seed, true)
}

fn kernel_of(seed: u64, alone: bool) -> Kernel {
    let mut random = Random::new(seed);
    let (blocks, threads) = random.pick(&[(2, 1), (2, 1), (1, 2), (3, 1), (2, 2)]);
    let all = blocks * threads;
    // Of one cell more is found that hangs together.
    let cells = random.pick(&[1, 1, 2]);
    let mut body = String::new();
    for thread in 0..all {
        body += &format!("\tsetp.ne.u32 %p1, %r1, {thread};\n\t@%p1 bra T{thread};\n");
        for step in 0..2 + random.below(if all > 2 { 2 } else { 4 }) {
            let more = alone && random.below(2) == 0;
            if more {
                body += &alone_of(&mut random);
            }
            if !more || random.below(2) == 0 {
                body += &step_of(&mut random, cells, &format!("T{thread}"), step);
            }
        }
        body += &format!("T{thread}:\n");
        if threads > 1 && random.below(2) == 0 {
            body += "\tbar.sync 0;\n";
        }
    }
    let local = if alone {
        ".local .align 4 .b8 own[16];\n\tst.local.u32 [own], 0;\n\tst.local.u32 [own+4], 0;\n"
    } else {
        ""
    };
    let module = format!(
        ".version 7.5\n.target sm_75\n.address_size 64\n\
         .visible .entry k(.param .u64 a, .param .u64 out)\n{{\n\
         .reg .pred %p<4>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<12>;\n{local}\
         \tld.param.u64 %rd1, [a];\n\tld.param.u64 %rd2, [out];\n\
         \tmov.u32 %r2, %ctaid.x;\n\tmov.u32 %r3, %tid.x;\n\tmad.lo.u32 %r1, %r2, {threads}, %r3;\n\
         \tmul.wide.u32 %rd3, %r1, 4;\n\tadd.u64 %rd4, %rd2, %rd3;\n\
         \tmov.u32 %r8, 0;\n{body}\
         \tst.global.u32 [%rd4], %r8;\n\tret;\n}}\n"
    );
    let count = if alone { 8 } else { all };
    let launch = format!(
        "ptx = \"k.ptx\"\noutputs = [\"a\", \"out\"]\n[[launch]]\nentry = \"k\"\ngrid = [{blocks}]\n\
         block = [{threads}]\nargs = [\"&a\", \"&out\"]\n\
         [buffer.a]\ncount = {CELLS}\n[buffer.out]\ncount = {count}\n"
    );
    Kernel {
        module,
        launch,
        vectors: false,
    }
}

/// Something that a thread does to its own place in a buffer, to what is given in another that nobody writes, or to local memory; or to
/// places of others, if it finds what leads there.
fn alone_of(random: &mut Random) -> String {
    let value = 1 + random.below(3);
    let when = format!(
        "\tsetp.{}.u32 %p2, %r8, {};\n",
        random.pick(&["eq", "ne"]),
        random.below(3)
    );
    let (mask, far) = random.pick(&[(3, ""), (7, ""), (3, "+16"), (1, "+16")]);
    let to =
        format!("\tand.b32 %r10, %r8, {mask};\n\tmul.wide.u32 %rd5, %r10, 4;\n\tadd.u64 %rd6, ");
    let keep = "\tand.b32 %r8, %r8, 3;\n";
    match random.below(13) {
        0 => format!("{when}\t@%p2 st.global.u32 [%rd4], {value};\n"),
        1 => format!("\tld.global.u32 %r8, [%rd4];\n{keep}"),
        2 => format!("\tatom.global.add.u32 %r8, [%rd4], {value};\n{keep}"),
        3 => format!("\tatom.global.exch.b32 %r8, [%rd4], %r8;\n{keep}"),
        4 => format!("\tatom.global.cas.b32 %r8, [%rd4], 0, {value};\n{keep}"),
        5 => "\tst.global.u32 [%rd4], %r8;\n".to_owned(),
        6 => format!("{to}%rd2, %rd5;\n\tst.relaxed.gpu.global.u32 [%rd6{far}], {value};\n"),
        7 => format!("{to}%rd2, %rd5;\n\tld.relaxed.gpu.global.u32 %r8, [%rd6{far}];\n{keep}"),
        8 => format!("\tld.global.u32 %r8, [%rd4+16];\n{keep}"),
        9 => {
            "\tst.local.u32 [own], %r8;\n\tld.local.u32 %r8, [own+4];\n\tld.local.u32 %r8, [own];\n"
                .to_owned()
        }
        10 => format!(
            "\tst.local.u32 [own+4], %r8;\n\tmov.u64 %rd7, own;\n\tand.b32 %r10, %r8, 1;\n\tmul.wide.u32 %rd5, %r10, 4;\n\t\
             add.u64 %rd6, %rd7, %rd5;\n\tst.local.u32 [%rd6], {value};\n\tld.local.u32 %r8, [own+4];\n"
        ),
        11 => format!("{when}\t@%p2 ld.global.u32 %r8, [%rd4];\n{keep}"),
        _ => "\tred.global.add.u32 [%rd4], 1;\n".to_owned(),
    }
}

/// Something that a thread does, or ends with.
fn step_of(random: &mut Random, cells: u64, end: &str, step: u64) -> String {
    let at = ["", "+4"][usize::from(random.below(cells) == 1)];
    let how = random.pick(&[".volatile", ".relaxed.gpu", "", ""]);
    let value = 1 + random.below(3);
    let mask = "\tand.b32 %r8, %r8, 3;\n";
    match random.below(18) {
        0..=3 => format!("\tld{how}.global.u32 %r8, [%rd1{at}];\n"),
        4 => format!("\tst{how}.global.u32 [%rd1{at}], {value};\n"),
        5 | 6 => {
            let compute = random.pick(&[
                "mov.u32 %r10, %r8",
                "xor.b32 %r10, %r8, 1",
                "add.u32 %r10, %r8, 1",
            ]);
            format!(
                "\t{compute};\n\tand.b32 %r10, %r10, 3;\n\tst{how}.global.u32 [%rd1{at}], %r10;\n"
            )
        }
        7 => format!(
            "\tatom.global.cas.b32 %r8, [%rd1{at}], {}, {value};\n",
            random.below(3)
        ),
        8 => format!("\tatom.global.exch.b32 %r8, [%rd1{at}], {value};\n"),
        9 => format!("\tatom.global.exch.b32 %r8, [%rd1{at}], %r8;\n"),
        10 => format!("\tatom.global.add.u32 %r8, [%rd1{at}], {value};\n{mask}"),
        11 | 12 => format!(
            "\tsetp.{}.u32 %p2, %r8, {};\n\t@%p2 bra {end};\n",
            random.pick(&["eq", "ne"]),
            random.below(3)
        ),
        13 => format!(
            "\tsetp.{}.u32 %p2, %r8, {};\n\t@%p2 st{how}.global.u32 [%rd1{at}], {value};\n",
            random.pick(&["eq", "ne"]),
            random.below(3)
        ),
        14 => {
            let access = random.pick(&[
                "ld.relaxed.gpu.global.u32 %r8, [%rd6];",
                "st.relaxed.gpu.global.u32 [%rd6], 2;",
            ]);
            format!(
                "\tand.b32 %r10, %r8, 1;\n\tmul.wide.u32 %rd5, %r10, 4;\n\tadd.u64 %rd6, %rd1, %rd5;\n\t{access}\n"
            )
        }
        15 => random
            .pick(&["\tfence.acq_rel.gpu;\n", "\tfence.sc.gpu;\n"])
            .to_owned(),
        16 => "\tst.global.u32 [%rd4], %r8;\n\tmov.u32 %r8, 0;\n\tld.global.u32 %r8, [%rd4];\n"
            .to_owned(),
        _ => format!(
            "{end}W{step}:\n\tld{how}.global.u32 %r9, [%rd1{at}];\n\tsetp.eq.u32 %p2, %r9, 0;\n\t@%p2 bra {end}W{step};\n"
        ),
    }
}
