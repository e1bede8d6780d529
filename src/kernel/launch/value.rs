//! Numbers, addresses and types of a launch file.

use toml::de::DeValue;

use crate::kernel::arithmetic::half;
use crate::ptx::types::{Kind, Type};
use crate::syntax::Diagnostic;
use crate::syntax::span::{Span, Spanned};
use crate::syntax::toml::{Table, Value, span, wrong};

use super::description::{Argument, Number, Part};
use super::scalar::Scalar;

/// The types of elements, for people.
const TYPES: [&str; 15] = [
    "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "f32", "f64", "b8", "b16", "b32", "b64",
    "f16",
];

/// The type of a name.
pub fn ty(name: &str, place: Span) -> Result<Type, Diagnostic> {
    let known = Type::named(name)
        .filter(|ty| ty.bits <= 64 && !matches!(ty.kind, Kind::Predicate | Kind::Packed));
    known.ok_or_else(|| {
        let mistake = Diagnostic::new(
            format!("unknown type `{name}`"),
            place,
            "expected one such as `u32` or `f32`",
        );
        match in_ptx(name) {
            Some(same) => mistake.with_near(name, same),
            None => mistake.with_suggestion(name, TYPES),
        }
    })
}

/// What PTX calls a type of C++, Rust or `NumPy`.
fn in_ptx(name: &str) -> Option<&'static str> {
    Some(match name {
        "int" | "i32" | "int32_t" | "int32" => "s32",
        "unsigned" | "uint" | "uint32_t" | "uint32" => "u32",
        "float" | "float32" => "f32",
        "double" | "float64" => "f64",
        "half" | "float16" => "f16",
        "i64" | "int64_t" | "int64" => "s64",
        "uint64_t" | "uint64" => "u64",
        "char" | "i8" | "int8_t" | "int8" => "s8",
        "uchar" | "uint8_t" | "uint8" | "bool" => "u8",
        "i16" | "int16_t" | "int16" => "s16",
        "ushort" | "uint16_t" | "uint16" => "u16",
        _ => return None,
    })
}

