//! What two models call by one name and mean by it: where the solver has shown once that it is the same in all
//! executions, what is built on it is the same formula in both, and nothing is left to search for there.
//!
//! A name says nothing by itself. Pair by pair the two relations are asked for an execution in which they differ;
//! those that never differ take each other's place. So a definition that was only written in another way (a chain
//! by recursion, a chain by closure) costs one question, where otherwise every axiom above it costs one of its own.
//!
//! Mishchenko, Chatterjee, Jiang and Brayton ("FRAIGs: a unifying representation for logic synthesis and verification",
//! UC Berkeley, 2005) find by simulation which gates to compare in this way; here the names say it.

use std::rc::Rc;

use crate::model::relation::expr::{Definition, Expr, ExprId};
use crate::sat::engine::Limits;
use crate::sat::session::{Answer, Session};
use crate::sat::{Circuit, Lit};
use crate::stop::Open;

use super::algebra::{Algebra, Value};
use super::events::{Events, Part};
use super::matrix::Matrix;

/// So many executions in which the two differ are looked at: each settles some pairs. What is open then stays as it
/// is.
const DIFFERENCES: usize = 12;

/// The values that a model gives its names.
#[derive(Debug)]
pub struct Named {
    /// The events that they speak of.
    parts: Vec<Part>,
    /// With their transitive closures, where these were needed.
    values: Vec<(String, Vec<Value>)>,
}

impl Named {
    /// Those that were needed.
    pub fn of(algebra: &Algebra<'_>, definition: &Definition, events: &Events<'_>) -> Self {
        let names = definition.names.iter();
        let values = names.map(|(name, id)| {
            let ids = forms(algebra, *id).into_iter();
            let values = ids.filter_map(|id| algebra.values[id.0 as usize].clone());
            (name.clone(), values.collect())
        });
        Self {
            parts: events.parts.clone(),
            values: values.collect(),
        }
    }

    fn values(&self, name: &str) -> &[Value] {
        // The last definition of a name is the one that is visible.
        let mut values = self.values.iter().rev();
        let values = values.find(|(own, _)| own == name);
        values.map_or(&[], |(_, values)| values)
    }
}

/// What a name is, and its transitive closure, if the model has that: a chain that is one by its definition in one model
/// may be closed where it is used in the other.
fn forms(algebra: &Algebra<'_>, id: ExprId) -> Vec<ExprId> {
    let closed = algebra.arena.find(Expr::Plus(id));
    [Some(id), closed].into_iter().flatten().collect()
}

