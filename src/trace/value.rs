//! Values and addresses: numbers of 64 bits or symbols, in one word each.

use rustc_hash::FxHashMap;

/// A value or address: a number below 2^63 as it is, anything else by its place in [`Words`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(u64);

/// The bit that tells a place in the table from a number.
const TABLE: u64 = 1 << 63;

impl Word {
    /// Where there is none: a store reads nothing.
    pub const NONE: Self = Self(u64::MAX);

    /// A small number.
    #[must_use]
    pub const fn number(number: u32) -> Self {
        Self(number as u64)
    }

    /// Whether there is one.
    #[must_use]
    pub const fn is_some(self) -> bool {
        self.0 != u64::MAX
    }

    /// The word, if there is one.
    #[must_use]
    pub const fn some(self) -> Option<Self> {
        if self.is_some() { Some(self) } else { None }
    }

    /// The number, if it is one that is held as it is.
    #[must_use]
    pub const fn as_number(self) -> Option<u64> {
        if self.0 & TABLE == 0 {
            Some(self.0)
        } else {
            None
        }
    }

    const fn place(self) -> Option<usize> {
        if self.is_some() && self.0 & TABLE != 0 {
            #[expect(clippy::cast_possible_truncation, reason = "a place in a vector")]
            Some((self.0 ^ TABLE) as usize)
        } else {
            None
        }
    }
}

/// How a number was written in hexadecimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hex {
    /// Its digits, zeros in front included.
    digits: u8,
    /// Whether letters are large.
    large: bool,
}

impl Hex {
    /// Nothing for other texts.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let digits = text
            .strip_prefix("0x")
            .or_else(|| text.strip_prefix("0X"))?;
        Some(Self {
            digits: u8::try_from(digits.len()).unwrap_or(16),
            large: digits.bytes().any(|digit| digit.is_ascii_uppercase()),
        })
    }

    /// A number, written so.
    #[must_use]
    pub fn show(self, number: u64) -> String {
        let wide = usize::from(self.digits);
        if self.large {
            format!("0x{number:0wide$X}")
        } else {
            format!("0x{number:0wide$x}")
        }
    }
}

/// What is wrong with a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadWord {
    /// A number that does not fit in 64 bits.
    Large,
    /// Neither a number nor a symbol.
    Malformed,
}

/// The words that are no small numbers.
#[derive(Debug, Clone, Default)]
pub struct Words {
    shown: Vec<String>,
    index: FxHashMap<String, usize>,
    /// The letters of all.
    letters: usize,
}

/// Bytes of a word beside its letters, which are there twice.
const WORD: usize = 200;

impl Words {
    /// Reads a number, decimal or hexadecimal, or a symbol.
    ///
    /// # Errors
    ///
    /// It is neither.
    pub fn read(&mut self, text: &str) -> Result<Word, BadWord> {
        let bytes = text.as_bytes();
        match bytes.first() {
            Some(b'0'..=b'9') => {}
            Some(b'-') => return self.negative(text),
            // Who means a number shall not get a symbol.
            Some(b'+') if bytes.get(1).is_some_and(u8::is_ascii_digit) => {
                return Err(BadWord::Malformed);
            }
            Some(_) if text.starts_with(char::is_numeric) => return Err(BadWord::Malformed),
            Some(_) => return self.symbol(text),
            None => return Err(BadWord::Malformed),
        }
        if bytes.len() <= 18 && bytes.iter().all(u8::is_ascii_digit) {
            let digit = |sum: u64, byte: &u8| sum * 10 + u64::from(byte - b'0');
            return Ok(Word(bytes.iter().fold(0, digit)));
        }
        let number = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(hex) => {
                if hex.is_empty() || !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    return Err(BadWord::Malformed);
                }
                u64::from_str_radix(hex, 16)
            }
            None if bytes.iter().all(u8::is_ascii_digit) => text.parse(),
            None => return Err(BadWord::Malformed),
        };
        number.map_or(Err(BadWord::Large), |number| Ok(self.number(number)))
    }

    /// A number of 64 bits.
    pub fn number(&mut self, number: u64) -> Word {
        if number & TABLE == 0 {
            return Word(number);
        }
        self.intern(number.to_string(), || number.to_string())
    }

    /// A negative number stands for its 64 bits.
    fn negative(&mut self, text: &str) -> Result<Word, BadWord> {
        let digits = &text[1..];
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(BadWord::Malformed);
        }
        match text.parse::<i64>() {
            Ok(0) => Ok(Word(0)),
            Ok(number) => {
                let key = number.cast_unsigned().to_string();
                Ok(self.intern(key, || text.to_owned()))
            }
            Err(_) => Err(BadWord::Large),
        }
    }

    /// A symbol, quotes and blanks excepted.
    ///
    /// # Errors
    ///
    /// It has characters that no symbol has.
    pub fn symbol(&mut self, text: &str) -> Result<Word, BadWord> {
        if let Some(&place) = self.index.get(text) {
            return Ok(Word(TABLE | place as u64));
        }
        let fits = |letter: char| letter.is_alphanumeric() || "_.$[]+-:/'!~^&|%".contains(letter);
        if text.is_empty() || !text.chars().all(fits) {
            return Err(BadWord::Malformed);
        }
        Ok(self.intern(text.to_owned(), || text.to_owned()))
    }

    fn intern(&mut self, key: String, shown: impl FnOnce() -> String) -> Word {
        let next = self.shown.len();
        let place = *self.index.entry(key).or_insert(next);
        if place == next {
            let shown = shown();
            self.letters += shown.len();
            self.shown.push(shown);
        }
        Word(TABLE | place as u64)
    }

    /// About how many bytes they take.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        2 * self.letters + WORD * self.shown.len()
    }

    /// As it was first written.
    #[must_use]
    pub fn show(&self, word: Word) -> String {
        match (word.as_number(), word.place()) {
            (Some(number), _) => number.to_string(),
            (None, Some(place)) => self.shown.get(place).cloned().unwrap_or_default(),
            (None, None) => "-".to_owned(),
        }
    }

    /// The 64 bits of a number; nothing for a symbol.
    #[must_use]
    pub fn bits(&self, word: Word) -> Option<u64> {
        if let Some(number) = word.as_number() {
            return Some(number);
        }
        let shown = self.shown.get(word.place()?)?;
        if let Ok(number) = shown.parse::<i64>() {
            return Some(number.cast_unsigned());
        }
        shown.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_what_they_say() {
        let mut words = Words::default();
        let one = words.read("1").unwrap_or(Word::NONE);
        assert_eq!(words.read("0x1"), Ok(one));
        assert_eq!(words.read("18446744073709551615"), words.read("-1"));
        assert_eq!(words.read("18446744073709551616"), Err(BadWord::Large));
        assert_eq!(words.read("0x1ffffffffffffffff"), Err(BadWord::Large));
        assert_eq!(words.read("1x"), Err(BadWord::Malformed));
        assert_ne!(words.read("a"), words.read("b"));
        let minus = words.read("-5").unwrap_or(Word::NONE);
        assert_eq!(words.show(minus), "-5");
        assert_eq!(words.bits(minus), Some(5_u64.wrapping_neg()));
    }

    #[test]
    fn hexadecimal_numbers_are_written_as_they_were() {
        let shown = |text| Hex::of(text).map(|hex| hex.show(0x1a));
        assert_eq!(shown("0x1a").as_deref(), Some("0x1a"));
        assert_eq!(shown("0X001A").as_deref(), Some("0x001A"));
        assert_eq!(shown("26"), None);
    }
}
