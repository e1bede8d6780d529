//! The orders of an execution that its outcome leaves open, and which threads are near each other.

use crate::sat::{Circuit, Lit};
use crate::tasks::compare::vocabulary::Vocabulary;
use crate::tasks::space::Level;

use super::matrix::Matrix;
use super::slots::{Orders, Slots, choose, chosen};

impl Slots {
    /// Any order of the writes of each location, and the last of each; any order of the fences.
    pub fn orders(&mut self, circuit: &mut Circuit, partial: bool) -> Orders {
        let count = self.accesses.len();
        let mut co = Matrix::new(count);
        for a in 0..count {
            for b in a + 1..count {
                let writes = [self.accesses[a].writes, self.accesses[b].writes];
                let both = circuit.all([writes[0], writes[1], self.same.get(a, b)]);
                if both == Lit::FALSE {
                    continue;
                }
                let (there, back) = (circuit.variable(), circuit.variable());
                circuit.clause(&[!there, both]);
                circuit.clause(&[!back, both]);
                circuit.clause(&[!there, !back]);
                if !partial {
                    circuit.clause(&[!both, there, back]);
                }
                co.set(a, b, there);
                co.set(b, a, back);
            }
        }
        transitive(circuit, &co);
        self.ends(circuit, &co);
        let fences = total(circuit, count);
        Orders { co, fences }
    }

    /// One write of each location that is written is the last.
    fn ends(&mut self, circuit: &mut Circuit, co: &Matrix) {
        let count = self.accesses.len();
        self.last = (0..count)
            .map(|index| {
                let last = circuit.variable();
                circuit.clause(&[!last, self.accesses[index].writes]);
                for later in 0..count {
                    circuit.clause(&[!last, !co.get(index, later)]);
                }
                last
            })
            .collect();
        for index in 0..count {
            let mut some = vec![!self.accesses[index].writes, self.last[index]];
            for other in (0..count).filter(|&other| other != index) {
                some.push(circuit.and(self.last[other], self.same.get(index, other)));
            }
            circuit.clause(&some);
            for other in index + 1..count {
                let same = self.same.get(index, other);
                circuit.clause(&[!self.last[index], !self.last[other], !same]);
            }
        }
    }

    /// When the last writes are not last in another order: the outcome is another then.
    pub fn ends_otherwise(&self, circuit: &mut Circuit, co: &Matrix) -> Lit {
        let count = self.accesses.len();
        let mut cases = Vec::new();
        for index in 0..count {
            for later in 0..count {
                cases.push(circuit.and(self.last[index], co.get(index, later)));
            }
        }
        circuit.any(cases)
    }
}

/// Which threads are in one warp, block and device.
pub(super) fn placement(
    circuit: &mut Circuit,
    threads: usize,
    vocabulary: &Vocabulary,
) -> [Matrix; 3] {
    let mut near = [(); 3].map(|()| Matrix::of(threads, |a, b| Lit::constant(a == b)));
    for a in 0..threads {
        for b in a + 1..threads {
            let known: Vec<Level> = vocabulary.placements.iter().copied().collect();
            let choice = choose(circuit, &known, Lit::TRUE);
            for (level, widest) in [Level::Warp, Level::Cta, Level::Gpu]
                .into_iter()
                .enumerate()
            {
                let lit = chosen(circuit, &choice, |one| one <= widest);
                near[level].set(a, b, lit);
                near[level].set(b, a, lit);
            }
        }
    }
    for level in &near {
        transitive(circuit, level);
    }
    near
}

fn transitive(circuit: &mut Circuit, matrix: &Matrix) {
    let size = matrix.size();
    for a in 0..size {
        for b in (0..size).filter(|&b| b != a) {
            for c in (0..size).filter(|&c| c != b) {
                let (first, second) = (matrix.get(a, b), matrix.get(b, c));
                if a == c || first == Lit::FALSE || second == Lit::FALSE {
                    continue;
                }
                circuit.clause(&[!first, !second, matrix.get(a, c)]);
            }
        }
    }
}

/// Any total order.
fn total(circuit: &mut Circuit, size: usize) -> Matrix {
    let mut order = Matrix::new(size);
    for a in 0..size {
        for b in a + 1..size {
            let lit = circuit.variable();
            order.set(a, b, lit);
            order.set(b, a, !lit);
        }
    }
    transitive(circuit, &order);
    order
}
