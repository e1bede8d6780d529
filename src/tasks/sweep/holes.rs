//! The places where the fences of a sweep go.

use crate::syntax::ast::{Fence, Operation, Statement, Test};
use crate::syntax::span::{SourceFile, Span};

use super::values::FenceKind;

/// A `fence.?`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hole {
    /// Where its cell begins, perhaps with a predicate.
    cell: usize,
    mnemonic: Span,
}

impl Hole {
    /// All of a test, in the order of the text.
    pub(super) fn all(source: &SourceFile, test: &Test) -> Vec<Self> {
        let holes = cells(test).map(|(cell, from)| Self {
            cell: cell.start,
            mnemonic: mnemonic(source, Span::new(from, cell.end)),
        });
        let mut holes: Vec<Self> = holes.collect();
        holes.sort_unstable();
        holes
    }
}

/// The text with fences in the holes. Lines stay where they are.
pub(super) fn fill(source: &SourceFile, holes: &[Hole], fences: &[FenceKind]) -> SourceFile {
    let mut text = String::new();
    let mut done = 0;
    for (hole, fence) in holes.iter().zip(fences) {
        if let Some(code) = fence.code() {
            text.push_str(source.slice(Span::new(done, hole.mnemonic.start)));
            text.push_str(code);
        } else {
            // The predicate goes too.
            text.push_str(source.slice(Span::new(done, hole.cell)));
            let gone = source.slice(Span::new(hole.cell, hole.mnemonic.end));
            text.extend(gone.chars().map(|c| if c == '\n' { c } else { ' ' }));
        }
        done = hole.mnemonic.end;
    }
    text.push_str(source.slice(Span::new(done, source.text.len())));
    SourceFile::new(source.name.clone(), text)
}

/// The cells of holes, and where in them the predicate, if any, ends.
fn cells(test: &Test) -> impl Iterator<Item = (Span, usize)> {
    let cells = test.threads.iter().flat_map(|column| &column.cells);
    cells.filter_map(|cell| match &cell.node {
        Statement::Instruction {
            guard,
            operation: Operation::Fence(Fence::Hole),
        } => {
            let from = guard
                .as_ref()
                .map_or(cell.span.start, |(name, _)| name.span.end);
            Some((cell.span, from))
        }
        _ => None,
    })
}

/// The place of `fence.?`, which comes first in a place unless a comment does.
fn mnemonic(source: &SourceFile, place: Span) -> Span {
    let text = source.slice(place);
    let start = text.find("fence").unwrap_or(0);
    let end = text.get(start..).and_then(|rest| rest.find('?'));
    let end = end.map_or(text.len(), |end| start + end + 1);
    Span::new(place.start + start, place.start + end)
}
