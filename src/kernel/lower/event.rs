//! What an event of a thread is.

use std::collections::BTreeMap;

use crate::program::events::{Dependency, Event, EventKind, Place as Target};
use crate::program::symbolic::{EventId, FALSE, GuardId, ValueId};
use crate::program::{Instruction, InstructionKind, LocationId, ThreadId};
use crate::ptx::operation::{Access, Order, Scope};
use crate::syntax::ast::{self, Comparison, TypeKind};
use crate::syntax::span::Span;

use super::emit::Emitter;
use super::graph::{Edge, Node, What};
use super::lowered::Told;
use super::ways::Here;

/// Values are numbers that are only compared.
pub const WHOLE: ast::Type = ast::Type {
    kind: TypeKind::Signed,
    bits: 64,
};

/// An access that races with none and orders nothing.
pub const STRONG: ast::Access = ast::Access {
    order: ast::Order::Relaxed,
    scope: ast::Scope::Sys,
    remote: false,
    proxy: ast::Proxy::Generic,
    space: None,
    ty: WHOLE,
};

impl Emitter<'_> {
    pub fn event(
        &mut self,
        (thread, element_of): (usize, Option<usize>),
        node: &Node,
        here: &Here,
        guard: GuardId,
    ) -> EventId {
        let id = EventId(self.out.events.len());
        let list = |found: BTreeMap<EventId, GuardId>| -> Vec<Dependency> {
            found
                .into_iter()
                .map(|(on, when)| Dependency { on, when })
                .collect()
        };
        let mut ctrl = here.decided.clone();
        for (read, when) in Self::dependencies(here, node.guard) {
            let known = ctrl.get(&read).copied().unwrap_or(FALSE);
            ctrl.insert(read, self.out.symbolic.or(known, when));
        }
        let reduces = matches!(node.what, What::Update { reduces: true, .. });
        let mut data = 0;
        let accessed_here = node.what.accessed();
        let place = accessed_here.map_or(LocationId(0), |(cell, of)| self.know.location(cell, of));
        let place = Target::Fixed(place);
        let kind = match &node.what {
            What::Read { access, .. } => EventKind::Read {
                place,
                access: accessed(*access),
            },
            What::Write {
                access,
                datum,
                data: from,
                ..
            } => {
                data = *from;
                let value = self.numbers.number(*datum);
                EventKind::Write {
                    place,
                    value: self.out.symbolic.constant(value),
                    access: accessed(*access),
                }
            }
            What::Update {
                access,
                uses_old,
                data: from,
                ..
            } => {
                data = *from;
                let (value, success) = self.update(id, &node.edges);
                EventKind::ReadWrite {
                    place,
                    value,
                    success,
                    uses_old: *uses_old,
                    access: accessed(*access),
                }
            }
            What::Fence { sequential, scope } => EventKind::Fence(if *sequential {
                ast::Fence::Sc(scoped(*scope))
            } else {
                ast::Fence::AcqRel(scoped(*scope))
            }),
            What::Meet(meet) => {
                let name = (meet.with, meet.round);
                let name = self.know.seen(self.setup, thread, name);
                let name = self.out.symbolic.constant(name);
                let count = meet.with.count().map(u64::cast_signed);
                EventKind::Barrier {
                    arrive: meet.arrives,
                    id: name,
                    barrier: name,
                    quorum: count.map(|count| self.out.symbolic.constant(count)),
                }
            }
            What::Gather(_) | What::Choose | What::Stop { .. } => {
                EventKind::Fence(ast::Fence::Hole)
            }
        };
        self.out.events.push(Event {
            thread: Some(ThreadId(thread)),
            instruction: if reduces { REDUCES } else { 0 },
            span: Span::default(),
            element_of,
            guard,
            kind,
            addr: list(Self::dependencies(here, node.address)),
            data: list(Self::dependencies(here, data)),
            ctrl: list(ctrl),
        });
        self.told.push(Some(Told {
            thread,
            place: node.place,
            cell: accessed_here.map(|(cell, _)| cell),
            of: accessed_here.map(|(_, of)| of),
        }));
        id
    }

    /// What an update writes, and when.
    fn update(&mut self, id: EventId, edges: &[Edge]) -> (ValueId, GuardId) {
        let symbolic = &mut self.out.symbolic;
        let read = symbolic.read(id);
        let mut value = None;
        let mut fails = FALSE;
        for edge in edges {
            let Some(on) = edge.on else { continue };
            let old = symbolic.constant(self.numbers.number(on));
            let here = symbolic.compare(Comparison::Eq, WHOLE, read, old);
            let Some(new) = edge.new else {
                fails = symbolic.or(fails, here);
                continue;
            };
            let new = symbolic.constant(self.numbers.number(new));
            value = Some(match value {
                None => new,
                Some(others) => symbolic.select(here, new, others),
            });
        }
        let nothing = symbolic.constant(0);
        match value {
            Some(value) => (value, symbolic.not(fails)),
            None => (nothing, FALSE),
        }
    }
}

/// An event without dependencies.
pub const fn bare(thread: Option<usize>, guard: GuardId, kind: EventKind) -> Event {
    Event {
        thread: match thread {
            Some(thread) => Some(ThreadId(thread)),
            None => None,
        },
        instruction: 0,
        span: Span { start: 0, end: 0 },
        element_of: None,
        guard,
        kind,
        addr: Vec::new(),
        data: Vec::new(),
        ctrl: Vec::new(),
    }
}

pub fn accessed(access: Access) -> ast::Access {
    let order = match access.order {
        Order::Weak => ast::Order::Weak,
        Order::Volatile | Order::Relaxed => ast::Order::Relaxed,
        Order::Acquire => ast::Order::Acquire,
        Order::Release => ast::Order::Release,
        Order::AcquireRelease => ast::Order::AcqRel,
    };
    let scope = if access.order == Order::Volatile {
        ast::Scope::Sys
    } else {
        scoped(access.scope)
    };
    ast::Access {
        order,
        scope: order.scope(scope),
        remote: false,
        proxy: ast::Proxy::Generic,
        space: None,
        ty: WHOLE,
    }
}

const fn scoped(scope: Scope) -> ast::Scope {
    match scope {
        Scope::Block => ast::Scope::Cta,
        Scope::Device => ast::Scope::Gpu,
        Scope::System => ast::Scope::Sys,
    }
}

/// The place in a thread's code of the instruction that stands for all reductions: models tell from the
/// instruction that nobody sees what is read.
pub const REDUCES: usize = 1;

/// The instruction of everything else.
#[must_use]
pub const fn nothing() -> Instruction {
    Instruction {
        span: Span { start: 0, end: 0 },
        guard: None,
        kind: InstructionKind::Fence(ast::Fence::Hole),
    }
}

/// The instruction that stands for all reductions.
#[must_use]
pub const fn reduction() -> Instruction {
    Instruction {
        span: Span { start: 0, end: 0 },
        guard: None,
        kind: InstructionKind::Atomic {
            dst: None,
            target: crate::program::Target::Location(LocationId(0)),
            op: ast::AtomicOp::Arithmetic(ast::Arithmetic::Add),
            operands: Vec::new(),
            access: STRONG,
        },
    }
}
