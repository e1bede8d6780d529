//! Files that a table names, and that are nowhere: misspelt, most of the time.

use std::path::{Path, PathBuf};

use crate::syntax::diagnostic::{Diagnostic, Report, nearest};
use crate::syntax::span::{SourceFile, Span};
use crate::tasks::batch::paths::Suite;

use super::{MISTAKES, absolute};

/// Warnings of those that are nowhere, of the files that a suite does not have, with the nearest file of the suite. What is
/// only left out of this run is there.
pub fn told(source: &SourceFile, missing: &[Span], suite: &Suite) -> Option<Report> {
    let folder = Path::new(&*source.name).parent();
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut missing = missing.to_vec();
    missing.sort_unstable_by_key(|span| span.start);
    let gone = missing.into_iter().filter(|span| {
        let written = written(source, *span);
        !folder.join(written).exists() && !Path::new(written).exists()
    });
    let gone: Vec<Span> = gone.take(MISTAKES).collect();
    let all = gone.into_iter().map(|span| {
        let written = written(source, span);
        let told = Diagnostic::new(
            format!("there is no file `{written}`"),
            span,
            "what is expected of it is not looked at",
        );
        match near(folder, written, suite) {
            Some(near) => told.with_near(written, &near),
            None => told,
        }
    });
    let all: Vec<Diagnostic> = all.map(Diagnostic::as_warning).collect();
    (!all.is_empty()).then(|| Report::new(source.clone(), all))
}

/// A name as the table has it; in quotes, without doubled ones.
fn written(source: &SourceFile, span: Span) -> &str {
    source.slice(span).trim_matches('"')
}

/// A file of the suite that lies beside the one that is named, or is called so and lies elsewhere, as the table would name
/// it.
fn near(folder: &Path, written: &str, suite: &Suite) -> Option<String> {
    let wanted = PathBuf::from(absolute(&folder.join(written)));
    let name = wanted.file_name()?.to_str()?;
    let items = || suite.items.iter().filter(|item| item.problem.is_none());
    let whole = |path: &Path| PathBuf::from(absolute(path));
    let beside = items().map(|item| whole(&item.path));
    let beside = beside.filter(|path| path.parent() == wanted.parent());
    let beside: Vec<PathBuf> = beside.collect();
    let names = beside.iter().filter_map(|path| path.file_name()?.to_str());
    if let Some(near) = nearest(name, names) {
        let before = written.strip_suffix(name)?;
        return Some(format!("{before}{near}"));
    }
    let mut called = items().map(|item| whole(&item.path));
    let called = called.find(|path| path.file_name() == wanted.file_name())?;
    let from = PathBuf::from(absolute(folder));
    let relative = called.strip_prefix(from).ok()?;
    relative.to_str().map(str::to_owned)
}
