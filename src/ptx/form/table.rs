//! The forms of computations and of what lanes and blocks do together, as the PTX ISA lists them and NVIDIA's assembler
//! takes them.

/// A form of an instruction.
///
/// `modifiers` are words that must be there; one that ends in `?` may be missing, and of those between `|` there is one.
/// `types` are the first types that it can have, `second` those of the second where there are two. `operands` are the
/// letters of [`super::operands`].
#[derive(Debug, Clone, Copy)]
pub struct Form {
    pub op: &'static str,
    pub modifiers: &'static str,
    pub types: &'static str,
    pub second: &'static str,
    pub operands: &'static str,
}

pub const fn form(
    op: &'static str,
    modifiers: &'static str,
    types: &'static str,
    operands: &'static str,
) -> Form {
    Form {
        op,
        modifiers,
        types,
        second: "",
        operands,
    }
}

const fn two(
    modifiers: &'static str,
    types: &'static str,
    second: &'static str,
    operands: &'static str,
) -> Form {
    Form {
        op: "cvt",
        modifiers,
        types,
        second,
        operands,
    }
}

const WHOLE: &str = "u16 u32 u64 s16 s32 s64";
const WIDE: &str = "u16 u32 s16 s32";
const LARGE: &str = "u32 u64 s32 s64";
const SIGNED: &str = "s16 s32 s64";
const BITS: &str = "b16 b32 b64";
const BYTES: &str = "u8 u16 u32 u64 s8 s16 s32 s64";
const FLOATS: &str = "f16 bf16 f32 f64";
const SHORT: &str = "f16 f16x2";
const BRAIN: &str = "bf16 bf16x2";
const PAIRS: &str = "u16x2 s16x2";
const EQUAL: &str = "u16 u32 u64 s16 s32 s64 b16 b32 b64 f16 f16x2 bf16 bf16x2 f32 f64";
const ORDERED: &str = "u16 u32 u64 s16 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64";
const UNSIGNED: &str = "u16 u32 u64";
const FLUSHED: &str = "f16 f16x2 f32";
const REAL: &str = "f16 f16x2 bf16 bf16x2 f32 f64";
const SPACES: &str = "global|shared|shared::cta|shared::cluster|local|const|param|param::entry";

