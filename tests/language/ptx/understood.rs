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

fn read_text(name: &str, text: String) -> Module {
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

const HEAD: &str = ".version 8.5\n.target sm_90\n.address_size 64\n";

fn kernel(body: &str) -> Module {
    let text = format!(
        "{HEAD}.visible .entry k(.param .u64 p) {{\n.reg .pred %p<4>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n{body}\nret;\n}}\n"
    );
    read_text("k.ptx", text)
}

/// The registers that computations write.
fn computed(body: &Body) -> Vec<RegisterId> {
    let registers = body.code.iter().filter_map(|one| match &one.operation {
        Operation::Compute { dst, .. } => *dst,
        _ => None,
    });
    registers.collect()
}

/// The first instruction of a kernel.
fn first(body: &str) -> Operation {
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
        "mbarrier.arrive.shared.b64 %rd1, [%rd2];",
        "add.cc.u32 %r1, %r2, %r3;",
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

/// What is not known is told with what may be meant.
#[test]
fn refusals_name_the_nearest_that_is_known() {
    for (text, why) in [
        (
            "shfll.sync.idx.b32 %r1, %r2, 0, 31, -1;",
            "(did you mean `shfl`?)",
        ),
        (
            "ld.global.acquir.gpu.u32 %r1, [%rd1];",
            "(did you mean `.acquire`?)",
        ),
        ("add.u23 %r1, %r2, %r3;", "(did you mean `.u32`?)"),
        (
            "dp4a.u32.u32 %r1, %r2, %r3, %r1;",
            "`dp4a`, which is not interpreted",
        ),
        (
            "prmt.b32.f4e %r1, %r2, %r3, %r1;",
            "`prmt` with `.f4e`, which is not interpreted",
        ),
        (
            "add.rn.f32.f16 %r1, %r2, %r3;",
            "`add` with `.f16`, which is not interpreted",
        ),
        (
            "mad.hi.sat.s32 %r1, %r2, %r3, %r1;",
            "`mad` with `.sat`, which is not interpreted",
        ),
        (
            "max.relu.s32 %r1, %r2, %r3;",
            "`max` with `.relu`, which is not interpreted",
        ),
        (
            "fma.rn.oob.f16x2 %r1, %r2, %r3, %r1;",
            "`fma` with `.oob`, which is not interpreted",
        ),
        (
            "fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128;",
            "fences between proxies",
        ),
        (
            "vadd.u32.u32.u32 %r1, %r2.b0, %r3.h1;",
            "`vadd`, which is not interpreted",
        ),
        (
            "vsad.u32.u32.u32 %r1, %r2, %r3;",
            "`vsad`, which is not interpreted (did you mean `sad`?)",
        ),
        (
            "{ .reg .b128 %q<2>; mov.b128 %q1, %q1; }",
            "values of 128 bits",
        ),
    ] {
        let operation = first(text);
        let Operation::Refused { why: said } = operation else {
            panic!("{text}: {operation:?}");
        };
        assert!(said.ends_with(why), "{text}: {said}");
    }
}

/// Of three floats the greatest is not computed; of three whole numbers there is none.
#[test]
fn the_greatest_of_three_floats_is_any_value() {
    for text in [
        "max.f32 %r1, %r2, %r3, %r1;",
        "max.NaN.f32 %r1, %r2, %r3, %r1;",
        "min.ftz.abs.f32 %r1, %r2, %r3, %r1;",
    ] {
        let operation = first(text);
        let Operation::Loose { sources, .. } = &operation else {
            panic!("{text}: {operation:?}");
        };
        assert_eq!(sources.len(), 3, "{text}");
    }
}

/// A function may take registers, which nobody interprets, and a caller may drop a result.
#[test]
fn parameters_may_be_registers() {
    let text = format!(
        "{HEAD}.func (.reg .b32 y) twice(.reg .b32 x) {{ add.u32 y, x, x; ret; }}\n\
         .func (.param .b32 y) zero() {{ st.param.b32 [y], 0; ret; }}\n\
         .visible .entry k() {{ .reg .b32 %r<3>; call (%r1), twice, (%r2); call (_), zero; ret; }}\n"
    );
    let module = read_text("registers.ptx", text);
    let body = |at: usize| module.functions[at].body.as_ref().unwrap();
    assert_eq!(body(0).registers.len(), 2);
    assert_eq!(computed(body(0)), [RegisterId(0)]);
    let Operation::Refused { why } = &body(2).code[0].operation else {
        panic!("{:?}", body(2).code[0]);
    };
    assert_eq!(
        why,
        "a call of a function whose parameters or results are registers"
    );
    let Operation::Call { results, .. } = &body(2).code[1].operation else {
        panic!("{:?}", body(2).code[1]);
    };
    assert_eq!(results, &[None]);
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
