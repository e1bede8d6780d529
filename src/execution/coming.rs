//! In which order threads of an execution can come to barriers, and go on behind them.

use std::collections::BTreeSet;

use crate::program::Program;
use crate::program::symbolic::EventId;

use super::meetings::{Barrier, passes};

/// A moment at a barrier: that a thread comes to it, or goes on behind it.
#[derive(Debug, Clone, Default)]
struct Moment {
    /// The moments that are later than it.
    before: Vec<usize>,
    /// Moments of which one must be later than it.
    before_one: Option<Vec<usize>>,
}

/// Whether there is an order in which all that is waited for comes before what waits for it is left, those that are late come after
/// those that meet, and who comes to a round once more does so before it is complete.
///
/// Such an order is found from its end: what nothing that is left must follow, and what is followed already by one of those
/// of which one must, may be the last; and who may be the last may still be so when others are taken away.
pub(super) fn in_time(list: &[Barrier], program: &Program, stops: &BTreeSet<EventId>) -> bool {
    let moments = moments(list, program, stops);
    let mut taken = vec![false; moments.len()];
    loop {
        let free = |at: &usize| {
            let moment = &moments[*at];
            let one = moment.before_one.as_ref();
            !taken[*at]
                && moment.before.iter().all(|&later| taken[later])
                && one.is_none_or(|one| one.iter().any(|&later| taken[later]))
        };
        let last: Vec<usize> = (0..moments.len()).filter(free).collect();
        if last.is_empty() {
            return taken.into_iter().all(|taken| taken);
        }
        for at in last {
            taken[at] = true;
        }
    }
}

/// The moments of all barriers: for each that it is come to, then for each that its thread goes on; who stops does not.
fn moments(list: &[Barrier], program: &Program, stops: &BTreeSet<EventId>) -> Vec<Moment> {
    let passing = |at: usize| list.len() + at;
    let mut moments = vec![Moment::default(); 2 * list.len()];
    for (at, barrier) in list.iter().enumerate() {
        // Who stops comes to nothing more: the moment of its going on is of no account.
        if !stops.contains(&barrier.event) {
            moments[at].before.push(passing(at));
            let own = list.iter().enumerate();
            let own = own.filter(|(_, other)| other.thread == barrier.thread);
            let next = own.filter(|(_, other)| other.event > barrier.event);
            let next = next.map(|(next, _)| next);
            moments[passing(at)].before.extend(next);
        }
        let again = list.iter().any(|it| barrier.comes_again(program, it));
        let came = list.iter().any(|it| it.comes_again(program, barrier));
        let counted = barrier.quorum.is_some();
        let late = counted && !barrier.met.meets && !again;
        if counted && came && !again && passes(list, program, barrier) {
            moments[at].before_one = Some(Vec::new());
        }
        if counted && barrier.met.meets {
            let next = list.iter().enumerate();
            let next = next.filter(|(_, other)| barrier.round_before(list, program, other));
            moments[at].before.extend(next.map(|(next, _)| next));
        }
        let meeting = list.iter().enumerate().filter(|(_, other)| {
            other.met.meets && other.together(program, barrier) && other.event != barrier.event
        });
        for (other, it) in meeting {
            if !barrier.arrive {
                moments[other].before.push(passing(at));
            }
            if it.thread == barrier.thread {
                continue;
            }
            if late {
                moments[other].before.push(at);
            }
            if let Some(one) = &mut moments[at].before_one {
                one.push(other);
            }
        }
    }
    moments
}
