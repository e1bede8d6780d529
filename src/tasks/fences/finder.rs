//! What there is to choose at one instruction of a thread.

use crate::execution::variants::Form;
use crate::program::edit::AccessKind;
use crate::program::{Instruction, InstructionKind, ThreadId};
use crate::syntax::ast::Fence;

use super::holes::Purpose;
use super::levels::{Level, Levels, at_least};
use super::sites::{Rules, Site, SiteKind, is_hole};
use super::vocabulary::Vocabulary;

/// Finds the sites of a thread.
pub(super) struct Finder<'a> {
    pub thread: ThreadId,
    pub code: &'a [Instruction],
    pub levels: &'a Levels<'a>,
    pub rules: Rules,
}

impl Finder<'_> {
    pub fn site(&self, at: usize, purpose: Option<Purpose>) -> Option<Site> {
        let (levels, rules) = (self.levels, self.rules);
        let instruction = &self.code[at];
        let (kind, found) = match (&instruction.kind, purpose) {
            (_, Some(Purpose::Fence)) => {
                (SiteKind::Gap, levels.of_fence(self.thread, Form::Absent))
            }
            (_, Some(Purpose::Proxy(fence))) => {
                let form = Form::Fence(fence);
                (SiteKind::Gap, levels.present_or_not(Form::Absent, form))
            }
            (_, Some(Purpose::Barrier(number))) => {
                let end = self.code[at..].iter().all(is_hole);
                let form = Form::Barrier(number);
                let found = levels.present_or_not(Form::Absent, form);
                (SiteKind::Barrier { end }, found)
            }
            (InstructionKind::Fence(fence), None) => {
                let given = match fence {
                    Fence::Hole => Form::Absent,
                    fence => Form::Fence(*fence),
                };
                let found = match fence {
                    Fence::Sc(_) | Fence::AcqRel(_) | Fence::Hole => {
                        levels.of_fence(self.thread, given)
                    }
                    Fence::Proxy(_) | Fence::Alias => levels.present_or_not(given, Form::Absent),
                };
                (SiteKind::Fence, found)
            }
            (kind, None) => {
                let (kind, access) = AccessKind::of(kind)?;
                // The machines know fences only.
                if rules.keep_accesses || matches!(levels.vocabulary, Vocabulary::Machine) {
                    return None;
                }
                let found = levels.of_access(self.thread, kind, access);
                (SiteKind::Access, found)
            }
        };
        let (given, choices) = (found.first()?.form, found.len());
        let kept = |level: &Level| rules.may_weaken || at_least(level.form, given);
        let levels: Vec<Level> = found.into_iter().filter(kept).collect();
        // What must stay as it is has its price still.
        (choices > 1).then_some(Site {
            thread: self.thread,
            instruction: at,
            kind,
            span: instruction.span,
            levels,
            // What is given comes first.
            given: 0,
        })
    }
}
