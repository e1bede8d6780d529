//! A cell of a table.

use crate::syntax::diagnostic::nearest;

use super::{Mistake, Op};

/// What a line may hold beside cells without being remarked on.
pub(super) const KINDS: [(&str, Op); 3] =
    [("WB", Op::WriteBack), ("S", Op::Store), ("L", Op::Load)];

/// What cells look like.
const HELP: &str = "such as S^1(A)a1, L^2(B)0, WB^1(A)a4 or BARRIER(b)";

/// A line with its markup taken off, each character with its place in the line.
pub(super) struct Bare<'l> {
    line: &'l str,
    text: Vec<(usize, char)>,
}

impl<'l> Bare<'l> {
    /// Takes off `$`, tags, blanks and underscores of subscripts.
    pub(super) fn of(line: &'l str) -> Self {
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
        Self { line, text }
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

    /// The letters from here on that stand together.
    fn word(&self, from: usize) -> (String, usize) {
        let (word, end) = self.take(from, char::is_alphabetic);
        let apart = (from + 1..end).find(|at| !self.joined(*at)).unwrap_or(end);
        (word.chars().take(apart - from).collect(), apart)
    }

    /// The value from here on. Blanks are in it only as in `a 1` and `a <sub>1</sub>`: what comes behind others is the
    /// next column.
    fn value(&self, from: usize) -> (String, usize) {
        let (word, end) = self.take(from, char::is_alphanumeric);
        let apart = |at: &usize| {
            let between = self.between(*at);
            let blank = between.contains([' ', '\u{a0}']);
            let letters = word.chars().take(at - from).all(char::is_alphabetic);
            let digit = self.letter(*at).is_some_and(|next| next.is_ascii_digit());
            let lowered = between.contains("<sub>") || between.contains('_');
            let subscript = letters && (lowered || digit && between.chars().count() == 1);
            blank && !subscript
        };
        let apart = (from + 1..end).find(apart).unwrap_or(end);
        (word.chars().take(apart - from).collect(), apart)
    }

    /// What stands in the line between a character and the one before it.
    fn between(&self, index: usize) -> &str {
        let pair = index.checked_sub(1).and_then(|at| self.text.get(at));
        let pair = pair.zip(self.text.get(index));
        let between =
            pair.and_then(|((at, letter), (next, _))| self.line.get(at + letter.len_utf8()..*next));
        between.unwrap_or_default()
    }

    /// Whether what stands here is raised: behind a kind that is a thread.
    fn raised(&self, at: usize) -> bool {
        let letter = self.letter(at);
        letter.is_some_and(|letter| matches!(letter, '^' | '¹' | '²' | '³' | '⁰'..='⁹'))
    }

    /// Whether a place stands in a column that has words beside cells: what looks like a cell there is spoken of.
    fn is_prose(&self, place: &std::ops::Range<usize>) -> bool {
        let bars = ['|', '\t'];
        let before = self.line.get(..place.start).unwrap_or_default();
        let behind = self.line.get(place.end..).unwrap_or_default();
        let before = before.rsplit(bars).next().unwrap_or_default();
        let behind = behind.split(bars).next().unwrap_or_default();
        let mut words = before.split_whitespace().chain(behind.split_whitespace());
        words.any(|word| {
            let letters = word.chars().filter(|letter| letter.is_alphabetic()).count();
            let cell = word.contains(['(', '<']) || word.contains("WB");
            word.starts_with('#') || letters > 1 && !cell
        })
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
        Mistake::new(at, "half of a cell", "expected KIND^THREAD(ADDRESS)VALUE").with_help(HELP)
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
        let raised = bare.raised(at);
        at += usize::from(bare.letter(at) == Some('^'));
        (thread, at) = bare.take(at, |letter| letter.is_ascii_digit());
        if thread.is_empty() && raised {
            let (_, end) = bare.take(at, char::is_alphanumeric);
            let at = bare.place(from, end);
            let text = "a cell whose thread is no number";
            return Err(
                Mistake::new(at, text, "expected KIND^THREAD(ADDRESS)VALUE").with_help(HELP)
            );
        }
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
        let (value, end) = bare.value(closed + 1);
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
    let (word, end) = bare.word(from);
    word == "BARRIER" && bare.letter(end) != Some('(')
}

/// What looks like a cell and is none: its kind is not known, or its thread is missing.
///
/// Beside cells a line may hold anything; what is `W2(A)1` without a blank is meant to be one, and so is a word with a raised
/// thread, `W <sup>2</sup> (A) 1`, and what has its column to itself.
pub(super) fn strange(bare: &Bare, from: usize) -> Option<Mistake> {
    let (kind, at) = bare.word(from);
    if let Some(wrong) = misspelt_barrier(bare, from, &kind, at) {
        return Some(wrong);
    }
    let raised = bare.raised(at);
    let at = at + usize::from(bare.letter(at) == Some('^'));
    let (thread, at) = bare.take(at, |letter| {
        letter.is_ascii_digit() || raised && letter.is_alphanumeric()
    });
    let (address, closed) = bare.take(at + 1, char::is_alphanumeric);
    let (value, end) = bare.take(closed + 1, char::is_alphanumeric);
    let around = bare.letter(at) == Some('(') && bare.letter(closed) == Some(')');
    let longest = if thread.is_empty() { 3 } else { 7 };
    let short = (1..=longest).contains(&kind.len()) && (1..=4).contains(&address.len());
    let place = bare.place(from, end);
    let joined = (from + 1..=closed + 1).all(|at| bare.joined(at));
    // In a column of its own it is meant, too: `L (B)0`.
    let whole = raised || joined || !bare.is_prose(&place);
    if !(around && short && whole) || value.is_empty() {
        return None;
    }
    let known = KINDS.iter().any(|(name, _)| *name == kind);
    Some(if known && thread.is_empty() {
        Mistake::new(
            place,
            "a cell without a thread",
            "expected KIND^THREAD(ADDRESS)VALUE",
        )
        .with_help(HELP)
    } else {
        let text = format!("`{kind}` is no kind of cell");
        Mistake::new(place, text, "expected S, L or WB").with_help(HELP)
    })
}

/// `BAR(b)` or `barrier(b)`, of which no thread would wait for another, where there are only cells.
fn misspelt_barrier(bare: &Bare, from: usize, kind: &str, at: usize) -> Option<Mistake> {
    let (name, closed) = bare.take(at + 1, char::is_alphanumeric);
    let around = bare.letter(at) == Some('(') && bare.letter(closed) == Some(')');
    let word = kind.to_ascii_uppercase();
    let meant = matches!(word.as_str(), "BAR" | "BARRIER") || nearest(&word, ["BARRIER"]).is_some();
    let place = bare.place(from, closed + 1);
    let cell = meant && around && bare.joined(at) && !name.is_empty() && !bare.is_prose(&place);
    cell.then(|| {
        let text = format!("`{kind}` is no kind of cell");
        Mistake::new(place, text, "expected BARRIER(NAME)").with_help(HELP)
    })
}
