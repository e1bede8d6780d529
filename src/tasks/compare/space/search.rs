//! The smallest test that one model allows and another forbids.

use crate::engine;
use crate::execution::concrete::Execution;
use crate::model::Model;
use crate::model::registry::{Axiomatic, Kind};
use crate::model::relation::expr::Definition;
use crate::program::events::{EventKind, Unrolled};
use crate::program::symbolic::EventId;
use crate::program::{Program, resolve};
use crate::sat::Lit;
use crate::sat::engine::Limits;
use crate::sat::session::{Answer, Assignment, Session};
use crate::stop::{Open, Stop};
use crate::syntax::parse_source;
use crate::syntax::print::{Style, print};
use crate::syntax::span::SourceFile;
use crate::tasks::compare::vocabulary::Vocabulary;
use crate::verdict::outcome::{Conclusion, Outcome};
use crate::verdict::query::Options;

use super::formula::{Choice, Formula, first_rounds};
use super::shape::{Shape, shapes};
use super::sketch::Sketch;
use super::symmetry::{attributes, describe, images};

/// Two models with axioms, and what the tests may contain.
#[derive(Debug)]
pub struct Question<'m> {
    /// Who is to allow the outcome.
    pub allows: &'m Model,
    /// Who is to forbid it.
    pub forbids: &'m Model,
    /// What tests contain.
    pub vocabulary: &'m Vocabulary,
    /// Limits of the questions that confirm a test.
    pub options: &'m Options,
    /// When the search ends.
    pub stop: &'m Stop,
}

/// A test that was found, and confirmed by both models.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// What it is.
    pub sketch: Sketch,
    /// Its text.
    pub text: String,
    /// Fences, dependencies, widths and strengths.
    pub costs: [usize; 4],
}

impl Found {
    /// What ties are broken by: fences, threads, dependencies, scopes, orders.
    #[must_use]
    pub const fn key(&self) -> [usize; 5] {
        let [fences, dependencies, scopes, strengths] = self.costs;
        [fences, self.sketch.threads, dependencies, scopes, strengths]
    }
}

/// The same model without its flags: what a test may do is all that counts.
#[must_use]
pub fn without_flags(model: &Model) -> Model {
    let Kind::Axiomatic(axiomatic) = &model.kind else {
        return model.clone();
    };
    let mut definition = Definition::clone(&axiomatic.definition);
    definition.axioms.retain(|axiom| !axiom.flag);
    Model {
        kind: Kind::Axiomatic(Axiomatic {
            definition: definition.into(),
            ..axiomatic.clone()
        }),
        ..model.clone()
    }
}

/// A formula in a solver, and what was found with it.
struct Asking<'q, 'm> {
    question: &'q Question<'m>,
    models: (&'m Axiomatic, &'m Axiomatic),
    shape: &'q Shape,
    formula: Formula,
    session: Session,
    rounds: usize,
    /// Tests that are not wanted again, and whether clauses can say so.
    blocked: Vec<Sketch>,
    exposed: bool,
}