/// A number, or an address such as `"&data+4"`.
pub fn number(value: &Value<'_>) -> Result<Number, Diagnostic> {
    match value.get_ref() {
        DeValue::Integer(number) => i128::from_str_radix(number.as_str(), number.radix())
            .ok()
            .filter(|number| (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(number))
            .map(Number::Integer)
            .ok_or_else(|| wrong(value, "a number of at most 64 bits")),
        DeValue::Float(number) => match number.as_str().parse() {
            Ok(number) => Ok(Number::Float(number)),
            Err(_) => Err(wrong(value, "a number")),
        },
        DeValue::Boolean(truth) => Ok(Number::Integer(i128::from(*truth))),
        DeValue::String(text) => address(text, span(value)),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => {
            Err(wrong(value, "a number or an address such as `\"&data\"`"))
        }
    }
}

fn address(text: &str, place: Span) -> Result<Number, Diagnostic> {
    let bad = || no_address(text, place);
    let rest = text.strip_prefix('&').ok_or_else(bad)?;
    let end = rest.find(['+', '-']).unwrap_or(rest.len());
    let (name, offset) = rest.split_at(end);
    let offset = match offset.strip_prefix('+').unwrap_or(offset) {
        "" => 0,
        digits => digits.trim().parse().map_err(|_| bad())?,
    };
    let name = name.trim();
    if name.is_empty() {
        return Err(bad());
    }
    Ok(Number::Address {
        name: name.to_owned(),
        offset,
    })
}

/// A text that is no address, with what was probably meant.
fn no_address(text: &str, place: Span) -> Diagnostic {
    let mistake = Diagnostic::new(
        format!("`{text}` is neither a number nor an address"),
        place,
        "expected an address such as `\"&data\"` or `\"&data+4\"`",
    );
    let word = text.trim();
    let name = |c: char| c.is_ascii_alphanumeric() || "_.+-".contains(c);
    let digits = word.trim_start_matches(['-', '+']);
    if digits.starts_with(|c: char| c.is_ascii_digit()) {
        mistake.with_help(format!("numbers have no quotes: `{word}`"))
    } else if word == "any" {
        mistake.with_help("a buffer of which nothing is known is `init = \"any\"`, as a whole")
    } else if !word.is_empty() && word.chars().all(name) {
        mistake.with_help(format!("addresses begin with `&`: `\"&{word}\"`"))
    } else {
        mistake
    }
}

/// An argument: a number, an address, or the parts of a structure by offset.
pub fn argument(value: &Value<'_>) -> Result<Spanned<Argument>, Vec<Diagnostic>> {
    let argument = match value.get_ref() {
        DeValue::Table(_) => Argument::Parts(parts(value, "the parts of a structure")?),
        _ => Argument::Value(number(value).map_err(|mistake| vec![mistake])?),
    };
    Ok(Spanned::new(argument, span(value)))
}

/// `{ "0" = "&flag0", "16:u32" = 2 }`: offsets, each with a type where it is no address.
pub fn parts(value: &Value<'_>, expected: &str) -> Result<Vec<Part>, Vec<Diagnostic>> {
    let table = Table::of(value, expected).map_err(|mistake| vec![mistake])?;
    let mut mistakes = Vec::new();
    let mut found = Vec::new();
    for (key, value) in table.entries() {
        match part(&key, value) {
            Ok(part) => match overlap(&found, &part) {
                Some(other) => mistakes.push(other),
                None => found.push(part),
            },
            Err(mistake) => mistakes.push(mistake),
        }
    }
    if mistakes.is_empty() {
        Ok(found)
    } else {
        Err(mistakes)
    }
}

/// What is wrong where two parts have bytes in common.
pub fn overlap(before: &[Part], part: &Part) -> Option<Diagnostic> {
    let end = |part: &Part| {
        let bytes = part.ty.unwrap_or(Type::U64).bytes();
        part.offset.saturating_add(bytes)
    };
    let mut before = before.iter();
    let other = before.find(|other| other.offset < end(part) && part.offset < end(other))?;
    let label = format!(
        "bytes {} to {} are given already",
        other.offset,
        end(other) - 1
    );
    Some(Diagnostic::new("two parts overlap", part.span, label))
}

fn part(key: &Spanned<String>, value: &Value<'_>) -> Result<Part, Diagnostic> {
    let (offset, name) = match key.node.split_once(':') {
        Some((offset, name)) => (offset, Some(name)),
        None => (key.node.as_str(), None),
    };
    let Ok(offset) = offset.trim().parse() else {
        return Err(Diagnostic::new(
            format!("`{}` is no offset", key.node),
            key.span,
            "expected bytes and a type, such as `\"16:u32\"`",
        ));
    };
    let ty = name.map(|name| ty(name.trim(), key.span)).transpose()?;
    let number = number(value)?;
    if ty.is_none() && !matches!(number, Number::Address { .. }) {
        return Err(Diagnostic::new(
            "a number without a type",
            key.span,
            "expected a type, such as `\"16:u32\"`",
        ));
    }
    Ok(Part {
        offset,
        ty,
        value: number,
        span: span(value),
    })
}

/// The bits of a number at a type; an address has none yet.
pub fn bits(number: &Number, ty: Type, place: Span) -> Result<Option<u64>, Diagnostic> {
    let width = u32::from(ty.bits);
    let unfit = |what: &str| Diagnostic::new(format!("this does not fit `{ty}`"), place, what);
    let float = |value: f64| {
        let bits = float_bits(value, ty).map(Some);
        bits.ok_or_else(|| unfit("a float of 16, 32 or 64 bits"))
    };
    let near = |literal: Scalar| match literal.at(ty) {
        Ok(Scalar::Float(value)) => float(value),
        Ok(Scalar::Integer(_)) => Err(unfit("expected a float")),
        Err(expected) => Err(unfit(&format!("expected {expected}"))),
    };
    match number {
        Number::Address { .. } if ty.bits == 64 => Ok(None),
        Number::Address { .. } => Err(unfit("an address has 64 bits")),
        Number::Float(_) if !ty.is_float() => Err(unfit("expected an integer")),
        Number::Float(value) if value.is_finite() => near(Scalar::Float(*value)),
        // Infinities, and what is not a number, every type has.
        Number::Float(value) => float(*value),
        Number::Integer(value) if ty.is_float() => near(Scalar::Integer(*value)),
        Number::Integer(value) => {
            let least = -(1_i128 << (width - 1));
            let most = (1_i128 << width) - 1;
            if !(least..=most).contains(value) {
                return Err(unfit(&format!("from {least} to {most}")));
            }
            let mask = u64::MAX >> (64 - width);
            u64::try_from(value & i128::from(mask))
                .map(Some)
                .map_err(|_| unfit(""))
        }
    }
}

fn float_bits(value: f64, ty: Type) -> Option<u64> {
    match ty.bits {
        16 => Some(u64::from(half::narrow(value))),
        #[expect(
            clippy::cast_possible_truncation,
            reason = "rounded to the type that was asked for"
        )]
        32 => Some(u64::from((value as f32).to_bits())),
        64 => Some(value.to_bits()),
        _ => None,
    }
}
