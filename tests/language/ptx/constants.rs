//! Constant expressions: what `ptxas` 13.5 makes of them in initial values of 64 bits.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use gpu_litmus::SourceFile;
use gpu_litmus::ptx::module::{InitialValue, Module};
use gpu_litmus::ptx::operation::{Literal, Operand, Operation};
use gpu_litmus::ptx::parse;

/// Whole numbers.
const WHOLE: &[(&str, i64)] = &[
    ("5+3", 8),
    ("(1<<4)", 16),
    ("5+3*2", 11),
    ("10-3-2", 5),
    ("100/10/2", 5),
    ("1+2<<3", 24),
    ("1|2^3&4", 3),
    ("6&3==3", 0),
    ("1==2==0", 1),
    ("1||0&&0", 1),
    ("1<2<3", 1),
    ("5>4>3", 0),
    ("5>=5", 1),
    ("5<=4", 0),
    ("5!=5", 0),
    ("-5", -5),
    ("- -5", 5),
    ("+5", 5),
    ("!5", 0),
    ("!0", 1),
    ("!!5", 1),
    ("~5", -6),
    ("-~5", 6),
    ("5 - -3", 8),
    ("5+ +3", 8),
    ("5*-3", -15),
    ("((5))", 5),
    ("-5/2", -2),
    ("-5/2U", 9_223_372_036_854_775_805),
    ("5 % 3", 2),
    ("-5 % 3", 2),
    ("5 % -3", 5),
    ("(5 % 3)-7<0", 0),
    ("-1<0", 1),
    ("-1<0U", 0),
    ("(~0)<0", 0),
    ("-8>>1", -4),
    ("-8U>>1", 9_223_372_036_854_775_804),
    ("(~7)>>1", 9_223_372_036_854_775_804),
    ("1<<64", 1),
    ("1<<-1", i64::MIN),
    ("-1>>64", -1),
    ("(1U<<1)-5<0", 0),
    ("(1<<1U)-5<0", 1),
    ("(1&1)-2<0", 1),
    ("(1|1U)-2<0", 0),
    ("(1^3)-7<0", 1),
    ("(1<2U)-5<0", 1),
    ("(!5U)-5<0", 1),
    ("(-5U)<0", 0),
    ("(+5U)-6<0", 0),
    ("9223372036854775808<0", 0),
    ("0x7fffffffffffffff+1<0", 1),
    ("0xFFFFFFFFFFFFFFFF", -1),
    ("-9223372036854775807-1", i64::MIN),
    ("(.s64)-1U<0", 1),
    ("(.u64)-1<0", 0),
    ("(.u64)-1 >> 1", 9_223_372_036_854_775_807),
    ("(.s64)(~0) >> 1", -1),
    ("-(.u64)5", -5),
    ("1 ? 2 : 3", 2),
    ("0 ? 2 : 3", 3),
    ("1?2:3?4:5", 2),
    ("0?2:0?4:5", 5),
    ("1?0?2:3:4", 3),
    ("(1?2:3)+4", 6),
    ("1||2?3:4", 3),
    ("(1 ? 2 : 3U)-5<0", 1),
    ("(0 ? 2 : 3U)-5<0", 0),
    ("WARP_SZ", 32),
    ("WARP_SZ*2-1", 63),
    ("(WARP_SZ-33)<0", 1),
    ("1.5<2.5", 1),
    ("1.5<2.5 ? 7 : 8", 7),
    ("2.0 >= 2.5", 0),
    ("0b101+017+0x1F", 51),
];

/// The bits of floats.
const FLOATS: &[(&str, u64)] = &[
    ("1.5+2.0", 0x400C_0000_0000_0000),
    ("-1.5", 0xBFF8_0000_0000_0000),
    ("-(1.5)", 0xBFF8_0000_0000_0000),
    ("+1.5", 0x3FF8_0000_0000_0000),
    ("1.5*2.0/3.0", 0x3FF0_0000_0000_0000),
    ("0d3FF0000000000000+1.0", 0x4000_0000_0000_0000),
    ("-0d3FF0000000000000", 0xBFF0_0000_0000_0000),
    ("1e3", 0x408F_4000_0000_0000),
    ("1.5e-3", 0x3F58_9374_BC6A_7EFA),
    ("1.5E+3", 0x4097_7000_0000_0000),
    (".5", 0x3FE0_0000_0000_0000),
    ("1.", 0x3FF0_0000_0000_0000),
    ("0.1+0.2", 0x3FD3_3333_3333_3334),
    ("1.0e308*10.0", 0x7FF0_0000_0000_0000),
];

/// What is no constant of 64 bits.
const WRONG: &[&str] = &[
    "5/0",
    "5 % (1-1)",
    "0 && 5/0",
    "1 ? 1 : 5/0",
    "1.5+2",
    "5.0 % 3.0",
    "!1.5",
    "~1.5",
    "1.5 && 1",
    "1.5 ? 1 : 2",
    "(.s32)5",
    "(.u64)1.5",
    "1.0/0.0",
    "0f3F800000+1.0",
    "4+gv",
    "(gv)",
    "5 5",
    "(5",
    "5)",
    "1 ? 2",
    "1 <",
    "*5",
    "08",
    "1.0e400",
    "5%3",
];

