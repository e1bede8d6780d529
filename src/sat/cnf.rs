//! Conjunctive normal form, after Plaisted and Greenbaum (1986): a gate gets only the clauses of
//! the polarity it is used in.

use crate::stop::{Open, Stop};

use super::circuit::{Circuit, Lit, Node};

mod added;
mod propagation;

pub use added::Added;

/// Clauses over variables 1, 2, …; a negative number is a negated variable.
#[derive(Debug, Clone, Default)]
pub struct Cnf {
    lits: Vec<i32>,
    ends: Vec<usize>,
    /// The clauses before unit propagation, where it left other ones.
    original: Option<(Vec<i32>, Vec<usize>)>,
    /// The variable of each circuit node, 0 where it has none.
    variables: Vec<i32>,
    count: i32,
    /// Whether the clauses contain the empty one.
    contradictory: bool,
    /// What unit propagation found of each variable: 0 unknown, 1 true, -1 false.
    fixed: Vec<i8>,
    /// Where the clauses contradict each other, those among them that do, as unit propagation saw.
    conflict: Vec<u32>,
    emitted: Vec<u8>,
    work: Vec<Lit>,
}

const POSITIVE: u8 = 1;
const NEGATIVE: u8 = 2;
/// So many clauses are written down between two looks at the stop.
const CLAUSES: usize = 4096;
/// Conjunctions up to this size are written into the clauses of the disjunction above them.
const INLINE: usize = 3;

impl Cnf {
    /// The clauses of a circuit, with all `required` literals true; `exposed` literals can be
    /// assumed and read in both polarities.
    ///
    /// # Errors
    ///
    /// The stop was reached.
    pub fn new(
        circuit: &Circuit,
        required: &[Lit],
        exposed: &[Lit],
        stop: &Stop,
    ) -> Result<Self, Open> {
        let mut cnf = Self {
            variables: vec![0; circuit.len()],
            emitted: vec![0; circuit.len()],
            ..Self::default()
        };
        for (index, clause) in circuit.clauses().enumerate() {
            if index % CLAUSES == 0 {
                stop.check()?;
            }
            cnf.root(circuit, clause);
        }
        for &lit in required {
            match lit {
                Lit::TRUE => {}
                Lit::FALSE => cnf.root(circuit, &[]),
                _ => cnf.root(circuit, &[lit]),
            }
        }
        for &lit in exposed {
            cnf.demand(circuit, lit);
            cnf.demand(circuit, !lit);
        }
        let mut gates = 0_usize;
        while let Some(lit) = cnf.work.pop() {
            if gates.is_multiple_of(CLAUSES) {
                stop.check()?;
            }
            gates += 1;
            cnf.define(circuit, lit);
        }
        cnf.propagate(stop)?;
        Ok(cnf)
    }

    /// How many variables there are.
    #[must_use]
    pub const fn variables(&self) -> i32 {
        self.count
    }

    /// Whether no assignment satisfies the clauses, as seen without search.
    #[must_use]
    pub const fn contradictory(&self) -> bool {
        self.contradictory
    }

