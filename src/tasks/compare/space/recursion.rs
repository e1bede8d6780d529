//! Recursive definitions over all executions.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::model::relation::expr::{Expr, ExprId, Kind, RecId};
use crate::sat::Lit;

use super::algebra::{Algebra, Value};
use super::matrix::Matrix;

/// `r = base | r ; link ; r`, which is `base ; (link ; base)*`.
struct Chain {
    base: Vec<ExprId>,
    links: Vec<Link>,
}

/// What stands between a relation and itself in its definition.
enum Link {
    /// Another relation.
    By(ExprId),
    /// Nothing: `r ; r`.
    Nothing,
}

impl Algebra<'_> {
    /// A definition as a chain, if it is one.
    fn chain(&self, name: ExprId, body: ExprId) -> Option<Chain> {
        let (mut base, mut links) = (Vec::new(), Vec::new());
        let mut terms = vec![body];
        while let Some(term) = terms.pop() {
            let expr = self.arena.get(term);
            if let Expr::Union(a, b) = expr {
                terms.extend([b, a]);
            } else if !self.mentions(term, name) {
                base.push(term);
            } else if let Expr::Compose(a, b) = expr {
                links.push(self.link_of(name, (a, b))?);
            } else {
                return None;
            }
        }
        let relation = self.arena.kind(name) == Kind::Relation;
        relation.then_some(Chain { base, links })
    }

    /// What stands between a name and itself, where a composition is of that kind.
    fn link_of(&self, name: ExprId, (a, b): (ExprId, ExprId)) -> Option<Link> {
        if a == name && b == name {
            return Some(Link::Nothing);
        }
        let link = if let Expr::Compose(first, link) = self.arena.get(a)
            && (first, b) == (name, name)
        {
            link
        } else if let Expr::Compose(link, last) = self.arena.get(b)
            && (a, last) == (name, name)
        {
            link
        } else {
            return None;
        };
        (!self.mentions(link, name)).then_some(Link::By(link))
    }

    /// Whether a name occurs in an expression.
    fn mentions(&self, root: ExprId, name: ExprId) -> bool {
        let mut seen = vec![false; self.arena.len()];
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if id == name {
                return true;
            }
            if !std::mem::replace(&mut seen[id.0 as usize], true) {
                stack.extend(self.arena.get(id).operands().into_iter().flatten());
            }
        }
        false
    }

    /// The least solution of a chain.
    fn link(&mut self, name: ExprId, chain: &Chain) {
        let mut base = Rc::new(Matrix::new(self.events.len()));
        for &term in &chain.base {
            let term = self.relation(term);
            let circuit = self.circuit();
            base = Rc::new(base.zip(&term, |a, b| circuit.or(a, b)));
        }
        let mut steps = Matrix::new(base.size());
        for link in &chain.links {
            let step = match link {
                Link::By(link) => self.relation(*link).compose(&base, self.circuit()),
                Link::Nothing => Matrix::clone(&base),
            };
            let circuit = self.circuit();
            steps = steps.zip(&step, |a, b| circuit.or(a, b));
        }
        let circuit = self.circuit();
        let steps = steps.plus(circuit);
        let longer = base.compose(&steps, circuit);
        let all = base.zip(&longer, |a, b| circuit.or(a, b));
        self.values[name.0 as usize] = Some(Value::Relation(Rc::new(all)));
    }

    /// The names of a group, with their definitions.
    fn group(&self, group: u32) -> Vec<(ExprId, ExprId)> {
        let all = self.arena.recursive.iter().zip(0..);
        let members = all.filter(|(one, _)| one.group == group);
        let named = members.filter_map(|(one, number)| {
            let name = self.arena.find(Expr::Recursive(RecId(number)))?;
            Some((name, one.body?))
        });
        named.collect()
    }

    /// Applies the definitions of a group again and again, from nothing. Whether once more would add
    /// something is a literal: where it does not hold, this is the least solution.
    pub(super) fn solve(&mut self, group: u32) {
        let members = self.group(group);
        if let [(name, body)] = members[..]
            && let Some(chain) = self.chain(name, body)
        {
            self.link(name, &chain);
            return;
        }
        for &(name, _) in &members {
            let kind = self.arena.kind(name);
            self.values[name.0 as usize] = Some(self.empty(kind));
        }
        let mut changing: BTreeSet<ExprId> = BTreeSet::new();
        let mut order = Vec::new();
        for &(_, body) in &members {
            for id in self.needed(body) {
                let operands = self.arena.get(id).operands().into_iter().flatten();
                let mut inside = operands.filter(|operand| {
                    changing.contains(operand) || members.iter().any(|(name, _)| name == operand)
                });
                if inside.next().is_some() {
                    if changing.insert(id) {
                        order.push(id);
                    }
                } else if let Expr::Recursive(rec) = self.arena.get(id) {
                    self.solve(self.arena.recursive[rec.0 as usize].group);
                } else {
                    self.fill(id);
                }
            }
        }
        order.sort_unstable();
        for _ in 0..self.rounds {
            if !self.apply(&members, &order) || self.circuit.is_full() {
                return;
            }
        }
        let before: Vec<Vec<Lit>> = self.all(members.iter().map(|(name, _)| *name));
        self.apply(&members, &order);
        let after = self.all(members.iter().map(|(name, _)| *name));
        for (before, after) in before.iter().flatten().zip(after.iter().flatten()) {
            let grown = self.circuit.and(*after, !*before);
            if grown != Lit::FALSE {
                self.unfinished.push(grown);
            }
        }
    }

    fn all(&self, ids: impl Iterator<Item = ExprId>) -> Vec<Vec<Lit>> {
        let lits = ids.map(|id| match self.known(id) {
            Value::Set(set) => set.to_vec(),
            Value::Relation(matrix) => matrix.lits().to_vec(),
        });
        lits.collect()
    }

    /// Whether anything may have changed.
    fn apply(&mut self, members: &[(ExprId, ExprId)], order: &[ExprId]) -> bool {
        for &id in order {
            self.fill(id);
        }
        let before = self.all(members.iter().map(|(name, _)| *name));
        let after = self.all(members.iter().map(|(_, body)| *body));
        for &(name, body) in members {
            let value = self.known(body);
            self.values[name.0 as usize] = Some(value);
        }
        before != after
    }
}
