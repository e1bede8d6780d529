//! An order that grows edge by edge: a cycle is seen when its last edge comes (Pearce and Kelly, 2006).

use crate::trace::bend::{Bend, bent};

/// A node.
#[derive(Debug, Clone, Default)]
struct Node {
    rank: u64,
    before: Vec<u32>,
    after: Vec<u32>,
    /// Something came before it that was taken away.
    preceded: bool,
    /// The last search that came here.
    seen: u64,
}

/// Nodes in an order that agrees with all edges.
#[derive(Debug, Default)]
pub struct Order {
    nodes: Vec<Node>,
    free: Vec<u32>,
    next: u64,
    searches: u64,
}

/// A cycle: the nodes on the way back from the second node of an edge to its first.
pub type Cycle = Vec<u32>;

impl Order {
    /// A new node, after all others for now.
    pub fn add(&mut self) -> u32 {
        let rank = self.next;
        self.next += 1;
        let node = Node {
            rank,
            ..Node::default()
        };
        if let Some(at) = self.free.pop() {
            self.nodes[at as usize] = node;
            return at;
        }
        self.nodes.push(node);
        u32::try_from(self.nodes.len() - 1).unwrap_or(0)
    }

    /// Whether something comes before a node.
    #[must_use]
    pub fn is_first(&self, node: u32) -> bool {
        let one = &self.nodes[node as usize];
        one.before.is_empty() && !one.preceded
    }

    /// One node before another.
    ///
    /// # Errors
    ///
    /// The second already comes before the first: the way.
    pub fn edge(&mut self, from: u32, to: u32) -> Result<(), Cycle> {
        if from == to || self.nodes[from as usize].after.contains(&to) {
            return Ok(());
        }
        let (high, low) = (self.nodes[from as usize].rank, self.nodes[to as usize].rank);
        if high > low {
            let later = self.later(to, from, high)?;
            let earlier = self.earlier(from, low);
            self.reorder(&earlier, &later);
        }
        self.join(from, to);
        Ok(())
    }

    fn join(&mut self, from: u32, to: u32) {
        if from != to && !self.nodes[from as usize].after.contains(&to) {
            self.nodes[from as usize].after.push(to);
            self.nodes[to as usize].before.push(from);
        }
    }

    /// What comes after a node, up to a rank; an error if that is what is sought.
    fn later(&mut self, start: u32, sought: u32, most: u64) -> Result<Vec<u32>, Cycle> {
        let (mut found, mut came) = (vec![start], vec![0]);
        self.searches += 1;
        let mut at = 0;
        while let Some(&node) = found.get(at) {
            for index in 0..self.nodes[node as usize].after.len() {
                let next = self.nodes[node as usize].after[index];
                if next == sought {
                    let mut way = vec![sought, node];
                    let mut back = at;
                    while back != 0 {
                        back = came[back];
                        way.push(found[back]);
                    }
                    way.reverse();
                    return Err(way);
                }
                let one = &mut self.nodes[next as usize];
                if one.rank <= most && one.seen != self.searches {
                    one.seen = self.searches;
                    found.push(next);
                    came.push(at);
                }
            }
            at += 1;
        }
        Ok(found)
    }

    fn earlier(&mut self, start: u32, least: u64) -> Vec<u32> {
        let mut found = vec![start];
        self.searches += 1;
        let mut at = 0;
        while let Some(&node) = found.get(at) {
            for index in 0..self.nodes[node as usize].before.len() {
                let next = self.nodes[node as usize].before[index];
                let one = &mut self.nodes[next as usize];
                if one.rank >= least && one.seen != self.searches {
                    one.seen = self.searches;
                    found.push(next);
                }
            }
            at += 1;
        }
        found
    }

