//! Tests in processes of their own, where a limit on memory can be kept.
//!
//! The solver knows only a limit for all threads together, and what is built before it is asked
//! counts as well. So each worker thread has a child process that answers one question after
//! another; a child that grows too large is ended and replaced. What it was asked is then
//! asked once more of a fresh child: that the limit was reached must not depend on earlier tests.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::kernel::setup::Setup;
use crate::model::Model;
use crate::program::Program;
use crate::sat::engine::Finder;
use crate::stop::Open;
use crate::stop::memory::{LOOK, resident};
use crate::verdict::outcome::{Conclusion, Outcome};
use crate::verdict::remark::About;
use crate::view::answer::Answer;

use super::ask::shown;
use super::launch;
use super::row::Row;
use crate::tasks::ask::judge;

mod serve;

pub use serve::serve;

/// How to start a child, and how large it may grow.
#[derive(Debug, Clone)]
pub struct Isolation {
    /// The program.
    pub program: PathBuf,
    /// Its arguments: they must make it call [`serve`] with the same models and options.
    pub arguments: Vec<OsString>,
    /// The most memory, in bytes.
    pub memory: u64,
}

/// One question.
#[derive(Debug, Serialize, Deserialize)]
struct Question {
    file: PathBuf,
    model: usize,
    show: bool,
    pictures: bool,
}

/// A child that answers, started when it is first needed.
pub struct Isolated<'a> {
    how: &'a Isolation,
    child: Option<Running>,
}

struct Running {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<io::Result<String>>,
    /// It has answered something before.
    used: bool,
}

/// How a question went.
enum Said {
    Rows(Vec<Row>),
    TooLarge,
    /// Ctrl-C came before the child could listen to it.
    Interrupted,
    Gone(String),
}

impl<'a> Isolated<'a> {
    /// A worker of that kind.
    #[must_use]
    pub const fn new(how: &'a Isolation) -> Self {
        Self { how, child: None }
    }

    /// Asks one model, in the child.
    pub fn ask(
        &mut self,
        path: &Path,
        program: &Program,
        hash: &str,
        asked: (usize, &Model),
        (show, pictures): (bool, bool),
    ) -> Row {
        let start = Instant::now();
        let (index, model) = asked;
        let question = Question {
            file: path.to_owned(),
            model: index,
            show,
            pictures,
        };
        match self.rows(&question) {
            Ok(mut rows) if rows.len() == 1 => {
                if let Some(row) = rows.pop() {
                    return row;
                }
            }
            Ok(_) => {}
            Err(why) => return unanswered(program, model, hash, why, start, (show, pictures)),
        }
        let why =
            Open::Internal("the process that was asked gave another number of rows".to_owned());
        unanswered(program, model, hash, why, start, (show, pictures))
    }

    /// Asks a model of a launch, in the child.
    pub fn ask_launch(
        &mut self,
        path: &Path,
        setup: &Setup,
        hash: &str,
        (index, model): (usize, &str),
        show: bool,
    ) -> Vec<Row> {
        let question = Question {
            file: path.to_owned(),
            model: index,
            show,
            pictures: false,
        };
        let found = self.rows(&question);
        found.unwrap_or_else(|why| launch::unanswered(setup, hash, model, &why))
    }

    fn rows(&mut self, question: &Question) -> Result<Vec<Row>, Open> {
        let mut why = Open::Interrupted;
        // The second child is a fresh one.
        for _ in 0..2 {
            let used = self.child.as_ref().is_some_and(|child| child.used);
            match self.question(question) {
                Ok(Said::Rows(rows)) => return Ok(rows),
                Ok(Said::TooLarge) => {
                    why = Open::Memory(Some(self.how.memory));
                }
                Ok(Said::Interrupted) => {
                    why = Open::Interrupted;
                    continue;
                }
                Ok(Said::Gone(how)) => {
                    why = Open::Internal(format!("the process that was asked ended ({how})"));
                }
                Err(error) => why = Open::Missing(format!("no process could be asked: {error}")),
            }
            if !used {
                break;
            }
        }
        Err(why)
    }

    fn question(&mut self, question: &Question) -> io::Result<Said> {
        let memory = self.how.memory;
        let running = match &mut self.child {
            Some(running) => running,
            none => none.insert(Running::start(self.how)?),
        };
        let said = running.ask(question, memory);
        if !matches!(said, Ok(Said::Rows(_))) {
            self.child = None;
        }
        said
    }
}

/// The row of a test that no child has answered.
fn unanswered(
    program: &Program,
    model: &Model,
    hash: &str,
    why: Open,
    start: Instant,
    (show, pictures): (bool, bool),
) -> Row {
    let conclusion = Conclusion::open(About::Condition, why);
    let outcome = Outcome::bare(conclusion, Finder::BuiltIn);
    let mut answer = Answer::of(program, model, &outcome, start.elapsed());
    judge(program, &mut answer);
    Row::of(&answer, hash, show.then(|| shown(&answer, pictures)))
}

impl Running {
    fn start(how: &Isolation) -> io::Result<Self> {
        let mut child = Command::new(&how.program)
            .args(&how.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let none = || io::Error::other("a child without a pipe");
        let questions = child.stdin.take().ok_or_else(none)?;
        let output = child.stdout.take().ok_or_else(none)?;
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self {
            child,
            questions,
            answers,
            used: false,
        })
    }

    fn ask(&mut self, question: &Question, memory: u64) -> io::Result<Said> {
        let mut line = serde_json::to_string(question)?;
        line.push('\n');
        if self.questions.write_all(line.as_bytes()).is_err() {
            return Ok(self.ending());
        }
        let mut rows = Vec::new();
        loop {
            match self.answers.recv_timeout(LOOK) {
                Ok(line) => {
                    self.used = true;
                    let line = line?;
                    // An empty line ends an answer: launches have a row for each check.
                    if line.is_empty() {
                        return Ok(Said::Rows(rows));
                    }
                    rows.push(Row::parse(&line)?);
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(self.ending()),
                Err(RecvTimeoutError::Timeout) => {
                    if resident(self.child.id()).is_some_and(|size| size > memory) {
                        return Ok(Said::TooLarge);
                    }
                }
            }
        }
    }

    fn ending(&mut self) -> Said {
        match self.child.wait() {
            Ok(status) if interrupted(status) => Said::Interrupted,
            Ok(status) => Said::Gone(status.to_string()),
            Err(error) => Said::Gone(error.to_string()),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may be in the middle of a question, and it may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
fn interrupted(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt as _;
    const SIGINT: i32 = 2;
    status.signal() == Some(SIGINT)
}

#[cfg(not(unix))]
const fn interrupted(_: ExitStatus) -> bool {
    false
}

/// Whether the size of a process can be found out here.
#[must_use]
pub fn available() -> bool {
    resident(std::process::id()).is_some()
}
