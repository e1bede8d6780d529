//! Placement of the tests for the Utah models.

use super::draft::{Column, Draft};
use super::rng::Rng;
use super::skeleton::{LOCATIONS, Skeleton};

/// Puts the threads into blocks in any way, and some locations into shared memory, even where the
/// threads that name them do not share it.
pub fn place(rng: &mut Rng, skeleton: &mut Skeleton) -> Draft {
    let together = rng.chance(40);
    let column = |rng: &mut Rng| Column {
        gpu: 0,
        cta: if together { 0 } else { rng.below(3) },
        ..Column::default()
    };
    let threads: Vec<Column> = skeleton.threads.iter().map(|_| column(rng)).collect();
    let one_block = threads.iter().all(|thread| thread.cta == threads[0].cta);
    let shared: Vec<bool> = (0..skeleton.locations())
        .map(|_| rng.chance(if one_block { 35 } else { 5 }))
        .collect();
    if !one_block {
        // In several blocks the name means several locations: none of them is the one asked for.
        skeleton.finals.retain(|(location, _)| !shared[*location]);
    }
    let declare = |(location, shared): (usize, &bool)| {
        let space = if *shared { ".shared " } else { "" };
        format!("{space}{} = 0", LOCATIONS[location])
    };
    Draft {
        init: shared.iter().enumerate().map(declare).collect(),
        threads,
        quantifier: "exists",
        ..Draft::default()
    }
}
