//! The sets and relations that every execution has, as literals: as `execution::nodes` and
//! `execution::judge` say them of one execution.

use crate::model::relation::base::{BaseRelation, BaseSet};
use crate::model::relation::options::Options;
use crate::sat::{Circuit, Lit};
use crate::syntax::ast::{Order, Scope};

use super::matrix::Matrix;
use super::slots::{Access, Orders, Slots, chosen};

/// What a node stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The initial write of a location.
    Initial(usize),
    /// The fence before an access.
    Fence(usize),
    /// An access, where a read-modify-write is one event.
    Whole(usize),
    /// The read of an access, where it is two.
    Read(usize),
    /// Its write.
    Write(usize),
}

/// The events as a model sees them, in an order that program order respects.
#[derive(Debug)]
pub struct Events<'s> {
    slots: &'s Slots,
    orders: &'s Orders,
    parts: Vec<Part>,
    executed: Vec<Lit>,
    scopes: Vec<Vec<(Scope, Lit)>>,
}

impl<'s> Events<'s> {
    /// The events of a model with these options.
    pub fn new(
        circuit: &mut Circuit,
        slots: &'s Slots,
        orders: &'s Orders,
        options: Options,
    ) -> Self {
        let mut parts: Vec<Part> = (0..slots.locations).map(Part::Initial).collect();
        for (index, access) in slots.accesses.iter().enumerate() {
            if access.fence != Lit::FALSE {
                parts.push(Part::Fence(index));
            }
            let both = access.reads != Lit::FALSE && access.writes != Lit::FALSE;
            if options.rmw_one_event {
                parts.push(Part::Whole(index));
                continue;
            }
            if access.reads != Lit::FALSE {
                parts.push(Part::Read(index));
            }
            if both || access.writes != Lit::FALSE {
                parts.push(Part::Write(index));
            }
        }
        let mut events = Self {
            slots,
            orders,
            executed: Vec::new(),
            scopes: Vec::new(),
            parts,
        };
        for node in 0..events.parts.len() {
            let lit = events.find_executed(circuit, node);
            events.executed.push(lit);
            let scopes = events.find_scopes(node);
            events.scopes.push(scopes);
        }
        events
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// When an event is executed.
    #[must_use]
    pub fn executed(&self, node: usize) -> Lit {
        self.executed[node]
    }

    fn find_executed(&self, circuit: &mut Circuit, node: usize) -> Lit {
        match self.parts[node] {
            Part::Initial(location) => {
                let places = self.slots.accesses.iter();
                let there = places.filter_map(|access| access.location.get(location));
                circuit.any(there.copied())
            }
            Part::Fence(index) => self.slots.accesses[index].fence,
            Part::Whole(_) => Lit::TRUE,
            Part::Read(index) => self.slots.accesses[index].reads,
            Part::Write(index) => self.slots.accesses[index].writes,
        }
    }

    fn find_scopes(&self, node: usize) -> Vec<(Scope, Lit)> {
        match self.parts[node] {
            Part::Initial(_) => Vec::new(),
            Part::Fence(index) => self.slots.accesses[index].fence_scope.clone(),
            Part::Whole(index) | Part::Read(index) | Part::Write(index) => {
                self.slots.accesses[index].scope.clone()
            }
        }
    }

    /// The access that a node is, or is a part of.
    fn access(&self, node: usize) -> Option<(usize, &'s Access)> {
        match self.parts[node] {
            Part::Initial(_) | Part::Fence(_) => None,
            Part::Whole(index) | Part::Read(index) | Part::Write(index) => {
                Some((index, &self.slots.accesses[index]))
            }
        }
    }

    fn fence(&self, node: usize) -> Option<&'s Access> {
        match self.parts[node] {
            Part::Fence(index) => Some(&self.slots.accesses[index]),
            Part::Initial(_) | Part::Whole(_) | Part::Read(_) | Part::Write(_) => None,
        }
    }

