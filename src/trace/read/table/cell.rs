//! A cell of a table.

use super::{Mistake, Op};

/// What a line may hold beside cells without being remarked on.
pub(super) const KINDS: [(&str, Op); 3] =
    [("WB", Op::WriteBack), ("S", Op::Store), ("L", Op::Load)];

/// A line with its markup taken off, each character with its place in the line.
pub(super) struct Bare {
    pub(super) text: Vec<(usize, char)>,
}

impl Bare {
    /// Takes off `$`, tags, blanks and underscores of subscripts.
    pub(super) fn of(line: &str) -> Self {
        let mut text = Vec::new();
        let mut rest = line.char_indices().peekable();
        while let Some((at, letter)) = rest.next() {
            if letter == '<' {
                let tag = line
                    .get(at..)
                    .and_then(|tail| Some(&tail[..=tail.find('>')?]));
                if let Some(tag) = tag.filter(|tag| tag.len() <= 6) {
                    if tag == "<sup>" {
                        text.push((at, '^'));
                    }
                    while rest.next_if(|(next, _)| *next < at + tag.len()).is_some() {}
                    continue;
                }
            }
            if !matches!(letter, '$' | '{' | '}' | ' ' | '\u{a0}' | '_') {
                text.push((at, letter));
            }
        }
        Self { text }
    }

    pub(super) fn letter(&self, index: usize) -> Option<char> {
        self.text.get(index).map(|(_, letter)| *letter)
    }

    /// Whether nothing stands between a character and the one before it in the line.
    pub(super) fn joined(&self, index: usize) -> bool {
        let pair = index
            .checked_sub(1)
            .and_then(|at| self.text.get(at))
            .zip(self.text.get(index));
        pair.is_some_and(|((at, letter), (next, _))| at + letter.len_utf8() == *next)
    }

    pub(super) fn take(&self, from: usize, fits: impl Fn(char) -> bool) -> (String, usize) {
        let run = self.text.get(from..).unwrap_or_default().iter();
        let run = run
            .map(|(_, letter)| *letter)
            .take_while(|letter| fits(*letter));
        let word: String = run.collect();
        let end = from + word.chars().count();
        (word, end)
    }

    pub(super) fn place(&self, from: usize, to: usize) -> std::ops::Range<usize> {
        let start = self.text.get(from).map_or(0, |(at, _)| *at);
        let last = self.text.get(to.saturating_sub(1));
        start..last.map_or(start, |(at, letter)| at + letter.len_utf8())
    }
}

/// A cell that was read.
pub(super) struct Cell {
    pub(super) op: Op,
    pub(super) thread: String,
    pub(super) address: String,
    pub(super) value: Option<String>,
    pub(super) at: std::ops::Range<usize>,
    pub(super) end: usize,
}

/// The cell that starts here: nothing if none does, a mistake if it breaks off.
pub(super) fn cell(bare: &Bare, from: usize) -> Result<Option<Cell>, Mistake> {
    let starts = |word: &str| {
        word.chars()
            .enumerate()
            .all(|(at, letter)| bare.letter(from + at) == Some(letter))
    };
    let half = |end: usize| {
        let at = bare.place(from, end);
        Mistake::new(at, "half of a cell", "expected KIND^THREAD(ADDRESS)VALUE")
            .with_help("such as S^1(A)a1, L^2(B)0, WB^1(A)a4 or BARRIER(b)")
    };
    let barrier = starts("BARRIER(");
    let kind = KINDS.iter().find(|(name, _)| starts(name));
    let (op, name) = match (barrier, kind) {
        (true, _) => (Op::Barrier, "BARRIER"),
        (false, _) if is_bare_barrier(bare, from) => return Err(half(from + "BARRIER".len())),
        (false, Some((name, op))) => (*op, *name),
        (false, None) => return Ok(None),
    };
    let mut at = from + name.len();
    let mut thread = String::new();
    if !barrier {
        let raised = bare.letter(at) == Some('^');
        at += usize::from(raised);
        (thread, at) = bare.take(at, |letter| letter.is_ascii_digit());
        if thread.is_empty() {
            return Ok(None);
        }
    }
    if bare.letter(at) != Some('(') {
        return Err(half(at));
    }
    let (address, closed) = bare.take(at + 1, char::is_alphanumeric);
    if address.is_empty() || bare.letter(closed) != Some(')') {
        return Err(half(closed));
    }
    let (value, end) = if barrier {
        (None, closed + 1)
    } else {
        let (value, end) = bare.take(closed + 1, char::is_alphanumeric);
        if value.is_empty() {
            return Err(half(end));
        }
        // `L1(B)0` may be followed by the next cell, its letter glued to the value.
        let glued = value.char_indices().skip(1).find(|(cut, letter)| {
            letter.is_uppercase()
                && value.get(cut + 1..).is_some_and(|rest| {
                    rest.starts_with(|next: char| next.is_ascii_digit() || next == 'B')
                        || rest.is_empty()
                })
        });
        match glued.filter(|(_, _)| matches!(bare.letter(end), Some('(' | '^'))) {
            Some((cut, _)) => {
                let kept = value.get(..cut).unwrap_or_default().to_owned();
                let count = kept.chars().count();
                (Some(kept), closed + 1 + count)
            }
            None => (Some(value), end),
        }
    };
    Ok(Some(Cell {
        op,
        thread,
        address,
        value,
        at: bare.place(from, end),
        end,
    }))
}

/// Whether a barrier without a name stands here.
fn is_bare_barrier(bare: &Bare, from: usize) -> bool {
    let (word, end) = bare.take(from, char::is_alphabetic);
    word == "BARRIER" && bare.letter(end) != Some('(')
}

/// What looks like a cell and is none: its kind is not known, or its thread is missing.
///
/// Beside cells a line may hold anything; what is `W2(A)1` without a blank is meant to be one.
pub(super) fn strange(bare: &Bare, from: usize) -> Option<Mistake> {
    let (kind, at) = bare.take(from, char::is_alphabetic);
    let at = at + usize::from(bare.letter(at) == Some('^'));
    let (thread, at) = bare.take(at, |letter| letter.is_ascii_digit());
    let (address, closed) = bare.take(at + 1, char::is_alphanumeric);
    let (value, end) = bare.take(closed + 1, char::is_alphanumeric);
    let around = bare.letter(at) == Some('(') && bare.letter(closed) == Some(')');
    let short = (1..=3).contains(&kind.len()) && (1..=4).contains(&address.len());
    let whole = (from + 1..=closed + 1).all(|at| bare.joined(at));
    if !(around && short && whole) || value.is_empty() {
        return None;
    }
    let place = bare.place(from, end);
    let known = KINDS.iter().any(|(name, _)| *name == kind);
    let help = "such as S^1(A)a1, L^2(B)0, WB^1(A)a4 or BARRIER(b)";
    Some(if known && thread.is_empty() {
        Mistake::new(
            place,
            "a cell without a thread",
            "expected KIND^THREAD(ADDRESS)VALUE",
        )
        .with_help(help)
    } else {
        let text = format!("`{kind}` is no kind of cell");
        Mistake::new(place, text, "expected S, L or WB").with_help(help)
    })
}
