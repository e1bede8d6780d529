//! The sections of the order of a memory's writes: each begins with a write that is not counted, and what
//! is counted since then is added to what that one wrote.

use crate::sat::{Circuit, Lit};

use super::values::Sym;

/// The most of them that are told apart.
pub const STARTS: usize = 12;

/// A write that is not counted: the initial one, a plain store, an update that does something else.
#[derive(Debug, Clone)]
pub struct Start {
    /// It is executed and writes.
    pub writes: Lit,
    /// What it writes.
    pub value: Sym,
    /// Whether it writes before each update that writes.
    pub before: Vec<Lit>,
    /// Whether each update writes before it.
    pub after: Vec<Lit>,
    /// Whether it writes before each of the starts.
    pub order: Vec<Lit>,
}

impl Start {
    /// The initial write, where nothing but updates comes after it; with the updates that write.
    #[must_use]
    pub fn initial(value: i64, updates: Vec<Lit>) -> Self {
        Self {
            writes: Lit::TRUE,
            value: Sym::constant(value),
            after: vec![Lit::FALSE; updates.len()],
            before: updates,
            order: vec![Lit::FALSE],
        }
    }

    /// What it can write, each with the literal that says so; nothing where that is too much.
    pub(super) fn values(&self) -> &[(i64, Lit)] {
        match &self.value {
            Sym::Choice(values) => values,
            Sym::Bits(_) => &[],
        }
    }
}

/// Which update is in which section.
pub(super) struct Sections {
    /// Whether one counted update writes before another update, in the same section.
    pub(super) same: Vec<Vec<Lit>>,
    /// Whether each start is the last one before each update: the update is in its section, or ends it.
    pub(super) first: Vec<Vec<Lit>>,
    /// Whether each start is the last of all.
    pub(super) last: Vec<Lit>,
}

impl Sections {
    /// The sections of updates in an order.
    pub(super) fn new(
        circuit: &mut Circuit,
        before: &[Vec<Lit>],
        starts: &[Start],
        counted: &[bool],
    ) -> Self {
        let updates = before.len();
        let mut same = vec![vec![Lit::FALSE; updates]; updates];
        for (a, row) in before.iter().enumerate().filter(|(a, _)| counted[*a]) {
            for (b, &earlier) in row.iter().enumerate() {
                let parted = starts.iter().map(|start| (start.after[a], start.before[b]));
                same[a][b] = unless(circuit, earlier, parted);
            }
        }
        let first = starts.iter().map(|start| {
            let within = (0..updates).map(|update| {
                let others = starts.iter().zip(&start.order);
                let parted = others.map(|(other, &later)| (later, other.before[update]));
                unless(circuit, start.before[update], parted)
            });
            within.collect()
        });
        let first = first.collect();
        let last = starts.iter().map(|start| {
            let others = start.order.iter().map(|later| !*later);
            let last = circuit.all(others.collect::<Vec<_>>());
            circuit.and(start.writes, last)
        });
        Self {
            same,
            first,
            last: last.collect(),
        }
    }
}

/// The literal, where none of the pairs has both.
fn unless(circuit: &mut Circuit, lit: Lit, parted: impl Iterator<Item = (Lit, Lit)>) -> Lit {
    if lit == Lit::FALSE {
        return lit;
    }
    let mut all = vec![lit];
    for (left, right) in parted {
        all.push(!circuit.and(left, right));
    }
    circuit.all(all)
}
