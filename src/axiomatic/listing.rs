//! All values that some terms can have, one solver for all: an assignment, then a clause that forbids its
//! values, until none is left. That none is left is an answer like any other, and is confirmed like any.

use std::collections::{BTreeMap, BTreeSet};

use crate::sat::engine::Credit;
use crate::sat::session::{Answer, Assignment, Limits, Session};
use crate::sat::{Circuit, Lit};
use crate::stop::Open;
use crate::verdict::shown::Shown;
use crate::verdict::states::{State, Wanted};

use super::candidate::values::Sym;

/// What is asked of a formula.
pub struct Asked<'a> {
    /// The formula.
    pub circuit: &'a Circuit,
    /// What must hold.
    pub required: Vec<Lit>,
    /// The terms.
    pub observed: Vec<Sym>,
    /// Values with which this holds and values with which it does not are two: it need not follow from
    /// them.
    pub apart: Lit,
}

/// What was found.
pub struct Listed {
    /// The values, with what is known of them.
    pub states: BTreeMap<Vec<i64>, State>,
    /// Why there may be more.
    pub open: Option<Open>,
    /// Who answered.
    pub credit: Credit,
}

/// An execution that the judge has accepted: whether it satisfies the condition, and what shows it.
pub type Judged = (bool, Shown);

impl Asked<'_> {
    /// Lists them; `judge` looks at each assignment without the solver.
    pub fn list(
        &self,
        wanted: &Wanted,
        limits: &Limits,
        mut judge: impl FnMut(&Assignment, &[i64]) -> Result<Judged, Open>,
    ) -> Listed {
        let exposed = self.exposed();
        let mut session = Session::new(self.circuit, &self.required, &exposed, limits);
        let mut listed = Listed {
            states: BTreeMap::new(),
            open: None,
            credit: limits.engine.nobody(),
        };
        let mut sum: Option<Credit> = None;
        let possible = self.possible();
        listed.open = loop {
            if possible == Some(listed.states.len()) {
                break None;
            }
            if let Some(open) = wanted.enough(listed.states.len()) {
                break Some(open);
            }
            let (answer, credit) = session.decide(self.circuit, &[]);
            sum = Some(sum.map_or(credit, |sum| sum.and(credit)));
            match answer {
                Answer::Unsat(_) => break None,
                Answer::Unknown(open) => break Some(open),
                Answer::Sat(assignment) => {
                    let added = self.add(&assignment, (wanted, &mut listed), &mut judge);
                    let next = added.and_then(|clause| session.demand(&clause));
                    if let Err(open) = next.and_then(|()| limits.stop.check()) {
                        break Some(open);
                    }
                }
            }
        };
        listed.credit = sum.unwrap_or(listed.credit);
        listed
    }

    /// Takes note of an assignment; gives the clause that forbids its values from now on.
    fn add(
        &self,
        assignment: &Assignment,
        (wanted, listed): (&Wanted, &mut Listed),
        judge: &mut impl FnMut(&Assignment, &[i64]) -> Result<Judged, Open>,
    ) -> Result<Vec<Lit>, Open> {
        let mut clause = vec![away(self.apart, assignment)];
        let mut values = Vec::with_capacity(self.observed.len());
        for sym in &self.observed {
            values.push(read(sym, assignment, &mut clause)?);
        }
        let (satisfies, shown) = judge(assignment, &values)?;
        let state = listed.states.entry(values).or_default();
        state.note(satisfies, || wanted.runs.then_some(shown));
        Ok(clause)
    }

    /// No more than so many values of all terms can be told apart: once they are found, nobody has to be asked
    /// whether there are more. None where the same values may come twice, or where they are not counted.
    fn possible(&self) -> Option<usize> {
        let apart = self.apart != Lit::TRUE && self.apart != Lit::FALSE;
        let of = |sym: &Sym| match sym {
            Sym::Choice(choices) => {
                let possible = choices.iter().filter(|(_, lit)| *lit != Lit::FALSE);
                let values: BTreeSet<i64> = possible.map(|(value, _)| *value).collect();
                Some(values.len())
            }
            Sym::Bits(bits) => {
                let open = bits
                    .iter()
                    .filter(|&&lit| lit != Lit::TRUE && lit != Lit::FALSE);
                1_usize.checked_shl(u32::try_from(open.count()).ok()?)
            }
        };
        let mut terms = self.observed.iter();
        (!apart).then(|| terms.try_fold(1_usize, |all, sym| all.checked_mul(of(sym)?)))?
    }

    fn exposed(&self) -> Vec<Lit> {
        let mut exposed = vec![self.apart];
        for sym in &self.observed {
            match sym {
                Sym::Choice(choices) => exposed.extend(choices.iter().map(|(_, lit)| *lit)),
                Sym::Bits(bits) => exposed.extend(bits.iter().copied()),
            }
        }
        exposed.retain(|&lit| lit != Lit::TRUE && lit != Lit::FALSE);
        exposed
    }
}

/// The value of a term; the clause gets what makes it another.
fn read(sym: &Sym, assignment: &Assignment, clause: &mut Vec<Lit>) -> Result<i64, Open> {
    match sym {
        Sym::Choice(choices) => {
            let mut choices = choices.iter();
            let chosen = choices.find(|(_, lit)| assignment.truth(*lit));
            let (value, lit) = chosen.ok_or_else(|| {
                Open::Internal("what is observed has none of its values".to_owned())
            })?;
            clause.push(!*lit);
            Ok(*value)
        }
        Sym::Bits(bits) => {
            let mut value = 0;
            for (bit, &lit) in bits.iter().enumerate() {
                value |= i64::from(assignment.truth(lit)) << bit;
                clause.push(away(lit, assignment));
            }
            Ok(value)
        }
    }
}

/// The literal that an assignment makes false.
fn away(lit: Lit, assignment: &Assignment) -> Lit {
    if assignment.truth(lit) { !lit } else { lit }
}
