//! What a reason can name: fences, queues, dependencies, rules of the machine, conjuncts.

use crate::program::symbolic::EventId;
use crate::program::{LocationId, Program, ThreadId};
use crate::syntax::span::Span;
use crate::ugpu::machine::Model;
use crate::verdict::ordering::DependencyKind;

/// An instruction of a thread, in one lap of the loops around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// Its event in the unrolled program.
    pub event: EventId,
    /// Its thread.
    pub thread: ThreadId,
    /// Its index in the thread's code.
    pub instruction: usize,
    /// Where it is written.
    pub span: Span,
}

/// Operations, from a fence's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Loads.
    Loads,
    /// Stores and atomics.
    Stores,
    /// Fences.
    Fences,
}

impl Class {
    const fn name(self) -> &'static str {
        match self {
            Self::Loads => "loads",
            Self::Stores => "stores",
            Self::Fences => "fences",
        }
    }
}

/// What a fence does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FencePart {
    /// It waits for these operations before it.
    WaitsFor(Class),
    /// These operations after it wait for it.
    HoldsUp(Class),
    /// It delivers what is not shared yet.
    Delivers,
}

/// A rule of the machine. Each is assumed for one location at a time.
///
/// What no rule here says is the frame that all executions have, reasons or not: an operation
/// happens at one instant (an atomic's load and store, and its delivery, too), a cell is written
/// by its thread's stores and borrowing loads and by deliveries, a store is shared after it is
/// done and once at most with each thread, a load returns one of the values that are stored to
/// its location or the initial one, and values, branches and addresses are computed as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// A load that borrows finds a store that its thread still holds and has not shared with the
    /// borrower. Without it a load may borrow from any store at any time.
    Lend,
    /// A load does not borrow where the own cell is borrowed. Without it, it may.
    BorrowOnce,
    /// What was overwritten is not shared any more: only what a cell still holds is delivered.
    /// Without it, a store may be delivered at any time after it, whatever has happened since.
    Overwrite,
    /// At the end nothing is left to share. Without it, a store may stay undelivered for good.
    ShareAll,
    /// A load returns what the own cell holds, or what it borrows. Without it, it may return any
    /// value that is ever stored to the location.
    OwnCell,
}

/// A part of a reason. Their order is that in which a proof would rather do without them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// Something that a fence does.
    Fence {
        /// The fence.
        fence: Site,
        /// What it does.
        part: FencePart,
    },
    /// An operation waits for a read that it depends on.
    Dependency {
        /// How.
        kind: DependencyKind,
        /// The read.
        read: Site,
        /// What waits.
        later: Site,
    },
    /// A queue keeps two operations of one location in program order.
    Queue {
        /// The one that is done first.
        first: Site,
        /// The other.
        second: Site,
    },
    /// A rule of the machine.
    Rule {
        /// Which.
        rule: Rule,
        /// For which location; of names for one memory, the one it is declared under.
        location: LocationId,
    },
    /// A conjunct of the filter.
    Filter {
        /// Where it is written.
        span: Span,
        /// Its opposite is meant.
        negated: bool,
    },
    /// A conjunct of the condition (of its negation, where the opposite is unreachable).
    Condition {
        /// Where it is written.
        span: Span,
        /// Its opposite is meant.
        negated: bool,
    },
}

/// What is unreachable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// An execution that satisfies the condition.
    Condition,
    /// One that does not.
    Opposite,
}

/// Why something is unreachable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// What suffices; without any one of these, and with no more of the program's fences, queues
    /// and dependencies or the machine's rules than these, it would be reachable.
    pub items: Vec<Item>,
    /// Whether it is so proven: no time limit cut the proof short.
    pub minimal: bool,
    /// Whether the reason is why the condition's opposite is unreachable (a `forall` that holds).
    pub of_opposite: bool,
}

impl Item {
    /// The item as a phrase: what holds under the model, in the test's own words.
    #[must_use]
    pub fn phrase(&self, program: &Program, model: Model) -> String {
        let code = |span: Span| squeezed(program.source.slice(span));
        let site = |site: &Site| format!("`{}`", code(site.span));
        match self {
            Self::Fence { fence, part } => {
                let fence = site(fence);
                match part {
                    FencePart::WaitsFor(class) => {
                        format!("{fence} waits for the {} before it", class.name())
                    }
                    FencePart::HoldsUp(class) => {
                        format!("{fence} makes the {} after it wait", class.name())
                    }
                    FencePart::Delivers if model.view_per_block() => {
                        format!("{fence} delivers what its block has not shared yet")
                    }
                    FencePart::Delivers => {
                        format!("{fence} delivers what its thread has not shared yet")
                    }
                }
            }
            Self::Dependency { kind, read, later } => {
                let what = match kind {
                    DependencyKind::Addr => "its address from",
                    DependencyKind::Data => "its value from",
                    DependencyKind::Ctrl => "a branch on",
                };
                format!("{} waits for {what} {}", site(later), site(read))
            }
            Self::Queue { first, second } => {
                format!("the queue keeps {} before {}", site(first), site(second))
            }
            Self::Rule { rule, location } => {
                rule.phrase(&program.location(*location).name, model.view_per_block())
            }
            Self::Filter { span, negated } => {
                let not = if *negated { " not" } else { "" };
                format!("the filter asks for{not} `{}`", code(*span))
            }
            Self::Condition { span, negated } => {
                let not = if *negated { " not" } else { "" };
                format!("the outcome has{not} `{}`", code(*span))
            }
        }
    }
}

impl Rule {
    fn phrase(self, location: &str, per_block: bool) -> String {
        let owner = if per_block { "block" } else { "thread" };
        match self {
            Self::OwnCell if per_block => {
                format!("a load of {location} returns what its block's cell holds")
            }
            Self::OwnCell => format!(
                "a load of {location} returns what its thread's cell holds, or a borrowed value"
            ),
            Self::Lend => format!(
                "a load of {location} borrows only what another thread holds and has not shared \
                 with it"
            ),
            Self::BorrowOnce => {
                format!("a load does not borrow {location} where its thread's cell is borrowed")
            }
            Self::Overwrite => format!(
                "a store to {location} is delivered only while its {owner}'s cell still holds it, \
                 and overwrites the cells it is delivered to"
            ),
            Self::ShareAll => {
                format!("at the end every {owner} has shared what it holds of {location}")
            }
        }
    }
}

/// A text on one line, with single blanks.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
