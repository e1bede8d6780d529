//! The parts of a launch file: launches, buffers, symbols, properties.

use toml::de::DeValue;

use crate::ptx::types::{Kind, Type};
use crate::syntax::Diagnostic;
use crate::syntax::span::{Span, Spanned};
use crate::syntax::toml::{Table, Value, natural, span, string, wrong};

use super::description::{Buffer, LaunchText, Number, Part, SymbolInit};
use super::property::{self, Property};
use super::value::{argument, bits, number, overlap, parts, ty};

/// The largest buffer: what matters of a launch that can be verified is small.
const LARGEST: u64 = 1 << 20;

pub type Read<T> = Result<T, Vec<Diagnostic>>;

/// One mistake, where several could be.
pub fn only<T>(result: Result<T, Diagnostic>) -> Read<T> {
    result.map_err(|mistake| vec![mistake])
}

/// The keys of the whole file.
pub const FILE_KEYS: [&str; 5] = ["ptx", "outputs", "checks", "clock", "vectors"];

/// Where those stand.
pub const FILE: &str = "at the top of the file, above all tables";

/// The keys of `[[launch]]`.
pub const LAUNCH_KEYS: [&str; 9] = [
    "entry",
    "grid",
    "block",
    "args",
    "device",
    "shared",
    "shared_init",
    "cooperative",
    "after",
];

/// `[[launch]]`.
pub fn launch(value: &Value<'_>, mistakes: &mut Vec<Diagnostic>) -> Read<LaunchText> {
    let mut table = only(Table::of(value, "a table such as `[[launch]]`"))?;
    table.elsewhere(&FILE_KEYS, FILE);
    let place = table.span;
    let Some(entry) = only(table.string("entry"))? else {
        // It may be there under a name that is nearly right.
        for key in LAUNCH_KEYS {
            table.get(key);
        }
        table.finish(mistakes);
        return Err(vec![Diagnostic::new(
            "a launch without `entry`",
            place,
            "expected the name of a kernel",
        )]);
    };
    let size =
        |value: Option<&Value<'_>>| only(value.map_or(Ok(Spanned::new([1; 3], place)), extent));
    let grid = size(table.get("grid"))?;
    let block = size(table.get("block"))?;
    let mut args = Vec::new();
    let args_span = table.get("args").map_or(place, span);
    for value in only(table.list("args"))? {
        args.push(argument(value)?);
    }
    let small = |number: Option<Spanned<u64>>, most: u64| match number {
        Some(number) if number.node > most => {
            let text = format!("at most {most}");
            Err(vec![Diagnostic::new(
                "this number is too large",
                number.span,
                text,
            )])
        }
        number => Ok(number.map(|number| number.node)),
    };
    let device = small(only(table.number("device"))?, 15)?.unwrap_or(0);
    let shared = small(only(table.number("shared"))?, 232_448)?.unwrap_or(0);
    let shared_init = small(only(table.number("shared_init"))?, 255)?;
    let cooperative = only(table.truth("cooperative"))?;
    let mut after = Vec::new();
    for value in only(table.list("after"))? {
        let number = only(natural(value))?;
        let index = usize::try_from(number.node)
            .map_err(|_| vec![wrong(value, "the number of a launch")])?;
        after.push(Spanned::new(index, number.span));
    }
    table.finish(mistakes);
    Ok(LaunchText {
        span: place,
        entry,
        grid,
        block,
        args: Spanned::new(args, args_span),
        device: u32::try_from(device).unwrap_or_default(),
        shared,
        shared_init: shared_init.and_then(|byte| u8::try_from(byte).ok()),
        cooperative,
        after,
    })
}

/// `[2]`, `[2, 1, 1]` or `2`.
fn extent(value: &Value<'_>) -> Result<Spanned<[u64; 3]>, Diagnostic> {
    let expected = "one to three numbers, such as `[2]`";
    let numbers = match value.get_ref() {
        DeValue::Integer(_) => vec![natural(value)?],
        DeValue::Array(array) => array.iter().map(natural).collect::<Result<_, _>>()?,
        _ => return Err(wrong(value, expected)),
    };
    if numbers.is_empty() || numbers.len() > 3 {
        return Err(wrong(value, expected));
    }
    let mut sizes = [1; 3];
    for (size, number) in sizes.iter_mut().zip(&numbers) {
        if number.node == 0 {
            return Err(Diagnostic::new(
                "a dimension of size 0",
                number.span,
                "at least 1",
            ));
        }
        *size = number.node;
    }
    Ok(Spanned::new(sizes, span(value)))
}

