//! Random kernels with values left open that decide nothing, against the same with all values.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use gpu_litmus::kernel::launch::description::Check;
use gpu_litmus::kernel::lower::blur::Values;
use gpu_litmus::kernel::lower::graph::What;
use gpu_litmus::kernel::report::weak::{Said, Weak};

use super::generator::{Kernel, Random, kernel};
use super::support::{interleaved, options, setup, weak};

/// What was compared of kernels.
#[derive(Debug, Default)]
struct Compared {
    kernels: u64,
    /// With a race.
    racy: u64,
    /// All of whose executions are interleavings.
    interleaved: u64,
    /// Of these those in which a word says how often threads come to a barrier.
    said: u64,
    /// In which some value is left open.
    open: u64,
    /// In which one is that an atomic finds.
    updated: u64,
}

/// Whether something is asked for in vain; nothing where it is not known.
fn never(said: &Said) -> Option<bool> {
    match said {
        Said::Run(_) => Some(false),
        Said::Never => Some(true),
        Said::Open(_) => None,
    }
}

/// Whether two answers are one, as far as both are known.
fn alike([one, other]: [Option<bool>; 2]) -> bool {
    one.zip(other).is_none_or(|(one, other)| one == other)
}

/// Compares races, threads that stop, and what is left.
fn agree(
    kernel: &Kernel,
    values: Values,
    (name, model): (&str, &str),
    compared: &mut Compared,
) -> Option<()> {
    let setup = setup(&kernel.launch, &kernel.module);
    let exploration = interleaved(&setup)?;
    let all = weak(&setup, &exploration, model)?;
    let (outputs, shared) = (&exploration.outputs, &exploration.contended);
    let open = Weak::open(&setup, outputs, (shared, values), model, &options()).ok()??;
    if !all.gaps().ok()?.is_empty() || !open.gaps().ok()?.is_empty() || all.counts() {
        return None;
    }
    let text = &kernel.module;
    let races = [&all, &open].map(|weak| never(&weak.race().0));
    assert!(
        alike(races),
        "{name} under {model}: races {races:?}\n{text}"
    );
    let stops = [&all, &open].map(|weak| never(&weak.wrongs(&weak.stops())));
    assert!(
        alike(stops),
        "{name} under {model}: stops {stops:?}\n{text}"
    );
    // Which of two values is taken may be left open, and so whether somebody wrote it.
    let memory = [&all, &open].map(|weak| never(&weak.wrong(Check::Memory).0));
    let hidden = memory[0] == Some(false) && memory[1] == Some(true);
    assert!(!hidden, "{name} under {model}: memory\n{text}");
    if open.interleaves(model) {
        compared.interleaved += 1;
        compared.said += u64::from(text.contains(SAYS));
        let known = exploration.outcomes.iter();
        let known: Vec<_> = known.map(|one| one.contents.clone()).collect();
        if let Said::Run(execution) = all.beyond(&known) {
            let left = all.left(&execution);
            panic!("{name} under {model}: {left:?} is no interleaving\n{text}");
        }
    }
    let blurred = (0..open.threads.know.cells.len()).any(|cell| open.threads.know.blurs(cell));
    compared.open += u64::from(blurred);
    let nodes = open.threads.graphs.iter().flat_map(|graph| &graph.nodes);
    let mut updates = nodes.filter(|node| matches!(node.what, What::Update { .. }));
    let updated = updates.any(|node| {
        let cell = node.what.read();
        cell.is_some_and(|cell| open.threads.know.blurs(cell))
    });
    compared.updated += u64::from(updated);
    compared.racy += u64::from(races[0] == Some(false));
    compared.kernels += 1;
    Some(())
}

