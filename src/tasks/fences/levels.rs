//! What can stand at a place: nothing or a fence, or an access with an order and a scope.

use crate::execution::variants::Form;
use crate::program::edit::AccessKind;
use crate::program::{Program, ThreadId};
use crate::syntax::ast::{Access, Fence, Order, Proxy, Scope};

use super::prices::Prices;
use super::vocabulary::{Seen, Vocabulary};

/// One of the things that can stand at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// What it is.
    pub form: Form,
    /// What it costs.
    pub price: u64,
}

/// The orders that an access may be given.
const ORDERS: [Order; 5] = [
    Order::Relaxed,
    Order::Acquire,
    Order::Release,
    Order::AcqRel,
    Order::Sc,
];

/// Finds levels: all forms that the model accepts and tells apart.
pub(super) struct Levels<'a> {
    pub(super) program: &'a Program,
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) prices: &'a Prices,
    /// Whether what stands there may be weakened.
    pub(super) may_weaken: bool,
    /// Whether the model gives an instruction a meaning when it is of this form.
    pub(super) accepts: &'a dyn Fn(Form) -> bool,
}

impl Levels<'_> {
    /// Nothing, or a fence.
    pub(super) fn of_fence(&self, thread: ThreadId, given: Form) -> Vec<Level> {
        // Of two kinds that are one to the model, the one with the shorter name.
        let kinds: [fn(Scope) -> Fence; 2] = if self.vocabulary.tells_fences_apart() {
            [Fence::AcqRel, Fence::Sc]
        } else {
            [Fence::Sc, Fence::AcqRel]
        };
        let forms = kinds
            .into_iter()
            .flat_map(|kind| Scope::ALL.map(|scope| Form::Fence(kind(scope))));
        self.distinct(thread, given, [Form::Absent].into_iter().chain(forms))
    }

    /// What is given, and something else instead.
    pub(super) fn present_or_not(&self, given: Form, other: Form) -> Vec<Level> {
        let forms = [given, other].into_iter();
        let accepted = forms.filter(|&form| form == given || (self.accepts)(form));
        accepted
            .map(|form| Level {
                form,
                price: self.prices.of(form),
            })
            .collect()
    }

    /// The orders and scopes of an access.
    pub(super) fn of_access(
        &self,
        thread: ThreadId,
        kind: AccessKind,
        given: Access,
    ) -> Vec<Level> {
        if given.proxy != Proxy::Generic {
            return Vec::new();
        }
        let mut accesses = Vec::new();
        if kind != AccessKind::Atomic {
            accesses.push(Access {
                order: Order::Weak,
                scope: Scope::Sys,
                remote: false,
                ..given
            });
        }
        for order in ORDERS.into_iter().filter(|&order| kind.can_be(order)) {
            for scope in Scope::ALL {
                let access = Access {
                    order,
                    scope,
                    remote: false,
                    ..given
                };
                accesses.push(access);
                if matches!(order, Order::Acquire | Order::Release | Order::AcqRel) {
                    accesses.push(Access {
                        remote: true,
                        ..access
                    });
                }
            }
        }
        let forms = accesses.into_iter().map(Form::Access);
        self.distinct(thread, Form::Access(given), forms)
    }

    /// Of forms that the model cannot tell apart the cheapest, or the one that stands there
    /// already, which needs no change; at the price of the cheapest. Where nothing may be weakened it is the cheapest
    /// that is as strong as what stands there: of a scope that is wider than the model can tell, too.
    fn distinct(
        &self,
        thread: ThreadId,
        given: Form,
        forms: impl Iterator<Item = Form>,
    ) -> Vec<Level> {
        let mut found: Vec<(Seen, Level)> = Vec::new();
        for form in [given].into_iter().chain(forms) {
            let accepted = form == given || self.is_sensible(form) && (self.accepts)(form);
            if !accepted {
                continue;
            }
            let seen = self.vocabulary.sees(self.program, thread, form);
            let price = self.price(form);
            match found.iter_mut().find(|(other, _)| *other == seen) {
                None => found.push((seen, Level { form, price })),
                Some((_, level)) => {
                    let keeps = |form: Form| self.may_weaken || at_least(form, given);
                    let better = match (keeps(level.form), keeps(form)) {
                        (true, false) => false,
                        (false, true) => true,
                        (true, true) | (false, false) => price < level.price,
                    };
                    if level.form != given && better {
                        level.form = form;
                    }
                    level.price = level.price.min(price);
                }
            }
        }
        found.into_iter().map(|(_, level)| level).collect()
    }

    /// Where scopes mean nothing, those of single threads look odd.
    fn is_sensible(&self, form: Form) -> bool {
        let scope = match form {
            Form::Fence(Fence::Sc(scope) | Fence::AcqRel(scope)) => scope,
            Form::Access(access) if access.order != Order::Weak => access.scope,
            Form::Absent | Form::Barrier(_) | Form::Fence(_) | Form::Access(_) => return true,
        };
        let fence = matches!(form, Form::Fence(_));
        scope >= Scope::Cta || !fence && self.vocabulary.tells_scopes_apart()
    }

    fn price(&self, form: Form) -> u64 {
        match form {
            Form::Fence(Fence::Sc(scope)) if !self.vocabulary.tells_fences_apart() => {
                self.prices.of(Form::Fence(Fence::AcqRel(scope)))
            }
            form => self.prices.of(form),
        }
    }
}

/// Whether a form is at least as strong as another of the same place. This guides the search; no
/// answer rests on it.
#[must_use]
pub fn at_least(strong: Form, weak: Form) -> bool {
    match (strong, weak) {
        (_, Form::Absent) => true,
        (Form::Fence(strong), Form::Fence(weak)) => {
            let (kind, scope) = rank(strong);
            let (other, narrow) = rank(weak);
            kind >= other && scope >= narrow
        }
        (Form::Access(strong), Form::Access(weak)) => {
            order_at_least(strong.order, weak.order)
                && (weak.order == Order::Weak
                    || strong.scope >= weak.scope && strong.remote >= weak.remote)
        }
        _ => false,
    }
}

const fn rank(fence: Fence) -> (u8, Option<Scope>) {
    match fence {
        Fence::Sc(scope) => (2, Some(scope)),
        Fence::AcqRel(scope) => (1, Some(scope)),
        Fence::Proxy(_) | Fence::Alias => (1, None),
        Fence::Hole => (0, None),
    }
}

fn order_at_least(strong: Order, weak: Order) -> bool {
    // These two are not one above the other.
    (strong, weak) != (Order::Release, Order::Acquire) && strong >= weak
}

/// How strong a form is: the more, the stronger.
#[must_use]
pub fn strength(form: Form) -> (u8, Option<Scope>, bool) {
    match form {
        Form::Absent | Form::Barrier(_) => (0, None, false),
        Form::Fence(fence) => {
            let (kind, scope) = rank(fence);
            (kind, scope, false)
        }
        Form::Access(access) if access.order == Order::Weak => (0, None, false),
        // A remote order promotes others, which need not be what is wanted.
        Form::Access(access) => (access.order as u8, Some(access.scope), !access.remote),
    }
}
