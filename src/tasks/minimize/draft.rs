//! A test in pieces that can be taken out, and put together as text again.

use std::fmt::Write as _;

use crate::syntax::ast;
use crate::syntax::ast::{Declaration, InitialValue, Quantifier, Statement};
use crate::syntax::span::SourceFile;

use super::clause::Clause;
use super::text::{plain, words};

/// A test in pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The comments before the test, without expectations.
    comments: String,
    /// Lines that are put before the test: expectations, and where it comes from.
    heading: Vec<String>,
    name: String,
    description: String,
    declarations: Vec<Declared>,
    threads: Vec<Thread>,
    filter: Option<Clause>,
    quantifier: &'static str,
    condition: Clause,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Declared {
    text: String,
    what: What,
    /// The location it refers to: what an alias stands for, or a register points to.
    refers: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum What {
    Location(String),
    Register(u32, String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Thread {
    number: u32,
    header: String,
    cells: Vec<Cell>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Cell {
    text: String,
    label: bool,
}

/// Something that can be taken out of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    /// A thread, with the comparisons that name its registers: its place among the threads.
    Thread(usize),
    /// The filter.
    Filter,
    /// A conjunct or disjunct of the filter, in the order of the text.
    FilterPart(usize),
    /// A conjunct or disjunct of the condition.
    Part(usize),
    /// An instruction or label: of which thread, and which of it.
    Cell(usize, usize),
    /// The same, with the comparisons that name registers of which nothing is left.
    CellAndParts(usize, usize),
}

/// How large a test is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Size {
    /// Threads.
    pub threads: usize,
    /// Instructions, labels not counted.
    pub instructions: usize,
    /// Comparisons in the condition and the filter.
    pub comparisons: usize,
}

impl Draft {
    /// The pieces of a test.
    #[must_use]
    pub fn of(source: &SourceFile, test: &ast::Test) -> Self {
        let thread = |column: &ast::Column| Thread {
            number: column.number.node,
            header: plain(source.slice(column.span)),
            cells: column
                .cells
                .iter()
                .map(|cell| Cell {
                    text: plain(source.slice(cell.span)),
                    label: matches!(cell.node, Statement::Label(_)),
                })
                .collect(),
        };
        Self {
            comments: comments(source, test),
            heading: Vec::new(),
            name: test.name.node.clone(),
            description: test.description.clone(),
            declarations: test
                .init
                .iter()
                .map(|one| declared(plain(source.slice(one.span)), &one.node))
                .collect(),
            threads: test.threads.iter().map(thread).collect(),
            filter: test.filter.as_ref().map(|one| Clause::of(source, one)),
            quantifier: match test.quantifier.node {
                Quantifier::Exists => "exists",
                Quantifier::NotExists => "~exists",
                Quantifier::Forall => "forall",
            },
            condition: Clause::of(source, &test.condition),
        }
    }

    /// Puts lines before the test; a comment each, without the slashes.
    pub fn set_heading(&mut self, lines: Vec<String>) {
        self.heading = lines;
    }

    /// How large it is.
    #[must_use]
    pub fn size(&self) -> Size {
        let cells = self.threads.iter().flat_map(|thread| &thread.cells);
        Size {
            threads: self.threads.len(),
            instructions: cells.filter(|cell| !cell.label).count(),
            comparisons: self.condition.atoms() + self.filter.as_ref().map_or(0, Clause::atoms),
        }
    }

    /// All that can be taken out, in the order in which it is tried: threads, then instructions,
    /// as a shorter program is worth more than a shorter condition.
    #[must_use]
    pub fn removals(&self) -> Vec<Removal> {
        let mut result = Vec::new();
        if self.threads.len() > 1 {
            result.extend((0..self.threads.len()).map(Removal::Thread));
        }
        if let Some(filter) = &self.filter {
            result.push(Removal::Filter);
            result.extend((0..filter.parts()).map(Removal::FilterPart));
        }
        for (index, thread) in self.threads.iter().enumerate() {
            for cell in (0..thread.cells.len()).rev() {
                result.push(Removal::Cell(index, cell));
                result.push(Removal::CellAndParts(index, cell));
            }
        }
        result.extend((0..self.condition.parts()).map(Removal::Part));
        result
    }

    /// The test without something; nothing if no condition would be left.
    #[must_use]
    pub fn without(&self, removal: Removal) -> Option<Self> {
        let mut result = self.clone();
        match removal {
            Removal::Thread(index) => {
                let number = self.threads.get(index)?.number;
                result.threads.remove(index);
                result.drop_registers(&|thread, _| thread == number)?;
            }
            Removal::Filter => result.filter = None,
            Removal::FilterPart(part) => result.filter = Some(self.filter.as_ref()?.without(part)),
            Removal::Part(part) => result.condition = self.condition.without(part),
            Removal::Cell(thread, cell) => {
                let cells = &mut result.threads.get_mut(thread)?.cells;
                (cell < cells.len()).then(|| cells.remove(cell))?;
            }
            Removal::CellAndParts(thread, cell) => {
                result = self.without(Removal::Cell(thread, cell))?;
                let rest = result.threads.get(thread)?.clone();
                let gone = |number: u32, name: &str| number == rest.number && !rest.mentions(name);
                let before = result.clone();
                result.drop_registers(&gone)?;
                // Without such comparisons it is the removal of the cell alone.
                (result != before).then_some(())?;
            }
        }
        Some(result)
    }

    fn drop_registers(&mut self, gone: &impl Fn(u32, &str) -> bool) -> Option<()> {
        self.condition = self.condition.without_registers(gone)?;
        let filter = self.filter.take();
        self.filter = filter.and_then(|filter| filter.without_registers(gone));
        Some(())
    }

    /// The test as text.
    #[must_use]
    pub fn render(&self) -> String {
        let mut out = self.comments.clone();
        for line in &self.heading {
            let _ = writeln!(out, "// {line}");
        }
        let _ = writeln!(out, "PTX {}", self.name);
        if !self.description.is_empty() {
            out.push_str(&self.description);
            out.push('\n');
        }
        let used = self.declarations.iter().filter(|one| self.uses(one));
        let declarations: Vec<String> = used.map(|one| format!("{}; ", one.text)).collect();
        let _ = writeln!(out, "{{ {}}}", declarations.concat());
        out.push_str(&self.table());
        if let Some(filter) = &self.filter {
            let _ = writeln!(out, "filter ({})", filter.render());
        }
        let condition = self.condition.render();
        let _ = writeln!(out, "{} ({condition})", self.quantifier);
        out
    }

    fn table(&self) -> String {
        let rows = self.threads.iter().map(|thread| thread.cells.len()).max();
        let columns: Vec<Vec<&str>> = self
            .threads
            .iter()
            .map(|thread| {
                let cells = thread.cells.iter().map(|cell| cell.text.as_str());
                std::iter::once(thread.header.as_str())
                    .chain(cells)
                    .collect()
            })
            .collect();
        let widths: Vec<usize> = columns
            .iter()
            .map(|cells| cells.iter().map(|text| text.chars().count()).max())
            .map(Option::unwrap_or_default)
            .collect();
        let mut out = String::new();
        for row in 0..=rows.unwrap_or_default() {
            let cells: Vec<String> = columns
                .iter()
                .zip(&widths)
                .map(|(cells, width)| {
                    let text = cells.get(row).copied().unwrap_or_default();
                    format!("{text:<width$}")
                })
                .collect();
            let _ = writeln!(out, " {} ;", cells.join(" | "));
        }
        out
    }

    /// Whether a declaration says something of what is left.
    fn uses(&self, declared: &Declared) -> bool {
        match &declared.what {
            What::Register(number, name) => self.uses_register(*number, name),
            What::Location(name) => self.uses_location(name),
        }
    }

    fn uses_register(&self, number: u32, name: &str) -> bool {
        let thread = self.threads.iter().find(|thread| thread.number == number);
        let Some(thread) = thread else { return false };
        let mut asked = false;
        for clause in self.filter.iter().chain([&self.condition]) {
            clause.each_atom(&mut |registers, _| {
                asked |= registers
                    .iter()
                    .any(|one| (one.0, &*one.1) == (number, name));
            });
        }
        asked || thread.mentions(name)
    }

    fn uses_location(&self, name: &str) -> bool {
        let mut used = self.threads.iter().any(|thread| thread.mentions(name));
        for clause in self.filter.iter().chain([&self.condition]) {
            clause.each_atom(&mut |_, locations| {
                used |= locations.iter().any(|location| location == name);
            });
        }
        // What an alias stands for is used if the alias is; aliases of aliases are rare, and their
        // circles no test.
        used || self.declarations.iter().any(|other| {
            let refers = other.refers.as_deref() == Some(name);
            refers
                && match &other.what {
                    What::Register(number, register) => self.uses_register(*number, register),
                    What::Location(alias) => alias != name && self.names(alias),
                }
        })
    }

    /// Whether a location is named by an instruction, a condition or another declaration.
    fn names(&self, location: &str) -> bool {
        let mut named = self.threads.iter().any(|thread| thread.mentions(location));
        for clause in self.filter.iter().chain([&self.condition]) {
            clause.each_atom(&mut |_, locations| {
                named |= locations.iter().any(|name| name == location);
            });
        }
        let mut others = self.declarations.iter();
        named || others.any(|other| other.refers.as_deref() == Some(location))
    }
}

impl Thread {
    fn mentions(&self, name: &str) -> bool {
        let mut texts = self.cells.iter().map(|cell| &cell.text);
        texts.any(|text| words(text).any(|word| word == name))
    }
}

fn declared(text: String, declaration: &Declaration) -> Declared {
    let (what, refers) = match declaration {
        Declaration::Location { name, .. } => (What::Location(name.node.clone()), None),
        Declaration::Alias { name, target, .. } => {
            (What::Location(name.node.clone()), Some(target.node.clone()))
        }
        Declaration::Register {
            thread,
            register,
            value,
        } => {
            let refers = match value {
                InitialValue::Constant(_) => None,
                InitialValue::AddressOf(name) => Some(name.node.clone()),
            };
            (What::Register(thread.node, register.node.clone()), refers)
        }
    };
    Declared { text, what, refers }
}

/// The comments before a test, without its expectations and without what an earlier search for a
/// smaller test left there.
fn comments(source: &SourceFile, test: &ast::Test) -> String {
    let before = source.text.get(..test.name.span.start).unwrap_or_default();
    let before = before.rfind("PTX").map_or("", |end| &before[..end]);
    let mut out = String::new();
    for line in before.trim_start_matches('\u{feff}').lines() {
        let said = line.trim_start().trim_start_matches('/').trim_start();
        let ours = line.trim_start().starts_with("//")
            && (said.starts_with("expect ") || said.starts_with(super::search::ORIGIN));
        if !ours && !line.trim().is_empty() {
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
    out
}
