//! The places of a program where something can be put or changed.
//!
//! A *gap* lies between two memory operations of a thread, wherever control can come to one from
//! the other. Gaps between which nothing happens but arithmetic are one; it lies right before the
//! next operation, barrier or branch, behind a label that stands there. A gap in which a fence
//! stands already is the place of that fence: there is at most one fence in a gap.

use std::collections::BTreeSet;

use crate::execution::variants::Form;
use crate::model::Model;
use crate::program::edit::AccessKind;
use crate::program::{Instruction, InstructionKind, Program, Thread, ThreadId};
use crate::syntax::ast::Fence;
use crate::syntax::span::Span;

use super::gaps::gaps;
use super::levels::{Level, Levels, at_least, strength};
use super::prices::Prices;
use super::vocabulary::Vocabulary;

/// What a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteKind {
    /// Nothing stands there yet; the span of the site is that of the instruction behind it.
    Gap,
    /// A fence, or a `fence.?`.
    Fence,
    /// A memory access.
    Access,
}

/// A place where there is something to choose.
#[derive(Debug, Clone)]
pub struct Site {
    /// Whose code it is in.
    pub thread: ThreadId,
    /// The instruction of the template that it is.
    pub instruction: usize,
    /// What it is.
    pub kind: SiteKind,
    /// Where it is in the text.
    pub span: Span,
    /// What can stand there.
    pub levels: Vec<Level>,
    /// Which level stands there now.
    pub given: usize,
}

impl Site {
    /// The level that is as strong as any.
    #[must_use]
    pub fn strongest(&self) -> usize {
        let levels = self.levels.iter().enumerate();
        let best = levels.max_by_key(|(_, level)| strength(level.form));
        best.map_or(self.given, |(index, _)| index)
    }

    /// Whether one level is at least as strong as another.
    #[must_use]
    pub fn at_least(&self, strong: usize, weak: usize) -> bool {
        strong == weak || at_least(self.levels[strong].form, self.levels[weak].form)
    }
}

/// What may be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rules {
    /// Leave the orders and scopes of accesses as they are.
    pub keep_accesses: bool,
    /// Weaken and remove nothing.
    pub keep_strength: bool,
}

/// A program with a place for everything that could be in it.
#[derive(Debug, Clone)]
pub struct Template {
    /// The program, with a `fence.?` in every gap.
    pub program: Program,
    /// The places.
    pub sites: Vec<Site>,
}

impl Template {
    /// The places of a program under a model.
    #[must_use]
    pub fn new(program: &Program, model: &Model, prices: &Prices, rules: Rules) -> Self {
        let vocabulary = Vocabulary::of(model);
        let mut template = Self {
            program: program.clone(),
            sites: Vec::new(),
        };
        for (index, thread) in program.threads.iter().enumerate() {
            template.program.threads[index].code = with_holes(thread, &gaps(thread));
        }
        let probe = template.program.clone();
        for (index, thread) in probe.threads.iter().enumerate() {
            for (at, instruction) in thread.code.iter().enumerate() {
                let accepts = |form| {
                    let mut probe = probe.clone();
                    put(&mut probe.threads[index].code[at], form);
                    model.refuses(&probe).is_none()
                };
                let levels = Levels {
                    program: &probe,
                    vocabulary: &vocabulary,
                    prices,
                    accepts: &accepts,
                };
                let original = &program.threads[index];
                template.sites.extend(site(
                    ThreadId(index),
                    at,
                    instruction,
                    original,
                    &levels,
                    rules,
                ));
            }
        }
        // Of equal choices the search comes first to those outside loops.
        let code = |site: &Site| &template.program.threads[site.thread.0].code;
        let mut sites = std::mem::take(&mut template.sites);
        sites.sort_by_key(|site| is_in_loop(code(site), site.instruction));
        template.sites = sites;
        template
    }

    /// The choice that changes nothing.
    #[must_use]
    pub fn given(&self) -> Vec<usize> {
        self.sites.iter().map(|site| site.given).collect()
    }

