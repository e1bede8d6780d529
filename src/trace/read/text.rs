//! The text format: an event a line.

mod words;

use words::{halves, kind_of, tail};
pub use words::{mode, span};

use crate::syntax::ast::Scope;
use crate::syntax::diagnostic::nearest;
use crate::trace::log::{Depends, Mode, Op, Order, SCOPES, Span};

use super::builder::Builder;
use super::event::{Piece, Placed, Raw};
use super::mistake::Mistake;

/// The kinds of event, as they are written.
const KINDS: [(&str, Op); 6] = [
    ("L", Op::Load),
    ("S", Op::Store),
    ("U", Op::Rmw),
    ("F", Op::Fence),
    ("B", Op::Barrier),
    ("WB", Op::WriteBack),
];

/// The words of a line with their places.
fn pieces(line: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::with_capacity(8);
    let mut start = None;
    for (at, byte) in line.bytes().enumerate() {
        if byte == b'#' {
            if let Some(from) = start.take() {
                found.push(Piece::new(&line[from..at], from..at));
            }
            return found;
        }
        match (byte.is_ascii_whitespace(), start) {
            (true, Some(from)) => {
                found.push(Piece::new(&line[from..at], from..at));
                start = None;
            }
            (false, None) => start = Some(at),
            (true, None) | (false, Some(_)) => {}
        }
    }
    if let Some(from) = start {
        found.push(Piece::new(&line[from..], from..line.len()));
    }
    found
}

/// Reads one line.
///
/// # Errors
///
/// What is wrong with it.
pub fn read_line(builder: &mut Builder, line: &str, number: u64) -> Result<(), Mistake> {
    let pieces = pieces(line);
    let Some(first) = pieces.first() else {
        return Ok(());
    };
    match &*first.text {
        "trace" => version(&pieces, line),
        "init" => init(builder, &pieces, line, number),
        "thread" => thread(builder, &pieces, line),
        "values" => match pieces.get(1) {
            Some(word) if word.text == "unique" && pieces.len() == 2 => {
                builder.promise_unique();
                Ok(())
            }
            _ => Err(expected(&pieces, 1, line, "`values unique`")),
        },
        _ => {
            let raw = event(&pieces, line);
            let raw = raw.map_err(|wrong| misspelt(&pieces).unwrap_or(wrong))?;
            builder.add(&raw, number)
        }
    }
}

