//! Type suffixes.

use crate::syntax::ast::{Type, TypeKind};

/// All suffixes, for suggestions.
pub(super) const NAMES: [&str; 15] = [
    "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "b8", "b16", "b32", "b64", "f16", "f32",
    "f64",
];

/// The type of a suffix, without its dot.
pub(in crate::syntax) fn parse(suffix: &str) -> Option<Type> {
    if !NAMES.contains(&suffix) {
        return None;
    }
    let (kind, bits) = suffix.split_at(1);
    let kind = match kind {
        "s" => TypeKind::Signed,
        "f" => TypeKind::Float,
        _ => TypeKind::Unsigned,
    };
    Some(Type {
        kind,
        bits: bits.parse().ok()?,
    })
}