/// A random kernel of data that is used weakly and flags that say when it may be.
pub fn handed_on(seed: u64) -> Kernel {
    let mut random = Random::new(seed);
    let blocks = random.pick(&[1, 2, 2]);
    let threads = 3 - blocks;
    let mut body = String::new();
    // How often both come to a barrier may be what one of them says.
    let says = threads == 2 && random.below(2) == 0;
    for thread in 0..2 {
        body += &format!("\tsetp.ne.u32 %p1, %r1, {thread};\n\t@%p1 bra T{thread};\n");
        for step in 0..2 + random.below(4) {
            body += &handing(&mut random, &format!("T{thread}"), step);
        }
        if says && thread == 0 {
            body += "\tst.shared.u32 [word], %r8;\n";
        }
        body += &format!("T{thread}:\n");
        if says && thread == 0 {
            body += SAYS;
        }
        if threads == 2 && random.below(2) == 0 {
            body += "\tbar.sync 0;\n";
        }
    }
    let module = format!(
        ".version 7.5\n.target sm_75\n.address_size 64\n\
         .visible .entry k(.param .u64 data, .param .u64 flag, .param .u64 out, .param .u64 slot)\n{{\n\
         .reg .pred %p<4>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<8>;\n\
         .shared .align 4 .b8 word[4];\n\
         \tld.param.u64 %rd1, [data];\n\tld.param.u64 %rd2, [flag];\n\tld.param.u64 %rd3, [out];\n\tld.param.u64 %rd7, [slot];\n\
         \tmov.u32 %r2, %ctaid.x;\n\tmov.u32 %r3, %tid.x;\n\tadd.u32 %r1, %r2, %r3;\n\
         \tmov.u32 %r8, 0;\n{body}\
         \tmul.wide.u32 %rd4, %r1, 4;\n\tadd.u64 %rd5, %rd3, %rd4;\n\tst.global.u32 [%rd5], %r8;\n\
         \tret;\n}}\n"
    );
    let known = if says { "shared_init = 0\n" } else { "" };
    let launch = format!(
        "ptx = \"k.ptx\"\noutputs = [\"data\", \"out\"]\n[[launch]]\nentry = \"k\"\ngrid = [{blocks}]\n{known}\
         block = [{threads}]\nargs = [\"&data\", \"&flag\", \"&out\", \"&slot\"]\n\
         [buffer.data]\ncount = 2\n[buffer.flag]\ncount = 2\n[buffer.out]\ncount = 2\n[buffer.slot]\ntype = \"u64\"\ninit = [\"&data\"]\n"
    );
    Kernel {
        module,
        launch,
        vectors: false,
    }
}

/// All come to a barrier, and once more where a word says so.
const SAYS: &str = "\tbar.sync 0;\n\tld.shared.u32 %r11, [word];\n\tsetp.eq.u32 %p2, %r11, 0;\n\t@%p2 bra ONCE;\n\
    \tbar.sync 0;\n\tld.global.u32 %r9, [%rd1];\n\tadd.u32 %r8, %r8, %r9;\nONCE:\n";

