//! One execution read as one of several programs that differ in fences, orders and scopes only.
//!
//! Each event may have several forms: of an access the orders and scopes, of a fence the kinds, and
//! that it is not there. Values, reads-from and coherence stay. Whether such an execution is one of
//! all these programs' is for [`bounds`](super::bounds) to say.

use std::collections::{BTreeMap, BTreeSet};

use super::bounds::{BoundedBase, Bounds, evaluate};
use super::concrete::{Executed, Execution};
use super::evaluate::Base as _;
use super::judge::Judged;
use super::nodes::{Facts, Node};
use super::scopes::{instance_contains, scope_includes};
use crate::model::relation::base::{Base, BaseRelation, BaseSet};
use crate::model::relation::expr::{Definition, ExprId};
use crate::program::events::{Event, EventKind, Unrolled};
use crate::program::symbolic::EventId;
use crate::program::{Program, ThreadId};
use crate::sat::bitset::{BitMatrix, BitSet};
use crate::sat::hitting::Values;
use crate::syntax::ast::{Access, Fence, Scope};

/// A form of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// It is not there.
    Absent,
    /// A fence.
    Fence(Fence),
    /// An access that is ordered like this.
    Access(Access),
    /// A barrier of its block, with this number.
    Barrier(i64),
}

/// What a model can see of an event in one of its forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Profile {
    present: bool,
    /// A bit for each base set.
    sets: u32,
    scope: Option<Scope>,
    /// Whether it takes part in the order of `fence.sc`.
    ordered: bool,
}

/// An execution whose events have forms.
#[derive(Debug)]
pub struct Variants<'a> {
    program: &'a Program,
    definition: &'a Definition,
    nodes: Vec<Node>,
    profiles: Vec<Vec<Profile>>,
    /// The order of `fence.sc` pairs, under a model that has one.
    fence_order: Option<BitMatrix>,
    /// The relations that do not depend on forms, all events being there.
    fixed: BTreeMap<BaseRelation, BitMatrix>,
}

impl<'a> Variants<'a> {
    /// An execution of a program, allowed by the model, in which all events with several forms are
    /// there.
    #[must_use]
    pub fn new(
        program: &'a Program,
        unrolled: &Unrolled,
        definition: &'a Definition,
        execution: &Execution,
        forms: &dyn Fn(EventId) -> Vec<Form>,
    ) -> Self {
        let judged = Judged::new(program, unrolled, execution, definition.options);
        let nodes = judged.nodes().list.clone();
        let there = judged.set(BaseSet::All);
        let profiles = nodes.iter().enumerate().map(|(index, &node)| {
            let event = &unrolled.events[node.event.0];
            let executed = execution.events.get(&node.event);
            let there = there.contains(index);
            let profile = |form| profile(program, event, node, form, (there, executed));
            let forms = forms(node.event);
            if forms.is_empty() {
                vec![profile(None)]
            } else {
                forms.into_iter().map(|form| profile(Some(form))).collect()
            }
        });
        let profiles = profiles.collect();
        let mut fence_order = BitMatrix::new(nodes.len());
        let node_of = |event: EventId| nodes.iter().position(|node| node.event == event);
        for &(from, to) in &execution.fence_order {
            if let (Some(from), Some(to)) = (node_of(from), node_of(to)) {
                fence_order.insert(from, to);
            }
        }
        let mentioned = mentioned(definition);
        let ordered = mentioned.contains(&BaseRelation::SyncFence);
        let fixed = mentioned
            .into_iter()
            .filter(|relation| !relation.is_of_forms())
            .map(|relation| (relation, judged.relation(relation)))
            .collect();
        Self {
            program,
            definition,
            nodes,
            profiles,
            fence_order: ordered.then_some(fence_order),
            fixed,
        }
    }