/// Gives the names of a model the values that they have in another, as far as these are the same in all executions
/// that the clauses allow and in which `unfinished` does not hold.
///
/// # Errors
///
/// The solvers do not agree, or there was no time.
pub fn share(
    algebra: &mut Algebra<'_>,
    definition: &Definition,
    (events, named): (&Events<'_>, &Named),
    unfinished: Lit,
    limits: &Limits,
) -> Result<(), Open> {
    if events.parts != named.parts {
        return Ok(());
    }
    let axioms = definition.axioms.iter().filter(|axiom| !axiom.flag);
    let mut needed: Vec<ExprId> = axioms
        .flat_map(|axiom| algebra.needed(axiom.expr))
        .collect();
    needed.sort_unstable();
    needed.dedup();
    for (name, id) in &definition.names {
        for (form, id) in forms(algebra, *id).into_iter().enumerate() {
            if !needed.contains(&id) {
                continue;
            }
            for (other, theirs) in named.values(name).iter().enumerate() {
                let own = algebra.value(id);
                let open = algebra.unfinished.clone();
                let open = algebra.circuit().any(open);
                let finished = [!algebra.circuit().or(open, unfinished)];
                let value = merged(
                    algebra.circuit(),
                    (&own, theirs),
                    form != other,
                    &finished,
                    limits,
                )?;
                if let Some(value) = value {
                    algebra.values[id.0 as usize] = Some(value);
                }
            }
        }
    }
    Ok(())
}

/// The own value with what is the same in the other's place; none where nothing is new.
fn merged(
    circuit: &mut Circuit,
    (own, theirs): (&Value, &Value),
    crossed: bool,
    finished: &[Lit],
    limits: &Limits,
) -> Result<Option<Value>, Open> {
    match (own, theirs) {
        (Value::Relation(own), Value::Relation(theirs)) => {
            let same = same(
                circuit,
                (own.lits(), theirs.lits()),
                crossed,
                finished,
                limits,
            )?;
            let size = own.size();
            let matrix = Matrix::of(size, |from, to| {
                let place = from * size + to;
                if same.contains(&place) { theirs } else { own }.get(from, to)
            });
            Ok((!same.is_empty()).then(|| Value::Relation(Rc::new(matrix))))
        }
        // Sets are made of what a test says, in few gates.
        (Value::Set(_), _) | (_, Value::Set(_)) => Ok(None),
    }
}

/// The places at which two lists of literals are not written alike, and mean the same.
fn same(
    circuit: &mut Circuit,
    (own, theirs): (&[Lit], &[Lit]),
    crossed: bool,
    finished: &[Lit],
    limits: &Limits,
) -> Result<Vec<usize>, Open> {
    let mut differ: Vec<(usize, Lit)> = Vec::new();
    for (place, (&a, &b)) in own.iter().zip(theirs).enumerate() {
        // A relation and the closure of another differ wherever one of them has no members at all.
        let apart = crossed && (a == Lit::FALSE || b == Lit::FALSE);
        if a != b && !apart {
            differ.push((place, !circuit.iff(a, b)));
        }
    }
    if differ.is_empty() {
        return Ok(Vec::new());
    }
    let mut exposed: Vec<Lit> = differ.iter().map(|(_, lit)| *lit).collect();
    exposed.retain(|lit| ![Lit::TRUE, Lit::FALSE].contains(lit));
    let mut session = Session::new(circuit, finished, &exposed, limits);
    if crossed {
        session = session.confirmed_whole();
    }
    for _ in 0..DIFFERENCES {
        let some: Vec<Lit> = differ.iter().map(|(_, lit)| *lit).collect();
        session.demand(&some)?;
        match session.decide(circuit, &[]).0 {
            Answer::Unsat(_) => return Ok(differ.into_iter().map(|(place, _)| place).collect()),
            Answer::Sat(assignment) => differ.retain(|(_, lit)| !assignment.truth(*lit)),
            Answer::Unknown(open) => return Err(open),
        }
        if differ.is_empty() {
            break;
        }
    }
    Ok(Vec::new())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::stop::Stop;

    #[test]
    fn what_means_the_same_is_found_and_nothing_else() {
        let mut circuit = Circuit::default();
        let [a, b, c, d] = [(); 4].map(|()| circuit.variable());
        circuit.clause(&[!c, d]);
        let (there, back) = (circuit.and(a, !b), circuit.and(!a, b));
        let either = [circuit.or(there, back), !circuit.iff(a, b)];
        // The same for both; the same by a clause; the same where `finished` holds; another.
        let both = circuit.and(c, d);
        let half = circuit.or(a, d);
        let own = [either[0], both, half, either[0], a, Lit::TRUE];
        let theirs = [either[1], c, d, b, a, !a];
        let limits = Limits::default();
        let mut places =
            |finished: &[Lit]| same(&mut circuit, (&own, &theirs), false, finished, &limits);
        assert_eq!(places(&[Lit::TRUE]).unwrap(), [0, 1]);
        assert_eq!(places(&[!a]).unwrap(), [0, 1, 2, 3, 5]);
    }

    /// What is not written down for want of time has no literals that could be spoken of.
    #[test]
    fn no_time_is_no_defect() {
        let mut circuit = Circuit::default();
        let [a, b] = [(); 2].map(|()| circuit.variable());
        circuit.clause(&[a, b]);
        let limits = Limits {
            stop: Stop::after(Duration::ZERO),
            ..Limits::default()
        };
        let found = same(&mut circuit, (&[a], &[b]), false, &[Lit::TRUE], &limits);
        assert!(matches!(found, Err(Open::Time)), "{found:?}");
    }
}
