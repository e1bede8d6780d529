//! Who writes which cell, and when.

use std::collections::BTreeMap;

use crate::program::LocationId;
use crate::sat::{Circuit, Lit};
use crate::ugpu::machine::Model;
use crate::ugpu::machine::layout::Layout;

use super::accesses::{Kind, Operation};
use super::encoding::can_share;

/// A write of a cell.
#[derive(Debug, Clone, Copy)]
pub struct CellWrite {
    /// When it happens.
    pub point: usize,
    /// Whether it does.
    pub active: Lit,
    /// The operation whose value it is.
    pub by: usize,
    /// It is a load that borrows; otherwise a store, or the delivery of one.
    pub borrowed: bool,
}

/// A load that may borrow from a store.
#[derive(Debug, Clone, Copy)]
pub struct Borrow {
    /// The load.
    pub load: usize,
    /// The store.
    pub store: usize,
    /// The location.
    pub location: LocationId,
    /// It does.
    pub lit: Lit,
}

/// A store that may be delivered to the block alone, by a block fence.
#[derive(Debug, Clone, Copy)]
pub struct Partial {
    /// The store.
    pub store: usize,
    /// The fence.
    pub fence: usize,
    /// It is.
    pub lit: Lit,
}

/// The writes of all cells.
#[derive(Debug, Default)]
pub struct Cells {
    writes: BTreeMap<(usize, LocationId), Vec<CellWrite>>,
    /// All possible borrowings.
    pub borrows: Vec<Borrow>,
    /// All possible deliveries to the block alone.
    pub partials: Vec<Partial>,
}

impl Cells {
    pub fn new(
        circuit: &mut Circuit,
        layout: &Layout,
        model: Model,
        operations: &[Operation],
    ) -> Self {
        let mut cells = Self::default();
        if !model.view_per_block() {
            cells.find_borrows(circuit, layout, operations);
            cells.find_partials(circuit, layout, operations);
        }
        for (index, operation) in operations.iter().enumerate() {
            if circuit.is_full() {
                return cells;
            }
            for &(location, there) in &operation.places {
                cells.stored(circuit, layout, (index, operation), location, there);
                cells.shared(circuit, layout, model, (index, operation), location);
                cells.lent(circuit, (index, operation), location);
            }
        }
        cells
    }

    /// The writes of a cell.
    pub fn of(&self, view: usize, location: LocationId) -> &[CellWrite] {
        self.writes
            .get(&(view, location))
            .map_or(&[], Vec::as_slice)
    }

    /// What a load can borrow.
    pub fn borrows_of(&self, load: usize) -> impl Iterator<Item = &Borrow> {
        self.borrows
            .iter()
            .filter(move |borrow| borrow.load == load)
    }

    /// When a store can be delivered to the block alone.
    pub fn partials_of(&self, store: usize) -> impl Iterator<Item = &Partial> {
        self.partials
            .iter()
            .filter(move |partial| partial.store == store)
    }

    fn add(&mut self, view: usize, location: LocationId, write: CellWrite) {
        if write.active != Lit::FALSE {
            self.writes.entry((view, location)).or_default().push(write);
        }
    }

    fn find_borrows(&mut self, circuit: &mut Circuit, layout: &Layout, operations: &[Operation]) {
        for (load, reader) in operations.iter().enumerate() {
            if circuit.is_full() {
                return;
            }
            for (store, writer) in operations.iter().enumerate() {
                if reader.kind != Kind::Load || reader.thread == writer.thread {
                    continue;
                }
                let near = layout.same_block(reader.view, writer.view);
                for &(location, _) in &reader.places {
                    let lends = match writer.kind {
                        Kind::Store => near || layout.is_global(location),
                        Kind::Update(wide) => !near && !wide && layout.is_global(location),
                        Kind::Load | Kind::Fence(_) => false,
                    };
                    if lends && writer.at(location) != Lit::FALSE {
                        let lit = circuit.variable();
                        self.borrows.push(Borrow {
                            load,
                            store,
                            location,
                            lit,
                        });
                    }
                }
            }
        }
    }

    fn find_partials(&mut self, circuit: &mut Circuit, layout: &Layout, operations: &[Operation]) {
        for (store, writer) in operations.iter().enumerate() {
            let mut places = writer.places.iter();
            let global = places.any(|(location, _)| layout.is_global(*location));
            if writer.kind != Kind::Store || !global {
                continue;
            }
            for (fence, other) in operations.iter().enumerate().skip(store + 1) {
                if other.thread == writer.thread && other.kind == Kind::Fence(false) {
                    let lit = circuit.variable();
                    self.partials.push(Partial { store, fence, lit });
                }
            }
        }
    }

    /// A store writes the own cell; an atomic those of the block too, or of all.
    fn stored(
        &mut self,
        circuit: &mut Circuit,
        layout: &Layout,
        (index, operation): (usize, &Operation),
        location: LocationId,
        there: Lit,
    ) {
        let write = CellWrite {
            point: index,
            active: circuit.and(operation.writes, there),
            by: index,
            borrowed: false,
        };
        for view in (0..layout.views()).filter(|view| layout.holds(*view, location)) {
            let near = layout.same_block(view, operation.view);
            let reaches = match operation.kind {
                Kind::Update(wide) => near || wide,
                Kind::Load | Kind::Store | Kind::Fence(_) => view == operation.view,
            };
            if reaches {
                self.add(view, location, write);
            }
        }
    }

    /// A store that is shared writes the cells of all that do not have it.
    fn shared(
        &mut self,
        circuit: &mut Circuit,
        layout: &Layout,
        model: Model,
        (index, operation): (usize, &Operation),
        location: LocationId,
    ) {
        let Some(point) = operation.sharing else {
            return;
        };
        if !can_share(layout, model, operation.kind, location) {
            return;
        }
        let there = operation.at(location);
        let shared = circuit.and(operation.shared, there);
        let partials: Vec<Partial> = self.partials_of(index).copied().collect();
        let partial = circuit.any(partials.iter().map(|partial| partial.lit));
        let missing = match operation.kind {
            Kind::Store if layout.is_global(location) => !partial,
            Kind::Store => Lit::TRUE,
            Kind::Load | Kind::Update(_) | Kind::Fence(_) => Lit::FALSE,
        };
        for view in (0..layout.views()).filter(|view| *view != operation.view) {
            if !layout.holds(view, location) {
                continue;
            }
            let near = layout.same_block(view, operation.view);
            let active = circuit.and(shared, if near { missing } else { Lit::TRUE });
            let write = CellWrite {
                point,
                active,
                by: index,
                borrowed: false,
            };
            self.add(view, location, write);
            if !near || !layout.is_global(location) {
                continue;
            }
            for partial in &partials {
                let active = circuit.and(partial.lit, there);
                let point = partial.fence;
                self.add(
                    view,
                    location,
                    CellWrite {
                        point,
                        active,
                        ..write
                    },
                );
            }
        }
    }

    /// A load that borrows writes its own cell.
    fn lent(
        &mut self,
        circuit: &mut Circuit,
        (index, operation): (usize, &Operation),
        location: LocationId,
    ) {
        let borrows = self.borrows.iter();
        let here = borrows.filter(|borrow| borrow.load == index && borrow.location == location);
        let lits: Vec<Lit> = here.map(|borrow| borrow.lit).collect();
        let active = circuit.any(lits);
        let write = CellWrite {
            point: index,
            active,
            by: index,
            borrowed: true,
        };
        self.add(operation.view, location, write);
    }
}
