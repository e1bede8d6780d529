//! Counting arguments, said to the solver: what follows from the order of a memory's updates for
//! the values they find.
//!
//! That `n` increments end at `n` is a pigeonhole argument to a solver that knows only which write
//! each reads from: it takes exponentially long. Said in terms of how much comes before each update
//! it is a matter of a few steps. Nothing here is needed for a formula to be right; every clause
//! follows from what the formula says already, as tests show.
//!
//! How much comes before an update is a number of its own for each count of a [`Tally`], in unary:
//! one literal for each sum that can be reached or exceeded, as gates over the order. Each write that does
//! not count, be it a plain store, an exchange, or the initial write, begins a [section](Start) of the order,
//! and what an update finds is the value that its section began with and the sum of what came since.

use crate::sat::{Circuit, Lit};

use super::observers::Observer;
use super::sections::{Sections, Start};
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

/// The updates of a memory, and what else is written to it.
#[derive(Debug)]
pub struct Chain<'a> {
    /// Where this holds, all that writes comes one after the other, and each update finds what the one
    /// right before it has left.
    pub premise: Lit,
    /// The updates.
    pub updates: Vec<Update>,
    /// Whether one writes before another that writes too. An order where the premise holds.
    pub before: Vec<Vec<Lit>>,
    /// What sums begin with.
    pub starts: Vec<Start>,
    /// What the updates do to the value.
    pub tally: &'a Tally,
    /// The final value, if it is asked for.
    pub last: Option<Sym>,
    /// Who reads, and does not write.
    pub observers: Vec<Observer>,
}

/// A sum of what is before something, in unary.
pub(super) struct Unary {
    /// At each index, that the sum is no less than the possible sum of that index.
    at_least: Vec<Lit>,
}

/// One of a tally's counts, of those that are not zero throughout.
pub(super) struct Count<'a> {
    index: usize,
    pub(super) weights: &'a [i64],
    pub(super) sums: Vec<i64>,
    /// Of each update, what comes before it in its section.
    before: Vec<Unary>,
    /// Of each start, what comes after it in its section.
    total: Vec<Unary>,
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
            if self.updates.len() * (self.updates.len() + self.starts.len()) * sums.len() > CLAUSES
            {
                return Vec::new();
            }
            counts.push((index, weights.as_slice(), sums));
        }
        let sections = Sections::new(circuit, &self.before, &self.starts, &self.tally.counted);
        let counts: Vec<Count> = counts
            .into_iter()
            .map(|(index, weights, sums)| count(circuit, &sections, index, weights, sums))
            .collect();
        let mut clauses = Vec::new();
        for count in &counts {
            self.ascend(&sections, count, &mut clauses);
            for start in 0..self.starts.len() {
                self.cover(circuit, &sections, count, start, &mut clauses);
            }
        }
        self.observed(circuit, &sections, &counts, &mut clauses);
        for (index, start) in self.starts.iter().enumerate() {
            for (began, value) in self.values(start) {
                for update in 0..self.updates.len() {
                    let within = [began, sections.first[index][update]];
                    self.find(circuit, &counts, within, (update, value), &mut clauses);
                }
                let within = [began, sections.last[index]];
                self.end(circuit, &counts, within, (index, value), &mut clauses);
            }
        }
        clauses
    }

    /// What a section can begin with, each with the literal that says so.
    pub(super) fn values(&self, start: &Start) -> Vec<(Lit, i64)> {
        let known = start.values().iter();
        let known = known.filter(|(value, _)| self.tally.knows(*value));
        known.map(|&(value, lit)| (lit, value)).collect()
    }

    /// What is before one update, and that update, is before all that come after it in its section.
    fn ascend(&self, sections: &Sections, count: &Count, clauses: &mut Vec<Vec<Lit>>) {
        for (a, row) in sections.same.iter().enumerate() {
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

    /// Between no sum and the total of a section there is no gap: some update leads past each sum.
    fn cover(
        &self,
        circuit: &mut Circuit,
        sections: &Sections,
        count: &Count,
        start: usize,
        clauses: &mut Vec<Vec<Lit>>,
    ) {
        for (index, sum) in count.sums.iter().enumerate().skip(1) {
            let below = count.sums[index - 1];
            let mut clause = vec![!self.premise, !count.total[start].reaches(Some(index))];
            for (update, weight) in count.weights.iter().enumerate() {
                if *weight == 0 {
                    continue;
                }
                let from = count.from(below + 1 - weight);
                let low = count.before[update].reaches(from);
                let high = count.before[update].reaches(count.from(*sum));
                clause.push(circuit.all([sections.first[start][update], low, !high]));
            }
            clauses.push(clause);
        }
    }

    /// What an update finds is what the sums before it, and the value that its section began with, say.
    fn find(
        &self,
        circuit: &mut Circuit,
        counts: &[Count],
        within: [Lit; 2],
        (index, value): (usize, i64),
        clauses: &mut Vec<Vec<Lit>>,
    ) {
        let found = &self.updates[index].found;
        let before: Vec<&Unary> = counts.iter().map(|count| &count.before[index]).collect();
        for (mut clause, sums) in self.cases(counts, &before, within) {
            let expected = if self.tally.counted[index] {
                self.tally.found(value, &sums)
            } else {
                self.tally.left(value, &sums)
            };
            if let Some(value) = expected {
                clause.push(found.is(circuit, value));
            }
            clauses.push(clause);
        }
    }

    /// The final value is what the sums of all that came since the last start say.
    fn end(
        &self,
        circuit: &mut Circuit,
        counts: &[Count],
        within: [Lit; 2],
        (start, value): (usize, i64),
        clauses: &mut Vec<Vec<Lit>>,
    ) {
        let Some(last) = &self.last else { return };
        let totals: Vec<&Unary> = counts.iter().map(|count| &count.total[start]).collect();
        for (mut clause, sums) in self.cases(counts, &totals, within) {
            if let Some(value) = self.tally.left(value, &sums) {
                clause.push(last.is(circuit, value));
            }
            clauses.push(clause);
        }
    }

    /// All that the sums can be, each with a clause that says that they are not, or that it is not so
    /// in these circumstances.
    pub(super) fn cases(
        &self,
        counts: &[Count],
        unary: &[&Unary],
        within: [Lit; 2],
    ) -> Vec<(Vec<Lit>, Vec<i64>)> {
        let number: usize = counts.iter().map(|count| count.sums.len()).product();
        let mut cases = Vec::new();
        if within.contains(&Lit::FALSE) || number * self.updates.len() * self.starts.len() > CLAUSES
        {
            return cases;
        }
        for case in 0..number {
            let mut rest = case;
            let mut clause = vec![!self.premise];
            clause.extend(within.map(|lit| !lit));
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

fn count<'a>(
    circuit: &mut Circuit,
    sections: &Sections,
    index: usize,
    weights: &'a [i64],
    sums: Vec<i64>,
) -> Count<'a> {
    let mut unary = |lits: Vec<Lit>| {
        let weighed: Vec<(Lit, i64)> = lits.into_iter().zip(weights.iter().copied()).collect();
        Unary::new(circuit, &sums, &weighed)
    };
    let before = (0..weights.len())
        .map(|update| unary(sections.same.iter().map(|row| row[update]).collect()))
        .collect();
    let total = sections.first.iter().map(|row| unary(row.clone()));
    let total = total.collect();
    Count {
        index,
        weights,
        sums,
        before,
        total,
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
    pub(super) fn new(circuit: &mut Circuit, sums: &[i64], weighed: &[(Lit, i64)]) -> Self {
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
