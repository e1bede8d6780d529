//! The formula of one shape: the first model allows the execution, and the second forbids it with each of the
//! orders that are known so far.

use crate::model::registry::Axiomatic;
use crate::sat::engine::Limits;
use crate::sat::{Circuit, Lit};
use crate::stop::Open;
use crate::tasks::compare::vocabulary::Vocabulary;

use super::axioms::{Meaning, Other, Said, broken, satisfy};
use super::costs::Costs;
use super::events::Events;
use super::fences;
use super::matrix::Matrix;
use super::normal::{self, Normal};
use super::shape::Shape;
use super::shared::Named;
use super::slots::{Orders, Slots};

/// Orders of writes and fences, by the accesses of a shape, whatever these turn out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Pairs of writes, the earlier first: transitive, without a circle.
    pub co: Vec<(usize, usize)>,
    /// The accesses, in the order of the fences before them.
    pub fences: Vec<usize>,
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
    /// What the first model says of the execution.
    said: Vec<Said>,
    /// For each order of the second model that was looked at, what can be the case with it.
    cases: Vec<Vec<Lit>>,
    /// Whether some axiom of the second that the execution can break speaks of dependencies.
    depends: bool,
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
        let (mut formula, named) = Self::allowed(shape, vocabulary, allows, rounds, limits)?;
        let definition = &forbids.definition;
        // An order that leaves writes unordered is none of a model that orders all.
        if definition.options.co_partial || !allows.definition.options.co_partial {
            let orders = formula.orders.clone();
            let other = Other {
                named: &named,
                unfinished: formula.unfinished,
                limits,
            };
            let circuit = &mut formula.circuit;
            let events = Events::new(circuit, &formula.slots, &orders, definition.options);
            let beside = Meaning::of(circuit, definition, &events, rounds, Some(&other))?;
            formula.forbid(forbids, &orders, &beside);
        }
        Ok(formula)
    }

    /// All executions that a model allows, and what its names mean in them.
    fn allowed(
        shape: &Shape,
        vocabulary: &Vocabulary,
        model: &Axiomatic,
        rounds: usize,
        limits: &Limits,
    ) -> Result<(Self, Named), Open> {
        let definition = &model.definition;
        let mut circuit = Circuit::until(limits.stop.clone());
        let mut slots = Slots::new(&mut circuit, shape, vocabulary);
        let orders = slots.orders(&mut circuit, definition.options.co_partial);
        let costs = Costs::new(&mut circuit, &slots, vocabulary);
        let events = Events::new(&mut circuit, &slots, &orders, definition.options);
        let meaning = Meaning::of(&mut circuit, definition, &events, rounds, None)?;
        let unfinished = circuit.any(meaning.unfinished.iter().copied());
        satisfy(&mut circuit, definition, &events, &meaning);
        let formula = Self {
            circuit,
            slots,
            orders,
            costs,
            unfinished,
            rounds,
            said: meaning.said,
            cases: Vec::new(),
            depends: false,
            choices: Vec::new(),
        };
        Ok((formula, meaning.named))
    }

    /// The second model forbids the execution with these orders, or its outcome is another.
    fn forbid(&mut self, model: &Axiomatic, orders: &Orders, meaning: &Meaning) {
        let definition = &model.definition;
        let circuit = &mut self.circuit;
        let events = Events::new(circuit, &self.slots, orders, definition.options);
        let broken = broken(circuit, definition, &events, meaning, &self.said);
        let otherwise = self.slots.ends_otherwise(circuit, &orders.co);
        let open = circuit.any(meaning.unfinished.iter().copied());
        self.unfinished = circuit.or(self.unfinished, open);
        let mut cases = broken.cases;
        cases.extend([otherwise, self.unfinished]);
        cases.retain(|lit| *lit != Lit::FALSE);
        circuit.clause(&cases);
        self.cases.push(cases);
        // Where it is not finished, what both say alike may be said of too little.
        let unfinished = self.unfinished != Lit::FALSE;
        let mut axioms = definition.axioms.iter();
        self.depends |= axioms.any(|axiom| {
            (unfinished || broken.axioms.contains(&axiom))
                && normal::speaks_of_dependencies(definition, axiom)
        });
    }

    /// The same of orders that nothing is known of.
    fn forbid_too(&mut self, model: &Axiomatic, orders: &Orders) -> Result<(), Open> {
        let definition = &model.definition;
        let circuit = &mut self.circuit;
        let events = Events::new(circuit, &self.slots, orders, definition.options);
        let meaning = Meaning::of(circuit, definition, &events, self.rounds, None)?;
        self.forbid(model, orders, &meaning);
        Ok(())
    }

    /// All executions of tests of a shape that a model allows, and no longer with their fences in program order.
    ///
    /// # Errors
    ///
    /// A defect.
    pub fn of_fences(
        shape: &Shape,
        vocabulary: &Vocabulary,
        model: &Axiomatic,
        rounds: usize,
        limits: &Limits,
    ) -> Result<Self, Open> {
        let (mut formula, _) = Self::allowed(shape, vocabulary, model, rounds, limits)?;
        let sorted = formula.sorted();
        let circuit = &mut formula.circuit;
        let sorted = circuit.all(sorted);
        circuit.clause(&[!sorted]);
        let other = fences::resorted(circuit, &formula.slots, &formula.orders);
        formula.forbid_too(model, &other)?;
        Ok(formula)
    }

    /// What can be the case, one by one: at least one is.
    pub(super) fn cases(&self) -> Vec<Lit> {
        match &self.cases[..] {
            [only] => only.clone(),
            _ => vec![Lit::TRUE],
        }
    }

    /// That fences of one thread are in program order.
    #[must_use]
    pub fn sorted(&mut self) -> Vec<Lit> {
        fences::in_program_order(&mut self.circuit, &self.slots, &self.orders)
    }

    /// What may be said of a test that stands for others, where it is only asked whether there is one.
    #[must_use]
    pub fn normal(&self, (allows, forbids): (&Axiomatic, &Axiomatic)) -> Normal {
        let (allows, forbids) = (&allows.definition, &forbids.definition);
        Normal {
            narrow: normal::asks_whom_scopes_reach(allows)
                && normal::asks_whom_scopes_reach(forbids),
            independent: !self.depends
                && normal::only_hindered_by_dependencies(allows)
                && normal::dependencies_without_orders(forbids),
        }
    }

    /// The same as literals.
    #[must_use]
    pub fn demanded(&mut self, normal: Normal) -> Vec<Lit> {
        let mut demanded = Vec::new();
        if normal.narrow {
            demanded.extend(normal::narrowest(&mut self.circuit, &self.slots));
        }
        if normal.independent {
            demanded.extend(normal::independent(&self.slots));
        }
        demanded
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
        self.forbid_too(model, &orders)
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
