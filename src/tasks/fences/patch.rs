//! The text of a test with a choice made in it.
//!
//! A fence goes into a row of its own, before that of the instruction behind the gap; fences before
//! one row of several threads share theirs. What has been written is read again, and must be the
//! program that was proved.

use std::collections::BTreeMap;

use crate::execution::variants::Form;
use crate::program::load;
use crate::program::spelling::Spelling;
use crate::program::{Instruction, InstructionKind, Program};
use crate::syntax::ast::Fence;
use crate::syntax::layout::{Row, rows};
use crate::syntax::span::{LineColumn, SourceFile, Span};

use super::sites::{Site, SiteKind, Template};
use super::spelling;
use super::vocabulary::Vocabulary;

/// A change of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The number of the thread.
    pub thread: u32,
    /// Where, in the text as it was: a fence that is new comes before the row of this place.
    pub at: LineColumn,
    /// What stood there; nothing in a gap.
    pub from: Option<String>,
    /// What stands there now; nothing where a fence was taken away.
    pub to: Option<String>,
    /// The instruction that a new fence comes before.
    pub before: Option<String>,
    /// The price of what stood there.
    pub old_price: u64,
    /// The price of what stands there now.
    pub price: u64,
}

/// A test with a choice made in it.
#[derive(Debug, Clone)]
pub struct Patched {
    /// Its text.
    pub text: String,
    /// What is different.
    pub edits: Vec<Edit>,
    /// What the text means: the program that was proved, with places of its own.
    pub program: Program,
}

/// Why a text could not be changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "internal error: the changed test is not the one that was proved ({0}); please report this test"
)]
pub struct PatchError(String);

/// Writes a choice into the text of a test.
///
/// # Errors
///
/// The changed text does not mean what it should: a mistake in this tool.
pub fn patch(
    template: &Template,
    vocabulary: &Vocabulary,
    choice: &[usize],
) -> Result<Patched, PatchError> {
    let source = &template.program.source;
    let mut writer = Writer {
        source,
        rows: rows(source),
        told_apart: vocabulary.tells_fences_apart(),
        spelling: Spelling::of(&template.program),
        inserted: BTreeMap::new(),
        replaced: BTreeMap::new(),
    };
    let changed = template.sites.iter().zip(choice);
    let changed = changed.filter(|(site, level)| site.given != **level);
    let mut edits = Vec::new();
    for (site, &level) in changed {
        edits.push(writer.edit(template, site, level)?);
    }
    edits.sort_by_key(|edit| (edit.at, edit.thread));
    let text = writer.text();
    let program = load(&source.name, &text)
        .map_err(|report| PatchError(format!("it has mistakes: {}", report.render(false))))?;
    if meaning(&program) != meaning(&template.program_of(choice)) {
        return Err(PatchError("it means something else".to_owned()));
    }
    Ok(Patched {
        text,
        edits,
        program,
    })
}

struct Writer<'a> {
    source: &'a SourceFile,
    rows: Vec<Row>,
    /// Whether the model knows several kinds of fences.
    told_apart: bool,
    /// Whose names of scopes the file has.
    spelling: Spelling,
    /// For each row, the fences that come before it, by column.
    inserted: BTreeMap<usize, BTreeMap<usize, String>>,
    /// Other text for parts of the source.
    replaced: BTreeMap<Span, String>,
}

