//! The orders of an execution's writes, without what follows from the rest.

use std::collections::BTreeMap;

use crate::view::witness::Witness;

type Pair = (String, String);

/// Each write with those that come right after it.
pub(super) fn coherence(witness: &Witness) -> Vec<Pair> {
    let mut found = Vec::new();
    for order in &witness.co {
        match &order.partial {
            None => found.extend(
                order
                    .order
                    .windows(2)
                    .map(|pair| (pair[0].clone(), pair[1].clone())),
            ),
            Some(pairs) => found.extend(pairs.iter().filter(|pair| is_step(pairs, pair)).cloned()),
        }
    }
    found
}

/// Barriers that meet, each with the next one of its round; and those that only wait for one that
/// goes on, which has a direction.
pub(super) fn meetings(witness: &Witness) -> Vec<(String, String, bool)> {
    let place = |id: &String| witness.events.iter().position(|event| event.id == *id);
    let mutual = |a: &String, b: &String| {
        let has = |from: &String, to: &String| {
            let mut pairs = witness.sync.iter();
            pairs.any(|(a, b)| a == from && b == to)
        };
        has(a, b) && has(b, a)
    };
    let next = |a: &String, b: &String| {
        let between = |event: &&crate::view::witness::Event| {
            let at = place(&event.id);
            place(a) < at && at < place(b)
        };
        let mut events = witness.events.iter().filter(between);
        !events.any(|event| mutual(a, &event.id) && mutual(&event.id, b))
    };
    let pairs = witness.sync.iter().filter_map(|(a, b)| {
        if !mutual(a, b) {
            return Some((a.clone(), b.clone(), false));
        }
        (place(a) < place(b) && next(a, b)).then(|| (a.clone(), b.clone(), true))
    });
    pairs.collect()
}

fn is_step(pairs: &[Pair], (from, to): &Pair) -> bool {
    !pairs
        .iter()
        .any(|(a, middle)| a == from && pairs.contains(&(middle.clone(), to.clone())))
}

/// Each read with the writes that come right after the one it reads.
pub(super) fn from_reads(witness: &Witness) -> Vec<Pair> {
    let mut after: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let orders = coherence(witness);
    for (from, to) in &orders {
        after.entry(from).or_default().push(to);
    }
    let nexts = |(write, read): &Pair| -> Vec<Pair> {
        let later = after.get(write.as_str()).into_iter().flatten();
        later
            .filter(|next| *next != read)
            .map(|next| (read.clone(), (*next).to_owned()))
            .collect()
    };
    witness.rf.iter().flat_map(nexts).collect()
}
