//! One run of a launch, in an order that is drawn: for launches that have too many orders to look at them all.

use std::collections::BTreeSet;

use crate::kernel::setup::Setup;

use super::exploration::Limits;
use super::machine::Machine;
use super::search::Search;
use super::state::Status;

/// What a run leaves in each output: at each moment `choose` picks one of so many threads that can go on. Between two
/// accesses to contended bytes a thread is not interrupted. Nothing if some thread does not come to its end.
#[must_use]
pub fn once(
    setup: &Setup,
    contended: &BTreeSet<u64>,
    limits: &Limits,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Option<Vec<Vec<u8>>> {
    let mut machine = Machine::new(setup);
    machine.contended.clone_from(contended);
    let mut search = Search::new(&mut machine, limits);
    let mut state = search.first();
    for _ in 0..limits.states {
        let threads = 0..state.threads.len();
        let ready: Vec<usize> = threads
            .filter(|thread| search.is_ready(&state, *thread))
            .collect();
        if state.over || limits.stop.check().is_err() {
            return None;
        }
        if ready.is_empty() {
            let ended = state
                .threads
                .iter()
                .all(|thread| thread.status == Status::Exited);
            let outputs = search.outputs.iter();
            let contents = outputs.map(|&region| state.memory[region].bytes.clone());
            return ended.then(|| contents.collect());
        }
        let thread = *ready.get(choose(ready.len()))?;
        search.machine.step(&mut state, thread);
        if !state.over {
            search.settle(&mut state);
        }
    }
    None
}
