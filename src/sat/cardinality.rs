//! How many of some literals hold, as literals: a totalizer (Bailleux and Boufkhad, CP 2003).
//!
//! The literals are counted in unary, by halves: "at least n" of a list is that some number holds
//! in one half and the rest in the other. The gates mean this both ways, so that bounds from below
//! and from above, and their negations, can be demanded or assumed; only the polarity that is used
//! gets clauses.

use super::circuit::{Circuit, Lit};

/// A count of literals.
#[derive(Debug, Clone)]
pub struct Counter {
    /// The literal at index n says that more than n hold.
    more_than: Vec<Lit>,
    /// Whether larger numbers were left out.
    cut: bool,
}

impl Counter {
    /// Counts literals; one that is there twice counts twice.
    #[must_use]
    pub fn new(circuit: &mut Circuit, lits: &[Lit]) -> Self {
        Self::up_to(circuit, lits, lits.len())
    }

    /// Counts literals as far as a number: who asks only for bounds of at most `most` gets a
    /// smaller formula, of about `lits` times `most` gates.
    #[must_use]
    pub fn up_to(circuit: &mut Circuit, lits: &[Lit], most: usize) -> Self {
        // Constants need no gates.
        let certain = lits.iter().filter(|lit| **lit == Lit::TRUE).count();
        let open: Vec<Lit> = lits
            .iter()
            .copied()
            .filter(|lit| ![Lit::TRUE, Lit::FALSE].contains(lit))
            .collect();
        // "At most `most`" needs the literal of "more than `most`".
        let size = most.saturating_add(1);
        let mut more_than = vec![Lit::TRUE; certain];
        more_than.extend(unary(circuit, &open, size.saturating_sub(certain)));
        let cut = more_than.len() > size || certain + open.len() > size;
        more_than.truncate(size);
        Self { more_than, cut }
    }

    /// The largest number that can be reached, as far as was counted.
    #[must_use]
    pub const fn largest(&self) -> usize {
        self.more_than.len()
    }

    /// At least so many hold; none where it was not counted so far.
    #[must_use]
    pub fn at_least(&self, number: usize) -> Option<Lit> {
        match number.checked_sub(1) {
            None => Some(Lit::TRUE),
            Some(index) => match self.more_than.get(index) {
                Some(&lit) => Some(lit),
                None => (!self.cut).then_some(Lit::FALSE),
            },
        }
    }

    /// At most so many hold; none where it was not counted so far.
    #[must_use]
    pub fn at_most(&self, number: usize) -> Option<Lit> {
        self.at_least(number.checked_add(1)?).map(|lit| !lit)
    }
}

/// The literals of "more than 0", "more than 1", …, so many of them at most.
fn unary(circuit: &mut Circuit, lits: &[Lit], size: usize) -> Vec<Lit> {
    if size == 0 {
        return Vec::new();
    }
    match lits {
        [] => Vec::new(),
        [one] => vec![*one],
        _ => {
            let (left, right) = lits.split_at(lits.len() / 2);
            let left = unary(circuit, left, size);
            let right = unary(circuit, right, size);
            merge(circuit, &left, &right, size)
        }
    }
}

fn merge(circuit: &mut Circuit, left: &[Lit], right: &[Lit], size: usize) -> Vec<Lit> {
    let total = (left.len() + right.len()).min(size);
    (1..=total)
        .map(|number| {
            let splits = number.saturating_sub(right.len())..=number.min(left.len());
            let ways: Vec<Lit> = splits
                .map(|from_left| {
                    let a = reached(left, from_left);
                    let b = reached(right, number - from_left);
                    circuit.and(a, b)
                })
                .collect();
            circuit.any(ways)
        })
        .collect()
}

fn reached(counted: &[Lit], number: usize) -> Lit {
    match number.checked_sub(1) {
        None => Lit::TRUE,
        Some(index) => counted.get(index).copied().unwrap_or(Lit::FALSE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::circuit::Node;

    /// The truth of a literal where the variables have the values of some bits, in order.
    fn truth(circuit: &Circuit, variables: &[Lit], bits: u32, lit: Lit) -> bool {
        let value = match circuit.node(lit.node()) {
            Node::True => true,
            Node::Variable => {
                let position = variables.iter().position(|each| each.node() == lit.node());
                position.is_some_and(|index| bits >> index & 1 == 1)
            }
            Node::And(start, end) => {
                let mut inputs = circuit.inputs(start, end).iter();
                inputs.all(|input| truth(circuit, variables, bits, *input))
            }
        };
        value != lit.negated()
    }

    #[test]
    fn every_bound_means_what_it_says() {
        for count in 0..=6_usize {
            let mut circuit = Circuit::default();
            let variables: Vec<Lit> = (0..count).map(|_| circuit.variable()).collect();
            let counter = Counter::new(&mut circuit, &variables);
            assert_eq!(counter.largest(), count);
            for bits in 0..1_u32 << count {
                let holding = bits.count_ones() as usize;
                for bound in 0..=count + 2 {
                    let least = counter.at_least(bound).expect("all was counted");
                    let most = counter.at_most(bound).expect("all was counted");
                    let truth = |lit| truth(&circuit, &variables, bits, lit);
                    assert_eq!(truth(least), holding >= bound, "{count} {bits:b} {bound}");
                    assert_eq!(truth(most), holding <= bound, "{count} {bits:b} {bound}");
                }
            }
        }
    }

    #[test]
    fn a_cut_counter_answers_as_far_as_it_counts() {
        for most in 0..=5_usize {
            let mut circuit = Circuit::default();
            let variables: Vec<Lit> = (0..5).map(|_| circuit.variable()).collect();
            let counter = Counter::up_to(&mut circuit, &variables, most);
            for bits in 0..1_u32 << 5 {
                for bound in 0..=most {
                    let lit = counter.at_most(bound).expect("counted so far");
                    let holds = truth(&circuit, &variables, bits, lit);
                    assert_eq!(holds, bits.count_ones() as usize <= bound);
                }
            }
            assert_eq!(counter.at_most(most + 1).is_none(), most < 4, "{most}");
        }
    }

    #[test]
    fn constants_and_repetitions_count() {
        let mut circuit = Circuit::default();
        let a = circuit.variable();
        let lits = [Lit::TRUE, a, Lit::FALSE, !a, Lit::TRUE];
        let counter = Counter::new(&mut circuit, &lits);
        assert_eq!(counter.at_least(2), Some(Lit::TRUE));
        assert_eq!(counter.at_most(1), Some(Lit::FALSE));
        assert_eq!(counter.at_most(4), Some(Lit::TRUE));
        for bits in 0..2 {
            let three = counter.at_least(3).expect("all was counted");
            let four = counter.at_least(4).expect("all was counted");
            assert!(truth(&circuit, &[a], bits, three));
            assert!(!truth(&circuit, &[a], bits, four));
        }
        let twice = Counter::new(&mut circuit, &[a, a]);
        let two = twice.at_least(2).expect("all was counted");
        assert!(truth(&circuit, &[a], 1, two) && !truth(&circuit, &[a], 0, two));
        let none = Counter::up_to(&mut circuit, &lits, 0);
        assert_eq!(none.at_most(0), Some(Lit::FALSE));
        assert_eq!(none.at_least(2), None);
    }
}
