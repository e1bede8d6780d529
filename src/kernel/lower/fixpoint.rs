//! What threads together can do: walked again until nothing new can be in memory.

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::interpret::machine::Machine;
use crate::kernel::setup::Setup;
use crate::stop::Stop;

use super::behind::Keeping;
use super::blur::Values;
use super::cells::{Age, Knowledge};
use super::depth::Depth;
use super::graph::{Graph, Stopped, What};
use super::loose::Loose;
use super::meetings::{Meeting, Round};
use super::overwritten::Overwritten;
use super::stamps::Excluded;
use super::unwalked::Unwalked;
use super::walk::{Failure, Walk};

/// More rounds than this are not made.
const ROUNDS: usize = 200;
/// How often it is asked again, when it is known what is overwritten.
const AGAIN: usize = 2;
/// A cell that more values can be in is not looked at.
const VALUES: usize = 64;

/// What all threads can do.
#[derive(Debug, Clone)]
pub struct Threads {
    /// What is known of memory.
    pub know: Knowledge,
    /// The threads.
    pub graphs: Vec<Graph>,
    /// Who writes each byte, as sets of threads.
    pub writers: BTreeMap<u64, u64>,
    /// How often they come to the same instruction, where they are not followed to their ends.
    pub visits: Option<usize>,
    /// When to give up making events of them.
    pub stop: Stop,
}

/// Walks all threads of a launch.
///
/// # Errors
///
/// One of them can do too much, or time ran out.
pub fn walk(
    setup: &Setup,
    outputs: &[usize],
    shared: &BTreeSet<u64>,
    (depth, values): (Depth, Values),
    behind: &Keeping,
    stop: &Stop,
) -> Result<Threads, Unwalked> {
    let mut excluded = Excluded::of(setup, behind);
    let mut shared = shared.clone();
    let settled = settle(setup, outputs, &shared, (depth, values), &excluded, stop);
    let (mut threads, mut overwritten) = match settled {
        Err(why) if values == Values::All && why.is_many() => {
            // Most may be values that are overwritten, which is known without them.
            let few = (depth, Values::Deciding);
            let few = settle(setup, outputs, &shared, few, &excluded, stop);
            let Some((threads, overwritten)) = few.ok().filter(|it| it.0.has_all_ways()) else {
                return Err(why);
            };
            excluded.overwritten = overwritten;
            shared.clone_from(&threads.know.shared);
            settle(setup, outputs, &shared, (depth, values), &excluded, stop)?
        }
        settled => settled?,
    };
    // Each time it is known of more that it was overwritten, and so that fewer ways are left.
    for _ in 0..AGAIN {
        excluded.overwritten = overwritten;
        shared.clone_from(&threads.know.shared);
        let Ok((again, known)) = settle(setup, outputs, &shared, (depth, values), &excluded, stop)
        else {
            break;
        };
        let fewer = again.size() < threads.size();
        // What is left out leaves nothing new to do.
        if again.size() > threads.size() {
            break;
        }
        overwritten = known;
        threads = again;
        if !fewer {
            break;
        }
    }
    Ok(if depth.skips {
        threads
    } else {
        threads.few_tries(setup)
    })
}

/// Walks until nothing new can be in memory.
///
/// # Errors
///
/// A thread can do too much, or time ran out.
pub fn settle(
    setup: &Setup,
    outputs: &[usize],
    shared: &BTreeSet<u64>,
    (depth, values): (Depth, Values),
    excluded: &Excluded,
    stop: &Stop,
) -> Result<(Threads, Overwritten), Unwalked> {
    let mut machine = Machine::new(setup);
    let mut know = Knowledge::default();
    know.shared.clone_from(shared);
    know.tell(values);
    know.along = excluded.along.is_some();
    for _ in 0..ROUNDS {
        if know.recut {
            know.begin_anew();
        }
        know.grown = false;
        know.hidden = false;
        let mut graphs = Vec::new();
        let mut overwritten = Overwritten::default();
        for thread in 0..setup.threads.len() {
            let mut walk = Walk::new(&mut machine, &mut know, excluded, thread, outputs, depth);
            walk.run(stop);
            if let Some(failure) = walk.failure.take()
                && (!walk.know.recut || failure == Failure::Time)
            {
                return Err(Unwalked::Thread(failure));
            }
            let most = most(&walk);
            if !depth.skips {
                overwritten.learn(&walk);
            }
            graphs.push((walk.graph, most));
        }
        know.sharpen_laps(graphs.iter().map(|(graph, _)| graph));
        if know.recut {
            know.shared.extend(machine.contention());
            // What this walk did with cells that are none counts for nothing.
            machine.users.clear();
            continue;
        }
        learn(setup, &machine, &mut know, (excluded, depth.skips), &graphs);
        if let Some(cell) = know.values.iter().position(|values| values.len() > VALUES) {
            return Err(Unwalked::Values(know.cells[cell].address));
        }
        if !know.grown {
            let users = machine.users.iter();
            let threads = Threads {
                know,
                graphs: graphs.into_iter().map(|(graph, _)| graph).collect(),
                writers: users.map(|(byte, it)| (*byte, it.writers)).collect(),
                visits: depth.visits,
                stop: stop.clone(),
            };
            return Ok((threads, overwritten));
        }
    }
    Err(Unwalked::Values(
        know.cells.first().map_or(0, |cell| cell.address),
    ))
}

