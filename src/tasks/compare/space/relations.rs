//! The relations that every execution has, as literals: as `execution::judge` says them of one execution.

use crate::model::relation::base::BaseRelation;
use crate::sat::{Circuit, Lit};
use crate::syntax::ast::Scope;

use super::events::{Events, Part};
use super::matrix::Matrix;

impl Events<'_> {
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
            BaseRelation::PoLoc if !self.before(a, b) => Lit::FALSE,
            BaseRelation::PoLoc | BaseRelation::SameLocation | BaseRelation::SameVirtual => {
                self.same_place(a, b)
            }
            BaseRelation::ReadsFrom => self.reads_from(a, b),
            BaseRelation::Coherence => self.coherence(circuit, a, b),
            BaseRelation::FromReads => self.read_before(circuit, a, b),
            BaseRelation::Rmw => self.halves(circuit, a, b),
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
        match (self.initial(a), self.initial(b)) {
            (Some(one), Some(other)) => Lit::constant(one == other),
            (Some(location), None) => self.at(b, location),
            (None, Some(location)) => self.at(a, location),
            (None, None) => match (self.access(a), self.access(b)) {
                (Some((a, _)), Some((b, _))) => self.slots.same.get(a, b),
                (None, _) | (_, None) => Lit::FALSE,
            },
        }
    }

    /// When they are the read and the write of one read-modify-write.
    fn halves(&self, circuit: &mut Circuit, a: usize, b: usize) -> Lit {
        let (Some((one, _)), Some((other, _))) = (self.access(a), self.access(b)) else {
            return Lit::FALSE;
        };
        let whole = a == b && matches!(self.parts[a], Part::Whole(_));
        let two = matches!(self.parts[a], Part::Read(_)) && matches!(self.parts[b], Part::Write(_));
        if one == other && (whole || two) {
            self.update(circuit, a)
        } else {
            Lit::FALSE
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
        if self.initial(a).is_some() {
            return circuit.and(self.same_place(a, b), later);
        }
        match (self.access(a), self.access(b)) {
            (Some((a, _)), Some((b, _))) => self.orders.co.get(a, b),
            (None, _) | (_, None) => Lit::FALSE,
        }
    }

    fn read_before(&self, circuit: &mut Circuit, a: usize, b: usize) -> Lit {
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
        let ctrl = relation == BaseRelation::Ctrl;
        if let Part::Fence(to) = self.parts[b] {
            let lit = all.ctrl_fence.get(from, to);
            return if ctrl { lit } else { Lit::FALSE };
        }
        let Some((to, _)) = self.access(b) else {
            return Lit::FALSE;
        };
        if ctrl {
            all.ctrl.get(from, to)
        } else if relation == BaseRelation::Data {
            circuit.and(all.data.get(from, to), self.writes(b))
        } else {
            all.addr.get(from, to)
        }
    }
}
