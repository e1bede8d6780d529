//! The HRF models as predicates: what is consistent, and what is a heterogeneous race.

use super::event::Event;
use super::graph::Execution;
use super::hrf_scopes::Scopes;
use super::matrix::{Matrix, Set, members};
use super::models::{coherent, sequential};
use super::switches::{Switch, Switches};
use crate::program::Program;
use crate::syntax::ast::{Order, Scope};

/// Which of the HRF models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// Synchronization through one kind of scope at a time.
    Direct,
    /// Chains through several kinds of scope.
    Indirect,
    /// Scopes that include each other match, and executions need not be sequentially consistent.
    Relaxed,
    /// As relaxed, with remote-scope promotion.
    Rsp,
}

impl Variant {
    const fn is_sequential(self) -> bool {
        matches!(self, Self::Direct | Self::Indirect)
    }
}

/// The parts of sequential consistency.
pub const SEQUENTIAL: [Switch; 4] = [
    Switch::HrfScPo,
    Switch::HrfScRf,
    Switch::HrfScCo,
    Switch::HrfScFr,
];

/// The parts of coherence.
pub const COHERENCE: [Switch; 4] = [
    Switch::HrfCoherencePoLoc,
    Switch::HrfCoherenceRf,
    Switch::HrfCoherenceCo,
    Switch::HrfCoherenceFr,
];

/// Whether an execution is consistent; whether it has a race is another question.
#[must_use]
pub fn allows(
    program: &Program,
    variant: Variant,
    execution: &Execution,
    switches: Switches,
) -> bool {
    if variant.is_sequential() {
        return sequential(execution, switches, SEQUENTIAL);
    }
    if !coherent(execution, switches, COHERENCE) {
        return false;
    }
    let judged = Judged::new(program, variant, execution, switches);
    let ordered = !switches.on(Switch::HrfHappensBefore) || judged.hhb.is_irreflexive();
    ordered && judged.agrees() && judged.atomics_agree()
}

/// The first two accesses that race in a consistent execution, if any do.
#[must_use]
pub fn race(
    program: &Program,
    variant: Variant,
    execution: &Execution,
    switches: Switches,
) -> Option<(usize, usize)> {
    let judged = Judged::new(program, variant, execution, switches);
    let count = execution.events.len();
    let mut pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    pairs.find(|&(a, b)| judged.conflict(a, b) && !judged.ordered(a, b) && !judged.meet(a, b))
}

/// An execution with its happens-before.
struct Judged<'a> {
    execution: &'a Execution,
    variant: Variant,
    switches: Switches,
    scopes: Scopes<'a>,
    hhb: Matrix,
}

impl<'a> Judged<'a> {
    fn new(
        program: &Program,
        variant: Variant,
        execution: &'a Execution,
        switches: Switches,
    ) -> Self {
        let mut scopes = Scopes::new(program, execution, switches);
        if variant == Variant::Rsp {
            scopes.promote();
        }
        let mut judged = Self {
            execution,
            variant,
            switches,
            scopes,
            hhb: Matrix::empty(execution.events.len()),
        };
        judged.hhb = judged.happens_before();
        judged
    }

    fn event(&self, event: usize) -> &Event {
        &self.execution.events[event]
    }

    /// `(po ∪ so)⁺`, in `hrf-direct` for one kind of scope at a time.
    fn happens_before(&self) -> Matrix {
        let synchronized = self.synchronized();
        let chains = |so: &Matrix| {
            let mut steps = self.execution.po.clone();
            steps.join_if(true, so);
            steps.closure()
        };
        if self.variant != Variant::Direct || !self.switches.on(Switch::HrfOneKind) {
            return chains(&synchronized);
        }
        let mut hhb = Matrix::empty(self.execution.events.len());
        for kind in Scope::ALL {
            // Matching scopes are of one kind here.
            let of_kind = synchronized.filter(|release, _| self.event(release).scope == kind);
            hhb.join_if(true, &chains(&of_kind));
        }
        hhb
    }

