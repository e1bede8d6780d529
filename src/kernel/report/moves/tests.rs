use std::sync::Arc;

use super::ends;
use crate::kernel::lower::cells::{Cell, Datum};
use crate::kernel::lower::graph::{Edge, Graph, Node, Stopped, What};
use crate::ptx::operation::{Access, Order, Scope};
use crate::ptx::types::{Kind, Space, Type};

const OF: Cell = Cell {
    address: 0x1000,
    bytes: 4,
};

const ACCESS: Access = Access {
    space: Space::Global,
    order: Order::Relaxed,
    scope: Scope::Device,
    non_coherent: false,
    ty: Type {
        kind: Kind::Bits,
        bits: 32,
    },
};

fn read(cell: usize) -> What {
    let (of, access) = (OF, ACCESS);
    What::Read { cell, of, access }
}

fn exit() -> What {
    stop(Stopped::Exited)
}

fn stop(how: Stopped) -> What {
    let finals = Vec::new();
    What::Stop { how, finals }
}

/// A way on: what is found, what is written, and where it leads.
type Way = (Option<u64>, Option<u64>, usize);

/// Whether a thread ends that does so.
fn does(nodes: Vec<(What, &[Way])>) -> bool {
    does_among(nodes, &[])
}

/// The same where accesses of some cells are not all strong.
fn does_among(nodes: Vec<(What, &[Way])>, loose: &[usize]) -> bool {
    let edge = |&(on, new, to): &Way| Edge {
        on: on.map(|bits| Datum::new(bits, 0)),
        new: new.map(|bits| Datum::new(bits, 0)),
        also: Vec::new(),
        given: Vec::new(),
        to: Some(to),
        decided: 0,
        wandered: 0,
        opened: false,
        notes: Vec::new(),
        stand: None,
    };
    let nodes = nodes.into_iter().map(|(what, ways)| Node {
        what,
        place: (0, 0),
        address: 0,
        guard: 0,
        bit: None,
        edges: ways.iter().map(edge).collect(),
        notes: Vec::new(),
        follows: false,
        heard: Vec::new(),
        rounds: Arc::default(),
    });
    let graph = Graph {
        nodes: nodes.collect(),
        entry: None,
    };
    ends(&graph, &loose.iter().copied().collect())
}

fn update() -> What {
    What::Update {
        cell: 0,
        of: OF,
        access: ACCESS,
        uses_old: true,
        reduces: false,
        data: 0,
    }
}

/// Tries again with what it found: who found 1 expects 1.
#[test]
fn who_finds_something_else_each_time() {
    let expects_0: &[Way] = &[(Some(0), Some(7), 2), (Some(1), None, 1)];
    let expects_1: &[Way] = &[(Some(1), Some(7), 2), (Some(0), None, 0)];
    let loops = |first, second| does(vec![(update(), first), (update(), second), (exit(), &[])]);
    assert!(loops(expects_0, expects_1));
    // Of writes in no order each may be the last.
    let tries = || {
        vec![
            (update(), expects_0),
            (update(), expects_1),
            (exit(), &[][..]),
        ]
    };
    assert!(does_among(tries(), &[1]) && !does_among(tries(), &[0]));
    // It stays as long as it finds 1.
    assert!(!loops(expects_0, &[(Some(1), None, 1), (Some(0), None, 0)]));
    // It writes in each lap.
    assert!(!loops(&[(Some(0), Some(7), 1)], expects_1));
}

#[test]
fn who_may_find_the_same_again() {
    // One lap that is left and one that is not, in one part.
    let turns: &[Way] = &[(Some(0), None, 1), (Some(1), None, 2)];
    assert!(!does(vec![
        (read(0), turns),
        (read(0), &[(Some(1), None, 0)]),
        (read(0), &[(Some(1), None, 0)]),
    ]));
    // Two words that do not change.
    let one = |on| -> Vec<Way> { vec![(Some(on), None, 1)] };
    let back = |on| -> Vec<Way> { vec![(Some(on), None, 0)] };
    assert!(!does(vec![(read(0), &one(0)), (read(1), &back(1))]));
    assert!(does(vec![(read(0), &one(0)), (read(0), &back(1))]));
    // What is not told may be anything.
    assert!(!does(vec![
        (read(0), &one(0)),
        (read(0), &[(None, None, 0)])
    ]));
}

#[test]
fn who_meets_others_or_is_not_followed() {
    assert!(does(vec![(exit(), &[])]) && does(vec![(stop(Stopped::Over), &[])]));
    for how in [Stopped::Spins, Stopped::Beyond] {
        assert!(!does(vec![(stop(how), &[])]), "{how:?}");
    }
    assert!(!does(vec![(What::Gather(Vec::new()), &[])]));
    let stale = Access {
        non_coherent: true,
        ..ACCESS
    };
    let (cell, of, access) = (0, OF, stale);
    assert!(!does(vec![(What::Read { cell, of, access }, &[])]));
}