pub const COMPUTE: &[Form] = &[
    form("add", "", WHOLE, "=t t t"),
    form("add", "", PAIRS, "=t t t"),
    form("add", "cc", LARGE, "=t t t"),
    form("addc", "cc?", LARGE, "=t t t"),
    form("subc", "cc?", LARGE, "=t t t"),
    form("madc", "lo|hi cc?", LARGE, "=t t t t"),
    form("add", "sat", "s32", "=t t t"),
    form("add", "rn|rz|rm|rp? ftz? sat?", "f32", "=t t t"),
    form("add", "rn|rz|rm|rp?", "f64", "=t t t"),
    form("add", "rn? ftz? sat?", SHORT, "=t t t"),
    form("add", "rn?", BRAIN, "=t t t"),
    form("add", "rn|rz|rm|rp? ftz?", "f32x2", "=t t t"),
    form("sub", "", WHOLE, "=t t t"),
    form("sub", "cc", LARGE, "=t t t"),
    form("sub", "sat", "s32", "=t t t"),
    form("sub", "rn|rz|rm|rp? ftz? sat?", "f32", "=t t t"),
    form("sub", "rn|rz|rm|rp?", "f64", "=t t t"),
    form("sub", "rn? ftz? sat?", SHORT, "=t t t"),
    form("sub", "rn?", BRAIN, "=t t t"),
    form("sub", "rn|rz|rm|rp? ftz?", "f32x2", "=t t t"),
    form("mul", "lo|hi", WHOLE, "=t t t"),
    form("mul", "wide", WIDE, "=w t t"),
    form("mul", "rn|rz|rm|rp? ftz? sat?", "f32", "=t t t"),
    form("mul", "rn|rz|rm|rp?", "f64", "=t t t"),
    form("mul", "rn? ftz? sat?", SHORT, "=t t t"),
    form("mul", "rn?", BRAIN, "=t t t"),
    form("mul", "rn|rz|rm|rp? ftz?", "f32x2", "=t t t"),
    form("mad", "lo|hi", WHOLE, "=t t t t"),
    form("mad", "lo|hi cc", LARGE, "=t t t t"),
    form("mad", "hi sat", "s32", "=t t t t"),
    form("mad", "wide", WIDE, "=w t t w"),
    form("mad", "rn|rz|rm|rp ftz? sat?", "f32", "=t t t t"),
    form("mad", "rn|rz|rm|rp", "f64", "=t t t t"),
    form("fma", "rn|rz|rm|rp ftz? sat?", "f32", "=t t t t"),
    form("fma", "rn|rz|rm|rp", "f64", "=t t t t"),
    form("fma", "rn ftz? sat?", SHORT, "=t t t t"),
    form("fma", "rn ftz? relu", SHORT, "=t t t t"),
    form("fma", "rn|rz relu?", BRAIN, "=t t t t"),
    form("fma", "rn|rz|rm|rp ftz?", "f32x2", "=t t t t"),
    form("div", "", WHOLE, "=t t t"),
    form("div", "rn|rz|rm|rp ftz?", "f32", "=t t t"),
    form("div", "approx|full ftz?", "f32", "=t t t"),
    form("div", "rn|rz|rm|rp", "f64", "=t t t"),
    form("rem", "", WHOLE, "=t t t"),
    form("abs", "", SIGNED, "=t t"),
    form("abs", "ftz?", "f32 f16 f16x2", "=t t"),
    form("abs", "", "f64 bf16 bf16x2", "=t t"),
    form("neg", "", SIGNED, "=t t"),
    form("neg", "ftz?", "f32 f16 f16x2", "=t t"),
    form("neg", "", "f64 bf16 bf16x2", "=t t"),
    form("min", "", WHOLE, "=t t t"),
    form("min", "", PAIRS, "=t t t"),
    form("min", "relu", "s32 s16x2", "=t t t"),
    form("min", "ftz? NaN? xorsign? abs?", "f32", "=t t t ?t"),
    form("min", "", "f64", "=t t t"),
    form("min", "ftz? NaN? xorsign? abs?", SHORT, "=t t t"),
    form("min", "NaN? xorsign? abs?", BRAIN, "=t t t"),
    form("max", "", WHOLE, "=t t t"),
    form("max", "", PAIRS, "=t t t"),
    form("max", "relu", "s32 s16x2", "=t t t"),
    form("max", "ftz? NaN? xorsign? abs?", "f32", "=t t t ?t"),
    form("max", "", "f64", "=t t t"),
    form("max", "ftz? NaN? xorsign? abs?", SHORT, "=t t t"),
    form("max", "NaN? xorsign? abs?", BRAIN, "=t t t"),
    form("and", "", "b16 b32 b64 pred", "=t t t"),
    form("or", "", "b16 b32 b64 pred", "=t t t"),
    form("xor", "", "b16 b32 b64 pred", "=t t t"),
    form("not", "", "b16 b32 b64 pred", "=t t"),
    form("cnot", "", BITS, "=t t"),
    form("shl", "", BITS, "=t t r"),
    form("shr", "", "u16 u32 u64 s16 s32 s64 b16 b32 b64", "=t t r"),
    form("shf", "l|r wrap|clamp", "b32", "=t t t r"),
    form("bfe", "", LARGE, "=t t r r"),
    form("bfi", "", "b32 b64", "=t t t r r"),
    form("brev", "", "b32 b64", "=t t"),
    form("clz", "", "b32 b64", "=r t"),
    form("popc", "", "b32 b64", "=r t"),
    form("bfind", "shiftamt?", LARGE, "=r t"),
    form("bmsk", "clamp|wrap", "b32", "=t t t"),
    form("szext", "clamp|wrap", "u32 s32", "=t t r"),
    form("prmt", "f4e|b4e|rc8|ecl|ecr|rc16?", "b32", "=t t t t"),
    form("lop3", "", "b32", "=_ t t t n"),
    form("lop3", "or|and", "b32", "x t t t n p"),
    form("sad", "", WHOLE, "=t t t t"),
    form(
        "selp",
        "",
        "u16 u32 u64 s16 s32 s64 b16 b32 b64 f32 f64",
        "=t t t p",
    ),
    form("setp", "eq|ne", EQUAL, "=q t t"),
    form("setp", "lt|le|gt|ge", ORDERED, "=q t t"),
    form("setp", "lo|ls|hi|hs", UNSIGNED, "=q t t"),
    form("setp", "equ|neu|ltu|leu|gtu|geu|num|nan", REAL, "=q t t"),
    form(
        "setp",
        "eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan ftz",
        FLUSHED,
        "=q t t",
    ),
    form("setp", "eq|ne and|or|xor", EQUAL, "=q t t p"),
    form("setp", "lt|le|gt|ge and|or|xor", ORDERED, "=q t t p"),
    form("setp", "lo|ls|hi|hs and|or|xor", UNSIGNED, "=q t t p"),
    form(
        "setp",
        "equ|neu|ltu|leu|gtu|geu|num|nan and|or|xor",
        REAL,
        "=q t t p",
    ),
    form(
        "setp",
        "eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan ftz and|or|xor",
        FLUSHED,
        "=q t t p",
    ),
    form(
        "mov",
        "",
        "u16 u32 u64 s16 s32 s64 b16 b32 b64 b128 f32 f64 pred",
        "=m m",
    ),
    form("rcp", "approx|rn|rz|rm|rp ftz?", "f32 f64", "=t t"),
    form("sqrt", "approx|rn|rz|rm|rp ftz?", "f32 f64", "=t t"),
    form("rsqrt", "approx ftz?", "f32 f64", "=t t"),
    form("sin", "approx ftz?", "f32", "=t t"),
    form("cos", "approx ftz?", "f32", "=t t"),
    form("lg2", "approx ftz?", "f32", "=t t"),
    form("ex2", "approx ftz?", "f32 f16 f16x2 bf16 bf16x2", "=t t"),
    form("tanh", "approx", "f32 f16 f16x2 bf16 bf16x2", "=t t"),
    form("copysign", "", "f32 f64", "=t t t"),
    form(
        "cvta",
        "to? global|shared|shared::cta|shared::cluster|local|const|param|param::entry",
        "u64",
        "=t v",
    ),
    form("isspacep", SPACES, "", "=p d"),
];

