//! Rounds of barriers without quorums whose names are numbers: who comes to each, and who goes on from there.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::sat::Lit;

use super::barriers::Barrier;
use super::frame::Frame;

/// The numbers of rounds: by the barrier's identifier and resource, the block, and which round of these it is.
pub(super) type Names = BTreeMap<(i64, i64, (u32, u32), usize), usize>;

/// Rounds by their numbers, and the nodes of barriers.
#[derive(Debug, Clone, Default)]
pub struct Rounds {
    /// For each round who comes, each with when it does.
    pub comes: Vec<Vec<(usize, Lit)>>,
    /// For each node that waits for those who come, and goes on: its rounds, each with when it is of that one.
    pub goes: FxHashMap<usize, Vec<(usize, Lit)>>,
}

impl Frame<'_> {
    /// All rounds; nothing where some barrier has a quorum, or a name that is no number.
    pub fn met_rounds(&mut self) -> Option<Rounds> {
        let list = self.meetings.list.clone();
        let (mut names, mut met) = (Names::new(), Rounds::default());
        for barrier in &list {
            let rounds = self.rounds_of(barrier, &mut names)?;
            met.comes.resize_with(names.len(), Vec::new);
            for &(round, when) in &rounds {
                met.comes[round].push((barrier.node, when));
            }
            if !barrier.arrive {
                met.goes.insert(barrier.node, rounds);
            }
        }
        Some(met)
    }

    /// The rounds that a barrier can be of, by their numbers, each with when it comes to it; nothing where it has a quorum, or its
    /// name is no number.
    pub(super) fn rounds_of(
        &mut self,
        barrier: &Barrier,
        names: &mut Names,
    ) -> Option<Vec<(usize, Lit)>> {
        let (id, resource) = (barrier.id.as_constant()?, barrier.resource.as_constant()?);
        if barrier.quorum.is_some() {
            return None;
        }
        let placement = self.program.thread(barrier.thread).placement;
        let rounds = barrier.rounds.iter().enumerate().map(|(round, &lit)| {
            let name = (id, resource, (placement.gpu, placement.cta), round);
            let count = names.len();
            let number = *names.entry(name).or_insert(count);
            (number, self.circuit.and(self.executed[barrier.node], lit))
        });
        Some(rounds.collect())
    }
}
