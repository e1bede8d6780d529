//! Asking the models about every point.

use rayon::prelude::*;
use serde::Serialize;
use serde::ser::{SerializeStruct as _, Serializer};

use crate::model::Model;
use crate::program::Program;
use crate::syntax::diagnostic::Report;
use crate::tasks::ask::ask as question;
use crate::verdict::query::Options;
use crate::view::answer::{Answer, Verdict};

use super::grid::Point;
use super::variant::Sweep;

/// What was found at a point.
#[derive(Debug)]
pub struct Cell {
    /// The point.
    pub point: Point,
    /// An answer for each model; or why the point makes no sense.
    pub answers: Result<Vec<Answer>, String>,
}

/// What was found at all points.
#[derive(Debug, Serialize)]
pub struct Swept {
    /// The file of the test.
    pub file: String,
    /// The test's name.
    pub test: String,
    /// Its statement, as written.
    pub statement: String,
    /// The models, in the order of the answers.
    pub models: Vec<String>,
    /// In the order of the points.
    pub cells: Vec<Cell>,
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Cell", 5)?;
        object.serialize_field("place", &self.point.place_name())?;
        object.serialize_field("space", self.point.space_name())?;
        object.serialize_field("fence", &self.point.fence_name())?;
        object.serialize_field("answers", &self.answers.as_ref().ok())?;
        object.serialize_field("senseless", &self.answers.as_ref().err())?;
        object.end()
    }
}

/// Asks models about all points, on all cores. A model that nobody named is left out where it
/// refuses the test at every point, unless none would be left.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn run(
    sweep: &Sweep,
    points: Vec<Point>,
    models: &[(&Model, bool)],
    options: &Options,
) -> Result<Swept, Report> {
    let cells: Result<Vec<Cell>, Report> = points
        .into_par_iter()
        .map(|point| {
            let answers = match sweep.variant(&point) {
                Ok(program) => Ok(ask(&program, models, options)?),
                Err(why) => Err(why),
            };
            Ok(Cell { point, answers })
        })
        .collect();
    let mut swept = Swept {
        file: sweep.program.source.name.to_string(),
        test: sweep.program.name.clone(),
        statement: crate::view::names::statement(&sweep.program),
        models: models.iter().map(|(model, _)| model.name.clone()).collect(),
        cells: cells?,
    };
    swept.leave_out(models);
    Ok(swept)
}

fn ask(
    program: &Program,
    models: &[(&Model, bool)],
    options: &Options,
) -> Result<Vec<Answer>, Report> {
    models
        .par_iter()
        .map(|(model, _)| Ok(question(program, model, options)?.answer))
        .collect()
}

impl Swept {
    fn leave_out(&mut self, models: &[(&Model, bool)]) {
        let refuses = |index: usize| {
            let answers = self
                .cells
                .iter()
                .filter_map(|cell| cell.answers.as_ref().ok());
            let mut verdicts = answers.filter_map(|answers| Some(answers.get(index)?.verdict));
            verdicts.all(|verdict| verdict == Verdict::Unsupported)
        };
        let kept: Vec<bool> = models
            .iter()
            .enumerate()
            .map(|(index, (_, named))| *named || !refuses(index))
            .collect();
        if !kept.contains(&true) {
            return;
        }
        keep(&mut self.models, &kept);
        for cell in &mut self.cells {
            if let Ok(answers) = &mut cell.answers {
                keep(answers, &kept);
            }
        }
    }

    /// Whether no point makes sense.
    #[must_use]
    pub fn is_senseless(&self) -> bool {
        self.cells.iter().all(|cell| cell.answers.is_err())
    }

    /// The reasons why points make no sense, each with its points.
    #[must_use]
    pub fn senseless(&self) -> Vec<(&str, Vec<&Point>)> {
        let mut reasons: Vec<(&str, Vec<&Point>)> = Vec::new();
        for cell in &self.cells {
            let Err(why) = &cell.answers else { continue };
            match reasons.iter_mut().find(|(known, _)| known == why) {
                Some((_, points)) => points.push(&cell.point),
                None => reasons.push((why, vec![&cell.point])),
            }
        }
        reasons
    }
}

fn keep<T>(items: &mut Vec<T>, kept: &[bool]) {
    let mut flags = kept.iter();
    items.retain(|_| flags.next().copied().unwrap_or(true));
}
