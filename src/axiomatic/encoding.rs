//! A test under a model as one formula, with the literals that questions are asked about.

use super::algebra::along::Succession;
use super::algebra::relax::Relaxation;
use super::algebra::symbolic::Symbolic;
use super::candidate::condition::Ending;
use super::candidate::frame::Frame;
use crate::model::registry::{Axiomatic, RACE};
use crate::program::events::Unrolled;
use crate::program::{Condition, Program};
use crate::sat::Lit;
use crate::stop::Stop;

use crate::verdict::outcome::Item;

/// The formula of a test under a model.
pub struct Encoding<'a> {
    /// The candidate executions; the model's axioms are demanded in its circuit.
    pub frame: Frame<'a>,
    /// All threads end.
    pub finished: Lit,
    /// Some thread reaches the loop bound.
    pub truncated: Lit,
    /// The filter holds.
    pub filter: Lit,
    /// The condition holds.
    pub condition: Lit,
    /// What follows from all this for counters: clauses that the formula has, or would be no other
    /// with.
    pub counts: Vec<Vec<Lit>>,
    /// The updates that are chains.
    successions: Vec<Succession>,
    /// The formula has those clauses.
    helped: bool,
}

/// What all executions must satisfy for a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The condition holds.
    Condition,
    /// The condition does not hold.
    Opposite,
    /// A flag is raised, whatever the condition says, and under a model that promises nothing of races
    /// whatever the filter says: its index among the model's
    /// axioms, and the literal that says so (a named encoding makes one of its own).
    Flag(usize, Lit),
}

impl<'a> Encoding<'a> {
    /// Encodes a test.
    #[must_use]
    pub fn new(
        program: &'a Program,
        unrolled: &'a Unrolled,
        model: &Axiomatic,
        stop: &Stop,
    ) -> Self {
        Self::on(frame(program, unrolled, model, stop), model)
    }

    /// Encodes a model on the candidate executions of a test.
    #[must_use]
    pub fn on(frame: Frame<'a>, model: &Axiomatic) -> Self {
        let mut encoding = Self::bare_on(frame, model);
        demand(&mut encoding.frame, &encoding.counts);
        encoding.helped = true;
        encoding
    }

    /// Encodes a test without the clauses that only help: they stand beside the formula.
    #[must_use]
    pub fn bare(
        program: &'a Program,
        unrolled: &'a Unrolled,
        model: &Axiomatic,
        stop: &Stop,
    ) -> Self {
        Self::bare_on(frame(program, unrolled, model, stop), model)
    }

    fn bare_on(mut frame: Frame<'a>, model: &Axiomatic) -> Self {
        let program = frame.program;
        let mut relax = Relaxation::certain();
        let definition = &model.definition;
        let mut symbolic = Symbolic::new(&mut frame, &definition.arena, &mut relax);
        let mut demanded = Vec::new();
        for axiom in definition.axioms.iter().filter(|axiom| !axiom.flag) {
            symbolic.require_axiom(axiom, Lit::TRUE);
            demanded.push((axiom, Lit::TRUE));
        }
        let (mut counts, successions) = symbolic.counts(&demanded);
        counts.extend(symbolic.along(&successions));
        let filter = match &program.filter {
            Some(filter) => frame.condition(filter),
            None => Lit::TRUE,
        };
        let condition = frame.condition(&program.condition);
        let truncated = frame.circuit.any(frame.truncated.clone());
        Self {
            finished: frame.finished,
            truncated,
            filter,
            condition,
            frame,
            counts,
            successions,
            helped: false,
        }
    }
}

fn demand(frame: &mut Frame, clauses: &[Vec<Lit>]) {
    for clause in clauses {
        frame.circuit.clause(clause);
    }
}

impl Encoding<'_> {
    /// What a goal demands.
    #[must_use]
    pub fn required(&self, goal: Goal) -> Vec<Lit> {
        match goal {
            Goal::Condition => vec![self.finished, self.filter, self.condition],
            Goal::Opposite => vec![self.finished, self.filter, !self.condition],
            Goal::Flag(_, raised) => vec![self.finished, raised],
        }
    }

    /// The goals of raising each of the model's flags.
    pub fn flags(&mut self, model: &Axiomatic) -> Vec<Goal> {
        let mut relax = Relaxation::certain();
        let definition = &model.definition;
        let mut symbolic = Symbolic::new(&mut self.frame, &definition.arena, &mut relax);
        let flags = definition.axioms.iter().enumerate();
        let raised: Vec<(usize, &str, Lit)> = flags
            .filter(|(_, axiom)| axiom.flag)
            .map(|(index, axiom)| (index, axiom.name.as_str(), symbolic.flag_raised(axiom)))
            .collect();
        let along = symbolic.along(&self.successions);
        if self.helped {
            demand(&mut self.frame, &along);
        }
        self.counts.extend(along);
        let circuit = &mut self.frame.circuit;
        let goals = raised.into_iter().map(|(index, name, raised)| {
            if heeds_filter(name) {
                Goal::Flag(index, circuit.and(raised, self.filter))
            } else {
                Goal::Flag(index, raised)
            }
        });
        goals.collect()
    }
}

