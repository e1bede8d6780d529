//! When barriers with quorums are come to: one round after another, late where the own one is complete by then, once more where it
//! is not.

use crate::sat::Lit;

use super::frame::Frame;
use super::waiting::{Edge, Same};

impl Frame<'_> {
    /// Finds who comes to its round once more. It has come once: the last one meets, and what it did before is late.
    pub(super) fn come_again(&mut self) {
        let count = self.meetings.list.len();
        for index in (0..count).rev() {
            let thread = self.meetings.list[index].thread;
            let mut again = Vec::new();
            for later in index + 1..count {
                let together = self.meetings.together(index, later);
                let it = &self.meetings.list[later];
                if it.thread != thread || together == Lit::FALSE {
                    continue;
                }
                self.circuit.clause(&[!together, it.meets, it.again]);
                again.push(together);
            }
            self.meetings.list[index].again = self.circuit.any(again);
        }
    }

    /// Who is late comes after those that meet in its round. Who comes once more comes before one of them, of another thread, if the
    /// round is ever complete. Who is of a later round comes when an earlier one is complete.
    pub(super) fn coming_order(&mut self, same: &Same) -> Vec<Edge> {
        let list = self.meetings.list.clone();
        let mut edges = Vec::new();
        for (at, barrier) in list.iter().enumerate() {
            let Some(quorum) = &barrier.quorum else {
                continue;
            };
            let late = self.circuit.and(!barrier.meets, !barrier.again);
            let before = (0..at).filter(|&other| list[other].thread == barrier.thread);
            let before = before.map(|other| self.meetings.together(other, at));
            let before: Vec<Lit> = before.collect();
            let came = self.circuit.any(before);
            let once_more = self.circuit.all([came, barrier.meets, !barrier.again]);
            let complete = self.quorum_met(at, quorum);
            for next in 0..list.len() {
                let before = self.round_before(at, next, same);
                self.circuit.clause(&[!before, complete]);
                edges.push((at, next, before));
            }
            let mut cases = vec![!once_more, !complete];
            for (other, it) in list.iter().enumerate() {
                let together = self.meetings.together(at, other);
                let meets = self.circuit.and(together, it.meets);
                if it.thread == barrier.thread || meets == Lit::FALSE {
                    continue;
                }
                edges.push((other, at, self.circuit.and(meets, late)));
                if once_more != Lit::FALSE {
                    let chosen = self.circuit.variable();
                    let first = self.circuit.and(meets, chosen);
                    edges.push((at, other, first));
                    cases.push(first);
                }
            }
            self.circuit.clause(&cases);
        }
        edges
    }

    /// One meets in a round, and the other is of a later one of the same name, and not late there.
    fn round_before(&mut self, one: usize, other: usize, same: &Same) -> Lit {
        let Some(&same) = same.get(&(one.min(other), one.max(other))) else {
            return Lit::FALSE;
        };
        let list = &self.meetings.list;
        let counted = list[other].quorum.is_some();
        if same == Lit::FALSE || list[one].thread == list[other].thread || !counted {
            return Lit::FALSE;
        }
        let (first, second) = (list[one].clone(), list[other].clone());
        let mut cases = Vec::new();
        for (round, &is) in first.rounds.iter().enumerate() {
            let later = self
                .circuit
                .any(second.rounds.iter().skip(round + 1).copied());
            cases.push(self.circuit.and(is, later));
        }
        let earlier = self.circuit.any(cases);
        let comes = self.circuit.or(second.meets, second.again);
        self.circuit.all([same, earlier, first.meets, comes])
    }
}
