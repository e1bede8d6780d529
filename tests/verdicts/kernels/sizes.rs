//! Random kernels that use memory at several sizes, one between every two barriers, as events against the same as
//! interleavings: under sequential consistency both leave the same, and no two accesses that overlap in part race.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use gpu_litmus::kernel::report::sizes::{Overlaps, Sized};
use gpu_litmus::kernel::report::weak::Said;

use super::generator::Random;
use super::support::{in_order, interleaved, setup, weak};

/// Outcomes of each kernel that are asked for one by one.
const ASKED: usize = 3;

/// A kernel and its launch.
pub fn kernel(seed: u64) -> (String, String) {
    let mut random = Random::new(seed);
    let threads = random.pick(&[2, 2, 3]);
    let mut body = String::new();
    for phase in 0..2 + random.below(2) {
        let width = random.pick(&[1, 2, 4, 4, 8, 8]);
        for thread in 0..threads {
            let name = format!("{phase}_{thread}");
            body += &format!("\tsetp.ne.u32 %p1, %r1, {thread};\n\t@%p1 bra L{name};\n");
            for _ in 0..=random.below(2) {
                body += &snippet(&mut random, width);
            }
            body += &format!("L{name}:\n");
        }
        body += "\tbar.sync 0;\n";
    }
    let module = format!(
        ".version 7.5\n.target sm_75\n.address_size 64\n\
         .visible .entry k(.param .u64 a, .param .u64 out)\n{{\n\
         .reg .pred %p<4>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<12>;\n\
         \tld.param.u64 %rd1, [a];\n\tld.param.u64 %rd2, [out];\n\
         \tmov.u32 %r1, %tid.x;\n\tmov.u64 %rd8, 0;\n{body}\
         \tmul.wide.u32 %rd3, %r1, 8;\n\tadd.u64 %rd4, %rd2, %rd3;\n\tst.global.u64 [%rd4], %rd8;\n\
         \tret;\n}}\n"
    );
    let launch = format!(
        "ptx = \"k.ptx\"\noutputs = [\"a\", \"out\"]\n[[launch]]\nentry = \"k\"\nblock = [{threads}]\n\
         args = [\"&a\", \"&out\"]\n[buffer.a]\ntype = \"u8\"\ninit = [0, 0, 0, 255, 0, 0, 0, 1]\n\
         [buffer.out]\ntype = \"u64\"\ncount = {threads}\n"
    );
    (module, launch)
}

/// An access of so many bytes.
fn snippet(random: &mut Random, width: u64) -> String {
    let at = format!("%rd1+{}", random.below(8 / width) * width);
    let bits = width * 8;
    let value = random.pick(&["1", "258", "16909060", "72623859790382856"]);
    let keep = "\tmul.lo.u64 %rd8, %rd8, 3;\n\tadd.u64 %rd8, %rd8, %rd5;\n";
    let how = random.pick(&[".volatile", ".relaxed.cta", ""]);
    match random.below(if width < 4 { 5 } else { 8 }) {
        0..3 => format!("\tmov.u64 %rd6, {value};\n\tst{how}.global.u{bits} [{at}], %rd6;\n"),
        3 | 4 => format!("\tld{how}.global.u{bits} %rd5, [{at}];\n{keep}"),
        5 if width == 4 => format!("\tatom.global.add.u32 %r5, [{at}], 255;\n"),
        5 => format!("\tatom.global.add.u64 %rd5, [{at}], 4294967295;\n{keep}"),
        6 if width == 4 => format!("\tatom.global.exch.b32 %r5, [{at}], 7;\n"),
        6 => format!("\tatom.global.exch.b64 %rd5, [{at}], 7;\n{keep}"),
        _ if width == 4 => format!("\tatom.global.cas.b32 %r5, [{at}], 258, 9;\n"),
        _ => format!("\tatom.global.cas.b64 %rd5, [{at}], 258, 9;\n{keep}"),
    }
}

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    compared: u32,
    large: u32,
    /// Kernels that use memory at several sizes.
    mixed: u32,
    /// Kernels of which it is known that they leave nothing else.
    closed: u32,
    outcomes: usize,
}

