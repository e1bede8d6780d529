//! The formula of a test under one of the models.

use std::collections::BTreeMap;

use crate::axiomatic::candidate::condition::Ending;
use crate::axiomatic::candidate::values::{Sym, Values};
use crate::program::events::{Dependency, Spin, Unrolled};
use crate::program::{Condition, LocationId, Program, Term, ThreadId};
use crate::sat::{Circuit, Lit};
use crate::stop::Stop;
use crate::ugpu::machine::Model;
use crate::ugpu::machine::layout::Layout;
use crate::verdict::ordering::DependencyKind;

use super::accesses::{Kind, Operation, Source};
use super::assumptions::{Assumptions, site};
use super::cells::Cells;
use super::laps::{Kept, Lap};
use super::memory::Last;
use super::order::Order;
use super::pausing::Pauses;
use crate::axiomatic::encoding::{conjuncts, flip};
use crate::verdict::machine::{Goal, Item, Rule};

/// The formula, with the literals that questions are asked about.
pub struct Encoding<'a> {
    pub program: &'a Program,
    pub unrolled: &'a Unrolled,
    pub model: Model,
    pub layout: Layout,
    pub circuit: Circuit,
    pub values: Values<'a>,
    pub operations: Vec<Operation>,
    pub order: Order,
    pub cells: Cells,
    /// The reads that find what a load has borrowed.
    pub kept: Vec<Kept>,
    /// The backward jumps, where threads borrow.
    pub laps: Vec<Lap>,
    /// Where threads wait for ever, in runs that need not end.
    pub pauses: Option<Pauses<'a>>,
    /// What a reason can name.
    pub assumptions: Assumptions,
    /// For each location whose final value was asked for, the deliveries that can be its last.
    pub last: BTreeMap<LocationId, Last>,
    /// Some access goes through an address that may be none.
    pub may_stray: bool,
    /// All threads end.
    pub finished: Lit,
    /// Some thread reaches the loop bound, and an execution that goes on may end as no other.
    pub truncated: Lit,
    /// Some lap is taken that writes, or leaves a register to the next.
    pub lasting: Lit,
    /// The same for each thread.
    pub beyond: Vec<Lit>,
    /// The filter holds.
    pub filter: Lit,
    /// The condition holds.
    pub condition: Lit,
    /// What follows from all this for counters: clauses that [`Self::close`] adds.
    pub counts: Vec<Vec<Lit>>,
}

impl<'a> Encoding<'a> {
    /// Encodes a test.
    pub fn new(program: &'a Program, unrolled: &'a Unrolled, model: Model, stop: &Stop) -> Self {
        let mut encoding = Self::open(program, unrolled, model, Assumptions::certain(), stop);
        encoding.questions();
        encoding.close();
        encoding
    }

    /// The same, with the values that terms have at the end.
    pub fn observing(
        program: &'a Program,
        unrolled: &'a Unrolled,
        model: Model,
        terms: &[Term],
        stop: &Stop,
    ) -> (Self, Vec<Sym>) {
        let mut encoding = Self::open(program, unrolled, model, Assumptions::certain(), stop);
        encoding.questions();
        let observed = terms.iter().map(|&term| encoding.term(term)).collect();
        encoding.close();
        (encoding, observed)
    }

    /// Encodes the runs in which each thread ends or waits for ever.
    pub fn waiting(
        program: &'a Program,
        (unrolled, spins): (&'a Unrolled, &'a [Spin]),
        model: Model,
        stop: &Stop,
    ) -> Self {
        let assumptions = Assumptions::certain();
        let events = (unrolled, Some(spins));
        let mut encoding = Self::build(program, events, model, assumptions, stop);
        encoding.read_last();
        encoding.close();
        encoding
    }

    /// Encodes a test, except for the questions and for what must come last: the order.
    pub fn open(
        program: &'a Program,
        unrolled: &'a Unrolled,
        model: Model,
        assumptions: Assumptions,
        stop: &Stop,
    ) -> Self {
        Self::build(program, (unrolled, None), model, assumptions, stop)
    }

