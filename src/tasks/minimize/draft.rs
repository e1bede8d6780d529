//! A test from which pieces can be taken out, and its text.

use crate::program::edit::{CellId, Claim, Edit, Name, mentions, parts, tree, unused};
use crate::syntax::ast::{Condition, Statement, Test};
use crate::syntax::print::{Style, sheet};
use crate::syntax::span::SourceFile;

/// A test in the making.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The text that it was read from.
    source: SourceFile,
    test: Test,
    /// Lines that are put before the test: expectations, and where it comes from.
    heading: Vec<String>,
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
    pub fn of(source: &SourceFile, test: &Test) -> Self {
        Self {
            source: source.clone(),
            test: Test {
                expectations: Vec::new(),
                ..test.clone()
            },
            heading: Vec::new(),
        }
    }

    /// Puts lines before the test; a comment each, without the slashes.
    pub fn set_heading(&mut self, lines: Vec<String>) {
        self.heading = lines;
    }

    /// How large it is.
    #[must_use]
    pub fn size(&self) -> Size {
        let cells = self.test.threads.iter().flat_map(|thread| &thread.cells);
        let instructions = cells.filter(|cell| match cell.node {
            Statement::Instruction { .. } => true,
            Statement::Label(_) => false,
        });
        let claims = self.test.filter.iter().chain([&self.test.condition]);
        Size {
            threads: self.test.threads.len(),
            instructions: instructions.count(),
            comparisons: claims.map(comparisons).sum(),
        }
    }

    /// All that can be taken out, in the order in which it is tried: threads, then instructions,
    /// as a shorter program is worth more than a shorter condition.
    #[must_use]
    pub fn removals(&self) -> Vec<Removal> {
        let mut result = Vec::new();
        let threads = &self.test.threads;
        if threads.len() > 1 {
            result.extend((0..threads.len()).map(Removal::Thread));
        }
        if self.test.filter.is_some() {
            result.push(Removal::Filter);
            result.extend((0..parts(&self.test, Claim::Filter)).map(Removal::FilterPart));
        }
        for (index, thread) in threads.iter().enumerate() {
            for cell in (0..thread.cells.len()).rev() {
                result.push(Removal::Cell(index, cell));
                result.push(Removal::CellAndParts(index, cell));
            }
        }
        result.extend((0..parts(&self.test, Claim::Condition)).map(Removal::Part));
        result
    }

    /// The test without something; nothing if no condition would be left.
    #[must_use]
    pub fn without(&self, removal: Removal) -> Option<Self> {
        let edit = match removal {
            Removal::Thread(thread) => Edit::RemoveThread(thread),
            Removal::Filter => Edit::RemoveFilter,
            Removal::FilterPart(part) => Edit::RemovePart(Claim::Filter, part),
            Removal::Part(part) => Edit::RemovePart(Claim::Condition, part),
            Removal::Cell(thread, cell) => Edit::Remove(CellId { thread, cell }),
            Removal::CellAndParts(thread, cell) => {
                let rest = self.without(Removal::Cell(thread, cell))?;
                let edits = rest.forgotten(thread)?;
                // Without such comparisons it is the removal of the cell alone.
                return (!edits.is_empty()).then(|| rest.edited(&edits))?;
            }
        };
        self.edited(&[edit])
    }

    fn edited(&self, edits: &[Edit]) -> Option<Self> {
        Some(Self {
            test: tree(&self.test, edits).ok()?,
            ..self.clone()
        })
    }

    /// Takes out the comparisons that name registers of which nothing is left in their thread.
    fn forgotten(&self, thread: usize) -> Option<Vec<Edit>> {
        let column = self.test.threads.get(thread)?;
        let number = column.number.node;
        let asked = mentions(&Test {
            threads: Vec::new(),
            ..self.test.clone()
        });
        let left = mentions(&Test {
            threads: vec![column.clone()],
            filter: None,
            condition: Condition::Literal(true, self.test.condition.span()),
            ..self.test.clone()
        });
        let gone = asked.into_iter().filter(|name| !left.contains(name));
        let edit = |name| match name {
            Name::Register(thread, register) if thread == number => {
                Some(Edit::RemoveComparisons { thread, register })
            }
            Name::Register(..) | Name::Location(_) | Name::Label(..) => None,
        };
        Some(gone.filter_map(edit).collect())
    }

    /// The test, without declarations of what is not used.
    #[must_use]
    pub fn test(&self) -> Test {
        let unused = unused(&self.test).into_iter().map(Edit::RemoveDeclaration);
        let edits: Vec<Edit> = unused.collect();
        tree(&self.test, &edits).unwrap_or_else(|_| self.test.clone())
    }

    /// The test as text: what is left of it in its own words, with the comments beside it.
    #[must_use]
    pub fn render(&self) -> String {
        let style = Style {
            source: Some(&self.source),
            ..Style::default()
        };
        let mut sheet = sheet(&self.test(), &style);
        // Not what an earlier search for a smaller test left there.
        sheet.head.retain(|line| {
            let said = line.trim_start().trim_start_matches('/').trim_start();
            !(line.trim_start().starts_with("//") && said.starts_with(super::search::ORIGIN))
        });
        let heading = self.heading.iter().map(|line| format!("// {line}"));
        sheet.head.extend(heading);
        sheet.render()
    }
}

/// How many comparisons a condition makes.
fn comparisons(condition: &Condition) -> usize {
    match condition {
        Condition::Literal(..) | Condition::Terminates(_) | Condition::Compare(..) => 1,
        Condition::Not(inner, _) => comparisons(inner),
        Condition::And(parts, _) | Condition::Or(parts, _) => parts.iter().map(comparisons).sum(),
    }
}
