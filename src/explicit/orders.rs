//! Coherence orders: the ways to put the writes of one memory in a row.

use super::graph::Execution;
use super::limits::{Budget, Exhausted};
use super::matrix::{Matrix, members};

/// What may be left out early, because the models would reject it in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pruning {
    /// Orders that are not coherent with the program order of the location.
    pub incoherent: bool,
    /// Orders that tear an atomic apart.
    pub torn: bool,
}

/// The orders of `writes`, whose first is the initial write and stays so. The reads-from relation
/// of the execution must be complete.
///
/// # Errors
/// When a limit is reached.
pub fn orders(
    execution: &Execution,
    writes: &[usize],
    pruning: Pruning,
    budget: &mut Budget,
) -> Result<Vec<Vec<usize>>, Exhausted> {
    let mut search = Search {
        execution,
        sources: sources(execution),
        pruning,
        base: base(execution, writes),
        found: Vec::new(),
    };
    let mut rest = writes.to_vec();
    let mut placed: Vec<usize> = rest.drain(..rest.len().min(1)).collect();
    search.extend(&mut placed, &rest, budget)?;
    Ok(search.found)
}

struct Search<'a> {
    execution: &'a Execution,
    /// For each read, the write it reads from.
    sources: Vec<Option<usize>>,
    pruning: Pruning,
    /// `po-loc ∪ rf` of the location.
    base: Matrix,
    found: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn extend(
        &mut self,
        placed: &mut Vec<usize>,
        rest: &[usize],
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        if rest.is_empty() {
            budget.candidate()?;
            if !self.pruning.incoherent || self.is_coherent(placed) {
                self.found.push(placed.clone());
            }
            return Ok(());
        }
        for (index, next) in rest.iter().enumerate() {
            budget.step()?;
            if self.is_hopeless(placed, rest, *next) {
                continue;
            }
            let mut others = rest.to_vec();
            others.remove(index);
            placed.push(*next);
            self.extend(placed, &others, budget)?;
            placed.pop();
        }
        Ok(())
    }

    /// Whether no order that goes on with `next` can be allowed.
    fn is_hopeless(&self, placed: &[usize], rest: &[usize], next: usize) -> bool {
        let overtakes = || rest.iter().any(|other| self.execution.po.has(*other, next));
        if self.pruning.incoherent && overtakes() {
            return true;
        }
        let Some(source) = self.sources[next] else {
            return false;
        };
        if placed.contains(&source) {
            self.pruning.torn && placed.last() != Some(&source)
        } else {
            self.pruning.incoherent
        }
    }

    /// `acyclic(po-loc ∪ rf ∪ co ∪ fr)` for this location.
    fn is_coherent(&self, order: &[usize]) -> bool {
        let mut relation = self.base.clone();
        for (place, write) in order.iter().enumerate() {
            let later = order[place + 1..]
                .iter()
                .fold(0, |set, other| set | 1 << other);
            relation.add_row(*write, later);
            for read in members(self.execution.rf.row(*write)) {
                relation.add_row(read, later & !(1 << read));
            }
        }
        relation.is_acyclic()
    }
}

fn sources(execution: &Execution) -> Vec<Option<usize>> {
    let mut sources = vec![None; execution.events.len()];
    for write in 0..execution.events.len() {
        for read in members(execution.rf.row(write)) {
            sources[read] = Some(write);
        }
    }
    sources
}

fn base(execution: &Execution, writes: &[usize]) -> Matrix {
    let location = writes
        .first()
        .and_then(|write| execution.events[*write].location);
    let here = |event: usize| execution.events[event].location == location;
    let mut base = execution.po.filter(|a, b| here(a) && here(b));
    base.join_if(true, &execution.rf.filter(|a, _| here(a)));
    base
}
