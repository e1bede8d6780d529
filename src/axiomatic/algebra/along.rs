//! What follows from the order of a chain of updates for paths through them.
//!
//! Where each update finds what the one right before it has left (see [`super::chains`]), and a relation has both the step
//! from what one has left to who finds it and the step from there to what that one leaves in turn, it leads from each
//! update to all that come after it: the observations of a counter, for one. That is an induction over all orders of
//! the updates to a solver that knows only the steps, and exponentially long; said outright it is one clause for each pair.

use std::collections::BTreeSet;

use crate::axiomatic::candidate::observers::Observer;
use crate::model::relation::expr::ExprId;
use crate::sat::Lit;
use crate::sat::ternary::settled;

use super::symbolic::{Side, Symbolic};

/// The updates of a memory, and where they are a chain.
#[derive(Debug, Clone)]
pub struct Succession {
    /// Where this holds, all that writes comes one after the other, and each update finds what the one right before it
    /// has left.
    pub premise: Lit,
    /// The nodes of each that read and that write; one and the same where a model has it so.
    pub nodes: Vec<(usize, usize)>,
    /// The plain stores beside them: a path ends where one comes.
    pub stores: Vec<usize>,
    /// Who reads, and does not write.
    pub observers: Vec<Observer>,
}

impl Symbolic<'_, '_, '_> {
    /// What follows for the paths that were asked for, as clauses.
    pub fn along(&mut self, successions: &[Succession]) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::new();
        let asked: BTreeSet<ExprId> = self.paths.keys().map(|&(inner, ..)| inner).collect();
        for inner in asked {
            for succession in successions {
                if self.asks_along(inner, succession) && self.leads_along(inner, &succession.nodes)
                {
                    self.paths_along(inner, succession, &mut clauses);
                    self.paths_seen(inner, succession, &mut clauses);
                }
            }
        }
        self.settle();
        clauses
    }

    /// Whether some path from one update to another was asked for.
    fn asks_along(&self, inner: ExprId, succession: &Succession) -> bool {
        let nodes = &succession.nodes;
        let mut pairs = nodes.iter().flat_map(|a| nodes.iter().map(move |b| (a, b)));
        pairs.any(|(a, b)| {
            a != b
                && ends(*a, *b)
                    .into_iter()
                    .any(|(from, to)| self.paths.contains_key(&(inner, from, to)))
        })
    }

    /// Whether a relation surely leads from each update's read to its write, and from there to who finds it.
    pub(super) fn leads_along(&mut self, inner: ExprId, nodes: &[(usize, usize)]) -> bool {
        nodes.iter().enumerate().all(|(index, &(reader, writer))| {
            let there = [self.frame.executed[reader], self.frame.writing[writer]];
            let within = reader == writer || self.has(inner, (reader, writer), &there);
            within
                && nodes.iter().enumerate().all(|(other, &(_, source))| {
                    let found = self.frame.rf.get(source, reader);
                    let given = [there[0], there[1], self.frame.writing[source], found];
                    let never = other == index || found == Lit::FALSE;
                    never || self.has(inner, (source, reader), &given)
                })
        })
    }

    /// Who has seen an update is where a path from it leads, if a step leads there from what is read.
    fn paths_seen(&mut self, inner: ExprId, succession: &Succession, clauses: &mut Vec<Vec<Lit>>) {
        for observer in &succession.observers {
            let reads = self.frame.executed[observer.node];
            let mut nodes = succession.nodes.iter();
            let found = nodes.all(|&(_, source)| {
                let found = self.frame.rf.get(source, observer.node);
                let given = [reads, self.frame.writing[source], found];
                found == Lit::FALSE || self.has(inner, (source, observer.node), &given)
            });
            if !found {
                continue;
            }
            for (&(reader, writer), &seen) in succession.nodes.iter().zip(&observer.seen) {
                for from in BTreeSet::from([reader, writer]) {
                    if let Some(&path) = self.paths.get(&(inner, from, observer.node)) {
                        clauses.push(vec![!succession.premise, !seen, path]);
                    }
                }
            }
        }
    }

    fn has(&mut self, inner: ExprId, (from, to): (usize, usize), given: &[Lit]) -> bool {
        let lit = self.lit(inner, from, to, Side::Forbid, None);
        settled(&self.frame.circuit, lit, given) == Some(true)
    }

    fn paths_along(&mut self, inner: ExprId, succession: &Succession, clauses: &mut Vec<Vec<Lit>>) {
        for &a in &succession.nodes {
            for &b in &succession.nodes {
                let before = self.frame.co.get(a.1, b.1);
                if a == b || before == Lit::FALSE {
                    continue;
                }
                let stores = succession.stores.iter().map(|&store| {
                    let (to, from) = (self.frame.co.get(a.1, store), self.frame.co.get(store, b.1));
                    self.frame.circuit.and(to, from)
                });
                let mut clause: Vec<Lit> = stores.collect();
                clause.extend([!succession.premise, !before]);
                for (from, to) in ends(a, b) {
                    if let Some(&path) = self.paths.get(&(inner, from, to)) {
                        clauses.push([&clause[..], &[path]].concat());
                    }
                }
            }
        }
    }
}

/// The ends of the paths from one update to another.
fn ends(a: (usize, usize), b: (usize, usize)) -> BTreeSet<(usize, usize)> {
    [(a.1, b.0), (a.1, b.1), (a.0, b.0), (a.0, b.1)].into()
}
