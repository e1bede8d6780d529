//! A test of a shape and one execution of it, as literals.

use crate::sat::{Circuit, Lit};
use crate::syntax::ast::{Fence, Scope};
use crate::tasks::compare::vocabulary::{Element, Near, Ordering, Vocabulary};

use super::matrix::Matrix;
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
fn choose<T: Copy>(circuit: &mut Circuit, values: &[T], when: Lit) -> OneOf<T> {
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

fn access(
    circuit: &mut Circuit,
    vocabulary: &Vocabulary,
    (thread, first, locations): (usize, bool, usize),
) -> Access {
    let has = |element| vocabulary.has(element);
    let allowed = |circuit: &mut Circuit, there: bool| {
        if there {
            circuit.variable()
        } else {
            Lit::FALSE
        }
    };
    let loads = allowed(circuit, has(Element::Load));
    let stores = allowed(circuit, has(Element::Store));
    let updates = allowed(circuit, has(Element::Rmw));
    circuit.exactly_one(Lit::TRUE, &[loads, stores, updates]);
    let (reads, writes) = (circuit.or(loads, updates), circuit.or(stores, updates));
    let place: Vec<usize> = (0..locations).collect();
    let location = choose(circuit, &place, Lit::TRUE);
    let kinds: [(Lit, fn(Ordering) -> bool); 3] = [
        (loads, Ordering::of_loads),
        (stores, Ordering::of_stores),
        (updates, Ordering::of_updates),
    ];
    let mut known: Vec<Ordering> = Vec::new();
    for (kind, fits) in kinds {
        if kind != Lit::FALSE {
            known.extend(vocabulary.orders_of(fits));
        }
    }
    known.sort_unstable();
    known.dedup();
    let order = choose(circuit, &known, Lit::TRUE);
    for (kind, fits) in kinds {
        let fitting = vocabulary.orders_of(fits);
        for (value, lit) in &order {
            if !fitting.contains(value) {
                circuit.clause(&[!kind, !*lit]);
            }
        }
    }
    let strong = chosen(circuit, &order, Ordering::of_updates);
    let scopes: Vec<Scope> = vocabulary.scopes.iter().copied().collect();
    let scope = choose(circuit, &scopes, strong);
    let fence = allowed(circuit, has(Element::Fence) && !first);
    let heavy = if vocabulary.light_fences {
        let heavy = allowed(circuit, has(Element::Fence) && !first);
        circuit.clause(&[!heavy, fence]);
        heavy
    } else {
        fence
    };
    let fence_scope = choose(circuit, &scopes, fence);
    Access {
        thread,
        reads,
        writes,
        location: location.into_iter().map(|(_, lit)| lit).collect(),
        order,
        scope,
        fence,
        heavy,
        fence_scope,
    }
}

/// Locations are numbered as they come.
fn name_locations(circuit: &mut Circuit, accesses: &[Access]) {
    for (index, access) in accesses.iter().enumerate() {
        for (location, &lit) in access.location.iter().enumerate().skip(1) {
            let mut clause = vec![!lit];
            let earlier = accesses[..index].iter();
            clause.extend(earlier.filter_map(|earlier| earlier.location.get(location - 1)));
            circuit.clause(&clause);
        }
    }
}

fn same_locations(circuit: &mut Circuit, accesses: &[Access]) -> Matrix {
    Matrix::of(accesses.len(), |a, b| {
        if a == b {
            return Lit::TRUE;
        }
        let places = accesses[a].location.iter().zip(&accesses[b].location);
        let both: Vec<Lit> = places.map(|(&a, &b)| circuit.and(a, b)).collect();
        circuit.any(both)
    })
}

/// Which threads are in one warp, block and device.
fn placement(circuit: &mut Circuit, threads: usize, vocabulary: &Vocabulary) -> [Matrix; 3] {
    let mut near = [(); 3].map(|()| Matrix::of(threads, |a, b| Lit::constant(a == b)));
    for a in 0..threads {
        for b in a + 1..threads {
            let known: Vec<Near> = vocabulary.placements.iter().copied().collect();
            let choice = choose(circuit, &known, Lit::TRUE);
            for (level, widest) in [Near::Warp, Near::Cta, Near::Gpu].into_iter().enumerate() {
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

fn dependencies(
    circuit: &mut Circuit,
    accesses: &[Access],
    vocabulary: &Vocabulary,
) -> Dependencies {
    let size = accesses.len();
    let mut kind = |element, needs_write: bool| {
        Matrix::of(size, |from, to| {
            let together = from < to && accesses[from].thread == accesses[to].thread;
            if !together || !vocabulary.has(element) {
                return Lit::FALSE;
            }
            let lit = circuit.variable();
            circuit.clause(&[!lit, accesses[from].reads]);
            if needs_write {
                circuit.clause(&[!lit, accesses[to].writes]);
            }
            lit
        })
    };
    let addr = kind(Element::Addr, false);
    let data = kind(Element::Data, true);
    let ctrl = kind(Element::Ctrl, false);
    let mut ctrl_fence = Matrix::new(size);
    for from in 0..size {
        for to in from + 1..size {
            let (here, fence) = (ctrl.get(from, to), accesses[to].fence);
            if here == Lit::FALSE {
                continue;
            }
            let before = if to == from + 1 {
                Lit::FALSE
            } else {
                ctrl.get(from, to - 1)
            };
            circuit.clause(&[!before, here]);
            if fence == Lit::FALSE {
                continue;
            }
            let lit = circuit.variable();
            circuit.clause(&[!lit, fence]);
            circuit.clause(&[!lit, here]);
            circuit.clause(&[!before, !fence, lit]);
            ctrl_fence.set(from, to, lit);
        }
    }
    Dependencies {
        addr,
        data,
        ctrl,
        ctrl_fence,
    }
}
