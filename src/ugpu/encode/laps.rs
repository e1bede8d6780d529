//! Laps that leave nothing behind, where threads borrow.
//!
//! A lap that writes nothing and leaves no register to the next may still have borrowed: its
//! thread's cell then holds something else. Take such a lap out of an execution, and the thread
//! goes the same way, the others see the same, and all ends the same, unless
//!
//! - another read of the thread finds, in its own cell, what a load of the lap has borrowed;
//! - a load of the lap has borrowed over a store of its own thread that had not been shared with
//!   all, which is lost now;
//! - a block fence of the lap has delivered to the block alone. (What a device fence delivers can
//!   be shared of its own accord at the same time.)
//!
//! For what else could tell? Local loads and failed atomics change no cell. The cell that a
//! borrowing load overwrites has nothing to share, nor has it after, so nobody but its own thread
//! looks into it until something overwrites it; it is not marked as borrowed, or the load could
//! not have borrowed; and without the mark the thread can borrow where it could. Nobody waits for
//! more without the lap. So each execution has one that ends the same and in which each such lap
//! has one of the three effects ([`Laps::needed`]): only these are looked for.
//!
//! Whether executions go on past the loop bound is asked of runs that are not finished: of the
//! threads that get there, take the one whose branches up to there are decided first. All that
//! others do without having taken that many laps can still be done, and whatever they do then, the
//! thread's own laps must each have borrowed or have delivered to the block alone; or they can still do so, if no branch
//! waits for the load ([`Laps::beyond`]). What is read later is not known in such a run: the first
//! effect is not asked for. Where as many laps were followed as can matter at all
//! ([`crate::ugpu::machine::enough`]), no lap needs to be without effect: it is enough that none writes.

use crate::program::LocationId;
use crate::program::ThreadId;
use crate::program::events::Turn;
use crate::program::symbolic::{EventId, FALSE};
use crate::sat::Lit;

use super::accesses::Kind;
use super::encoding::Encoding;

/// A read that finds in its own cell what a load has borrowed.
#[derive(Debug, Clone, Copy)]
pub struct Kept {
    /// The load that borrowed.
    pub load: usize,
    /// The read.
    pub read: usize,
    /// It does.
    pub lit: Lit,
}

/// A lap, as literals.
#[derive(Debug, Clone)]
pub struct Lap {
    /// Which of the unrolled program's.
    pub turn: usize,
    /// It is taken.
    pub taken: Lit,
    /// It is taken, wrote nothing and leaves no register to the next.
    pub idle: Lit,
    /// It may have changed a cell, for all that is known at its end.
    pub changes: Lit,
}

