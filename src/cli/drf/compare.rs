//! `drf compare`.

use crate::drf::compare::{Hunt, Programs, hunt, trials};
use crate::drf::config::Config;
use crate::drf::report::compare::{Object, Row, text};
use crate::drf::subject::Subject;
use crate::stop::Stop;

use super::super::exit::Exit;
use super::super::failure::Failure;
use super::super::interrupt::interruptible;
use super::super::output::Output;
use super::{Drf, Form};

/// Kinds of programs beside each other.
#[derive(Debug)]
pub struct Compare {
    /// What all runs have in common.
    pub config: Config,
    /// The device, perhaps with a bug.
    pub subject: Subject,
    /// Accesses for each kind and each bug.
    pub budget: u32,
}

impl Compare {
    /// The right device, and those with a bug.
    pub fn subjects(&self) -> Vec<Subject> {
        let mut all = self.subject.with_bugs();
        if self.subject.bug().is_some() {
            all.truncate(1);
            all.push(self.subject.clone());
        }
        all
    }
}

/// Compares them.
pub fn run(
    asked: &Compare,
    request: &Drf,
    output: &mut Output,
    exit: &mut Exit,
) -> Result<(), Failure> {
    let stop = Stop::after(request.timeout).and_when(interruptible(|| ())?);
    let subjects = asked.subjects();
    let each = subjects
        .iter()
        .flat_map(|subject| Programs::ALL.map(|programs| (subject, programs)));
    let hunts: Vec<Hunt> = request.each(each, |(subject, programs)| {
        let trials = trials(&asked.config, subject, asked.budget);
        hunt(&trials, programs, asked.budget, &stop)
    });
    let rows: Vec<Row> = subjects
        .into_iter()
        .zip(hunts.chunks(Programs::ALL.len()))
        .map(|(subject, hunts)| Row {
            subject,
            hunts: hunts.to_vec(),
        })
        .collect();
    *exit = exit_of(&rows);
    let trials = trials(&asked.config, &asked.subject, asked.budget);
    match request.form {
        Form::Json => output.json(&Object::new(
            &trials,
            asked.config.seed,
            asked.budget,
            &rows,
        )),
        Form::Text | Form::Svg => output.print(&text(&trials, asked.budget, &rows, output.layout)),
    }
}

/// A bug that is noticed is no failure here; something wrong with the right device is.
fn exit_of(rows: &[Row]) -> Exit {
    let right = rows.iter().filter(|row| row.subject.bug().is_none());
    let mut right = right.flat_map(|row| &row.hunts);
    if right.any(|hunt| hunt.found.is_some()) {
        return Exit::Failed;
    }
    let mut all = rows.iter().flat_map(|row| &row.hunts);
    if all.any(|hunt| hunt.open.is_some()) {
        Exit::Open
    } else {
        Exit::Ok
    }
}
