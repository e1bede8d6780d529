//! What an unreachable outcome would take, as a view: the execution, and the way through it that
//! an axiom forbids, down to relations that can be pointed at in the program.

use serde::{Serialize, Serializer, ser::SerializeStruct as _};

use crate::execution::derivation::Step;
use crate::model::Model;
use crate::program::Program;
use crate::program::events::Unrolled;
use crate::program::symbolic::EventId;
use crate::verdict::outcome;

use super::json::Execution;
use super::names;
use super::names::Site;
use super::reason::End;
use super::witness::Witness;

/// What an unreachable outcome would take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Story {
    /// No execution ends so, whatever a model says.
    Impossible,
    /// An execution does, and the model forbids it.
    Forbidden(Box<Forbidden>),
}

/// An execution that the model forbids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forbidden {
    /// The execution.
    pub execution: Witness,
    /// The axiom that it breaks.
    pub axiom: Axiom,
    /// The ways that show so: one round a cycle, or several between the same two events.
    pub ways: Vec<Vec<Link>>,
    /// What should relate the ends of the way, and does not.
    pub lacks: Option<String>,
    /// The event that shows so, for an axiom about a set.
    pub event: Option<End>,
}

/// An axiom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Axiom {
    /// Its name.
    pub name: String,
    /// The file of the model that it is in.
    pub file: String,
    /// Where it is written.
    #[serde(flatten)]
    pub site: Site,
}

/// A step from one event to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Link {
    /// Where it starts.
    pub from: End,
    /// Where it ends.
    pub to: End,
    /// The relation: a base relation, or a definition of the model; with `^-1` if it is walked
    /// backwards.
    pub relation: String,
    /// The base relation that it is.
    #[serde(skip)]
    pub base: Option<&'static str>,
    /// It is walked from its end to its start.
    #[serde(skip)]
    pub inverse: bool,
    /// The steps that a definition stands for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub via: Vec<Self>,
}

impl Story {
    /// The view of a story.
    #[must_use]
    pub fn of(
        program: &Program,
        unrolled: &Unrolled,
        model: &Model,
        story: &outcome::Story,
    ) -> Self {
        let outcome::Story::Forbidden(found) = story else {
            return Self::Impossible;
        };
        let execution = Witness::of(program, unrolled, &found.execution);
        let labels = names::labels(program, unrolled);
        let end = |event: EventId| {
            let id = names::label(&labels, event);
            let site = execution.event(&id).map(|event| event.site.clone());
            End {
                id,
                site: site.unwrap_or_default(),
            }
        };
        let axioms = model.axiomatic().map(|model| &model.definition.axioms);
        let axiom = axioms.and_then(|axioms| axioms.get(found.axiom));
        Self::Forbidden(Box::new(Forbidden {
            axiom: axiom.map_or_else(Axiom::nameless, |axiom| Axiom {
                name: axiom.name.clone(),
                file: axiom.source.name.to_string(),
                site: Site::of(&axiom.source, axiom.span),
            }),
            ways: ways(found, &end),
            lacks: found.lacks.clone(),
            event: found.event.map(&end),
            execution,
        }))
    }
}

/// The ways of a violation. That a read-modify-write is one instruction needs no way beside that of
/// what comes in its middle.
fn ways(found: &outcome::Forbidden, end: &impl Fn(EventId) -> End) -> Vec<Vec<Link>> {
    let mut ways: Vec<Vec<Link>> = found
        .ways
        .iter()
        .map(|way| way.iter().map(|step| link(step, end)).collect())
        .collect();
    let stays = |way: &Vec<Link>| matches!(way.as_slice(), [one] if one.from.id == one.to.id);
    if !ways.iter().all(stays) {
        ways.retain(|way| !stays(way));
    }
    ways
}

impl Axiom {
    fn nameless() -> Self {
        Self {
            name: String::new(),
            file: String::new(),
            site: Site::default(),
        }
    }
}

impl Forbidden {
    /// Whether the way ends where it starts.
    #[must_use]
    pub fn is_cycle(&self) -> bool {
        match self.ways.as_slice() {
            [way] => match (way.first(), way.last()) {
                (Some(first), Some(last)) => first.from.id == last.to.id,
                _ => false,
            },
            _ => false,
        }
    }

    /// The steps that are made of no others, in the order of the ways.
    #[must_use]
    pub fn leaves(&self) -> Vec<Leaf<'_>> {
        let mut found = Vec::new();
        for link in self.ways.iter().flatten() {
            collect(link, None, &mut found);
        }
        found
    }
}

/// A step that is made of no others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaf<'a> {
    /// The step.
    pub link: &'a Link,
    /// The definition of the model that it is all of.
    pub name: Option<&'a str>,
}

fn collect<'a>(link: &'a Link, name: Option<&'a str>, found: &mut Vec<Leaf<'a>>) {
    match link.via.as_slice() {
        [] => found.push(Leaf { link, name }),
        [one] => collect(one, Some(&link.relation), found),
        several => several.iter().for_each(|part| collect(part, None, found)),
    }
}

fn link(step: &Step<EventId>, end: &impl Fn(EventId) -> End) -> Link {
    Link {
        from: end(step.from),
        to: end(step.to),
        relation: step.name.clone(),
        base: step
            .base
            .map(crate::model::relation::base::BaseRelation::name),
        inverse: step.inverse,
        via: step.parts.iter().map(|part| link(part, end)).collect(),
    }
}

impl Serialize for Story {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Story", 7)?;
        match self {
            Self::Impossible => object.serialize_field("possible", &false)?,
            Self::Forbidden(found) => {
                object.serialize_field("possible", &true)?;
                object.serialize_field("axiom", &found.axiom)?;
                if found.is_cycle() {
                    object.serialize_field("cycle", &found.ways[0])?;
                } else {
                    object.serialize_field("ways", &found.ways)?;
                }
                object.serialize_field("lacks", &found.lacks)?;
                object.serialize_field("event", &found.event)?;
                object.serialize_field("execution", &Execution::of(&found.execution, None))?;
            }
        }
        object.end()
    }
}
