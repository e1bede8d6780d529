//! Where the threads of a test are, in a few words.

use crate::tasks::space::{Place, Shape};

/// What threads share, and how it is called.
type Level = (&'static str, fn(Place) -> (usize, usize, usize));

/// From far to near.
const LEVELS: [Level; 3] = [
    ("gpu", |place| (place.gpu, 0, 0)),
    ("cta", |place| (place.gpu, place.cta, 0)),
    ("warp", |place| (place.gpu, place.cta, place.warp)),
];

/// What is said where each thread has a block of its own, on one device.
pub(in crate::tasks) const APART: &str = "apart";

/// `cta P0 P1`: who shares what; where all share one device that is not said, and what nobody shares is not said either.
pub(in crate::tasks) fn placed(shape: &Shape) -> String {
    let places: Vec<Place> = shape.columns.iter().map(|column| column.place).collect();
    if places.len() < 2 {
        return "alone".to_owned();
    }
    let mut parts = Vec::new();
    for (name, part) in LEVELS {
        let groups = groups(&places, part);
        // Of one device there is nothing to say; of more it is said who shares one.
        let told =
            |group: &&Vec<String>| group.len() > 1 && (group.len() < places.len() || name != "gpu");
        let told = groups.iter().filter(told);
        parts.extend(told.map(|group| format!("{name} {}", group.join(" "))));
    }
    let devices = groups(&places, LEVELS[0].1).len();
    match (parts.is_empty(), devices) {
        (false, _) => parts.join(", "),
        (true, 1) => APART.to_owned(),
        (true, _) => "apart, on gpus of their own".to_owned(),
    }
}

/// The threads of each part, in their order.
fn groups(places: &[Place], part: fn(Place) -> (usize, usize, usize)) -> Vec<Vec<String>> {
    let mut found: Vec<((usize, usize, usize), Vec<String>)> = Vec::new();
    for (thread, place) in places.iter().enumerate() {
        let name = format!("P{thread}");
        match found.iter_mut().find(|(key, _)| *key == part(*place)) {
            Some((_, group)) => group.push(name),
            None => found.push((part(*place), vec![name])),
        }
    }
    found.into_iter().map(|(_, group)| group).collect()
}

#[cfg(test)]
mod tests {
    use super::placed;
    use crate::syntax::ast::Space;
    use crate::tasks::space::{Column, Place, Shape};

    fn told(places: &[(usize, usize, usize)]) -> String {
        let columns = places.iter().map(|&(gpu, cta, warp)| Column {
            place: Place { gpu, cta, warp },
            items: Vec::new(),
        });
        placed(&Shape {
            columns: columns.collect(),
            spaces: vec![Space::Global],
        })
    }

    #[test]
    fn who_shares_what_is_said() {
        assert_eq!(told(&[(0, 0, 0)]), "alone");
        assert_eq!(told(&[(0, 0, 0), (0, 1, 1)]), "apart");
        assert_eq!(told(&[(0, 0, 0), (1, 1, 1)]), "apart, on gpus of their own");
        assert_eq!(told(&[(0, 0, 0), (0, 0, 1), (0, 1, 2)]), "cta P0 P1");
        assert_eq!(told(&[(0, 0, 0), (0, 0, 0)]), "cta P0 P1, warp P0 P1");
        assert_eq!(told(&[(0, 0, 0), (0, 1, 1), (1, 2, 2)]), "gpu P0 P1");
        let both = [(0, 0, 0), (0, 0, 1), (0, 1, 2), (0, 1, 3)];
        assert_eq!(told(&both), "cta P0 P1, cta P2 P3");
    }
}