pub const CONVERT: &[Form] = &[
    two("sat?", BYTES, BYTES, "=T U"),
    two("rn|rz|rm|rp ftz? sat?", FLOATS, BYTES, "=T U"),
    two("rni|rzi|rmi|rpi ftz? sat?", BYTES, FLOATS, "=T U"),
    two("rn|rz|rm|rp ftz? sat?", "f16", "bf16 f32 f64", "=T U"),
    two("rn|rz|rm|rp ftz? sat?", "bf16", "f16 f32 f64", "=T U"),
    two("rn|rz|rm|rp ftz? sat?", "f32", "bf16 f64", "=T U"),
    two("rn|rz|rm|rp", "f64", "bf16", "=T U"),
    two("ftz? sat?", "f16 bf16", "f16 bf16", "=T U"),
    two("ftz? sat?", "f32", "f16 bf16 f32", "=T U"),
    two("ftz? sat?", "f64", FLOATS, "=T U"),
    two("rni|rzi|rmi|rpi ftz? sat?", "f16", "f16", "=T U"),
    two("rni|rzi|rmi|rpi", "bf16", "bf16", "=T U"),
    two("rni|rzi|rmi|rpi ftz? sat?", "f32", "f32", "=T U"),
    two("rni|rzi|rmi|rpi ftz? sat?", "f64", "f64", "=T U"),
];

pub const TOGETHER: &[Form] = &[
    form("shfl", "sync? up|down|bfly|idx", "b32", "=l i i i ?r"),
    form("vote", "sync? all|any|uni", "pred", "=p p ?r"),
    form("vote", "sync? ballot", "b32", "=t p ?r"),
    form("match", "sync any", "b32 b64", "=r t r"),
    form("match", "sync all", "b32 b64", "=l t r"),
    form("redux", "sync add|min|max", "u32 s32", "=r r r"),
    form("redux", "sync and|or|xor", "b32", "=r r r"),
    form("redux", "sync min|max abs? NaN?", "f32", "=t t r"),
    form("elect", "sync", "", "=k r"),
    form("activemask", "", "b32", "=t"),
    form("bar", "warp sync", "", "r"),
    form("bar", "cta? sync", "", "b ?c"),
    form("bar", "cta? arrive", "", "b c"),
    form("bar", "cta? red and|or", "pred", "=p b ?c p"),
    form("bar", "cta? red popc", "u32", "=r b ?c p"),
    form("barrier", "cta? sync aligned?", "", "b ?c"),
    form("barrier", "cta? arrive aligned?", "", "b c"),
    form("barrier", "cta? red aligned? and|or", "pred", "=p b ?c p"),
    form("barrier", "cta? red aligned? popc", "u32", "=r b ?c p"),
    form("membar", "cta|gl|sys", "", ""),
    form("fence", "sc|acq_rel? cta|cluster|gpu|sys", "", ""),
    form("bra", "uni?", "", "x"),
    form("brx", "idx uni?", "", "r x"),
    form("ret", "uni?", "", ""),
    form("exit", "", "", ""),
    form("trap", "", "", ""),
];