    fn build(
        program: &'a Program,
        (unrolled, spins): (&'a Unrolled, Option<&'a [Spin]>),
        model: Model,
        mut assumptions: Assumptions,
        stop: &Stop,
    ) -> Self {
        let layout = Layout::new(program, model);
        let mut circuit = Circuit::until(stop.clone());
        let mut values = Values::new(&unrolled.symbolic);
        let source = Source::new(program, unrolled, stop);
        circuit.poll();
        let mut operations = source.operations(&mut circuit, &mut values, &layout);
        let pauses = spins.map(|spins| Pauses::new(&mut circuit, &mut values, spins));
        source.complete_all(&mut circuit, &mut values, pauses.as_ref(), &mut operations);
        let size = add_sharing(&mut circuit, &layout, model, &mut operations);
        let mut demands = Demands {
            circuit: &mut circuit,
            values: &mut values,
            unrolled,
            model,
            assumptions: &mut assumptions,
        };
        let demands = demands.all(&operations);
        let order = Order::new(&mut circuit, size, &demands);
        let cells = Cells::new(&mut circuit, &layout, model, &operations);
        let mut encoding = Self {
            program,
            unrolled,
            model,
            layout,
            circuit,
            values,
            operations,
            order,
            cells,
            kept: Vec::new(),
            laps: Vec::new(),
            pauses,
            assumptions,
            last: BTreeMap::new(),
            may_stray: false,
            finished: Lit::TRUE,
            truncated: Lit::FALSE,
            lasting: Lit::FALSE,
            beyond: Vec::new(),
            filter: Lit::TRUE,
            condition: Lit::TRUE,
            counts: Vec::new(),
        };
        encoding.sharing();
        encoding.fences();
        encoding.reads();
        encoding.counts = encoding.find_counts();
        encoding.ends();
        encoding.laps();
        encoding
    }

    /// Demands that there is an order of the points. No pair may be asked for afterwards.
    pub fn close(&mut self) {
        for clause in &self.counts {
            self.circuit.clause(clause);
        }
        self.order.close(&mut self.circuit);
    }

    /// Whether all threads end, and whether an address may lead nowhere.
    fn ends(&mut self) {
        for (index, thread) in self.unrolled.threads.iter().enumerate() {
            let mut finished = self.values.guard(&mut self.circuit, thread.finished);
            if let Some(pauses) = &self.pauses {
                let stays = pauses.of(&mut self.circuit, ThreadId(index));
                finished = self.circuit.or(finished, stays);
            }
            self.finished = self.circuit.and(self.finished, finished);
        }
        for operation in &self.operations {
            let places = operation.places.iter();
            let somewhere = self.circuit.any(places.map(|(_, lit)| *lit));
            let fence = matches!(operation.kind, Kind::Fence(_));
            self.may_stray |= !fence && somewhere != Lit::TRUE;
        }
    }

    /// The literals that questions are asked about.
    pub fn questions(&mut self) {
        if let Some(filter) = &self.program.filter {
            self.filter = self.condition(filter);
        }
        self.condition = self.condition(&self.program.condition);
    }

    /// The literal under which a rule holds for a location.
    pub fn rule(&mut self, rule: Rule, location: LocationId) -> Lit {
        self.assumptions.rule(&mut self.circuit, rule, location)
    }

    /// Whether one point is before another.
    pub fn before(&mut self, a: usize, b: usize) -> Lit {
        self.order.before(&mut self.circuit, a, b)
    }
}

/// Whether a store to a location is shared of its own accord, some time after it.
pub fn can_share(layout: &Layout, model: Model, kind: Kind, location: LocationId) -> bool {
    match kind {
        Kind::Store => layout.is_global(location) || !model.view_per_block(),
        Kind::Update(wide) => layout.is_global(location) && !wide,
        Kind::Load | Kind::Fence(_) => false,
    }
}

/// Gives the stores their sharing points; tells how many points there are.
fn add_sharing(
    circuit: &mut Circuit,
    layout: &Layout,
    model: Model,
    operations: &mut [Operation],
) -> usize {
    let mut size = operations.len();
    for operation in operations {
        let mut places = operation.places.iter();
        if places.any(|(location, _)| can_share(layout, model, operation.kind, *location)) {
            operation.sharing = Some(size);
            operation.shared = circuit.variable();
            circuit.clause(&[!operation.shared, operation.writes]);
            size += 1;
        }
    }
    size
}

/// The formula of a test, every part that a reason can name behind an assumption.
pub struct NamedEncoding<'a> {
    /// The formula.
    pub encoding: Encoding<'a>,
    /// The assumptions, in the order in which a reason would rather do without them.
    pub items: Vec<(Item, Lit)>,
}

