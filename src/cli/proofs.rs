//! Formulas and their proofs, as files for other checkers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::sat::proof::Written;
use crate::save::{self, SaveError, save};
use crate::view::answer::Answer;

/// A folder of proofs.
pub struct Proofs {
    folder: PathBuf,
    /// How often each name was wanted: tests of several files can have one name.
    names: BTreeMap<String, usize>,
}

impl Proofs {
    /// A folder, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// It cannot be made.
    pub fn new(folder: &Path) -> Result<Self, SaveError> {
        save::make_folder(folder)?;
        Ok(Self {
            folder: folder.to_owned(),
            names: BTreeMap::new(),
        })
    }

    /// Writes the formulas and proofs of one answer, each pair by test, model and number.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn write(&mut self, answer: &Answer, proofs: &[Written]) -> Result<(), SaveError> {
        let test = self.name(answer);
        for (number, written) in proofs.iter().enumerate() {
            let stem = format!("{test}.{}", number + 1);
            let formula = format!("{}{}", heading(answer, written), written.formula);
            save(&self.folder.join(format!("{stem}.cnf")), &formula)?;
            save(&self.folder.join(format!("{stem}.drat")), &written.proof)?;
        }
        Ok(())
    }

    /// A name that no other answer of this run has, whatever the file system thinks of capitals.
    fn name(&mut self, answer: &Answer) -> String {
        let mut number = 1;
        loop {
            let again = if number == 1 {
                String::new()
            } else {
                format!("~{number}")
            };
            let name = plain(&format!("{}{again}.{}", answer.test, answer.model));
            let count = self.names.entry(name.to_lowercase()).or_default();
            *count += 1;
            if *count == 1 {
                return name;
            }
            number += 1;
        }
    }
}

/// What a file can be called everywhere.
fn plain(name: &str) -> String {
    let fits = |letter: char| letter.is_alphanumeric() || "+-_.~".contains(letter);
    let letters = name.chars();
    letters
        .map(|letter| if fits(letter) { letter } else { '_' })
        .collect()
}

/// What is proved: test, model, question.
fn heading(answer: &Answer, written: &Written) -> String {
    let question = format!("some execution {}", written.question);
    let lines = [
        ("test", &answer.test),
        ("file", &answer.file),
        ("model", &answer.model),
        ("unsatisfiable", &question),
    ];
    let line = |(what, text): &(&str, &String)| format!("c {what}: {}\n", text.escape_debug());
    lines.iter().map(line).collect()
}
