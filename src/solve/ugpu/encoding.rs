//! The formula of a test under one of the models.

use std::collections::BTreeMap;

use crate::execution::values::Values;
use crate::logic::{Circuit, Lit};
use crate::program::events::{Dependency, Unrolled};
use crate::program::{LocationId, Program};
use crate::ugpu::Model;
use crate::ugpu::layout::Layout;

use super::accesses::{Kind, Operation, Source};
use super::cells::Cells;
use super::memory::Last;
use super::order::Order;

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
    /// For each location whose final value was asked for, the deliveries that can be its last.
    pub last: BTreeMap<LocationId, Last>,
    /// Some access goes through an address that may be none.
    pub may_stray: bool,
    /// All threads end.
    pub finished: Lit,
    /// Some thread reaches the loop bound.
    pub truncated: Lit,
    /// The filter holds.
    pub filter: Lit,
    /// The condition holds.
    pub condition: Lit,
}

impl<'a> Encoding<'a> {
    /// Encodes a test.
    pub fn new(program: &'a Program, unrolled: &'a Unrolled, model: Model) -> Self {
        let layout = Layout::new(program, model);
        let mut circuit = Circuit::default();
        let mut values = Values::new(&unrolled.symbolic);
        let source = Source::new(program, unrolled);
        let mut operations = source.operations(&mut circuit, &mut values, &layout);
        let size = add_sharing(&mut circuit, &layout, model, &mut operations);
        let demands = demands(&mut circuit, &mut values, unrolled, model, &operations);
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
            last: BTreeMap::new(),
            may_stray: false,
            finished: Lit::TRUE,
            truncated: Lit::FALSE,
            filter: Lit::TRUE,
            condition: Lit::TRUE,
        };
        encoding.sharing();
        encoding.fences();
        encoding.reads();
        encoding.questions();
        encoding.order.close(&mut encoding.circuit);
        encoding
    }

    /// The literals that questions are asked about.
    fn questions(&mut self) {
        for thread in &self.unrolled.threads {
            let finished = self.values.guard(&mut self.circuit, thread.finished);
            self.finished = self.circuit.and(self.finished, finished);
            let truncated = self.values.guard(&mut self.circuit, thread.truncated);
            self.truncated = self.circuit.or(self.truncated, truncated);
        }
        for operation in &self.operations {
            let somewhere = self
                .circuit
                .any(operation.places.iter().map(|(_, lit)| *lit));
            let fence = matches!(operation.kind, Kind::Fence(_));
            self.may_stray |= !fence && somewhere != Lit::TRUE;
        }
        if let Some(filter) = &self.program.filter {
            self.filter = self.condition(filter);
        }
        self.condition = self.condition(&self.program.condition);
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

/// The order that the program demands of points: that of the queues, and of dependencies.
fn demands(
    circuit: &mut Circuit,
    values: &mut Values,
    unrolled: &Unrolled,
    model: Model,
    operations: &[Operation],
) -> Vec<(usize, usize, Lit)> {
    let mut demands = Vec::new();
    for (index, operation) in operations.iter().enumerate() {
        demands.extend(operation.sharing.map(|point| (index, point, Lit::TRUE)));
        for (earlier, other) in operations[..index].iter().enumerate() {
            if other.thread == operation.thread {
                let when = in_order(circuit, model, other, operation);
                demands.push((earlier, index, when));
            }
        }
        let event = &unrolled.events[operation.event.0];
        let waits = !matches!(operation.kind, Kind::Load | Kind::Fence(_));
        let branches: &[Dependency] = if waits { &event.ctrl } else { &[] };
        for dependency in event.addr.iter().chain(&event.data).chain(branches) {
            let mut known = operations[..index].iter();
            let Some(read) = known.position(|other| other.event == dependency.on) else {
                continue;
            };
            let when = values.guard(circuit, dependency.when);
            let both = circuit.and(operations[read].executed, operation.executed);
            demands.push((read, index, circuit.and(when, both)));
        }
    }
    demands
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
