//! The tests and models that a command names: where settings are looked for, and what is watched.

use std::path::{Path, PathBuf};

use super::args::Command;
use super::watch::Watched;

impl Command {
    /// The first test that is named, of a command that asks models of tests.
    #[must_use]
    pub fn first_test(&self) -> Option<&Path> {
        match self {
            Self::Check(args) => args.files.first().map(PathBuf::as_path),
            Self::Batch(args) => args.paths.first().map(PathBuf::as_path),
            Self::Compare(args) => args.files.first().map(PathBuf::as_path),
            Self::Prove(args) => Some(&args.file),
            Self::Minimize(args) => Some(&args.file),
            Self::Fences(args) => Some(&args.file),
            Self::Show(args) => Some(&args.file),
            Self::Run(args) => args.paths.first().map(PathBuf::as_path),
            Self::Sweep(args) => Some(args.file()),
            Self::Merge(_)
            | Self::Kernel(_)
            | Self::Trace(_)
            | Self::Drf(_)
            | Self::Audit(_)
            | Self::Synthesize(_)
            | Self::Suite(_)
            | Self::Models(_)
            | Self::Lsp(_)
            | Self::Serve(_)
            | Self::Completions(_)
            | Self::Man(_) => None,
        }
    }

    /// What is to be looked at, where the command answers again with every change.
    #[must_use]
    pub fn watched(&self) -> Option<Watched<'_>> {
        let (watch, watched) = match self {
            Self::Check(args) => (
                args.watch.watch,
                Watched {
                    files: &args.files,
                    models: args.questions.models.iter().collect(),
                },
            ),
            Self::Prove(args) => (args.watch.watch, Watched::one(&args.file, &args.models)),
            Self::Minimize(args) => (args.watch.watch, Watched::one(&args.file, &args.models)),
            Self::Fences(args) => (
                args.watch.watch,
                Watched::one(&args.file, args.model.as_slice()),
            ),
            Self::Kernel(args) => (
                args.watch,
                Watched {
                    files: &args.files,
                    models: Vec::new(),
                },
            ),
            Self::Batch(_)
            | Self::Compare(_)
            | Self::Merge(_)
            | Self::Show(_)
            | Self::Trace(_)
            | Self::Drf(_)
            | Self::Run(_)
            | Self::Sweep(_)
            | Self::Audit(_)
            | Self::Synthesize(_)
            | Self::Suite(_)
            | Self::Models(_)
            | Self::Lsp(_)
            | Self::Serve(_)
            | Self::Completions(_)
            | Self::Man(_) => return None,
        };
        watch.then_some(watched)
    }

    /// Asks these models.
    pub fn ask(&mut self, models: Vec<String>) {
        match self {
            Self::Check(args) => args.questions.models = models,
            Self::Batch(args) => args.questions.models = models,
            Self::Prove(args) => args.models = models,
            Self::Minimize(args) => args.models = models,
            Self::Fences(args) => args.model = Some(models.join(",")),
            Self::Sweep(args) => args.ask(models),
            Self::Compare(_)
            | Self::Show(_)
            | Self::Kernel(_)
            | Self::Trace(_)
            | Self::Drf(_)
            // A device has its own model.
            | Self::Run(_)
            | Self::Merge(_)
            | Self::Audit(_)
            | Self::Synthesize(_)
            | Self::Suite(_)
            | Self::Models(_)
            | Self::Lsp(_)
            | Self::Serve(_)
            | Self::Completions(_)
            | Self::Man(_) => {}
        }
    }

    /// The file that takes the place of the standard output.
    #[must_use]
    pub const fn output(&self) -> Option<&PathBuf> {
        match self {
            Self::Check(args) => args.output.as_ref(),
            Self::Prove(args) => args.output.as_ref(),
            Self::Batch(args) => args.output.as_ref(),
            Self::Compare(args) => args.output.as_ref(),
            Self::Merge(args) => args.output.as_ref(),
            Self::Show(args) => args.output.as_ref(),
            Self::Kernel(args) => args.target.as_ref(),
            Self::Run(args) => args.output.as_ref(),
            Self::Sweep(args) => args.output.as_ref(),
            // These write a test; or what they print is short.
            Self::Minimize(_)
            | Self::Fences(_)
            | Self::Trace(_)
            | Self::Drf(_)
            | Self::Audit(_)
            | Self::Synthesize(_)
            | Self::Suite(_)
            | Self::Models(_)
            | Self::Lsp(_)
            | Self::Serve(_)
            | Self::Completions(_)
            | Self::Man(_) => None,
        }
    }
}
