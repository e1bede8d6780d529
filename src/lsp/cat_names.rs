//! Names of a model: sets, relations, functions, parameters, axioms. They go across the files of a model, and
//! a file may be part of several.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::model::cat::load_among;
use crate::model::cat::outline::{Kind, Outline, Place};
use crate::model::cat::words::{Word, is_name, words};
use crate::syntax::span::{SourceFile, Span};

use super::cat_files::{at, open};
use super::mistakes;
use super::names::{Found, Text, touches};
use super::snapshot::Snapshot;

/// A text of a model: the one that is asked about, or another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Where {
    Own,
    File(PathBuf),
}

/// A name with all its places.
#[derive(Debug, Default)]
struct Name {
    text: String,
    definitions: BTreeMap<Where, BTreeSet<Span>>,
    all: BTreeMap<Where, BTreeSet<Span>>,
    /// Whether it is one of an axiom, which no definition hides.
    axiom: bool,
    /// The file of the language that defines it.
    built_in: Option<String>,
    /// The texts.
    sources: BTreeMap<Where, SourceFile>,
}

/// Which text a place is in; none if it comes with the language.
fn place(on: &Snapshot, (outline, own): (&Outline, bool), file: usize) -> Option<Where> {
    if own && file == 0 {
        return Some(Where::Own);
    }
    let path = outline.files.get(file)?.path.clone()?;
    let same = on.identity.as_ref() == Some(&path);
    Some(if same { Where::Own } else { Where::File(path) })
}

impl Name {
    /// The name at a byte of the text, in the models that it is a part of.
    fn at(on: &Snapshot, above: &[Outline], offset: usize) -> Option<Self> {
        let own = on.analysis().outline.as_ref()?;
        let models = || std::iter::once((own, true)).chain(above.iter().map(|one| (one, false)));
        let mut name = Self::default();
        for model in models() {
            let outline = model.0;
            let numbers = 0..outline.files.len();
            let mut meant = BTreeSet::new();
            for file in numbers.filter(|file| place(on, model, *file) == Some(Where::Own)) {
                if let Some(used) = outline.used(file, offset) {
                    name.text.clone_from(&used.name);
                }
                meant.extend(outline.at(file, offset));
            }
            for definition in meant {
                name.add(on, model, definition);
            }
        }
        if name.all.is_empty() && name.built_in.is_none() {
            // What every execution has: its uses are known.
            let text = name.text.clone();
            for model in models() {
                let uses = model.0.uses.iter();
                for used in uses.filter(|one| one.definition.is_none() && one.name == text) {
                    name.put(on, model, used.place);
                }
            }
        }
        (!name.all.is_empty()).then_some(name)
    }

    fn add(&mut self, on: &Snapshot, model: (&Outline, bool), definition: usize) {
        let Some(defined) = model.0.definitions.get(definition) else {
            return;
        };
        self.text.clone_from(&defined.name);
        self.axiom |= defined.kind == Kind::Axiom;
        if let Some(text) = place(on, model, defined.place.file) {
            let spans = self.definitions.entry(text).or_default();
            spans.insert(defined.place.span);
        } else {
            let file = model.0.files.get(defined.place.file);
            self.built_in = file.map(|file| file.source.name.to_string());
        }
        for place in model.0.places(definition) {
            self.put(on, model, place);
        }
    }

    fn put(&mut self, on: &Snapshot, model: (&Outline, bool), at: Place) {
        let file = model.0.files.get(at.file);
        if let (Some(text), Some(file)) = (place(on, model, at.file), file) {
            self.sources
                .entry(text.clone())
                .or_insert_with(|| file.source.clone());
            self.all.entry(text).or_default().insert(at.span);
        }
    }

    fn texts(&self, on: &Snapshot, places: &BTreeMap<Where, BTreeSet<Span>>) -> Vec<Text> {
        let texts = places.iter().filter_map(|(text, spans)| {
            let spans: Vec<Span> = spans.iter().copied().collect();
            Some(match text {
                Where::Own => Text::own(on, spans),
                Where::File(path) => Text {
                    places: spans,
                    ..at(on, path, self.sources.get(text)?.clone())
                },
            })
        });
        texts.collect()
    }

    /// Whether the text defines it, and no function's parameter is meant.
    fn is_own(&self) -> bool {
        self.definitions.contains_key(&Where::Own)
    }

    /// The words of a model's text that are written so.
    fn look_in(&mut self, on: &Snapshot, outline: &Outline) {
        let Some(first) = outline.files.first() else {
            return;
        };
        let names = words(&first.source.text).into_iter();
        let same = names
            .filter(|(word, span)| *word == Word::Name && first.source.slice(*span) == self.text);
        let places: Vec<Span> = same.map(|(_, span)| span).collect();
        for span in places {
            self.put(on, (outline, false), Place { file: 0, span });
        }
    }

