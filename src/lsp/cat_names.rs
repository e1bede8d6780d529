//! Names of a model: sets, relations, functions, parameters, axioms.

use crate::model::cat::outline::{Outline, is_name};
use crate::syntax::span::{SourceFile, Span};

use super::analysis::Analysis;
use super::document::Snapshot;
use super::names::{Found, touches};

/// All places of the name at a place.
pub fn find(analysis: &Analysis, offset: usize) -> Option<Found> {
    let outline = analysis.outline.as_ref()?;
    if let Some(index) = outline.at(offset) {
        let places = outline.places(index);
        return Found::of(*places.first()?, places, offset);
    }
    // One that is defined elsewhere: its uses are known.
    let mut uses = outline.uses.iter();
    let used = uses.find(|one| touches(one.span, offset))?;
    let same = outline.uses.iter();
    let same = same.filter(|one| one.definition.is_none() && one.name == used.name);
    let places: Vec<Span> = same.map(|one| one.span).collect();
    Found::of(*places.first()?, places, offset)
}

/// The text with another name for what is at a place.
pub fn renamed(on: &Snapshot, offset: usize, to: &str) -> Result<String, String> {
    let outline = on.analysis().outline.as_ref();
    let outline = outline.ok_or("this text is not read")?;
    let index = outline.at(offset);
    let index = index.ok_or("only what this text defines can get another name")?;
    if !is_name(to) {
        return Err(format!("`{to}` cannot be a name"));
    }
    let mut new = on.text().to_owned();
    let mut places = outline.places(index);
    places.sort_unstable();
    for place in places.into_iter().rev() {
        if new.get(place.range()).is_some() {
            new.replace_range(place.range(), to);
        }
    }
    let again = Outline::of(&SourceFile::new(on.source.name.clone(), &*new));
    // A name that something else has already would change what is meant.
    if again.is_like(outline) {
        Ok(new)
    } else {
        Err(format!("the name `{to}` is taken"))
    }
}
