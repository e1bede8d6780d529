//! A mapping as a table, and what it makes of a program.

use crate::syntax::span::{SourceFile, Span, Spanned};
use crate::tasks::space::{Access, Column, Item, Kind, Outcome, Shape};

use super::word::{What, Word};

/// What each instruction of the source language becomes.
#[derive(Debug, Clone)]
pub struct Mapping {
    /// How it is called: a name, or the path of its file.
    pub name: String,
    /// What it is, in the words of who wrote it.
    pub about: String,
    /// Its text.
    pub source: SourceFile,
    /// Where its rows begin.
    pub place: Span,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// What an instruction becomes.
#[derive(Debug, Clone)]
pub struct Row {
    /// The instruction.
    pub from: Spanned<Word>,
    /// What it becomes, in order: for an access one access, and fences around it; for a fence any fences.
    pub to: Vec<Spanned<Word>>,
}

impl Mapping {
    /// The row of an instruction: one that names its scope before one for any.
    #[must_use]
    pub fn row(&self, item: &Item) -> Option<&Row> {
        let word = Word::of(item);
        let fitting = |scope| {
            let mut rows = self.rows.iter();
            rows.find(|row| row.from.node.what == word.what && row.from.node.scope == scope)
        };
        fitting(word.scope).or_else(|| fitting(None))
    }

    /// What an instruction becomes, each with the place in the table that says so; none if no row says it.
    pub(super) fn becomes(&self, item: &Item) -> Option<Vec<Spanned<Item>>> {
        let row = self.row(item)?;
        let own = Word::of(item).scope;
        let like = match *item {
            Item::Access(access) => access,
            // Fences become fences only, which have nothing of it.
            Item::Fence(_) => NOTHING,
        };
        let each = row.to.iter().map(|word| {
            let what = word.node.what;
            let scope = word.node.scope.or(own).filter(|_| what.scoped());
            Some(Spanned::new(what.item(like, scope)?, word.span))
        });
        each.collect()
    }

    /// The program that a program becomes: threads, places and locations stay as they are. None if an
    /// instruction has no row.
    #[must_use]
    pub fn translate(&self, shape: &Shape) -> Option<Shape> {
        let mut columns = Vec::new();
        for column in &shape.columns {
            let mut items = Vec::new();
            for item in &column.items {
                items.extend(self.becomes(item)?.into_iter().map(|item| item.node));
            }
            columns.push(Column {
                place: column.place,
                items,
            });
        }
        Some(Shape {
            columns,
            spaces: shape.spaces.clone(),
        })
    }
}

const NOTHING: Access = Access {
    kind: Kind::Load,
    link: None,
    order: crate::syntax::ast::Order::Weak,
    scope: None,
    location: 0,
};

/// What an outcome of the translated program is to the program itself: a store that has become an exchange
/// reads, too, and nobody asks what.
#[must_use]
pub fn back(shape: &Shape, target: &Shape, outcome: &Outcome) -> Outcome {
    let columns = shape.columns.iter().zip(&target.columns);
    let reads = columns.zip(&outcome.reads).map(|((own, other), values)| {
        let mut values = values.iter().copied();
        let pairs = own.accesses().zip(other.accesses());
        let kept = pairs.filter_map(|(own, other)| {
            let value = if other.kind.reads() {
                values.next()
            } else {
                None
            };
            value.filter(|_| own.kind.reads())
        });
        kept.collect()
    });
    Outcome {
        reads: reads.collect(),
        memory: outcome.memory.clone(),
    }
}

impl What {
    /// Whether an instruction may become one that is this, among others.
    pub(super) const fn may_become(self, other: Self) -> bool {
        match (self, other) {
            (_, Self::Fence(_)) => true,
            (Self::Fence(_), Self::Access(..)) => false,
            (Self::Access(own, _), Self::Access(kind, _)) => match own {
                Kind::Load => matches!(kind, Kind::Load),
                Kind::Store => matches!(kind, Kind::Store | Kind::Rmw),
                Kind::Rmw => matches!(kind, Kind::Rmw),
            },
        }
    }
}
