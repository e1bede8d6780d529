//! What renderers have in common.

use std::io::{self, Write};
use std::path::Path;

use crate::tasks::batch::baseline::Baseline;
use crate::tasks::batch::launch::is_path;
use crate::tasks::batch::paths::Suite;
use crate::tasks::batch::row::Row;
use crate::tasks::batch::summary::Summary;

/// What is known before the first row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The models, in their order.
    pub models: Vec<String>,
    /// How many files.
    pub files: usize,
    /// What all paths begin with; it may be left out.
    pub root: String,
    /// Whether there are launches of kernels among them.
    pub launches: bool,
    /// The longest path without that, in characters.
    pub longest: usize,
}

impl Plan {
    /// The plan of a suite.
    #[must_use]
    pub fn of(suite: &Suite, models: Vec<String>) -> Self {
        let paths = suite.items.iter().map(|item| item.path.to_string_lossy());
        Self::new(paths, models)
    }

    /// The plan of files by their names.
    pub fn new<T: AsRef<str>>(names: impl Iterator<Item = T> + Clone, models: Vec<String>) -> Self {
        let mut root: Option<String> = None;
        for name in names.clone() {
            let folder = name.as_ref().rfind('/').map_or(0, |end| end + 1);
            let folder = name.as_ref().get(..folder).unwrap_or_default();
            root = Some(match root {
                None => folder.to_owned(),
                Some(root) => common(&root, folder),
            });
        }
        let root = root.unwrap_or_default();
        let length = |name: T| name.as_ref().chars().count() - root.chars().count();
        Self {
            launches: names.clone().any(|name| is_path(Path::new(name.as_ref()))),
            models,
            files: names.clone().count(),
            longest: names.map(length).max().unwrap_or(0),
            root,
        }
    }

    /// A path without what all begin with.
    #[must_use]
    pub fn short<'a>(&self, file: &'a str) -> &'a str {
        file.strip_prefix(&self.root).unwrap_or(file)
    }
}

/// The folders that both begin with.
fn common(a: &str, b: &str) -> String {
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let end = a
        .as_bytes()
        .get(..same)
        .and_then(|start| start.iter().rposition(|&byte| byte == b'/'));
    a.get(..end.map_or(0, |end| end + 1))
        .unwrap_or_default()
        .to_owned()
}

/// Writes a report.
pub trait Renderer {
    /// Before the first row.
    ///
    /// # Errors
    ///
    /// The output is closed or full.
    fn begin(&mut self, _plan: &Plan, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// All rows of a file.
    ///
    /// # Errors
    ///
    /// The output is closed or full.
    fn file(&mut self, rows: &[Row], out: &mut dyn Write) -> io::Result<()>;

    /// After the last row.
    ///
    /// # Errors
    ///
    /// The output is closed or full.
    fn end(
        &mut self,
        _summary: &Summary,
        _baseline: Option<&Baseline>,
        _out: &mut dyn Write,
    ) -> io::Result<()> {
        Ok(())
    }
}