    fn initial(&self, node: usize) -> bool {
        matches!(self.parts[node], Part::Initial(_))
    }

    fn thread(&self, node: usize) -> Option<usize> {
        match self.parts[node] {
            Part::Initial(_) => None,
            Part::Fence(index) | Part::Whole(index) | Part::Read(index) | Part::Write(index) => {
                Some(self.slots.accesses[index].thread)
            }
        }
    }

    /// Where it stands among the accesses; a fence stands before its own.
    fn rank(&self, node: usize) -> (usize, usize) {
        match self.parts[node] {
            Part::Initial(_) => (0, 0),
            Part::Fence(index) => (index, 0),
            Part::Whole(index) | Part::Read(index) => (index, 1),
            Part::Write(index) => (index, 2),
        }
    }

    /// When a node reads.
    fn reads(&self, node: usize) -> Lit {
        match self.parts[node] {
            Part::Whole(index) | Part::Read(index) => self.slots.accesses[index].reads,
            Part::Initial(_) | Part::Fence(_) | Part::Write(_) => Lit::FALSE,
        }
    }

    /// When a node writes.
    fn writes(&self, node: usize) -> Lit {
        match self.parts[node] {
            Part::Initial(_) => self.executed[node],
            Part::Whole(index) | Part::Write(index) => self.slots.accesses[index].writes,
            Part::Fence(_) | Part::Read(_) => Lit::FALSE,
        }
    }

    /// When a node is of a read-modify-write.
    fn update(&self, circuit: &mut Circuit, node: usize) -> Lit {
        match self.access(node) {
            Some((_, access)) => circuit.and(access.reads, access.writes),
            None => Lit::FALSE,
        }
    }

    /// When it is an executed access of one of these orders.
    fn ordered(&self, circuit: &mut Circuit, node: usize, orders: &[Order]) -> Lit {
        let Some((_, access)) = self.access(node) else {
            return Lit::FALSE;
        };
        let lit = chosen(circuit, &access.order, |one| orders.contains(&one.order));
        circuit.and(lit, self.executed[node])
    }

    fn scoped(&self, circuit: &mut Circuit, node: usize, scope: Scope) -> Lit {
        let own = self.scopes[node].iter().find(|(one, _)| *one == scope);
        match own {
            Some(&(_, lit)) => circuit.and(lit, self.executed[node]),
            None => Lit::FALSE,
        }
    }