    /// Whether the execution is one of all programs in which each event has one of some forms: for
    /// each flag of the model whether it is surely raised, or nothing if some program may not have
    /// the execution.
    #[must_use]
    pub fn surely_allowed(&self, chosen: &dyn Fn(EventId) -> Option<Values>) -> Option<Vec<bool>> {
        let family = Family {
            all: self,
            profiles: self.choose(chosen),
        };
        if !family.fences_are_ordered() {
            return None;
        }
        let verdicts = evaluate(self.definition, &family);
        let axioms = self.definition.axioms.iter().zip(&verdicts);
        let allowed = axioms.filter(|(axiom, _)| !axiom.flag);
        if !allowed.into_iter().all(|(_, surely)| *surely == Some(true)) {
            return None;
        }
        let raised = verdicts.iter().map(|surely| *surely == Some(true));
        Some(raised.collect())
    }

    fn choose(&self, chosen: &dyn Fn(EventId) -> Option<Values>) -> Vec<Vec<Profile>> {
        let nodes = self.nodes.iter().zip(&self.profiles);
        nodes
            .map(|(node, profiles)| match chosen(node.event) {
                None => profiles.clone(),
                Some(values) => {
                    let profiles = profiles.iter().enumerate();
                    profiles
                        .filter(|(form, _)| values.contains(*form))
                        .map(|(_, profile)| *profile)
                        .collect()
                }
            })
            .collect()
    }

    fn includes(&self, own: usize, scope: Option<Scope>, other: usize) -> bool {
        let thread = |node: usize| -> Option<ThreadId> { self.nodes[node].thread };
        match (scope, thread(own), thread(other)) {
            (Some(scope), Some(own), Some(other)) => {
                scope_includes(self.program, own, scope, other)
            }
            _ => false,
        }
    }

    /// Whether a relation that depends on forms holds between two events in these forms.
    fn related(
        &self,
        relation: BaseRelation,
        (a, one): (usize, Profile),
        (b, other): (usize, Profile),
    ) -> bool {
        let reaches = || self.includes(a, one.scope, b);
        let mutual = || reaches() && self.includes(b, other.scope, a);
        match relation {
            BaseRelation::Reaches => reaches(),
            BaseRelation::ScopesInclude => mutual(),
            BaseRelation::Covers => {
                let instance =
                    |node: usize, scope: Option<Scope>| self.nodes[node].thread.zip(scope);
                match (instance(a, one.scope), instance(b, other.scope)) {
                    (Some(outer), Some(inner)) => instance_contains(self.program, outer, inner),
                    _ => false,
                }
            }
            BaseRelation::SameInstance => one.scope == other.scope && mutual(),
            BaseRelation::SyncFence => {
                let order = self.fence_order.as_ref();
                order.is_some_and(|order| order.contains(a, b))
                    && self.need_order((a, one), (b, other))
            }
            _ => false,
        }
    }

    /// Whether two events are `fence.sc` that have to be ordered.
    fn need_order(&self, (a, one): (usize, Profile), (b, other): (usize, Profile)) -> bool {
        let same_thread = self.nodes[a].thread == self.nodes[b].thread;
        let mutual = || self.includes(a, one.scope, b) && self.includes(b, other.scope, a);
        a != b && one.ordered && other.ordered && (same_thread || mutual())
    }
}

/// The executions of the programs of a family.
struct Family<'a> {
    all: &'a Variants<'a>,
    /// For each node the forms it may have.
    profiles: Vec<Vec<Profile>>,
}

impl Family<'_> {
    fn pairs(&self, a: usize, b: usize) -> impl Iterator<Item = (Profile, Profile)> + '_ {
        let same = self.all.nodes[a].event == self.all.nodes[b].event;
        let first = self.profiles[a].iter().enumerate();
        first.flat_map(move |(at, &one)| {
            let second = self.profiles[b].iter().enumerate();
            // The halves of one access have one form.
            let second = second.filter(move |(other, _)| !same || at == *other);
            second.map(move |(_, &other)| (one, other))
        })
    }

    /// Whether the order of `fence.sc` says something of all pairs that may have to be ordered. A model
    /// without one asks for nothing.
    fn fences_are_ordered(&self) -> bool {
        let Some(order) = &self.all.fence_order else {
            return true;
        };
        (0..self.events()).all(|a| {
            (0..a).all(|b| {
                let mut pairs = self.pairs(a, b);
                order.contains(a, b)
                    || order.contains(b, a)
                    || !pairs.any(|(one, other)| {
                        one.present && other.present && self.all.need_order((a, one), (b, other))
                    })
            })
        })
    }
}

