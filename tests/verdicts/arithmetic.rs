//! What instructions compute, on edge values, against a table that was computed apart
//! (`tests/kernels/arithmetic.py`); and that the table would notice each instruction that was another.
#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use std::collections::{BTreeMap, BTreeSet};

use gpu_litmus::kernel::arithmetic::{carry, compute, extended, update, update_global};
use gpu_litmus::ptx::operation::{Comparison, Compute, Half, Rounding, Sum, Update};
use gpu_litmus::ptx::types::Type;

const TABLE: &str = include_str!("../kernels/arithmetic.txt");

/// What computes a line: an instruction, an atomic, or the extension of a narrow load.
#[derive(Debug, Clone, Copy, PartialEq)]
enum How {
    Compute(Compute),
    Atomic(Update),
    /// Whether a sum carries.
    Carry(Sum),
    Load,
}

struct Line {
    how: How,
    ty: Type,
    operands: Vec<u64>,
    /// Nothing where the language does not say what comes out.
    result: Option<u64>,
}

fn comparison(name: &str) -> Comparison {
    match name {
        "eq" => Comparison::Eq,
        "ne" => Comparison::Ne,
        "lt" => Comparison::Lt,
        "le" => Comparison::Le,
        "gt" => Comparison::Gt,
        "ge" => Comparison::Ge,
        "lo" => Comparison::Lo,
        "ls" => Comparison::Ls,
        "hi" => Comparison::Hi,
        "hs" => Comparison::Hs,
        "equ" => Comparison::Equ,
        "neu" => Comparison::Neu,
        "ltu" => Comparison::Ltu,
        "leu" => Comparison::Leu,
        "gtu" => Comparison::Gtu,
        "geu" => Comparison::Geu,
        "num" => Comparison::Num,
        "nan" => Comparison::Nan,
        other => panic!("comparison {other}"),
    }
}

fn half(name: &str) -> Half {
    match name {
        "lo" => Half::Low,
        "hi" => Half::High,
        "wide" => Half::Wide,
        other => panic!("half {other}"),
    }
}

fn atomic(name: &str) -> Update {
    match name {
        "add" => Update::Add,
        "and" => Update::And,
        "or" => Update::Or,
        "xor" => Update::Xor,
        "min" => Update::Min,
        "max" => Update::Max,
        "inc" => Update::Inc,
        "dec" => Update::Dec,
        "exch" => Update::Exch,
        "cas" => Update::Cas,
        other => panic!("atomic {other}"),
    }
}

fn convert(how: &str, from: Type) -> Compute {
    let (rounding, integral) = match how {
        "" | "sat" => (None, false),
        "rn" => (Some(Rounding::Nearest), false),
        "rni" => (Some(Rounding::Nearest), true),
        "rzi" => (Some(Rounding::Zero), true),
        "rmi" => (Some(Rounding::Down), true),
        "rpi" => (Some(Rounding::Up), true),
        other => panic!("conversion {other}"),
    };
    Compute::Convert {
        from,
        rounding,
        integral,
        saturate: how == "sat",
    }
}

fn how(name: &str, from: Option<Type>) -> How {
    let (base, rest) = name.split_once('.').unwrap_or((name, ""));
    let op = match base {
        "ld" => return How::Load,
        "carry" => match how(rest, None) {
            How::Compute(Compute::Carry(sum)) => return How::Carry(sum),
            _ => panic!("carry {rest}"),
        },
        "addc" => Compute::Carry(Sum::Add),
        "subc" => Compute::Carry(Sum::Sub),
        "madc" => Compute::Carry(Sum::Mad(half(rest))),
        "dp4a" | "dp2a" => Compute::Dot {
            by: from.expect("the type of the second operand"),
            halves: base == "dp2a",
            high: rest == "hi",
        },
        "sqrt" => Compute::Sqrt,
        "rcp" => Compute::Reciprocal,
        "copysign" => Compute::Copysign,
        "atom" => return How::Atomic(atomic(rest)),
        "setp" => Compute::Compare(comparison(rest), None),
        "cvt" => convert(rest, from.expect("a type to convert from")),
        "mul" => Compute::Mul(half(rest)),
        "mad" => Compute::Mad(half(rest)),
        "bfind" => Compute::Bfind {
            shift: rest == "shiftamt",
        },
        "shf" => Compute::Funnel {
            left: rest.starts_with('l'),
            wrap: rest.ends_with("wrap"),
        },
        "add" => Compute::Add,
        "sub" => Compute::Sub,
        "div" => Compute::Div,
        "rem" => Compute::Rem,
        "abs" => Compute::Abs,
        "neg" => Compute::Neg,
        "min" => Compute::Min,
        "max" => Compute::Max,
        "and" => Compute::And,
        "or" => Compute::Or,
        "xor" => Compute::Xor,
        "not" => Compute::Not,
        "cnot" => Compute::Cnot,
        "shl" => Compute::Shl,
        "shr" => Compute::Shr,
        "bfe" => Compute::Bfe,
        "bfi" => Compute::Bfi,
        "brev" => Compute::Brev,
        "clz" => Compute::Clz,
        "popc" => Compute::Popc,
        "bmsk" => Compute::Bmsk {
            wrap: rest == "wrap",
        },
        "szext" => Compute::Szext {
            wrap: rest == "wrap",
        },
        "prmt" => Compute::Prmt(None),
        "lop3" => Compute::Lop3,
        "sad" => Compute::Sad,
        "selp" => Compute::Select,
        "fma" => Compute::Fma,
        other => panic!("instruction {other}"),
    };
    How::Compute(op)
}