impl Writer<'_> {
    fn edit(&mut self, template: &Template, site: &Site, level: usize) -> Result<Edit, PatchError> {
        let (old, new) = (site.levels[site.given], site.levels[level]);
        // The place of an instruction without operands goes to the end of its cell.
        let text = self.source.slice(site.span).trim_end();
        let span = Span::new(site.span.start, site.span.start + text.len());
        let mut edit = Edit {
            thread: template.program.thread(site.thread).number,
            at: self.source.position(span.start),
            from: None,
            to: None,
            before: None,
            old_price: old.price,
            price: new.price,
        };
        match site.kind {
            SiteKind::Gap => {
                let row = self.row_of(span)?;
                let fence = self.fence(new.form)?;
                let fences = self.inserted.entry(row).or_default();
                fences.insert(site.thread.0, fence.clone());
                edit.to = Some(fence);
                edit.before = Some(text.to_owned());
            }
            SiteKind::Fence => {
                edit.from = Some(text.to_owned());
                let to = match new.form {
                    Form::Absent => String::new(),
                    form => format!("{}{}", guard(text), self.fence(form)?),
                };
                edit.to = Some(to.clone()).filter(|to| !to.is_empty());
                self.replaced.insert(span, to);
            }
            SiteKind::Access => {
                let Form::Access(access) = new.form else {
                    return Err(PatchError("a fence is no access".to_owned()));
                };
                let start = guard(text).len();
                let length = text[start..]
                    .find(|c: char| c.is_whitespace())
                    .unwrap_or(text.len() - start);
                let word = &text[start..start + length];
                let (order, scope) = (access.order, access.scope);
                let mnemonic = self.spelling.access(word, order, scope, access.remote);
                let from = span.start + start;
                let to = format!("{}{mnemonic}{}", guard(text), &text[start + length..]);
                edit.from = Some(text.to_owned());
                edit.to = Some(to);
                self.replaced
                    .insert(Span::new(from, from + length), mnemonic);
            }
        }
        Ok(edit)
    }

    fn fence(&self, form: Form) -> Result<String, PatchError> {
        spelling::fence(form, self.told_apart)
            .ok_or_else(|| PatchError("an access is no fence".to_owned()))
    }

    /// The row that a place is in.
    fn row_of(&self, span: Span) -> Result<usize, PatchError> {
        let row = self.rows.iter().position(|row| span.start < row.end);
        row.ok_or_else(|| PatchError("an instruction is in no row".to_owned()))
    }

    fn text(&self) -> String {
        let text = &self.source.text;
        let mut result = String::with_capacity(text.len() + 64);
        let mut done = 0;
        let emptied = self.emptied_rows();
        let mut pieces: Vec<(usize, usize, String)> = Vec::new();
        for (&row, fences) in &self.inserted {
            let at = self.start_of(row);
            pieces.push((at, at, self.new_row(row, fences)));
        }
        for (span, to) in &self.replaced {
            let inside = |row: &usize| {
                let (start, end) = self.lines_of(*row);
                start <= span.start && span.start < end
            };
            if !emptied.iter().any(inside) {
                pieces.push(self.fitted(*span, to));
            }
        }
        for &row in &emptied {
            let (start, end) = self.lines_of(row);
            pieces.push((start, end, String::new()));
        }
        pieces.sort();
        for (from, to, piece) in pieces {
            result.push_str(text.get(done..from).unwrap_or_default());
            result.push_str(&piece);
            done = to;
        }
        result.push_str(text.get(done..).unwrap_or_default());
        result
    }

    /// A replacement that keeps the separator behind it in its column, where there is room.
    fn fitted(&self, span: Span, to: &str) -> (usize, usize, String) {
        let rest = self.rest_of_cell(span.end);
        let mut piece = format!("{to}{}", rest.trim_end());
        let width = span.len() + rest.len();
        let missing = width.saturating_sub(piece.len());
        piece.push_str(&" ".repeat(missing));
        if rest.ends_with(' ') && !piece.ends_with(' ') {
            piece.push(' ');
        }
        (span.start, span.end + rest.len(), piece)
    }

    /// What follows in a cell, up to its separator, a comment or the end of the line.
    fn rest_of_cell(&self, from: usize) -> &str {
        let mut cells = self.rows.iter().flat_map(|row| &row.cells);
        let cell = cells.find(|cell| cell.start <= from && from <= cell.end);
        let rest = cell.map_or("", |cell| self.source.slice(Span::new(from, cell.end)));
        let end = rest.find(['\n', '\r', '/', '(']).unwrap_or(rest.len());
        &rest[..end]
    }

    /// Rows of nothing but fences that are taken away, each on lines of its own.
    fn emptied_rows(&self) -> Vec<usize> {
        let gone = |cell: &Span| {
            let text = self.source.slice(*cell);
            let trimmed = text.trim();
            let start = cell.start + (text.len() - text.trim_start().len());
            let span = Span::new(start, start + trimmed.len());
            trimmed.is_empty() || self.replaced.get(&span).is_some_and(String::is_empty)
        };
        let some_gone = |row: &Row| {
            let text = |cell: &Span| self.source.slice(*cell).trim().to_owned();
            row.cells.iter().any(|cell| !text(cell).is_empty())
        };
        let all = self.rows.iter().enumerate();
        all.filter(|(index, row)| {
            row.cells.iter().all(gone) && some_gone(row) && self.has_own_lines(*index)
        })
        .map(|(index, _)| index)
        .collect()
    }

    fn has_own_lines(&self, row: usize) -> bool {
        let text = &self.source.text;
        let (start, end) = self.lines_of(row);
        let before = text
            .get(..start)
            .is_some_and(|before| before.ends_with('\n'));
        let after = text.get(self.rows[row].end..end);
        before && after.is_some_and(|after| after.trim().is_empty())
    }

    /// From the start of the line on which a row begins to after that on which it ends.
    fn lines_of(&self, row: usize) -> (usize, usize) {
        let text = &self.source.text;
        let end = self.rows[row].end;
        let rest = text.get(end..).unwrap_or_default();
        let end = end + rest.find('\n').map_or(rest.len(), |newline| newline + 1);
        (self.start_of(row), end)
    }

    /// Where a new row can go before a row: the start of its line, if it begins there.
    fn start_of(&self, row: usize) -> usize {
        let first = self.rows[row].cells.first();
        let after_separator = first.map_or(0, |cell| cell.start);
        let text = &self.source.text;
        let cell = first.map_or("", |cell| self.source.slice(*cell));
        // Comment lines before the row stay before the new one.
        let lead: usize = cell
            .split_inclusive('\n')
            .take_while(|line| {
                let line = line.trim();
                line.is_empty() || line.starts_with("//")
            })
            .filter(|line| line.ends_with('\n'))
            .map(str::len)
            .sum();
        let at = after_separator + lead;
        if text.get(..at).is_some_and(|before| before.ends_with('\n')) {
            at
        } else {
            after_separator
        }
    }

    /// A row of fences, laid out as the one that it comes before.
    fn new_row(&self, row: usize, fences: &BTreeMap<usize, String>) -> String {
        let from = self.start_of(row);
        let mut line = String::new();
        for (column, cell) in self.rows[row].cells.iter().enumerate() {
            let start = cell.start.max(from);
            let text = self.source.slice(Span::new(start, cell.end.max(start)));
            let text = text.rsplit('\n').next().unwrap_or_default();
            let indent = text.len() - text.trim_start().len();
            let content = fences.get(&column).map_or("", String::as_str);
            let mut written = format!("{:indent$}{content}", "", indent = indent.max(1));
            let width = text.chars().count();
            let missing = width.saturating_sub(written.chars().count());
            written.push_str(&" ".repeat(missing));
            if !written.ends_with(' ') {
                written.push(' ');
            }
            if column > 0 {
                line.push('|');
            }
            line.push_str(&written);
        }
        let text = &self.source.text;
        let own_line = text
            .get(..from)
            .is_some_and(|before| before.ends_with('\n'));
        if own_line {
            format!("{line};\n")
        } else {
            format!("{line};")
        }
    }
}

