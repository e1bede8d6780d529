//! The formula of one shape in a solver, asked again and again.

use crate::model::registry::Axiomatic;
use crate::sat::Lit;
use crate::sat::session::{Answer, Assignment, Session};
use crate::stop::Open;

use super::confirm::Confirmed;
use super::formula::{Formula, first_rounds};
use super::search::{Found, Question};
use super::shape::Shape;
use super::sketch::Sketch;
use super::symmetry::{attributes, describe, images};

/// A formula in a solver, and what was found with it.
pub(super) struct Asking<'q, 'm> {
    pub(super) question: &'q Question<'m>,
    pub(super) models: (&'m Axiomatic, &'m Axiomatic),
    pub(super) shape: &'q Shape,
    pub(super) formula: Formula,
    session: Session,
    pub(super) rounds: usize,
    /// Tests that are not wanted again, and whether clauses can say so.
    blocked: Vec<Sketch>,
    exposed: bool,
}

impl<'q, 'm> Asking<'q, 'm> {
    pub(super) fn new(question: &'q Question<'m>, shape: &'q Shape) -> Result<Self, Open>
    where
        'q: 'm,
    {
        let models = question.axioms()?;
        let rounds = first_rounds(shape.accesses());
        let formula = Formula::new(
            shape,
            question.vocabulary,
            models,
            rounds,
            &question.limits(),
        )?;
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
    pub(super) fn expose(&mut self) -> Result<(), Open> {
        self.exposed = true;
        self.renew()
    }

    /// This test, and those that are the same by another name, are not wanted again.
    pub(super) fn block(&mut self, sketch: &Sketch) -> Result<(), Open> {
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
    pub(super) fn deepen(&mut self) -> Result<(), Open> {
        self.rounds *= 2;
        let choices = self.formula.choices().to_vec();
        let question = self.question;
        self.formula = Formula::new(
            self.shape,
            question.vocabulary,
            self.models,
            self.rounds,
            &question.limits(),
        )?;
        for choice in choices {
            self.formula.learn(self.models.1, choice)?;
        }
        self.renew()
    }

    /// A test with these bounds on its costs, that the one model allows and the other forbids; none where
    /// there is none.
    pub(super) fn next(&mut self, bounds: &[(usize, usize)]) -> Result<Option<Found>, Open> {
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

    /// A test whose key comes before this one.
    pub(super) fn better(&mut self, key: [usize; 5]) -> Result<Option<Found>, Open> {
        let [fences, threads, dependencies, scopes, strengths] = key;
        let costs = [fences, dependencies, scopes, strengths];
        // The number of threads comes right after that of fences.
        let own = self.shape.threads.len();
        if own < threads {
            return self.next(&[(0, fences)]);
        }
        for cost in 0..if own > threads { 1 } else { costs.len() } {
            if let Some(bounds) = less(&costs, cost)
                && let Some(found) = self.next(&bounds)?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The best of this shape.
    pub(super) fn least(&mut self, mut best: Found) -> Result<Found, Open> {
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
}

/// The bounds that all costs up to one are as they are, and this one is less; none where it cannot be.
fn less(costs: &[usize; 4], cost: usize) -> Option<Vec<(usize, usize)>> {
    let mut bounds: Vec<(usize, usize)> = costs.iter().copied().enumerate().take(cost).collect();
    bounds.push((cost, costs[cost].checked_sub(1)?));
    Some(bounds)
}

fn session(formula: &Formula, question: &Question<'_>, more: &[Lit]) -> Session {
    let mut exposed = vec![formula.unfinished];
    exposed.extend(more);
    for counter in formula.costs.all() {
        let counts = 0..=counter.largest();
        exposed.extend(counts.filter_map(|count| counter.at_most(count)));
    }
    exposed.retain(|lit| ![Lit::TRUE, Lit::FALSE].contains(lit));
    Session::new(&formula.circuit, &[], &exposed, &question.limits())
}
