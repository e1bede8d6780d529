//! Whether one execution has a race, without a solver.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::execution::axioms::{Evidence, judge};
use crate::execution::concrete::Execution;
use crate::execution::evaluate::{Evaluation, Value};
use crate::execution::judge::Judged;
use crate::model::registry::{DATA_RACE, RACE};
use crate::model::relation::base::Base;
use crate::model::relation::expr::{Arena, Expr, ExprId};
use crate::program::Program;
use crate::program::events::Unrolled;
use crate::program::symbolic::EventId;

use super::clues::Clues;
use super::paths::Ground;
use crate::axiomatic::check::Query;

/// What a model may call its happens-before, and the PTX models their base causality: where it does, an
/// answer speaks of no synchronization as missing that the model says is there.
const HAPPENS_BEFORE: [&str; 2] = ["hhb", "base"];

/// A race of an execution.
pub(super) struct Raced<'g> {
    /// The two accesses.
    pub pair: (EventId, EventId),
    /// The execution, and what the model says of who happens before whom.
    pub ground: Ground<'g>,
}

impl Raced<'_> {
    /// What the race involves, and what is missing.
    pub fn clues(&self) -> Clues {
        self.ground.clues(self.pair.0, self.pair.1)
    }
}

/// What is known of an execution that is asked about again, in programs with other orders and scopes.
#[derive(Clone)]
pub(super) struct Recall {
    /// The expressions of the model that speak of neither, by their numbers.
    steady: Arc<[usize]>,
    /// Their values, as far as they were needed.
    values: Vec<Option<Value>>,
    /// How many nodes these values are about.
    nodes: usize,
}

impl Recall {
    /// For one question.
    pub fn none() -> Self {
        Self {
            steady: Arc::new([]),
            values: Vec::new(),
            nodes: 0,
        }
    }

    /// For many questions of a model with these expressions.
    pub fn of(arena: &Arena) -> Self {
        Self {
            steady: steady(arena),
            values: Vec::new(),
            nodes: 0,
        }
    }

    /// What is known of an execution with so many nodes.
    fn taken(&mut self, nodes: usize) -> Vec<Option<Value>> {
        let same = std::mem::replace(&mut self.nodes, nodes) == nodes;
        let values = std::mem::take(&mut self.values);
        if same { values } else { Vec::new() }
    }

    fn keep(&mut self, mut computed: Vec<Option<Value>>) {
        if self.values.is_empty() {
            self.values = vec![None; computed.len()];
        }
        for &expr in self.steady.iter() {
            let own = &mut self.values[expr];
            if own.is_none() {
                *own = computed[expr].take();
            }
        }
    }
}

/// Which expressions have the same value whatever the orders and scopes are. What is defined by recursion is computed
/// anew.
fn steady(arena: &Arena) -> Arc<[usize]> {
    let mut steady: Vec<bool> = Vec::with_capacity(arena.len());
    for index in (0..arena.len()).filter_map(|index| u32::try_from(index).ok()) {
        let expr = arena.get(ExprId(index));
        let own = match (expr.base(), expr) {
            (_, Expr::Recursive(_)) => false,
            (Some(Base::Set(set)), _) => !set.is_of_forms(),
            (Some(Base::Relation(relation)), _) => !relation.is_of_forms(),
            (None, _) => {
                let mut operands = expr.operands().into_iter().flatten();
                operands.all(|operand| steady.get(operand.0 as usize) == Some(&true))
            }
        };
        steady.push(own);
    }
    (0..steady.len()).filter(|&expr| steady[expr]).collect()
}

impl Query<'_> {
    /// The accesses of a race in an execution of a program, if the model allows it and it has one.
    pub(in crate::axiomatic) fn racing(
        &self,
        program: &Program,
        unrolled: &Unrolled,
        execution: &Execution,
    ) -> Option<(EventId, EventId)> {
        let raced = self.raced(program, unrolled, execution, &mut Recall::none());
        raced.map(|raced| raced.pair)
    }

    /// As [`Self::racing`], with the grounds; what may be asked again is kept.
    pub(super) fn raced<'g>(
        &self,
        program: &'g Program,
        unrolled: &'g Unrolled,
        execution: &'g Execution,
        recall: &mut Recall,
    ) -> Option<Raced<'g>> {
        let definition = &self.model.definition;
        let judged = Judged::new(program, unrolled, execution, definition.options);
        let known = recall.taken(judged.nodes().len());
        let mut evaluation = Evaluation::recalling(&definition.arena, &judged, &known);
        let pair = self.pair(&mut evaluation);
        let event = |node: usize| judged.nodes().list.get(node).map(|node| node.event);
        let pair = pair.and_then(|(a, b)| event(a).zip(event(b)));
        let before = pair.map(|_| self.before(&judged, &mut evaluation));
        let computed = evaluation.into_values();
        recall.values = known;
        recall.keep(computed);
        let ground = Ground {
            program,
            unrolled,
            execution,
            before: before?,
        };
        Some(Raced {
            pair: pair?,
            ground,
        })
    }

    /// The nodes of a race, if the model allows the execution and it has one: the flag is looked at first, since most
    /// executions that are asked about are allowed.
    fn pair(&self, evaluation: &mut Evaluation<'_, Judged<'_>>) -> Option<(usize, usize)> {
        let axioms = &self.model.definition.axioms;
        let races = |name: &str| name == RACE || name == DATA_RACE;
        let mut flags = axioms
            .iter()
            .filter(|axiom| axiom.flag && races(&axiom.name));
        let raised = flags.find_map(|axiom| {
            let verdict = judge(axiom, evaluation.value(axiom.expr));
            verdict.holds.then_some(verdict.evidence)
        });
        let Some(Some(Evidence::Pair(a, b))) = raised else {
            return None;
        };
        let mut demands = axioms.iter().filter(|axiom| !axiom.flag);
        let allowed = demands.all(|axiom| judge(axiom, evaluation.value(axiom.expr)).holds);
        allowed.then_some((a, b))
    }

    /// Who happens before whom, where the model has a name for it.
    fn before(
        &self,
        judged: &Judged<'_>,
        evaluation: &mut Evaluation<'_, Judged<'_>>,
    ) -> BTreeSet<(EventId, EventId)> {
        let definition = &self.model.definition;
        let mut names = HAPPENS_BEFORE.into_iter();
        let Some(name) = names.find_map(|name| definition.named(name)) else {
            return BTreeSet::new();
        };
        let event = |node: usize| judged.nodes().list[node].event;
        match evaluation.value(name) {
            Value::Relation(pairs) => pairs.iter().map(|(a, b)| (event(a), event(b))).collect(),
            Value::Set(_) => BTreeSet::new(),
        }
    }

    /// An execution with what the model says of who happens before whom.
    pub(super) fn ground<'g>(
        &self,
        program: &'g Program,
        unrolled: &'g Unrolled,
        execution: &'g Execution,
    ) -> Ground<'g> {
        let definition = &self.model.definition;
        let judged = Judged::new(program, unrolled, execution, definition.options);
        let mut evaluation = Evaluation::new(&definition.arena, &judged);
        Ground {
            program,
            unrolled,
            execution,
            before: self.before(&judged, &mut evaluation),
        }
    }
}