fn compare(seed: u64, tally: &mut Tally) {
    let (module, launch) = kernel(seed);
    let name = format!("seed {seed}");
    let setup = setup(&launch, &module);
    let Some(exploration) = interleaved(&setup) else {
        tally.large += 1;
        return;
    };
    let Some(lowered) = in_order(&setup, &exploration) else {
        tally.large += 1;
        return;
    };
    assert!(lowered.gaps().unwrap().is_empty(), "{name}\n{module}");
    tally.compared += 1;
    tally.outcomes += exploration.outcomes.len();
    tally.mixed += u32::from(lowered.threads.know.mixed());
    for outcome in exploration.outcomes.iter().take(ASKED) {
        let lost = matches!(lowered.gives(&outcome.contents), Said::Never);
        assert!(!lost, "{name}: {:?} is lost\n{module}", outcome.contents);
    }
    let known: Vec<_> = exploration
        .outcomes
        .iter()
        .map(|one| one.contents.clone())
        .collect();
    match lowered.beyond(&known) {
        Said::Run(execution) => panic!(
            "{name}: {:?} is no interleaving\n{module}",
            lowered.left(&execution)
        ),
        Said::Never => tally.closed += 1,
        Said::Open(_) => {}
    }
    under_ptx(&setup, &exploration, &name);
}

/// What interleavings leave, the model leaves, and barriers order all that overlaps in part.
fn under_ptx(
    setup: &gpu_litmus::kernel::setup::Setup,
    exploration: &gpu_litmus::kernel::interpret::exploration::Exploration,
    name: &str,
) {
    for model in ["ptx-7.5", "ptx-6.0"] {
        let Some(weak) = weak(setup, exploration, model) else {
            continue;
        };
        let raced = matches!(weak.overlaps(), Overlaps::Raced(_));
        assert!(!raced, "{name}: a race of different sizes under {model}");
        for outcome in exploration.outcomes.iter().take(1) {
            let lost = matches!(weak.gives(&outcome.contents), Said::Never);
            assert!(
                !lost,
                "{name}: {:?} is lost under {model}",
                outcome.contents
            );
        }
    }
}

pub fn compare_all(first: u64, count: u64) {
    let mut tally = Tally::default();
    for seed in first..first + count {
        compare(seed, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.mixed * 2 >= tally.compared, "{tally:?}");
    assert!(tally.closed * 2 > tally.compared, "{tally:?}");
    assert!(tally.large <= tally.compared, "{tally:?}");
}

#[test]
fn sizes_that_barriers_part() {
    compare_all(0, 5);
}

/// The models of PTX are those for one size where memory is used at one.
#[test]
fn models_of_several_sizes_agree_on_one() {
    let launch = "ptx = \"k.ptx\"\noutputs = [\"out\"]\n[[launch]]\nentry = \"k\"\ngrid = [2]\n\
                  args = [\"&a\", \"&out\"]\n[buffer.a]\ncount = 2\n[buffer.out]\ncount = 2\n";
    for (fence, ordered) in [("", false), ("\tfence.acq_rel.gpu;\n", true)] {
        let module = format!(
            ".version 7.5\n.target sm_75\n.address_size 64\n\
             .visible .entry k(.param .u64 a, .param .u64 out)\n{{\n\
             .reg .pred %p<4>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<12>;\n\
             \tld.param.u64 %rd1, [a];\n\tld.param.u64 %rd2, [out];\n\tmov.u32 %r1, %ctaid.x;\n\
             \tsetp.ne.u32 %p1, %r1, 0;\n\t@%p1 bra L;\n\tst.relaxed.gpu.global.u32 [%rd1], 1;\n{fence}\
             \tst.relaxed.gpu.global.u32 [%rd1+4], 1;\n\tret;\n\
             L:\n\tld.relaxed.gpu.global.u32 %r2, [%rd1+4];\n{fence}\tld.relaxed.gpu.global.u32 %r3, [%rd1];\n\
             \tst.global.u32 [%rd2], %r2;\n\tst.global.u32 [%rd2+4], %r3;\n\tret;\n}}\n"
        );
        let setup = setup(launch, &module);
        let exploration = interleaved(&setup).unwrap();
        let stale = vec![vec![1, 0, 0, 0, 0, 0, 0, 0]];
        for model in ["ptx-7.5", "ptx-6.0"] {
            let mut weak = weak(&setup, &exploration, model).unwrap();
            assert_eq!(
                matches!(weak.gives(&stale), Said::Never),
                ordered,
                "{model}"
            );
            weak.model = Sized::named(model).unwrap().model;
            assert_eq!(
                matches!(weak.gives(&stale), Said::Never),
                ordered,
                "{model}"
            );
        }
    }
}
