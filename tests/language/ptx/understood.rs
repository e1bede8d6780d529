//! What is understood of modules that compilers printed.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use gpu_litmus::SourceFile;
use gpu_litmus::ptx::demangle::short;
use gpu_litmus::ptx::module::{Body, Function, InitialValue, Module, RegisterId};
use gpu_litmus::ptx::operation::Operation;
use gpu_litmus::ptx::parse;
use rstest::rstest;

use crate::golden;

fn read(path: &Path) -> Module {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    read_text(&name, fs::read_to_string(path).unwrap())
}

pub fn read_text(name: &str, text: String) -> Module {
    parse(&SourceFile::new(name, text)).unwrap_or_else(|report| panic!("{report:?}"))
}

/// Each instruction that touches memory, orders or is refused, with its line of PTX and of CUDA.
fn listing(module: &Module, function: &Function) -> String {
    let mut out = format!("{}\n", short(&function.name));
    let Some(body) = &function.body else {
        return out + "  declared\n";
    };
    for instruction in &body.code {
        let more = match &instruction.operation {
            Operation::Compute { .. } | Operation::Branch { .. } | Operation::Return => continue,
            Operation::Refused { why } => format!("  refused: {why}"),
            _ => String::new(),
        };
        let place = instruction.line.and_then(|line| body.lines.place(line));
        let user = place.and_then(|place| place.user);
        let line = user.map_or("?".to_owned(), |user| {
            format!("{}:{}", module.file_name(user.file), user.line)
        });
        let at = module.position(instruction.span.start).line;
        let text = module.source.slice(instruction.opcode);
        writeln!(out, "  {at:5} {line:16} {text}{more}").unwrap();
    }
    out
}

#[rstest]
fn listed(#[files("tests/kernels/*.ptx")] path: PathBuf) {
    let module = read(&path);
    let listings = module
        .functions
        .iter()
        .map(|function| listing(&module, function));
    let shown: String = listings.collect();
    golden::same(path.with_extension("listing"), &shown);
}

/// A file that ends in the middle is never read as if it were whole, and stops nobody.
#[rstest]
fn cut_off(#[files("tests/kernels/*.ptx")] path: PathBuf) {
    let text = fs::read_to_string(path).unwrap();
    let bodies = text.match_indices("\nret;").count() + text.match_indices("\tret;").count();
    assert!(bodies > 0);
    for at in (0..text.len()).step_by(331) {
        let Some(part) = text.get(..at) else { continue };
        let open = part.matches('{').count() > part.matches('}').count();
        let parsed = parse(&SourceFile::new("cut.ptx", part));
        assert!(!open || parsed.is_err(), "cut at {at}");
    }
}

/// Text that was torn up is refused or read, and never stops the reader.
#[rstest]
fn torn(#[files("tests/kernels/*.ptx")] path: PathBuf) {
    let text = fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut seed = 1_u64;
    for _ in 0..40 {
        let mut torn = lines.clone();
        for _ in 0..4 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let at = usize::try_from(seed >> 33).unwrap() % torn.len();
            match seed >> 20 & 3 {
                0 => drop(torn.remove(at)),
                1 => torn.insert(at, "}"),
                2 => torn.insert(at, "{ @%p1 bra , 0f12"),
                _ => torn[at] = torn[at].get(..torn[at].len() / 2).unwrap_or(""),
            }
        }
        let _ = parse(&SourceFile::new("torn.ptx", torn.join("\n")));
    }
}

pub const HEAD: &str = ".version 8.5\n.target sm_90\n.address_size 64\n";

fn kernel(body: &str) -> Module {
    read_text("k.ptx", around(body))
}

/// A module with one kernel.
fn around(body: &str) -> String {
    format!(
        "{HEAD}.visible .entry k(.param .u64 p) {{\n.reg .pred %p<4>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n{body}\nret;\n}}\n"
    )
}

/// The registers that computations write.
pub fn computed(body: &Body) -> Vec<RegisterId> {
    let registers = body.code.iter().filter_map(|one| match &one.operation {
        Operation::Compute { dst, .. } => *dst,
        _ => None,
    });
    registers.collect()
}

/// The first instruction of a kernel.
pub fn first(body: &str) -> Operation {
    let module = kernel(body);
    let body = module.functions[0].body.as_ref().unwrap();
    body.code[0].operation.clone()
}

/// Modifiers may stand in any order.
#[test]
fn modifiers_in_any_order() {
    let texts = [
        "ld.acquire.gpu.global.u32 %r1, [%rd1];",
        "ld.global.acquire.gpu.u32 %r1, [%rd1];",
        "ld.gpu.acquire.global.L1::no_allocate.u32 %r1, [%rd1];",
    ];
    let operations = texts.map(first);
    assert!(
        matches!(operations[0], Operation::Load { .. }),
        "{:?}",
        operations[0]
    );
    assert_eq!(operations[0], operations[1]);
    assert_eq!(operations[0], operations[2]);
}