/// What is wrong with a line of another kind whose first word is misspelt: nothing of what follows it. An event's name is no
/// such word.
fn misspelt(pieces: &[Piece<'_>]) -> Option<Mistake> {
    let (first, second) = (pieces.first()?, pieces.get(1));
    let kind = second.and_then(|piece| piece.text.split('.').next());
    if first.text.ends_with(':') || KINDS.iter().any(|(one, _)| kind == Some(*one)) {
        return None;
    }
    let meant = nearest(&first.text, ["trace", "init", "thread", "values"])?;
    let text = format!("a line that begins with `{}` is no event", first.text);
    let one = Mistake::new(first.at.clone(), text, "the line begins here");
    Some(one.with_near(&first.text, meant))
}

/// Something else is expected at a word, or at the line's end.
fn expected(pieces: &[Piece<'_>], index: usize, line: &str, what: &str) -> Mistake {
    if let Some(piece) = pieces.get(index) {
        return Mistake::new(
            piece.at.clone(),
            format!("`{}` stands where {what} is expected", piece.text),
            format!("expected {what}"),
        );
    }

    let end = pieces.last().map_or(line.len(), |piece| piece.at.end);
    Mistake::new(
        end..end,
        format!("the line ends where {what} is expected"),
        "ends here",
    )
}

fn version(pieces: &[Piece<'_>], line: &str) -> Result<(), Mistake> {
    match pieces {
        [_, one] if one.text == "1" => Ok(()),
        _ => Err(expected(pieces, 1, line, "version 1 (`trace 1`)")),
    }
}

/// `init * = 0`, `init A = a0`, blanks around `=` or not.
fn init(
    builder: &mut Builder,
    pieces: &[Piece<'_>],
    line: &str,
    number: u64,
) -> Result<(), Mistake> {
    let form = "`init ADDRESS = VALUE` or `init * = VALUE`";
    let (address, value) = match pieces {
        [_, address, equals, value] if equals.text == "=" => (address.clone(), value.clone()),
        [_, joined] => {
            let Some((left, right)) = joined.text.split_once('=') else {
                return Err(expected(pieces, 1, line, form));
            };
            let (from, middle) = (joined.at.start, joined.at.start + left.len());
            let left = line.get(from..middle).unwrap_or_default();
            let end = middle + 1 + right.len();
            let right = line.get(middle + 1..end).unwrap_or_default();
            (
                Piece::new(left, from..middle),
                Piece::new(right, middle + 1..end),
            )
        }
        _ => return Err(expected(pieces, pieces.len().min(4), line, form)),
    };
    if address.text == "*" {
        return builder.init_all(&value);
    }
    builder.init(&address, &value, number)
}

/// `thread T1 cta 0 gpu 0 warp 0`
fn thread(builder: &mut Builder, pieces: &[Piece<'_>], line: &str) -> Result<(), Mistake> {
    let Some(name) = pieces.get(1) else {
        return Err(expected(pieces, 1, line, "a thread's name"));
    };
    let mut placed = Placed::default();
    let mut at = 2;
    while let Some(word) = pieces.get(at) {
        let number = pieces
            .get(at + 1)
            .and_then(|piece| piece.text.parse::<u32>().ok());
        let field = match &*word.text {
            "cta" => &mut placed.cta,
            "gpu" => &mut placed.gpu,
            "warp" => &mut placed.warp,
            _ => {
                let names = ["cta", "gpu", "warp"];
                return Err(expected(pieces, at, line, "`cta`, `gpu` or `warp`")
                    .with_names(&word.text, &names));
            }
        };
        let Some(number) = number else {
            return Err(expected(pieces, at + 1, line, "a number below 2^32"));
        };
        *field = Some(number);
        at += 2;
    }
    // A thread that is named alone is there, in a block of its own.
    builder.place_thread(name, placed).map(|_| ())
}

/// `[ID:] THREAD KIND[.ORDER][.SCOPE] ADDR VALUE [@START[..END]] [addr|data|ctrl=IDS]`
fn event<'a>(pieces: &[Piece<'a>], line: &'a str) -> Result<Raw<'a>, Mistake> {
    let mut at = 0;
    let id = pieces.first().and_then(|piece| {
        let name = line.get(piece.at.clone())?.strip_suffix(':')?;
        (!name.is_empty()).then(|| Piece::new(name, piece.at.start..piece.at.end - 1))
    });
    at += usize::from(id.is_some());
    let Some(thread) = pieces.get(at).cloned() else {
        return Err(expected(pieces, at, line, "a thread's name"));
    };
    let Some(kind) = pieces.get(at + 1) else {
        return Err(expected(
            pieces,
            at + 1,
            line,
            "a kind of event (L, S, U, F, B or WB)",
        ));
    };
    let (op, mode) = kind_of(kind)?;
    at += 2;
    let place = match op {
        Op::Fence => None,
        Op::Load | Op::Store | Op::Rmw | Op::Barrier | Op::WriteBack => {
            let what = if op == Op::Barrier {
                "a barrier's name"
            } else {
                "an address"
            };
            let Some(piece) = pieces.get(at).filter(|piece| !starts_tail(piece)) else {
                return Err(expected(pieces, at, line, what));
            };
            at += 1;
            Some(piece.clone())
        }
    };
    let (mut read, mut wrote) = (None, None);
    if !matches!(op, Op::Fence | Op::Barrier) {
        let Some(value) = pieces.get(at).filter(|piece| !starts_tail(piece)) else {
            return Err(expected(pieces, at, line, "a value"));
        };
        at += 1;
        match op {
            Op::Load => read = Some(value.clone()),
            Op::Rmw => (read, wrote) = halves(value, line)?,
            Op::Store | Op::WriteBack | Op::Fence | Op::Barrier => wrote = Some(value.clone()),
        }
    }
    let mut raw = Raw {
        id,
        thread,
        placed: Placed::default(),
        op,
        mode,
        place,
        read,
        wrote,
        time: None,
        dependencies: Vec::new(),
    };
    while let Some(piece) = pieces.get(at) {
        tail(&mut raw, piece, line)?;
        at += 1;
    }
    Ok(raw)
}

/// Whether a word is a time or a dependency, and no operand.
fn starts_tail(piece: &Piece<'_>) -> bool {
    piece.text.starts_with('@') || piece.text.contains('=')
}
