//! The formula of one shape: the first model allows the execution, and the second forbids it with each of the
//! orders that are known so far.

use crate::model::registry::Axiomatic;
use crate::model::relation::options::Options;
use crate::sat::cardinality::Counter;
use crate::sat::engine::Limits;
use crate::sat::{Circuit, Lit};
use crate::stop::Open;
use crate::tasks::compare::vocabulary::Vocabulary;

use super::axioms::{Other, broken, satisfy};
use super::events::Events;
use super::matrix::Matrix;
use super::shape::Shape;
use super::slots::{Orders, Slots};

/// Orders of writes and fences, by the accesses of a shape, whatever these turn out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Pairs of writes, the earlier first: transitive, without a circle.
    pub co: Vec<(usize, usize)>,
    /// The accesses, in the order of the fences before them.
    pub fences: Vec<usize>,
}

/// What breaks ties between tests of one size, in this order. The number of threads, after the fences, is that
/// of the shape.
#[derive(Debug)]
pub struct Costs {
    /// Fences.
    pub fences: Counter,
    /// Dependencies.
    pub dependencies: Counter,
    /// How much wider scopes are than the narrowest.
    pub scopes: Counter,
    /// How much stronger orders are than the weakest, fences included.
    pub strengths: Counter,
}

/// The formula.
#[derive(Debug)]
pub struct Formula {
    /// The circuit, with its clauses.
    pub circuit: Circuit,
    /// The test and its execution.
    pub slots: Slots,
    /// The orders of the execution that the first model allows.
    pub orders: Orders,
    /// What is counted.
    pub costs: Costs,
    /// When recursive definitions were not applied often enough.
    pub unfinished: Lit,
    rounds: usize,
    /// The orders of the second model that were looked at.
    choices: Vec<Choice>,
}

/// So often recursive definitions are applied at first: enough for what doubles, among this many events.
#[must_use]
pub fn first_rounds(accesses: usize) -> usize {
    let events = (2 * accesses).max(2);
    events.ilog2() as usize + 2
}

impl Formula {
    /// All executions of tests of a shape that the first model allows and the second, with the same orders,
    /// forbids.
    ///
    /// # Errors
    ///
    /// What both models mean by a name was not compared.
    pub fn new(
        shape: &Shape,
        vocabulary: &Vocabulary,
        (allows, forbids): (&Axiomatic, &Axiomatic),
        rounds: usize,
        limits: &Limits,
    ) -> Result<Self, Open> {
        let mut circuit = Circuit::until(limits.stop.clone());
        let mut slots = Slots::new(&mut circuit, shape, vocabulary);
        let own = allows.definition.options;
        let orders = slots.orders(&mut circuit, own.co_partial);
        let costs = Costs::new(&mut circuit, &slots, vocabulary);
        let events = Events::new(&mut circuit, &slots, &orders, own);
        let (named, open) = satisfy(&mut circuit, &allows.definition, &events, rounds);
        let unfinished = circuit.any(open);
        let mut formula = Self {
            circuit,
            slots,
            orders,
            costs,
            unfinished,
            rounds,
            choices: Vec::new(),
        };
        let options: Options = forbids.definition.options;
        // An order that leaves writes unordered is none of a model that orders all.
        if options.co_partial || !own.co_partial {
            let orders = formula.orders.clone();
            let other = Other {
                named: &named,
                unfinished,
                limits,
            };
            formula.forbid(forbids, &orders, Some(&other))?;
        }
        Ok(formula)
    }

    /// The second model forbids the execution with these orders, or its outcome is another.
    fn forbid(
        &mut self,
        model: &Axiomatic,
        orders: &Orders,
        other: Option<&Other<'_>>,
    ) -> Result<(), Open> {
        let definition = &model.definition;
        let circuit = &mut self.circuit;
        let events = Events::new(circuit, &self.slots, orders, definition.options);
        let (broken, open) = broken(circuit, definition, &events, self.rounds, other)?;
        let otherwise = self.slots.ends_otherwise(circuit, &orders.co);
        let open = circuit.any(open);
        self.unfinished = circuit.or(self.unfinished, open);
        circuit.clause(&[broken, otherwise, self.unfinished]);
        Ok(())
    }

    /// The second model forbids all executions with these orders of writes and fences too.
    ///
    /// # Errors
    ///
    /// It was asked before: a defect.
    pub fn learn(&mut self, model: &Axiomatic, choice: Choice) -> Result<(), Open> {
        if self.choices.contains(&choice) {
            let why = "a search for tests met the same execution twice";
            return Err(Open::Internal(why.to_owned()));
        }
        let orders = self.fixed(&choice);
        self.choices.push(choice);
        self.forbid(model, &orders, None)
    }

    /// The orders that were looked at so far.
    #[must_use]
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    fn fixed(&mut self, choice: &Choice) -> Orders {
        let size = self.slots.accesses.len();
        let mut co = Matrix::new(size);
        for &(a, b) in &choice.co {
            let writes = [self.slots.accesses[a].writes, self.slots.accesses[b].writes];
            let lits = [writes[0], writes[1], self.slots.same.get(a, b)];
            let lit = self.circuit.all(lits);
            co.set(a, b, lit);
        }
        let mut fences = Matrix::new(size);
        for (index, &a) in choice.fences.iter().enumerate() {
            for &b in &choice.fences[index + 1..] {
                fences.set(a, b, Lit::TRUE);
            }
        }
        Orders { co, fences }
    }
}

impl Costs {
    fn new(circuit: &mut Circuit, slots: &Slots, vocabulary: &Vocabulary) -> Self {
        let accesses = &slots.accesses;
        let fences: Vec<Lit> = accesses.iter().map(|access| access.fence).collect();
        let all = &slots.dependencies;
        let mut dependencies = all.addr.lits().to_vec();
        dependencies.extend(all.data.lits());
        let size = accesses.len();
        for from in 0..size {
            for to in from + 1..size {
                let before = all.ctrl.get(from, to - 1);
                dependencies.push(circuit.and(all.ctrl.get(from, to), !before));
            }
        }
        let mut scopes = Vec::new();
        let mut strengths = Vec::new();
        let wide: Vec<_> = vocabulary.scopes.iter().copied().collect();
        for access in accesses {
            for choice in [&access.scope, &access.fence_scope] {
                for &least in wide.iter().skip(1) {
                    let wider = choice.iter().filter(|(scope, _)| *scope >= least);
                    scopes.push(circuit.any(wider.map(|(_, lit)| *lit)));
                }
            }
            for least in 1..=8 {
                let order = access.order.iter();
                let stronger = order.filter(|(order, _)| order.strength() >= least);
                strengths.push(circuit.any(stronger.map(|(_, lit)| *lit)));
            }
            strengths.push(access.heavy);
        }
        Self {
            fences: Counter::new(circuit, &fences),
            dependencies: Counter::new(circuit, &dependencies),
            scopes: Counter::new(circuit, &scopes),
            strengths: Counter::new(circuit, &strengths),
        }
    }

    /// All counts, what comes first first.
    #[must_use]
    pub const fn all(&self) -> [&Counter; 4] {
        [
            &self.fences,
            &self.dependencies,
            &self.scopes,
            &self.strengths,
        ]
    }
}
