//! Why a condition is unreachable, as a view.

use serde::Serialize;

use crate::model::Model;
use crate::program::Program;
use crate::program::events::Unrolled;
use crate::program::symbolic::EventId;
use crate::syntax::span::Span;
use crate::verdict::machine;
use crate::verdict::ordering::{DependencyKind, Ordering, Role};
use crate::verdict::outcome;
use crate::verdict::outcome::Item;

use super::names;
use super::names::Site;

/// What together suffices to forbid an outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// Proven minimal: without any one part, the outcome would be reachable.
    pub minimal: bool,
    /// It is the condition's opposite that is unreachable: why a `forall` holds.
    pub of_opposite: bool,
    /// The parts: of the condition, of the program, of the model.
    pub items: Vec<Part>,
}

/// One part of a reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// What it says in words, where that is more than what it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    /// An axiom's name; for an ordering `a before b`; for a fence or an access its label.
    pub name: Option<String>,
    /// The file it is in: the test, or the model's.
    pub file: String,
    /// Where it is written.
    #[serde(flatten)]
    pub site: Site,
    /// The thread of an ordering, fence, access or dependency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread: Option<String>,
    /// The opposite of what is written is meant.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub negated: bool,
    /// `addr`, `data` or `ctrl`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dependency: Option<&'static str>,
    /// The earlier event of an ordering or dependency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<End>,
    /// The later event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<End>,
}

/// The kinds of parts, in the order they are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PartKind {
    /// A conjunct of the condition.
    Condition,
    /// A conjunct of the filter.
    Filter,
    /// A fence or barrier.
    Fence,
    /// An access acquires.
    Acquire,
    /// An access releases.
    Release,
    /// An access is sequentially consistent.
    Sc,
    /// An access promotes the scopes of others.
    Remote,
    /// A pair of program order.
    Order,
    /// An address, data or control dependency.
    Dependency,
    /// Two operations of one location that a machine keeps in order.
    Queue,
    /// A rule of a machine, for one location.
    Rule,
    /// An axiom of the model.
    Axiom,
}

impl PartKind {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Condition => "condition",
            Self::Filter => "filter",
            Self::Fence => "fence",
            Self::Acquire => "acquire",
            Self::Release => "release",
            Self::Sc => "sc",
            Self::Remote => "remote",
            Self::Order => "order",
            Self::Dependency => "dependency",
            Self::Queue => "queue",
            Self::Rule => "rule",
            Self::Axiom => "axiom",
        }
    }
}

/// One end of an ordering.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct End {
    /// The event's label.
    pub id: String,
    /// Where it is written.
    #[serde(flatten)]
    pub site: Site,
}

impl Reason {
    /// The view of a reason.
    #[must_use]
    pub fn of(
        program: &Program,
        unrolled: &Unrolled,
        model: &Model,
        reason: &outcome::Reason,
    ) -> Self {
        let speaker = Speaker {
            program,
            unrolled,
            model,
            labels: names::labels(program, unrolled),
        };
        let mut items: Vec<Part> = reason.items.iter().map(|item| speaker.part(item)).collect();
        // Within a kind they come as the solver's side orders them: by place.
        items.sort_by_key(|part| part.kind);
        Self {
            minimal: reason.minimal,
            of_opposite: reason.of_opposite,
            items,
        }
    }
}

struct Speaker<'a> {
    program: &'a Program,
    unrolled: &'a Unrolled,
    model: &'a Model,
    labels: Vec<String>,
}

