//! Counting arguments, said to the solver: what follows from the order of a memory's updates for
//! the values they find.
//!
//! That `n` increments end at `n` is a pigeonhole argument to a solver that knows only which write
//! each reads from: it takes exponentially long. Said in terms of how much comes before each update
//! it is a matter of a few steps. Nothing here is needed for a formula to be right; every clause
//! follows from what the formula says already, as tests show.
//!
//! How much comes before an update is a number of its own for each count of a [`Tally`], in unary:
//! one literal for each sum that can be reached or exceeded, as gates over the order.

use crate::sat::{Circuit, Lit};

use super::tally::Tally;
use super::values::Sym;

/// The fewest updates for which all this is worth its while.
pub const FEWEST: usize = 4;

/// The most clauses.
const CLAUSES: usize = 400_000;

/// An update of a memory.
#[derive(Debug, Clone)]
pub struct Update {
    /// It is executed and writes.
    pub writes: Lit,
    /// What it finds.
    pub found: Sym,
}

/// The updates of a memory that nothing else writes to.
#[derive(Debug)]
pub struct Chain<'a> {
    /// Where this holds, the updates that write come one after the other, and each finds what the one
    /// right before it has left.
    pub premise: Lit,
    /// The updates.
    pub updates: Vec<Update>,
    /// Whether one writes before another that writes too. An order where the premise holds.
    pub before: Vec<Vec<Lit>>,
    /// What they do to the value.
    pub tally: &'a Tally,
    /// The final value, if it is asked for.
    pub last: Option<Sym>,
}

/// A sum of what is before something, in unary.
struct Unary {
    /// At each index, that the sum is no less than the possible sum of that index.
    at_least: Vec<Lit>,
}

/// One of a tally's counts, of those that are not zero throughout.
struct Count<'a> {
    index: usize,
    weights: &'a [i64],
    sums: Vec<i64>,
    before: Vec<Unary>,
    total: Unary,
}

