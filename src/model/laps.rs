//! Which laps of a loop that only waits matter to a model.
//!
//! A lap that writes nothing and leaves no register to the next can be left out of an execution: what is left is an
//! execution with the same end. A model allows it if it allowed the first, as long as none of its axioms asks for something that
//! is gone then. Of each expression it is known whether events that are left out, none of which writes, add pairs (or members) among
//! those that stay, and whether they take some away: what goes from event to event by way of reads or fences only becomes less.
//!
//! Under a model that promises nothing of racy programs one lap in each thread is looked at in any case: it may race. In `hrf-rsp`
//! it may also be the next acquire that a remote release promotes.

use super::registry::{DATA_RACE, RACE};
use super::relation::base::{BaseRelation, BaseSet};
use super::relation::expr::{Arena, Assertion, Axiom, Definition, Expr, ExprId};

/// Which laps that only wait are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Laps {
    /// None.
    None,
    /// One in each thread: two accesses of different threads say all.
    One,
    /// All, up to the bound.
    All,
}

/// What becomes of an expression where events are left out.
#[derive(Debug, Clone, Copy)]
struct Left {
    /// Nothing is added.
    shrinks: bool,
    /// Nothing is lost among the events that stay.
    stays: bool,
    /// All pairs are of different threads.
    apart: bool,
    /// All that it relates, or all members, write; and so all that it relates to.
    writes: (bool, bool),
}

/// The laps that matter to the axioms of a definition, and to what it flags.
#[must_use]
pub fn laps(definition: &Definition) -> (Laps, Laps) {
    let left = left(definition);
    let of = |axiom: &&Axiom| {
        let expr = definition.arena.get(axiom.expr);
        // There are initial writes in any case.
        let vacuous = axiom.negated
            && axiom.assertion == Assertion::Empty
            && matches!(
                expr,
                Expr::Set(BaseSet::All | BaseSet::Write | BaseSet::Initial)
            );
        if vacuous {
            Laps::None
        } else {
            needed(axiom, left[axiom.expr.0 as usize])
        }
    };
    let (flags, axioms): (Vec<_>, Vec<_>) = definition.axioms.iter().partition(|axiom| axiom.flag);
    let most = |all: Vec<&Axiom>| all.iter().map(of).max().unwrap_or(Laps::None);
    if flags.iter().any(|flag| flag.name == RACE) {
        return (Laps::None, Laps::One);
    }
    (most(axioms), most(flags))
}

/// The laps that matter to a statement that is true, so that it is without the others.
fn needed(axiom: &Axiom, left: Left) -> Laps {
    if !axiom.negated {
        return if left.shrinks { Laps::None } else { Laps::All };
    }
    // Accesses of one thread do not race.
    let apart = left.apart || axiom.flag && matches!(&*axiom.name, RACE | DATA_RACE);
    match axiom.assertion {
        Assertion::Irreflexive if left.stays => Laps::One,
        Assertion::Empty if left.stays && apart => Laps::One,
        Assertion::Irreflexive | Assertion::Empty | Assertion::Acyclic => Laps::All,
    }
}

/// What becomes of each expression.
fn left(definition: &Definition) -> Vec<Left> {
    let arena = &definition.arena;
    // The least solution only becomes less where nothing that it is made of becomes more.
    let mut recursive = true;
    loop {
        let mut known: Vec<Left> = Vec::new();
        for expr in arena.all() {
            let one = becomes(expr, recursive, arena, &known);
            known.push(one);
        }
        let mut bodies = arena.recursive.iter().filter_map(|one| one.body);
        if !recursive || bodies.all(|body| known[body.0 as usize].shrinks) {
            return known;
        }
        recursive = false;
    }
}

