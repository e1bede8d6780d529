//! The places of a program where something can be put or changed.
//!
//! A *gap* lies between two memory operations of a thread, wherever control can come to one from
//! the other. Gaps between which nothing happens but arithmetic are one; it lies right before the
//! next operation, barrier or branch, behind a label that stands there. A gap in which a fence
//! stands already is the place of that fence: there is at most one fence in a gap. Around it there is
//! room for proxy fences, where a test has a use for some.
//!
//! A block of several threads may get one *barrier* more. All its threads get it or none, each at one
//! place that it passes once in every execution: a thread that nobody joins would wait for ever.

use std::collections::BTreeMap;

use crate::execution::variants::Form;
use crate::model::Model;
use crate::program::{Instruction, InstructionKind, Program, ThreadId, Value};
use crate::syntax::ast::Fence;
use crate::syntax::span::Span;

use super::finder::Finder;
use super::holes::{Extras, Holed, useful_barriers, useful_proxies};
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
    /// Where a barrier could be.
    Barrier {
        /// Behind all of its thread; the span of the site is that of the last instruction.
        end: bool,
    },
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
        if self.is_barrier() {
            // One more is not stronger: it may keep the threads from ending.
            return self.given;
        }
        let levels = self.levels.iter().enumerate();
        let best = levels.max_by_key(|(_, level)| strength(level.form));
        best.map_or(self.given, |(index, _)| index)
    }

    /// Whether it is a place for a barrier.
    #[must_use]
    pub const fn is_barrier(&self) -> bool {
        matches!(self.kind, SiteKind::Barrier { .. })
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
    /// Weaken accesses and fences, and remove fences, where that is cheaper.
    pub may_weaken: bool,
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
        let extras = extras(program, model, rules);
        let mut purposes = Vec::new();
        for (index, thread) in program.threads.iter().enumerate() {
            let holed = Holed::of(thread, index, &extras);
            template.program.threads[index].code = holed.code;
            purposes.push(holed.purposes);
        }
        let probe = template.program.clone();
        for (index, purposes) in purposes.into_iter().enumerate() {
            for (at, purpose) in purposes.into_iter().enumerate() {
                let accepts = |form| {
                    let mut probe = probe.clone();
                    put(&mut probe.threads[index].code[at], form);
                    model.refuses(&probe).is_none()
                };
                let levels = Levels {
                    program: &probe,
                    vocabulary: &vocabulary,
                    prices,
                    may_weaken: rules.may_weaken,
                    accepts: &accepts,
                };
                let finder = Finder {
                    thread: ThreadId(index),
                    code: &probe.threads[index].code,
                    levels: &levels,
                    rules,
                };
                template.sites.extend(finder.site(at, purpose));
            }
        }
        // Of equal choices the search comes first to those outside loops.
        let code = |site: &Site| &template.program.threads[site.thread.0].code;
        let mut sites = std::mem::take(&mut template.sites);
        sites.sort_by_key(|site| is_in_loop(code(site), site.instruction));
        template.sites = sites;
        template
    }

    /// How many places there are to choose from.
    #[must_use]
    pub fn places(&self) -> usize {
        let sites = self.sites.iter();
        sites.filter(|site| site.levels.len() > 1).count()
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

/// What may be of use beyond fences.
fn extras(program: &Program, model: &Model, rules: Rules) -> Extras {
    let accepted = |form: Form| {
        let mut probe = program.clone();
        let mut hole = Instruction {
            span: Span::default(),
            guard: None,
            kind: InstructionKind::Fence(Fence::Hole),
        };
        put(&mut hole, form);
        for thread in &mut probe.threads {
            thread.code.push(hole.clone());
        }
        model.refuses(&probe).is_none()
    };
    let mut proxies = useful_proxies(program);
    proxies.retain(|&fence| accepted(Form::Fence(fence)));
    let barriers = if rules.keep_accesses || !accepted(Form::Barrier(0)) {
        BTreeMap::new()
    } else {
        useful_barriers(program)
    };
    Extras { proxies, barriers }
}

/// Makes an instruction one of a form.
fn put(instruction: &mut Instruction, form: Form) {
    match (&mut instruction.kind, form) {
        (InstructionKind::Fence(own), Form::Fence(fence)) => *own = fence,
        (InstructionKind::Fence(own), Form::Absent) => *own = Fence::Hole,
        (kind @ InstructionKind::Fence(Fence::Hole), Form::Barrier(number)) => {
            *kind = InstructionKind::Barrier {
                arrive: false,
                id: Value::Constant(number),
                barrier: Value::Constant(number),
                quorum: None,
            };
        }
        (
            InstructionKind::Load { access: own, .. }
            | InstructionKind::Store { access: own, .. }
            | InstructionKind::Atomic { access: own, .. },
            Form::Access(access),
        ) => *own = access,
        _ => {}
    }
}

pub(super) const fn is_hole(instruction: &Instruction) -> bool {
    matches!(instruction.kind, InstructionKind::Fence(Fence::Hole))
}

/// Whether a jump backward spans an instruction.
fn is_in_loop(code: &[Instruction], at: usize) -> bool {
    let later = code.iter().skip(at);
    let mut targets = later.filter_map(|instruction| match instruction.kind {
        InstructionKind::Branch { target, .. } => Some(target),
        InstructionKind::Load { .. }
        | InstructionKind::Store { .. }
        | InstructionKind::Atomic { .. }
        | InstructionKind::Fence(_)
        | InstructionKind::Barrier { .. }
        | InstructionKind::Move { .. }
        | InstructionKind::Arithmetic { .. }
        | InstructionKind::SetPredicate { .. } => None,
    });
    targets.any(|target| target <= at)
}
