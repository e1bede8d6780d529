//! Tests that a command writes into a folder: each under a name of its own, none in the place of another.

use std::path::{Path, PathBuf};

use crate::save::names::Names;
use crate::save::save;
use crate::syntax::read::printable;
use crate::tasks::batch::summary::plural;

use super::failure::Failure;
use super::output::{Output, folder, is_no_folder_of};

/// A folder that tests are written to.
#[derive(Debug)]
pub struct Exported {
    folder: PathBuf,
    names: Names,
    /// How many tests were written under names of their own.
    pub count: usize,
}

impl Exported {
    /// Makes the folder, unless it is there.
    ///
    /// # Errors
    ///
    /// It cannot be made.
    pub fn new(path: &Path) -> Result<Self, Failure> {
        folder(path)?;
        Ok(Self {
            folder: path.to_owned(),
            names: Names::default(),
            count: 0,
        })
    }

    /// The name that is wanted, or with a number where another test of the run has it.
    pub fn name(&mut self, wanted: &str) -> String {
        self.names.name(wanted)
    }

    /// Writes a test; a file that is there has to be the same.
    ///
    /// # Errors
    ///
    /// Another test is there, or it cannot be written.
    pub fn save(&self, name: &str, text: &str) -> Result<(), Failure> {
        save_beside(&self.folder.join(format!("{name}.litmus")), text)
    }

    /// Writes a test under its own name, or under this one with a number, which is then its name.
    ///
    /// # Errors
    ///
    /// As for [`Exported::save`].
    pub fn save_named(&mut self, wanted: &str, text: &str) -> Result<(), Failure> {
        let name = self.name(wanted);
        self.save(&name, &renamed(text, &name))?;
        self.count += 1;
        Ok(())
    }
}

/// Writes a test; a file that is there has to be the same.
///
/// # Errors
///
/// Another test is there, or it cannot be written.
pub fn save_beside(path: &Path, text: &str) -> Result<(), Failure> {
    let before = std::fs::read(path).ok();
    if before.is_some_and(|before| before != text.as_bytes()) {
        let name = printable(path);
        let text = format!(
            "{name} is there already and is another test: expected the name of another folder, or that it be removed"
        );
        return Err(Failure::Read(text).of(&name));
    }
    Ok(save(path, text)?)
}

/// Says how many tests were written to a folder, to who wants to know: they may be thousands.
pub fn written(count: usize, folder: &Path, output: &Output) {
    if !output.layout.quiet {
        let (tests, folder) = (plural(count, "test"), printable(folder));
        output
            .complaints
            .remark(&format!("note: {tests} written to {folder}"));
    }
}

/// What is wrong with the folder that `--export` names, if it is none.
pub fn is_no_export(path: &Path) -> Option<Failure> {
    is_no_folder_of("--export", path)
}

/// A test that was printed, by another name: its first line is `PTX NAME`.
fn renamed(text: &str, name: &str) -> String {
    match text.split_once('\n') {
        Some((first, rest)) if first.starts_with("PTX ") => format!("PTX {name}\n{rest}"),
        Some(_) | None => text.to_owned(),
    }
}
