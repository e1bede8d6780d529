//! A candidate execution: the events of one path of each thread, and relations over them.

use super::event::{Event, MAX_EVENTS};
use super::limits::Exhausted;
use super::matrix::{Matrix, Set, members};
use super::paths::Path;
use crate::program::{LocationId, Program};

/// A candidate execution. Events are numbered: first the initial writes, one for each memory, then
/// the events of each thread in program order.
#[derive(Debug, Clone)]
pub struct Execution {
    /// The events.
    pub events: Vec<Event>,
    /// Program order.
    pub po: Matrix,
    /// Address dependencies.
    pub addr: Matrix,
    /// Data dependencies.
    pub data: Matrix,
    /// Control dependencies, of whatever comes after the branch.
    pub ctrl: Matrix,
    /// Reads-from.
    pub rf: Matrix,
    /// Coherence order.
    pub co: Matrix,
}

impl Execution {
    /// The events and dependencies of some paths, one a thread; `rf` and `co` are left empty.
    ///
    /// # Errors
    /// When there are more than [`MAX_EVENTS`].
    pub fn new(program: &Program, paths: &[&Path]) -> Result<Self, Exhausted> {
        let initial = initial_writes(program);
        let count = initial.len() + paths.iter().map(|path| path.steps.len()).sum::<usize>();
        if count > MAX_EVENTS {
            return Err(Exhausted);
        }
        let mut execution = Self {
            events: initial,
            po: Matrix::empty(count),
            addr: Matrix::empty(count),
            data: Matrix::empty(count),
            ctrl: Matrix::empty(count),
            rf: Matrix::empty(count),
            co: Matrix::empty(count),
        };
        for path in paths {
            execution.append(path);
        }
        Ok(execution)
    }

    fn append(&mut self, path: &Path) {
        let first = self.events.len();
        // A path's own sets count from its first event.
        let shifted = |set: Set| set << first;
        for (index, step) in path.steps.iter().enumerate() {
            let event = first + index;
            self.events.push(step.event);
            for earlier in first..event {
                self.po.add(earlier, event);
            }
            self.addr.add_all(shifted(step.addr), event);
            self.data.add_all(shifted(step.data), event);
            self.ctrl.add_all(shifted(step.ctrl), event);
        }
    }

    /// From-reads: a read precedes the writes that follow, in `co`, the one it reads from; itself
    /// excepted.
    #[must_use]
    pub fn fr(&self) -> Matrix {
        let mut fr = Matrix::empty(self.events.len());
        for write in 0..self.events.len() {
            for read in members(self.rf.row(write)) {
                fr.add_row(read, self.co.row(write) & !(1 << read));
            }
        }
        fr
    }

    /// Orders the writes of one memory.
    pub fn order(&mut self, writes: &[usize]) {
        for (place, earlier) in writes.iter().enumerate() {
            for later in &writes[place + 1..] {
                self.co.add(*earlier, *later);
            }
        }
    }

    /// The writes of each memory, the initial one first.
    #[must_use]
    pub fn writes(&self) -> Vec<(LocationId, Vec<usize>)> {
        let mut memories: Vec<(LocationId, Vec<usize>)> = Vec::new();
        for (index, event) in self.events.iter().enumerate() {
            let (Some(location), true) = (event.location, event.is_write()) else {
                continue;
            };
            match memories.iter_mut().find(|(known, _)| *known == location) {
                Some((_, writes)) => writes.push(index),
                None => memories.push((location, vec![index])),
            }
        }
        memories
    }
}

/// The initial write of each memory.
fn initial_writes(program: &Program) -> Vec<Event> {
    let locations = program.locations.iter().enumerate();
    locations
        .filter(|(index, location)| location.physical == LocationId(*index))
        .map(|(index, location)| Event::initial(LocationId(index), location.initial))
        .collect()
}
