//! How far each node sees along each chain of writes.

use super::{Axiom, Graph, Problem};

/// For each location, its chains of writes: the chain, then positions in it with their nodes.
pub type Chains = Vec<Vec<(u32, Vec<(u32, u32)>)>>;

/// The chains of writes of an axiom: writes that it orders whatever else is chosen.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// How many there are.
    pub chains: usize,
    /// For each node that writes, its chain and its place in it, from 1.
    pub position: Vec<Option<(u32, u32)>>,
    /// The chains by location.
    pub by_place: Chains,
}

impl Layout {
    /// Of an axiom.
    #[must_use]
    pub fn new(problem: &Problem, axiom: &Axiom) -> Self {
        let mut layout = Self {
            chains: 0,
            position: vec![None; problem.nodes.len()],
            by_place: vec![Vec::new(); problem.writes.len()],
        };
        let mut all: Vec<(u16, usize, u32)> = Vec::new();
        for (place, list) in problem.writes.iter().enumerate() {
            for &node in list.iter().skip(1) {
                if let Some(Some(thread)) = problem.threads.get(node as usize) {
                    let key = if axiom.by_thread { 0 } else { place };
                    all.push((*thread, key, node));
                }
            }
        }
        all.sort_unstable();
        let mut last = None;
        let (mut chain, mut at) = (0, 0);
        for (thread, key, node) in all {
            if last != Some((thread, key)) {
                last = Some((thread, key));
                chain = u32::try_from(layout.chains).unwrap_or(0);
                layout.chains += 1;
                at = 0;
            }
            at += 1;
            if let Some(position) = layout.position.get_mut(node as usize) {
                *position = Some((chain, at));
            }
        }
        for (list, chains) in problem.writes.iter().zip(&mut layout.by_place) {
            let mut found: Vec<(u32, u32, u32)> = Vec::new();
            for &node in list.iter().skip(1) {
                if let Some(Some((chain, at))) = layout.position.get(node as usize) {
                    found.push((*chain, *at, node));
                }
            }
            found.sort_unstable();
            for (chain, at, node) in found {
                match chains.last_mut() {
                    Some((last, nodes)) if *last == chain => nodes.push((at, node)),
                    Some(_) | None => chains.push((chain, vec![(at, node)])),
                }
            }
        }
        layout
    }
}

/// How far each node sees along each chain.
#[derive(Debug, Clone)]
pub struct Clocks {
    pub(super) chains: usize,
    /// The last write of each chain that comes before the node, or is it.
    pub(super) before: Vec<u32>,
    /// The first write of each chain that comes after the node.
    pub(super) after: Vec<u32>,
}

/// No write of the chain comes after.
pub(super) const NEVER: u32 = u32::MAX;

impl Clocks {
    /// Of a graph whose nodes are given in order.
    #[must_use]
    pub fn new(graph: &Graph, order: &[u32], layout: &Layout) -> Self {
        let chains = layout.chains;
        let mut before = vec![0_u32; graph.len() * chains];
        let mut after = vec![NEVER; graph.len() * chains];
        for &node in order {
            let row = node as usize * chains;
            if let Some(Some((chain, at))) = layout.position.get(node as usize) {
                let own = &mut before[row + *chain as usize];
                *own = (*own).max(*at);
            }
            for edge in graph.leaving(node) {
                let to = edge.to as usize * chains;
                for chain in 0..chains {
                    before[to + chain] = before[to + chain].max(before[row + chain]);
                }
            }
        }
        for &node in order.iter().rev() {
            let row = node as usize * chains;
            for edge in graph.leaving(node) {
                let to = edge.to as usize * chains;
                for chain in 0..chains {
                    after[row + chain] = after[row + chain].min(after[to + chain]);
                }
                if let Some(Some((chain, at))) = layout.position.get(edge.to as usize) {
                    let own = &mut after[row + *chain as usize];
                    *own = (*own).min(*at);
                }
            }
        }
        Self {
            chains,
            before,
            after,
        }
    }

    /// The last position of a chain that comes before a node, or is it; 0 for none.
    #[must_use]
    pub fn before(&self, node: u32, chain: u32) -> u32 {
        self.before[node as usize * self.chains + chain as usize]
    }

    /// The first position of a chain that comes after a node.
    #[must_use]
    pub fn after(&self, node: u32, chain: u32) -> u32 {
        self.after[node as usize * self.chains + chain as usize]
    }
}