impl Encoding<'_> {
    /// Leaves out the laps that leave nothing behind, and says which threads are past the bound
    /// all the same.
    pub fn laps(&mut self) {
        for turn in 0..self.unrolled.turns.len() {
            if self.circuit.is_full() {
                return;
            }
            self.lap(turn);
        }
        self.beyond();
    }

    /// Some thread is past the bound, and each of its laps may have changed something.
    fn beyond(&mut self) {
        let lasting: Vec<Lit> = self
            .laps
            .iter()
            .map(|lap| self.circuit.and(lap.taken, !lap.idle))
            .collect();
        self.lasting = self.circuit.any(lasting);
        let mut ways = Vec::new();
        for (index, thread) in self.unrolled.threads.iter().enumerate() {
            let mut all = vec![self.values.guard(&mut self.circuit, thread.truncated)];
            if let Some(pauses) = &self.pauses {
                all.push(!pauses.of(&mut self.circuit, ThreadId(index)));
            }
            for lap in &self.laps {
                if self.unrolled.turns[lap.turn].thread == ThreadId(index) {
                    all.push(self.circuit.or(!lap.idle, lap.changes));
                }
            }
            ways.push(self.circuit.all(all));
        }
        self.truncated = self.circuit.any(ways.iter().copied());
        self.beyond = ways;
    }

    fn lap(&mut self, index: usize) {
        let turn = &self.unrolled.turns[index];
        let mut taken = self.values.guard(&mut self.circuit, turn.taken);
        let mut stays = Lit::FALSE;
        if let Some(pauses) = &self.pauses {
            let (gone, here) = pauses.at_turn(&mut self.circuit, turn.thread, index);
            taken = self.circuit.and(taken, !gone);
            stays = here;
        }
        let wrote = self.values.guard(&mut self.circuit, turn.wrote);
        // Where a block has one view, the laps that write nothing have been left out of the program.
        let idle = if turn.lasting.is_empty() && !self.model.view_per_block() {
            self.circuit.and(taken, !wrote)
        } else {
            Lit::FALSE
        };
        let (mut needed, mut changes) = (Vec::new(), Vec::new());
        if idle != Lit::FALSE {
            let members = self.members_of(turn);
            for &(operation, when) in &members {
                self.effects(turn, operation, when, (&mut needed, &mut changes));
            }
            let inside: Vec<usize> = members.iter().map(|(operation, _)| *operation).collect();
            for kept in self.kept.clone() {
                let lap = members
                    .iter()
                    .find(|(operation, _)| *operation == kept.load);
                if let Some((_, when)) = lap
                    && !inside.contains(&kept.read)
                {
                    needed.push(self.circuit.and(*when, kept.lit));
                }
            }
        }
        needed.extend([!self.finished, !idle, stays]);
        self.circuit.clause(&needed);
        let changes = self.circuit.any(changes);
        self.laps.push(Lap {
            turn: index,
            taken,
            idle,
            changes,
        });
    }

    /// The operations of a lap, and when each belongs to it and is executed.
    fn members_of(&mut self, turn: &Turn) -> Vec<(usize, Lit)> {
        let mut members = Vec::new();
        for seen in &turn.seen {
            let Some(operation) = self.operation_of(seen.on) else {
                continue;
            };
            let when = self.values.guard(&mut self.circuit, seen.when);
            let executed = self.operations[operation].executed;
            members.push((operation, self.circuit.and(when, executed)));
        }
        members
    }

    fn operation_of(&self, event: EventId) -> Option<usize> {
        let mut known = self.operations.iter();
        known.position(|operation| operation.event == event)
    }

    /// What a load or fence of a lap does that could be told later: with certainty, and perhaps.
    fn effects(
        &mut self,
        turn: &Turn,
        operation: usize,
        when: Lit,
        (needed, changes): (&mut Vec<Lit>, &mut Vec<Lit>),
    ) {
        match self.operations[operation].kind {
            Kind::Fence(true) | Kind::Store | Kind::Update(_) => {}
            Kind::Fence(false) => {
                let partials = self.cells.partials.iter();
                let own = partials.filter(|partial| partial.fence == operation);
                for lit in own.map(|partial| partial.lit).collect::<Vec<_>>() {
                    let delivers = self.circuit.and(when, lit);
                    needed.push(delivers);
                    changes.push(delivers);
                }
            }
            Kind::Load => {
                let borrows: Vec<_> = self.cells.borrows_of(operation).copied().collect();
                for borrow in &borrows {
                    let lit = self.circuit.and(when, borrow.lit);
                    changes.push(lit);
                    let lost = self.lost(operation, borrow.location);
                    needed.push(self.circuit.and(lit, lost));
                }
                if !borrows.is_empty() {
                    let decides = turn.decides.iter();
                    let decides =
                        decides.filter(|each| each.on == self.operations[operation].event);
                    let decides = decides.map(|each| each.when).next().unwrap_or(FALSE);
                    let decides = self.values.guard(&mut self.circuit, decides);
                    changes.push(self.circuit.and(when, !decides));
                }
            }
        }
    }

    /// At a load, its thread's cell holds an own store that is never shared with all.
    fn lost(&mut self, load: usize, location: LocationId) -> Lit {
        let mut ways = Vec::new();
        for store in 0..self.operations.len() {
            let other = &self.operations[store];
            let (own, shared) = (other.view == self.operations[load].view, other.shared);
            if own && other.sharing.is_some() && other.at(location) != Lit::FALSE {
                let owned = self.owned(store, location, Some(load));
                ways.push(self.circuit.and(owned, !shared));
            }
        }
        self.circuit.any(ways)
    }
}
