//! Accesses as tables of tests write them: `Wx1` stores 1 to x, `Rx1` finds 1 there, `Ux01` exchanges the 0 found for 1;
//! `x1` is a final value.

use super::shape::Kind;

/// The locations, in their order.
pub const LOCATIONS: [char; 3] = ['x', 'y', 'z'];

/// An access of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// What it does.
    pub kind: Kind,
    /// The location's number.
    pub location: usize,
    /// What it finds, if it reads.
    pub found: Option<i64>,
    /// What it stores, if it writes.
    pub stored: Option<i64>,
}

/// Reads an access; nothing where it is none.
#[must_use]
pub fn word(text: &str) -> Option<Word> {
    let mut letters = text.chars();
    let kind = match letters.next()? {
        'W' => Kind::Store,
        'R' => Kind::Load,
        'U' => Kind::Rmw,
        _ => return None,
    };
    let location = place(letters.next()?)?;
    let mut digit = || number(letters.next()?);
    let found = if kind.reads() { Some(digit()?) } else { None };
    let stored = if kind.writes() { Some(digit()?) } else { None };
    Some(Word {
        kind,
        location,
        found,
        stored,
    })
}

/// Reads a final value: the location, and what is there.
#[must_use]
pub fn last(text: &str) -> Option<(usize, i64)> {
    let mut letters = text.chars();
    Some((place(letters.next()?)?, number(letters.next()?)?))
}

fn place(letter: char) -> Option<usize> {
    LOCATIONS.iter().position(|name| *name == letter)
}

fn number(digit: char) -> Option<i64> {
    digit.to_digit(10).map(i64::from)
}