/// Something that a thread does, or ends with.
fn handing(random: &mut Random, end: &str, step: u64) -> String {
    let at = random.pick(&["", "+4"]);
    let flag = random.pick(&["", "", "", "+4"]);
    // The data may be used strongly, too.
    let (load, store) = random.pick(&[
        ("ld", "st"),
        ("ld", "st"),
        ("ld.volatile", "st.volatile"),
        ("ld.relaxed.gpu", "st.release.gpu"),
    ]);
    match random.below(16) {
        15 => format!("\tatom.global.exch.b32 %r9, [%rd1{at}], %r8;\n\tadd.u32 %r8, %r8, %r9;\n\tand.b32 %r8, %r8, 31;\n"),
        14 => format!("\tred.global.add.u32 [%rd1{at}], %r8;\n"),
        13 => format!("\tatom.global.max.u32 %r8, [%rd1{at}], {};\n", 1 + random.below(3)),
        12 => format!(
            "\tmov.u32 %r12, 0;\n{end}{step}:\n\t{load}.global.u32 %r8, [%rd1{at}];\n\tld.volatile.global.u32 %r9, [%rd2];\n\
             \tsetp.ne.u32 %p2, %r9, 0;\n\t@%p2 bra {end}{step}E;\n\tadd.u32 %r12, %r12, 1;\n\tsetp.lt.u32 %p3, %r12, 6;\n\
             \t@%p3 bra {end}{step};\n{end}{step}E:\n"
        ),
        11 => format!(
            "{end}{step}:\n\t{load}.global.u32 %r8, [%rd1{at}];\n\tld.volatile.global.u32 %r9, [%rd2];\n\tsetp.eq.u32 %p2, %r9, 0;\n\
             \t@%p2 bra {end}{step};\n"
        ),
        10 => "\tsetp.ne.u32 %p3, %r8, 3;\n\tld.shared.u32 %r11, [word];\n\tselp.u32 %r8, 5, %r11, %p3;\n".to_owned(),
        8 => format!("\tadd.u64 %rd6, %rd1, {};\n\tst.global.u64 [%rd7], %rd6;\n", 4 * (step % 2)),
        9 => "\tld.global.u64 %rd6, [%rd7];\n\tld.global.u32 %r9, [%rd6];\n\tadd.u32 %r8, %r8, %r9;\n".to_owned(),
        0 => format!("\t{store}.global.u32 [%rd1{at}], {};\n", 1 + random.below(3)),
        1 => format!("\tadd.u32 %r10, %r8, 1;\n\t{store}.global.u32 [%rd1{at}], %r10;\n"),
        2 | 3 => format!(
            "\t{load}.global.u32 %r9, [%rd1{at}];\n\tmad.lo.u32 %r8, %r8, 4, %r9;\n\tand.b32 %r8, %r8, 31;\n"
        ),
        4 => "\tmembar.gl;\n".to_owned(),
        5 => format!(
            "\tmembar.gl;\n\tst.volatile.global.u32 [%rd2{flag}], {};\n",
            1 + step % 2
        ),
        6 => format!(
            "\tld.volatile.global.u32 %r9, [%rd2{flag}];\n\tsetp.eq.u32 %p2, %r9, 0;\n\t@%p2 bra {end};\n\
             \tmembar.gl;\n"
        ),
        _ => format!("\tatom.global.add.u32 %r9, [%rd2{flag}], 1;\n"),
    }
}

/// Compares kernels from a seed on: `GPU_LITMUS_SEEDS` says how many.
fn compare(make: fn(u64) -> Kernel, values: Values, count: u64) -> Compared {
    let mut compared = Compared::default();
    let given = std::env::var("GPU_LITMUS_SEEDS").ok();
    let count = given.and_then(|text| text.parse().ok()).unwrap_or(count);
    for seed in 0..count {
        let model = ["ptx-7.5", "ptx-6.0"][usize::from(seed % 2 == 1)];
        let name = format!("seed {seed}");
        let _ = agree(&make(seed), values, (&name, model), &mut compared);
    }
    println!("{compared:?}");
    compared
}

#[test]
fn what_values_do_not_decide_is_the_same_without_them() {
    let compared = compare(handed_on, Values::Deciding, 240);
    let (all, open) = (compared.kernels, compared.open);
    assert!(all > 200 && open > 25, "{compared:?}");
    assert!(
        compared.racy > 20 && compared.interleaved > 20 && compared.said > 5,
        "{compared:?}"
    );
}

#[test]
fn what_values_decide_is_told_apart() {
    let compared = compare(kernel, Values::Deciding, 40);
    assert!(compared.kernels > 20 && compared.racy > 5, "{compared:?}");
}

#[test]
fn what_atomics_add_up_decides_nothing_either() {
    let compared = compare(handed_on, Values::Open, 120);
    let (all, updated) = (compared.kernels, compared.updated);
    assert!(all > 80 && updated > 30, "{compared:?}");
    assert!(
        compared.racy > 20 && compared.interleaved > 20,
        "{compared:?}"
    );
}
