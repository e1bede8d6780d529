//! An order of models, as a diagram needs it.

use serde::Serialize;

/// What is left of an order when what follows from the rest is left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Order {
    /// Models that allow the same, by number.
    pub classes: Vec<Vec<usize>>,
    /// From a class to one that allows more, with none between them.
    pub arrows: Vec<(usize, usize)>,
    /// How many arrows lead at most to each class.
    pub ranks: Vec<usize>,
}

impl Order {
    /// The order of so many models, by whether one allows what another forbids. What of that is not known
    /// counts as no.
    #[must_use]
    pub fn of(models: usize, apart: impl Fn(usize, usize) -> bool) -> Self {
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for model in 0..models {
            let same = |class: &&mut Vec<usize>| {
                let mut others = class.iter();
                others.all(|&other| !apart(model, other) && !apart(other, model))
            };
            match classes.iter_mut().find(same) {
                Some(class) => class.push(model),
                None => classes.push(vec![model]),
            }
        }
        let below = |a: usize, b: usize| a != b && !apart(classes[a][0], classes[b][0]);
        let count = classes.len();
        let mut arrows = Vec::new();
        for a in 0..count {
            for b in 0..count {
                let between = |other: usize| below(a, other) && below(other, b);
                if below(a, b) && !(0..count).any(between) {
                    arrows.push((a, b));
                }
            }
        }
        let mut ranks = vec![0; count];
        // A chain has no more arrows than there are classes.
        for _ in 0..count {
            for &(a, b) in &arrows {
                ranks[b] = ranks[b].max((ranks[a] + 1).min(count));
            }
        }
        Self {
            classes,
            arrows,
            ranks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets of bits: one allows what another forbids where it has a bit that the other has not.
    #[test]
    fn subsets() {
        let sets: [u8; 6] = [0b000, 0b001, 0b010, 0b011, 0b001, 0b111];
        let order = Order::of(sets.len(), |a, b| sets[a] & !sets[b] != 0);
        assert_eq!(
            order.classes,
            [vec![0], vec![1, 4], vec![2], vec![3], vec![5]]
        );
        assert_eq!(order.arrows, [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)]);
        assert_eq!(order.ranks, [0, 1, 1, 2, 3]);
    }
}