    /// The clauses.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        clauses(&self.lits, &self.ends)
    }

    /// The clauses as they were before unit propagation.
    pub fn original(&self) -> impl Iterator<Item = &[i32]> {
        match &self.original {
            Some((lits, ends)) => clauses(lits, ends),
            None => clauses(&self.lits, &self.ends),
        }
    }

    /// How many clauses there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no clauses.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The number of a literal, if it is in the clauses: constants and unused nodes are not.
    #[must_use]
    pub fn number(&self, lit: Lit) -> Option<i32> {
        let variable = *self.variables.get(lit.node())?;
        (variable != 0).then_some(if lit.negated() { -variable } else { variable })
    }

    /// The variable of a circuit node, if the clauses mention it.
    #[must_use]
    pub fn variable(&self, node: usize) -> Option<i32> {
        self.variables
            .get(node)
            .copied()
            .filter(|&number| number != 0)
    }

    /// A clause that must hold; a conjunction alone in it is taken apart.
    fn root(&mut self, circuit: &Circuit, clause: &[Lit]) {
        match clause {
            [] => {
                self.contradictory = true;
                self.push(circuit, []);
            }
            [one] if !one.negated() => {
                if let Node::And(start, end) = circuit.node(one.node()) {
                    for &input in circuit.inputs(start, end) {
                        self.root(circuit, &[input]);
                    }
                } else {
                    self.push(circuit, [*one]);
                }
            }
            [one] => {
                if let Node::And(start, end) = circuit.node(one.node()) {
                    let inputs = circuit.inputs(start, end).iter();
                    self.push(circuit, inputs.map(|&lit| !lit));
                } else {
                    self.push(circuit, [*one]);
                }
            }
            _ => self.push(circuit, clause.iter().copied()),
        }
    }

    fn push(&mut self, circuit: &Circuit, clause: impl IntoIterator<Item = Lit>) {
        for lit in clause {
            let number = self.demand(circuit, lit);
            self.lits.push(number);
        }
        self.ends.push(self.lits.len());
    }

    /// The number of a literal whose truth must imply the truth of what it stands for.
    fn demand(&mut self, circuit: &Circuit, lit: Lit) -> i32 {
        let node = lit.node();
        if self.variables[node] == 0 {
            self.count += 1;
            self.variables[node] = self.count;
        }
        let polarity = if lit.negated() { NEGATIVE } else { POSITIVE };
        if self.emitted[node] & polarity == 0 {
            self.emitted[node] |= polarity;
            if circuit.node(node) != Node::Variable {
                self.work.push(lit);
            }
        }
        let variable = self.variables[node];
        if lit.negated() { -variable } else { variable }
    }

    /// The clauses that make the literal imply what it stands for.
    fn define(&mut self, circuit: &Circuit, lit: Lit) {
        match circuit.node(lit.node()) {
            Node::Variable => {}
            Node::True => self.push(circuit, [Lit::TRUE]),
            Node::And(start, end) if lit.negated() => {
                // One input at least is false.
                let inputs = circuit.inputs(start, end).iter();
                let clause = std::iter::once(!lit).chain(inputs.map(|&input| !input));
                self.push(circuit, clause);
            }
            Node::And(start, end) => {
                for &input in circuit.inputs(start, end) {
                    self.conjunct(circuit, lit, input);
                }
            }
        }
    }

    /// `gate → input`; a small conjunction under negation is written out.
    fn conjunct(&mut self, circuit: &Circuit, gate: Lit, input: Lit) {
        if input.negated()
            && let Node::And(start, end) = circuit.node(input.node())
            && circuit.inputs(start, end).len() <= INLINE
        {
            let inputs = circuit.inputs(start, end).iter();
            let clause = std::iter::once(!gate).chain(inputs.map(|&lit| !lit));
            self.push(circuit, clause);
        } else {
            self.push(circuit, [!gate, input]);
        }
    }
}

/// Clauses that stand one after another.
fn clauses<'a>(lits: &'a [i32], ends: &'a [usize]) -> impl Iterator<Item = &'a [i32]> {
    let mut start = 0;
    ends.iter().map(move |&end| {
        let clause = &lits[start..end];
        start = end;
        clause
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(circuit: &Circuit, required: &[Lit], exposed: &[Lit]) -> Cnf {
        Cnf::new(circuit, required, exposed, &Stop::never()).expect("nobody stops it")
    }

    /// All assignments of the circuit's first variables that the clauses allow, by brute force.
    fn models(cnf: &Cnf, free: &[Lit]) -> Vec<u32> {
        let mut found = Vec::new();
        for bits in 0..1_u64 << cnf.variables() {
            let truth =
                |number: i32| (bits >> (number.unsigned_abs() - 1) & 1 == 1) == (number > 0);
            let fixed = (1..=cnf.variables())
                .all(|number| cnf.fixed(number).is_none_or(|value| value == truth(number)));
            if fixed
                && cnf
                    .clauses()
                    .all(|clause| clause.iter().any(|&number| truth(number)))
            {
                let mut model = 0;
                for (index, &lit) in free.iter().enumerate() {
                    if cnf.number(lit).is_some_and(truth) {
                        model |= 1 << index;
                    }
                }
                found.push(model);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    #[test]
    fn clauses_mean_what_the_circuit_means() {
        let mut circuit = Circuit::default();
        let [a, b, c] = std::array::from_fn(|_| circuit.variable());
        let xor = {
            let same = circuit.iff(a, b);
            !same
        };
        let chosen = circuit.select(c, xor, b);
        let cnf = written(&circuit, &[chosen], &[a, b, c]);
        // c ? a≠b : b, over (a, b, c) as bits 0, 1, 2.
        assert_eq!(models(&cnf, &[a, b, c]), [0b010, 0b011, 0b101, 0b110]);
    }

    #[test]
    fn constants_fold() {
        let mut circuit = Circuit::default();
        let a = circuit.variable();
        assert_eq!(circuit.and(a, !a), Lit::FALSE);
        assert_eq!(circuit.any([a, Lit::FALSE, !a]), Lit::TRUE);
        assert_eq!(circuit.all([a, Lit::TRUE, a]), a);
        circuit.require(Lit::FALSE);
        assert!(written(&circuit, &[], &[]).contradictory());
    }
}
