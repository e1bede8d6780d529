//! What is needed to run a test again, and to look at what was seen, in a folder.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::Program;
use crate::render::layout::Layout;
use crate::render::paint::Paint;
use crate::render::text as answers;
use crate::save::names::Names;
use crate::save::{self, SaveError, save, save_bytes};
use crate::syntax::read::printable;
use crate::syntax::shown::shell_word;

use super::device::{Fault, Made, OPTIMISED};
use super::profile::Kept;
use super::view::View;

/// The endings of all files that are written of a test.
const ENDINGS: [&str; 6] = ["litmus", "json", "txt", "ptx", "cubin", "sass"];

/// What two runs of a test have in common that say the same, but for their states.
const SAME: [&str; 11] = [
    "version",
    "hash",
    "backend",
    "device",
    "seed",
    "settings",
    "bound",
    "launches",
    "instances",
    "unfinished",
    "failure",
];

/// What became of a run that was to be kept.
#[derive(Debug)]
pub struct Done {
    /// The command that runs it again.
    pub replay: String,
    /// That its files are called otherwise, since their names were taken.
    pub note: Option<String>,
}

/// Writes into a folder.
#[derive(Debug)]
pub struct Keeper {
    folder: PathBuf,
    names: Names,
}

impl Keeper {
    /// Of a folder, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// It cannot be made.
    pub fn new(folder: &Path) -> Result<Self, SaveError> {
        save::make_folder(folder)?;
        Ok(Self {
            folder: folder.to_owned(),
            names: Names::default(),
        })
    }

    /// Writes the test, its run with all settings, what was made of it, and what shows each ruling. What is in the folder stays, if it is
    /// not the same.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn keep(
        &mut self,
        program: &Program,
        view: &View,
        (bound, layout): (usize, Layout),
        made: &[Made],
    ) -> Result<Done, SaveError> {
        let json =
            serde_json::to_string_pretty(&Kept::of(view, bound)).map_err(|error| SaveError {
                path: self.folder.clone(),
                error: io::Error::from(error),
            })?;
        let (name, taken) = self.name(&view.file, &program.source.text, &json);
        let path = |end: &str| self.folder.join(format!("{name}.{end}"));
        let (test, run) = (path("litmus"), path("json"));
        save(&test, &program.source.text)?;
        save(&run, &(json + "\n"))?;
        for one in made {
            save_bytes(&path(one.ending), &one.bytes)?;
        }
        let rulings = rulings(view, layout);
        if !rulings.is_empty() {
            save(&path("txt"), &rulings)?;
        }
        // What ran though its machine code is another test does so only by force again.
        let refused = view.failure.as_deref() == Some(&Fault::Optimised.to_string());
        let forced = view.optcheck == Some(OPTIMISED) && !refused;
        let note = taken.map(|taken| {
            let folder = printable(&self.folder);
            format!("kept as `{name}`: {folder} has `{taken}` already, which is something else")
        });
        let replay = format!(
            "gpu-litmus run {} --profile {} --launches {}{}",
            shell_word(&printable(&test)),
            shell_word(&printable(&run)),
            view.launches.max(1),
            if forced { " --force" } else { "" },
        );
        Ok(Done { replay, note })
    }

    /// The name of a test's files, and a file that is in the way of the one that it would have.
    fn name(&mut self, file: &str, test: &str, run: &str) -> (String, Option<String>) {
        let mut first = None;
        loop {
            let name = self.names.of_file(file);
            match self.in_the_way(&name, test, run) {
                None => return (name, first),
                Some(taken) => {
                    first.get_or_insert(taken);
                }
            }
        }
    }

    /// A file of this name that would be lost.
    fn in_the_way(&self, name: &str, test: &str, run: &str) -> Option<String> {
        let there = |end: &str| fs::read_to_string(self.folder.join(format!("{name}.{end}")));
        if there("json").is_ok_and(|known| says_the_same(&known, run)) {
            return None;
        }
        let taken = ENDINGS.into_iter().find(|end| {
            let path = self.folder.join(format!("{name}.{end}"));
            // The test itself may lie where it is kept.
            let same = *end == "litmus" && there(end).is_ok_and(|known| known == test);
            path.symlink_metadata().is_ok() && !same
        });
        taken.map(|end| format!("{name}.{end}"))
    }
}

/// Whether two runs, as they are kept, saw the same in the same way, and the same models judged it.
fn says_the_same(known: &str, run: &str) -> bool {
    let list = |of: &Value, name: &str, keys: &[&str]| -> Vec<Vec<Value>> {
        let all = of[name].as_array().into_iter().flatten();
        let picked = all.map(|one| keys.iter().map(|key| one[*key].clone()).collect());
        picked.collect()
    };
    let read = |text: &str| {
        let run: Value = serde_json::from_str(text).ok()?;
        run.is_object().then(|| {
            let whole = SAME.map(|key| run[key].clone());
            let states = list(&run, "states", &["values", "count"]);
            (whole, states, list(&run, "models", &["model"]))
        })
    };
    read(known).is_some_and(|known| Some(known) == read(run))
}

/// What shows that each state is allowed, and why others are forbidden.
fn rulings(view: &View, layout: Layout) -> String {
    let layout = Layout {
        paint: Paint::default(),
        quiet: false,
        ..layout
    };
    let mut out = String::new();
    for state in &view.states {
        for one in &state.models {
            let says = one.says.name();
            let shown = one.answer.as_ref();
            let shown = shown.map_or_else(String::new, |answer| answers::render(answer, layout));
            let words = view.words(state);
            let _ = writeln!(out, "{words} under {}: {says}\n\n{shown}", one.model);
        }
    }
    out
}