    /// When a node is in a base set.
    pub fn member(&self, circuit: &mut Circuit, set: BaseSet, node: usize) -> Lit {
        let executed = self.executed[node];
        let fence = self.fence(node).map_or(Lit::FALSE, |access| access.fence);
        let heavy = self.fence(node).map_or(Lit::FALSE, |access| access.heavy);
        let also = |circuit: &mut Circuit, orders: &[Order], more: Lit| {
            let ordered = self.ordered(circuit, node, orders);
            circuit.or(ordered, more)
        };
        const STRONG: &[Order] = &[
            Order::Relaxed,
            Order::Acquire,
            Order::Release,
            Order::AcqRel,
            Order::Sc,
        ];
        match set {
            BaseSet::All => executed,
            BaseSet::Read => self.reads(node),
            BaseSet::Write => self.writes(node),
            BaseSet::Memory => circuit.or(self.reads(node), self.writes(node)),
            BaseSet::Fence => fence,
            BaseSet::Rmw => {
                let update = self.update(circuit, node);
                circuit.and(update, executed)
            }
            BaseSet::Initial if self.initial(node) => executed,
            BaseSet::Weak => self.ordered(circuit, node, &[Order::Weak]),
            BaseSet::Strong => also(circuit, STRONG, fence),
            BaseSet::Relaxed => self.relaxed(circuit, node),
            BaseSet::Acquire => {
                let orders = &[Order::Acquire, Order::AcqRel, Order::Sc];
                let lit = self.ordered(circuit, node, orders);
                circuit.and(lit, self.reads(node))
            }
            BaseSet::Release => {
                let orders = &[Order::Release, Order::AcqRel, Order::Sc];
                let lit = self.ordered(circuit, node, orders);
                circuit.and(lit, self.writes(node))
            }
            BaseSet::AcqRel => also(circuit, &[Order::AcqRel], fence),
            BaseSet::Sc => also(circuit, &[Order::Sc], heavy),
            BaseSet::Remote => match self.access(node) {
                Some((_, access)) => {
                    let remote = chosen(circuit, &access.order, |one| one.remote);
                    circuit.and(remote, executed)
                }
                None => Lit::FALSE,
            },
            BaseSet::Thread => self.scoped(circuit, node, Scope::Thread),
            BaseSet::Warp => self.scoped(circuit, node, Scope::Warp),
            BaseSet::Cta => self.scoped(circuit, node, Scope::Cta),
            BaseSet::Gpu => self.scoped(circuit, node, Scope::Gpu),
            BaseSet::Sys => self.scoped(circuit, node, Scope::Sys),
            // Every access is generic, and of a global location.
            BaseSet::Generic => executed,
            BaseSet::Global if fence == Lit::FALSE => executed,
            // The tests have no such instruction.
            BaseSet::Initial
            | BaseSet::Global
            | BaseSet::Barrier
            | BaseSet::Reduction
            | BaseSet::Surface
            | BaseSet::Texture
            | BaseSet::Constant
            | BaseSet::Alias
            | BaseSet::Shared => Lit::FALSE,
        }
    }

    /// The half of a read-modify-write that its order leaves so is relaxed too.
    fn relaxed(&self, circuit: &mut Circuit, node: usize) -> Lit {
        let own = self.ordered(circuit, node, &[Order::Relaxed]);
        let left = match self.parts[node] {
            Part::Read(_) => self.ordered(circuit, node, &[Order::Release]),
            Part::Write(_) => self.ordered(circuit, node, &[Order::Acquire]),
            Part::Initial(_) | Part::Fence(_) | Part::Whole(_) => Lit::FALSE,
        };
        circuit.or(own, left)
    }

    /// When pairs of executed events are in a base relation.
    pub fn relation(&self, circuit: &mut Circuit, relation: BaseRelation) -> Matrix {
        Matrix::of(self.len(), |a, b| {
            let lit = self.pair(circuit, relation, a, b);
            if lit == Lit::FALSE {
                return lit;
            }
            circuit.all([lit, self.executed[a], self.executed[b]])
        })
    }

    fn pair(&self, circuit: &mut Circuit, relation: BaseRelation, a: usize, b: usize) -> Lit {
        let (left, right) = (self.thread(a), self.thread(b));
        match relation {
            BaseRelation::ProgramOrder => Lit::constant(self.before(a, b)),
            BaseRelation::PoLoc if self.before(a, b) => self.same_place(a, b),
            BaseRelation::PoLoc => Lit::FALSE,
            BaseRelation::SameLocation | BaseRelation::SameVirtual => self.same_place(a, b),
            BaseRelation::ReadsFrom => self.reads_from(a, b),
            BaseRelation::Coherence => self.coherence(circuit, a, b),
            BaseRelation::FromReads => self.from_reads(circuit, a, b),
            BaseRelation::Rmw => match (self.parts[a], self.parts[b]) {
                (Part::Read(one), Part::Write(other)) | (Part::Whole(one), Part::Whole(other))
                    if one == other =>
                {
                    self.update(circuit, a)
                }
                _ => Lit::FALSE,
            },
            BaseRelation::Addr | BaseRelation::Data | BaseRelation::Ctrl => {
                self.depends(circuit, relation, a, b)
            }
            BaseRelation::Internal => Lit::constant(left == right),
            BaseRelation::External => Lit::constant(left != right),
            BaseRelation::Identity => Lit::constant(a == b),
            BaseRelation::SameThread => self.near(a, b, Scope::Thread),
            BaseRelation::SameWarp => self.near(a, b, Scope::Warp),
            BaseRelation::SameCta => self.near(a, b, Scope::Cta),
            BaseRelation::SameGpu => self.near(a, b, Scope::Gpu),
            BaseRelation::ScopesInclude => self.scopes_include(circuit, a, b),
            BaseRelation::Reaches => match right {
                Some(thread) => self.reaches(circuit, a, thread),
                None => Lit::FALSE,
            },
            BaseRelation::Covers => self.covers(circuit, a, b),
            BaseRelation::SameInstance => {
                let include = self.scopes_include(circuit, a, b);
                let kinds = self.scopes[a].iter().zip(&self.scopes[b]);
                let alike: Vec<Lit> = kinds.map(|(a, b)| circuit.and(a.1, b.1)).collect();
                let alike = circuit.any(alike);
                circuit.and(include, alike)
            }
            BaseRelation::SyncFence => self.fence_order(circuit, a, b),
            // The tests have no barriers.
            BaseRelation::SyncBarrier => Lit::FALSE,
        }
    }