impl Question<'_> {
    fn axioms(&self) -> Result<(&Axiomatic, &Axiomatic), Open> {
        let (Some(allows), Some(forbids)) = (self.allows.axiomatic(), self.forbids.axiomatic())
        else {
            let why = "all tests are searched for models with axioms only";
            return Err(Open::Missing(why.to_owned()));
        };
        Ok((allows, forbids))
    }

    /// The smallest test of so many accesses, by what breaks ties; none where there is none.
    ///
    /// # Errors
    ///
    /// It was not found out.
    pub fn smallest(
        &self,
        accesses: usize,
        tell: &mut dyn FnMut(&Shape, Option<&Found>),
    ) -> Result<Option<Found>, Open> {
        let mut best: Option<Found> = None;
        for shape in shapes(accesses, self.vocabulary.threads) {
            tell(&shape, best.as_ref());
            let mut asking = Asking::new(self, &shape)?;
            let found = match &best {
                None => asking.next(&[])?,
                Some(best) => asking.better(best)?,
            };
            if let Some(found) = found {
                best = Some(asking.least(found)?);
            }
        }
        Ok(best)
    }

    /// Every test of so many accesses, one of each class of symmetry, each with one outcome; as far as there
    /// are `most`. Whether there may be more.
    ///
    /// # Errors
    ///
    /// It was not found out.
    pub fn all(
        &self,
        accesses: usize,
        most: usize,
        tell: &mut dyn FnMut(&Shape, usize),
    ) -> Result<(Vec<Found>, bool), Open> {
        let mut found: Vec<Found> = Vec::new();
        for shape in shapes(accesses, self.vocabulary.threads) {
            let mut asking = Asking::new(self, &shape)?;
            asking.expose()?;
            loop {
                tell(&shape, found.len());
                if found.len() >= most {
                    return Ok((found, true));
                }
                let Some(next) = asking.next(&[])? else { break };
                asking.block(&next.sketch)?;
                found.push(next);
            }
        }
        found.sort_by(|a, b| (a.key(), &a.text).cmp(&(b.key(), &b.text)));
        Ok((found, false))
    }

    /// The text of a test.
    fn written(&self, sketch: &Sketch) -> Result<Program, Open> {
        let defect = |_| Open::Internal("a test that was found cannot be read".to_owned());
        let name = format!("{}-not-{}", named(self.allows), named(self.forbids));
        let draft = SourceFile::new("", sketch.text(&name));
        let test = parse_source(&draft).map_err(defect)?;
        let source = SourceFile::new(format!("{name}.litmus"), print(&test, &Style::default()));
        let test = parse_source(&source).map_err(defect)?;
        resolve(&source, &test).map_err(defect)
    }

    fn check(&self, program: &Program, model: &Model) -> Result<Outcome, Open> {
        let options = Options {
            quantity: false,
            reason: false,
            flags: false,
            terminates: false,
            stop: self.stop.clone(),
            ..self.options.clone()
        };
        let defect = |_| Open::Internal("a test that was found is too long".to_owned());
        engine::check(program, model, &options).map_err(defect)
    }
}

/// A model's name as a part of a test's.
fn named(model: &Model) -> String {
    let stem = model.name.rsplit('/').next().unwrap_or(&model.name);
    let stem = stem.strip_suffix(".cat").unwrap_or(stem);
    let letters = stem.chars().map(|letter| {
        if letter.is_ascii_alphanumeric() {
            letter
        } else {
            '_'
        }
    });
    letters.collect()
}

/// What the models say of a test.
enum Confirmed {
    /// The first allows it, and the second forbids it.
    Yes(String),
    /// The second allows it, by these orders.
    Otherwise(Choice),
}

