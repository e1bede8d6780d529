//! A test in a line.

use std::fmt::Write as _;

use crate::tasks::space::{Column, Dependency, Item, Kind, Outcome, Shape, location, register};

/// What each thread does and finds: `st x, 1; st y, 1 | ld y = 1; ld x = 0`. What is left at the end is said
/// of locations that are written more than once.
pub(in crate::tasks) fn line(shape: &Shape, outcome: &Outcome) -> String {
    let written = shape.written();
    let threads = shape.columns.iter().enumerate().map(|(thread, column)| {
        let values = written.get(thread).map_or(&[][..], Vec::as_slice);
        let reads = outcome.reads.get(thread).map_or(&[][..], Vec::as_slice);
        instructions(column, values, reads)
    });
    let mut line = threads.collect::<Vec<_>>().join(" | ");
    let last = outcome.memory.iter().enumerate();
    let last = last.filter(|(index, _)| is_open(shape, *index));
    let last: Vec<String> = last
        .map(|(index, value)| format!("{} = {value}", location(index)))
        .collect();
    if !last.is_empty() {
        line.push_str(" | at the end ");
        line.push_str(&last.join(", "));
    }
    line
}

/// Whether it has to be said what a location holds at the end.
pub(super) fn is_open(shape: &Shape, location: usize) -> bool {
    let accesses = shape.accesses();
    let writes = accesses.filter(|(_, one)| one.location == location && one.kind.writes());
    writes.count() > 1
}

fn instructions(column: &Column, values: &[Option<i64>], reads: &[i64]) -> String {
    let mut values = values.iter().copied();
    let mut found = reads.iter();
    let accesses: Vec<_> = column.accesses().collect();
    let words = column.items.iter().map(|item| {
        let mnemonic = item.mnemonic();
        let Item::Access(access) = item else {
            return mnemonic;
        };
        let mnemonic = mnemonic.strip_suffix(".weak").unwrap_or(&mnemonic);
        let place = location(access.location);
        let mut word = format!("{mnemonic} {place}");
        let value = values.next().flatten();
        if access.kind.reads() {
            let found = found.next().copied().unwrap_or_default();
            let _ = write!(word, " = {found}");
        }
        if let Some(value) = value {
            let _ = write!(word, ", {value}");
        }
        if let Some(link) = access.link {
            let kind = match link.kind {
                Dependency::Addr => "addr",
                Dependency::Data => "data",
                Dependency::Ctrl => "ctrl",
            };
            let earlier = accesses.iter().take(link.from);
            let reads = earlier.filter(|access| access.kind != Kind::Store);
            let _ = write!(word, " ({kind} {})", register(reads.count()));
        }
        word
    });
    words.collect::<Vec<_>>().join("; ")
}
