//! The events that a model speaks about: those of the unrolled program, with read-modify-writes
//! as one event or as two.

use crate::model::relation::options::Options;
use crate::program::events::{Event, EventKind, Unrolled};
use crate::program::symbolic::EventId;
use crate::program::{Program, ThreadId};
use crate::syntax::ast::{Access, Fence, Order, Proxy, Scope, Space};

use super::membership::Membership;
use crate::model::relation::base::BaseSet;

/// Which part of an event of the program a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// All of it.
    Whole,
    /// The read of a read-modify-write.
    ReadHalf,
    /// The write of a read-modify-write.
    WriteHalf,
}

/// An event as a model sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// The event of the unrolled program.
    pub event: EventId,
    /// Which part of it.
    pub part: Part,
    /// Its thread; none for initial writes.
    pub thread: Option<ThreadId>,
    /// The access that it is an element of.
    pub element_of: Option<usize>,
}

impl Node {
    /// Whether it is of the same thread as a node that stands behind it in the list, and not another element of
    /// the same access. The two halves of one read-modify-write are in order.
    #[must_use]
    pub fn comes_before(&self, later: &Self) -> bool {
        let together = self.event != later.event
            && self.element_of.is_some()
            && self.element_of == later.element_of;
        self.thread.is_some() && self.thread == later.thread && !together
    }
}

/// The nodes of a program under a model's options.
#[derive(Debug, Clone)]
pub struct Nodes {
    /// The nodes, in an order that program order respects.
    pub list: Vec<Node>,
    /// For each event of the program: the node that reads (or the only one), and the one that writes.
    pub of_event: Vec<(usize, usize)>,
}

impl Nodes {
    /// Makes the nodes.
    #[must_use]
    pub fn new(unrolled: &Unrolled, options: Options) -> Self {
        let mut list = Vec::new();
        let mut of_event = Vec::new();
        for (index, event) in unrolled.events.iter().enumerate() {
            let node = |part| Node {
                event: EventId(index),
                part,
                thread: event.thread,
                element_of: event.element_of,
            };
            let first = list.len();
            if matches!(event.kind, EventKind::ReadWrite { .. }) && !options.rmw_one_event {
                list.extend([node(Part::ReadHalf), node(Part::WriteHalf)]);
            } else {
                list.push(node(Part::Whole));
            }
            of_event.push((first, list.len() - 1));
        }
        Self { list, of_event }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

/// What never changes about a node, whatever the execution.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    pub(super) program: &'a Program,
    pub(super) event: &'a Event,
    node: Node,
}

impl<'a> Facts<'a> {
    /// The facts of a node.
    #[must_use]
    pub fn new(program: &'a Program, unrolled: &'a Unrolled, node: Node) -> Self {
        Self::of_event(program, &unrolled.events[node.event.0], node)
    }

    /// The facts of a node whose event is this one.
    #[must_use]
    pub const fn of_event(program: &'a Program, event: &'a Event, node: Node) -> Self {
        Self {
            program,
            event,
            node,
        }
    }

    /// Whether it reads.
    #[must_use]
    pub const fn reads(&self) -> bool {
        match self.event.kind {
            EventKind::Read { .. } => true,
            EventKind::ReadWrite { .. } => !matches!(self.node.part, Part::WriteHalf),
            EventKind::Initial { .. }
            | EventKind::Write { .. }
            | EventKind::Fence(_)
            | EventKind::Barrier { .. }
            | EventKind::Choice => false,
        }
    }

    /// Whether it writes, or can: a `cas` may fail.
    #[must_use]
    pub const fn writes(&self) -> bool {
        match self.event.kind {
            EventKind::Write { .. } | EventKind::Initial { .. } => true,
            EventKind::ReadWrite { .. } => !matches!(self.node.part, Part::ReadHalf),
            EventKind::Read { .. }
            | EventKind::Fence(_)
            | EventKind::Barrier { .. }
            | EventKind::Choice => false,
        }
    }

    const fn fence(&self) -> Option<Fence> {
        if let EventKind::Fence(fence) = self.event.kind {
            Some(fence)
        } else {
            None
        }
    }

    const fn initial(&self) -> bool {
        matches!(self.event.kind, EventKind::Initial { .. })
    }

    fn access(&self) -> Option<Access> {
        self.event.memory().map(|(_, access)| access)
    }

    fn rmw(&self) -> bool {
        matches!(self.event.kind, EventKind::ReadWrite { .. })
    }

    fn reduction(&self) -> bool {
        let instruction = self.event.thread.and_then(|thread| {
            let code = &self.program.threads.get(thread.0)?.code;
            code.get(self.event.instruction)
        });
        instruction.is_some_and(|instruction| instruction.kind.is_reduction())
    }

