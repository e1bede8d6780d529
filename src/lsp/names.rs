//! Where a name is defined and used, and its change.

use std::time::Duration;

use lsp_types::{DocumentHighlight, Location, Uri};
use serde_json::{Value, json};

use crate::stop::Stop;
use crate::syntax::span::{SourceFile, Span};

use super::out::Failure;
use super::position::Lines;
use super::protocol::Client;
use super::snapshot::{Language, Snapshot};
use super::{cat_files, cat_names, edits, litmus_names};

/// How long is looked for models with mistakes, before a name is said to be one that can be changed.
const LOOK: Duration = Duration::from_millis(200);

/// A text with places in it.
#[derive(Debug, Clone)]
pub struct Text {
    /// As the client calls it.
    pub uri: String,
    /// The client's number of its state, if it is open.
    pub version: Option<i32>,
    /// What it says.
    pub source: SourceFile,
    /// The places.
    pub places: Vec<Span>,
}

impl Text {
    /// Places in the text itself.
    pub fn own(on: &Snapshot, places: Vec<Span>) -> Self {
        Self {
            uri: on.uri.clone(),
            version: Some(on.version),
            source: on.source.clone(),
            places,
        }
    }

    fn locations(&self, on: &Snapshot) -> Vec<Location> {
        let Ok(uri) = self.uri.parse::<Uri>() else {
            return Vec::new();
        };
        let text = &self.source.text;
        let lines = Lines::of(text);
        let places = self.places.iter();
        places
            .map(|span| Location::new(uri.clone(), lines.range(text, *span, on.encoding)))
            .collect()
    }
}

/// A name at a place.
#[derive(Debug, Clone)]
pub struct Found {
    /// The place that was asked about.
    pub here: Span,
    /// Where it gets its meaning: nowhere if every execution has it.
    pub definitions: Vec<Text>,
    /// All its places; those of the text itself come first.
    pub all: Vec<Text>,
}

impl Found {
    /// The name of which one of the places of the text itself is meant.
    pub fn of(on: &Snapshot, definition: Span, mut all: Vec<Span>, offset: usize) -> Option<Self> {
        all.sort_unstable();
        all.dedup();
        let here = all.iter().find(|span| touches(**span, offset))?;
        Some(Self {
            here: *here,
            definitions: vec![Text::own(on, vec![definition])],
            all: vec![Text::own(on, all)],
        })
    }
}

/// Whether a cursor at a byte stands in or right behind a word.
pub fn touches(span: Span, offset: usize) -> bool {
    span.start <= offset && offset <= span.end
}

/// The name at a place, in the text and what it includes.
fn find(on: &Snapshot, offset: usize) -> Option<Found> {
    match on.language {
        Language::Litmus => litmus_names::find(on, offset),
        Language::Cat => cat_names::find(on, &[], offset),
    }
}

/// The name at a place, also in what includes the text.
fn find_everywhere(on: &Snapshot, offset: usize, stop: &Stop) -> Option<Found> {
    match on.language {
        Language::Litmus => litmus_names::find(on, offset),
        Language::Cat => cat_names::find(on, &cat_files::above(on, stop), offset),
    }
}

fn locations(on: &Snapshot, texts: &[Text]) -> Vec<Location> {
    texts.iter().flat_map(|text| text.locations(on)).collect()
}

/// Where the name at a place is defined, or the file that is included there.
pub fn definition(on: &Snapshot, offset: usize) -> Value {
    if let Some(included) = cat_files::included(on, offset) {
        return json!(locations(on, &[included]));
    }
    let Some(found) = find(on, offset) else {
        return Value::Null;
    };
    let mut all = locations(on, &found.definitions);
    if all.is_empty() && on.language == Language::Cat {
        // What includes it may define it before that.
        let above = find_everywhere(on, offset, &Stop::never());
        all.extend(
            above
                .iter()
                .flat_map(|found| locations(on, &found.definitions)),
        );
    }
    if all.is_empty() {
        Value::Null
    } else {
        json!(all)
    }
}

/// All places of the name at a place.
pub fn references(
    on: &Snapshot,
    offset: usize,
    with_definition: bool,
    stop: &Stop,
) -> Result<Value, Failure> {
    let found = find_everywhere(on, offset, stop);
    stop.check().map_err(|open| Failure::stopped(&open))?;
    let Some(found) = found else {
        return Ok(Value::Null);
    };
    let mut all = locations(on, &found.all);
    if !with_definition {
        let definitions = locations(on, &found.definitions);
        all.retain(|one| !definitions.contains(one));
    }
    Ok(json!(all))
}

/// The same, in the text that is shown.
pub fn highlights(on: &Snapshot, offset: usize) -> Value {
    let Some(found) = find(on, offset) else {
        return Value::Null;
    };
    let own = found.all.iter().filter(|text| text.uri == on.uri);
    let all = own
        .flat_map(|text| &text.places)
        .map(|span| DocumentHighlight {
            range: on.range(*span),
            kind: None,
        });
    json!(all.collect::<Vec<_>>())
}

/// The name at a place, if it can be changed.
///
/// # Errors
///
/// Why it cannot.
pub fn prepare(on: &Snapshot, offset: usize) -> Result<Value, Failure> {
    let Some(found) = find(on, offset) else {
        return Ok(Value::Null);
    };
    let refused = match on.language {
        Language::Litmus => litmus_names::changeable(on.analysis(), offset),
        Language::Cat => {
            let above = cat_files::above(on, &Stop::after(LOOK));
            cat_names::changeable(on, &above, offset)
        }
    };
    refused.map_err(|why| Failure::refused(&why))?;
    Ok(json!(on.range(found.here)))
}

/// The text with another name, and other texts with it.
pub fn rename(
    on: &Snapshot,
    offset: usize,
    to: &str,
    client: Client,
    stop: &Stop,
) -> Result<Value, Failure> {
    let told = |why: String| Failure::refused(&why);
    let edit = match on.language {
        Language::Litmus => {
            let new = litmus_names::renamed(on, offset, to).map_err(told)?;
            new.map_or(Value::Null, |new| {
                edits::workspace(on, &edits::between(on, &new), client)
            })
        }
        Language::Cat => {
            let above = cat_files::above(on, stop);
            let texts = cat_names::renamed(on, &above, offset, to).map_err(told)?;
            if texts.is_empty() {
                Value::Null
            } else {
                edits::everywhere(on, &texts, to, client)
            }
        }
    };
    stop.check().map_err(|open| Failure::stopped(&open))?;
    Ok(edit)
}
