//! What users of the printer may choose.

use super::spelling::Spelling;
use crate::syntax::span::SourceFile;

/// How a test is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style<'a> {
    /// Whose names of scopes are used.
    pub spelling: Spelling,
    /// Which of its two names a sequentially consistent fence gets.
    pub fences: Fences,
    /// How the init block is laid out.
    pub init: Init,
    /// The text that the tree was read from, perhaps changed since: what has not changed is printed
    /// in the words that stand there, with the comments beside it. None for the printer's own words.
    pub source: Option<&'a SourceFile>,
    /// Whether instructions stay in the rows of the text, with its empty cells and blank lines.
    /// Otherwise each thread's instructions follow one another without a gap.
    pub rows: bool,
}

impl<'a> Style<'a> {
    /// The layout of the printer with the words, rows and comments of a text.
    #[must_use]
    pub fn written(source: &'a SourceFile) -> Self {
        Self {
            source: Some(source),
            rows: true,
            ..Self::default()
        }
    }
}

/// The names of fences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fences {
    /// `fence.sc.gpu`.
    #[default]
    Fence,
    /// `membar.gl`, where the scope has such a name.
    Membar,
}

/// The layout of the init block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Init {
    /// All on one line, unless a comment stands among them.
    #[default]
    Line,
    /// One declaration a line.
    Lines,
}
