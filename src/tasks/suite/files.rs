//! The embedded files.

use crate::program::{Program, resolve};
use crate::syntax::diagnostic::Report;
use crate::syntax::parse_source;
use crate::syntax::span::SourceFile;

// The list of names and texts, sorted by name.
include!(concat!(env!("OUT_DIR"), "/suite.rs"));

/// A test of the suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Test {
    /// Its folder and name: `ugpu/mp-none-intra-global`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// All tests of the suite, sorted by name.
pub fn all() -> impl Iterator<Item = Test> {
    FILES.iter().map(|&(name, text)| Test { name, text })
}

impl Test {
    /// The first part of the name: which literature it belongs to.
    #[must_use]
    pub fn folder(&self) -> &'static str {
        self.name.split_once('/').map_or("", |(folder, _)| folder)
    }

    /// Where it is written, seen from the suite's root.
    #[must_use]
    pub fn path(&self) -> String {
        format!("{}.litmus", self.name)
    }

    /// The test with its names resolved.
    ///
    /// # Errors
    ///
    /// Its mistakes; a test of the library makes sure that there are none.
    pub fn load(&self) -> Result<Program, Report> {
        let source = SourceFile::new(format!("suite/{}", self.path()), self.text);
        resolve(&source, &parse_source(&source)?)
    }
}
