//! The child's side: questions of a parent, answered one after the other.

use std::io::{self, BufRead, Write};

use super::Question;
use crate::axiomatic::shared::{Events, Frames};
use crate::kernel::load::{LoadError, load as load_launch};
use crate::program::{Program, resolve};
use crate::syntax::parse_source;
use crate::syntax::read::read_source;
use crate::tasks::batch::ask::{Asked, Besides, ask};
use crate::tasks::batch::journal::hash;
use crate::tasks::batch::launch;
use crate::tasks::batch::row::Row;
use crate::tasks::batch::states::Listing;
use crate::verdict::query::Options;

/// Answers the questions of a parent until there are no more.
///
/// # Errors
///
/// The parent is gone, or asks what is no question.
pub fn serve(
    models: &[Asked],
    (options, states): (&Options, Option<&Listing>),
    questions: impl BufRead,
    mut answers: impl Write,
) -> io::Result<()> {
    for line in questions.lines() {
        let question: Question = serde_json::from_str(&line?)?;
        let none = || io::Error::other("no such model");
        let asked = models.get(question.model).ok_or_else(none)?;
        let broken = |why: &LoadError| {
            let name = question.file.to_string_lossy();
            match why {
                LoadError::Read(error) => Row::broken(&name, "", None, &error.to_string()),
                LoadError::Report(report) => Row::mistaken(&name, "", None, report),
            }
        };
        let rows = if launch::is_path(&question.file) {
            match load_launch(&question.file) {
                Ok(setup) => {
                    let hash = launch::fingerprint(&setup);
                    launch::rows(&setup, &hash, &asked.model.name, options, |_| question.show)
                }
                Err(error) => vec![broken(&error)],
            }
        } else {
            vec![match load(&question) {
                Ok((program, hash)) => ask(
                    &Frames::once(&Events::new(&program, options.bound)),
                    &hash,
                    &asked.model,
                    options,
                    &Besides {
                        pictures: question.pictures,
                        states: states.cloned(),
                    },
                    |_| question.show,
                ),
                Err(error) => broken(&error),
            }]
        };
        let mut text = String::new();
        for row in &rows {
            row.write_journal(&mut text);
        }
        text.push('\n');
        answers.write_all(text.as_bytes())?;
        answers.flush()?;
    }
    Ok(())
}

/// The parent has read the file: it can be otherwise only since then.
fn load(question: &Question) -> Result<(Program, String), LoadError> {
    let source = read_source(&question.file)?;
    let test = parse_source(&source)?;
    let program = resolve(&source, &test)?;
    Ok((program, hash(&source.text)))
}
