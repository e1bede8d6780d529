//! What is needed to run a test again, and to look at what was seen, in a folder.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

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

    /// Writes the test, its run with all settings, what was made of it, and what shows each ruling; gives the command that runs it
    /// again.
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
    ) -> Result<String, SaveError> {
        let name = self.names.of_file(&view.file);
        let path = |end: &str| self.folder.join(format!("{name}.{end}"));
        let (test, run) = (path("litmus"), path("json"));
        save(&test, &program.source.text)?;
        let json =
            serde_json::to_string_pretty(&Kept::of(view, bound)).map_err(|error| SaveError {
                path: run.clone(),
                error: io::Error::from(error),
            })?;
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
        Ok(format!(
            "gpu-litmus run {} --profile {} --launches {}{}",
            shell_word(&printable(&test)),
            shell_word(&printable(&run)),
            view.launches.max(1),
            if forced { " --force" } else { "" },
        ))
    }
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
            let _ = writeln!(
                out,
                "{} under {}: {says}\n\n{}",
                view.words(state),
                one.model,
                answers::render(&one.answer, layout)
            );
        }
    }
    out
}