impl<'q, 'm> Asking<'q, 'm> {
    fn new(question: &'q Question<'m>, shape: &'q Shape) -> Result<Self, Open>
    where
        'q: 'm,
    {
        let models = question.axioms()?;
        let rounds = first_rounds(shape.accesses());
        let formula = Formula::new(shape, question.vocabulary, models, rounds, question.stop);
        let session = session(&formula, question, &[]);
        Ok(Self {
            question,
            models,
            shape,
            formula,
            session,
            rounds,
            blocked: Vec::new(),
            exposed: false,
        })
    }

    /// Another formula takes the place of this one.
    fn renew(&mut self) -> Result<(), Open> {
        let more = if self.exposed {
            attributes(&self.formula.slots)
        } else {
            Vec::new()
        };
        self.session = session(&self.formula, self.question, &more);
        for sketch in self.blocked.clone() {
            self.forget(&sketch)?;
        }
        Ok(())
    }

    /// From now on tests can be blocked.
    fn expose(&mut self) -> Result<(), Open> {
        self.exposed = true;
        self.renew()
    }

    /// This test, and those that are the same by another name, are not wanted again.
    fn block(&mut self, sketch: &Sketch) -> Result<(), Open> {
        for image in images(sketch, &self.shape.threads) {
            self.forget(&image)?;
            self.blocked.push(image);
        }
        Ok(())
    }

    fn forget(&mut self, sketch: &Sketch) -> Result<(), Open> {
        let clause: Option<Vec<Lit>> = describe(&self.formula.slots, sketch)
            .map(|lits| lits.into_iter().map(|lit| !lit).collect());
        match clause {
            Some(clause) => self.session.demand(&clause),
            // It is none of those that the formula has.
            None => Ok(()),
        }
    }

    /// Recursive definitions are to be applied more often.
    fn deepen(&mut self) -> Result<(), Open> {
        self.rounds *= 2;
        let choices = self.formula.choices().to_vec();
        let question = self.question;
        self.formula = Formula::new(
            self.shape,
            question.vocabulary,
            self.models,
            self.rounds,
            question.stop,
        );
        for choice in choices {
            self.formula.learn(self.models.1, choice)?;
        }
        self.renew()
    }

    /// A test with these bounds on its costs, that the one model allows and the other forbids; none where
    /// there is none.
    fn next(&mut self, bounds: &[(usize, usize)]) -> Result<Option<Found>, Open> {
        loop {
            self.question.stop.check()?;
            let lits = bounds.iter().map(|&(cost, most)| self.at_most(cost, most));
            let lits: Vec<Lit> = lits.filter(|lit| *lit != Lit::TRUE).collect();
            if lits.contains(&Lit::FALSE) {
                return Ok(None);
            }
            let (answer, _) = self.session.decide(&self.formula.circuit, &lits);
            let assignment = match answer {
                Answer::Sat(assignment) => assignment,
                Answer::Unsat(_) => return Ok(None),
                Answer::Unknown(open) => return Err(open),
            };
            if assignment.truth(self.formula.unfinished) {
                self.deepen()?;
                continue;
            }
            let sketch = Sketch::of(&self.formula.slots, &assignment);
            match self.confirm(&sketch)? {
                Confirmed::Yes(text) => {
                    let costs = self.costs(&assignment);
                    return Ok(Some(Found {
                        sketch,
                        text,
                        costs,
                    }));
                }
                Confirmed::Otherwise(choice) => {
                    self.formula.learn(self.models.1, choice)?;
                    self.renew()?;
                }
            }
        }
    }

    fn costs(&self, assignment: &Assignment) -> [usize; 4] {
        self.formula.costs.all().map(|counter| {
            let mut counts = 0..=counter.largest();
            let most = counts.find(|&count| {
                let lit = counter.at_most(count);
                lit.is_some_and(|lit| assignment.truth(lit))
            });
            most.unwrap_or(counter.largest())
        })
    }

    /// The bound that a cost is at most this; what cannot be more needs none.
    fn at_most(&self, cost: usize, most: usize) -> Lit {
        let bound = self.formula.costs.all()[cost].at_most(most);
        bound.unwrap_or(Lit::TRUE)
    }

    /// A test that comes before the best of other shapes.
    fn better(&mut self, best: &Found) -> Result<Option<Found>, Open> {
        // The number of threads comes right after that of fences.
        let more = self.shape.threads.len() > best.sketch.threads;
        for cost in 0..if more { 1 } else { best.costs.len() } {
            if let Some(bounds) = less(&best.costs, cost)
                && let Some(found) = self.next(&bounds)?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The best of this shape.
    fn least(&mut self, mut best: Found) -> Result<Found, Open> {
        for cost in 0..best.costs.len() {
            while let Some(bounds) = less(&best.costs, cost) {
                match self.next(&bounds)? {
                    Some(found) => best = found,
                    None => break,
                }
            }
        }
        Ok(best)
    }

    /// Asks both models about a test.
    fn confirm(&self, sketch: &Sketch) -> Result<Confirmed, Open> {
        let question = self.question;
        let program = question.written(sketch)?;
        let outcome = question.check(&program, question.forbids)?;
        match &outcome.conclusion {
            Conclusion::Reachable { witness } => {
                let execution = witness.run.execution();
                let choice = execution
                    .zip(outcome.unrolled.as_deref())
                    .and_then(|(execution, unrolled)| self.choice(execution, unrolled));
                let why = "an execution does not fit the test that it is of";
                let choice = choice.ok_or_else(|| Open::Internal(why.to_owned()))?;
                return Ok(Confirmed::Otherwise(choice));
            }
            Conclusion::Unreachable { .. } => {}
            Conclusion::Unknown { .. }
            | Conclusion::Racy { .. }
            | Conclusion::Unsupported { .. } => return Err(undecided(&outcome)),
        }
        let outcome = question.check(&program, question.allows)?;
        match &outcome.conclusion {
            Conclusion::Reachable { .. } => Ok(Confirmed::Yes(program.source.text.to_string())),
            Conclusion::Unreachable { .. } => {
                let why = format!(
                    "the search has an execution of a test that {} forbids:\n{}",
                    question.allows.name, program.source.text
                );
                Err(Open::Internal(why))
            }
            Conclusion::Unknown { .. }
            | Conclusion::Racy { .. }
            | Conclusion::Unsupported { .. } => Err(undecided(&outcome)),
        }
    }

    /// The orders of an execution, by the accesses of the shape.
    fn choice(&self, execution: &Execution, unrolled: &Unrolled) -> Option<Choice> {
        let size = self.shape.accesses();
        let mut accesses = vec![None; unrolled.events.len()];
        let mut fences = vec![None; unrolled.events.len()];
        let mut seen = vec![0; self.shape.threads.len()];
        for (index, event) in unrolled.events.iter().enumerate() {
            let Some(thread) = event.thread else { continue };
            let slot = self.shape.start(thread.0) + *seen.get(thread.0)?;
            match event.kind {
                EventKind::Fence(_) => fences[index] = Some(slot),
                EventKind::Read { .. } | EventKind::Write { .. } | EventKind::ReadWrite { .. } => {
                    accesses[index] = Some(slot);
                    seen[thread.0] += 1;
                }
                EventKind::Initial { .. } | EventKind::Barrier { .. } => return None,
            }
        }
        let pairs = |orders: &[(EventId, EventId)], slots: &[Option<usize>]| {
            let pairs = orders.iter().map(|(a, b)| Some((slots[a.0]?, slots[b.0]?)));
            let pairs: Vec<(usize, usize)> = pairs.flatten().collect();
            pairs
        };
        let co = pairs(&execution.co, &accesses);
        let co = if self.models.1.definition.options.co_partial {
            co
        } else {
            let order = sorted(size, &co);
            let pairs = order.iter().enumerate();
            let pairs = pairs.flat_map(|(at, &a)| order[at + 1..].iter().map(move |&b| (a, b)));
            pairs.collect()
        };
        Some(Choice {
            co,
            fences: sorted(size, &pairs(&execution.fence_order, &fences)),
        })
    }
}

/// The bounds that all costs up to one are as they are, and this one is less; none where it cannot be.
fn less(costs: &[usize; 4], cost: usize) -> Option<Vec<(usize, usize)>> {
    let mut bounds: Vec<(usize, usize)> = costs.iter().copied().enumerate().take(cost).collect();
    bounds.push((cost, costs[cost].checked_sub(1)?));
    Some(bounds)
}

/// Numbers in an order that has all these pairs.
fn sorted(size: usize, pairs: &[(usize, usize)]) -> Vec<usize> {
    let mut order = Vec::new();
    while order.len() < size {
        let free = |index: &usize| {
            !order.contains(index)
                && !pairs
                    .iter()
                    .any(|(before, after)| after == index && !order.contains(before))
        };
        match (0..size).find(free) {
            Some(next) => order.push(next),
            None => break,
        }
    }
    order
}

fn undecided(outcome: &Outcome) -> Open {
    let why = outcome.open().next().map(|remark| remark.why.clone());
    why.unwrap_or_else(|| Open::Internal("a test that was found is not accepted".to_owned()))
}

fn session(formula: &Formula, question: &Question<'_>, more: &[Lit]) -> Session {
    let limits = Limits {
        stop: question.stop.clone(),
        engine: question.options.engine,
    };
    let mut exposed = vec![formula.unfinished];
    exposed.extend(more);
    for counter in formula.costs.all() {
        let counts = 0..=counter.largest();
        exposed.extend(counts.filter_map(|count| counter.at_most(count)));
    }
    exposed.retain(|lit| ![Lit::TRUE, Lit::FALSE].contains(lit));
    Session::new(&formula.circuit, &[], &exposed, &limits)
}
