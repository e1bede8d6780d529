//! Suites whose tests are answered elsewhere: who hands them out, and who answers them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Deserialize;

use crate::model::registry::built_in;
use crate::syntax::read::{printable, read_source};
use crate::syntax::span::SourceFile;
use crate::tasks::batch::ask::Asked;
use crate::tasks::batch::journal::{Heading, Journal, Totals, hash};
use crate::tasks::batch::judge::Judge;
use crate::tasks::batch::launch;
use crate::tasks::batch::paths::Suite;
use crate::tasks::batch::row::Row;
use crate::tasks::batch::run::{Batch, Show};
use crate::tasks::batch::shard::Shard;
use crate::tasks::batch::worker::Worker;
use crate::verdict::query::Options;

use super::request::{Engine, Named, Refused, told};
use super::until::stop;

/// What is asked of each test. What is left out is as `batch` has it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    /// By name, or one's own; `all` for those that accept the test.
    models: Vec<Named>,
    bound: Option<usize>,
    timeout: Option<u64>,
    reason_time: Option<u64>,
    quantity: Option<bool>,
    reason: Option<bool>,
    #[serde(default)]
    engine: Engine,
    #[serde(default)]
    strict: bool,
    /// Whether rows carry what shows their verdict, as those of a journal do.
    #[serde(default)]
    shown: bool,
}

/// A file of a suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its path.
    pub path: PathBuf,
    /// Why it names no test, if it names none.
    pub problem: Option<String>,
    /// It is a launch of a kernel, which needs the module beside it.
    pub launch: bool,
}

/// The files that paths mean to `batch`, in its order.
#[must_use]
pub fn files(paths: &[PathBuf]) -> Vec<Item> {
    items(Suite::of(paths)).collect()
}

/// The files that paths mean to `compare`: the tests of each path, in its order.
#[must_use]
pub fn tests(paths: &[PathBuf]) -> Vec<Item> {
    let found = paths.iter().map(|path| Suite::tests(path));
    found.flat_map(items).collect()
}

fn items(suite: Suite) -> impl Iterator<Item = Item> {
    suite.items.into_iter().map(|item| Item {
        launch: launch::is_path(&item.path),
        path: item.path,
        problem: item.problem,
    })
}

/// A file that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// Why not.
    pub why: String,
    /// Its row as `batch` has it, with the place where it is no text.
    pub row: String,
}

/// The name and the text of a file, as `batch` reads it; or its name and why it cannot be read.
pub fn read(path: &Path) -> (String, Result<String, Unread>) {
    let name = printable(path);
    let text = match read_source(path) {
        Ok(source) => Ok(source.text.to_string()),
        Err(error) => Err(Unread {
            why: error.to_string(),
            row: lines(&[Row::unread(&name, "", &error)]),
        }),
    };
    (name, text)
}

/// Some models, and what is asked of them: rows are lines of JSON, as a journal has them.
#[derive(Debug)]
pub struct Asker {
    batch: Batch,
}

impl Asker {
    /// Reads a request: `models` (each a `model` by name or an `own` text), and limits as those of other requests.
    ///
    /// # Errors
    ///
    /// What is wrong with it, as a JSON object.
    pub fn new(request: &str) -> Result<Self, String> {
        let batch = question(request).and_then(asked);
        let batch = batch.map_err(|refused| told::<()>(Err(refused)))?;
        Ok(Self { batch })
    }

    /// Has rows that are taken written to a journal; where it is resumed, what it has is kept.
    ///
    /// # Errors
    ///
    /// It is there already and not to be resumed, belongs to another run or version, is damaged, or cannot be
    /// written.
    pub fn journal(&mut self, path: &Path, resume: bool) -> Result<Vec<String>, String> {
        let Batch {
            models,
            options,
            states,
            ..
        } = &self.batch;
        let heading = Heading::of(models, (options, states.as_ref()), None, Shard::WHOLE);
        let journal = Journal::open(path, &heading, resume);
        let journal = journal.map_err(|error| error.to_string())?;
        let remarks = journal.remarks.clone();
        self.batch.journal = Some(journal);
        Ok(remarks)
    }

