//! Fences that would mend a race: those that are there with a wider scope, or new ones beside a flag that
//! neither releases nor acquires. The model is asked about all executions with them.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::program::edit::{FenceEdit, InstructionId, Side, with_fences};
use crate::program::events::Unrolled;
use crate::program::unroll::Unfinished;
use crate::program::{InstructionKind, Program, ThreadId};
use crate::syntax::ast::{Fence, Scope};

use super::alternatives;
use super::repair::{Search, Tried};
use crate::axiomatic::check::{Found, Query};
use crate::axiomatic::encoding::Encoding;
use crate::axiomatic::shared::{unrolled, unrolled_for_flags};
use crate::verdict::ledger::Ledger;
use crate::verdict::query::Options;
use crate::verdict::why::{Fault, Repair};

impl Search<'_, '_> {
    /// Tries fences, under models that know them.
    pub fn fences(&mut self) {
        let program = self.query.program;
        let threads: BTreeSet<ThreadId> = self.involved.iter().map(|at| at.thread).collect();
        let Some(scope) = alternatives::common(program, &threads) else {
            return;
        };
        let scope = scope.max(Scope::Cta);
        // One alone, then all of a kind.
        let mut proposals: Vec<Vec<FenceEdit>> = Vec::new();
        for all in [wider(program, &threads, scope), self.beside_flags(scope)] {
            proposals.extend(all.iter().map(|&edit| vec![edit]));
            proposals.push(all);
        }
        for fences in proposals {
            if self.found.iter().any(|repair| !repair.fences.is_empty()) || self.spent() {
                return;
            }
            if !fences.is_empty() && self.mended_by(&fences) {
                self.found.push(Repair {
                    edits: Vec::new(),
                    fences,
                    remaining: None,
                });
            }
        }
    }

    /// A fence before each write that does not release, and after each read that does not acquire.
    fn beside_flags(&self, scope: Scope) -> Vec<FenceEdit> {
        let events = &self.query.unrolled.events;
        let fence = Fence::AcqRel(scope);
        let edits = self.missing.iter().filter_map(|missing| {
            let event = events.get(missing.at.0)?;
            let side = match missing.fault {
                Fault::NoRelease => Side::Before,
                Fault::NoAcquire => Side::After,
                Fault::Plain
                | Fault::Narrow
                | Fault::Differs
                | Fault::Chain
                | Fault::Early
                | Fault::Weak
                | Fault::Path
                | Fault::Nothing => return None,
            };
            let at = InstructionId {
                thread: event.thread?,
                index: event.instruction,
            };
            Some(FenceEdit { at, side, fence })
        });
        edits.collect()
    }

    /// Whether no execution has a race with these fences.
    fn mended_by(&self, fences: &[FenceEdit]) -> bool {
        let program = with_fences(self.query.program, fences);
        if self.query.model.accepts.refuses(&program).is_some() {
            return false;
        }
        let changed = self.unrolled(program);
        changed.is_some_and(|changed| matches!(self.races(&changed), Tried::RaceFree))
    }

    /// A changed program with its events.
    pub fn unrolled(&self, program: Program) -> Option<(Program, Arc<Unrolled>)> {
        let more = if self.query.with_laps() {
            self.laps(&program).ok()?
        } else {
            None
        };
        let bound = self.query.options.bound;
        let plain = || unrolled(&program, self.query.model, bound, &self.stop);
        let events = more.map_or_else(plain, Ok).ok()?;
        Some((program, events))
    }

    /// Its events with the laps that matter to what the model flags, where these are more.
    fn laps(&self, program: &Program) -> Result<Option<Arc<Unrolled>>, Unfinished> {
        let bound = self.query.options.bound;
        unrolled_for_flags(program, self.query.model, bound, &self.stop)
    }

    /// Does any execution of a changed program have a race? One in a lap that only waits is none of those that are known.
    pub fn races(&self, changed: &(Program, Arc<Unrolled>)) -> Tried {
        let found = self.races_in(changed);
        if !matches!(found, Tried::RaceFree) || self.query.with_laps() {
            return found;
        }
        let program = &changed.0;
        match self.laps(program) {
            Ok(None) => Tried::RaceFree,
            Ok(Some(laps)) => match self.races_in(&(program.clone(), laps)) {
                Tried::RaceFree => Tried::RaceFree,
                Tried::Racy(..) | Tried::Open => Tried::Open,
            },
            Err(_) => Tried::Open,
        }
    }

    fn races_in(&self, (program, unrolled): &(Program, Arc<Unrolled>)) -> Tried {
        let options = Options {
            stop: self.stop.clone(),
            ..self.query.options.clone()
        };
        let query = Query {
            program,
            model: self.query.model,
            limits: options.limits(),
            options,
            unrolled: unrolled.clone(),
            ledger: Ledger::default(),
        };
        let mut encoding = Encoding::new(program, unrolled, query.model, &query.limits.stop);
        match query.find_race(&mut encoding) {
            Some(Found::Execution(execution, _)) => {
                match query.racing(program, unrolled, &execution) {
                    Some(pair) => Tried::Racy(execution, pair),
                    None => Tried::Open,
                }
            }
            Some(Found::None) => Tried::RaceFree,
            Some(Found::Open(_)) | None => Tried::Open,
        }
    }
}

/// The fences of some threads that are narrower than a scope, with that scope.
fn wider(program: &Program, threads: &BTreeSet<ThreadId>, scope: Scope) -> Vec<FenceEdit> {
    let mut edits = Vec::new();
    for &thread in threads {
        for (index, instruction) in program.thread(thread).code.iter().enumerate() {
            let InstructionKind::Fence(fence) = instruction.kind else {
                continue;
            };
            let fence = match fence {
                Fence::Sc(own) if own < scope => Fence::Sc(scope),
                Fence::AcqRel(own) if own < scope => Fence::AcqRel(scope),
                Fence::Sc(_) | Fence::AcqRel(_) | Fence::Proxy(_) | Fence::Alias | Fence::Hole => {
                    continue;
                }
            };
            edits.push(FenceEdit {
                at: InstructionId { thread, index },
                side: Side::Instead,
                fence,
            });
        }
    }
    edits
}
