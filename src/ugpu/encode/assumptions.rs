//! Parts of the formula behind named assumptions, so that an unsat core can speak of them.
//!
//! An assumption stands only as a premise: some clauses, or edges of the order, hold where it is
//! assumed. So without it there are fewer clauses, and every execution that there was is still one:
//! dropping an assumption only adds executions. With all of them the clauses are those of the
//! formula without assumptions, which says exactly what the machine does. What is named, and what
//! holds no more without it:
//!
//! - a fence's waiting ([`FencePart::WaitsFor`], [`FencePart::HoldsUp`]): edges of the order. The
//!   fence still has a point, but anywhere in time as far as those operations go.
//! - a fence's delivery ([`FencePart::Delivers`]): the clause that what is owned at its point has
//!   been delivered. A block fence still may deliver, each store or not, as its deliveries have
//!   literals of their own. (To leave the fence out would be no weakening: `docs/ugpu.md`.)
//! - a dependency, a pair that a queue keeps in order: an edge of the order.
//! - a rule ([`Rule`](crate::verdict::machine::Rule)) for a location: the clauses that say it, see there.
//! - a conjunct of the condition or the filter: the demand that it holds.

use std::collections::BTreeMap;

use crate::program::LocationId;
use crate::program::events::Unrolled;
use crate::sat::{Circuit, Lit};

use super::accesses::{Kind, Operation};
use crate::verdict::machine::{Class, FencePart, Item, Rule, Site};

/// The assumptions made so far; none where everything is certain.
#[derive(Debug, Default)]
pub struct Assumptions {
    named: Option<BTreeMap<Item, Lit>>,
}

impl Assumptions {
    /// Everything is certain: for verdicts without reasons.
    pub fn certain() -> Self {
        Self::default()
    }

    /// Everything that a reason can name is an assumption.
    pub const fn named() -> Self {
        Self {
            named: Some(BTreeMap::new()),
        }
    }

    /// The literal under which a part of the formula holds.
    pub fn assume(&mut self, circuit: &mut Circuit, item: Item) -> Lit {
        let Some(named) = &mut self.named else {
            return Lit::TRUE;
        };
        *named.entry(item).or_insert_with(|| circuit.variable())
    }

    /// The literal under which a rule holds for a location.
    pub fn rule(&mut self, circuit: &mut Circuit, rule: Rule, location: LocationId) -> Lit {
        self.assume(circuit, Item::Rule { rule, location })
    }

    /// The literal under which the program order of two operations of a thread counts, given
    /// that the queues keep it.
    pub fn order(
        &mut self,
        circuit: &mut Circuit,
        unrolled: &Unrolled,
        (first, second): (&Operation, &Operation),
    ) -> Lit {
        if self.named.is_none() {
            return Lit::TRUE;
        }
        let (a, b) = (site(unrolled, first), site(unrolled, second));
        let item = match (first.kind, second.kind) {
            (_, Kind::Fence(_)) => Item::Fence {
                fence: b,
                part: FencePart::WaitsFor(class(first.kind)),
            },
            (Kind::Fence(_), _) => Item::Fence {
                fence: a,
                part: FencePart::HoldsUp(class(second.kind)),
            },
            (
                Kind::Load | Kind::Store | Kind::Update(_),
                Kind::Load | Kind::Store | Kind::Update(_),
            ) => Item::Queue {
                first: a,
                second: b,
            },
        };
        self.assume(circuit, item)
    }

    /// All of them, in order.
    pub fn into_items(self) -> Vec<(Item, Lit)> {
        self.named.unwrap_or_default().into_iter().collect()
    }
}

/// Where an operation is written.
pub fn site(unrolled: &Unrolled, operation: &Operation) -> Site {
    let event = &unrolled.events[operation.event.0];
    Site {
        event: operation.event,
        thread: operation.thread,
        instruction: event.instruction,
        span: event.span,
    }
}

const fn class(kind: Kind) -> Class {
    match kind {
        Kind::Load => Class::Loads,
        Kind::Store | Kind::Update(_) => Class::Stores,
        Kind::Fence(_) => Class::Fences,
    }
}