fn line(text: &str) -> Line {
    let (left, result) = text.split_once(" = ").unwrap();
    let mut words = left.split(' ');
    let name = words.next().unwrap();
    let ty = Type::named(words.next().unwrap()).unwrap();
    let mut words = words.peekable();
    let from = (name.starts_with("cvt") || name.starts_with("dp"))
        .then(|| Type::named(words.next().unwrap()).unwrap());
    let hex = |word: &str| u64::from_str_radix(word, 16).unwrap();
    Line {
        how: how(name, from),
        ty,
        operands: words.map(hex).collect(),
        result: (result != "?").then(|| hex(result)),
    }
}

fn value(how: How, ty: Type, operands: &[u64]) -> Option<u64> {
    match how {
        How::Compute(op) => compute(op, ty, operands),
        How::Atomic(op) => update(op, ty, operands[0], &operands[1..]).map(|(new, _)| new),
        How::Carry(sum) => carry(sum, ty, operands).map(|(_, carries)| u64::from(carries)),
        How::Load => Some(extended(operands[0], ty)),
    }
}

/// Outside shared memory an atomic sum of floats of 32 bits knows no subnormal numbers (PTX ISA, `atom`).
#[test]
fn atomic_sums_of_floats() {
    let single = Type::named("f32").unwrap();
    let least = 0x0080_0000;
    for (old, added, shared, global) in [
        (1, 1, 2, 0),
        (0x8000_0001, 0x8000_0001, 0x8000_0002, 0x8000_0000),
        (least, 1, least + 1, least),
        (least + 1, 0x8000_0000 | least, 1, 0),
        (0x3F80_0000, 0x3F80_0000, 0x4000_0000, 0x4000_0000),
        (0x7F80_0000, 1, 0x7F80_0000, 0x7F80_0000),
    ] {
        let sum = Some((shared, true));
        assert_eq!(update(Update::Add, single, old, &[added]), sum);
        let sum = Some((global, true));
        assert_eq!(
            update_global(Update::Add, single, old, &[added]),
            sum,
            "{old:#x}"
        );
    }
    assert_eq!(
        update_global(Update::Exch, single, 1, &[1]),
        Some((1, true))
    );
    let double = Type::named("f64").unwrap();
    assert_eq!(update_global(Update::Add, double, 1, &[1]), Some((2, true)));
}

