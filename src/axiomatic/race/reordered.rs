//! A program whose orders and scopes are changed for a look: its events stay what they are, but for these.

use crate::program::Program;
use crate::program::edit::{AccessEdit, InstructionId};
use crate::program::events::Unrolled;
use crate::syntax::ast::Access;

/// A program with its events, and what was changed in it.
pub(super) struct Reordered {
    program: Program,
    unrolled: Unrolled,
    /// How the changed instructions accessed memory before, in the order of the changes.
    before: Vec<(InstructionId, Access)>,
}

impl Reordered {
    /// As it is.
    pub fn new(program: &Program, unrolled: &Unrolled) -> Self {
        Self {
            program: program.clone(),
            unrolled: unrolled.clone(),
            before: Vec::new(),
        }
    }

    /// The program with these changes and no others, and its events; nothing where a change leads to no instruction of
    /// the language.
    pub fn with(&mut self, edits: &[AccessEdit]) -> Option<(&Program, &Unrolled)> {
        while let Some((at, access)) = self.before.pop() {
            if let Some(own) = at.access_mut(&mut self.program) {
                *own = access;
            }
            self.told(at, access);
        }
        for edit in edits {
            let before = edit.at.access(&self.program)?;
            edit.apply(&mut self.program).ok()?;
            self.before.push((edit.at, before));
            self.told(edit.at, edit.at.access(&self.program)?);
        }
        Some((&self.program, &self.unrolled))
    }

    /// Has the events of an instruction access memory so.
    fn told(&mut self, at: InstructionId, access: Access) {
        for event in &mut self.unrolled.events {
            if event.thread == Some(at.thread)
                && event.instruction == at.index
                && let Some(own) = event.access_mut()
            {
                own.order = access.order;
                own.scope = access.scope;
                own.remote = access.remote;
            }
        }
    }
}
