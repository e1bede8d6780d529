//! Coherence: the order of the writes of a location.

use crate::sat::Lit;

use super::frame::Frame;

impl Frame<'_> {
    pub(super) fn coherence(&mut self) {
        let writers = self.writers.clone();
        for (index, &a) in writers.iter().enumerate() {
            for &b in &writers[index + 1..] {
                let (first, second) = (self.event(a), self.event(b));
                if self.domains.meet(self.program, first.0, second.0) && !self.apart.contains(a, b)
                {
                    self.order_writes(a, b);
                }
            }
        }
        self.transitivity(&writers);
    }

    fn order_writes(&mut self, a: usize, b: usize) {
        let same = self.same_memory(a, b);
        let both = self.circuit.and(self.writing[a], self.writing[b]);
        let both = self.circuit.and(both, same);
        if self.nodes.list[a].thread.is_none() {
            // The initial writes come first, in the list too.
            self.co.set(a, b, both);
            return;
        }
        let forward = self.circuit.variable();
        if both == Lit::TRUE && !self.options.co_partial {
            self.co.set(a, b, forward);
            self.co.set(b, a, !forward);
            return;
        }
        let backward = self.circuit.variable();
        for lit in [forward, backward] {
            self.circuit.clause(&[!lit, both]);
        }
        self.circuit.clause(&[!forward, !backward]);
        if !self.options.co_partial {
            self.circuit.clause(&[!both, forward, backward]);
        }
        self.co.set(a, b, forward);
        self.co.set(b, a, backward);
    }

    fn transitivity(&mut self, writers: &[usize]) {
        let ordered = |frame: &Self, a: usize, b: usize| frame.co.get(a, b);
        for &a in writers {
            for &b in writers {
                if self.circuit.is_full() {
                    return;
                }
                let first = ordered(self, a, b);
                if first == Lit::FALSE || self.nodes.list[a].thread.is_none() {
                    continue;
                }
                for &c in writers {
                    let second = ordered(self, b, c);
                    if c == a || second == Lit::FALSE {
                        continue;
                    }
                    let third = ordered(self, a, c);
                    // In a total order each of the two circles through three writes comes up
                    // once for each of them.
                    let circle = third == !ordered(self, c, a);
                    if !circle || (a < b && a < c) {
                        self.circuit.clause(&[!first, !second, third]);
                    }
                }
            }
        }
    }
}
