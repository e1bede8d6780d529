//! An answer that would take the place of what is asked about.

use std::ffi::OsStr;
use std::fs::canonicalize;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, value_parser};

use crate::model::registry;
use crate::syntax::read::printable;

/// Commands whose answer is a test, which may take the place of the one that it was made of.
const WRITE_TESTS: [&str; 2] = ["minimize", "fences"];

/// The options of files that are written, but for `-o`.
const WRITES: [&str; 2] = ["save", "log"];

/// The endings of files that people write, tests aside.
const WRITTEN: [&str; 5] = ["toml", "ptx", "cat", "cu", "cuh"];

/// A command of the command line, and what is said to it.
type Said<'m> = (&'m Command, &'m ArgMatches);

/// Why something may not be written where it shall be: a file is there that the command line names besides, such as a test or a
/// journal, or that people write.
#[must_use]
pub fn covers(command: &Command, matches: &ArgMatches) -> Option<String> {
    let (name, said) = matches.subcommand()?;
    // Its answer is a folder.
    if name == "synthesize" {
        return None;
    }
    let mut all: Vec<Said> = vec![(command.find_subcommand(name)?, said)];
    while let Some(&(command, said)) = all.last()
        && let Some((name, said)) = said.subcommand()
        && let Some(command) = command.find_subcommand(name)
    {
        all.push((command, said));
    }
    let writes_tests = WRITE_TESTS.contains(&name);
    let targets = all
        .iter()
        .flat_map(|&(command, said)| targets(command, said));
    targets.into_iter().find_map(|(option, target)| {
        let what = covered(&all, &target, writes_tests && option == "-o")?;
        Some(format!(
            "{option} would replace {}, {what}; name another file, or remove that one first",
            printable(&target)
        ))
    })
}

/// The options that write files, and which.
fn targets(command: &Command, said: &ArgMatches) -> Vec<(String, PathBuf)> {
    let writes = command.get_arguments().filter(|one| writes(one));
    let found = writes.filter_map(|one| {
        let option = match one.get_long().filter(|long| WRITES.contains(long)) {
            Some(long) => format!("--{long}"),
            None => "-o".to_owned(),
        };
        let value = said
            .try_get_raw(one.get_id().as_str())
            .ok()
            .flatten()?
            .next()?;
        Some((option, PathBuf::from(value)))
    });
    // The standard output takes the place of nothing.
    found
        .filter(|(_, target)| target.as_os_str() != "-")
        .collect()
}

/// Whether an argument says where something is written.
fn writes(argument: &Arg) -> bool {
    let path = value_parser!(PathBuf).type_id();
    let long = argument.get_long();
    argument.get_value_parser().type_id() == path
        && (argument.get_short() == Some('o') || long.is_some_and(|long| WRITES.contains(&long)))
}

/// What is lost by writing to a file; nothing where it may be written. A test may take the place of tests.
fn covered(all: &[Said], target: &Path, of_test: bool) -> Option<&'static str> {
    let real = real(target).filter(|real| real.is_file() || !real.exists())?;
    let mut commands = all.iter();
    if commands.any(|(command, said)| names(command, said, &real, of_test)) {
        return Some("which this command reads or writes besides");
    }
    let ending = real.extension().and_then(|ending| ending.to_str());
    // What a shell has just made for the standard output is empty.
    let full = real.metadata().is_ok_and(|file| file.len() > 0);
    let of_people = |ending: &str| WRITTEN.contains(&ending) || ending == "litmus" && !of_test;
    (full && ending.is_some_and(of_people)).then_some("which is no answer")
}

/// Whether some argument that says not where something is written names a file; of tests that are made of tests, some other than
/// a test.
fn names(command: &Command, said: &ArgMatches, real: &Path, of_test: bool) -> bool {
    let path = value_parser!(PathBuf).type_id();
    let mut reads = command.get_arguments().filter(|one| !writes(one));
    reads.any(|one| {
        let is_path = one.get_value_parser().type_id() == path;
        if is_path && of_test && one.is_positional() {
            return false;
        }
        let values = said.try_get_raw(one.get_id().as_str()).ok().flatten();
        let values = values.into_iter().flatten().filter_map(OsStr::to_str);
        if is_path {
            return values.into_iter().any(|value| same(Path::new(value), real));
        }
        // Neither a flag nor one word of several is a file, nor what all commands have.
        let is_word = !one.get_action().takes_values() || !one.get_possible_values().is_empty();
        if is_word || one.is_global_set() {
            return false;
        }
        // A model, unless it is one of those that are there without a file.
        let mut models = values.flat_map(|value| value.split(','));
        models.any(|value| {
            let file = Path::new(value);
            !registry::names().contains(&value) && file.is_file() && same(file, real)
        })
    })
}

/// Whether two paths lead to one file.
fn same(path: &Path, other: &Path) -> bool {
    real(path).is_some_and(|path| path == *other || is_linked(&path, other))
}

/// Whether two names are of one file.
#[cfg(unix)]
fn is_linked(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let id = |path: &Path| path.metadata().map(|file| (file.dev(), file.ino())).ok();
    id(one).is_some_and(|one| id(other) == Some(one))
}

/// Whether two names are of one file, which is not told here.
#[cfg(not(unix))]
const fn is_linked(_: &Path, _: &Path) -> bool {
    false
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
