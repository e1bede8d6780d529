//! Each unreachable outcome, and each `forall` that holds, has a reason that suffices alone and of
//! which no member can be dropped.

use std::sync::Arc;

use gpu_litmus::axiomatic::encoding::Goal;
use gpu_litmus::axiomatic::reason::suffices;
use gpu_litmus::model::registry::Kind;
use gpu_litmus::program::events::Unrolled;
use gpu_litmus::sat::session::Limits;
use gpu_litmus::verdict::machine;
use gpu_litmus::verdict::outcome::{Item, Reason, Verdict};
use gpu_litmus::verdict::query::Options;
use rayon::prelude::*;

use super::rows::{Row, bare, rows};

fn options() -> Options {
    Options {
        reason: true,
        ..bare()
    }
}

/// Whether some members of a reason suffice when they alone are asserted.
fn enough(row: &Row, unrolled: &Arc<Unrolled>, reason: &Reason, items: &[Item]) -> bool {
    let (program, limits) = (&row.program, Limits::default());
    let proven = match &row.model.kind {
        Kind::Axiomatic(model) => {
            let goal = if reason.of_opposite {
                Goal::Opposite
            } else {
                Goal::Condition
            };
            suffices(program, unrolled, model, goal, items, &limits)
        }
        Kind::Operational(model) => {
            let goal = if reason.of_opposite {
                machine::Goal::Opposite
            } else {
                machine::Goal::Condition
            };
            let items: Vec<machine::Item> = items.iter().map(of_machine).collect();
            gpu_litmus::ugpu::encode::explain::suffices(
                program, unrolled, *model, goal, &items, &limits,
            )
        }
    };
    proven.unwrap_or_else(|why| panic!("{}: {why}", row.name()))
}

fn of_machine(item: &Item) -> machine::Item {
    match *item {
        Item::Machine(item) => item,
        Item::Condition { span, negated } => machine::Item::Condition { span, negated },
        Item::Filter { span, negated } => machine::Item::Filter { span, negated },
        Item::Axiom(_) | Item::Ordering(_) => panic!("{item:?} is no part of a machine"),
    }
}

/// How many members the reason of a row has; nothing if it needs none.
fn checked(row: &Row) -> Option<usize> {
    let name = row.name();
    let outcome = row.outcome(&options());
    let holds = row.is_forall() && outcome.holds == Some(true);
    let unreachable = outcome.verdict() == Verdict::Unreachable;
    let Some(reason) = &outcome.reason else {
        assert!(!holds && !unreachable, "{name} has no reason");
        return None;
    };
    assert!(holds != unreachable, "{name}");
    assert_eq!(reason.of_opposite, holds, "{name}");
    assert!(reason.minimal, "{name}");
    let unrolled = outcome.unrolled.as_ref().unwrap();
    let enough = |items: &[Item]| enough(row, unrolled, reason, items);
    assert!(enough(&reason.items), "{name}: not enough");
    for dropped in 0..reason.items.len() {
        let mut rest = reason.items.clone();
        let item = rest.remove(dropped);
        assert!(!enough(&rest), "{name}: {item:?} is not needed");
    }
    Some(reason.items.len())
}

#[test]
fn every_reason_suffices_and_no_member_can_be_dropped() {
    let sizes: Vec<usize> = rows().par_iter().filter_map(checked).collect();
    let members: usize = sizes.iter().sum();
    println!("{} reasons, {members} members", sizes.len());
    assert!(sizes.len() >= 300, "{}", sizes.len());
}
