//! The forms of loads, stores and atomics.

use super::table::{Form, form};

const LOADED: &str = "u8 u16 u32 u64 s8 s16 s32 s64 b8 b16 b32 b64 b128 f32 f64";
const ADDED: &str = "u32 u64 s32 f32 f64";
const COMPARED: &str = "u32 u64 s32 s64";

pub const MEMORY: &[Form] = &[
    form(
        "ld",
        "weak? global|shared|shared::cta|shared::cluster|local|const|const[0]|param|param::entry|param::func? \
         ca|cg|cs|lu|cv? v2|v4|v8?",
        LOADED,
        "=e a",
    ),
    form(
        "ld",
        "volatile global|shared|shared::cta|shared::cluster|local? v2|v4|v8?",
        LOADED,
        "=e a",
    ),
    form(
        "ld",
        "relaxed|acquire cta|cluster|gpu|sys global|shared|shared::cta|shared::cluster? v2|v4|v8?",
        LOADED,
        "=e a",
    ),
    form("ld", "mmio relaxed sys global?", LOADED, "=e a"),
    form("ld", "weak? nc global ca|cg|cs? v2|v4|v8?", LOADED, "=e a"),
    form("ldu", "global? v2|v4?", LOADED, "=e a"),
    form(
        "st",
        "weak? global|shared|shared::cta|shared::cluster|local|param|param::func? wb|cg|cs|wt? v2|v4|v8?",
        LOADED,
        "a e",
    ),
    form(
        "st",
        "volatile global|shared|shared::cta|shared::cluster|local? v2|v4|v8?",
        LOADED,
        "a e",
    ),
    form(
        "st",
        "relaxed|release cta|cluster|gpu|sys global|shared|shared::cta|shared::cluster? v2|v4|v8?",
        LOADED,
        "a e",
    ),
    form("st", "mmio relaxed sys global?", LOADED, "a e"),
    atom("add", ADDED, "=o a t"),
    atom("add noftz", "f16 f16x2 bf16 bf16x2", "=o a t"),
    atom("and|or|xor", "b32 b64", "=o a t"),
    atom("min|max", COMPARED, "=o a t"),
    atom("min|max noftz", "f16 f16x2 bf16 bf16x2", "=o a t"),
    atom("inc|dec", "u32", "=o a t"),
    atom("exch", "b32 b64 b128", "=o a t"),
    atom("cas", "b16 b32 b64 b128", "=o a t t"),
    red("add", ADDED),
    red("add noftz", "f16 f16x2 bf16 bf16x2"),
    red("and|or|xor", "b32 b64"),
    red("min|max", COMPARED),
    red("min|max noftz", "f16 f16x2 bf16 bf16x2"),
    red("inc|dec", "u32"),
];

/// What an atomic may say beside its operation. The assembler knows no reductions that acquire; litmus tests have them, and
/// are printed so.
pub const ATOM: &str = "relaxed|acquire|release|acq_rel? cta|cluster|gpu|sys? global|shared|shared::cta|shared::cluster?";
const fn atom(operation: &'static str, types: &'static str, operands: &'static str) -> Form {
    form("atom", operation, types, operands)
}

const fn red(operation: &'static str, types: &'static str) -> Form {
    form("red", operation, types, "a t")
}