impl Speaker<'_> {
    fn part(&self, item: &Item) -> Part {
        match *item {
            Item::Axiom(index) => self.axiom(index),
            Item::Ordering(Ordering::Fence(fence)) => {
                let end = self.end(fence);
                Part {
                    name: Some(end.id),
                    thread: self.thread(fence),
                    ..self.bare(PartKind::Fence, end.site)
                }
            }
            Item::Ordering(Ordering::Role(role, access)) => {
                let end = self.end(access);
                let kind = match role {
                    Role::Acquire => PartKind::Acquire,
                    Role::Release => PartKind::Release,
                    Role::Sc => PartKind::Sc,
                    Role::Remote => PartKind::Remote,
                };
                Part {
                    name: Some(end.id),
                    thread: self.thread(access),
                    ..self.bare(kind, end.site)
                }
            }
            Item::Ordering(Ordering::Program(from, to)) => {
                self.ordering(PartKind::Order, None, from, to)
            }
            Item::Ordering(Ordering::Dependency(kind, from, to)) => {
                self.ordering(PartKind::Dependency, Some(word(kind)), from, to)
            }
            Item::Machine(item) => self.machine(item),
            Item::Condition { span, negated } => self.conjunct(PartKind::Condition, span, negated),
            Item::Filter { span, negated } => self.conjunct(PartKind::Filter, span, negated),
        }
    }

    fn bare(&self, kind: PartKind, site: Site) -> Part {
        Part {
            kind,
            says: None,
            name: None,
            file: self.program.source.name.to_string(),
            site,
            thread: None,
            negated: false,
            dependency: None,
            from: None,
            to: None,
        }
    }

    fn axiom(&self, index: usize) -> Part {
        let axioms = self.model.axiomatic().map(|model| &model.definition.axioms);
        let Some(axiom) = axioms.and_then(|axioms| axioms.get(index)) else {
            return self.bare(PartKind::Axiom, Site::default());
        };
        Part {
            name: Some(axiom.name.clone()),
            file: axiom.source.name.to_string(),
            ..self.bare(PartKind::Axiom, Site::of(&axiom.source, axiom.span))
        }
    }

    fn machine(&self, item: machine::Item) -> Part {
        let part = match item {
            machine::Item::Fence { fence, .. } => {
                let end = self.end(fence.event);
                Part {
                    name: Some(end.id),
                    thread: self.thread(fence.event),
                    ..self.bare(PartKind::Fence, end.site)
                }
            }
            machine::Item::Dependency { kind, read, later } => {
                let word = Some(word(kind));
                self.ordering(PartKind::Dependency, word, read.event, later.event)
            }
            machine::Item::Queue { first, second } => {
                self.ordering(PartKind::Queue, None, first.event, second.event)
            }
            machine::Item::Rule { location, .. } => {
                let declared = self.program.location(location);
                let site = Site {
                    text: names::location(self.program, location),
                    ..Site::of(&self.program.source, declared.span)
                };
                self.bare(PartKind::Rule, site)
            }
            machine::Item::Condition { span, negated } => {
                self.conjunct(PartKind::Condition, span, negated)
            }
            machine::Item::Filter { span, negated } => {
                self.conjunct(PartKind::Filter, span, negated)
            }
        };
        let says = self.model.machine();
        Part {
            says: says.map(|machine| item.phrase(self.program, machine)),
            ..part
        }
    }

    fn conjunct(&self, kind: PartKind, span: Span, negated: bool) -> Part {
        Part {
            negated,
            ..self.bare(kind, Site::of(&self.program.source, span))
        }
    }

    fn ordering(
        &self,
        kind: PartKind,
        dependency: Option<&'static str>,
        from: EventId,
        to: EventId,
    ) -> Part {
        let (start, end) = (self.end(from), self.end(to));
        let site = Site {
            text: format!("{} ; {}", start.site.text, end.site.text),
            ..start.site
        };
        Part {
            name: Some(format!("{} before {}", start.id, end.id)),
            thread: self.thread(from),
            dependency,
            from: Some(self.end(from)),
            to: Some(end),
            ..self.bare(kind, site)
        }
    }

    fn end(&self, event: EventId) -> End {
        End {
            id: names::label(&self.labels, event),
            site: Site::of(&self.program.source, self.unrolled.events[event.0].span),
        }
    }

    fn thread(&self, event: EventId) -> Option<String> {
        let thread = self.unrolled.events[event.0].thread?;
        Some(names::thread(self.program, thread))
    }
}

const fn word(kind: DependencyKind) -> &'static str {
    match kind {
        DependencyKind::Addr => "addr",
        DependencyKind::Data => "data",
        DependencyKind::Ctrl => "ctrl",
    }
}
