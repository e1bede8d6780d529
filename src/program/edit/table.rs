//! Edits of the table's text.

use std::collections::{BTreeMap, BTreeSet};

use super::cell::{Written, width};
use super::edits::{CellId, EditError};
use super::pieces::{replaced, within};
use super::plan::{Change, Plan};
use super::{names, tree};
use crate::syntax::ast::{Column, Operation, Statement, Test};
use crate::syntax::layout::{Cell, Layout};
use crate::syntax::print::{self, Spelling, Style};
use crate::syntax::span::{SourceFile, Span};

/// What a table is changed by.
pub(super) struct Writer<'a> {
    pub source: &'a SourceFile,
    pub test: &'a Test,
    pub layout: &'a Layout,
    pub plan: &'a Plan,
    pub style: &'a Style<'a>,
    /// Whose names of scopes the accesses have.
    pub spelling: Spelling,
    /// Other names, with their places, in the order of the text.
    pub renames: &'a [(Span, String)],
}

/// Rows that are put before or after one: the instruction of each column.
pub(super) type Added = BTreeMap<usize, Vec<BTreeMap<usize, String>>>;

#[derive(Debug, Default)]
pub(super) struct Inserted {
    pub before: Added,
    pub after: Added,
}

impl Writer<'_> {
    /// The changes of the table.
    pub fn pieces(&self) -> Result<Vec<(Span, String)>, EditError> {
        let places = self.places()?;
        let mut grid = self.grid();
        self.change(&mut grid, &places)?;
        let inserted = self.inserted(&places);
        self.align(&mut grid, &inserted);
        let mut pieces = Vec::new();
        for (row, cells) in grid.iter().enumerate() {
            for new in inserted.before.get(&row).into_iter().flatten() {
                let at = self.start_of(row);
                pieces.push((Span::new(at, at), self.new_row(row, cells, new)));
            }
            pieces.extend(self.row(row, cells));
            for new in inserted.after.get(&row).into_iter().flatten() {
                let (_, at) = self.lines_of(row);
                pieces.push((Span::new(at, at), self.new_row(row, cells, new)));
            }
        }
        Ok(pieces)
    }

    /// The row of each cell of the tree.
    fn places(&self) -> Result<BTreeMap<CellId, usize>, EditError> {
        let mut found = BTreeMap::new();
        for (thread, column) in self.test.threads.iter().enumerate() {
            for (cell, own) in column.cells.iter().enumerate() {
                let place = self.layout.cell_at(own.span.start);
                let (row, at) = place.ok_or(EditError::OtherText)?;
                if at != thread {
                    return Err(EditError::OtherText);
                }
                found.insert(CellId { thread, cell }, row);
            }
        }
        Ok(found)
    }

    fn grid(&self) -> Vec<Vec<Written>> {
        let row = |cells: &Vec<Cell>| cells.iter().map(|cell| self.written(cell)).collect();
        self.layout
            .rows
            .iter()
            .map(|row| row.cells.as_slice().to_vec())
            .map(|cells| row(&cells))
            .collect()
    }

    fn written(&self, cell: &Cell) -> Written {
        let start = self.line_start(cell);
        let slice = |from, to| self.source.slice(Span::new(from, to)).to_owned();
        let trail = slice(cell.content.end, cell.span.end);
        let blanks = trail.len() - trail.trim_start_matches([' ', '\t']).len();
        let whole = slice(start, cell.span.end);
        Written {
            prefix: slice(start, cell.content.start),
            content: slice(cell.content.start, cell.content.end),
            gap: trail[..blanks].to_owned(),
            after: trail[blanks..].to_owned(),
            width: width(&whole),
            single: !whole.contains('\n'),
            changed: false,
        }
    }

    /// Where the line begins on which a cell's content does, if the cell does not begin there.
    fn line_start(&self, cell: &Cell) -> usize {
        let before = Span::new(cell.span.start, cell.content.start);
        let newline = self.source.slice(before).rfind('\n');
        newline.map_or(cell.span.start, |newline| cell.span.start + newline + 1)
    }

    fn change(
        &self,
        grid: &mut [Vec<Written>],
        places: &BTreeMap<CellId, usize>,
    ) -> Result<(), EditError> {
        for (thread, column) in self.test.threads.iter().enumerate() {
            if let Some(place) = self.plan.placed.get(&thread) {
                let mut moved = column.clone();
                (moved.warp, moved.cta, moved.gpu) = (place.warp, place.cta, place.gpu);
                let own = self.source.slice(column.number.span);
                let header = print::header(&moved);
                let rest = header.find('@').map_or("", |at| &header[at..]);
                put(grid, 0, thread, format!("{own}{rest}"))?;
            }
            let registers = names::registers(self.test, column);
            for (cell, _) in column.cells.iter().enumerate() {
                let id = CellId { thread, cell };
                let Some(&row) = places.get(&id) else {
                    continue;
                };
                let place = self
                    .layout
                    .rows
                    .get(row)
                    .and_then(|row| row.cells.get(thread));
                let place = place.ok_or(EditError::OtherText)?;
                let new = self.content(column, id, place, &registers);
                if new != self.source.slice(place.content) {
                    put(grid, row, thread, new)?;
                }
            }
        }
        Ok(())
    }

    /// What stands in a cell now.
    fn content(
        &self,
        column: &Column,
        id: CellId,
        place: &Cell,
        registers: &BTreeSet<String>,
    ) -> String {
        let text = &self.source.text;
        let change = self.plan.cells.get(&id);
        let guard = Span::new(place.content.start, place.mnemonic.start);
        let statement = column.cells.get(id.cell).map(|cell| &cell.node);
        let mut pieces = within(self.renames, place.content).to_vec();
        match change {
            Some(Change::Removed) => return String::new(),
            Some(Change::Operation(new)) => {
                let guard = replaced(text, guard, &pieces);
                return format!("{guard}{}", print::operation(new, self.style));
            }
            Some(Change::Access { .. }) | None => {}
        }
        let written = self.source.slice(place.mnemonic);
        let mut mnemonic = written.to_owned();
        if let Some(Change::Access {
            order,
            scope,
            remote,
        }) = change
        {
            mnemonic = self.spelling.access(&mnemonic, *order, *scope, *remote);
        }
        if let Some(Statement::Instruction { operation, .. }) = statement
            && tree::forgets_space(operation, self.plan, registers)
        {
            let parts = mnemonic.split('.');
            let spaces = ["global", "shared", "shared::cta"];
            let kept: Vec<&str> = parts.filter(|part| !spaces.contains(part)).collect();
            mnemonic = kept.join(".");
        }
        if mnemonic != written {
            pieces.push((place.mnemonic, mnemonic));
        }
        replaced(text, place.content, &pieces)
    }

    /// In which rows the new instructions go. Those of several threads before one row share theirs.
    fn inserted(&self, places: &BTreeMap<CellId, usize>) -> Inserted {
        let mut found = Inserted::default();
        for (&id, operations) in &self.plan.inserted {
            let before = places.get(&id);
            let last = (0..id.cell).rev().find_map(|cell| {
                places.get(&CellId {
                    thread: id.thread,
                    cell,
                })
            });
            let rows = match before {
                Some(&row) => found.before.entry(row).or_default(),
                None => found.after.entry(last.copied().unwrap_or(0)).or_default(),
            };
            if rows.len() < operations.len() {
                rows.resize(operations.len(), BTreeMap::new());
            }
            // They come right before what they are put before.
            let first = rows.len() - operations.len();
            for (row, operation) in rows[first..].iter_mut().zip(operations) {
                row.insert(id.thread, self.operation(operation));
            }
        }
        found
    }

    fn operation(&self, operation: &Operation) -> String {
        print::operation(operation, self.style)
    }

    /// Whether a row begins its line.
    pub fn own_line(&self, row: usize) -> bool {
        !self.line_end(row).is_empty()
    }

    fn row(&self, row: usize, cells: &[Written]) -> Option<(Span, String)> {
        let kept = |column: &usize| !self.plan.threads.contains(column);
        let left: Vec<&Written> = (0..cells.len())
            .filter(kept)
            .filter_map(|column| cells.get(column))
            .collect();
        let same = left.len() == cells.len() && left.iter().all(|cell| !cell.changed);
        if same {
            return None;
        }
        let bare = |cell: &&Written| cell.content.is_empty() && cell.after.trim().is_empty();
        let (start, end) = self.lines_of(row);
        if !self.style.rows && left.iter().all(bare) && self.has_own_lines(row) {
            return Some((Span::new(start, end), String::new()));
        }
        let texts: Vec<String> = left.iter().map(|cell| cell.text()).collect();
        let end = self.layout.rows.get(row)?.end;
        Some((Span::new(start, end), format!("{};", texts.join("|"))))
    }

    /// A row of new instructions, laid out as another.
    fn new_row(&self, row: usize, cells: &[Written], new: &BTreeMap<usize, String>) -> String {
        let kept = |(column, _): &(usize, &Written)| !self.plan.threads.contains(column);
        let texts: Vec<String> = cells
            .iter()
            .enumerate()
            .filter(kept)
            .map(|(column, cell)| {
                let content = new.get(&column).map_or("", String::as_str);
                let mut text = " ".repeat(cell.indent()) + content;
                let missing = width(&cell.text()).saturating_sub(width(&text));
                text.push_str(&" ".repeat(missing));
                if !text.ends_with(' ') {
                    text.push(' ');
                }
                text
            })
            .collect();
        format!("{};{}", texts.join("|"), self.line_end(row))
    }

    /// What ends a new line beside a row: what ends the line before. Nothing where the row does not begin its line.
    fn line_end(&self, row: usize) -> &'static str {
        let before = self.source.text.get(..self.start_of(row));
        match before {
            Some(before) if before.ends_with("\r\n") => "\r\n",
            Some(before) if before.ends_with('\n') => "\n",
            Some(_) | None => "",
        }
    }

    fn has_own_lines(&self, row: usize) -> bool {
        let (_, end) = self.lines_of(row);
        let close = self.layout.rows.get(row).map_or(end, |row| row.end);
        let after = self.source.slice(Span::new(close, end));
        self.own_line(row) && after.ends_with('\n') && after.trim().is_empty()
    }

    /// From the start of the line on which a row begins to after that on which it ends.
    fn lines_of(&self, row: usize) -> (usize, usize) {
        let end = self.layout.rows.get(row).map_or(0, |row| row.end);
        let rest = self.source.text.get(end..).unwrap_or_default();
        let line = rest.find('\n').map_or(rest, |newline| &rest[..=newline]);
        // What follows on the line may be no comment.
        let own = line.trim().is_empty() || line.trim_start().starts_with("//");
        let end = if own && self.own_line(row) {
            end + line.len()
        } else {
            end
        };
        (self.start_of(row), end)
    }

    /// Where a row begins: with its line, if comments or nothing come before.
    fn start_of(&self, row: usize) -> usize {
        let first = self.layout.rows.get(row).and_then(|row| row.cells.first());
        first.map_or(0, |cell| self.line_start(cell))
    }
}

fn put(
    grid: &mut [Vec<Written>],
    row: usize,
    column: usize,
    content: String,
) -> Result<(), EditError> {
    let cell = grid.get_mut(row).and_then(|row| row.get_mut(column));
    cell.ok_or(EditError::OtherText)?.put(content);
    Ok(())
}
