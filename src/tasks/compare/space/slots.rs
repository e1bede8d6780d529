//! A test of a shape and one execution of it, as literals.

use crate::sat::{Circuit, Lit};
use crate::syntax::ast::{Fence, Scope};
use crate::tasks::compare::vocabulary::{Ordering, Vocabulary};

use super::made::{access, dependencies, name_locations, same_locations};
use super::matrix::Matrix;
use super::orders::placement;
use super::shape::Shape;

/// A value that is one of several: a literal each.
pub type OneOf<T> = Vec<(T, Lit)>;

/// An access.
#[derive(Debug, Clone)]
pub struct Access {
    /// Its thread.
    pub thread: usize,
    /// Whether it reads, and whether it writes: an exchange does both.
    pub reads: Lit,
    /// See above.
    pub writes: Lit,
    /// Where.
    pub location: Vec<Lit>,
    /// Its order.
    pub order: OneOf<Ordering>,
    /// Its scope; none holds where it is weak.
    pub scope: OneOf<Scope>,
    /// The fence right before it, if there is one.
    pub fence: Lit,
    /// Whether that is a `fence.sc`.
    pub heavy: Lit,
    /// The scope of that fence; none holds where there is none.
    pub fence_scope: OneOf<Scope>,
}

/// The dependencies, from reads to later accesses of their thread.
#[derive(Debug, Clone)]
pub struct Dependencies {
    /// Of addresses.
    pub addr: Matrix,
    /// Of what is written.
    pub data: Matrix,
    /// A branch on the one before the other: everything later depends too.
    pub ctrl: Matrix,
    /// The same, for the fence right before the other.
    pub ctrl_fence: Matrix,
}

/// Orders that an execution has beside who reads from whom, for which the outcome says little.
#[derive(Debug, Clone)]
pub struct Orders {
    /// The order of writes to each location, but for the initial ones.
    pub co: Matrix,
    /// An order of all fences, by the access that each stands before.
    pub fences: Matrix,
}

/// All of it.
#[derive(Debug, Clone)]
pub struct Slots {
    /// How many accesses the threads have.
    pub shape: Shape,
    /// The accesses, thread by thread.
    pub accesses: Vec<Access>,
    /// How many locations there may be.
    pub locations: usize,
    /// Whether two threads are in one group: warp, block, device.
    pub near: [Matrix; 3],
    /// The dependencies.
    pub dependencies: Dependencies,
    /// Whether two accesses are of one location.
    pub same: Matrix,
    /// Who reads from whom.
    pub rf: Matrix,
    /// Who reads the initial value.
    pub initial: Vec<Lit>,
    /// The same, by location.
    pub initial_at: Vec<Vec<Lit>>,
    /// The write whose value is there at the end.
    pub last: Vec<Lit>,
}

/// Exactly one of some values, where a condition holds; none otherwise.
pub(super) fn choose<T: Copy>(circuit: &mut Circuit, values: &[T], when: Lit) -> OneOf<T> {
    let mut lits: Vec<Lit> = Vec::new();
    if let [_] = values {
        lits.push(when);
    } else {
        for _ in values {
            let lit = circuit.variable();
            circuit.clause(&[!lit, when]);
            lits.push(lit);
        }
        circuit.exactly_one(when, &lits);
    }
    values.iter().copied().zip(lits).collect()
}

/// When one of the chosen values is as wanted.
pub fn chosen<T: Copy>(
    circuit: &mut Circuit,
    choice: &OneOf<T>,
    wanted: impl Fn(T) -> bool,
) -> Lit {
    let fitting = choice.iter().filter(|(value, _)| wanted(*value));
    circuit.any(fitting.map(|(_, lit)| *lit))
}

impl Slots {
    /// Any test of the shape that the vocabulary has, and any execution of it.
    #[must_use]
    pub fn new(circuit: &mut Circuit, shape: &Shape, vocabulary: &Vocabulary) -> Self {
        let owners = shape.owners();
        let mut accesses: Vec<Access> = Vec::new();
        for (index, &thread) in owners.iter().enumerate() {
            let first = index == 0 || owners[index - 1] != thread;
            let locations = vocabulary.locations.min(index + 1);
            accesses.push(access(circuit, vocabulary, (thread, first, locations)));
        }
        let locations = vocabulary.locations.min(shape.accesses());
        name_locations(circuit, &accesses);
        let same = same_locations(circuit, &accesses);
        let near = placement(circuit, shape.threads.len(), vocabulary);
        let dependencies = dependencies(circuit, &accesses, vocabulary);
        let mut slots = Self {
            shape: shape.clone(),
            locations,
            near,
            dependencies,
            rf: Matrix::new(accesses.len()),
            initial: Vec::new(),
            initial_at: Vec::new(),
            last: Vec::new(),
            accesses,
            same,
        };
        slots.read(circuit);
        slots.sort_threads(circuit);
        slots
    }

    /// Who reads from whom: each read from one write of its location.
    fn read(&mut self, circuit: &mut Circuit) {
        let count = self.accesses.len();
        for reader in 0..count {
            let reads = self.accesses[reader].reads;
            let mut sources = Vec::new();
            for writer in 0..count {
                let writes = self.accesses[writer].writes;
                if writer == reader || writes == Lit::FALSE || reads == Lit::FALSE {
                    continue;
                }
                let lit = circuit.variable();
                for needed in [reads, writes, self.same.get(writer, reader)] {
                    circuit.clause(&[!lit, needed]);
                }
                self.rf.set(writer, reader, lit);
                sources.push(lit);
            }
            let initial = circuit.variable();
            circuit.clause(&[!initial, reads]);
            sources.push(initial);
            circuit.exactly_one(reads, &sources);
            self.initial.push(initial);
            let places = self.accesses[reader].location.clone();
            let at = places.into_iter().map(|place| circuit.and(initial, place));
            self.initial_at.push(at.collect());
        }
    }

    /// What an access is, without its location: the same whatever the locations are called.
    fn features(&self, index: usize) -> Vec<Lit> {
        let access = &self.accesses[index];
        let mut found = vec![access.writes, access.reads];
        found.extend(access.order.iter().map(|(_, lit)| *lit));
        found.extend(access.scope.iter().map(|(_, lit)| *lit));
        found.extend([access.fence, access.heavy]);
        found
    }

    /// Of threads of one size, which is which does not matter: they are sorted by what their accesses are.
    fn sort_threads(&self, circuit: &mut Circuit) {
        let threads = &self.shape.threads;
        for thread in 1..threads.len() {
            if threads[thread] != threads[thread - 1] {
                continue;
            }
            let features = |thread: usize| {
                let start = self.shape.start(thread);
                (start..start + threads[thread]).flat_map(|index| self.features(index))
            };
            let mut alike = Lit::TRUE;
            for (a, b) in features(thread - 1).zip(features(thread)) {
                circuit.clause(&[!alike, a, !b]);
                let equal = circuit.iff(a, b);
                alike = circuit.and(alike, equal);
            }
        }
    }

    /// The fence before an access, by what it is called in a test.
    #[must_use]
    pub fn fence_of(heavy: bool, scope: Scope) -> Fence {
        if heavy {
            Fence::Sc(scope)
        } else {
            Fence::AcqRel(scope)
        }
    }
}