impl Threads {
    /// How many nodes there are.
    pub(super) fn size(&self) -> usize {
        self.graphs.iter().map(|graph| graph.nodes.len()).sum()
    }
}

/// How often a thread writes each cell, and all, in a run at most.
fn most(walk: &Walk) -> (Vec<u32>, u32) {
    let (mut each, mut whole, mut unread) = (vec![0; walk.know.cells.len()], 0, 0);
    for (_, past) in &walk.moments {
        for (&cell, &count) in &past.wrote {
            each[cell] = each[cell].max(count);
        }
        whole = whole.max(past.wrote.values().sum::<u32>() + past.unread);
        unread = unread.max(past.unread);
    }
    // Any of these may be each of them.
    let cells = each.iter_mut().enumerate();
    for (_, count) in cells.filter(|(cell, _)| !walk.know.looked_at.contains_key(cell)) {
        *count = unread.max(*count);
    }
    (each, whole)
}

fn learn(
    setup: &Setup,
    machine: &Machine,
    know: &mut Knowledge,
    (excluded, skips): (&Excluded, bool),
    graphs: &[(Graph, (Vec<u32>, u32))],
) {
    let mut shared = machine.contention();
    // What was written there may not have been, so that what was there before is looked at.
    shared.extend(machine.hanging_bytes());
    if !shared.is_subset(&know.shared) {
        know.shared.extend(shared);
        know.grown = true;
    }
    let mut each = vec![0; know.cells.len()];
    let mut whole = 0;
    for (_, (most, all)) in graphs {
        for (sum, count) in each.iter_mut().zip(most) {
            *sum += count;
        }
        whole += all;
    }
    // A write that is no new value in any run was not counted; one more does no harm.
    for (known, new) in know.most.iter_mut().zip(each) {
        if new > *known {
            *known = new;
            know.grown = true;
        }
    }
    if whole > know.most_of_all {
        know.most_of_all = whole;
        know.grown = true;
    }
    meetings(setup, know, graphs);
    let graphs = graphs.iter().map(|(graph, _)| graph);
    let mut loose = Loose::of(setup, (excluded, skips), &know.doubtful, graphs);
    loose
        .cells
        .extend(know.aliases.keys().map(|(cell, _)| *cell));
    if !loose.cells.is_subset(&know.weak) || !loose.writes.is_subset(&know.loose_writes) {
        know.weak.extend(loose.cells);
        know.loose_writes.extend(loose.writes);
        know.grown = true;
    }
}

/// Who meets at barriers that count, and who may never come where somebody waits for its word.
fn meetings(setup: &Setup, know: &mut Knowledge, graphs: &[(Graph, (Vec<u32>, u32))]) {
    let mut absent = BTreeSet::new();
    for (thread, (graph, _)) in graphs.iter().enumerate() {
        for node in &graph.nodes {
            let What::Meet(meet) = &node.what else {
                continue;
            };
            if let Meeting::Barrier { count: Some(_), .. } = meet.with {
                let key = (setup.threads[thread].block, meet.with);
                know.grown |= know.parties.entry(key).or_default().insert(thread);
            }
            if meet.hears {
                let group = meet.with.group(setup, thread).into_iter();
                let others = group.filter(|other| *other != thread);
                absent.extend(others.map(|other| (other, meet.with, meet.round)));
            }
        }
    }
    for (thread, with, round) in absent {
        if exits_without(&graphs[thread].0, with, round) {
            let name = know.name(with, round);
            know.say(name, thread, None, Age::default());
        }
    }
}

/// Whether a thread can exit and never come to a round.
fn exits_without(graph: &Graph, with: Meeting, round: Round) -> bool {
    let mut seen = vec![false; graph.nodes.len()];
    let mut work: Vec<usize> = graph.entry.iter().filter_map(|edge| edge.to).collect();
    while let Some(at) = work.pop() {
        if std::mem::replace(&mut seen[at], true) {
            continue;
        }
        let node = &graph.nodes[at];
        match &node.what {
            What::Stop {
                how: Stopped::Exited,
                ..
            } => return true,
            What::Meet(meet) if (meet.with, meet.round.before) == (with, round.before) => {}
            What::Read { .. }
            | What::Write { .. }
            | What::Update { .. }
            | What::Fence { .. }
            | What::Meet(_)
            | What::Gather(_)
            | What::Choose
            | What::Stop { .. } => work.extend(node.edges.iter().filter_map(|edge| edge.to)),
        }
    }
    false
}
