//! What programs use: a test, a question about it, what can go wrong.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::model::Model;
use crate::model::registry::ModelError;
use crate::program::{Program, load, resolve};
use crate::render::layout::Layout;
use crate::render::text;
use crate::sat::engine::Engine;
use crate::stop::memory::Memory;
use crate::syntax::Report;
use crate::syntax::parse_source;
use crate::syntax::read::{ReadError, read_source};
use crate::tasks::ask::ask;
use crate::verdict::query::Options;
use crate::view::Answer;

/// A litmus test, every name in it resolved.
#[derive(Debug, Clone)]
pub struct Test {
    program: Program,
}

impl Test {
    /// Reads a test from a file, or from the standard input if the path is `-`.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or has mistakes.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Error> {
        let source = read_source(path.as_ref())?;
        let tree = parse_source(&source)?;
        let program = resolve(&source, &tree)?;
        Ok(Self { program })
    }

    /// Reads a test from a text; the name stands in its diagnostics.
    ///
    /// # Errors
    ///
    /// All the mistakes in the text.
    ///
    /// ```
    /// let mistake = gpu_litmus::Test::parse("mp.litmus", "PTX MP").unwrap_err();
    /// assert!(format!("{mistake:?}").contains("expected"));
    /// ```
    pub fn parse(name: &str, text: &str) -> Result<Self, Report> {
        let program = load(name, text)?;
        Ok(Self { program })
    }

    /// The test's name: the word after `PTX`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.program.name
    }
}

/// A question: a model, what to find out, and when to give up.
#[derive(Debug, Clone)]
pub struct Query {
    model: Model,
    options: Options,
}

impl Query {
    /// Asks a model for the verdict, the quantity, and a witness or a reason.
    #[must_use]
    pub fn new(model: Model) -> Self {
        Self {
            model,
            options: Options::default(),
        }
    }

    /// Gives up after so much time; 60 seconds unless said otherwise.
    #[must_use]
    pub const fn timeout(mut self, time: Duration) -> Self {
        self.options.timeout = Some(time);
        self
    }

    /// Shows what was found of a reason after so much time; 2 seconds unless said otherwise.
    #[must_use]
    pub const fn reason_time(mut self, time: Duration) -> Self {
        self.options.reason_time = Some(time);
        self
    }

    /// Gives up, too, where this process has grown to so many bytes; none where the system does not tell how
    /// large a process is.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Option<Self> {
        self.options.stop = self.options.stop.and_beyond(Memory::limit(bytes)?);
        Some(self)
    }

    /// Gives up when the flag is set, too.
    #[must_use]
    pub fn interrupted_by(mut self, flag: Arc<AtomicBool>) -> Self {
        self.options.stop = self.options.stop.and_when(flag);
        self
    }

    /// How often a backward jump is taken each time its loop is entered; 2 unless said otherwise.
    #[must_use]
    pub const fn bound(mut self, laps: usize) -> Self {
        self.options.bound = laps;
        self
    }

    /// Whether to ask also in how many executions the condition holds.
    #[must_use]
    pub const fn quantity(mut self, wanted: bool) -> Self {
        self.options.quantity = wanted;
        self
    }

    /// Whether to give the reason of an `unreachable`.
    #[must_use]
    pub const fn reason(mut self, wanted: bool) -> Self {
        self.options.reason = wanted;
        self
    }

    /// Who answers; the built-in solver with Z3 as its witness unless said otherwise.
    #[must_use]
    pub const fn engine(mut self, engine: Engine) -> Self {
        self.options.engine = engine;
        self
    }

    /// Whether the execution that shows the answer is to be a smallest one.
    #[must_use]
    pub const fn smallest(mut self, wanted: bool) -> Self {
        self.options.smallest = wanted;
        self
    }

    /// Answers the question for a test.
    ///
    /// # Errors
    ///
    /// A thread is too long once its loops are unrolled.
    ///
    /// ```
    /// use gpu_litmus::{Model, Query, Test, Verdict};
    ///
    /// let test = Test::parse("sb", "PTX SB\n{}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
    /// st.weak x, 1 | st.weak y, 1 ;\nld.weak r0, y | ld.weak r0, x ;
    /// exists (P0:r0 == 0 /\\ P1:r0 == 0)")?;
    /// let verdict = |name| Ok::<_, Box<dyn std::error::Error>>(Query::new(Model::find(name)?).check(&test)?.verdict);
    /// assert_eq!(verdict("tso")?, Verdict::Reachable);
    /// assert_eq!(verdict("sc")?, Verdict::Unreachable);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, test: &Test) -> Result<Answer, Report> {
        let asked = ask(&test.program, &self.model, &self.options)?;
        Ok(asked.answer)
    }
}

/// As the command line prints it, without colour.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::render(self, Layout::default()))
    }
}

/// What can go wrong before there is an answer. Its `Debug` is for people, so that a `?` in `main`
/// prints what there is to say.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A text has mistakes.
    #[error(transparent)]
    Report(#[from] Report),
    /// There is no such model, or its file is of no use.
    #[error(transparent)]
    Model(#[from] ModelError),
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "{error}"),
            Self::Report(report) => write!(f, "{report:?}"),
            Self::Model(error) => write!(f, "{error:?}"),
        }
    }
}
