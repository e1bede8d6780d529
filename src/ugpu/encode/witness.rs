//! From an assignment to a schedule of the machine.

use std::fmt::Display;

use crate::program::{LocationId, Program, ThreadId};
use crate::stop::Open;
use crate::ugpu::machine::along::{path_waiting, path_with};
use crate::ugpu::machine::bends::Bends;
use crate::ugpu::machine::check::too_long;
use crate::ugpu::machine::expr::MOST_OPS;
use crate::ugpu::machine::path::Path;
use crate::ugpu::machine::replay::record;
use crate::ugpu::machine::steps::{Machine, Move};
use crate::ugpu::machine::{Execution, replay};

use super::accesses::Kind;
use super::encoding::Encoding;
use crate::axiomatic::candidate::values::Sym;
use crate::sat::session::Assignment;

/// The execution that an assignment describes, replayed.
///
/// # Errors
///
/// A thread is longer than any schedule's, or what went wrong: a mistake in the encoding.
pub fn extract(
    encoding: &Encoding,
    assignment: &Assignment,
    bound: usize,
) -> Result<Execution, Open> {
    let reader = Reader {
        encoding,
        assignment,
    };
    let program = encoding.program;
    if reader.is_too_long() {
        return Err(Open::Size(too_long()));
    }
    let paths = reader
        .paths(bound)
        .ok_or_else(|| doubt("no path has these values"))?;
    let moves = reader
        .moves()
        .ok_or_else(|| doubt("the points are in no order"))?;
    let chosen: Vec<&Path> = paths.iter().collect();
    let machine = Machine::new(encoding.model, Bends::NONE, &encoding.layout, chosen);
    let schedule =
        record(program, &machine, bound, &moves).ok_or_else(|| doubt("a step is not possible"))?;
    let end = replay(program, encoding.model, &schedule).map_err(doubt)?;
    Ok(Execution { schedule, end })
}

struct Reader<'a> {
    encoding: &'a Encoding<'a>,
    assignment: &'a Assignment,
}

impl Reader<'_> {
    fn executed(&self, operation: usize) -> bool {
        let executed = self.encoding.operations[operation].executed;
        self.assignment.truth(executed)
    }

    /// The executed operations of a thread, in program order.
    fn thread(&self, thread: ThreadId) -> Vec<usize> {
        let all = self.encoding.operations.iter().enumerate();
        let own = all.filter(|(_, operation)| operation.thread == thread);
        own.map(|(index, _)| index)
            .filter(|index| self.executed(*index))
            .collect()
    }

    /// Whether a thread executes more than a schedule has room for.
    fn is_too_long(&self) -> bool {
        let mut threads = (0..self.encoding.program.threads.len()).map(ThreadId);
        threads.any(|thread| self.thread(thread).len() > MOST_OPS)
    }

    /// Whether a thread stays in a lap for ever.
    fn stays(&self, thread: ThreadId) -> bool {
        self.encoding.pauses.as_ref().is_some_and(|pauses| {
            let mut laps = pauses.spins.iter().zip(&pauses.stays);
            laps.any(|(spin, stays)| spin.thread == thread && self.assignment.truth(*stays))
        })
    }

    fn paths(&self, bound: usize) -> Option<Vec<Path>> {
        let program: &Program = self.encoding.program;
        let threads = (0..program.threads.len()).map(ThreadId);
        threads
            .map(|thread| {
                let own = self.thread(thread).into_iter();
                let reads: Vec<i64> = own
                    .map(|index| value(self.assignment, &self.encoding.operations[index].read))
                    .collect();
                if self.stays(thread) {
                    return path_waiting(program, thread, bound, &reads);
                }
                path_with(program, thread, bound, &reads)
            })
            .collect()
    }

    /// The moves, in an order that the assignment allows.
    fn moves(&self) -> Option<Vec<Move>> {
        let encoding = self.encoding;
        let sorted = encoding.order.sort(|lit| self.assignment.truth(lit))?;
        let moves = sorted.into_iter().filter_map(|point| {
            if point >= encoding.operations.len() {
                return self.sharing(point);
            }
            if !self.executed(point) {
                return None;
            }
            let operation = &encoding.operations[point];
            let own = self.thread(operation.thread);
            let op = own.iter().position(|index| *index == point)?;
            let borrows = encoding.cells.borrows.iter();
            let mut borrows = borrows.filter(|borrow| borrow.load == point);
            let borrow = borrows.find(|borrow| self.assignment.truth(borrow.lit));
            Some(match borrow {
                Some(borrow) => {
                    let from = encoding.operations[borrow.store].thread;
                    Move::Borrow(operation.thread, op, from)
                }
                None => Move::Execute(operation.thread, op),
            })
        });
        Some(moves.collect())
    }

    /// The sharing at a point, if it happens.
    fn sharing(&self, point: usize) -> Option<Move> {
        let mut stores = self.encoding.operations.iter();
        let store = stores.find(|operation| operation.sharing == Some(point))?;
        if store.kind == Kind::Load || !self.assignment.truth(store.shared) {
            return None;
        }
        let location = self.place(&store.places)?;
        Some(Move::Share(store.view, location))
    }

    fn place(&self, places: &[(LocationId, crate::sat::Lit)]) -> Option<LocationId> {
        let mut places = places.iter();
        let place = places.find(|(_, lit)| self.assignment.truth(*lit));
        place.map(|(location, _)| *location)
    }
}

/// The value that an assignment gives.
pub(super) fn value(assignment: &Assignment, sym: &Sym) -> i64 {
    match sym {
        Sym::Choice(choices) => {
            let mut choices = choices.iter();
            let chosen = choices.find(|(_, lit)| assignment.truth(*lit));
            chosen.map_or(0, |(value, _)| *value)
        }
        Sym::Bits(bits) => {
            let bits = bits.iter().enumerate();
            bits.fold(0, |value, (bit, lit)| {
                value | i64::from(assignment.truth(*lit)) << bit
            })
        }
    }
}

/// An assignment is no execution of the machine: a mistake in the encoding.
pub(super) fn doubt(why: impl Display) -> Open {
    Open::Internal(format!("the solver's schedule did not replay ({why})"))
}

/// An execution, if it is what was asked for.
///
/// # Errors
///
/// It is not.
pub(super) fn verify(
    program: &Program,
    execution: Execution,
    satisfying: bool,
) -> Result<Execution, Open> {
    if !execution.end.passes_filter(program) {
        return Err(doubt("it does not pass the filter"));
    }
    if execution.end.satisfies(&program.condition) != satisfying {
        return Err(doubt("it does not end as asked"));
    }
    Ok(execution)
}
