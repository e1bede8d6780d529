//! The texts that are open in the editor.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use lsp_types::{Position, Range, TextDocumentContentChangeEvent};

use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::{SourceFile, Span};
use crate::view::Answer;

use super::analysis::Analysis;
use super::encoding::Encoding;
use super::out::Failure;
use super::position::Lines;
use super::uri;

/// What a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// A litmus test.
    Litmus,
    /// A model.
    Cat,
}

impl Language {
    /// By the name of the file, else by what the client calls it.
    fn of(uri: &str, named: &str) -> Self {
        let ends = |end: &str| uri.to_ascii_lowercase().ends_with(end);
        if ends(".cat") || named == "cat" && !ends(".litmus") {
            Self::Cat
        } else {
            Self::Litmus
        }
    }
}

/// What models say of a test.
#[derive(Debug, Default)]
pub struct Answers {
    /// An answer for each model that was asked.
    pub all: Vec<Answer>,
    /// What keeps it from being asked about: a thread that never ends, say.
    pub mistakes: Vec<Diagnostic>,
}

/// A text at one moment. What is found out about it is kept with it.
#[derive(Debug)]
pub struct Snapshot {
    /// As the client calls it.
    pub uri: String,
    /// Its file.
    pub path: Option<PathBuf>,
    /// The client's number of this state.
    pub version: i32,
    /// What it is.
    pub language: Language,
    /// The text.
    pub source: SourceFile,
    /// Its lines.
    pub lines: Lines,
    /// How the client counts.
    pub encoding: Encoding,
    /// Set once the text has changed.
    pub old: Arc<AtomicBool>,
    analysis: OnceLock<Analysis>,
    answers: OnceLock<Answers>,
}

impl Snapshot {
    fn new(uri: &str, language: Language, version: i32, text: &str, encoding: Encoding) -> Self {
        Self::of(uri, language, version, (text, Lines::of(text)), encoding)
    }

    fn of(
        uri: &str,
        language: Language,
        version: i32,
        (text, lines): (&str, Lines),
        encoding: Encoding,
    ) -> Self {
        let path = uri::path(uri);
        let name = path
            .as_ref()
            .map_or_else(|| uri.to_owned(), |path| path.display().to_string());
        Self {
            uri: uri.to_owned(),
            path,
            version,
            language,
            lines,
            source: SourceFile::new(name, text),
            encoding,
            old: Arc::default(),
            analysis: OnceLock::new(),
            answers: OnceLock::new(),
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.source.text
    }

    /// Whether the text has changed since.
    pub fn is_old(&self) -> bool {
        self.old.load(Ordering::Relaxed)
    }

    /// What it says.
    pub fn analysis(&self) -> &Analysis {
        self.analysis.get_or_init(|| Analysis::of(self))
    }

    /// What models say of it, if that is known.
    pub fn answers(&self) -> Option<&Answers> {
        self.answers.get()
    }

    /// What models say of it, once somebody has asked them.
    pub fn answered(&self, ask: impl FnOnce() -> Answers) -> &Answers {
        self.answers.get_or_init(ask)
    }

    /// The byte of a position.
    pub fn offset(&self, at: Position) -> usize {
        self.lines.offset(self.text(), at, self.encoding)
    }

    /// The range of a part.
    pub fn range(&self, span: Span) -> Range {
        self.lines.range(self.text(), span, self.encoding)
    }

    /// The part of a range; ends that are the wrong way round are turned.
    pub fn span(&self, range: Range) -> Span {
        let (a, b) = (self.offset(range.start), self.offset(range.end));
        Span::new(a.min(b), a.max(b))
    }
}

/// What came of a change.
#[derive(Debug)]
pub enum Change {
    /// The text as it is now.
    Made(Arc<Snapshot>),
    /// There is no such text.
    NotOpen,
    /// What the text said before is not known.
    Lost,
}

/// All texts that are open.
#[derive(Debug, Default)]
pub struct Documents {
    open: BTreeMap<String, Arc<Snapshot>>,
    /// Those of which a change could not be read.
    lost: BTreeSet<String>,
    /// How the client counts columns.
    pub encoding: Encoding,
}

impl Documents {
    /// A text as it is now.
    ///
    /// # Errors
    ///
    /// It is not open, or what it says is not known.
    pub fn get(&self, uri: &str) -> Result<Arc<Snapshot>, Failure> {
        if self.lost.contains(uri) {
            let why = "what this text says is not known since a change that could not be read: open it again";
            return Err(Failure::refused(why));
        }
        let open = self.open.get(uri).cloned();
        open.ok_or_else(|| Failure::refused("this text is not open"))
    }

