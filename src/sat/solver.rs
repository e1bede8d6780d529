//! What is asked of a solver of propositional formulas.

use crate::stop::{Open, Stop};

/// A solver: clauses go in, assignments and cores come out. Variables are numbered 1, 2, …; a negative
/// number is a negated variable. Clauses stay; assumptions hold for one question.
///
/// The same calls in the same order give the same answers.
pub trait Sat {
    /// A new variable: the next number.
    fn variable(&mut self) -> i32;

    /// A clause that must hold. Its variables are known.
    fn clause(&mut self, lits: &[i32]);

    /// Can all clauses hold with these literals true?
    ///
    /// # Errors
    ///
    /// Why it was not found out.
    fn solve(&mut self, assumptions: &[i32], stop: &Stop) -> Result<bool, Open>;

    /// After a question that was answered with yes: whether a literal is true in the assignment.
    fn value(&self, number: i32) -> bool;

    /// After a question that was answered with no: assumptions that suffice for it, in the order
    /// in which they were given.
    fn core(&self) -> &[i32];
}

/// So many clauses are put into a solver between two looks at the stop.
const CLAUSES: usize = 1024;

/// Puts many clauses into a solver, over so many variables.
///
/// # Errors
///
/// The stop was reached; the solver has some of the clauses only.
pub fn load<'a>(
    solver: &mut dyn Sat,
    variables: i32,
    clauses: impl Iterator<Item = &'a [i32]>,
    stop: &Stop,
) -> Result<(), Open> {
    for _ in 0..variables {
        solver.variable();
    }
    for (index, clause) in clauses.enumerate() {
        if index % CLAUSES == 0 {
            stop.check()?;
        }
        solver.clause(clause);
    }
    Ok(())
}
