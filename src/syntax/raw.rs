//! What the grammar produces: cells and declarations whose words are not yet understood.

use super::ast::{Condition, Quantifier};
use super::span::{Span, Spanned};

/// A piece of the source text with its place.
pub(crate) type Text<'i> = Spanned<&'i str>;

/// The place of a slice of a piece of text.
pub(crate) fn place(outer: &Text<'_>, inner: &str) -> Span {
    let offset = (inner.as_ptr() as usize).saturating_sub(outer.node.as_ptr() as usize);
    let start = outer.span.start + offset.min(outer.node.len());
    Span::new(start, (start + inner.len()).min(outer.span.end))
}

/// The end of a test.
#[derive(Debug, Default)]
pub(crate) struct Claim {
    pub filter: Option<Condition>,
    pub asked: Option<(Spanned<Quantifier>, Condition)>,
}

/// A declaration of the init block.
#[derive(Debug)]
pub(crate) enum RawDeclaration<'i> {
    /// Nothing between two `;`.
    Empty,
    /// Already reported.
    Bad,
    Location {
        directives: Vec<Text<'i>>,
        name: Text<'i>,
        value: Option<Spanned<RawOperand<'i>>>,
    },
    Register {
        thread: Text<'i>,
        register: Text<'i>,
        value: Option<Spanned<RawOperand<'i>>>,
    },
    Alias {
        name: Text<'i>,
        proxy: Text<'i>,
        keyword: Text<'i>,
        target: Text<'i>,
    },
}

/// A cell of the table and what ends it.
#[derive(Debug)]
pub(crate) struct RawCell<'i> {
    pub content: Content<'i>,
    /// The place of the content; of no meaning for an empty cell.
    pub span: Span,
    /// The separator after the cell; none at the end of the table.
    pub end: Option<(Separator, Span)>,
}

/// What stands between two cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Separator {
    /// `|`
    Bar,
    /// `||`: an empty cell lies between.
    BarBar,
    /// `;`
    Row,
}

/// What stands in a cell.
#[derive(Debug)]
pub(crate) enum Content<'i> {
    Empty,
    /// Already reported.
    Bad,
    Label(Text<'i>),
    Header {
        thread: Text<'i>,
        attributes: Vec<(Text<'i>, Text<'i>)>,
    },
    Instruction {
        guard: Option<(Text<'i>, bool)>,
        mnemonic: Text<'i>,
        operands: Vec<Spanned<RawOperand<'i>>>,
    },
    /// `.reg .u32 %r1`
    Directive(Vec<Text<'i>>),
}

/// An operand as written.
#[derive(Debug)]
pub(crate) enum RawOperand<'i> {
    Name(&'i str),
    Number(&'i str),
    /// `[x]`
    Address(Text<'i>),
    /// `[x+4]`
    Offset,
    /// `[64]`
    Absolute,
    /// `{r0, r1}`
    Vector,
    /// `r<4>`
    Range,
}