fn read(ty: &str, text: &str) -> Result<Module, String> {
    let text = format!(
        ".version 9.0\n.target sm_100\n.address_size 64\n.global .u32 gv[4];\n.global .{ty} x = {text};\n\
         .visible .entry k() {{ .reg .{ty} %r<2>; mov.{ty} %r1, {text}; ret; }}\n"
    );
    parse(&SourceFile::new("constant.ptx", text)).map_err(|report| report.render(false))
}

/// The bits of the variable and of the operand.
fn bits(ty: &str, text: &str) -> (u64, u64) {
    let module = read(ty, text).unwrap_or_else(|report| panic!("{text}: {report}"));
    let InitialValue::Bits(initial) = module.variables[1].initial[0].value else {
        panic!("{text}");
    };
    let body = module.functions[0].body.as_ref().unwrap();
    let Operation::Compute { sources, .. } = &body.code[0].operation else {
        panic!("{text}");
    };
    let [Operand::Literal(Literal::Integer(bits) | Literal::Double(bits))] = sources[..] else {
        panic!("{text}: {sources:?}");
    };
    (initial, bits)
}

#[test]
fn whole_numbers_are_those_of_the_assembler() {
    for (text, value) in WHOLE {
        let bits = bits("u64", text);
        assert_eq!(
            bits,
            (value.cast_unsigned(), value.cast_unsigned()),
            "{text}"
        );
    }
}

#[test]
fn floats_are_those_of_the_assembler() {
    for (text, value) in FLOATS {
        assert_eq!(bits("f64", text), (*value, *value), "{text}");
    }
}

#[test]
fn what_is_no_constant_is_a_mistake() {
    for text in WRONG {
        for ty in ["u64", "f64"] {
            assert!(read(ty, text).is_err(), "{text}");
        }
    }
}

/// Distances are expressions, and so are parts of vectors, numbers of barriers and arguments.
#[test]
fn constants_stand_wherever_numbers_do() {
    let text = ".version 9.0\n.target sm_100\n.address_size 64\n.global .b8 gv[64];\n\
         .global .u64 x[2] = {gv+4*2-1, generic(gv)+(1<<3)};\n.global .u32 y[WARP_SZ];\n\
         .func f(.param .b32 a) { ret; }\n.visible .entry k() {\n\
         .reg .pred %p<2>; .reg .b32 %r<WARP_SZ>; .reg .b64 %d<3>;\n\
         ld.global.u32 %r31, [gv+4*(1+1)];\nld.global.u32 %r1, [%d1+4-8];\nld.local.u32 %r1, [4*4];\n\
         mov.b64 %d1, {1+1, %r2};\nbar.sync WARP_SZ-20;\ncall f, ((5)+3);\nmov.pred %p1, !1;\n\
         st.global.v2.u32 [%d1], {1<<3, (2)};\nmov.u64 %d2, gv+(1<2);\nret;\n}\n";
    let module = parse(&SourceFile::new("constants.ptx", text))
        .unwrap_or_else(|report| panic!("{}", report.render(false)));
    let distances = module.variables[1]
        .initial
        .iter()
        .map(|one| match one.value {
            InitialValue::Address { offset, .. } => offset,
            InitialValue::Bits(_) => panic!("{one:?}"),
        });
    assert_eq!(distances.collect::<Vec<_>>(), [7, 8]);
    assert_eq!(module.variables[2].bytes, Some(128));
    let body = module.functions[1].body.as_ref().unwrap();
    let shown: Vec<String> = body
        .code
        .iter()
        .map(|one| format!("{:?}", one.operation))
        .collect();
    for (at, part) in [
        (0, "offset: 8"),
        (1, "offset: -4"),
        (2, "Number(16)"),
        (3, "Integer(2)"),
        (4, "Integer(12)"),
        (5, "Integer(8)"),
        (6, "Integer(0)"),
        (7, "Integer(8)), Literal(Integer(2)"),
        (8, "Symbol(Module(0), 1)"),
    ] {
        assert!(shown[at].contains(part), "{part}: {}", shown[at]);
    }
}

/// Text that nests without end is a mistake, and stops nobody.
#[test]
fn expressions_nest_so_deep() {
    let nested = |depth: usize| {
        read(
            "u64",
            &format!("{}5{}", "(".repeat(depth), ")".repeat(depth)),
        )
    };
    assert!(nested(64).is_ok());
    for text in [
        nested(65),
        nested(100_000),
        read("u64", &format!("{}5", "-".repeat(100_000))),
        read("u64", &format!("{}5", "1?2:".repeat(100_000))),
    ] {
        let report = text.map(|_| ()).unwrap_err();
        assert!(report.contains("this expression is too deep"), "{report}");
    }
    assert!(read("u64", &format!("{}5", "1+".repeat(100_000))).is_ok());
}
