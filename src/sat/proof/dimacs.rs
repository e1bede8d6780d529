//! Formulas and proofs as texts that other checkers read: DIMACS and DRAT.

use std::fmt::Write as _;

use super::derivation::{Derivation, Step};

/// A formula that cannot be satisfied, and the proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// What was asked: whether some execution does this. Empty where nobody says so.
    pub question: String,
    /// The clauses, in the form of DIMACS, with what the variables mean in comments.
    pub formula: String,
    /// The derivation of the empty clause, in the form of DRAT.
    pub proof: String,
}

impl Written {
    /// Writes down clauses, what the comments say of them, and a derivation.
    #[must_use]
    pub fn new<'a>(
        comments: &[String],
        variables: i32,
        clauses: impl Iterator<Item = &'a [i32]>,
        derivation: Option<&Derivation>,
    ) -> Self {
        let mut body = String::new();
        let mut count = 0;
        for clause in clauses {
            count += 1;
            line(&mut body, clause);
        }
        let mut formula = String::new();
        for comment in comments {
            let _ = writeln!(formula, "c {comment}");
        }
        let _ = writeln!(formula, "p cnf {variables} {count}");
        formula.push_str(&body);
        let mut proof = String::new();
        for step in derivation.iter().flat_map(|derivation| derivation.steps(0)) {
            match step {
                Step::Add(lits) => line(&mut proof, lits),
                Step::Delete(lits) => {
                    proof.push_str("d ");
                    line(&mut proof, lits);
                }
            }
        }
        line(&mut proof, &[]);
        Self {
            question: String::new(),
            formula,
            proof,
        }
    }
}

fn line(out: &mut String, lits: &[i32]) {
    for lit in lits {
        let _ = write!(out, "{lit} ");
    }
    out.push_str("0\n");
}
