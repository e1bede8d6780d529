//! Program order as each axiom sees it.

use super::{
    Axiom, BTreeMap, Bend, Depends, Edge, Making, Op, ReadsFrom, Why, bent, chain, fences,
};
use crate::trace::log::Event;

pub(super) fn sc(making: &Making<'_>) -> Axiom {
    let mut edges = Vec::new();
    for nodes in making.by_thread().into_values() {
        chain(&nodes, Why::Program, &mut edges);
    }
    Axiom {
        name: "sc",
        edges,
        reads_from: ReadsFrom::All,
        coherent: true,
        by_thread: true,
    }
}

/// Program order of each location.
pub(super) fn of_locations(making: &Making<'_>) -> Vec<Edge> {
    let mut lists: BTreeMap<(u16, u32), Vec<u32>> = BTreeMap::new();
    for (node, event) in making.events().filter(|(_, event)| event.is_access()) {
        lists
            .entry((event.thread, event.place))
            .or_default()
            .push(node);
    }
    let mut edges = Vec::new();
    for nodes in lists.into_values() {
        chain(&nodes, Why::Program, &mut edges);
    }
    edges
}

pub(super) fn coherence(making: &Making<'_>) -> Axiom {
    Axiom {
        name: "coherence",
        edges: of_locations(making),
        reads_from: ReadsFrom::All,
        coherent: true,
        by_thread: false,
    }
}

/// No value comes out of thin air; only `plain` needs to be told, and only where there are dependencies.
pub(super) fn thin_air(making: &Making<'_>, of_event: &BTreeMap<u32, u32>) -> Option<Axiom> {
    let edges = dependencies(making, of_event);
    (!edges.is_empty()).then_some(Axiom {
        name: "no-thin-air",
        edges,
        reads_from: ReadsFrom::All,
        coherent: false,
        by_thread: false,
    })
}

pub(super) fn dependencies(making: &Making<'_>, of_event: &BTreeMap<u32, u32>) -> Vec<Edge> {
    let mut edges = Vec::new();
    for (event, list) in &making.log.dependencies {
        let Some(&to) = of_event.get(event) else {
            continue;
        };
        let writes = making.event(to).is_some_and(Event::writes);
        for (kind, on) in list {
            // A branch orders the writes after it.
            let counts = match kind {
                Depends::Addr | Depends::Data => true,
                Depends::Ctrl => writes || bent(Bend::BranchReads),
            };
            if let (Some(&from), true) = (of_event.get(on), counts) {
                let why = Why::Depends(*kind);
                edges.push(Edge { from, to, why });
            }
        }
    }
    edges
}

/// Everything before a full event comes before it, everything after it after it.
pub(super) fn around(nodes: &[u32], full: impl Fn(u32) -> bool, edges: &mut Vec<Edge>) {
    let why = Why::Fence;
    let mut last = None;
    let mut since: Vec<u32> = Vec::new();
    for &node in nodes {
        if let Some(from) = last.filter(|_| !bent(Bend::FenceAfter)) {
            edges.push(Edge {
                from,
                to: node,
                why,
            });
        }
        if full(node) {
            if bent(Bend::FenceBefore) {
                since.clear();
            }
            edges.extend(since.drain(..).map(|from| Edge {
                from,
                to: node,
                why,
            }));
            last = Some(node);
        } else {
            since.push(node);
        }
    }
}

pub(super) fn tso(making: &Making<'_>) -> Axiom {
    let mut edges = Vec::new();
    for nodes in making.by_thread().into_values() {
        let of = |node: u32| making.event(node);
        let atomic = |one: &Event| one.op == Op::Rmw && !bent(Bend::TsoAtomics);
        let full = |node| of(node).is_some_and(|one| fences(one) || atomic(one));
        around(&nodes, full, &mut edges);
        let pick = |fits: fn(&Event) -> bool| -> Vec<u32> {
            let fits = |node: &u32| of(*node).is_some_and(fits);
            nodes.iter().copied().filter(fits).collect()
        };
        if !bent(Bend::TsoReads) {
            chain(&pick(Event::reads), Why::Program, &mut edges);
        }
        if !bent(Bend::TsoWrites) {
            chain(&pick(Event::writes), Why::Program, &mut edges);
        }
        if bent(Bend::TsoWriteRead) {
            chain(&pick(Event::is_access), Why::Program, &mut edges);
        }
        let mut read = None;
        for &node in &nodes {
            let writes = of(node).is_some_and(Event::writes);
            let counts = writes && !bent(Bend::TsoReadWrite);
            if let (Some(from), true) = (read, counts) {
                edges.push(Edge {
                    from,
                    to: node,
                    why: Why::Program,
                });
            }
            if of(node).is_some_and(Event::reads) {
                read = Some(node);
            }
        }
    }
    Axiom {
        name: "tso",
        edges,
        reads_from: if bent(Bend::TsoForwards) {
            ReadsFrom::All
        } else {
            ReadsFrom::External
        },
        coherent: true,
        by_thread: !bent(Bend::TsoWrites),
    }
}

pub(super) fn strict(making: &mut Making<'_>, of_event: &BTreeMap<u32, u32>) -> Axiom {
    let mut edges = of_locations(making);
    edges.extend(dependencies(making, of_event));
    for nodes in making.by_thread().into_values() {
        let full = |node| making.event(node).is_some_and(fences);
        around(&nodes, full, &mut edges);
        acquired(making, &nodes, &mut edges);
        released(making, &nodes, &mut edges);
    }
    Axiom {
        name: "strict",
        edges,
        reads_from: ReadsFrom::All,
        coherent: true,
        by_thread: false,
    }
}

/// What reads and acquires comes before all after it.
pub(super) fn acquired(making: &mut Making<'_>, nodes: &[u32], edges: &mut Vec<Edge>) {
    let why = Why::Acquire;
    let mut last: Option<u32> = None;
    for &node in nodes {
        if let Some(from) = last {
            edges.push(Edge {
                from,
                to: node,
                why,
            });
        }
        let acquires = |one: &Event| one.reads() && one.mode.order().acquires();
        if making.event(node).is_some_and(acquires) {
            let point = making.point();
            edges.push(Edge {
                from: node,
                to: point,
                why,
            });
            if let Some(from) = last {
                edges.push(Edge {
                    from,
                    to: point,
                    why,
                });
            }
            last = Some(point);
        }
    }
}

/// What writes and releases comes after all before it.
pub(super) fn released(making: &mut Making<'_>, nodes: &[u32], edges: &mut Vec<Edge>) {
    let why = Why::Release;
    let mut next: Option<u32> = None;
    for &node in nodes.iter().rev() {
        if let Some(to) = next {
            edges.push(Edge {
                from: node,
                to,
                why,
            });
        }
        let releases = |one: &Event| one.writes() && one.mode.order().releases();
        if making.event(node).is_some_and(releases) {
            let point = making.point();
            edges.push(Edge {
                from: point,
                to: node,
                why,
            });
            if let Some(to) = next {
                edges.push(Edge {
                    from: point,
                    to,
                    why,
                });
            }
            next = Some(point);
        }
    }
}