    fn before(&self, a: usize, b: usize) -> bool {
        let together = self.thread(a).is_some() && self.thread(a) == self.thread(b);
        together && self.rank(a) < self.rank(b)
    }

    fn same_place(&self, a: usize, b: usize) -> Lit {
        match (self.parts[a], self.parts[b]) {
            (Part::Initial(one), Part::Initial(other)) => Lit::constant(one == other),
            (Part::Initial(location), _) => self.at(b, location),
            (_, Part::Initial(location)) => self.at(a, location),
            _ => match (self.access(a), self.access(b)) {
                (Some((a, _)), Some((b, _))) => self.slots.same.get(a, b),
                _ => Lit::FALSE,
            },
        }
    }

    fn at(&self, node: usize, location: usize) -> Lit {
        let place = self.access(node);
        let lit = place.and_then(|(_, access)| access.location.get(location));
        lit.copied().unwrap_or(Lit::FALSE)
    }

    fn reads_from(&self, a: usize, b: usize) -> Lit {
        let Some((reader, _)) = self.access(b).filter(|_| self.reads(b) != Lit::FALSE) else {
            return Lit::FALSE;
        };
        match self.parts[a] {
            Part::Initial(location) => self.initial_read(reader, location),
            Part::Whole(writer) | Part::Write(writer) => self.slots.rf.get(writer, reader),
            Part::Fence(_) | Part::Read(_) => Lit::FALSE,
        }
    }

    /// When an access is at this place and reads the initial value.
    fn initial_read(&self, reader: usize, location: usize) -> Lit {
        let place = self.slots.initial_at.get(reader);
        let lit = place.and_then(|places| places.get(location));
        lit.copied().unwrap_or(Lit::FALSE)
    }

    fn coherence(&self, circuit: &mut Circuit, a: usize, b: usize) -> Lit {
        let later = self.writes(b);
        if a == b || later == Lit::FALSE || self.writes(a) == Lit::FALSE {
            return Lit::FALSE;
        }
        match (self.parts[a], self.access(a), self.access(b)) {
            (Part::Initial(_), _, Some(_)) => {
                let place = self.same_place(a, b);
                circuit.and(place, later)
            }
            (_, Some((a, _)), Some((b, _))) => self.orders.co.get(a, b),
            _ => Lit::FALSE,
        }
    }

    fn from_reads(&self, circuit: &mut Circuit, a: usize, b: usize) -> Lit {
        if a == b || self.reads(a) == Lit::FALSE || self.writes(b) == Lit::FALSE {
            return Lit::FALSE;
        }
        let mut cases = Vec::new();
        for source in 0..self.len() {
            let (found, later) = (
                self.reads_from(source, a),
                self.coherence(circuit, source, b),
            );
            if found != Lit::FALSE && later != Lit::FALSE {
                cases.push(circuit.and(found, later));
            }
        }
        circuit.any(cases)
    }

