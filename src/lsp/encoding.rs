//! How a client counts the columns of a line.

/// In what a client counts columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// The units of UTF-16: the protocol's default.
    #[default]
    Utf16,
}

impl Encoding {
    /// Its name in the protocol.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16 => "utf-16",
        }
    }

    /// How long a text is.
    pub fn length(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }

    /// The byte before which so many units lie; the end of the text where it has fewer, and the start of a
    /// character where they end within one.
    pub fn bytes(self, text: &str, units: usize) -> usize {
        match self {
            Self::Utf8 => floor(text, units),
            Self::Utf16 => {
                let mut seen = 0;
                let ends = |(_, letter): &(usize, char)| {
                    seen += letter.len_utf16();
                    seen > units
                };
                text.char_indices()
                    .find(ends)
                    .map_or(text.len(), |(at, _)| at)
            }
        }
    }
}

/// The last byte up to a place at which a character begins or the text ends.
pub fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