    /// Everything everywhere, as strong as can be.
    #[must_use]
    pub fn strongest(&self) -> Vec<usize> {
        self.sites.iter().map(Site::strongest).collect()
    }

    /// The program of a choice.
    #[must_use]
    pub fn program_of(&self, choice: &[usize]) -> Program {
        let mut program = self.program.clone();
        for (site, &level) in self.sites.iter().zip(choice) {
            if let Some(level) = site.levels.get(level) {
                let code = &mut program.threads[site.thread.0].code;
                put(&mut code[site.instruction], level.form);
            }
        }
        program
    }

    /// What a choice costs.
    #[must_use]
    pub fn cost(&self, choice: &[usize]) -> u64 {
        let chosen = self.sites.iter().zip(choice);
        let prices = chosen.filter_map(|(site, &level)| site.levels.get(level));
        prices.map(|level| level.price).sum()
    }
}

fn site(
    thread: ThreadId,
    at: usize,
    instruction: &Instruction,
    original: &Thread,
    levels: &Levels,
    rules: Rules,
) -> Option<Site> {
    let (kind, found) = match &instruction.kind {
        InstructionKind::Fence(Fence::Hole) => {
            let mut cells = original.code.iter().filter(|other| is_hole(other));
            let written = cells.any(|other| other.span == instruction.span);
            let kind = if written {
                SiteKind::Fence
            } else {
                SiteKind::Gap
            };
            (kind, levels.of_fence(thread, Form::Absent))
        }
        InstructionKind::Fence(fence @ (Fence::Sc(_) | Fence::AcqRel(_))) => (
            SiteKind::Fence,
            levels.of_fence(thread, Form::Fence(*fence)),
        ),
        kind => {
            let (kind, access) = AccessKind::of(kind)?;
            // The machines know fences only.
            if rules.keep_accesses || matches!(levels.vocabulary, Vocabulary::Machine) {
                return None;
            }
            (SiteKind::Access, levels.of_access(thread, kind, access))
        }
    };
    let given = found.first()?.form;
    let kept = |level: &Level| !rules.keep_strength || at_least(level.form, given);
    let levels: Vec<Level> = found.into_iter().filter(kept).collect();
    (levels.len() > 1).then_some(Site {
        thread,
        instruction: at,
        kind,
        span: instruction.span,
        levels,
        // What is given comes first.
        given: 0,
    })
}

/// Makes an instruction one of a form.
fn put(instruction: &mut Instruction, form: Form) {
    match (&mut instruction.kind, form) {
        (InstructionKind::Fence(own), Form::Fence(fence)) => *own = fence,
        (InstructionKind::Fence(own), Form::Absent) => *own = Fence::Hole,
        (
            InstructionKind::Load { access: own, .. }
            | InstructionKind::Store { access: own, .. }
            | InstructionKind::Atomic { access: own, .. },
            Form::Access(access),
        ) => *own = access,
        _ => {}
    }
}

const fn is_hole(instruction: &Instruction) -> bool {
    matches!(instruction.kind, InstructionKind::Fence(Fence::Hole))
}

/// Whether a jump backward spans an instruction.
fn is_in_loop(code: &[Instruction], at: usize) -> bool {
    let later = code.iter().skip(at);
    let mut targets = later.filter_map(|instruction| match instruction.kind {
        InstructionKind::Branch { target, .. } => Some(target),
        _ => None,
    });
    targets.any(|target| target <= at)
}

/// The code with a hole before some instructions; who jumps to one comes through its hole.
fn with_holes(thread: &Thread, gaps: &BTreeSet<usize>) -> Vec<Instruction> {
    let moved = |old: usize| old + gaps.range(..old).count();
    let mut code = Vec::with_capacity(thread.code.len() + gaps.len());
    for (at, instruction) in thread.code.iter().enumerate() {
        if gaps.contains(&at) {
            code.push(Instruction {
                span: instruction.span,
                guard: None,
                kind: InstructionKind::Fence(Fence::Hole),
            });
        }
        let mut instruction = instruction.clone();
        if let InstructionKind::Branch { target, .. } = &mut instruction.kind {
            *target = moved(*target);
        }
        code.push(instruction);
    }
    code
}
