//! Unit propagation on clauses before any solver has them: most of a small test is decided by it, and each
//! clause that a solver is spared costs it half a microsecond less.

use crate::stop::{Open, Stop};

use super::{CLAUSES, Cnf};

/// How much of a clause is undecided.
enum Left {
    Satisfied,
    None,
    One(i32),
    Several,
}

/// A literal as an index.
fn slot(number: i32) -> usize {
    2 * number.unsigned_abs() as usize + usize::from(number < 0)
}

impl Cnf {
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

    /// Finds what the clauses say by themselves, and leaves out what that settles.
    pub(super) fn propagate(&mut self, stop: &Stop) -> Result<(), Open> {
        let count = usize::try_from(self.count).unwrap_or(0);
        self.fixed = vec![0; count + 1];
        if self.contradictory {
            let clauses = spans(&self.ends);
            let mut empty = clauses.iter().zip(0..);
            let empty = empty.find(|((start, end), _)| start == end);
            self.conflict = empty.map(|(_, index)| index).into_iter().collect();
            return Ok(());
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
        let mut steps = 0_usize;
        while let Some((unit, clause)) = units.pop() {
            if steps.is_multiple_of(CLAUSES) {
                stop.check()?;
            }
            steps += 1;
            match self.value(unit) {
                1 => continue,
                -1 => {
                    self.contradict(clause, &because, &clauses);
                    return Ok(());
                }
                _ => {}
            }
            let variable = unit.unsigned_abs() as usize;
            self.fixed[variable] = if unit > 0 { 1 } else { -1 };
            because[variable] = clause;
            for &index in losing.clauses(-unit) {
                let (start, end) = clauses[index as usize];
                match self.left(start, end) {
                    Left::Satisfied | Left::Several => {}
                    Left::One(lit) => units.push((lit, index as usize)),
                    Left::None => {
                        self.contradict(index as usize, &because, &clauses);
                        return Ok(());
                    }
                }
            }
        }
        self.simplify(&clauses);
        Ok(())
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
            &self.lits[start..self.ends[index]]
        })
    }

    /// What is left of a clause.
    fn left(&self, start: usize, end: usize) -> Left {
        let mut found = Left::None;
        for &lit in &self.lits[start..end] {
            match self.value(lit) {
                1 => return Left::Satisfied,
                0 => {
                    found = match found {
                        Left::None => Left::One(lit),
                        Left::One(_) | Left::Several | Left::Satisfied => Left::Several,
                    };
                }
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
            ends.push(lits.len());
        }
        if ends.len() < clauses.len() {
            let lits = std::mem::replace(&mut self.lits, lits);
            let ends = std::mem::replace(&mut self.ends, ends);
            self.original = Some((lits, ends));
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
fn spans(ends: &[usize]) -> Vec<(usize, usize)> {
    let mut start = 0;
    ends.iter()
        .map(|&end| (std::mem::replace(&mut start, end), end))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::sat::circuit::Circuit;

    use super::*;

    #[test]
    fn a_contradiction_is_told_by_the_clauses_that_make_it() {
        let mut circuit = Circuit::default();
        let [a, b, c, d] = std::array::from_fn(|_| circuit.variable());
        for clause in [&[c, d][..], &[!a, b], &[c, !d], &[!b], &[a], &[b, d]] {
            circuit.clause(clause);
        }
        let cnf = Cnf::new(&circuit, &[], &[a, b, c, d], &Stop::never());
        let cnf = cnf.expect("nobody stops it");
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
}
