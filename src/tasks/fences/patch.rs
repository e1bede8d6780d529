//! The text of a test with a choice made in it.
//!
//! A fence goes into a row of its own, before that of the instruction behind the gap; fences before
//! one row of several threads share theirs ([`crate::program::edit`]). What has been written is read
//! again, and must be the program that was proved.

use crate::execution::variants::Form;
use crate::program::edit::{self, CellId, EditError};
use crate::program::{Instruction, InstructionKind, Program, resolve};
use crate::syntax::ast::{Fence, Operand, Operation, Test};
use crate::syntax::layout::mnemonic;
use crate::syntax::parse_source;
use crate::syntax::print::{self, Fences, Spelling, Style};
use crate::syntax::span::{LineColumn, SourceFile, Span, Spanned};

use super::sites::{Site, SiteKind, Template};
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
    let test = parse_source(source)
        .map_err(|report| PatchError(format!("it has mistakes: {}", report.render(false))))?;
    // Where the model knows one kind of fence only, the shorter name will do.
    let fences = if vocabulary.tells_fences_apart() {
        Fences::Fence
    } else {
        Fences::Membar
    };
    let writer = Writer {
        source,
        test: &test,
        style: Style {
            fences,
            ..Style::default()
        },
        spelling: edit::spelling(&template.program),
    };
    let changed = template.sites.iter().zip(choice);
    let changed = changed.filter(|(site, level)| site.given != **level);
    let mut shown = Vec::new();
    let mut edits = Vec::new();
    for (site, &level) in changed {
        let (one, edit) = writer.edit(template, site, level)?;
        shown.push(one);
        edits.push(edit);
    }
    shown.sort_by_key(|edit| (edit.at, edit.thread));
    let edited = edit::text(source, &test, &edits, &writer.style)?;
    let program = resolve(&edited.source, &edited.test)
        .map_err(|report| PatchError(format!("it has mistakes: {}", report.render(false))))?;
    if meaning(&program) != meaning(&template.program_of(choice)) {
        return Err(PatchError("it means something else".to_owned()));
    }
    Ok(Patched {
        text: edited.source.text.to_string(),
        edits: shown,
        program,
    })
}

impl From<EditError> for PatchError {
    fn from(error: EditError) -> Self {
        Self(error.to_string())
    }
}

struct Writer<'a> {
    source: &'a SourceFile,
    test: &'a Test,
    /// How fences are written.
    style: Style<'a>,
    /// Whose names of scopes the file has.
    spelling: Spelling,
}

impl Writer<'_> {
    /// A change as it is shown, and as it is made.
    fn edit(
        &self,
        template: &Template,
        site: &Site,
        level: usize,
    ) -> Result<(Edit, edit::Edit), PatchError> {
        let (old, new) = (site.levels[site.given], site.levels[level]);
        // The place of an instruction without operands goes to the end of its cell.
        let text = self.source.slice(site.span).trim_end();
        let guard = &text[..mnemonic(text).start];
        let at = self.cell(site)?;
        let mut shown = Edit {
            thread: template.program.thread(site.thread).number,
            at: self.source.position(site.span.start),
            from: None,
            to: None,
            before: None,
            old_price: old.price,
            price: new.price,
        };
        let edit = match (site.kind, new.form) {
            (SiteKind::Gap, Form::Fence(fence)) => {
                shown.to = Some(print::fence(fence, &self.style));
                shown.before = Some(text.to_owned());
                edit::Edit::Insert {
                    before: at,
                    operation: Operation::Fence(fence),
                }
            }
            (SiteKind::Fence, Form::Absent) => {
                shown.from = Some(text.to_owned());
                edit::Edit::Remove(at)
            }
            (SiteKind::Fence, Form::Fence(fence)) => {
                shown.from = Some(text.to_owned());
                shown.to = Some(format!("{guard}{}", print::fence(fence, &self.style)));
                edit::Edit::Replace {
                    at,
                    operation: Operation::Fence(fence),
                }
            }
            (SiteKind::Access, Form::Access(access)) => {
                let (order, scope, remote) = (access.order, access.scope, access.remote);
                shown.from = Some(text.to_owned());
                shown.to = Some(self.spelling.rewrite(text, order, scope, remote));
                edit::Edit::Access {
                    at,
                    order,
                    scope,
                    remote,
                }
            }
            (SiteKind::Barrier { end }, Form::Barrier(number)) => {
                let operation = barrier(number);
                shown.to = Some(print::operation(&operation, &self.style));
                shown.before = (!end).then(|| text.to_owned());
                // Behind what jumps to the end, too.
                let cell = if end { self.cells(at.thread) } else { at.cell };
                let before = CellId { cell, ..at };
                edit::Edit::Insert { before, operation }
            }
            (SiteKind::Gap | SiteKind::Fence | SiteKind::Access | SiteKind::Barrier { .. }, _) => {
                return Err(PatchError("a fence is no access".to_owned()));
            }
        };
        Ok((shown, edit))
    }

    /// How many cells a thread has.
    fn cells(&self, thread: usize) -> usize {
        let column = self.test.threads.get(thread);
        column.map_or(0, |column| column.cells.len())
    }

    /// The cell of a site: that of the instruction behind a gap.
    fn cell(&self, site: &Site) -> Result<CellId, PatchError> {
        let thread = site.thread.0;
        let column = self.test.threads.get(thread);
        let cells = column.map_or(&[][..], |column| &column.cells);
        let cell = cells
            .iter()
            .position(|cell| cell.span.start == site.span.start);
        let cell = cell.ok_or_else(|| PatchError("an instruction is in no row".to_owned()))?;
        Ok(CellId { thread, cell })
    }
}

/// `bar.cta.sync N`.
const fn barrier(number: i64) -> Operation {
    Operation::Barrier {
        arrive: false,
        id: Operand::Constant(Spanned::new(number, Span::new(0, 0))),
        barrier: None,
        quorum: None,
    }
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
