//! What a model can tell apart.

use std::collections::BTreeSet;

use crate::execution::scopes::scope_includes;
use crate::execution::variants::Form;
use crate::model::Model;
use crate::model::registry::Kind;
use crate::model::relation::base::{Base, BaseRelation, BaseSet};
use crate::model::relation::expr::{Definition, ExprId};
use crate::program::{Program, ThreadId};
use crate::syntax::ast::{Access, Fence, Order, Scope};

/// What a model can tell apart: two forms it cannot have one price, the lower one.
#[derive(Debug, Clone)]
pub enum Vocabulary {
    /// The sets and relations that its axioms speak of.
    Axioms(BTreeSet<BaseSet>, BTreeSet<BaseRelation>),
    /// Block fences from device fences.
    Machine,
}

/// All that a model sees of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    present: bool,
    sets: Vec<bool>,
    scope: SeenScope,
    ordered: bool,
    /// Of a model that speaks of relaxed accesses: an atomic can be one with one half.
    order: Option<Order>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum SeenScope {
    Nothing,
    /// Which threads it includes.
    Threads(Vec<bool>),
    Itself(Scope),
    /// Whether it is wider than a block.
    Wide(bool),
}

/// The sets that depend on orders and kinds of fences.
const SETS: [BaseSet; 7] = [
    BaseSet::Weak,
    BaseSet::Strong,
    BaseSet::Acquire,
    BaseSet::Release,
    BaseSet::AcqRel,
    BaseSet::Sc,
    BaseSet::Remote,
];

impl Vocabulary {
    /// What a model can tell apart.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        match &model.kind {
            Kind::Axiomatic(axiomatic) => of_definition(&axiomatic.definition),
            Kind::Operational(_) => Self::Machine,
        }
    }

    /// Whether fences, orders, scopes or barriers can change what it says at all.
    #[must_use]
    pub fn can_be_helped(&self) -> bool {
        let sets = [
            BaseSet::Fence,
            BaseSet::Barrier,
            BaseSet::Relaxed,
            BaseSet::Alias,
        ];
        matches!(self, Self::Machine)
            || SETS.into_iter().chain(sets).any(|set| self.speaks(set))
            || self.tells_fences_apart()
            || self.tells_scopes_apart()
            || self.relates(&[BaseRelation::SyncBarrier])
    }

    fn speaks(&self, set: BaseSet) -> bool {
        matches!(self, Self::Axioms(sets, _) if sets.contains(&set))
    }

    fn relates(&self, relations: &[BaseRelation]) -> bool {
        matches!(self, Self::Axioms(_, known) if relations.iter().any(|one| known.contains(one)))
    }

    /// Whether it can tell `fence.sc` from `fence.acq_rel`.
    #[must_use]
    pub fn tells_fences_apart(&self) -> bool {
        self.speaks(BaseSet::Sc) || self.relates(&[BaseRelation::SyncFence])
    }

    /// Whether it can tell scopes apart at all.
    #[must_use]
    pub fn tells_scopes_apart(&self) -> bool {
        matches!(self, Self::Machine) || self.names_scopes() || self.includes()
    }

    /// Whether it knows scopes by more than the threads they include.
    fn names_scopes(&self) -> bool {
        [
            BaseSet::Thread,
            BaseSet::Warp,
            BaseSet::Cta,
            BaseSet::Gpu,
            BaseSet::Sys,
        ]
        .into_iter()
        .any(|set| self.speaks(set))
            || self.relates(&[BaseRelation::Covers, BaseRelation::SameInstance])
    }

    fn includes(&self) -> bool {
        self.relates(&[
            BaseRelation::ScopesInclude,
            BaseRelation::Reaches,
            BaseRelation::SyncFence,
        ])
    }

    /// What the model sees of a form in a thread.
    #[must_use]
    pub fn sees(&self, program: &Program, thread: ThreadId, form: Form) -> Seen {
        let scope = match form {
            Form::Fence(Fence::Sc(scope) | Fence::AcqRel(scope)) => Some(scope),
            Form::Access(access) if access.order != Order::Weak => Some(access.scope),
            Form::Absent | Form::Barrier(_) | Form::Fence(_) | Form::Access(_) => None,
        };
        let scope = scope.map_or(SeenScope::Nothing, |scope| {
            self.sees_scope(program, thread, scope)
        });
        let sets = SETS.into_iter().filter(|&set| self.speaks(set));
        let fence = matches!(form, Form::Fence(_));
        Seen {
            present: form != Form::Absent,
            sets: sets.map(|set| is_in(form, set)).collect(),
            scope,
            ordered: fence && self.tells_fences_apart() && is_in(form, BaseSet::Sc),
            order: match form {
                Form::Access(access) if self.speaks(BaseSet::Relaxed) => Some(access.order),
                Form::Absent | Form::Barrier(_) | Form::Fence(_) | Form::Access(_) => None,
            },
        }
    }

    fn sees_scope(&self, program: &Program, thread: ThreadId, scope: Scope) -> SeenScope {
        if matches!(self, Self::Machine) {
            return SeenScope::Wide(scope > Scope::Cta);
        }
        if self.names_scopes() {
            return SeenScope::Itself(scope);
        }
        if !self.includes() {
            return SeenScope::Nothing;
        }
        let others = (0..program.threads.len()).map(ThreadId);
        let included = others.map(|other| scope_includes(program, thread, scope, other));
        SeenScope::Threads(included.collect())
    }
}

fn of_definition(definition: &Definition) -> Vocabulary {
    let arena = &definition.arena;
    let (mut sets, mut relations) = (BTreeSet::new(), BTreeSet::new());
    let all = (0..arena.len()).filter_map(|index| u32::try_from(index).ok());
    for index in all {
        match arena.get(ExprId(index)).base() {
            Some(Base::Set(set)) => {
                sets.insert(set);
            }
            Some(Base::Relation(relation)) => {
                relations.insert(relation);
            }
            None => {}
        }
    }
    Vocabulary::Axioms(sets, relations)
}

/// Whether events of a form are in a set, as far as that depends on the form.
fn is_in(form: Form, set: BaseSet) -> bool {
    match form {
        Form::Absent | Form::Barrier(_) => false,
        Form::Fence(fence) => match set {
            BaseSet::Strong | BaseSet::AcqRel => matches!(fence, Fence::Sc(_) | Fence::AcqRel(_)),
            BaseSet::Sc => matches!(fence, Fence::Sc(_)),
            _ => false,
        },
        Form::Access(Access { order, remote, .. }) => match set {
            BaseSet::Weak => order == Order::Weak,
            BaseSet::Strong => order != Order::Weak,
            BaseSet::Acquire => matches!(order, Order::Acquire | Order::AcqRel | Order::Sc),
            BaseSet::Release => matches!(order, Order::Release | Order::AcqRel | Order::Sc),
            BaseSet::AcqRel => order == Order::AcqRel,
            BaseSet::Sc => order == Order::Sc,
            _ => set == BaseSet::Remote && remote,
        },
    }
}
