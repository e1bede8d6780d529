//! `--watch`: the answer again whenever something changes that it depends on.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::Duration;

use crate::model::registry::looks_like_file;

use super::complaints::Complaints;
use super::config;
use super::exit::Exit;
use super::failure::Failure;
use super::inputs;

/// How often files are looked at.
const PAUSE: Duration = Duration::from_millis(100);

/// What a run by somebody who is interrupted at once ends with.
const INTERRUPTED: u8 = 130;

/// The code that Ctrl-C ends with: that of the last answer.
static LAST: AtomicU8 = AtomicU8::new(INTERRUPTED);

/// Homes the cursor and clears a terminal.
const CLEAR: &str = "\x1b[H\x1b[2J\x1b[3J";

/// What is looked at.
pub struct Watched<'a> {
    /// The tests, and folders of them.
    pub files: &'a [PathBuf],
    /// The models that are asked.
    pub models: Vec<&'a String>,
}

impl<'a> Watched<'a> {
    /// One test under some models.
    pub fn one(file: &'a PathBuf, models: &'a [String]) -> Self {
        Self {
            files: std::slice::from_ref(file),
            models: models.iter().collect(),
        }
    }
}

/// How an answer went, and whether somebody is left to read the next.
pub struct Answered {
    /// How it went.
    pub exit: Exit,
    /// Whether nobody reads any more.
    pub closed: bool,
}

/// Answers, and again with every change, until Ctrl-C.
///
/// # Errors
///
/// One of the tests is the standard input, or nobody can listen to Ctrl-C.
pub fn watch(
    watched: &Watched,
    complaints: Complaints,
    answer: impl Fn() -> Answered,
) -> Result<Exit, Failure> {
    if watched.files.iter().any(|path| path.as_os_str() == "-") {
        let text = "`--watch` looks at files: the standard input (`-`) does not change";
        return Err(Failure::Usage(text.to_owned()));
    }
    ctrlc::set_handler(|| std::process::exit(LAST.load(Ordering::Relaxed).into()))
        .map_err(|error| Failure::Usage(format!("cannot listen to Ctrl-C: {error}")))?;
    loop {
        // What changes while it is being read counts as changed after.
        let seen = stamps(&places(watched));
        let answered = answer();
        LAST.store(answered.exit.code(), Ordering::Relaxed);
        if answered.closed {
            return Ok(answered.exit);
        }
        complaints.remark("waiting for changes; Ctrl-C ends");
        while stamps(&places(watched)) == seen {
            thread::sleep(PAUSE);
        }
        settle(watched);
        if io::stdout().is_terminal() {
            let _ = io::stdout().write_all(CLEAR.as_bytes());
        }
    }
}

/// Waits until a file that is just being written is whole.
fn settle(watched: &Watched) {
    loop {
        let seen = stamps(&places(watched));
        thread::sleep(PAUSE);
        if stamps(&places(watched)) == seen {
            return;
        }
    }
}

/// The files that an answer depends on, those that are not there too.
fn places(watched: &Watched) -> Vec<PathBuf> {
    let tests = inputs::expand(watched.files).into_iter().flatten();
    let mut places: Vec<PathBuf> = tests.chain(watched.files.iter().cloned()).collect();
    for launch in watched.files {
        places.extend(modules_of(launch));
    }
    for model in &watched.models {
        if looks_like_file(model) {
            places.extend(models_beside(Path::new(model)));
        }
    }
    if let Some(test) = watched.files.first() {
        if let Ok(Some(settings)) = config::settings(test) {
            let models = settings.models.into_iter().flatten();
            let files = models.filter_map(|model| model.file);
            places.extend(files.flat_map(|file| models_beside(&file)));
        }
        places.extend(config::places(test));
    }
    places
}

/// Of a launch file the module that it names, of a folder the launch files and modules in it.
fn modules_of(launch: &Path) -> Vec<PathBuf> {
    let is = |path: &Path, kind: &str| path.extension().is_some_and(|extension| extension == kind);
    if launch.is_dir() {
        let entries = fs::read_dir(launch).into_iter().flatten().flatten();
        let files = entries.map(|entry| entry.path());
        let mut found: Vec<PathBuf> = files
            .filter(|path| is(path, "toml") || is(path, "ptx"))
            .collect();
        found.sort();
        return found;
    }
    if !is(launch, "toml") {
        return Vec::new();
    }
    // One that is just being written may say nothing yet.
    let text = fs::read_to_string(launch).unwrap_or_default();
    let named = text.parse::<toml::Table>().ok();
    let module = named.as_ref().and_then(|table| table.get("ptx")?.as_str());
    let folder = launch.parent().unwrap_or(Path::new(""));
    module
        .map(|module| folder.join(module))
        .into_iter()
        .collect()
}

/// A model, and those that it may include.
fn models_beside(model: &Path) -> Vec<PathBuf> {
    let folder = match model.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let models = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cat"));
    let mut found: Vec<PathBuf> = models.collect();
    found.push(model.to_owned());
    found.sort();
    found
}

/// When each was written last, and how large it is.
fn stamps(places: &[PathBuf]) -> Vec<(PathBuf, impl PartialEq + use<>)> {
    let stamp = |place: &PathBuf| {
        let found = fs::metadata(place).ok();
        let found = found.map(|found| (found.modified().ok(), found.len(), found.is_dir()));
        (place.clone(), found)
    };
    places.iter().map(stamp).collect()
}
