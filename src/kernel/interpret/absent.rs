//! Shuffles that read a lane which does not come.

use crate::ptx::operation::Operation;

use super::finding::Unspecified;
use super::machine::Machine;
use super::state::{LOOSE, State, Value};
use super::warp::source;

impl Machine<'_> {
    /// Remembers the lanes of a shuffle that read one that does not come.
    pub(super) fn absent(
        &mut self,
        state: &State,
        group: &[usize],
        operation: &Operation,
        (mask, lanes, values): (u64, &[u64], &[Vec<Value>]),
    ) {
        let Operation::Shuffle { mode, .. } = operation else {
            return;
        };
        for ((&one, &lane), read) in group.iter().zip(lanes).zip(values) {
            let [_, by, clamp, ..] = read[..] else {
                continue;
            };
            let (from, inside) = source(*mode, lane, by.bits, clamp.bits);
            let open = (by.taint | clamp.taint) & LOOSE != 0;
            let Some(frame) = state.threads[one].frame() else {
                continue;
            };
            if !inside || open || lanes.contains(&from) {
                continue;
            }
            let there = self.warp(one).into_iter();
            let mut there = there.map(|other| self.setup.threads[other].lane());
            let why = if mask >> from & 1 == 0 {
                Unspecified::Masked(from)
            } else if there.any(|lane| lane == from) {
                Unspecified::Exited(from)
            } else {
                Unspecified::Absent(from)
            };
            let place = (frame.function, frame.at);
            self.unspecified.entry(place).or_insert((one, why));
        }
    }
}
