//! Launches as events against launches as interleavings: under sequential consistency both leave the same.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use gpu_litmus::kernel::interpret::exploration::Limits;
use gpu_litmus::kernel::interpret::explore::explore;
use gpu_litmus::kernel::launch::read;
use gpu_litmus::kernel::report::weak::{Said, Weak};
use gpu_litmus::kernel::setup::{Setup, bind};
use gpu_litmus::model::registry::Axiomatic;
use gpu_litmus::syntax::span::SourceFile;
use gpu_litmus::verdict::query::Options;

/// Sequential consistency in which barriers wait: what comes before one comes before what comes after it.
pub const SC: &str = r#""sc with barriers"
include "points.cat"
let meet = po ; (syncbar & same-cta) ; po
acyclic po | rf | co | fr | meet as sc
"#;

/// Kernels that are compared.
const SEEDS: u64 = 6;
/// Outcomes of each that are asked for one by one.
const ASKED: usize = 4;

/// Small numbers from a seed (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % most
    }
}

/// A kernel of two blocks of two threads: each thread does a few accesses of its own, in a loop perhaps.
fn kernel(seed: u64) -> String {
    let mut random = Random(seed);
    let mut body = String::new();
    let barriers = random.below(3) == 0;
    for thread in 0..4 {
        body += &format!("\tsetp.ne.u32 %p1, %r1, {thread};\n\t@%p1 bra L{thread};\n");
        for step in 0..2 + random.below(2) {
            body += &access(&mut random, thread, step);
        }
        body += &format!("L{thread}:\n");
    }
    if barriers {
        body += "\tbar.sync 0;\n";
        body += "\tld.shared.u32 %r9, [sum];\n\tadd.u32 %r8, %r8, %r9;\n";
    }
    format!(
        ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 out)\n{{\n\
         .reg .pred %p<4>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<8>;\n.shared .align 4 .u32 sum;\n\
         \tld.param.u64 %rd1, [a];\n\tld.param.u64 %rd2, [out];\n\
         \tmov.u32 %r2, %ctaid.x;\n\tmov.u32 %r3, %tid.x;\n\tmad.lo.u32 %r1, %r2, 2, %r3;\n\
         \tmov.u32 %r8, 0;\n{body}\
         \tmul.wide.u32 %rd3, %r1, 4;\n\tadd.u64 %rd4, %rd2, %rd3;\n\tst.global.u32 [%rd4], %r8;\n\tret;\n}}\n"
    )
}

fn access(random: &mut Random, thread: u64, step: u64) -> String {
    let cell = ["%rd1", "%rd1+4"][usize::from(random.below(2) == 1)];
    let value = thread + 1;
    let keep = "\tshl.b32 %r8, %r8, 2;\n\tadd.u32 %r8, %r8, %r9;\n";
    match random.below(8) {
        0 => format!("\tst.global.u32 [{cell}], {value};\n"),
        1 => format!("\tst.relaxed.gpu.global.u32 [{cell}], %r8;\n"),
        2 => format!("\tld.volatile.global.u32 %r9, [{cell}];\n{keep}"),
        3 => format!("\tatom.global.add.u32 %r9, [{cell}], 1;\n{keep}"),
        4 => format!("\tatom.global.cas.b32 %r9, [{cell}], 0, {value};\n{keep}"),
        5 => format!("\tatom.shared.add.u32 %r9, [sum], {value};\n\tmembar.gl;\n"),
        6 => format!(
            "\tld.global.u32 %r9, [{cell}];\n\tsetp.eq.u32 %p2, %r9, 0;\n\t@%p2 bra S{thread}_{step};\n\
             \tst.global.u32 [{cell}], 3;\nS{thread}_{step}:\n"
        ),
        _ => format!("\tld.global.u32 %r9, [{cell}];\n{keep}"),
    }
}

fn launch(seed: u64) -> Setup {
    let text = "ptx = \"k.ptx\"\noutputs = [\"a\", \"out\"]\n[[launch]]\nentry = \"k\"\ngrid = [2]\nblock = [2]\n\
                shared_init = 0\nargs = [\"&a\", \"&out\"]\n[buffer.a]\ncount = 2\n[buffer.out]\ncount = 4\n";
    let description = read(&SourceFile::new("k.toml", text)).unwrap();
    let module = gpu_litmus::ptx::parse(&SourceFile::new("k.ptx", kernel(seed))).unwrap();
    bind(description, module).unwrap()
}

/// Compares what both ways leave in the outputs.
pub fn agree(setup: &Setup, name: &str) {
    let model = Axiomatic::of(gpu_litmus::model::cat::load("sc-with-barriers.cat", SC).unwrap());
    let exploration = explore(setup, &Limits::default());
    assert!(exploration.complete(), "{name}");
    let options = Options::default();
    let weak = Weak::under(
        setup,
        &exploration.outputs,
        &exploration.contended,
        model,
        &options,
    );
    let weak = weak.unwrap_or_else(|why| panic!("{name}: {why:?}"));
    for outcome in exploration.outcomes.iter().take(ASKED) {
        let said = weak.gives(&outcome.contents);
        assert!(
            matches!(said, Said::Run(_)),
            "{name}: {:?} is lost: {said:?}",
            outcome.contents
        );
    }
    let known: Vec<_> = exploration
        .outcomes
        .iter()
        .map(|one| one.contents.clone())
        .collect();
    let said = weak.beyond(&known);
    assert!(matches!(said, Said::Never), "{name}: {said:?}");
}

#[test]
#[ignore = "takes minutes where nothing is optimized"]
fn random_kernels_leave_what_interleavings_leave() {
    for seed in 0..SEEDS {
        agree(&launch(seed), &format!("seed {seed}:\n{}", kernel(seed)));
    }
}

#[test]
fn examples_leave_what_interleavings_leave() {
    for name in [
        "grid-barrier-counter/right",
        "last-block/wrong",
        "spin-lock/wrong",
        "look-back/wrong",
        "flag-payload/right",
        "two-gpus/right",
    ] {
        let path = format!(
            "{}/examples/kernels/{name}.toml",
            env!("CARGO_MANIFEST_DIR")
        );
        let setup = gpu_litmus::kernel::load::load(std::path::Path::new(&path)).unwrap();
        agree(&setup, name);
    }
}
