//! Where a name is defined and used, and its change.

use lsp_types::{DocumentHighlight, Location, Uri};
use serde_json::{Value, json};

use crate::stop::Stop;
use crate::syntax::span::Span;

use super::document::{Language, Snapshot};
use super::out::Failure;
use super::protocol::Client;
use super::{cat_names, edits, litmus_names};

/// A name at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The place that was asked about.
    pub here: Span,
    /// Where it gets its meaning.
    pub definition: Span,
    /// All its places.
    pub all: Vec<Span>,
}

impl Found {
    /// The name of which one of the places is meant.
    pub fn of(definition: Span, mut all: Vec<Span>, offset: usize) -> Option<Self> {
        all.sort_unstable();
        all.dedup();
        let here = all.iter().find(|span| touches(**span, offset))?;
        Some(Self {
            here: *here,
            definition,
            all,
        })
    }
}

/// Whether a cursor at a byte stands in or right behind a word.
pub fn touches(span: Span, offset: usize) -> bool {
    span.start <= offset && offset <= span.end
}

fn find(on: &Snapshot, offset: usize) -> Option<Found> {
    match on.language {
        Language::Litmus => litmus_names::find(on.analysis(), offset),
        Language::Cat => cat_names::find(on.analysis(), offset),
    }
}

fn locations(on: &Snapshot, spans: impl Iterator<Item = Span>) -> Value {
    let Ok(uri) = on.uri.parse::<Uri>() else {
        return Value::Null;
    };
    let all: Vec<Location> = spans
        .map(|span| Location::new(uri.clone(), on.range(span)))
        .collect();
    json!(all)
}

/// Where the name at a place is defined.
pub fn definition(on: &Snapshot, offset: usize) -> Value {
    let found = find(on, offset);
    found.map_or(Value::Null, |found| {
        locations(on, [found.definition].into_iter())
    })
}

/// All places of the name at a place.
pub fn references(
    on: &Snapshot,
    offset: usize,
    with_definition: bool,
    _stop: &Stop,
) -> Result<Value, Failure> {
    let Some(found) = find(on, offset) else {
        return Ok(Value::Null);
    };
    let wanted = |span: &Span| with_definition || *span != found.definition;
    Ok(locations(on, found.all.iter().copied().filter(wanted)))
}

/// The same, in the text that is shown.
pub fn highlights(on: &Snapshot, offset: usize) -> Value {
    let Some(found) = find(on, offset) else {
        return Value::Null;
    };
    let all = found.all.iter().map(|span| DocumentHighlight {
        range: on.range(*span),
        kind: None,
    });
    json!(all.collect::<Vec<_>>())
}

/// The name at a place, if it can be changed.
pub fn prepare(on: &Snapshot, offset: usize) -> Value {
    match find(on, offset) {
        Some(found) if changeable(on, offset) => json!(on.range(found.here)),
        Some(_) | None => Value::Null,
    }
}

fn changeable(on: &Snapshot, offset: usize) -> bool {
    match on.language {
        Language::Litmus => litmus_names::name(on.analysis(), offset).is_some(),
        Language::Cat => true,
    }
}

/// The text with another name.
pub fn rename(
    on: &Snapshot,
    offset: usize,
    to: &str,
    client: Client,
    stop: &Stop,
) -> Result<Value, Failure> {
    let new = match on.language {
        Language::Litmus => litmus_names::renamed(on, offset, to),
        Language::Cat => cat_names::renamed(on, offset, to),
    };
    let new = new.map_err(|why| Failure::refused(&why))?;
    stop.check().map_err(|open| Failure::stopped(&open))?;
    Ok(edits::workspace(on, &edits::between(on, &new), client))
}
