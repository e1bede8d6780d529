//! The two accesses of a race, what is missing between them, and what would mend it.

use std::fmt::Write as _;

use serde::Serialize;

use crate::execution::scopes::scope_includes;
use crate::program::edit::{self, AccessEdit, FenceEdit, Side};
use crate::program::events::Unrolled;
use crate::program::symbolic::EventId;
use crate::program::{Program, ThreadId};
use crate::syntax::ast::{Order, Scope};
use crate::syntax::print::{self, Fences, Spelling, Style};
use crate::verdict::outcome;
use crate::verdict::why;

use super::names;
use super::names::Site;
use super::proxies::proxy_fence;

/// A race: two accesses of one location by different threads that nothing orders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Race {
    /// The accesses.
    pub accesses: [Access; 2],
    /// Why nothing orders them, in a few sentences.
    pub why: String,
    /// The same in parts: each operation that something is wrong with.
    pub missing: Vec<Missing>,
    /// Changes of the program that the model was asked about.
    pub repairs: Vec<Repair>,
    /// Whether the search for repairs stopped at a limit before it was done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub search_limited: bool,
}

/// An access that races.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Access {
    /// Its label in the witness.
    pub id: String,
    /// Its thread; `init` of an initial value.
    pub thread: String,
    /// Where it is written in the test.
    #[serde(flatten)]
    pub site: Site,
}

/// An operation that does not synchronize as it should.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Missing {
    /// What is wrong with it: `narrow-scope`, `no-release` and so on.
    pub kind: &'static str,
    /// The operation.
    #[serde(flatten)]
    pub at: Access,
    /// The operation of another thread that it should synchronize with.
    pub with: Access,
    /// The same as a sentence.
    pub sentence: String,
}

/// A change of the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Repair {
    /// The instructions that change.
    pub edits: Vec<Edit>,
    /// Whether the model finds no race at all in the changed program.
    pub race_free: bool,
    /// A race that remains.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remaining: Option<[Access; 2]>,
}

/// A change of an instruction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Edit {
    /// Its thread.
    pub thread: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The instruction as it is written.
    pub from: String,
    /// The instruction as it should be.
    pub to: String,
    /// `before` or `after` the instruction that stands there: it is a new one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<&'static str>,
}

impl Race {
    /// The view of a race.
    #[must_use]
    pub fn of(program: &Program, unrolled: &Unrolled, race: &outcome::Race) -> Self {
        let speaker = Speaker {
            program,
            unrolled,
            labels: names::labels(program, unrolled),
            spelling: edit::spelling(program),
        };
        let missing = race.why.missing.iter();
        let missing: Vec<Missing> = missing.map(|&one| speaker.missing(one)).collect();
        let sentences: Vec<&str> = missing.iter().map(|one| one.sentence.as_str()).collect();
        Self {
            accesses: [speaker.access(race.first), speaker.access(race.second)],
            why: sentences.join(" "),
            repairs: race
                .why
                .repairs
                .iter()
                .map(|one| speaker.repair(one))
                .collect(),
            search_limited: race.why.limited,
            missing,
        }
    }
}

struct Speaker<'a> {
    program: &'a Program,
    unrolled: &'a Unrolled,
    labels: Vec<String>,
    spelling: Spelling,
}