impl Chain<'_> {
    /// What follows, as clauses that hold in any case.
    #[must_use]
    pub fn clauses(&self, circuit: &mut Circuit) -> Vec<Vec<Lit>> {
        let mut counts = Vec::new();
        for (index, weights) in self.tally.counts.iter().enumerate() {
            if weights.iter().all(|weight| *weight == 0) {
                continue;
            }
            let Some(sums) = Tally::sums(weights) else {
                return Vec::new();
            };
            if self.updates.len() * self.updates.len() * sums.len() > CLAUSES {
                return Vec::new();
            }
            counts.push((index, weights.as_slice(), sums));
        }
        let counts: Vec<Count> = counts
            .into_iter()
            .map(|(index, weights, sums)| self.count(circuit, index, weights, sums))
            .collect();
        let mut clauses = Vec::new();
        for count in &counts {
            self.ascend(count, &mut clauses);
            self.cover(circuit, count, &mut clauses);
        }
        for update in 0..self.updates.len() {
            self.find(circuit, &counts, update, &mut clauses);
        }
        self.end(circuit, &counts, &mut clauses);
        clauses
    }

    fn count<'a>(
        &self,
        circuit: &mut Circuit,
        index: usize,
        weights: &'a [i64],
        sums: Vec<i64>,
    ) -> Count<'a> {
        let before = (0..self.updates.len())
            .map(|update| {
                let earlier = self.before.iter().map(|row| row[update]);
                let weighed: Vec<(Lit, i64)> = earlier.zip(weights.iter().copied()).collect();
                Unary::new(circuit, &sums, &weighed)
            })
            .collect();
        let writing = self.updates.iter().map(|update| update.writes);
        let weighed: Vec<(Lit, i64)> = writing.zip(weights.iter().copied()).collect();
        let total = Unary::new(circuit, &sums, &weighed);
        Count {
            index,
            weights,
            sums,
            before,
            total,
        }
    }

    /// What is before one update, and that update, is before all that come after it.
    fn ascend(&self, count: &Count, clauses: &mut Vec<Vec<Lit>>) {
        for (a, row) in self.before.iter().enumerate() {
            for (b, &before) in row.iter().enumerate() {
                if before == Lit::FALSE {
                    continue;
                }
                for (index, sum) in count.sums.iter().enumerate() {
                    let after = count.from(sum + count.weights[a]);
                    let reached = count.before[b].reaches(after);
                    let earlier = count.before[a].reaches(Some(index));
                    clauses.push(vec![!self.premise, !before, !earlier, reached]);
                }
            }
        }
    }

    /// Between no sum and the total there is no gap: some update leads past each sum.
    fn cover(&self, circuit: &mut Circuit, count: &Count, clauses: &mut Vec<Vec<Lit>>) {
        for (index, sum) in count.sums.iter().enumerate().skip(1) {
            let below = count.sums[index - 1];
            let mut clause = vec![!self.premise, !count.total.reaches(Some(index))];
            for (update, weight) in count.weights.iter().enumerate() {
                if *weight == 0 {
                    continue;
                }
                let from = count.from(below + 1 - weight);
                let low = count.before[update].reaches(from);
                let high = count.before[update].reaches(count.from(*sum));
                clause.push(circuit.all([self.updates[update].writes, low, !high]));
            }
            clauses.push(clause);
        }
    }

    /// What an update finds is what the sums before it say.
    fn find(
        &self,
        circuit: &mut Circuit,
        counts: &[Count],
        index: usize,
        clauses: &mut Vec<Vec<Lit>>,
    ) {
        let Update { writes, found } = &self.updates[index];
        let before: Vec<&Unary> = counts.iter().map(|count| &count.before[index]).collect();
        for (mut clause, sums) in self.cases(counts, &before) {
            clause.push(!*writes);
            if let Some(value) = self.tally.found(&sums) {
                clause.push(found.is(circuit, value));
            }
            clauses.push(clause);
        }
    }

    /// The final value is what the sums of all say.
    fn end(&self, circuit: &mut Circuit, counts: &[Count], clauses: &mut Vec<Vec<Lit>>) {
        let Some(last) = &self.last else { return };
        let totals: Vec<&Unary> = counts.iter().map(|count| &count.total).collect();
        for (mut clause, sums) in self.cases(counts, &totals) {
            if let Some(value) = self.tally.left(&sums) {
                clause.push(last.is(circuit, value));
            }
            clauses.push(clause);
        }
    }

    /// All that the sums can be, each with a clause that says that they are not.
    fn cases(&self, counts: &[Count], unary: &[&Unary]) -> Vec<(Vec<Lit>, Vec<i64>)> {
        let number: usize = counts.iter().map(|count| count.sums.len()).product();
        let mut cases = Vec::new();
        if number * self.updates.len() > CLAUSES {
            return cases;
        }
        for case in 0..number {
            let mut rest = case;
            let mut clause = vec![!self.premise];
            let mut sums = vec![0; self.tally.counts.len()];
            for (count, unary) in counts.iter().zip(unary) {
                let at = rest % count.sums.len();
                rest /= count.sums.len();
                sums[count.index] = count.sums[at];
                clause.extend([!unary.reaches(Some(at)), unary.reaches(Some(at + 1))]);
            }
            if !clause.contains(&Lit::TRUE) {
                cases.push((clause, sums));
            }
        }
        cases
    }
}

impl Count<'_> {
    /// The index of the least possible sum that is no less than a number.
    fn from(&self, number: i64) -> Option<usize> {
        let index = self.sums.partition_point(|sum| *sum < number);
        (index < self.sums.len()).then_some(index)
    }
}

impl Unary {
    /// Adds the weights whose literals hold.
    fn new(circuit: &mut Circuit, sums: &[i64], weighed: &[(Lit, i64)]) -> Self {
        let mut at_least = vec![Lit::FALSE; sums.len()];
        at_least[0] = Lit::TRUE;
        for &(lit, weight) in weighed {
            if weight == 0 || lit == Lit::FALSE {
                continue;
            }
            // From above, so that what is below is still as it was without this weight.
            for index in (1..sums.len()).rev() {
                let from = sums.partition_point(|sum| *sum < sums[index] - weight);
                let with = circuit.and(lit, at_least[from]);
                at_least[index] = circuit.or(at_least[index], with);
            }
        }
        Self { at_least }
    }

    /// Whether the sum of an index is reached; none is above all.
    fn reaches(&self, index: Option<usize>) -> Lit {
        index.map_or(Lit::FALSE, |index| {
            self.at_least.get(index).copied().unwrap_or(Lit::FALSE)
        })
    }
}