    /// Whether it can get another name.
    fn changeable(&self) -> Result<(), String> {
        let name = &self.text;
        if let Some(file) = &self.built_in {
            let file = file.rsplit('/').next().unwrap_or(file);
            return Err(format!(
                "`{name}` keeps its name: it is defined in {file}, which comes with the language"
            ));
        }
        if self.definitions.is_empty() {
            return Err(format!(
                "`{name}` keeps its name: neither this text nor a file that it includes defines it"
            ));
        }
        Ok(())
    }
}

/// All places of the name at a byte, in the text, what it includes, and the given models, which include it. Where a mistake
/// hides that one does, those that look so.
pub fn find(on: &Snapshot, above: &[Outline], offset: usize) -> Option<Found> {
    let mut name = Name::at(on, above, offset)?;
    if name.is_own() {
        let hidden = above.iter().filter(|one| !includes(on, one));
        hidden.for_each(|outline| name.look_in(on, outline));
    }
    let mut own = name.all.get(&Where::Own)?.iter();
    Some(Found {
        here: *own.find(|span| touches(**span, offset))?,
        definitions: name.texts(on, &name.definitions),
        all: name.texts(on, &name.all),
    })
}

/// Whether a model was seen to include the text.
fn includes(on: &Snapshot, outline: &Outline) -> bool {
    let mut files = outline.files.iter();
    files.any(|file| file.path.is_some() && file.path == on.identity)
}

/// Whether the name at a byte can get another, or why not.
pub fn changeable(on: &Snapshot, above: &[Outline], offset: usize) -> Result<(), String> {
    let name = Name::at(on, above, offset).ok_or("here is no name")?;
    name.changeable()?;
    understood(on, above)
}

/// The places of the name at a byte, if all of them can get another one; none where it is the same.
pub fn renamed(
    on: &Snapshot,
    above: &[Outline],
    offset: usize,
    to: &str,
) -> Result<Vec<Text>, String> {
    let name = Name::at(on, above, offset).ok_or("here is no name")?;
    name.changeable()?;
    if to == name.text {
        return Ok(Vec::new());
    }
    if !is_name(to) {
        return Err(format!("`{to}` cannot be a name"));
    }
    understood(on, above)?;
    let texts = name.all.iter().filter_map(|(text, spans)| {
        let mut new = name.sources.get(text)?.text.to_string();
        for span in spans.iter().rev() {
            new.get(span.range())?;
            new.replace_range(span.range(), to);
        }
        Some((text.clone(), new))
    });
    let texts: BTreeMap<Where, String> = texts.collect();
    let own = on.analysis().outline.as_ref().map(|own| (own, true));
    let mut models = own.into_iter().chain(above.iter().map(|one| (one, false)));
    // Two axioms of one name could not be told apart.
    let second = |outline: &Outline| {
        let mut all = outline.definitions.iter();
        name.axiom && all.any(|one| one.kind == Kind::Axiom && one.name == to)
    };
    let taken = models.clone().any(|(outline, _)| second(outline));
    // A name that something else has already would change what is meant.
    if !taken && models.all(|model| means_the_same(on, model, &texts)) {
        Ok(name.texts(on, &name.all))
    } else {
        Err(format!("the name `{to}` is taken"))
    }
}

/// Whether all of a text was understood, and of the models that include it; or what was not. A name may stand there, too.
///
/// What includes a text may define what it needs: alone it may have mistakes that are none there.
fn understood(on: &Snapshot, above: &[Outline]) -> Result<(), String> {
    let read = |path: Option<&Path>, source: &SourceFile| {
        let path = path.unwrap_or(Path::new(""));
        let read = load_among(path, source.clone(), &|path| open(on, path));
        read.map(drop).map_err(|report| {
            let first = mistakes::first(&report);
            format!("names of a model with mistakes cannot be changed: {first}")
        })
    };
    if above.is_empty() {
        return read(on.path.as_deref(), &on.source);
    }
    let mut models = above.iter().filter_map(|model| model.files.first());
    models.try_for_each(|first| read(first.path.as_deref(), &first.source))
}

/// Whether a model means the same with other texts in the place of some.
fn means_the_same(on: &Snapshot, model: (&Outline, bool), texts: &BTreeMap<Where, String>) -> bool {
    let Some(first) = model.0.files.first() else {
        return true;
    };
    let changed = place(on, model, 0).and_then(|first| texts.get(&first));
    let source = match changed {
        Some(text) => SourceFile::new(first.source.name.clone(), text.as_str()),
        None => first.source.clone(),
    };
    let path = if model.1 {
        on.path.as_deref()
    } else {
        first.path.as_deref()
    };
    let again = Outline::among(&source, path, &|path| {
        let own = on.identity.as_deref() == Some(path);
        let text = if own {
            Where::Own
        } else {
            Where::File(path.to_owned())
        };
        let changed = texts.get(&text).map(|text| text.as_str().into());
        changed.or_else(|| open(on, path))
    });
    again.is_like(model.0)
}
