//! Lists of paths.

use std::io::Read;
use std::path::Path;

use crate::syntax::read::{Strange, as_text, printable};
use crate::syntax::stray::old_line_ends;
use crate::view::diagnostic::Place;

/// A line of a list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The list's name.
    pub list: String,
    /// Where it says so.
    pub place: Place,
}

/// A text with a path a line; empty lines and lines that start with `#` do not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    /// Its name, for complaints.
    pub name: String,
    /// The text.
    pub text: String,
}

impl List {
    /// Reads a list from a file, or from the standard input if the path is `-`.
    ///
    /// # Errors
    ///
    /// It cannot be read; one line that says so.
    pub fn read(path: &Path) -> Result<Self, Unread> {
        let mut bytes = Vec::new();
        let (name, read) = if path.as_os_str() == "-" {
            let read = std::io::stdin().lock().read_to_end(&mut bytes);
            ("<stdin>".to_owned(), read)
        } else {
            let file = std::fs::File::open(path);
            let read = file.and_then(|mut file| file.read_to_end(&mut bytes));
            (printable(path), read)
        };
        if let Err(error) = read {
            return Err(Unread::new("list", name, &error.to_string(), None));
        }
        match as_text(bytes) {
            Ok(text) => match old_line_ends(&text) {
                None => Ok(Self {
                    name,
                    // What editors put before a text is none of it.
                    text: text.trim_start_matches('\u{feff}').to_owned(),
                }),
                Some(old) => {
                    let help = old.help.unwrap_or_default();
                    let why = format!("{}: {help}", old.message);
                    Err(Unread::new("list", name, &why, None))
                }
            },
            Err(at) => Err(Unread::bytes("list", name, at)),
        }
    }

    /// The paths, with the place of each.
    pub(super) fn paths(&self) -> impl Iterator<Item = (&Path, Place)> {
        let mut start = 0;
        let lines = self.text.split_inclusive('\n').enumerate();
        let lines = lines.map(move |(index, line)| {
            let place = Place::line(start, index + 1, line.as_bytes());
            start += line.len();
            (line.trim(), place)
        });
        let counts = |line: &str| !line.is_empty() && !line.starts_with('#');
        let lines = lines.filter(move |(line, _)| counts(line));
        lines.map(|(line, place)| (Path::new(line), place))
    }
}

/// Why a list or a table cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Unread {
    /// Its name.
    pub name: String,
    /// What is wrong, in a line.
    pub text: String,
    /// The first byte that is no text.
    pub at: Option<Strange>,
}

impl Unread {
    /// What a system says.
    pub(super) fn new(what: &str, name: String, why: &str, at: Option<Strange>) -> Self {
        let text = format!("cannot read the {what} {name}: {why}");
        Self { name, text, at }
    }

    /// That it is no text.
    pub(super) fn bytes(what: &str, name: String, at: Strange) -> Self {
        let why = format!("it is not UTF-8 text (at byte {})", at.offset);
        Self::new(what, name, &why, Some(at))
    }
}
