//! The smallest reason under a machine: with the fewest fences, then with the fewest queues and
//! dependencies.

use std::collections::BTreeMap;

use crate::program::events::Unrolled;
use crate::program::{Program, ThreadId};
use crate::ugpu::machine::Model;
use crate::verdict::ordering::DependencyKind;

use super::explain::Prover;
use crate::axiomatic::minimum::{Unit, minimum, shrink};
use crate::sat::session::Limits;
use crate::stop::Open;
use crate::verdict::machine::{Goal, Item, Reason, Site};

/// A smallest reason why a goal is unreachable. What a fence does in all laps of a loop counts as
/// one fence, and so do queues and dependencies between the same instructions. No rule or conjunct
/// in it can be dropped.
///
/// # Errors
///
/// The solver gave up, or contradicts the verdict that is to be explained.
pub fn smallest(
    program: &Program,
    unrolled: &Unrolled,
    model: Model,
    goal: Goal,
    limits: &Limits,
) -> Result<Reason, Open> {
    let mut prover = Prover::new(program, unrolled, model, goal, limits);
    let all: Vec<Item> = prover.items().copied().collect();
    let (units, given) = units(&all);
    let mut refutes = |items: &[usize]| prover.refutes(items);
    let chosen = minimum(&units, &given, &mut refutes)?;
    let members = chosen.iter().flat_map(|&unit| &units[unit].members);
    let mut items: Vec<usize> = members.copied().chain(given).collect();
    items.sort_unstable();
    let items = shrink(items, &mut refutes)?;
    prover.reconfirm(&items)?;
    Ok(Reason {
        items: items.into_iter().map(|index| all[index]).collect(),
        minimal: true,
        of_opposite: goal == Goal::Opposite,
    })
}

/// Where something is written, and what it is: a fence, a dependency or a queue.
type Written = (u32, InText, InText, Option<DependencyKind>);
type InText = (ThreadId, usize);

fn units(items: &[Item]) -> (Vec<Unit>, Vec<usize>) {
    let mut written: BTreeMap<Written, Unit> = BTreeMap::new();
    let mut given = Vec::new();
    let place = |site: &Site| (site.thread, site.instruction);
    for (index, item) in items.iter().enumerate() {
        let (rank, from, to, kind) = match item {
            Item::Fence { fence, .. } => (0, fence, fence, None),
            Item::Dependency { kind, read, later } => (1, read, later, Some(*kind)),
            Item::Queue { first, second } => (1, first, second, None),
            Item::Rule { .. } | Item::Filter { .. } | Item::Condition { .. } => {
                given.push(index);
                continue;
            }
        };
        let bare = Unit {
            members: Vec::new(),
            rank,
        };
        let key = (rank, place(from), place(to), kind);
        written.entry(key).or_insert(bare).members.push(index);
    }
    (written.into_values().collect(), given)
}