impl Speaker<'_> {
    fn access(&self, event: EventId) -> Access {
        let found = &self.unrolled.events[event.0];
        Access {
            id: names::label(&self.labels, event),
            thread: self.thread(event).map_or_else(
                || "init".to_owned(),
                |thread| names::thread(self.program, thread),
            ),
            site: Site::of(&self.program.source, found.span),
        }
    }

    fn thread(&self, event: EventId) -> Option<ThreadId> {
        self.unrolled.events[event.0].thread
    }

    fn missing(&self, missing: why::Missing) -> Missing {
        let (at, with) = (self.access(missing.at), self.access(missing.with));
        Missing {
            kind: missing.fault.name(),
            sentence: self.sentence(missing, &at, &with),
            at,
            with,
        }
    }

    fn sentence(&self, missing: why::Missing, at: &Access, with: &Access) -> String {
        let place = |access: &Access| format!("`{}` at {}", access.site.text, access.site.place());
        let (own, other) = (place(at), place(with));
        if self.thread(missing.at).is_none() || self.thread(missing.with).is_none() {
            return format!("{own} and {other}: one is an initial value, which races here.");
        }
        match missing.fault {
            why::Fault::Plain => {
                format!("{own} is not atomic, so it does not synchronize with {other}.")
            }
            why::Fault::NoRelease => {
                format!("{own} does not release what {} did before it.", at.thread)
            }
            why::Fault::NoAcquire => {
                format!("{own} does not acquire what {} released.", with.thread)
            }
            why::Fault::Narrow => self.narrow(missing, &own, &with.thread),
            why::Fault::Differs => format!(
                "{own} and {other} have different scopes, and this model asks for the same."
            ),
            why::Fault::Chain => format!(
                "From {own} to {other} each pair synchronizes, but this model does not chain pairs \
                 of different scopes."
            ),
            why::Fault::Early => format!(
                "{own} may come before {other}, and {} goes on all the same: branch on what it read.",
                at.thread
            ),
            why::Fault::Weak if self.is_weak(missing.with) => {
                "Both are weak, and no synchronization orders them.".to_owned()
            }
            why::Fault::Weak => {
                format!("{own} is weak, and no synchronization orders it with {other}.")
            }
            why::Fault::Path => {
                let fence = proxy_fence(self.unrolled, [missing.at, missing.with]);
                let fence = print::fence(fence, &Style::default());
                format!(
                    "{own} and {other} reach memory by different paths or names, which `{fence}` between them brings together."
                )
            }
            why::Fault::Nothing => format!(
                "{a} and {b} do not synchronize: nothing that {b} reads before {other} was written \
                 by {a} after {own}, nor the other way round.",
                a = at.thread,
                b = with.thread
            ),
        }
    }

    fn is_weak(&self, event: EventId) -> bool {
        let memory = self.unrolled.events[event.0].memory();
        memory.is_some_and(|(_, access)| access.order == Order::Weak)
    }

    /// A scope that does not include the other thread.
    fn narrow(&self, missing: why::Missing, own: &str, other: &str) -> String {
        let event = &self.unrolled.events[missing.at.0];
        let threads = (event.thread, self.thread(missing.with), event.memory());
        let (Some(thread), Some(far), Some((_, access))) = threads else {
            return format!("{own} does not reach {other}.");
        };
        let reaches = |one| scope_includes(self.program, thread, access.scope, one);
        if reaches(far) {
            return format!("{own} does not reach {other}.");
        }
        let others = (0..self.program.threads.len()).map(ThreadId);
        let alone = !others.filter(|&one| one != thread).any(reaches);
        let spelling = self.spelling;
        let mut sentence = format!("{own} does not reach {other}");
        if access.scope != Scope::Thread {
            let kind = spelling.instance(access.scope);
            let _ = write!(sentence, ", which is in another {kind}");
        }
        if alone {
            let (scope, only) = (
                spelling.scope(access.scope),
                names::thread(self.program, thread),
            );
            let _ = write!(sentence, "; its scope .{scope} holds no thread but {only}");
        }
        sentence.push('.');
        sentence
    }

    fn repair(&self, repair: &why::Repair) -> Repair {
        Repair {
            edits: repair
                .edits
                .iter()
                .filter_map(|edit| self.edit(edit))
                .chain(repair.fences.iter().filter_map(|edit| self.fence(edit)))
                .collect(),
            race_free: repair.race_free(),
            remaining: repair
                .remaining
                .map(|(first, second)| [self.access(first), self.access(second)]),
        }
    }

    fn edit(&self, edit: &AccessEdit) -> Option<Edit> {
        let thread = self.program.threads.get(edit.at.thread.0)?;
        let instruction = thread.code.get(edit.at.index)?;
        let site = Site::of(&self.program.source, instruction.span);
        Some(Edit {
            thread: names::thread(self.program, edit.at.thread),
            line: site.line,
            column: site.column,
            to: edit.written(&site.text, self.spelling),
            from: site.text,
            beside: None,
        })
    }

    fn fence(&self, edit: &FenceEdit) -> Option<Edit> {
        let thread = self.program.threads.get(edit.at.thread.0)?;
        let instruction = thread.code.get(edit.at.index)?;
        let site = Site::of(&self.program.source, instruction.span);
        let fences = if site.text.starts_with("membar") {
            Fences::Membar
        } else {
            Fences::default()
        };
        let style = Style {
            spelling: self.spelling,
            fences,
            ..Style::default()
        };
        let (beside, from) = match edit.side {
            Side::Instead => (None, site.text),
            Side::Before => (Some("before"), String::new()),
            Side::After => (Some("after"), String::new()),
        };
        Some(Edit {
            thread: names::thread(self.program, edit.at.thread),
            line: site.line,
            column: site.column,
            to: print::fence(edit.fence, &style),
            from,
            beside,
        })
    }
}
