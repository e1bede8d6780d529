//! A text of the editor at one moment, with what is found out about it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use lsp_types::{Position, Range};

use crate::model::Model;
use crate::model::cat::canonical;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::{SourceFile, Span};
use crate::view::Answer;

use super::analysis::Analysis;
use super::encoding::Encoding;
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
    pub fn of(uri: &str, named: &str) -> Self {
        let ends = |end: &str| uri.to_ascii_lowercase().ends_with(end);
        if ends(".cat") || (named == "cat" || named == "gpu-litmus-cat") && !ends(".litmus") {
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
    /// The models that could be asked.
    pub models: Vec<Model>,
    /// What keeps it from being asked about: a thread that never ends, say.
    pub mistakes: Vec<Diagnostic>,
}

/// A model that is open beside another.
#[derive(Debug, Clone)]
pub struct Neighbour {
    /// As the client calls it.
    pub uri: String,
    /// The client's number of its state.
    pub version: i32,
    /// The text.
    pub source: SourceFile,
}

/// The models that are open beside a text, by their paths without links.
#[derive(Debug, Clone, Default)]
pub struct Beside(pub BTreeMap<PathBuf, Neighbour>);

impl Beside {
    /// What one of them says.
    pub fn text(&self, path: &Path) -> Option<Arc<str>> {
        self.0.get(path).map(|one| one.source.text.clone())
    }
}

/// A text at one moment. What is found out about it is kept with it.
#[derive(Debug)]
pub struct Snapshot {
    /// As the client calls it.
    pub uri: String,
    /// Its file.
    pub path: Option<PathBuf>,
    /// The same without links.
    pub identity: Option<PathBuf>,
    /// The models that are open beside it, if it is one.
    pub beside: Beside,
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
    /// A text that is opened.
    pub fn new(
        uri: &str,
        language: Language,
        version: i32,
        text: &str,
        encoding: Encoding,
    ) -> Self {
        let path = uri::path(uri);
        let name = path
            .as_ref()
            .map_or_else(|| uri.to_owned(), |path| path.display().to_string());
        Self {
            uri: uri.to_owned(),
            identity: path.as_deref().map(canonical),
            path,
            beside: Beside::default(),
            version,
            language,
            lines: Lines::of(text),
            source: SourceFile::new(name, text),
            encoding,
            old: Arc::default(),
            analysis: OnceLock::new(),
            answers: OnceLock::new(),
        }
    }

    /// The same text at another moment.
    pub fn with(&self, version: i32, text: &str, lines: Lines) -> Self {
        Self {
            uri: self.uri.clone(),
            identity: self.identity.clone(),
            path: self.path.clone(),
            beside: Beside::default(),
            version,
            language: self.language,
            lines,
            source: SourceFile::new(self.source.name.clone(), text),
            encoding: self.encoding,
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
