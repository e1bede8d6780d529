//! An order where all is settled, or what to try next.

use super::{
    Choice, Explanation, Known, Layout, Problem, Scheduled, State, check, schedule, sorted,
};

/// The order of the log itself, if that explains it, or one with the same values: so are most logs of a machine that writes its log as it
/// goes. Of those that may come next it always has the one logged first, as every other order that is found.
pub(super) fn in_log_order(problem: &Problem) -> Option<Explanation> {
    let mut place_of: Vec<Option<u32>> = vec![None; problem.nodes.len()];
    for (place, list) in (0..).zip(&problem.writes) {
        for &node in list {
            place_of[node as usize] = Some(place);
        }
    }
    let mut holds: Vec<u32> = problem
        .writes
        .iter()
        .filter_map(|list| list.first().copied())
        .collect();
    let mut reads = problem.reads.iter().peekable();
    let mut reads_from = Vec::with_capacity(problem.reads.len());
    let order: Vec<u32> = (0..u32::try_from(problem.events()).ok()?).collect();
    for &node in &order {
        if let Some(read) = reads.next_if(|read| read.node == node) {
            let held = *holds.get(read.place as usize)?;
            read.sources.contains(&held).then_some(())?;
            reads_from.push(held);
        }
        if let Some(place) = place_of[node as usize] {
            *holds.get_mut(place as usize)? = node;
        }
    }
    let mut coherence = problem.writes.clone();
    for list in &mut coherence {
        list.get_mut(1..)?.sort_unstable();
    }
    let mut found = Explanation {
        order,
        reads_from,
        coherence,
    };
    check::holds(problem, &found).then_some(())?;
    // Times and barriers may say otherwise than the log goes.
    if let Some(axiom) = problem
        .shown()
        .filter(|_| !check::in_order(problem, &found))
    {
        found.order = sorted(problem, &check::edges(problem, axiom, &found));
    }
    Some(found)
}

/// An order that passes the check; else what to try next, if anything is open.
pub(super) fn choose(
    problem: &Problem,
    layouts: &[Layout],
    state: &State,
    known: &Known,
) -> Result<Explanation, Option<Vec<Choice>>> {
    let open = state
        .sources
        .iter()
        .enumerate()
        .filter(|(_, sources)| sources.len() > 1);
    if let Some((read, sources)) = open.min_by_key(|(_, sources)| sources.len()) {
        // The write that was logged last before the read is the likeliest.
        let node = problem.reads.get(read).map_or(0, |read| read.node);
        let mut sources = sources.clone();
        let initial = |source: u32| problem.event(source).is_none();
        sources.sort_by_key(|&source| {
            let later = source > node && !initial(source);
            (later, initial(source), node.abs_diff(source))
        });
        let choices = sources
            .into_iter()
            .map(|source| Choice::From { read, source });
        return Err(Some(choices.collect()));
    }
    let last = (0..problem.axioms.len())
        .rev()
        .find(|at| problem.axioms[*at].coherent);
    match schedule(problem, state, last.unwrap_or(0)) {
        Scheduled::Stuck { holds, next } => Err(Some(vec![
            Choice::Before(next, holds),
            Choice::Before(holds, next),
        ])),
        Scheduled::Done(order) => {
            let explanation = explanation(problem, state, order);
            if check::holds(problem, &explanation) {
                return Ok(explanation);
            }
            Err(undecided(problem, layouts, known, &explanation))
        }
    }
}

pub(super) fn explanation(problem: &Problem, state: &State, order: Vec<u32>) -> Explanation {
    let mut at = vec![0_usize; problem.nodes.len()];
    for (position, node) in order.iter().enumerate() {
        at[*node as usize] = position + 1;
    }
    let mut coherence = problem.writes.clone();
    for list in &mut coherence {
        list.sort_by_key(|node| at[*node as usize]);
    }
    let reads_from = (0..problem.reads.len()).map(|read| state.source(read).unwrap_or(0));
    Explanation {
        reads_from: reads_from.collect(),
        order,
        coherence,
    }
}

/// Two writes that may come in either order, the way first that a schedule did not take.
pub(super) fn undecided(
    problem: &Problem,
    layouts: &[Layout],
    known: &Known,
    explanation: &Explanation,
) -> Option<Vec<Choice>> {
    let _ = problem;
    let axioms: Vec<_> = layouts
        .iter()
        .zip(&known.clocks)
        .filter_map(|(layout, clocks)| Some((layout, clocks.as_ref()?)))
        .collect();
    let before = |from: u32, to: u32| {
        axioms.iter().any(|(layout, clocks)| {
            let position = layout.position.get(to as usize).copied().flatten();
            position.is_some_and(|(chain, at)| clocks.after(from, chain) <= at)
        })
    };
    for list in &explanation.coherence {
        let events = list.get(1..).unwrap_or_default();
        for (index, &first) in events.iter().enumerate() {
            for &second in events.get(index + 1..).unwrap_or_default() {
                if !before(first, second) && !before(second, first) {
                    return Some(vec![
                        Choice::Before(second, first),
                        Choice::Before(first, second),
                    ]);
                }
            }
        }
    }
    None
}
