//! The files of a model: those that it includes, and those that include it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::model::cat::outline::{Outline, Place};
use crate::model::cat::{Open, load_among, read};
use crate::stop::Stop;
use crate::syntax::read::printable;
use crate::syntax::span::{SourceFile, Span};

use super::names::{Text, touches};
use super::snapshot::Snapshot;
use super::uri;

/// How many models of a folder are looked at.
const MOST: usize = 500;

/// How many of the files in a folder are asked whether they are models.
const ENTRIES: usize = 20_000;

/// What stands in a model that is open, the text itself or one beside it.
pub fn open(on: &Snapshot, path: &Path) -> Option<Arc<str>> {
    if on.identity.as_deref() == Some(path) {
        return Some(on.source.text.clone());
    }
    on.beside.text(path)
}

/// The models that include a text, or seem to: of those that are open, and of those that lie beside it or in the folder
/// above.
pub fn above(on: &Snapshot, stop: &Stop) -> Vec<Outline> {
    let Some(own) = on.identity.as_deref() else {
        return Vec::new();
    };
    let mut paths: BTreeSet<PathBuf> = on.beside.0.keys().cloned().collect();
    // What is for others lies beside them, or in a folder there.
    for folder in own.ancestors().skip(1).take(2) {
        let files = folder.read_dir().into_iter().flatten().take(ENTRIES);
        let files = files.filter_map(Result::ok).map(|file| file.path());
        let models = files.filter(|path| path.extension().is_some_and(|end| end == "cat"));
        paths.extend(models.take(MOST));
    }
    paths.remove(own);
    let mut found = Vec::new();
    for path in paths {
        if stop.check().is_err() {
            break;
        }
        let Some(text) = open(on, &path).or_else(|| read(&path).ok().map(Arc::from)) else {
            continue;
        };
        if !text.contains("include") {
            continue;
        }
        let source = SourceFile::new(printable(&path), text);
        let outline = Outline::among(&source, Some(&path), &|path| open(on, path));
        let mut files = outline.files.iter();
        let includes = files.any(|file| file.path.as_deref() == Some(own));
        if includes || is_broken(&path, &source, own, &|path| open(on, path)) {
            found.push(outline);
        }
    }
    found
}

/// Whether a model names a file, and has mistakes: one of them may hide that it includes it.
fn is_broken(path: &Path, source: &SourceFile, own: &Path, open: Open<'_>) -> bool {
    let name = own.file_name().unwrap_or_default().to_string_lossy();
    source.text.contains(&*name) && load_among(path, source.clone(), open).is_err()
}

/// Where a place of a model is seen in its own text: there, or where the file is included.
pub fn seen(outline: &Outline, mut place: Place) -> Span {
    while place.file != 0 {
        let mut includes = outline.includes.iter();
        match includes.find(|included| included.file == place.file) {
            Some(included) => place = included.place,
            None => return Span::default(),
        }
    }
    place.span
}

/// The file whose name stands at a place, at its start.
pub fn included(on: &Snapshot, offset: usize) -> Option<Text> {
    let outline = on.analysis().outline.as_ref()?;
    let mut includes = outline.includes.iter();
    let included = includes.find(|one| one.place.file == 0 && touches(one.place.span, offset))?;
    let file = outline.files.get(included.file)?;
    let mut text = at(on, file.path.as_deref()?, file.source.clone());
    text.places.push(Span::default());
    Some(text)
}

/// A file that is no part of the text itself.
pub fn at(on: &Snapshot, path: &Path, source: SourceFile) -> Text {
    let open = on.beside.0.get(path);
    Text {
        uri: open.map_or_else(|| uri::of(path), |open| open.uri.clone()),
        version: open.map(|open| open.version),
        source,
        places: Vec::new(),
    }
}
