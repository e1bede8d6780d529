//! The smallest of all reasons: a cheapest set of items that contradict each other, where
//! `reason::explain` finds one that merely has no member to spare.
//!
//! A set of items suffices exactly if it has a member in common with each *correction set*: a set
//! without which all the others hold together. So a cheapest set that hits the correction sets
//! known so far is a cheapest reason as soon as it suffices. While it does not, what holds with it
//! is grown until nothing can be added, and what is left over is one more correction set (implicit
//! hitting sets: Ignatiev, Previti, Liffiton, Marques-Silva, CP 2015).

use crate::sat::hitting::{Hitting, Search};
use crate::stop::Open;

/// How far a search for a cheapest choice goes.
const STEPS: u64 = 2_000_000;

/// Whether some items contradict each other.
pub enum Proof {
    /// They do; those of them that matter.
    Refuted(Vec<usize>),
    /// They do not.
    Satisfiable,
    /// It was not found out, for this reason.
    Open(Open),
}

/// Items that stand and fall together, as the fences of all laps of a loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// The items.
    pub members: Vec<usize>,
    /// What counts first: 0 for what a reason should have fewest of, 1 for what comes next.
    pub rank: u32,
}

/// A cheapest choice of units that, with all of `given`, contradict each other: the fewest of rank
/// 0, of those the fewest of rank 1.
///
/// # Errors
///
/// Why none was found: all of them together are no contradiction, or time ran out.
pub fn minimum(
    units: &[Unit],
    given: &[usize],
    refutes: &mut dyn FnMut(&[usize]) -> Proof,
) -> Result<Vec<usize>, Open> {
    let weights = weights(units);
    let mut asks = |chosen: &[usize]| {
        let mut items: Vec<usize> = chosen
            .iter()
            .flat_map(|&unit| units[unit].members.iter().copied())
            .chain(given.iter().copied())
            .collect();
        items.sort_unstable();
        items.dedup();
        match refutes(&items) {
            Proof::Refuted(_) => Ok(true),
            Proof::Satisfiable => Ok(false),
            Proof::Open(why) => Err(why),
        }
    };
    let mut corrections = Hitting::of_weights(&weights);
    loop {
        let Search::Found(choice) = corrections.cheapest(STEPS) else {
            return Err(Open::Effort);
        };
        let units = choice.values.iter().enumerate();
        let chosen: Vec<usize> = units
            .filter(|(_, value)| **value == 1)
            .map(|(unit, _)| unit)
            .collect();
        if asks(&chosen)? {
            return Ok(chosen);
        }
        let correction = left_over(&weights, chosen, &mut asks)?;
        if correction.is_empty() {
            return Err(Open::Internal("the verdict has no reason".to_owned()));
        }
        corrections.require(&correction);
    }
}

/// What cannot be added to units that hold together. The cheap ones are added first, so that what
/// is left over is dear, and few.
fn left_over(
    weights: &[u64],
    mut held: Vec<usize>,
    contradicts: &mut dyn FnMut(&[usize]) -> Result<bool, Open>,
) -> Result<Vec<usize>, Open> {
    let mut others: Vec<usize> = (0..weights.len())
        .filter(|unit| !held.contains(unit))
        .collect();
    others.sort_by_key(|&unit| (weights[unit], unit));
    let mut left = Vec::new();
    for unit in others {
        held.push(unit);
        if contradicts(&held)? {
            held.pop();
            left.push(unit);
        }
    }
    Ok(left)
}

/// Weights by which one unit of a rank is dearer than all units of later ranks.
fn weights(units: &[Unit]) -> Vec<u64> {
    let last = units.iter().map(|unit| unit.rank).max().unwrap_or(0);
    let base = units.len() as u64 + 1;
    units
        .iter()
        .map(|unit| base.saturating_pow(last - unit.rank))
        .collect()
}

/// Drops what can be dropped, one item after another from the front.
///
/// # Errors
///
/// Time ran out.
pub fn shrink(
    mut items: Vec<usize>,
    refutes: &mut dyn FnMut(&[usize]) -> Proof,
) -> Result<Vec<usize>, Open> {
    let mut position = 0;
    while position < items.len() {
        let mut without = items.clone();
        without.remove(position);
        match refutes(&without) {
            // What was needed before is needed still, and stands before the position.
            Proof::Refuted(smaller) => items = smaller,
            Proof::Satisfiable => position += 1,
            Proof::Open(why) => return Err(why),
        }
    }
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewest_of_the_first_rank_come_first() {
        // Items 0 and 1 are dear; {0, 1}, {0, 2, 3} and {2, 4, 5, 6, 7} contradict each other.
        let reasons: [&[usize]; 3] = [&[0, 1], &[0, 2, 3], &[2, 4, 5, 6, 7]];
        let units: Vec<Unit> = (0..8)
            .map(|item| Unit {
                members: vec![item],
                rank: u32::from(item > 1),
            })
            .collect();
        let mut refutes = |items: &[usize]| {
            let contradicts = |reason: &&&[usize]| reason.iter().all(|item| items.contains(item));
            match reasons.iter().find(contradicts) {
                Some(reason) => Proof::Refuted(reason.to_vec()),
                None => Proof::Satisfiable,
            }
        };
        let found = minimum(&units, &[], &mut refutes);
        assert_eq!(found, Ok(vec![2, 4, 5, 6, 7]));
        let found = minimum(&units[..6], &[], &mut refutes);
        assert_eq!(found, Ok(vec![0, 2, 3]));
        assert!(minimum(&units[2..6], &[], &mut refutes).is_err());
    }
}