    /// What an open text says is not known any more; whether it is open.
    pub fn lose(&mut self, uri: &str) -> bool {
        let Some(last) = self.open.get(uri) else {
            return false;
        };
        last.old.store(true, Ordering::Relaxed);
        self.lost.insert(uri.to_owned());
        true
    }

    /// Opens one.
    pub fn open(&mut self, uri: &str, named: &str, version: i32, text: &str) -> Arc<Snapshot> {
        self.put(Snapshot::new(
            uri,
            Language::of(uri, named),
            version,
            text,
            self.encoding,
        ))
    }

    /// Changes one.
    pub fn change(
        &mut self,
        uri: &str,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
    ) -> Change {
        let Some(last) = self.open.get(uri).cloned() else {
            return Change::NotOpen;
        };
        let whole = changes.iter().rposition(|change| change.range.is_none());
        if self.lost.contains(uri) && whole.is_none() {
            return Change::Lost;
        }
        // What comes before a whole text says nothing any more.
        let changes = changes.get(whole.unwrap_or(0)..).unwrap_or_default();
        let changes: Vec<(Option<Range>, &str)> = changes
            .iter()
            .map(|change| (change.range, change.text.as_str()))
            .collect();
        let mut text = last.text().to_owned();
        let lines = last.lines.changed(&mut text, &changes, self.encoding);
        let new = Snapshot::of(uri, last.language, version, (&text, lines), self.encoding);
        Change::Made(self.put(new))
    }

    /// The same text once more, to be asked about anew.
    pub fn again(&mut self, uri: &str) -> Option<Arc<Snapshot>> {
        let last = self.get(uri).ok()?;
        let new = Snapshot::new(uri, last.language, last.version, last.text(), self.encoding);
        Some(self.put(new))
    }

    /// Closes one.
    pub fn close(&mut self, uri: &str) {
        self.lost.remove(uri);
        if let Some(last) = self.open.remove(uri) {
            last.old.store(true, Ordering::Relaxed);
        }
    }

    /// The open models that may include a text: all others that include any.
    pub fn beside(&self, uri: &str) -> Vec<String> {
        let models = self.open.iter().filter(|(name, one)| {
            *name != uri && one.language == Language::Cat && one.text().contains("include")
        });
        models.map(|(name, _)| name.clone()).collect()
    }

    /// Closes all.
    pub fn close_all(&mut self) {
        for last in std::mem::take(&mut self.open).into_values() {
            last.old.store(true, Ordering::Relaxed);
        }
    }

    /// All that are open, by name.
    pub fn names(&self) -> Vec<String> {
        self.open.keys().cloned().collect()
    }

    fn put(&mut self, new: Snapshot) -> Arc<Snapshot> {
        self.close(&new.uri.clone());
        let new = Arc::new(new);
        self.open.insert(new.uri.clone(), new.clone());
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_made_one_after_the_other() {
        let mut all = Documents::default();
        let first = all.open("untitled:1", "litmus", 1, "a\u{1d6fc}b\nc");
        let change = |from, to, text: &str| TextDocumentContentChangeEvent {
            range: Some(Range::new(from, to)),
            range_length: None,
            text: text.to_owned(),
        };
        let at = Position::new;
        let changes = [
            change(at(0, 3), at(0, 4), "\nX"),
            change(at(9, 0), at(2, 0), "Y"),
            change(at(1, 1), at(1, 0), ""),
        ];
        all.change("untitled:1", 2, &changes);
        let now = all.get("untitled:1").map(|now| now.text().to_owned());
        assert_eq!(now.ok().as_deref(), Some("a\u{1d6fc}\n\nY"));
        assert!(first.is_old());
        assert!(matches!(all.change("untitled:2", 1, &[]), Change::NotOpen));
    }
}
