use super::{Circles, Kind, Update, Vertex};
use crate::ptx::operation::Scope;

const UPDATE: Update = Update {
    cell: 0,
    scope: Scope::Device,
    writes: true,
    reads: true,
    acquires: false,
    releases: false,
};

const FENCE: Kind = Kind::Fence {
    sequential: true,
    scope: Scope::Device,
};

/// A strong load or store.
const PLAIN: Kind = Kind::Strong {
    cell: 0,
    scope: Scope::Device,
};

const ADD: Kind = Kind::Update(UPDATE);

fn other(change: impl FnOnce(&mut Update)) -> Kind {
    let mut update = UPDATE;
    change(&mut update);
    Kind::Update(update)
}

/// Whether no circle is among threads that do the same, in these blocks.
fn harmless(steps: &[Kind], blocks: [usize; 2]) -> bool {
    let mut circles = Circles::default();
    for block in blocks {
        let mut before = None;
        for &kind in steps {
            let vertex = circles.vertex(Vertex { block, kind });
            if let Some(before) = before {
                circles.order(before, vertex);
            }
            before = Some(vertex);
        }
    }
    let part: Vec<usize> = (0..2 * steps.len()).collect();
    circles.harmless(&part)
}

#[test]
fn updates_of_a_cell_between_fences() {
    assert!(harmless(&[FENCE, ADD, FENCE], [0, 1]));
    assert!(harmless(&[ADD], [0, 1]) && harmless(&[FENCE], [0, 1]));
    assert!(harmless(&[FENCE, Kind::Weak(1), ADD, ADD, FENCE], [0, 1]));
    let reduces = other(|update| update.reads = false);
    assert!(harmless(&[reduces, reduces], [0, 1]));
    assert!(harmless(&[reduces, Kind::Weak(1), reduces], [0, 1]));
    // With another cell, so that it is not all of one.
    let second = other(|update| update.cell = 1);
    assert!(harmless(&[FENCE, second, FENCE, ADD, FENCE], [0, 1]));
    for spoilt in [
        PLAIN,
        Kind::Other,
        Kind::Weak(0),
        other(|update| update.writes = false),
        other(|update| update.reads = false),
    ] {
        let steps = [FENCE, second, FENCE, ADD, spoilt, FENCE];
        assert!(!harmless(&steps, [0, 1]), "{spoilt:?}");
    }
    // Nothing comes behind it that it would have to acquire for.
    assert!(harmless(
        &[FENCE, other(|update| update.reads = false)],
        [0, 1]
    ));
}

#[test]
fn scopes_have_all_threads() {
    let near = Kind::Fence {
        sequential: true,
        scope: Scope::Block,
    };
    let within = other(|update| update.scope = Scope::Block);
    for steps in [[near, ADD, FENCE], [FENCE, within, FENCE]] {
        assert!(harmless(&steps, [0, 0]), "{steps:?}");
        assert!(!harmless(&steps, [0, 1]), "{steps:?}");
    }
}

#[test]
fn cells_are_apart() {
    let second = other(|update| update.cell = 1);
    let fence = Kind::Fence {
        sequential: false,
        scope: Scope::Device,
    };
    assert!(!harmless(&[ADD, second], [0, 1]));
    assert!(!harmless(&[ADD, Kind::Weak(2), second], [0, 1]));
    assert!(harmless(&[ADD, fence, second], [0, 1]));
    let acquires = other(|update| update.acquires = true);
    let releases = other(|update| (update.cell, update.releases) = (1, true));
    assert!(harmless(&[acquires, releases], [0, 1]));
    assert!(!harmless(&[acquires, second], [0, 1]));
    assert!(!harmless(&[ADD, releases], [0, 1]));
}

#[test]
fn strong_accesses_of_one_cell() {
    let red = other(|update| (update.reads, update.writes) = (false, false));
    let near = Scope::Block;
    let fence = Kind::Fence {
        sequential: false,
        scope: near,
    };
    assert!(harmless(&[red, fence, red, Kind::Weak(1), red], [0, 1]));
    assert!(harmless(&[PLAIN, FENCE, red, Kind::Weak(1), PLAIN], [0, 1]));
    let within = other(|update| (update.reads, update.scope) = (false, near));
    let close = Kind::Strong {
        cell: 0,
        scope: near,
    };
    let beside = Kind::Fence {
        sequential: true,
        scope: near,
    };
    for narrow in [within, close, beside] {
        assert!(harmless(&[PLAIN, narrow, PLAIN], [0, 0]), "{narrow:?}");
        assert!(!harmless(&[PLAIN, narrow, PLAIN], [0, 1]), "{narrow:?}");
    }
    let second = Kind::Strong {
        cell: 1,
        scope: Scope::Device,
    };
    for spoilt in [Kind::Other, Kind::Weak(0), second] {
        assert!(!harmless(&[red, spoilt, red], [0, 1]), "{spoilt:?}");
    }
}