    /// Gives the ranks of all these to the earlier ones first.
    fn reorder(&mut self, earlier: &[u32], later: &[u32]) {
        let rank = |node: &u32| self.nodes[*node as usize].rank;
        let (mut first, mut second) = (earlier.to_vec(), later.to_vec());
        first.sort_unstable_by_key(rank);
        second.sort_unstable_by_key(rank);
        first.append(&mut second);
        let mut ranks: Vec<u64> = first.iter().map(rank).collect();
        ranks.sort_unstable();
        for (node, rank) in first.into_iter().zip(ranks) {
            self.nodes[node as usize].rank = rank;
        }
    }

    /// Whether no node that is there comes right before a node.
    #[must_use]
    pub fn is_front(&self, node: u32) -> bool {
        self.nodes[node as usize].before.is_empty()
    }

    /// Something that was taken away came before a node.
    pub fn precede(&mut self, node: u32) {
        self.nodes[node as usize].preceded = true;
    }

    /// Takes a node away; what came before it still comes before what came after it.
    pub fn contract(&mut self, node: u32) {
        let gone = std::mem::take(&mut self.nodes[node as usize]);
        for &from in &gone.before {
            self.nodes[from as usize].after.retain(|one| *one != node);
        }
        for &to in &gone.after {
            self.nodes[to as usize].before.retain(|one| *one != node);
            self.nodes[to as usize].preceded = true;
        }
        for &from in gone.before.iter().filter(|_| !bent(Bend::StreamContract)) {
            for &to in &gone.after {
                self.join(from, to);
            }
        }
        self.free.push(node);
    }

    /// Makes one node of two that stand next to each other, the first before the second: the one that is kept has
    /// the edges of both.
    ///
    /// # Errors
    ///
    /// Something must come between them, or the second comes first.
    pub fn fuse(&mut self, kept: u32, gone: u32, kept_first: bool) -> Result<(), Cycle> {
        let node = self.nodes[gone as usize].clone();
        // The edge between the two is no edge of the whole; in the wrong direction it is a cycle.
        let wrong = if kept_first {
            &node.after
        } else {
            &node.before
        };
        if wrong.contains(&kept) && !bent(Bend::StreamBetween) {
            return Err(vec![gone, kept]);
        }
        for &from in &node.before {
            self.nodes[from as usize].after.retain(|one| *one != gone);
        }
        for &to in &node.after {
            self.nodes[to as usize].before.retain(|one| *one != gone);
        }
        self.nodes[kept as usize].preceded |= node.preceded;
        self.nodes[gone as usize] = Node::default();
        for &from in node.before.iter().filter(|one| **one != kept) {
            self.edge(from, kept)?;
        }
        for &to in node.after.iter().filter(|one| **one != kept) {
            self.edge(kept, to)?;
        }
        // Whoever hears of a cycle still has it.
        self.free.push(gone);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_seen() {
        let mut order = Order::default();
        let [a, b, c, d] = [(); 4].map(|()| order.add());
        assert_eq!(order.edge(c, b), Ok(()));
        assert_eq!(order.edge(b, a), Ok(()));
        assert_eq!(order.edge(d, c), Ok(()));
        assert_eq!(order.edge(a, d), Err(vec![d, c, b, a]));
        order.contract(b);
        order.contract(c);
        assert_eq!(order.edge(a, d), Err(vec![d, a]));
    }

    #[test]
    fn nothing_comes_between_what_is_fused() {
        let mut order = Order::default();
        let [a, b, c] = [(); 3].map(|()| order.add());
        assert_eq!(order.edge(a, b), Ok(()));
        assert_eq!(order.edge(b, c), Ok(()));
        assert!(order.fuse(a, c, true).is_err());
        let mut order = Order::default();
        let [a, b, c] = [(); 3].map(|()| order.add());
        assert_eq!((order.edge(a, b), order.edge(b, c)), (Ok(()), Ok(())));
        assert_eq!(order.fuse(a, b, true), Ok(()));
        assert!(order.edge(c, a).is_err());
    }
}
