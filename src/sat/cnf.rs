//! Conjunctive normal form, after Plaisted and Greenbaum (1986): a gate gets only the clauses of
//! the polarity it is used in.

use super::circuit::{Circuit, Lit, Node};

/// Clauses over variables 1, 2, …; a negative number is a negated variable.
#[derive(Debug, Clone, Default)]
pub struct Cnf {
    lits: Vec<i32>,
    ends: Vec<u32>,
    /// The clauses before unit propagation, where it left other ones.
    original: Option<(Vec<i32>, Vec<u32>)>,
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

/// How much of a clause is undecided.
enum Open {
    Satisfied,
    None,
    One(i32),
    Several,
}

/// A literal as an index.
fn slot(number: i32) -> usize {
    2 * number.unsigned_abs() as usize + usize::from(number < 0)
}

const POSITIVE: u8 = 1;
const NEGATIVE: u8 = 2;
/// Conjunctions up to this size are written into the clauses of the disjunction above them.
const INLINE: usize = 3;

impl Cnf {
    /// The clauses of a circuit, with all `required` literals true; `exposed` literals can be
    /// assumed and read in both polarities.
    #[must_use]
    pub fn new(circuit: &Circuit, required: &[Lit], exposed: &[Lit]) -> Self {
        let mut cnf = Self {
            variables: vec![0; circuit.len()],
            emitted: vec![0; circuit.len()],
            ..Self::default()
        };
        for clause in circuit.clauses() {
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
        while let Some(lit) = cnf.work.pop() {
            cnf.define(circuit, lit);
        }
        cnf.propagate();
        cnf
    }

    /// What the clauses say of a numbered literal by themselves, if that is plain to see.
    #[must_use]
    pub fn fixed(&self, number: i32) -> Option<bool> {
        match self.value(number) {
            0 => None,
            value => Some(value > 0),
        }
    }

    fn value(&self, number: i32) -> i8 {
        let value = self.fixed[number.unsigned_abs() as usize];
        if number < 0 { -value } else { value }
    }

    /// Unit propagation: most of a small test is decided by it, and each clause that a solver is
    /// spared costs it half a microsecond less.
    fn propagate(&mut self) {
        let count = usize::try_from(self.count).unwrap_or(0);
        self.fixed = vec![0; count + 1];
        if self.contradictory {
            let clauses = spans(&self.ends);
            let mut empty = clauses.iter().zip(0..);
            let empty = empty.find(|((start, end), _)| start == end);
            self.conflict = empty.map(|(_, index)| index).into_iter().collect();
            return;
        }
        let clauses = spans(&self.ends);
        let losing = Losing::new(count, &self.lits, &clauses);
        // For each variable, the clause that fixed it.
        let mut because = vec![0; count + 1];
        let mut units: Vec<(i32, usize)> = clauses
            .iter()
            .enumerate()
            .filter(|(_, (start, end))| end - start == 1)
            .map(|(index, &(start, _))| (self.lits[start], index))
            .collect();
        while let Some((unit, clause)) = units.pop() {
            match self.value(unit) {
                1 => continue,
                -1 => return self.contradict(clause, &because, &clauses),
                _ => {}
            }
            let variable = unit.unsigned_abs() as usize;
            self.fixed[variable] = if unit > 0 { 1 } else { -1 };
            because[variable] = clause;
            for &index in losing.clauses(-unit) {
                let (start, end) = clauses[index as usize];
                match self.open(start, end) {
                    Open::Satisfied | Open::Several => {}
                    Open::One(lit) => units.push((lit, index as usize)),
                    Open::None => return self.contradict(index as usize, &because, &clauses),
                }
            }
        }
        self.simplify(&clauses);
    }

    /// All literals of a clause are false: with those that made them so, it is a contradiction.
    fn contradict(&mut self, clause: usize, because: &[usize], clauses: &[(usize, usize)]) {
        self.contradictory = true;
        let mut used = vec![false; clauses.len()];
        used[clause] = true;
        let mut work = vec![clause];
        while let Some(clause) = work.pop() {
            let (start, end) = clauses[clause];
            for &lit in &self.lits[start..end] {
                // A literal that its own clause made true has that clause for its reason.
                let before = because[lit.unsigned_abs() as usize];
                if self.value(lit) != 0 && !std::mem::replace(&mut used[before], true) {
                    work.push(before);
                }
            }
        }
        let used = used.iter().zip(0..).filter(|(used, _)| **used);
        self.conflict = used.map(|(_, index)| index).collect();
    }

    /// Where unit propagation shows that no assignment satisfies the clauses: some of them that none
    /// satisfies.
    pub fn conflict(&self) -> impl Iterator<Item = &[i32]> {
        self.conflict.iter().map(|&index| {
            let index = index as usize;
            let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.lits[start as usize..self.ends[index] as usize]
        })
    }

    /// What is left of a clause.
    fn open(&self, start: usize, end: usize) -> Open {
        let mut found = Open::None;
        for &lit in &self.lits[start..end] {
            match (self.value(lit), &found) {
                (1, _) => return Open::Satisfied,
                (0, Open::None) => found = Open::One(lit),
                (0, _) => found = Open::Several,
                _ => {}
            }
        }
        found
    }

    /// Leaves out satisfied clauses and false literals.
    fn simplify(&mut self, clauses: &[(usize, usize)]) {
        let mut lits = Vec::with_capacity(self.lits.len());
        let mut ends = Vec::with_capacity(clauses.len());
        for &(start, end) in clauses {
            if self.lits[start..end]
                .iter()
                .any(|&lit| self.value(lit) == 1)
            {
                continue;
            }
            let open = self.lits[start..end].iter().copied();
            lits.extend(open.filter(|&lit| self.value(lit) == 0));
            ends.push(u32::try_from(lits.len()).unwrap_or(u32::MAX));
        }
        if ends.len() < clauses.len() {
            let lits = std::mem::replace(&mut self.lits, lits);
            let ends = std::mem::replace(&mut self.ends, ends);
            self.original = Some((lits, ends));
        }
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
        let end = u32::try_from(self.lits.len()).unwrap_or(u32::MAX);
        self.ends.push(end);
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

/// For each literal, the clauses of several literals that lose it when it is false.
struct Losing {
    clauses: Vec<u32>,
    starts: Vec<u32>,
}

impl Losing {
    fn new(variables: usize, lits: &[i32], clauses: &[(usize, usize)]) -> Self {
        let long = || {
            let clauses = clauses.iter().zip(0_u32..);
            clauses.filter(|((start, end), _)| end - start > 1)
        };
        // How many there are before those of a literal; then, as they are put in, where its next goes.
        let mut starts = vec![0_u32; 2 * variables + 3];
        for (&(start, end), _) in long() {
            for &lit in &lits[start..end] {
                starts[slot(lit) + 1] += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts.clone();
        let mut found = vec![0; sum as usize];
        for (&(start, end), index) in long() {
            for &lit in &lits[start..end] {
                let place = &mut next[slot(lit)];
                found[*place as usize] = index;
                *place += 1;
            }
        }
        Self {
            clauses: found,
            starts,
        }
    }

    fn clauses(&self, lit: i32) -> &[u32] {
        let slot = slot(lit);
        &self.clauses[self.starts[slot] as usize..self.starts[slot + 1] as usize]
    }
}

/// Where each clause starts and ends.
fn spans(ends: &[u32]) -> Vec<(usize, usize)> {
    let mut start = 0;
    ends.iter()
        .map(|&end| (std::mem::replace(&mut start, end as usize), end as usize))
        .collect()
}

/// Clauses that stand one after another.
fn clauses<'a>(lits: &'a [i32], ends: &'a [u32]) -> impl Iterator<Item = &'a [i32]> {
    let mut start = 0;
    ends.iter().map(move |&end| {
        let clause = &lits[start..end as usize];
        start = end as usize;
        clause
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let cnf = Cnf::new(&circuit, &[chosen], &[a, b, c]);
        // c ? a≠b : b, over (a, b, c) as bits 0, 1, 2.
        assert_eq!(models(&cnf, &[a, b, c]), [0b010, 0b011, 0b101, 0b110]);
    }

    #[test]
    fn a_contradiction_is_told_by_the_clauses_that_make_it() {
        let mut circuit = Circuit::default();
        let [a, b, c, d] = std::array::from_fn(|_| circuit.variable());
        for clause in [&[c, d][..], &[!a, b], &[c, !d], &[!b], &[a], &[b, d]] {
            circuit.clause(clause);
        }
        let cnf = Cnf::new(&circuit, &[], &[a, b, c, d]);
        assert!(cnf.contradictory());
        let mut found: Vec<Vec<i32>> = cnf.conflict().map(<[i32]>::to_vec).collect();
        found.sort();
        let number = |lit| cnf.number(lit).expect("it is in a clause");
        let mut expected = vec![
            vec![number(!a), number(b)],
            vec![number(!b)],
            vec![number(a)],
        ];
        expected.sort();
        assert_eq!(found, expected);
    }

    #[test]
    fn constants_fold() {
        let mut circuit = Circuit::default();
        let a = circuit.variable();
        assert_eq!(circuit.and(a, !a), Lit::FALSE);
        assert_eq!(circuit.any([a, Lit::FALSE, !a]), Lit::TRUE);
        assert_eq!(circuit.all([a, Lit::TRUE, a]), a);
        circuit.require(Lit::FALSE);
        assert!(Cnf::new(&circuit, &[], &[]).contradictory());
    }
}