    fn depends(&self, circuit: &mut Circuit, relation: BaseRelation, a: usize, b: usize) -> Lit {
        let Some((from, _)) = self.access(a).filter(|_| self.reads(a) != Lit::FALSE) else {
            return Lit::FALSE;
        };
        let all = &self.slots.dependencies;
        if let Part::Fence(to) = self.parts[b] {
            return if relation == BaseRelation::Ctrl {
                all.ctrl_fence.get(from, to)
            } else {
                Lit::FALSE
            };
        }
        let Some((to, _)) = self.access(b) else {
            return Lit::FALSE;
        };
        match relation {
            BaseRelation::Addr => all.addr.get(from, to),
            BaseRelation::Data => circuit.and(all.data.get(from, to), self.writes(b)),
            _ => all.ctrl.get(from, to),
        }
    }

    fn near(&self, a: usize, b: usize, scope: Scope) -> Lit {
        match (self.thread(a), self.thread(b)) {
            (Some(a), Some(b)) => self.threads_near(a, b, scope),
            _ => Lit::FALSE,
        }
    }

    fn threads_near(&self, a: usize, b: usize, scope: Scope) -> Lit {
        match scope {
            Scope::Thread => Lit::constant(a == b),
            Scope::Warp => self.slots.near[0].get(a, b),
            Scope::Cta => self.slots.near[1].get(a, b),
            Scope::Gpu => self.slots.near[2].get(a, b),
            Scope::Sys => Lit::TRUE,
        }
    }

    /// When the scope of an event includes a thread.
    fn reaches(&self, circuit: &mut Circuit, node: usize, thread: usize) -> Lit {
        let Some(own) = self.thread(node) else {
            return Lit::FALSE;
        };
        let mut cases = Vec::new();
        for &(scope, lit) in &self.scopes[node] {
            let near = self.threads_near(own, thread, scope);
            cases.push(circuit.and(lit, near));
        }
        circuit.any(cases)
    }

    fn scopes_include(&self, circuit: &mut Circuit, a: usize, b: usize) -> Lit {
        let (Some(left), Some(right)) = (self.thread(a), self.thread(b)) else {
            return Lit::FALSE;
        };
        let there = self.reaches(circuit, a, right);
        let back = self.reaches(circuit, b, left);
        circuit.and(there, back)
    }

    fn covers(&self, circuit: &mut Circuit, a: usize, b: usize) -> Lit {
        if self.thread(a).is_none() || self.thread(b).is_none() {
            return Lit::FALSE;
        }
        let mut all = Vec::new();
        for node in [a, b] {
            let scopes = self.scopes[node].iter();
            all.push(circuit.any(scopes.map(|(_, lit)| *lit)));
        }
        for thread in 0..self.slots.shape.threads.len() {
            let inner = self.reaches(circuit, b, thread);
            let outer = self.reaches(circuit, a, thread);
            all.push(circuit.implies(inner, outer));
        }
        circuit.all(all)
    }

    /// One direction for each pair of `fence.sc` whose scopes include each other, or that are of one thread.
    fn fence_order(&self, circuit: &mut Circuit, a: usize, b: usize) -> Lit {
        let (Part::Fence(one), Part::Fence(other)) = (self.parts[a], self.parts[b]) else {
            return Lit::FALSE;
        };
        if one == other {
            return Lit::FALSE;
        }
        let meet = if self.thread(a) == self.thread(b) {
            Lit::TRUE
        } else {
            self.scopes_include(circuit, a, b)
        };
        let (first, second) = (&self.slots.accesses[one], &self.slots.accesses[other]);
        circuit.all([
            meet,
            first.heavy,
            second.heavy,
            self.orders.fences.get(one, other),
        ])
    }
}
