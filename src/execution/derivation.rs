//! Why a pair is in a relation: a way of base relations from one event to the other.
//!
//! Of all derivations the cheapest is taken: base relations of executions (`po`, `rf`, …) before
//! those that only compare events (`loc`, scopes, products), short ways before long ones. Each step
//! through a definition of the model keeps its name, and the steps it stands for as its parts.

use crate::model::relation::base::BaseRelation;

use super::costs::{Costs, NEVER};
use super::evaluate::{Base, Evaluation, Value};
use crate::model::relation::expr::{Definition, Expr, ExprId};
use crate::model::relation::text;
use crate::sat::bitset::BitMatrix;

/// With more events than this, steps are not derived: the work grows with the cube.
const EVENTS: usize = 120;
/// How deep definitions are unfolded.
const DEPTH: usize = 60;

/// A step from one event to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step<E = usize> {
    /// Where it starts.
    pub from: E,
    /// Where it ends.
    pub to: E,
    /// The name of the base relation, or of the model's definition; `^-1` after one that is walked
    /// backwards.
    pub name: String,
    /// The base relation, if it is one.
    pub base: Option<BaseRelation>,
    /// It is walked from its end to its start.
    pub inverse: bool,
    /// The steps that a definition stands for; none for a base relation.
    pub parts: Vec<Self>,
}

impl<E: Copy> Step<E> {
    /// The same step between other names of the events.
    pub fn map<F>(&self, name: &impl Fn(E) -> F) -> Step<F> {
        Step {
            from: name(self.from),
            to: name(self.to),
            name: self.name.clone(),
            base: self.base,
            inverse: self.inverse,
            parts: self.parts.iter().map(|part| part.map(name)).collect(),
        }
    }

    /// The steps with no parts that this one is made of.
    #[must_use]
    pub fn leaves(&self) -> Vec<&Self> {
        if self.parts.is_empty() {
            vec![self]
        } else {
            self.parts.iter().flat_map(Self::leaves).collect()
        }
    }
}

/// What derives the pairs of one expression, on one execution.
pub struct Derivation<'a> {
    definition: &'a Definition,
    root: ExprId,
    names: Vec<Option<&'a str>>,
    costs: Option<Costs>,
    coherence: BitMatrix,
}

/// A violation as ways through the execution.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ways {
    /// One way round a cycle; or several ways between the same two events.
    pub ways: Vec<Vec<Step>>,
    /// What should hold of the ends of the way, and does not.
    pub lacks: Option<String>,
}

impl<'a> Derivation<'a> {
    /// Prepares the derivations of an expression on the execution of an evaluation.
    pub fn new<B: Base>(
        definition: &'a Definition,
        evaluation: &mut Evaluation<'_, B>,
        root: ExprId,
    ) -> Self {
        let base = evaluation.base;
        let arena = &definition.arena;
        let mut names = vec![None; arena.len()];
        for (name, id) in &definition.names {
            // Of two names of one expression the first stays.
            names[id.0 as usize].get_or_insert(name.as_str());
        }
        let costs = (base.events() <= EVENTS).then(|| {
            Costs::new(arena, root, |id| match evaluation.value(id) {
                Value::Relation(relation) => Some(relation.clone()),
                Value::Set(_) => None,
            })
        });
        Self {
            definition,
            root,
            names,
            costs,
            coherence: base.relation(BaseRelation::Coherence),
        }
    }

    /// The ways round a cycle of events, each related to the next and the last to the first.
    #[must_use]
    pub fn cycle(&self, events: &[usize]) -> Ways {
        let next = events.iter().cycle().skip(1);
        let steps: Vec<Step> = events
            .iter()
            .zip(next)
            .flat_map(|(&from, &to)| self.steps(self.root, from, to, 0))
            .collect();
        Ways {
            ways: vec![opened(steps)],
            lacks: None,
        }
    }

    /// The ways that show that a pair is in the relation. An intersection has one for each side
    /// that leads through the execution; a difference is closed to a cycle where coherence is what
    /// is missing, and goes the other way.
    #[must_use]
    pub fn pair(&self, from: usize, to: usize) -> Ways {
        let mut found = Ways::default();
        self.split(self.root, from, to, 0, &mut found);
        found.ways.retain(|way| !way.is_empty());
        found
    }

    fn split(&self, expr: ExprId, from: usize, to: usize, depth: usize, found: &mut Ways) {
        let arena = &self.definition.arena;
        match (arena.get(expr), &self.costs) {
            _ if depth > DEPTH => {}
            (Expr::Union(a, b), Some(costs)) => {
                let side = costs.union(arena, (a, b), from, to);
                self.split(side, from, to, depth + 1, found);
            }
            (Expr::Intersection(a, b), Some(costs))
                if costs.is_way(a, from, to) && costs.is_way(b, from, to) =>
            {
                self.split(a, from, to, depth + 1, found);
                self.split(b, from, to, depth + 1, found);
            }
            (Expr::Difference(a, b), _) => {
                self.split(a, from, to, depth + 1, found);
                self.close(b, from, to, found);
            }
            (
                Expr::Set(_)
                | Expr::Relation(_)
                | Expr::Empty(_)
                | Expr::Union(..)
                | Expr::Intersection(..)
                | Expr::Complement(_)
                | Expr::Compose(..)
                | Expr::Inverse(_)
                | Expr::Optional(_)
                | Expr::Plus(_)
                | Expr::Star(_)
                | Expr::Product(..)
                | Expr::Identity(_)
                | Expr::Domain(_)
                | Expr::Range(_)
                | Expr::Recursive(_),
                _,
            ) => found.ways.push(opened(self.steps(expr, from, to, depth))),
        }
    }

