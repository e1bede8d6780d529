//! What a solver derived, as it goes.

use crate::stop::Open;

/// One step of a derivation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'a> {
    /// This clause follows from those at hand, by unit propagation.
    Add(&'a [i32]),
    /// This clause is needed no more.
    Delete(&'a [i32]),
}

/// The steps of a derivation, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Derivation {
    lits: Vec<i32>,
    /// Where each step ends, and whether it deletes.
    ends: Vec<(usize, bool)>,
}

impl Derivation {
    /// A clause that follows.
    pub fn add(&mut self, lits: impl Iterator<Item = i32>) {
        self.lits.extend(lits);
        self.ends.push((self.lits.len(), false));
    }

    /// A clause that is needed no more.
    pub fn delete(&mut self, lits: impl Iterator<Item = i32>) {
        self.lits.extend(lits);
        self.ends.push((self.lits.len(), true));
    }

    /// How many steps there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no steps.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The steps from a number on.
    pub fn steps(&self, from: usize) -> impl Iterator<Item = Step<'_>> {
        let mut start = match from {
            0 => 0,
            from => self.ends.get(from - 1).map_or(self.lits.len(), |end| end.0),
        };
        self.ends.iter().skip(from).map(move |&(end, deletes)| {
            let lits = &self.lits[start..end];
            start = end;
            if deletes {
                Step::Delete(lits)
            } else {
                Step::Add(lits)
            }
        })
    }
}

/// Why a derivation is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A clause does not follow from those before it.
    Gap(Vec<i32>),
    /// Time ran out.
    Open(Open),
}

impl From<Open> for Fault {
    fn from(open: Open) -> Self {
        Self::Open(open)
    }
}
