//! The classical cycles, with the outcome that sequential consistency forbids.

use crate::tasks::space::Kind as Shaped;
use crate::tasks::space::notation::{Word, last, word};

use super::skeleton::{Access, Kind, Skeleton};

/// Name, threads, final values, in the words of [`notation`](crate::tasks::space::notation).
const SHAPES: [(&str, &[&str], &str); 34] = [
    ("SB", &["Wx1 Ry0", "Wy1 Rx0"], ""),
    ("LB", &["Rx1 Wy1", "Ry1 Wx1"], ""),
    ("MP", &["Wx1 Wy1", "Ry1 Rx0"], ""),
    ("R", &["Wx1 Wy1", "Wy2 Rx0"], "y2"),
    ("S", &["Wx2 Wy1", "Ry1 Wx1"], "x2"),
    ("2+2W", &["Wx1 Wy2", "Wy1 Wx2"], "x1 y1"),
    ("WRC", &["Wx1", "Rx1 Wy1", "Ry1 Rx0"], ""),
    ("RWC", &["Wx1", "Rx1 Ry0", "Wy1 Rx0"], ""),
    ("WWC", &["Wx2", "Rx2 Wy1", "Ry1 Wx1"], "x2"),
    ("IRIW", &["Wx1", "Wy1", "Rx1 Ry0", "Ry1 Rx0"], ""),
    ("ISA2", &["Wx1 Wy1", "Ry1 Wz1", "Rz1 Rx0"], ""),
    ("Z6", &["Wx1 Wy1", "Ry1 Wz1", "Wz2 Rx0"], "z2"),
    ("3SB", &["Wx1 Ry0", "Wy1 Rz0", "Wz1 Rx0"], ""),
    ("3LB", &["Rx1 Wy1", "Ry1 Wz1", "Rz1 Wx1"], ""),
    ("CoRR", &["Wx1", "Rx1 Rx0"], ""),
    ("CoRR2", &["Wx1", "Wx2", "Rx1 Rx2", "Rx2 Rx1"], ""),
    ("CoWW", &["Wx1 Wx2", "Rx2"], "x1"),
    ("CoWR", &["Wx1 Rx2", "Wx2"], "x1"),
    ("CoRW", &["Rx2 Wx1", "Wx2"], "x2"),
    ("CoRW1", &["Rx1 Wx1", "Rx1"], ""),
    ("MP+Co", &["Wx1 Wy1", "Ry1 Rx1 Rx0"], ""),
    ("Forward", &["Wx1 Rx1 Ry0", "Wy1 Ry1 Rx0"], ""),
    ("Forward2", &["Wx1 Rx1 Ry0", "Wy1 Wx2 Rx2"], "x2"),
    ("Atomic", &["Ux01", "Ux02"], ""),
    ("Atomic+W", &["Ux02", "Wx1"], "x2"),
    ("Atomic3", &["Ux01", "Ux12", "Ux13"], ""),
    ("SB+U", &["Ux01 Ry0", "Uy01 Rx0"], ""),
    ("SB+U1", &["Wx1 Uy01", "Wy2 Rx0"], "y2"),
    ("SB+UZ", &["Wx1 Uz01 Ry0", "Wy1 Uz12 Rx0"], ""),
    ("MP+U", &["Wx1 Uy01", "Uy12 Rx0"], ""),
    ("MP+UU", &["Wx1 Wy1", "Uy12", "Ry2 Rx0"], ""),
    ("LB+U", &["Ux12 Wy1", "Uy12 Wx1"], ""),
    ("2+2U", &["Ux21 Uy02", "Uy21 Ux02"], ""),
    ("WRC+U", &["Ux01", "Ux12 Wy1", "Ry1 Rx0"], ""),
];

/// How many shapes there are.
pub const COUNT: usize = SHAPES.len();

/// A shape; past the end, the first.
pub fn shape(index: usize) -> Skeleton {
    let (name, threads, finals) = SHAPES.get(index).copied().unwrap_or(SHAPES[0]);
    let accesses = |thread: &&str| {
        let words = thread.split_whitespace().filter_map(word);
        words.map(access).collect()
    };
    Skeleton {
        name: name.to_owned(),
        threads: threads.iter().map(accesses).collect(),
        finals: finals.split_whitespace().filter_map(last).collect(),
    }
}

fn access(word: Word) -> Access {
    Access {
        kind: match word.kind {
            Shaped::Store => Kind::Store,
            Shaped::Load => Kind::Load,
            Shaped::Rmw => Kind::Exchange,
        },
        location: word.location,
        value: word.stored.unwrap_or(0),
        found: word.found,
    }
}
