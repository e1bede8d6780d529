//! An event as its line says it, names still names.

use std::borrow::Cow;
use std::ops::Range;

use crate::trace::log::{Depends, Mode, Op, Span};

/// A piece of a line, and where it stands.
#[derive(Debug, Clone)]
pub struct Piece<'a> {
    /// What it says.
    pub text: Cow<'a, str>,
    /// Its bytes in the line.
    pub at: Range<usize>,
}

impl<'a> Piece<'a> {
    /// A piece that stands there as it is.
    #[must_use]
    pub const fn new(text: &'a str, at: Range<usize>) -> Self {
        Self {
            text: Cow::Borrowed(text),
            at,
        }
    }
}

/// The placement of a thread, as far as it is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Placed {
    /// The block.
    pub cta: Option<u32>,
    /// The GPU.
    pub gpu: Option<u32>,
    /// The warp.
    pub warp: Option<u32>,
}

/// An event.
#[derive(Debug, Clone)]
pub struct Raw<'a> {
    /// Its name.
    pub id: Option<Piece<'a>>,
    /// Its thread.
    pub thread: Piece<'a>,
    /// Where the thread runs, if the event says so.
    pub placed: Placed,
    /// What it does.
    pub op: Op,
    /// Order and scope.
    pub mode: Mode,
    /// The address, or the barrier's name; fences have none.
    pub place: Option<Piece<'a>>,
    /// What it read.
    pub read: Option<Piece<'a>>,
    /// What it wrote.
    pub wrote: Option<Piece<'a>>,
    /// When, if said.
    pub time: Option<Span>,
    /// What it depends on.
    pub dependencies: Vec<(Depends, Piece<'a>)>,
}
