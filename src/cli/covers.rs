//! An answer that would take the place of what is asked about.

use std::fs::canonicalize;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Command, CommandFactory as _, value_parser};

use crate::syntax::read::printable;

use super::args::Cli;

/// Commands whose answer is a test, which may take the place of the one that it was made of.
const WRITE_TESTS: [&str; 3] = ["minimize", "fences", "synthesize"];

/// The endings of files that people write.
const WRITTEN: [&str; 6] = ["litmus", "toml", "ptx", "cat", "cu", "cuh"];

/// Why the answer may not go there: a file is there that the command line names besides, such as a test or a journal, or that
/// people write.
#[must_use]
pub fn covers(matches: &ArgMatches, target: &Path) -> Option<String> {
    let (name, said) = matches.subcommand()?;
    let real = real(target).filter(|real| real.is_file() || !real.exists())?;
    if WRITE_TESTS.contains(&name) {
        return None;
    }
    let command = Cli::command();
    let mut all = vec![(command.find_subcommand(name)?, said)];
    while let Some(&(command, said)) = all.last()
        && let Some((name, said)) = said.subcommand()
        && let Some(command) = command.find_subcommand(name)
    {
        all.push((command, said));
    }
    let named = all
        .iter()
        .any(|(command, said)| names(command, said, &real));
    let ending = real.extension().and_then(|ending| ending.to_str());
    // What a shell has just made for the standard output is empty.
    let full = real.metadata().is_ok_and(|file| file.len() > 0);
    let written = full && ending.is_some_and(|ending| WRITTEN.contains(&ending));
    let what = match (named, written) {
        (true, _) => "which this command reads or writes besides",
        (false, true) => "which is no answer",
        (false, false) => return None,
    };
    Some(format!(
        "-o would replace {}, {what}; name another file, or remove that one first",
        printable(target)
    ))
}

/// Whether some argument besides the output is a path of a file.
fn names(command: &Command, said: &ArgMatches, real: &Path) -> bool {
    let path = value_parser!(PathBuf).type_id();
    let paths = command
        .get_arguments()
        .filter(|one| one.get_value_parser().type_id() == path && one.get_short() != Some('o'));
    let ids = paths.map(|argument| argument.get_id().as_str());
    ids.filter_map(|id| said.try_get_raw(id).ok().flatten())
        .flatten()
        .any(|value| self::real(Path::new(value)).is_some_and(|path| path == *real))
}

/// Where a path leads, also where nothing is there yet.
fn real(path: &Path) -> Option<PathBuf> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    canonicalize(path).ok().or_else(|| {
        let folder = canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    })
}
