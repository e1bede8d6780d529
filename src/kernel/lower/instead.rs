//! How a thread goes on that has found what was not expected.
//!
//! It goes on as one that found something else, which was expected: what comes then and does not hang on the read is the same. That is no
//! way of the launch, so a note says of it that it is beyond what is looked at ([`super::expected`]); where no execution has the note,
//! none goes this way.

use super::cells::Datum;
use super::graph::{Edge, Note};
use super::walk::{Past, Walk};

/// The ways on from a read.
#[derive(Debug)]
pub struct Ways {
    /// All of them.
    pub edges: Vec<Edge>,
    /// Those of what was expected, with what happened before; nothing where all is.
    expected: Option<Vec<(Past, Edge)>>,
}

impl Ways {
    /// Adds a way, of what was expected or not.
    pub fn keep(&mut self, mut edge: Edge, past: Past, expected: bool) {
        if !expected {
            edge.notes.push(Note::Unexpected);
        } else if let Some(known) = &mut self.expected {
            known.push((bare(past), edge.clone()));
        }
        self.edges.push(edge);
    }

    /// Adds the way of an expected value for one that is not, where as much has happened before; whether there is one.
    pub fn instead(&mut self, past: &Past, on: Datum, new: Option<Datum>, also: &[Datum]) -> bool {
        let past = bare(past.clone());
        let known = self.expected.iter().flatten();
        let mut same = known.filter(|(other, _)| *other == past);
        let Some((_, known)) = same.next() else {
            return false;
        };
        let mut edge = Edge {
            on: Some(on),
            new,
            also: also.to_vec(),
            ..known.clone()
        };
        edge.notes.push(Note::Unexpected);
        self.edges.push(edge);
        true
    }
}

/// What happened, but for what only is of the value that was found.
fn bare(mut past: Past) -> Past {
    past.ages.clear();
    past.unexpected = 0;
    past
}

impl Walk<'_, '_> {
    /// No ways on from a read.
    #[must_use]
    pub fn no_ways(&self) -> Ways {
        Ways {
            edges: Vec::new(),
            expected: self.depth.expected.map(|_| Vec::new()),
        }
    }
}