    fn order(&self) -> Option<Order> {
        self.access().map(|access| access.order)
    }

    /// Its scope, if it is of a kind that has one.
    #[must_use]
    pub fn scope(&self) -> Option<Scope> {
        match self.fence() {
            Some(Fence::Sc(scope) | Fence::AcqRel(scope)) => Some(scope),
            Some(_) => None,
            None => self
                .access()
                .filter(|access| access.order != Order::Weak)
                .map(|access| access.scope),
        }
    }

    fn acquires(&self) -> bool {
        self.reads()
            && matches!(
                self.order(),
                Some(Order::Acquire | Order::AcqRel | Order::Sc)
            )
    }

    fn releases(&self) -> bool {
        !self.initial()
            && self.writes()
            && matches!(
                self.order(),
                Some(Order::Release | Order::AcqRel | Order::Sc)
            )
    }

    fn relaxed(&self) -> bool {
        matches!(
            (self.order(), self.node.part),
            (Some(Order::Relaxed), _)
                | (Some(Order::Acquire), Part::WriteHalf)
                | (Some(Order::Release), Part::ReadHalf)
        ) || self.may_lose_its_release()
    }

    /// Whether it is a whole `cas` that does nothing but release: where it fails, it writes nothing
    /// that could be released.
    fn may_lose_its_release(&self) -> bool {
        self.rmw() && self.node.part == Part::Whole && self.order() == Some(Order::Release)
    }

    fn proxied(&self, proxy: Proxy) -> bool {
        match self.fence() {
            Some(Fence::Sc(_) | Fence::AcqRel(_)) => proxy == Proxy::Generic,
            Some(Fence::Proxy(own)) => own == proxy,
            Some(_) => false,
            None if self.initial() => proxy == Proxy::Generic,
            None => self.access().is_some_and(|access| access.proxy == proxy),
        }
    }

    /// When it is in a base set.
    #[must_use]
    pub fn membership(&self, set: BaseSet) -> Membership {
        if set == BaseSet::Global {
            return self.accesses(Space::Global);
        }
        if set == BaseSet::Shared {
            return self.accesses(Space::Shared);
        }
        let whole = self.rmw() && self.node.part == Part::Whole;
        if !self.may_be_in(set) {
            Membership::Never
        } else if whole && matches!(set, BaseSet::Write | BaseSet::Release) {
            Membership::Successful
        } else if set == BaseSet::Relaxed && self.may_lose_its_release() {
            Membership::Failed
        } else {
            Membership::Executed
        }
    }

    /// Whether it is in a base set in some execution.
    fn may_be_in(&self, set: BaseSet) -> bool {
        let fence = self.fence();
        match set {
            BaseSet::All => true,
            BaseSet::Read => self.reads(),
            BaseSet::Write => self.writes(),
            BaseSet::Memory => self.reads() || self.writes(),
            BaseSet::Fence => fence.is_some(),
            BaseSet::Barrier => matches!(self.event.kind, EventKind::Barrier { .. }),
            BaseSet::Rmw => self.rmw(),
            BaseSet::Reduction => self.reduction(),
            BaseSet::Initial => self.initial(),
            BaseSet::Weak => self.order() == Some(Order::Weak),
            BaseSet::Strong => {
                matches!(fence, Some(Fence::Sc(_) | Fence::AcqRel(_)))
                    || self.order().is_some_and(|order| order != Order::Weak)
            }
            BaseSet::Relaxed => self.relaxed(),
            BaseSet::Acquire => self.acquires(),
            BaseSet::Release => self.releases(),
            BaseSet::AcqRel => {
                matches!(fence, Some(Fence::Sc(_) | Fence::AcqRel(_)))
                    || self.order() == Some(Order::AcqRel)
            }
            BaseSet::Sc => matches!(fence, Some(Fence::Sc(_))) || self.order() == Some(Order::Sc),
            BaseSet::Remote => self.access().is_some_and(|access| access.remote),
            BaseSet::Thread => self.scope() == Some(Scope::Thread),
            BaseSet::Warp => self.scope() == Some(Scope::Warp),
            BaseSet::Cta => self.scope() == Some(Scope::Cta),
            BaseSet::Gpu => self.scope() == Some(Scope::Gpu),
            BaseSet::Sys => self.scope() == Some(Scope::Sys),
            BaseSet::Generic => self.proxied(Proxy::Generic),
            BaseSet::Surface => self.proxied(Proxy::Surface),
            BaseSet::Texture => self.proxied(Proxy::Texture),
            BaseSet::Constant => self.proxied(Proxy::Constant),
            BaseSet::Alias => fence == Some(Fence::Alias),
            BaseSet::Global => self.accesses(Space::Global) != Membership::Never,
            BaseSet::Shared => self.accesses(Space::Shared) != Membership::Never,
        }
    }
}
