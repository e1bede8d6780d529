//! Arguments as the bytes that a kernel finds.

use crate::kernel::launch::description::{Argument, LaunchText, Number, Part};
use crate::ptx::module::{Function, Module};
use crate::ptx::origin::Origin;
use crate::ptx::types::{Kind, Type};
use crate::syntax::Diagnostic;
use crate::syntax::span::{Span, Spanned};

/// What an address in a launch file stands for.
pub type Resolve<'a> = &'a dyn Fn(&str, i64, Span) -> Result<u64, Diagnostic>;

/// The offsets of a kernel's parameters, and the size of all.
pub fn offsets(function: &Function) -> (Vec<u64>, u64) {
    let mut at = 0_u64;
    let mut found = Vec::new();
    for parameter in &function.parameters {
        at = at.next_multiple_of(parameter.align.max(1));
        found.push(at);
        at += parameter.bytes.unwrap_or(0);
    }
    (found, at)
}

/// The bytes of all parameters; a byte of a structure that is not said is not known.
pub fn bytes(
    launch: &LaunchText,
    (function, module): (&Function, &Module),
    resolve: Resolve<'_>,
) -> Result<Vec<Option<u8>>, Vec<Diagnostic>> {
    let (given, wanted) = (launch.args.node.len(), function.parameters.len());
    if given != wanted {
        let what = if given < wanted {
            "too few"
        } else {
            "too many"
        };
        let name = crate::ptx::demangle::short(&function.name);
        let message = format!("{what} arguments for `{name}`");
        let types: Vec<String> = function
            .parameters
            .iter()
            .map(|one| kind(one.ty, one.bytes))
            .collect();
        let label = format!("{given} given, {wanted} expected: {}", types.join(", "));
        let mistake = Diagnostic::new(message, launch.args.span, label);
        return Err(vec![match Origin::of(module, &function.name) {
            Some(origin) => mistake.with_help(expanded(origin)),
            None => mistake,
        }]);
    }
    let (offsets, size) = offsets(function);
    let mut found = vec![None; usize::try_from(size).unwrap_or(0)];
    let mut mistakes = Vec::new();
    for ((parameter, argument), &offset) in function
        .parameters
        .iter()
        .zip(&launch.args.node)
        .zip(&offsets)
    {
        let bytes = parameter.bytes.unwrap_or(0);
        let place = &mut found[at(offset)..at(offset + bytes)];
        let written = match &argument.node {
            Argument::Value(value) => {
                scalar(value, parameter.ty, bytes, argument.span, resolve, place)
            }
            Argument::Parts(parts) => structure(parts, bytes, argument, resolve, place),
        };
        mistakes.extend(written.err());
    }
    if mistakes.is_empty() {
        Ok(found)
    } else {
        Err(mistakes)
    }
}

/// What compilers of Python make of parameters.
const fn expanded(origin: Origin) -> &'static str {
    match origin {
        Origin::Numba => {
            "Numba gives an array as 0, 0, how many elements it has, the size of one, its address, its shape and its strides: \
             `0, 0, 8, 4, \"&a\", 8, 4`"
        }
        Origin::Triton => {
            "Triton puts two pointers to scratch memory behind the parameters: `0`, `0` where the kernel has none"
        }
    }
}

fn at(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(0)
}

fn kind(ty: Type, bytes: Option<u64>) -> String {
    match bytes {
        Some(bytes) if bytes != ty.bytes() => format!("a structure of {bytes} bytes"),
        _ => ty.to_string(),
    }
}

fn scalar(
    value: &Number,
    ty: Type,
    bytes: u64,
    span: Span,
    resolve: Resolve<'_>,
    place: &mut [Option<u8>],
) -> Result<(), Diagnostic> {
    let whole = match (ty.kind, value) {
        // `.b32` of a float, and the types that compilers give structures of one member.
        (Kind::Bits, Number::Float(_)) => Type::new(Kind::Float, ty.bits),
        (Kind::Bits | Kind::Packed, _) => Type::new(Kind::Unsigned, ty.bits),
        (_, _) => ty,
    };
    if bytes != ty.bytes() && bytes > 8 {
        let message = format!("one value for a structure of {bytes} bytes");
        let mistake = Diagnostic::new(message, span, "expected its parts");
        return Err(mistake.with_help("such as `{ \"0\" = \"&data\", \"8:u32\" = 2 }`"));
    }
    let bits = value_bits(
        value,
        if bytes == ty.bytes() {
            whole
        } else {
            Type::U64
        },
        span,
        resolve,
    )?;
    for (byte, value) in place.iter_mut().zip(bits.to_le_bytes()) {
        *byte = Some(value);
    }
    Ok(())
}

fn structure(
    parts: &[Part],
    bytes: u64,
    argument: &Spanned<Argument>,
    resolve: Resolve<'_>,
    place: &mut [Option<u8>],
) -> Result<(), Diagnostic> {
    for part in parts {
        write_part(part, bytes, argument.span, resolve, place)?;
    }
    Ok(())
}

/// Writes a part of a structure or buffer.
pub fn write_part(
    part: &Part,
    bytes: u64,
    whole: Span,
    resolve: Resolve<'_>,
    place: &mut [Option<u8>],
) -> Result<(), Diagnostic> {
    let ty = part.ty.unwrap_or(Type::U64);
    let end = part
        .offset
        .checked_add(ty.bytes())
        .filter(|&end| end <= bytes);
    let Some(end) = end else {
        let mistake = Diagnostic::new(
            "this part lies beyond the end",
            part.span,
            format!("of {bytes} bytes"),
        );
        return Err(mistake.with_label(whole, "of this"));
    };
    let bits = value_bits(&part.value, ty, part.span, resolve)?;
    for (byte, value) in place[at(part.offset)..at(end)]
        .iter_mut()
        .zip(bits.to_le_bytes())
    {
        *byte = Some(value);
    }
    Ok(())
}

/// A number at a type, addresses resolved.
pub fn value_bits(
    value: &Number,
    ty: Type,
    span: Span,
    resolve: Resolve<'_>,
) -> Result<u64, Diagnostic> {
    if let Number::Address { name, offset } = value {
        crate::kernel::launch::bits(value, ty, span)?;
        return resolve(name, *offset, span);
    }
    Ok(crate::kernel::launch::bits(value, ty, span)?.unwrap_or(0))
}
