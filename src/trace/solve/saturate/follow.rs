//! The rules: which write comes before which, and what a read cannot read from.

use crate::trace::bend::{Bend, bent};

use super::{
    BTreeSet, Clocks, Conflict, Edge, Hides, Known, Layout, Problem, ReadsFrom, State, Why,
};

/// The last write of a chain up to a position, a node left out.
pub(super) fn last(list: &[(u32, u32)], position: u32, without: u32) -> Option<(u32, u32)> {
    let end = list.partition_point(|(at, _)| *at <= position);
    let found = list
        .get(..end)?
        .iter()
        .rev()
        .find(|(_, node)| *node != without);
    found.copied()
}

/// The first write of a chain from a position on.
pub(super) fn first(list: &[(u32, u32)], position: u32) -> Option<(u32, u32)> {
    list.get(list.partition_point(|(at, _)| *at < position))
        .copied()
}

/// Whether a graph has a way from a node to a write.
pub(super) fn reaches(layout: &Layout, clocks: &Clocks, from: u32, write: u32) -> bool {
    let position = layout.position.get(write as usize).copied().flatten();
    position.is_some_and(|(chain, at)| clocks.after(from, chain) <= at)
}

/// Adds what follows for the order of writes; says whether there was something.
pub(super) fn follow(
    problem: &Problem,
    layouts: &[Layout],
    state: &mut State,
    known: &Known,
) -> bool {
    let mut found: Vec<(usize, Edge)> = Vec::new();
    let mut seen: BTreeSet<(usize, u32, u32)> = BTreeSet::new();
    let axioms: Vec<(usize, &Layout, &Clocks)> = layouts
        .iter()
        .zip(&known.clocks)
        .enumerate()
        .filter_map(|(axiom, (layout, clocks))| Some((axiom, layout, clocks.as_ref()?)))
        .collect();
    let mut add = |edge: Edge| {
        for (axiom, layout, clocks) in &axioms {
            if !reaches(layout, clocks, edge.from, edge.to)
                && seen.insert((*axiom, edge.from, edge.to))
            {
                found.push((*axiom, edge));
            }
        }
    };
    for (axiom, layout, clocks) in &axioms {
        let name = u8::try_from(*axiom).unwrap_or(0);
        let mut readers: Vec<Vec<u32>> = vec![Vec::new(); problem.nodes.len()];
        for (index, read) in problem.reads.iter().enumerate() {
            let Some(source) = state.source(index) else {
                continue;
            };
            readers[source as usize].push(read.node);
            for (chain, list) in layout
                .by_place
                .get(read.place as usize)
                .into_iter()
                .flatten()
            {
                let Some((_, write)) = last(list, clocks.before(read.node, *chain), read.node)
                else {
                    continue;
                };
                // A read of the initial value comes before every write: that is told as such.
                let hidden = write != source && !bent(Bend::Hidden);
                if hidden && problem.event(source).is_some() {
                    let why = Why::Hidden {
                        read: read.node,
                        axiom: name,
                    };
                    add(Edge {
                        from: write,
                        to: source,
                        why,
                    });
                }
            }
        }
        for (list, chains) in problem.writes.iter().zip(&layout.by_place) {
            for &write in list {
                for (chain, others) in chains {
                    let Some((_, later)) = first(others, clocks.after(write, *chain)) else {
                        continue;
                    };
                    add(Edge {
                        from: write,
                        to: later,
                        why: Why::Later { axiom: name },
                    });
                    for &reader in readers[write as usize]
                        .iter()
                        .filter(|reader| **reader != later && !bent(Bend::FromRead))
                    {
                        let why = Why::FromRead {
                            source: write,
                            axiom: name,
                        };
                        add(Edge {
                            from: reader,
                            to: later,
                            why,
                        });
                    }
                }
            }
        }
    }
    let more = !found.is_empty();
    for (axiom, edge) in found {
        if let Some(list) = state.derived.get_mut(axiom) {
            list.push((edge, state.lap));
        }
    }
    more
}

/// Takes from reads the writes that they cannot read from; says whether there were any.
pub(super) fn narrow(
    problem: &Problem,
    layouts: &[Layout],
    state: &mut State,
    known: &Known,
) -> Result<bool, Conflict> {
    let mut more = false;
    for (index, read) in problem.reads.iter().enumerate() {
        let Some(sources) = state
            .sources
            .get_mut(index)
            .filter(|sources| sources.len() != 1)
        else {
            continue;
        };
        let mut hidden = Vec::new();
        sources.retain(|&source| {
            let wrong = blocked(problem, layouts, known, read.node, read.place, source);
            if let Some(by) = wrong {
                hidden.push((source, by));
            }
            wrong.is_none()
        });
        if !hidden.is_empty() {
            more = true;
            state.narrowed = true;
        }
        if sources.is_empty() {
            return Err(Conflict::NoSource {
                read: index,
                hidden,
            });
        }
    }
    Ok(more)
}

/// Whether a read cannot read from a write: it comes later, or another write comes between.
pub(super) fn blocked(
    problem: &Problem,
    layouts: &[Layout],
    known: &Known,
    read: u32,
    place: u32,
    source: u32,
) -> Option<Hides> {
    let thread = |node: u32| problem.threads.get(node as usize).copied().flatten();
    let own = thread(source).is_some() && thread(source) == thread(read);
    for (axiom, (layout, clocks)) in problem.axioms.iter().zip(layouts.iter().zip(&known.clocks)) {
        let Some(clocks) = clocks else { continue };
        let edge = axiom.reads_from == ReadsFrom::All || !own;
        if edge && reaches(layout, clocks, read, source) && !bent(Bend::NarrowLate) {
            return Some(Hides::Late);
        }
        for (chain, list) in layout.by_place.get(place as usize).into_iter().flatten() {
            let Some((_, between)) = last(list, clocks.before(read, *chain), read) else {
                continue;
            };
            let hides = between != source && !bent(Bend::NarrowBetween);
            if hides && reaches(layout, clocks, source, between) {
                return Some(Hides::By(between));
            }
        }
    }
    None
}