    /// Says what is missing: that coherence goes the other way, if it does.
    fn close(&self, missing: ExprId, from: usize, to: usize, found: &mut Ways) {
        let coherence = Expr::Relation(BaseRelation::Coherence);
        let is_coherence = self.definition.arena.get(missing) == coherence;
        match found.ways.as_mut_slice() {
            [way] if is_coherence && self.coherence.contains(to, from) => {
                way.push(leaf(BaseRelation::Coherence, to, from));
            }
            _ => found.lacks = Some(text::named(self.definition, missing)),
        }
    }

    /// The steps from one event to the other; none if they are the same, and need none.
    fn steps(&self, expr: ExprId, from: usize, to: usize, depth: usize) -> Vec<Step> {
        let arena = &self.definition.arena;
        let Some(costs) = self.costs.as_ref().filter(|_| depth <= DEPTH) else {
            return vec![self.whole(expr, from, to)];
        };
        let mut name = None;
        // A name stays with a single step only where it says more than the step.
        let mut filtered = false;
        let mut at = expr;
        let parts = loop {
            if costs.get(at, from, to) == NEVER {
                return vec![self.whole(at, from, to)];
            }
            if at != self.root
                && let Some(known) = self.names[at.0 as usize]
            {
                name = Some(known);
                filtered = false;
            }
            match arena.get(at) {
                Expr::Relation(BaseRelation::Identity) | Expr::Identity(_) => return Vec::new(),
                Expr::Relation(base) => {
                    let step = leaf(base, from, to);
                    match name.filter(|_| filtered) {
                        None => return vec![step],
                        Some(_) => break vec![step],
                    }
                }
                Expr::Union(a, b) => at = costs.union(arena, (a, b), from, to),
                Expr::Intersection(a, b) => {
                    at = costs.intersection((a, b), from, to);
                    filtered = true;
                }
                Expr::Difference(a, _) => {
                    at = a;
                    filtered = true;
                }
                Expr::Recursive(rec) => {
                    let recursive = &arena.recursive[rec.0 as usize];
                    name = Some(recursive.name.as_str());
                    match recursive.body {
                        Some(body) => at = body,
                        None => return Vec::new(),
                    }
                }
                Expr::Optional(_) | Expr::Star(_) if from == to => return Vec::new(),
                Expr::Optional(a) => at = a,
                Expr::Plus(a) | Expr::Star(a) => {
                    if costs.get(a, from, to) == costs.get(at, from, to) {
                        at = a;
                    } else {
                        break self.path(costs, (at, a), from, to, depth);
                    }
                }
                Expr::Compose(a, b) => {
                    let middle = costs.middle((a, b), from, to).unwrap_or(to);
                    let mut steps = self.steps(a, from, middle, depth + 1);
                    steps.extend(self.steps(b, middle, to, depth + 1));
                    break steps;
                }
                Expr::Inverse(a) => {
                    let steps = self.steps(a, to, from, depth + 1);
                    break steps.into_iter().rev().map(reversed).collect();
                }
                Expr::Set(_)
                | Expr::Empty(_)
                | Expr::Complement(_)
                | Expr::Product(..)
                | Expr::Domain(_)
                | Expr::Range(_) => break vec![self.whole(at, from, to)],
            }
        };
        match (name, parts.as_slice()) {
            (_, []) | (None, _) => parts,
            // A definition that is another's, or one step of it, goes by that one's name.
            (Some(_), [one]) if !one.parts.is_empty() && !filtered => parts,
            (Some(name), _) => vec![Step {
                name: name.to_owned(),
                base: None,
                inverse: false,
                from,
                to,
                parts,
            }],
        }
    }

    fn path(
        &self,
        costs: &Costs,
        (closure, inner): (ExprId, ExprId),
        from: usize,
        to: usize,
        depth: usize,
    ) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut at = from;
        while let Some(next) = costs.next((closure, inner), at, to) {
            steps.extend(self.steps(inner, at, next, depth + 1));
            at = next;
            if at == to {
                break;
            }
        }
        steps
    }

    /// A step that is not unfolded.
    fn whole(&self, expr: ExprId, from: usize, to: usize) -> Step {
        let name = match self.names[expr.0 as usize] {
            Some(name) => name.to_owned(),
            None => text::named(self.definition, expr),
        };
        Step {
            from,
            to,
            name,
            base: None,
            inverse: false,
            parts: Vec::new(),
        }
    }
}

/// One step that is a way round by itself is shown by its parts.
fn opened(mut steps: Vec<Step>) -> Vec<Step> {
    match steps.as_mut_slice() {
        [one] if one.from == one.to && one.parts.len() > 1 => std::mem::take(&mut one.parts),
        _ => steps,
    }
}

fn leaf(base: BaseRelation, from: usize, to: usize) -> Step {
    Step {
        from,
        to,
        name: base.name().to_owned(),
        base: Some(base),
        inverse: false,
        parts: Vec::new(),
    }
}

fn reversed(step: Step) -> Step {
    let name = match step.name.strip_suffix("^-1") {
        Some(plain) => plain.to_owned(),
        None => format!("{}^-1", step.name),
    };
    Step {
        from: step.to,
        to: step.from,
        name,
        base: step.base,
        inverse: !step.inverse,
        parts: step.parts.into_iter().rev().map(reversed).collect(),
    }
}