/// The predicate of an instruction with what follows it, up to the mnemonic.
fn guard(text: &str) -> &str {
    if !text.starts_with('@') {
        return "";
    }
    let end = text.find(char::is_whitespace).unwrap_or(0);
    let rest = &text[end..];
    let blanks = rest.len() - rest.trim_start().len();
    &text[..end + blanks]
}

/// What a program means, apart from places in a text: its code without holes.
fn meaning(program: &Program) -> Vec<Vec<Instruction>> {
    let threads = program.threads.iter();
    threads
        .map(|thread| {
            let is_hole = |instruction: &Instruction| {
                matches!(instruction.kind, InstructionKind::Fence(Fence::Hole))
            };
            let holes: Vec<bool> = thread.code.iter().map(is_hole).collect();
            let moved = |old: usize| holes[..old].iter().filter(|hole| !**hole).count();
            let code = thread
                .code
                .iter()
                .filter(|instruction| !is_hole(instruction));
            code.map(|instruction| {
                let mut kind = instruction.kind.clone();
                if let InstructionKind::Branch { target, .. } = &mut kind {
                    *target = moved(*target);
                }
                Instruction {
                    span: Span::default(),
                    guard: instruction.guard,
                    kind,
                }
            })
            .collect()
        })
        .collect()
}