fn becomes(expr: Expr, recursive: bool, arena: &Arena, known: &[Left]) -> Left {
    let of = |id: ExprId| known[id.0 as usize];
    let both = |a: ExprId, b: ExprId| Left {
        shrinks: of(a).shrinks && of(b).shrinks,
        stays: of(a).stays && of(b).stays,
        apart: false,
        writes: (false, false),
    };
    let either = |(a, b): (bool, bool), (c, d): (bool, bool)| (a || c, b || d);
    match expr {
        Expr::Set(set) => {
            let writes = matches!(set, BaseSet::Write | BaseSet::Initial);
            plain(false, (writes, writes))
        }
        Expr::Empty(_) => plain(true, (true, true)),
        Expr::Relation(relation) => {
            use BaseRelation::{Coherence, FromReads, ReadsFrom, Rmw};
            let writes = (
                matches!(relation, Coherence | ReadsFrom),
                matches!(relation, Coherence | FromReads | Rmw),
            );
            plain(relation == BaseRelation::External, writes)
        }
        Expr::Union(a, b) => Left {
            apart: of(a).apart && of(b).apart,
            writes: (
                of(a).writes.0 && of(b).writes.0,
                of(a).writes.1 && of(b).writes.1,
            ),
            ..both(a, b)
        },
        Expr::Intersection(a, b) => Left {
            apart: of(a).apart || of(b).apart,
            writes: either(of(a).writes, of(b).writes),
            ..both(a, b)
        },
        Expr::Product(a, b) => Left {
            writes: (of(a).writes.0, of(b).writes.0),
            ..both(a, b)
        },
        Expr::Difference(a, b) => Left {
            shrinks: of(a).shrinks && of(b).stays,
            stays: of(a).stays && of(b).shrinks,
            ..of(a)
        },
        Expr::Complement(a) => Left {
            shrinks: of(a).stays,
            stays: of(a).shrinks,
            apart: false,
            writes: (false, false),
        },
        Expr::Inverse(a) => Left {
            writes: (of(a).writes.1, of(a).writes.0),
            ..of(a)
        },
        Expr::Identity(a) => Left {
            apart: false,
            ..of(a)
        },
        Expr::Optional(a) => Left {
            apart: false,
            writes: (false, false),
            ..of(a)
        },
        Expr::Compose(a, b) => composed((a, of(a)), (b, of(b)), arena),
        Expr::Plus(a) => Left {
            stays: of(a).stays && (of(a).writes.0 || of(a).writes.1),
            apart: false,
            ..of(a)
        },
        Expr::Star(a) => Left {
            stays: of(a).stays && (of(a).writes.0 || of(a).writes.1),
            apart: false,
            writes: (false, false),
            ..of(a)
        },
        Expr::Domain(a) => Left {
            stays: of(a).stays && of(a).writes.1,
            apart: false,
            writes: (of(a).writes.0, of(a).writes.0),
            ..of(a)
        },
        Expr::Range(a) => Left {
            stays: of(a).stays && of(a).writes.0,
            apart: false,
            writes: (of(a).writes.1, of(a).writes.1),
            ..of(a)
        },
        Expr::Recursive(_) => Left {
            shrinks: recursive,
            stays: false,
            apart: false,
            writes: (false, false),
        },
    }
}

/// What every execution has: of events that stay nothing changes.
const fn plain(apart: bool, writes: (bool, bool)) -> Left {
    Left {
        shrinks: true,
        stays: true,
        apart,
        writes,
    }
}

/// What becomes of `a ; b`: nothing is lost where events between them write.
fn composed((a, one): (ExprId, Left), (b, other): (ExprId, Left), arena: &Arena) -> Left {
    let is_filter = |id: ExprId| matches!(arena.get(id), Expr::Identity(_));
    let filters = is_filter(a) || is_filter(b);
    let by_writes = one.writes.1 || other.writes.0;
    let apart = |id: ExprId, part: Left| !is_filter(id) && part.apart;
    // What is filtered is what it was, and passes.
    let writes = (
        one.writes.0 || is_filter(a) && other.writes.0,
        other.writes.1 || is_filter(b) && one.writes.1,
    );
    Left {
        shrinks: one.shrinks && other.shrinks,
        stays: one.stays && other.stays && (filters || by_writes),
        apart: filters && (apart(a, one) || apart(b, other)),
        writes,
    }
}
