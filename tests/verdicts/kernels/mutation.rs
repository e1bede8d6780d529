//! Every instruction's meaning bent once is noticed: some launch is then said to do something else. What
//! instructions compute is bent apart (`tests/verdicts/arithmetic.rs`).

use std::collections::BTreeSet;

use gpu_litmus::kernel::launch::read;
use gpu_litmus::kernel::report::ask;
use gpu_litmus::kernel::setup::{Setup, bind};
use gpu_litmus::load;
use gpu_litmus::ptx::operation::Operation;
use gpu_litmus::syntax::span::SourceFile;
use gpu_litmus::testing::module::print;

use super::bends::{BENDS, Bend, Shown};
use super::support::asked;

/// A launch with each of its instructions bent; how many of them were.
fn bent(
    launch: &str,
    module: &str,
    mut bend: impl FnMut(&mut Operation) -> bool,
) -> (Setup, usize) {
    let mut module = gpu_litmus::ptx::parse(&SourceFile::new("k.ptx", module))
        .unwrap_or_else(|why| panic!("{why}\n{module}"));
    let mut count = 0;
    for body in module
        .functions
        .iter_mut()
        .filter_map(|one| one.body.as_mut())
    {
        for instruction in &mut body.code {
            count += usize::from(bend(&mut instruction.operation));
        }
    }
    let description = read(&SourceFile::new("k.toml", launch)).unwrap();
    (
        bind(description, module).unwrap_or_else(|why| panic!("{why}")),
        count,
    )
}

/// All that is said of a launch: under `sc`, where no order matters.
fn said(setup: &Setup, model: &str) -> String {
    let report = ask(setup, &asked(model));
    let checks = report.checks.iter().map(|check| {
        let (name, answer) = (check.name, check.answer.name());
        let word = check.word.unwrap_or("");
        let race = check.race.as_ref().map(|race| race.size);
        format!("{name} {answer} {word} {race:?} {:?}\n", check.sc_contents)
    });
    checks.collect()
}

/// Whether some check says something else, and both times for certain; or is open at first, where that is
/// what the instruction means.
fn noticed(before: &str, after: &str, opens: bool) -> bool {
    let open = |line: &str| line.contains(" unknown ") || line.contains(" unsupported ");
    let mut pairs = before.lines().zip(after.lines());
    pairs.any(|(before, after)| before != after && open(before) == opens && !open(after))
}

/// The launch that a bend is shown with.
fn texts(bend: &Bend) -> (String, String) {
    match bend.shown {
        Shown::Litmus(text) => {
            let program = load(bend.name, text).unwrap_or_else(|why| panic!("{why}\n{text}"));
            let printed = print(&program).unwrap();
            (printed.launch, printed.module)
        }
        Shown::Lanes(body) | Shown::Ordered(body) | Shown::Open(body) => {
            (LAUNCH.to_owned(), lanes(body))
        }
    }
}

/// Four lanes, each of which leaves `%r9`.
fn lanes(body: &str) -> String {
    format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n.global .align 4 .u32 cell;\n\
         .func (.param .b32 result) twice(.param .b32 given)\n{{\n.reg .b32 %r<3>;\n\
         \tld.param.u32 %r1, [given];\n\tadd.u32 %r2, %r1, %r1;\n\tst.param.b32 [result], %r2;\n\tret;\n}}\n\
         .visible .entry k(.param .u64 out, .param .u64 in)\n{{\n\
         .reg .pred %p<4>;\n.reg .b16 %h<4>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<8>;\n\
         .shared .align 4 .u32 sum;\n.shared .align 4 .b8 table[16];\n\
         \tld.param.u64 %rd1, [out];\n\tld.param.u64 %rd2, [in];\n\tmov.u32 %r1, %tid.x;\n\tmov.u32 %r9, 0;\n\
         \tmul.wide.u32 %rd3, %r1, 4;\n\tadd.u64 %rd4, %rd1, %rd3;\n{body}\
         \tst.global.u32 [%rd4], %r9;\n\tret;\n}}\n"
    )
}

const LAUNCH: &str = "ptx = \"k.ptx\"\noutputs = [\"out\"]\n[[launch]]\nentry = \"k\"\nblock = [4]\n\
                      grid = [1]\nshared_init = 0\nargs = [\"&out\", \"&in\"]\n\
                      [buffer.out]\ncount = 4\n[buffer.in]\ninit = [5, 6, 7, 8]\n";

#[test]
fn every_bent_instruction_is_noticed() {
    let mut unnoticed = Vec::new();
    let mut kinds = BTreeSet::new();
    for bend in BENDS {
        let (launch, module) = texts(bend);
        let model = match bend.shown {
            Shown::Litmus(_) | Shown::Ordered(_) => "ptx-7.5",
            Shown::Lanes(_) | Shown::Open(_) => "sc",
        };
        let (plain, _) = bent(&launch, &module, |operation| {
            if (bend.change)(&mut operation.clone()) {
                kinds.insert(kind(operation));
            }
            false
        });
        let (other, count) = bent(&launch, &module, bend.change);
        let before = said(&plain, model);
        let after = said(&other, model);
        if count == 0 || !noticed(&before, &after, matches!(bend.shown, Shown::Open(_))) {
            unnoticed.push(format!("{} ({count} bent): {before}", bend.name));
        }
    }
    assert!(unnoticed.is_empty(), "{}", unnoticed.join("\n"));
    let missing: Vec<&str> = KINDS
        .iter()
        .copied()
        .filter(|kind| !kinds.contains(kind))
        .collect();
    assert!(missing.is_empty(), "nothing bends {missing:?}");
}

/// Kinds of instructions; what computes, does nothing, or is refused, is none of them.
const KINDS: [&str; 24] = [
    "pack",
    "unpack",
    "cvta",
    "isspacep",
    "loose",
    "ld",
    "st",
    "atom",
    "fence",
    "bar",
    "bar.warp",
    "shfl",
    "vote",
    "match",
    "redux",
    "elect",
    "activemask",
    "bra",
    "brx",
    "call",
    "ret",
    "exit",
    "trap",
    "red",
];

/// The kind of an instruction.
fn kind(operation: &Operation) -> &'static str {
    match operation {
        Operation::Pack { .. } => "pack",
        Operation::Unpack { .. } => "unpack",
        Operation::ConvertAddress { .. } => "cvta",
        Operation::IsInSpace { .. } => "isspacep",
        Operation::Loose { .. } => "loose",
        Operation::Load { .. } => "ld",
        Operation::Store { .. } => "st",
        Operation::Atomic { reduces: true, .. } => "red",
        Operation::Atomic { .. } => "atom",
        Operation::Fence { .. } => "fence",
        Operation::Barrier { .. } => "bar",
        Operation::WarpBarrier { .. } => "bar.warp",
        Operation::Shuffle { .. } => "shfl",
        Operation::Vote { .. } => "vote",
        Operation::Match { .. } => "match",
        Operation::Reduce { .. } => "redux",
        Operation::Elect { .. } => "elect",
        Operation::ActiveMask { .. } => "activemask",
        Operation::Branch { .. } => "bra",
        Operation::BranchIndexed { .. } => "brx",
        Operation::Call { .. } => "call",
        Operation::Return => "ret",
        Operation::Exit => "exit",
        Operation::Trap => "trap",
        Operation::Compute { .. } | Operation::Nothing | Operation::Refused { .. } => "",
    }
}
