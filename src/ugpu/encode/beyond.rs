//! Why the loop bound leaves a question open: who goes on past it, and what each lap changes.

use std::collections::BTreeSet;

use crate::program::events::Turn;
use crate::program::{LocationId, ThreadId};
use crate::sat::session::Assignment;
use crate::stop::Open;

use super::accesses::Kind;
use super::encoding::Encoding;
use super::laps::Lap;
use super::witness::value;

/// What is said of a run in which some thread goes on past the bound. So many laps are enough, if that is known and no
/// lap writes.
pub fn past_the_bound(
    encoding: &Encoding,
    assignment: &Assignment,
    bound: usize,
    enough: Option<usize>,
) -> Open {
    let run = Run {
        encoding,
        assignment,
    };
    run.say(bound, enough).unwrap_or_else(|| Open::laps(bound))
}

struct Run<'a> {
    encoding: &'a Encoding<'a>,
    assignment: &'a Assignment,
}

impl Run<'_> {
    fn say(&self, bound: usize, enough: Option<usize>) -> Option<Open> {
        let mut threads = self.encoding.beyond.iter();
        let thread = threads.position(|lit| self.assignment.truth(*lit))?;
        let laps: Vec<&Lap> = self.taken(ThreadId(thread));
        let last = laps.iter().rposition(|lap| self.turn(lap).beyond)?;
        let turn = self.turn(laps[last]);
        let program = self.encoding.program;
        let code = &program.threads[thread].code[turn.jump];
        let at = program.source.position(code.span.start);
        let number = program.threads[thread].number;
        let earlier = laps[..last].iter().rev();
        let mut earlier = earlier.filter(|lap| self.turn(lap).jump == turn.jump);
        let again = earlier
            .next()
            .is_some_and(|lap| self.repeats(self.turn(lap), turn));
        let enough =
            enough.filter(|enough| bound < *enough && self.assignment.truth(laps[last].idle));
        let again = again && enough.is_none();
        let advice = match enough {
            Some(enough) => format!("--bound {enough} may decide it, as no more laps can matter"),
            None if again => {
                "it can go round in the same way for ever, so no larger --bound decides it"
                    .to_owned()
            }
            None => "a larger --bound may decide it".to_owned(),
        };
        let changes = self.changes(turn);
        let said = format!(
            "P{number} may go on after {bound} laps of the loop that ends at {}:{}{changes}; {advice}",
            at.line, at.column
        );
        Some(if again {
            Open::Endless(said)
        } else {
            Open::Bound(said)
        })
    }

    fn turn(&self, lap: &Lap) -> &Turn {
        &self.encoding.unrolled.turns[lap.turn]
    }

    /// The laps that a thread takes, in order.
    fn taken(&self, thread: ThreadId) -> Vec<&Lap> {
        let laps = self.encoding.laps.iter();
        laps.filter(|lap| self.turn(lap).thread == thread && self.assignment.truth(lap.taken))
            .collect()
    }

    /// The operations of a lap that are executed, in program order.
    fn inside(&self, turn: &Turn) -> Vec<usize> {
        let seen: BTreeSet<usize> = turn.seen.iter().map(|each| each.on.0).collect();
        let operations = self.encoding.operations.iter().enumerate();
        operations
            .filter(|(_, operation)| {
                seen.contains(&operation.event.0) && self.assignment.truth(operation.executed)
            })
            .map(|(index, _)| index)
            .collect()
    }

    fn place(&self, operation: usize) -> Option<LocationId> {
        let places = &self.encoding.operations[operation].places;
        let mut places = places.iter();
        let place = places.find(|(_, lit)| self.assignment.truth(*lit));
        place.map(|(location, _)| *location)
    }

    fn borrows_from(&self, operation: usize) -> Option<ThreadId> {
        let mut borrows = self.encoding.cells.borrows_of(operation);
        let borrow = borrows.find(|borrow| self.assignment.truth(borrow.lit))?;
        Some(self.encoding.operations[borrow.store].thread)
    }

    /// What the last lap leaves behind, in words.
    fn changes(&self, turn: &Turn) -> String {
        let program = self.encoding.program;
        let mut said = BTreeSet::new();
        for register in &turn.lasting {
            let name = &program.threads[turn.thread.0].registers[register.0].name;
            said.insert(format!("leaves {name} to the next"));
        }
        for index in self.inside(turn) {
            let operation = &self.encoding.operations[index];
            let name = self.place(index);
            let name = name.map_or("memory", |location| &program.location(location).name);
            if self.assignment.truth(operation.writes) {
                said.insert(format!("writes {name}"));
            } else if operation.kind == Kind::Load {
                let Some(from) = self.borrows_from(index) else {
                    continue;
                };
                let number = program.threads[from.0].number;
                said.insert(format!("borrows {name} from P{number}"));
            } else if operation.kind == Kind::Fence(false) {
                let mut partials = self.encoding.cells.partials.iter();
                if partials.any(|each| each.fence == index && self.assignment.truth(each.lit)) {
                    said.insert("delivers to its block alone".to_owned());
                }
            }
        }
        if said.is_empty() {
            return String::new();
        }
        let said: Vec<String> = said.into_iter().collect();
        format!(", where a lap {}", said.join(" and "))
    }

    /// Whether the later of two laps can be taken again and again: it leaves no register to the next, did what
    /// the earlier did, borrowed nothing, and read nothing that it changes.
    fn repeats(&self, earlier: &Turn, later: &Turn) -> bool {
        let (before, after) = (self.inside(earlier), self.inside(later));
        let instruction = |index: &usize| {
            let event = self.encoding.operations[*index].event;
            self.encoding.unrolled.events[event.0].instruction
        };
        let found = |index: &usize| value(self.assignment, &self.encoding.operations[*index].read);
        let written: BTreeSet<(Option<LocationId>, i64)> = after
            .iter()
            .filter(|index| {
                self.assignment
                    .truth(self.encoding.operations[**index].writes)
            })
            .map(|index| {
                let written = &self.encoding.operations[*index].written;
                (self.place(*index), value(self.assignment, written))
            })
            .collect();
        // What it finds where it writes is what it leaves there.
        let stays = |index: usize| {
            let mut there = written.iter().filter(|(at, _)| *at == self.place(index));
            there.all(|(_, left)| *left == found(&index))
        };
        let mut pairs = before.iter().zip(&after);
        later.lasting.is_empty()
            && before.len() == after.len()
            && pairs.all(|(a, b)| {
                let reads = self.encoding.operations[*b].reads();
                let same = instruction(a) == instruction(b) && self.place(*a) == self.place(*b);
                same && (!reads || stays(*b))
                    && found(a) == found(b)
                    && self.borrows_from(*b).is_none()
            })
    }
}
