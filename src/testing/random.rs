//! Skeletons without a plan.

use super::rng::Rng;
use super::skeleton::{Access, Kind, Skeleton};

/// The most accesses of a test.
const ACCESSES: usize = 9;

/// A random skeleton, with an outcome that looks possible.
pub fn random(rng: &mut Rng) -> Skeleton {
    let locations = rng.weighted(&[(25, 1), (55, 2), (20, 3)]);
    let threads = rng.weighted(&[(40, 2), (40, 3), (20, 4)]);
    let mut written = vec![0; locations];
    let mut left = ACCESSES;
    let mut skeleton = Skeleton {
        name: "random".to_owned(),
        ..Skeleton::default()
    };
    for remaining in (0..threads).rev() {
        let most = (left - remaining).min(4);
        let count = rng.between(1, most);
        left -= count;
        let thread = (0..count).map(|_| access(rng, &mut written)).collect();
        skeleton.threads.push(thread);
    }
    ask(rng, &mut skeleton);
    skeleton
}

/// An access. `written` counts the writes of each location, whose values are distinct.
fn access(rng: &mut Rng, written: &mut [i64]) -> Access {
    let location = rng.below(written.len());
    let kind = rng.weighted(&[
        (42, Kind::Load),
        (36, Kind::Store),
        (6, Kind::Exchange),
        (6, Kind::Add),
        (2, Kind::Min),
        (2, Kind::Max),
        (6, Kind::Cas { expected: 0 }),
    ]);
    let kind = match kind {
        Kind::Cas { .. } => {
            let seen = usize::try_from(written[location]).unwrap_or(0);
            let expected = i64::try_from(rng.between(0, seen)).unwrap_or(0);
            Kind::Cas { expected }
        }
        other => other,
    };
    let value = match kind {
        Kind::Load => 0,
        Kind::Add => 10,
        Kind::Store | Kind::Exchange | Kind::Min | Kind::Max | Kind::Cas { .. } => {
            written[location] += 1;
            written[location]
        }
    };
    Access {
        kind,
        location,
        value,
        found: None,
    }
}

/// Asks for some values that might be found.
fn ask(rng: &mut Rng, skeleton: &mut Skeleton) {
    let values: Vec<Vec<i64>> = (0..skeleton.locations())
        .map(|location| skeleton.values(location))
        .collect();
    for access in skeleton.threads.iter_mut().flatten() {
        if access.kind.reads() && rng.chance(65) {
            access.found = Some(rng.pick(&values[access.location]));
        }
    }
    for (location, values) in values.iter().enumerate() {
        if values.len() > 2 && rng.chance(40) {
            let last = rng.between(1, values.len() - 1);
            skeleton.finals.push((location, values[last]));
        }
    }
}
