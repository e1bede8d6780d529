//! How this program was called, and how it is called once more: within a Python interpreter, its arguments are
//! not those of the process.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

use crate::syntax::shown::shell_word;

use super::run;

/// What another program said of a call.
struct Invocation {
    arguments: Vec<OsString>,
    program: PathBuf,
    before: Vec<OsString>,
}

static GIVEN: OnceLock<Invocation> = OnceLock::new();

/// Runs the command line for a program of another kind, once a process. `arguments` begin with the name of
/// the program; `program` with the arguments `before` is how it is started once more.
pub fn run_as(arguments: Vec<OsString>, program: PathBuf, before: Vec<OsString>) -> u8 {
    let given = Invocation {
        arguments,
        program,
        before,
    };
    // Who calls twice is answered twice, in the words of the first call.
    let _ = GIVEN.set(given);
    run::code()
}

/// The arguments; the first is the name of the program.
pub fn arguments() -> Vec<OsString> {
    match GIVEN.get() {
        Some(given) => given.arguments.clone(),
        None => std::env::args_os().collect(),
    }
}

/// How to start this program with the same arguments again.
///
/// # Errors
///
/// Its own file cannot be found.
pub fn again() -> io::Result<(PathBuf, Vec<OsString>)> {
    let own = arguments().into_iter().skip(1);
    Ok(match GIVEN.get() {
        Some(given) => (
            given.program.clone(),
            given.before.iter().cloned().chain(own).collect(),
        ),
        None => (std::env::current_exe()?, own.collect()),
    })
}

/// The command line, with `--resume`: how to go on where a run was stopped.
pub fn resumed() -> String {
    let words = arguments().into_iter();
    let mut words: Vec<String> = words
        .map(|word| shell_word(&word.to_string_lossy()))
        .collect();
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".to_owned());
    }
    words.join(" ")
}