impl<'a> NamedEncoding<'a> {
    /// Encodes a test so that its goal can be explained.
    pub fn new(
        program: &'a Program,
        unrolled: &'a Unrolled,
        model: Model,
        goal: Goal,
        stop: &Stop,
    ) -> Self {
        let mut encoding = Encoding::open(program, unrolled, model, Assumptions::named(), stop);
        let mut asked = Vec::new();
        let mut parts = |condition: &Condition, negated: bool, filter: bool| {
            for (part, negated) in conjuncts(condition, negated) {
                let span = part.span();
                let item = if filter {
                    Item::Filter { span, negated }
                } else {
                    Item::Condition { span, negated }
                };
                asked.push((item, flip(encoding.condition(part), negated)));
            }
        };
        if let Some(filter) = &program.filter {
            parts(filter, false, true);
        }
        parts(&program.condition, goal == Goal::Opposite, false);
        encoding.close();
        let mut items = std::mem::take(&mut encoding.assumptions).into_items();
        items.extend(asked);
        Self { encoding, items }
    }
}

/// The order that the program demands of points: that of the queues, and of dependencies.
struct Demands<'a, 'b> {
    circuit: &'b mut Circuit,
    values: &'b mut Values<'a>,
    unrolled: &'a Unrolled,
    model: Model,
    assumptions: &'b mut Assumptions,
}

impl Demands<'_, '_> {
    fn all(&mut self, operations: &[Operation]) -> Vec<(usize, usize, Lit)> {
        let mut demands = Vec::new();
        for (index, operation) in operations.iter().enumerate() {
            demands.extend(operation.sharing.map(|point| (index, point, Lit::TRUE)));
            for (earlier, other) in operations[..index].iter().enumerate() {
                if other.thread != operation.thread {
                    continue;
                }
                let when = in_order(self.circuit, self.model, other, operation);
                if when != Lit::FALSE {
                    let pair = (other, operation);
                    let assumed = self.assumptions.order(self.circuit, self.unrolled, pair);
                    demands.push((earlier, index, self.circuit.and(when, assumed)));
                }
            }
            self.dependencies(operations, index, &mut demands);
        }
        demands
    }

    /// Operands must be there, and what writes waits for branches.
    fn dependencies(
        &mut self,
        operations: &[Operation],
        index: usize,
        demands: &mut Vec<(usize, usize, Lit)>,
    ) {
        let operation = &operations[index];
        let event = &self.unrolled.events[operation.event.0];
        let waits = !matches!(operation.kind, Kind::Load | Kind::Fence(_));
        let branches: &[Dependency] = if waits { &event.ctrl } else { &[] };
        let kinds = [
            (DependencyKind::Addr, event.addr.as_slice()),
            (DependencyKind::Data, event.data.as_slice()),
            (DependencyKind::Ctrl, branches),
        ];
        for (kind, dependencies) in kinds {
            for dependency in dependencies {
                let mut known = operations[..index].iter();
                let Some(read) = known.position(|other| other.event == dependency.on) else {
                    continue;
                };
                let item = Item::Dependency {
                    kind,
                    read: site(self.unrolled, &operations[read]),
                    later: site(self.unrolled, operation),
                };
                let assumed = self.assumptions.assume(self.circuit, item);
                let when = self.values.guard(self.circuit, dependency.when);
                let both = [operations[read].executed, operation.executed];
                let all = self.circuit.all([when, assumed, both[0], both[1]]);
                demands.push((read, index, all));
            }
        }
    }
}

/// When the queues keep two operations of a thread in order.
fn in_order(circuit: &mut Circuit, model: Model, first: &Operation, second: &Operation) -> Lit {
    let both = circuit.and(first.executed, second.executed);
    let is_fence = |operation: &Operation| matches!(operation.kind, Kind::Fence(_));
    if is_fence(first) || is_fence(second) {
        return both;
    }
    if first.kind == Kind::Load && second.kind == Kind::Load && model.has_load_array() {
        return Lit::FALSE;
    }
    let mut meet = Vec::new();
    for &(location, there) in &first.places {
        let also = second.at(location);
        meet.push(circuit.and(there, also));
    }
    let meet = circuit.any(meet);
    circuit.and(both, meet)
}
