//! Which laps of a loop that only waits matter to a model.
//!
//! A lap that writes nothing and leaves no register to the next can be left out of an execution: what is left is an
//! execution with the same end. A model allows it if it allowed the first, as long as none of its axioms asks for something that
//! is gone then. Of each expression it is known whether events that are left out add pairs (or members) among those
//! that stay, and whether they take some away: what goes from event to event by way of others only becomes less.

use super::registry::{DATA_RACE, RACE};
use super::relation::base::BaseRelation;
use super::relation::expr::{Assertion, Axiom, Definition, Expr, ExprId};

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
}

/// The laps that matter to the axioms of a definition, and to what it flags.
#[must_use]
pub fn laps(definition: &Definition) -> (Laps, Laps) {
    let left = left(definition);
    let of = |axiom: &&Axiom| needed(axiom, left[axiom.expr.0 as usize]);
    let (flags, axioms): (Vec<_>, Vec<_>) = definition.axioms.iter().partition(|axiom| axiom.flag);
    let most = |all: Vec<&Axiom>| all.iter().map(of).max().unwrap_or(Laps::None);
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

fn becomes(
    expr: Expr,
    recursive: bool,
    arena: &super::relation::expr::Arena,
    known: &[Left],
) -> Left {
    let of = |id: ExprId| known[id.0 as usize];
    let both = |a: ExprId, b: ExprId, apart: bool| Left {
        shrinks: of(a).shrinks && of(b).shrinks,
        stays: of(a).stays && of(b).stays,
        apart,
    };
    let is_filter = |id: ExprId| matches!(arena.get(id), Expr::Identity(_));
    match expr {
        Expr::Set(_) | Expr::Empty(_) => Left {
            shrinks: true,
            stays: true,
            apart: false,
        },
        Expr::Relation(relation) => Left {
            shrinks: true,
            stays: true,
            apart: relation == BaseRelation::External,
        },
        Expr::Union(a, b) => both(a, b, of(a).apart && of(b).apart),
        Expr::Intersection(a, b) => both(a, b, of(a).apart || of(b).apart),
        Expr::Product(a, b) => both(a, b, false),
        Expr::Difference(a, b) => Left {
            shrinks: of(a).shrinks && of(b).stays,
            stays: of(a).stays && of(b).shrinks,
            apart: of(a).apart,
        },
        Expr::Complement(a) => Left {
            shrinks: of(a).stays,
            stays: of(a).shrinks,
            apart: false,
        },
        Expr::Inverse(a) => of(a),
        Expr::Identity(a) | Expr::Optional(a) => Left {
            apart: false,
            ..of(a)
        },
        Expr::Compose(a, b) if is_filter(a) || is_filter(b) => {
            let kept = |id: ExprId| !is_filter(id) && of(id).apart;
            both(a, b, kept(a) || kept(b))
        }
        Expr::Compose(a, b) => Left {
            stays: false,
            ..both(a, b, false)
        },
        Expr::Plus(a) | Expr::Star(a) | Expr::Domain(a) | Expr::Range(a) => Left {
            stays: false,
            apart: false,
            ..of(a)
        },
        Expr::Recursive(_) => Left {
            shrinks: recursive,
            stays: false,
            apart: false,
        },
    }
}