#[test]
fn arithmetic_is_that_of_the_table() {
    let mut wrong = Vec::new();
    for text in TABLE.lines() {
        let line = line(text);
        let found = value(line.how, line.ty, &line.operands);
        if found != line.result {
            wrong.push(format!("{text}, not {found:x?}"));
        }
    }
    wrong.truncate(20);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Nothing that computes is left out of the table.
#[test]
fn the_table_has_every_instruction() {
    let names: BTreeSet<&str> = TABLE
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    for text in [
        "add sub mul.lo mul.hi mul.wide mad.lo mad.hi mad.wide div rem abs neg min max and or xor not cnot",
        "shl shr shf.l.clamp shf.l.wrap shf.r.clamp shf.r.wrap bfe bfi brev clz popc bfind bfind.shiftamt",
        "bmsk.clamp bmsk.wrap szext.clamp szext.wrap",
        "addc carry.addc subc carry.subc madc.lo carry.madc.hi dp4a dp2a.lo dp2a.hi sqrt rcp",
        "prmt lop3 sad selp fma cvt cvt.sat cvt.rn cvt.rni cvt.rzi cvt.rmi cvt.rpi setp.nan setp.equ setp.hs",
        "atom.add atom.inc atom.dec atom.cas atom.min atom.max atom.exch atom.and atom.or atom.xor ld",
    ] {
        for name in text.split(' ') {
            assert!(names.contains(name), "{name}");
        }
    }
}

/// The same of sums of products.
fn dots(by: Type, halves: bool, high: bool) -> Vec<Compute> {
    let dot = |by: Type, halves: bool, high: bool| Compute::Dot { by, halves, high };
    let other = if by.is_signed() { "u32" } else { "s32" };
    let mut others = vec![
        dot(Type::named(other).unwrap(), halves, high),
        dot(by, !halves, false),
    ];
    others.extend(halves.then_some(dot(by, halves, !high)));
    others
}

/// The instructions that one could be taken for.
fn likes(op: Compute, ty: Type) -> Vec<Compute> {
    let compare = |comparison| Compute::Compare(comparison, None);
    match op {
        Compute::Add => vec![Compute::Sub],
        Compute::Sub => vec![Compute::Add],
        Compute::Mul(Half::Low) if !ty.is_float() => vec![Compute::Mul(Half::High)],
        Compute::Mul(Half::High | Half::Wide) => vec![Compute::Mul(Half::Low)],
        Compute::Mad(Half::Low) => vec![Compute::Mad(Half::High)],
        Compute::Mad(Half::High | Half::Wide) => vec![Compute::Mad(Half::Low)],
        Compute::Div if !ty.is_float() => vec![Compute::Rem],
        Compute::Rem => vec![Compute::Div],
        Compute::Abs => vec![Compute::Neg],
        Compute::Neg => vec![Compute::Abs],
        Compute::Min | Compute::Copysign => vec![Compute::Max],
        Compute::Max => vec![Compute::Min],
        Compute::And => vec![Compute::Or, Compute::Xor],
        Compute::Or => vec![Compute::And, Compute::Xor],
        Compute::Xor => vec![Compute::And, Compute::Or],
        Compute::Not => vec![Compute::Cnot],
        Compute::Cnot => vec![Compute::Not],
        Compute::Shl => vec![Compute::Shr],
        Compute::Shr => vec![Compute::Shl],
        Compute::Funnel { left, wrap } => vec![
            Compute::Funnel { left: !left, wrap },
            Compute::Funnel { left, wrap: !wrap },
        ],
        Compute::Bfind { shift } => vec![Compute::Bfind { shift: !shift }],
        Compute::Bmsk { wrap } => vec![Compute::Bmsk { wrap: !wrap }],
        Compute::Szext { wrap } => vec![Compute::Szext { wrap: !wrap }],
        Compute::Carry(Sum::Add) => vec![Compute::Carry(Sum::Sub)],
        Compute::Carry(Sum::Sub) => vec![Compute::Carry(Sum::Add)],
        Compute::Carry(Sum::Mad(Half::Low)) => vec![Compute::Carry(Sum::Mad(Half::High))],
        Compute::Dot { by, halves, high } => dots(by, halves, high),
        Compute::Sqrt => vec![Compute::Reciprocal],
        Compute::Reciprocal => vec![Compute::Sqrt],
        Compute::Clz => vec![Compute::Popc],
        Compute::Popc => vec![Compute::Clz],
        Compute::Convert {
            from,
            rounding,
            integral,
            saturate,
        } if integral => {
            let all = [
                Rounding::Nearest,
                Rounding::Zero,
                Rounding::Down,
                Rounding::Up,
            ];
            // What is negative is zero without a sign, down or towards zero.
            let alike = |other: Rounding| {
                let down = |one: Rounding| matches!(one, Rounding::Down | Rounding::Zero);
                !ty.is_signed() && down(other) && rounding.is_some_and(down)
            };
            let others = all
                .into_iter()
                .filter(|other| Some(*other) != rounding && !alike(*other));
            others
                .map(|other| Compute::Convert {
                    from,
                    rounding: Some(other),
                    integral,
                    saturate,
                })
                .collect()
        }
        Compute::Compare(Comparison::Lt, _) => {
            vec![compare(Comparison::Le), compare(Comparison::Gt)]
        }
        Compute::Compare(Comparison::Le, _) => vec![compare(Comparison::Lt)],
        Compute::Compare(Comparison::Gt, _) => vec![compare(Comparison::Ge)],
        Compute::Compare(Comparison::Ge, _) => vec![compare(Comparison::Gt)],
        Compute::Compare(Comparison::Eq, _) if ty.is_float() => {
            vec![compare(Comparison::Equ), compare(Comparison::Num)]
        }
        Compute::Compare(Comparison::Ne, _) if ty.is_float() => vec![compare(Comparison::Neu)],
        Compute::Compare(Comparison::Eq, _) => vec![compare(Comparison::Ne)],
        Compute::Compare(Comparison::Ltu, _) => {
            vec![compare(Comparison::Lt), compare(Comparison::Leu)]
        }
        Compute::Compare(Comparison::Gtu, _) => {
            vec![compare(Comparison::Gt), compare(Comparison::Geu)]
        }
        Compute::Compare(Comparison::Lo, _) => vec![compare(Comparison::Ls)],
        Compute::Compare(Comparison::Hi, _) => vec![compare(Comparison::Hs)],
        Compute::Compare(Comparison::Nan, _) => vec![compare(Comparison::Num)],
        _ => Vec::new(),
    }
}

/// Instructions that are like another: what one would be if its meaning were bent once.
fn bent(how: How, ty: Type) -> Vec<(How, Type)> {
    let other_sign = Type::named(&match ty.to_string().trim_start_matches('.').split_at(1) {
        ("u", bits) => format!("s{bits}"),
        ("s", bits) => format!("u{bits}"),
        (kind, bits) => format!("{kind}{bits}"),
    });
    let mut found: Vec<(How, Type)> = Vec::new();
    let signs = |op: Compute| {
        matches!(
            op,
            Compute::Mul(Half::High | Half::Wide)
                | Compute::Mad(Half::High | Half::Wide)
                | Compute::Div
                | Compute::Rem
                | Compute::Min
                | Compute::Max
                | Compute::Shr
                | Compute::Bfe
                | Compute::Bfind { .. }
                | Compute::Sad
                | Compute::Dot { .. }
                | Compute::Carry(Sum::Mad(Half::High))
                | Compute::Compare(
                    Comparison::Lt | Comparison::Le | Comparison::Gt | Comparison::Ge,
                    None
                )
        )
    };
    let How::Compute(op) = how else {
        return match how {
            How::Atomic(one) => {
                let all = [
                    Update::Add,
                    Update::Min,
                    Update::Max,
                    Update::Exch,
                    Update::Inc,
                    Update::Dec,
                ];
                let others = all
                    .into_iter()
                    .filter(|other| *other != one && one != Update::Cas);
                others.map(|other| (How::Atomic(other), ty)).collect()
            }
            _ => other_sign
                .filter(|other| *other != ty && ty.bits < 64)
                .map(|other| (How::Load, other))
                .into_iter()
                .collect(),
        };
    };
    if let Some(other) = other_sign.filter(|other| *other != ty && signs(op)) {
        found.push((how, other));
    }
    found.extend(likes(op, ty).into_iter().map(|op| (How::Compute(op), ty)));
    found
}

/// Operands of which some bit is lost on the way: shift amounts and fields cut too early, sources swapped.
fn twisted(how: How, operands: &[u64]) -> Vec<Vec<u64>> {
    let last = |mask: u64| {
        let mut changed = operands.to_vec();
        if let Some(last) = changed.last_mut() {
            *last &= mask;
        }
        changed
    };
    match how {
        How::Compute(
            Compute::Shl
            | Compute::Shr
            | Compute::Funnel { wrap: false, .. }
            | Compute::Bfe
            | Compute::Bfi,
        ) => vec![last(0x1F)],
        How::Compute(Compute::Prmt(None)) => vec![last(0x7777)],
        How::Compute(Compute::Lop3) => vec![last(0x7F)],
        How::Compute(
            Compute::Sub
            | Compute::Div
            | Compute::Rem
            | Compute::Select
            | Compute::Mad(_)
            | Compute::Fma,
        ) => {
            let mut changed = operands.to_vec();
            let end = changed.len() - 1;
            if matches!(how, How::Compute(Compute::Mad(_) | Compute::Fma)) {
                changed[end] = 0;
            } else {
                changed.swap(0, 1);
            }
            vec![changed]
        }
        How::Atomic(Update::Cas) => vec![vec![operands[0], operands[2], operands[1]]],
        _ => Vec::new(),
    }
}

/// Each bent meaning differs from the table somewhere.
#[test]
fn every_bent_meaning_is_noticed() {
    let mut groups: BTreeMap<String, Vec<Line>> = BTreeMap::new();
    for text in TABLE.lines() {
        let line = line(text);
        let key = format!("{:?} {}", line.how, line.ty);
        groups.entry(key).or_default().push(line);
    }
    let (mut bends, mut unnoticed) = (0, Vec::new());
    for (name, lines) in &groups {
        let first = &lines[0];
        for (how, ty) in bent(first.how, first.ty) {
            bends += 1;
            let other = |line: &Line| value(how, ty, &line.operands) != line.result;
            if !lines.iter().any(other) {
                unnoticed.push(format!("{name} as {how:?} {ty}"));
            }
        }
        let twists = twisted(first.how, &first.operands).len();
        for twist in 0..twists {
            bends += 1;
            let other = |line: &Line| {
                let operands = &twisted(line.how, &line.operands)[twist];
                value(line.how, line.ty, operands) != line.result
            };
            if !lines.iter().any(other) {
                unnoticed.push(format!("{name} with other operands"));
            }
        }
    }
    assert!(unnoticed.is_empty(), "{unnoticed:#?}");
    assert!(bends > 200, "only {bends} bends");
}