    /// Answers a text: its rows, until somebody sets the flag.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn ask(&self, name: &str, text: &str, flag: &Arc<AtomicBool>) -> Result<String, String> {
        let batch = Batch {
            models: self.batch.models.clone(),
            options: Options {
                stop: stop(Some(flag)),
                ..self.batch.options.clone()
            },
            judge: Judge {
                strict: self.batch.judge.strict,
                ..Judge::default()
            },
            show: self.batch.show,
            ..Batch::default()
        };
        let rows = Worker::new(&batch).of_text(&SourceFile::new(name, text));
        rows.map(|rows| lines(&rows))
            .map_err(|error| error.to_string())
    }

    /// The row of what has no answer, because it cannot be read or because who was asked is gone.
    #[must_use]
    pub fn broken(name: &str, text: Option<&str>, why: &str) -> String {
        let hash = text.map(hash).unwrap_or_default();
        lines(&[Row::broken(name, &hash, None, why)])
    }

    /// The rows of a text, or of what cannot be read for a reason, as reports have them: where the journal has
    /// them all.
    ///
    /// # Errors
    ///
    /// The journal cannot be read.
    pub fn kept(&self, name: &str, text: Result<&str, &str>) -> Result<Option<String>, String> {
        let worker = Worker::new(&self.batch);
        let kept = match text {
            Ok(text) => worker.kept(&SourceFile::new(name, text)),
            Err(why) => worker.kept_error(name, "", why),
        };
        let kept = kept.map_err(|error| error.to_string())?;
        Ok(kept.map(|rows| report(&rows)))
    }

    /// Takes rows that somebody found: writes them to the journal, and gives them back as reports have them.
    ///
    /// # Errors
    ///
    /// They are none, or cannot be written.
    pub fn take(&self, lines: &str) -> Result<String, String> {
        let rows: Result<Vec<Row>, _> = lines.lines().map(Row::parse).collect();
        let mut rows = rows.map_err(|error| format!("no row of this program: {error}"))?;
        if let Some(journal) = &self.batch.journal {
            let written = journal.write(&rows);
            written.map_err(|error| error.to_string())?;
        }
        for row in &mut rows {
            self.batch.judge.judge(row);
        }
        Ok(report(&rows))
    }

    /// Says in the journal that all is done.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn finish(&self, files: usize, rows: usize) -> Result<(), String> {
        match &self.batch.journal {
            Some(journal) => journal
                .finish(Totals { files, rows })
                .map_err(|error| error.to_string()),
            None => Ok(()),
        }
    }
}

fn question(request: &str) -> Result<Question, Refused> {
    serde_json::from_str(request).map_err(|error| Refused::Error(error.to_string()))
}

fn asked(question: Question) -> Result<Batch, Refused> {
    let plain = Options::default();
    let millis = |given: Option<u64>, plain| given.map(Duration::from_millis).or(plain);
    let options = Options {
        bound: question.bound.unwrap_or(plain.bound),
        timeout: millis(question.timeout, plain.timeout),
        reason_time: millis(question.reason_time, plain.reason_time),
        quantity: question.quantity.unwrap_or(plain.quantity),
        reason: question.reason.unwrap_or(plain.reason),
        engine: question.engine.solver()?,
        explicit: question.engine == Engine::Explicit,
        ..plain
    };
    Ok(Batch {
        models: models(question.models, question.engine)?,
        options,
        judge: Judge {
            strict: question.strict,
            ..Judge::default()
        },
        show: if question.shown {
            Show::Texts
        } else {
            Show::None
        },
        ..Batch::default()
    })
}

/// The models, each once, in the order they are first named.
fn models(named: Vec<Named>, engine: Engine) -> Result<Vec<Asked>, Refused> {
    let mut all: Vec<Asked> = Vec::new();
    for one in named {
        let every = one.own.is_none() && one.model.as_deref() == Some("all");
        let found = if every {
            built_in().to_vec()
        } else {
            vec![{
                let found = one.model()?;
                engine.knows(&found)?;
                found
            }]
        };
        for model in found {
            // A built-in model that nobody named is left out, as one that refuses the test.
            if engine.knows(&model).is_err() {
                continue;
            }
            let named = !every;
            let known = all.iter_mut().find(|asked| asked.model.name == model.name);
            match known {
                Some(asked) => asked.named |= named,
                None => all.push(Asked { model, named }),
            }
        }
    }
    if all.is_empty() {
        return Err(Refused::Error("no model is named".to_owned()));
    }
    Ok(all)
}

fn lines(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        row.write_journal(&mut text);
    }
    text
}

fn report(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        row.write_json(&mut text);
    }
    text
}