/// What is not known is kept, and is no mistake where nobody comes.
#[test]
fn unknown_instructions_are_kept() {
    for text in [
        "frobnicate.x.u32 %r1, [%rd1], {%r2};",
        "mbarrier.arrive.expect_tx.shared.b64 %rd1, [%rd2], 16;",
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%rd2];",
        "mbarrier.pending_count.b64 %r1, %rd1;",
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile [%rd1], [%rd2, {%r1, %r2}], [%rd3];",
        "fence.acquire.gpu;",
    ] {
        let operation = first(text);
        assert!(
            matches!(operation, Operation::Refused { .. }),
            "{text}: {operation:?}"
        );
    }
}

/// Who waits at a barrier in memory reads it and asks whether its phase is over; labels stand before both.
#[test]
fn waiting_is_reading_and_asking() {
    let module = kernel("bra L; mbarrier.try_wait.shared.b64 %p1, [%r1], %rd1, %r2; L: ret;");
    let code = &module.functions[0].body.as_ref().unwrap().code;
    assert!(matches!(code[0].operation, Operation::Branch { target: 3 }));
    assert!(matches!(code[1].operation, Operation::Load { .. }));
    assert!(matches!(code[2].operation, Operation::Compute { .. }));
    // What is wrong with what is asked is not lost.
    for text in [
        "mbarrier.test_wait.shared.b64 %p1, [%r1], %none;",
        "mbarrier.test_wait.parity.shared.b64 %none, [%r1], 0;",
        "mbarrier.test_wait.shared.b64 %p1, [%r1];",
    ] {
        let read = parse(&SourceFile::new("k.ptx", around(text)));
        assert!(read.is_err(), "{text}");
    }
}

/// Scopes redeclare registers and repeat labels.
#[test]
fn scopes_are_lexical() {
    let module = kernel(
        "{ .reg .pred %p1; .reg .b32 X; mov.u32 X, 1; bra DONE; DONE: }\n\
         { .reg .b32 X; mov.u32 X, 2; bra DONE; mov.u32 X, 3; DONE: }",
    );
    let body = module.functions[0].body.as_ref().unwrap();
    let registers = computed(body);
    assert_ne!(registers[0], registers[1]);
    assert_eq!(registers[1], registers[2]);
    let targets = body.code.iter().filter_map(|one| match one.operation {
        Operation::Branch { target } => Some(target),
        _ => None,
    });
    assert_eq!(targets.collect::<Vec<_>>(), [2, 5]);
}

/// A register that a scope declares later is not the one that is meant before.
#[test]
fn names_are_those_declared_before() {
    let module = kernel("{ mov.u32 %r1, 1; .reg .b32 %r1; mov.u32 %r1, 2; }");
    let body = module.functions[0].body.as_ref().unwrap();
    let registers = computed(body);
    assert_ne!(registers[0], registers[1]);
}

/// Rows of an initial value begin where they are, and masks take single bytes of addresses.
#[test]
fn initial_values_have_their_places() {
    let text = format!(
        "{HEAD}.global .u32 x;\n.global .u32 rows[2][3] = {{{{1}}, {{2, 3}}}};\n\
         .global .u8 bytes[4] = {{7, 0xFF(generic(x)+4), 0xFF00(x), 9}};\n.global .f32 f = 1.5;\n"
    );
    let module = read_text("x.ptx", text);
    let offsets = |at: usize| -> Vec<u64> {
        module.variables[at]
            .initial
            .iter()
            .map(|piece| piece.offset)
            .collect()
    };
    assert_eq!(offsets(1), [0, 12, 16]);
    assert_eq!(offsets(2), [0, 1, 2, 3]);
    let masked = |at: usize| match &module.variables[2].initial[at].value {
        InitialValue::Address { offset, byte, .. } => Some((*offset, *byte)),
        InitialValue::Bits(_) => None,
    };
    assert_eq!(
        [masked(0), masked(1), masked(2)],
        [None, Some((4, Some(0))), Some((0, Some(1)))]
    );
    assert_eq!(
        module.variables[3].initial[0].value,
        InitialValue::Bits(1.5_f32.to_bits().into())
    );
}

#[test]
fn several_variables_of_one_declaration() {
    let text = ".version 7.5\n.target sm_75\n.address_size 64\n.global .align 8 .u32 a, b[2] = {4, 5}, c = 3;\n\
                .visible .entry k()\n{\n\t.reg .b32 %r<2>;\n\t.shared .u16 d, e[3];\n\tmov.u32 %r1, e;\n\
                \tst.shared.u16 [d], 1;\n\tret;\n}\n";
    let module = read_text("k.ptx", text.to_owned());
    let all = module.variables.iter();
    let told = all.map(|one| (one.name.as_str(), one.bytes, one.align, one.initial.len()));
    let told: Vec<_> = told.collect();
    for expected in [
        ("a", Some(4), 8, 0),
        ("b", Some(8), 8, 2),
        ("c", Some(4), 8, 1),
    ] {
        assert!(told.contains(&expected), "{expected:?} {told:?}");
    }
    let mistakes = parse(&SourceFile::new(
        "k.ptx",
        text.replace(", c = 3", ", .u32 c"),
    ))
    .unwrap_err();
    assert!(
        format!("{mistakes:?}").contains("the name of a variable"),
        "{mistakes:?}"
    );
}