/// Whether executions that the filter leaves out raise a flag of this name for nothing. Where a race
/// makes a program meaningless, one anywhere does.
pub(super) fn heeds_filter(flag: &str) -> bool {
    flag != RACE
}

fn frame<'a>(
    program: &'a Program,
    unrolled: &'a Unrolled,
    model: &Axiomatic,
    stop: &Stop,
) -> Frame<'a> {
    let options = model.definition.options;
    Frame::new(program, unrolled, options, model.thin_air, stop)
}

/// The formula of a test under a model, every part that a reason can name behind an assumption.
pub struct NamedEncoding<'a> {
    /// The candidate executions.
    pub frame: Frame<'a>,
    /// The assumptions, in the order in which a reason would rather do without them.
    pub items: Vec<(Item, Lit)>,
    /// What follows for counters, as in [`Encoding::counts`]: each clause under the axioms that it
    /// follows from.
    pub counts: Vec<Vec<Lit>>,
}

impl<'a> NamedEncoding<'a> {
    /// Encodes a test so that its goal can be explained.
    #[must_use]
    pub fn new(
        program: &'a Program,
        unrolled: &'a Unrolled,
        model: &Axiomatic,
        goal: Goal,
        stop: &Stop,
    ) -> Self {
        let frame = Frame::new(program, unrolled, model.definition.options, true, stop);
        Self::on(frame, model, goal)
    }

    /// Encodes a goal under a model on the candidate executions of a test, in which values may justify
    /// themselves: that they do not is what an axiom says, and a reason that needs it has to name it.
    #[must_use]
    pub fn on(frame: Frame<'a>, model: &Axiomatic, goal: Goal) -> Self {
        let mut encoding = Self::bare_on(frame, model, goal);
        demand(&mut encoding.frame, &encoding.counts);
        encoding
    }

    /// Encodes a test without the clauses that only help: they stand beside the formula.
    #[must_use]
    pub fn bare(
        program: &'a Program,
        unrolled: &'a Unrolled,
        model: &Axiomatic,
        goal: Goal,
        stop: &Stop,
    ) -> Self {
        let frame = Frame::new(program, unrolled, model.definition.options, true, stop);
        Self::bare_on(frame, model, goal)
    }

    fn bare_on(mut frame: Frame<'a>, model: &Axiomatic, goal: Goal) -> Self {
        let program = frame.program;
        let definition = &model.definition;
        let mut relax = Relaxation::named();
        let mut axioms = Vec::new();
        let mut demanded = Vec::new();
        let mut symbolic = Symbolic::new(&mut frame, &definition.arena, &mut relax);
        for (index, axiom) in definition.axioms.iter().enumerate() {
            if !axiom.flag {
                let lit = symbolic.frame.circuit.variable();
                symbolic.require_axiom(axiom, lit);
                axioms.push((Item::Axiom(index), lit));
                demanded.push((axiom, lit));
            }
        }
        let (mut counts, successions) = symbolic.counts(&demanded);
        let flag = match goal {
            Goal::Flag(index, _) => definition.axioms.get(index),
            Goal::Condition | Goal::Opposite => None,
        };
        if let Some(flag) = flag {
            let raised = symbolic.flag_raised(flag);
            symbolic.frame.circuit.require(raised);
        }
        counts.extend(symbolic.along(&successions));
        frame.circuit.require(frame.finished);
        let mut items: Vec<(Item, Lit)> = relax
            .assumptions()
            .iter()
            .map(|(&ordering, &lit)| (Item::Ordering(ordering), lit))
            .collect();
        items.extend(axioms);
        let heeded = flag.is_none_or(|flag| heeds_filter(&flag.name));
        if let Some(filter) = program.filter.as_ref().filter(|_| heeded) {
            for (part, negated) in conjuncts(filter, false) {
                let lit = frame.condition(part);
                let span = part.span();
                items.push((Item::Filter { span, negated }, flip(lit, negated)));
            }
        }
        if matches!(goal, Goal::Flag(..)) {
            return Self {
                frame,
                items,
                counts,
            };
        }
        for (part, negated) in conjuncts(&program.condition, goal == Goal::Opposite) {
            let lit = frame.condition(part);
            let span = part.span();
            items.push((Item::Condition { span, negated }, flip(lit, negated)));
        }
        Self {
            frame,
            items,
            counts,
        }
    }
}

pub(crate) fn flip(lit: Lit, negated: bool) -> Lit {
    if negated { !lit } else { lit }
}

/// The conjuncts of a condition or of its negation, each with whether its opposite is meant.
pub(crate) fn conjuncts(condition: &Condition, negated: bool) -> Vec<(&Condition, bool)> {
    match (condition, negated) {
        (Condition::Not(inner, _), _) => conjuncts(inner, !negated),
        (Condition::And(parts, _), false) | (Condition::Or(parts, _), true) => parts
            .iter()
            .flat_map(|part| conjuncts(part, negated))
            .collect(),
        (Condition::And(..), true)
        | (Condition::Or(..), false)
        | (Condition::Literal(..) | Condition::Compare(..) | Condition::Terminates(_), _) => {
            vec![(condition, negated)]
        }
    }
}
