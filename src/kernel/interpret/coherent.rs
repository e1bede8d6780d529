//! Reads by a path that is not coherent (`ld.global.nc`): of bytes that somebody may write meanwhile they find anything.

use super::machine::Machine;
use super::search::Search;
use super::state::State;

/// A read of a byte: by whom, at which instruction of which function.
type Read = (usize, usize, usize);

impl Machine<'_> {
    /// Remembers who reads a byte by a path that is not coherent: of each launch one thread.
    pub(super) fn non_coherent(&mut self, state: &State, thread: usize, address: u64, bytes: u64) {
        let at = state.threads[thread]
            .frame()
            .map_or((0, 0), |frame| (frame.function, frame.at));
        let launch = self.setup.threads[thread].launch;
        for byte in address..address + bytes {
            let key = (byte, launch);
            self.incoherent.entry(key).or_insert((thread, at.0, at.1));
        }
    }
}

impl Search<'_, '_> {
    /// A byte that is read so, and that some thread writes whose launch neither ends before nor begins after.
    pub(super) fn incoherent(&self) -> Option<(u64, Read)> {
        let setup = self.machine.setup;
        let mut reads = self.machine.incoherent.iter();
        let found = reads.find(|((byte, _), (reader, ..))| {
            let users = self.machine.users.get(byte);
            let writers = users.map_or(0, |users| users.writers);
            let mut threads = 0..setup.threads.len();
            threads.any(|thread| writers >> thread & 1 == 1 && !setup.apart(thread, *reader))
        });
        found.map(|((byte, _), read)| (*byte, *read))
    }
}
