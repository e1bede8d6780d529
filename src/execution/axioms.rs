//! Which axioms of a model hold in one execution, and what shows that others do not.

use std::collections::VecDeque;

use super::evaluate::{Base, Evaluation, Value};
use crate::model::relation::expr::{Assertion, Axiom, Definition};
use crate::sat::bitset::BitMatrix;

/// What shows that something is not acyclic, irreflexive or empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evidence {
    /// A cycle, as short as any; the last event is related to the first.
    Cycle(Vec<usize>),
    /// A pair in the relation; for `irreflexive`, of an event with itself.
    Pair(usize, usize),
    /// An event in the set.
    Event(usize),
}

/// The verdict on one axiom or flag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Its name.
    pub name: String,
    /// Whether it is a flag: reported, and no constraint.
    pub flag: bool,
    /// Whether the statement is true, its `~` included. A true flag fires.
    pub holds: bool,
    /// What shows that the statement *without* its `~` is false; `None` where it is true.
    pub evidence: Option<Evidence>,
}

/// The verdicts on all axioms and flags, in the order of the model's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdicts(pub Vec<Verdict>);

impl Verdicts {
    /// Whether every axiom holds, so that the model allows the execution.
    #[must_use]
    pub fn allowed(&self) -> bool {
        self.violated().next().is_none()
    }

    /// The axioms that do not hold.
    pub fn violated(&self) -> impl Iterator<Item = &Verdict> {
        self.0.iter().filter(|one| !one.flag && !one.holds)
    }

    /// The flags that fire.
    pub fn flagged(&self) -> impl Iterator<Item = &Verdict> {
        self.0.iter().filter(|one| one.flag && one.holds)
    }
}

/// Judges one execution by a model.
pub fn evaluate<B: Base>(definition: &Definition, base: &B) -> Verdicts {
    verdicts(definition, &mut Evaluation::new(&definition.arena, base))
}

/// Judges the execution of an evaluation by its model.
pub fn verdicts<B: Base>(definition: &Definition, evaluation: &mut Evaluation<'_, B>) -> Verdicts {
    let verdicts = definition
        .axioms
        .iter()
        .map(|axiom| judge(axiom, evaluation.value(axiom.expr)))
        .collect();
    Verdicts(verdicts)
}

/// Judges one axiom, given the value of its expression.
#[must_use]
pub fn judge(axiom: &Axiom, value: &Value) -> Verdict {
    let evidence = match value {
        Value::Set(set) => set.iter().next().map(Evidence::Event),
        Value::Relation(relation) => counterexample(axiom.assertion, relation),
    };
    Verdict {
        name: axiom.name.clone(),
        flag: axiom.flag,
        holds: evidence.is_none() != axiom.negated,
        evidence,
    }
}

fn counterexample(assertion: Assertion, relation: &BitMatrix) -> Option<Evidence> {
    let pair = |(from, to)| Evidence::Pair(from, to);
    match assertion {
        Assertion::Acyclic => shortest_cycle(relation).map(Evidence::Cycle),
        Assertion::Irreflexive => {
            let mut events = 0..relation.size();
            let itself = events.find(|&event| relation.contains(event, event));
            itself.map(|event| Evidence::Pair(event, event))
        }
        Assertion::Empty => relation.iter().next().map(pair),
    }
}

/// A shortest cycle; of several, the one through the smallest event, which comes first in it.
#[must_use]
pub fn shortest_cycle(relation: &BitMatrix) -> Option<Vec<usize>> {
    if relation.is_acyclic() {
        return None;
    }
    let mut best: Option<Vec<usize>> = None;
    for start in 0..relation.size() {
        let limit = best.as_ref().map_or(usize::MAX, Vec::len);
        if let Some(cycle) = cycle_through(relation, start, limit) {
            best = Some(cycle);
        }
    }
    best
}

/// A shortest cycle through an event, if there is one shorter than the limit: breadth first.
fn cycle_through(relation: &BitMatrix, start: usize, limit: usize) -> Option<Vec<usize>> {
    let mut before: Vec<Option<usize>> = vec![None; relation.size()];
    let mut queue = VecDeque::from([(start, 1)]);
    while let Some((event, length)) = queue.pop_front() {
        if length >= limit {
            return None;
        }
        if relation.contains(event, start) {
            return Some(path(&before, start, event));
        }
        for next in relation.row(event).iter() {
            if next != start && before[next].is_none() {
                before[next] = Some(event);
                queue.push_back((next, length + 1));
            }
        }
    }
    None
}

fn path(before: &[Option<usize>], start: usize, end: usize) -> Vec<usize> {
    let mut events = vec![end];
    let mut at = end;
    while at != start {
        let Some(previous) = before[at] else { break };
        events.push(previous);
        at = previous;
    }
    events.reverse();
    events
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation(size: usize, pairs: &[(usize, usize)]) -> BitMatrix {
        let mut result = BitMatrix::new(size);
        for &(from, to) in pairs {
            result.insert(from, to);
        }
        result
    }

    #[test]
    fn the_shortest_cycle_is_found() {
        let two_cycles = relation(6, &[(0, 1), (1, 2), (2, 0), (3, 4), (4, 3), (2, 3)]);
        assert_eq!(shortest_cycle(&two_cycles), Some(vec![3, 4]));
        assert_eq!(
            shortest_cycle(&relation(3, &[(1, 1), (0, 2), (2, 0)])),
            Some(vec![1])
        );
        assert_eq!(
            shortest_cycle(&relation(3, &[(0, 1), (0, 2), (1, 2)])),
            None
        );
    }
}