impl BoundedBase for Family<'_> {
    fn events(&self) -> usize {
        self.profiles.len()
    }

    fn set(&self, set: BaseSet) -> Bounds<BitSet> {
        let (mut must, mut may) = (BitSet::new(self.events()), BitSet::new(self.events()));
        for (node, profiles) in self.profiles.iter().enumerate() {
            let is_in = |profile: &Profile| profile.present && profile.sets & bit(set) != 0;
            if profiles.iter().all(is_in) {
                must.insert(node);
            }
            if profiles.iter().any(is_in) {
                may.insert(node);
            }
        }
        Bounds { must, may }
    }

    fn relation(&self, relation: BaseRelation) -> Bounds<BitMatrix> {
        let size = self.events();
        if let Some(fixed) = self.all.fixed.get(&relation) {
            let there = self.set(BaseSet::All);
            return Bounds {
                must: fixed.among(&there.must),
                may: fixed.among(&there.may),
            };
        }
        let (mut must, mut may) = (BitMatrix::new(size), BitMatrix::new(size));
        for a in 0..size {
            for b in 0..size {
                let holds = |(one, other): (Profile, Profile)| {
                    one.present && other.present && self.all.related(relation, (a, one), (b, other))
                };
                if self.pairs(a, b).all(holds) {
                    must.insert(a, b);
                }
                if self.pairs(a, b).any(holds) {
                    may.insert(a, b);
                }
            }
        }
        Bounds { must, may }
    }
}

/// The event in another form.
fn reformed(event: &Event, form: Option<Form>) -> Event {
    let mut event = event.clone();
    match (&mut event.kind, form) {
        (EventKind::Fence(own), Some(Form::Fence(fence))) => *own = fence,
        (
            EventKind::Read { access: own, .. }
            | EventKind::Write { access: own, .. }
            | EventKind::ReadWrite { access: own, .. },
            Some(Form::Access(access)),
        ) => *own = access,
        (
            EventKind::Initial { .. }
            | EventKind::Read { .. }
            | EventKind::Write { .. }
            | EventKind::ReadWrite { .. }
            | EventKind::Fence(_)
            | EventKind::Barrier { .. }
            | EventKind::Choice,
            _,
        ) => {}
    }
    event
}

fn profile(
    program: &Program,
    event: &Event,
    node: Node,
    form: Option<Form>,
    (there, executed): (bool, Option<&Executed>),
) -> Profile {
    let event = reformed(event, form);
    let facts = Facts::of_event(program, &event, node);
    let wrote = executed.is_some_and(|executed| executed.wrote.is_some());
    let space = executed.and_then(|executed| executed.space(program));
    let is_in = |set: &&BaseSet| facts.membership(**set).holds(wrote, space);
    let sets = BaseSet::ALL.iter().filter(is_in);
    Profile {
        present: there && form != Some(Form::Absent),
        sets: sets.fold(0, |sets, set| sets | bit(*set)),
        scope: facts.scope(),
        ordered: matches!(event.kind, EventKind::Fence(Fence::Sc(_))),
    }
}

const fn bit(set: BaseSet) -> u32 {
    1 << set as u32
}

/// The base relations that a model speaks of.
fn mentioned(definition: &Definition) -> BTreeSet<BaseRelation> {
    let arena = &definition.arena;
    let all = (0..arena.len()).filter_map(|index| u32::try_from(index).ok());
    all.filter_map(|index| match arena.get(ExprId(index)).base() {
        Some(Base::Relation(relation)) => Some(relation),
        Some(Base::Set(_)) | None => None,
    })
    .collect()
}