/// `[buffer.NAME]`.
pub fn buffer(
    name: Spanned<String>,
    value: &Value<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> Read<Buffer> {
    let mut table = only(Table::of(value, "a table such as `[buffer.data]`"))?;
    table.elsewhere(&FILE_KEYS, FILE);
    let named = only(table.string("type"))?;
    let ty = match named {
        Some(word) => only(ty(&word.node, word.span))?,
        None => Type::new(Kind::Signed, 32),
    };
    let count = only(table.number("count"))?;
    let written_bytes = only(table.number("bytes"))?;
    let init = table.get("init");
    let any =
        init.is_some_and(|value| matches!(value.get_ref(), DeValue::String(text) if text == "any"));
    let mut elements = Vec::new();
    if let Some(value) = init.filter(|_| !any) {
        match value.get_ref() {
            DeValue::Array(array) => elements.extend(array.iter()),
            _ => elements.push(value),
        }
    }
    let mut found = Vec::new();
    for (index, value) in elements.iter().enumerate() {
        let number = only(number(value))?;
        found.push(element(ty, index, number, span(value))?);
    }
    if let Some(value) = table.get("at") {
        for part in parts(value, "offsets, such as `{ \"0:u32\" = 1 }`")? {
            if let Some(mistake) = overlap(&found, &part) {
                return Err(vec![mistake]);
            }
            found.push(part);
        }
    }
    let length = (elements.len() as u64).saturating_mul(ty.bytes());
    if let (Some(_), Some(bytes)) = (&count, &written_bytes) {
        let message = format!("the buffer `{}` has two sizes", name.node);
        let label = "give `count` or `bytes`, not both";
        return Err(vec![Diagnostic::new(message, bytes.span, label)]);
    }
    let bytes = match (count, written_bytes) {
        (_, Some(bytes)) => bytes.node,
        (Some(count), None) => count.node.saturating_mul(ty.bytes()),
        (None, None) => length,
    };
    table.finish(mistakes);
    let problem = if bytes > LARGEST {
        Some(format!("{bytes} bytes, at most {LARGEST}"))
    } else if bytes == 0 {
        Some(if any {
            "`any` says no size: give `count` or `bytes`".to_owned()
        } else {
            "give `count`, `bytes` or `init`".to_owned()
        })
    } else {
        None
    };
    if let Some(problem) = problem {
        let message = format!("the buffer `{}` has no usable size", name.node);
        return Err(vec![Diagnostic::new(message, name.span, problem)]);
    }
    let beyond = found.iter().find(|part| {
        let end = part
            .offset
            .checked_add(part.ty.unwrap_or(Type::U64).bytes());
        end.is_none_or(|end| end > bytes)
    });
    if let Some(part) = beyond {
        let message = format!("the buffer `{}` is too small for its values", name.node);
        let label = format!("beyond its {bytes} bytes");
        return Err(vec![Diagnostic::new(message, part.span, label)]);
    }
    Ok(Buffer {
        name,
        ty,
        bytes,
        any,
        parts: found,
    })
}

/// An element of an array, checked against its type.
fn element(ty: Type, index: usize, value: Number, place: Span) -> Read<Part> {
    only(bits(&value, ty, place))?;
    let index = index as u64;
    Ok(Part {
        offset: index.saturating_mul(ty.bytes()),
        ty: Some(ty),
        value,
        span: place,
    })
}

/// `[symbol.NAME]`.
pub fn symbol(
    name: Spanned<String>,
    value: &Value<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> Read<SymbolInit> {
    let mut table = only(Table::of(value, "a table such as `[symbol.epoch]`"))?;
    table.elsewhere(&FILE_KEYS, FILE);
    let Some(init) = table.get("init") else {
        let mistake = Diagnostic::new(
            "a symbol without `init`",
            name.span,
            "expected its initial value",
        );
        return Err(vec![mistake]);
    };
    let values = match init.get_ref() {
        DeValue::String(text) if text == "any" => None,
        DeValue::Array(array) => {
            let mut all = Vec::new();
            for value in array {
                all.push(Spanned::new(only(number(value))?, span(value)));
            }
            Some(all)
        }
        _ => Some(vec![Spanned::new(only(number(init))?, span(init))]),
    };
    table.finish(mistakes);
    Ok(SymbolInit { name, values })
}

/// `[[property]]`.
pub fn property(value: &Value<'_>, mistakes: &mut Vec<Diagnostic>) -> Read<Property> {
    let mut table = only(Table::of(value, "a table such as `[[property]]`"))?;
    table.elsewhere(&FILE_KEYS, FILE);
    let forall = table.get("forall").map(string);
    let exists = table.get("exists").map(string);
    let place = table.span;
    table.finish(mistakes);
    let (text, exists) = match (forall, exists) {
        (Some(text), None) => (only(text)?, false),
        (None, Some(text)) => (only(text)?, true),
        _ => {
            let mistake = Diagnostic::new(
                "a property needs one statement",
                place,
                "expected `forall` or `exists`",
            );
            return Err(vec![mistake]);
        }
    };
    let formula = only(property::read(&text))?;
    Ok(Property {
        exists,
        formula,
        text,
    })
}