    /// `so`: a release with the acquires after it whose scope matches.
    fn synchronized(&self) -> Matrix {
        let by_order = self.switches.on(Switch::HrfSoCoherence);
        Matrix::of(self.execution.events.len(), |a, b| {
            self.scopes.releases(a)
                && self.scopes.acquires(b)
                && self.scopes.before(a, b)
                && (by_order || self.execution.rf.has(a, b))
                && self.matching((a, self.scopes.releasing[a]), (b, self.scopes.acquiring[b]))
        })
    }

    fn matching(&self, a: (usize, Set), b: (usize, Set)) -> bool {
        if self.variant.is_sequential() == self.switches.on(Switch::HrfMatching) {
            self.scopes.same(a, b)
        } else {
            self.scopes.inclusive(a, b)
        }
    }

    /// `(rf ∪ co ∪ fr);hhb` is irreflexive.
    fn agrees(&self) -> bool {
        let mut order = Matrix::empty(self.execution.events.len());
        let on = |switch| self.switches.on(switch);
        order.join_if(on(Switch::HrfConsistencyRf), &self.execution.rf);
        order.join_if(on(Switch::HrfConsistencyCo), &self.execution.co);
        order.join_if(on(Switch::HrfConsistencyFr), &self.execution.fr());
        (0..self.execution.events.len())
            .all(|earlier| members(order.row(earlier)).all(|later| !self.hhb.has(later, earlier)))
    }

    /// Over `.sc` atomics whose scopes include each other, as written, `po ∪ hhb ∪ rf ∪ co ∪ fr` is
    /// acyclic.
    fn atomics_agree(&self) -> bool {
        let mut order = Matrix::empty(self.execution.events.len());
        let on = |switch| self.switches.on(switch);
        order.join_if(on(Switch::HrfScAtomicsPo), &self.execution.po);
        order.join_if(on(Switch::HrfScAtomicsHhb), &self.hhb);
        order.join_if(on(Switch::HrfScAtomicsRf), &self.execution.rf);
        order.join_if(on(Switch::HrfScAtomicsCo), &self.execution.co);
        order.join_if(on(Switch::HrfScAtomicsFr), &self.execution.fr());
        let sc = |event: usize| self.event(event).order == Order::Sc;
        let among = order.filter(|a, b| {
            let scoped = !on(Switch::HrfScAtomicsScopes)
                || self
                    .scopes
                    .inclusive((a, self.scopes.written[a]), (b, self.scopes.written[b]));
            sc(a) && sc(b) && scoped
        });
        among.is_acyclic()
    }

    /// Two accesses of one location by different threads, at least one a write.
    fn conflict(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.event(a), self.event(b));
        a.thread.is_some()
            && b.thread.is_some()
            && a.thread != b.thread
            && a.is_access()
            && a.location == b.location
            && (a.is_write() || b.is_write())
    }

    fn ordered(&self, a: usize, b: usize) -> bool {
        self.hhb.has(a, b) || self.hhb.has(b, a)
    }

    /// Two atomics whose scopes match, after promotion, or one of which is remote and reaches the
    /// other's thread, as written.
    fn meet(&self, a: usize, b: usize) -> bool {
        let atomic = |event: &Event| event.locked || event.order != Order::Weak;
        if !atomic(self.event(a)) || !atomic(self.event(b)) {
            return false;
        }
        let scope = |event: usize| {
            let widest = self.scopes.releasing[event] | self.scopes.acquiring[event];
            (event, widest)
        };
        let reaches = |remote: usize, other: usize| {
            let within = self.scopes.thread(other) & !self.scopes.written[remote] == 0;
            self.event(remote).remote && within
        };
        let remote = self.variant == Variant::Rsp
            && self.switches.on(Switch::HrfRemoteExempt)
            && (reaches(a, b) || reaches(b, a));
        remote || self.matching(scope(a), scope(b)) || !self.switches.on(Switch::HrfRaceScopes)
    }
}
