//! What both models say of a test that was found, asked in the ordinary way.

use crate::engine;
use crate::execution::concrete::Execution;
use crate::model::Model;
use crate::program::events::{EventKind, Unrolled};
use crate::program::symbolic::EventId;
use crate::program::{Program, resolve};
use crate::stop::Open;
use crate::syntax::parse_source;
use crate::syntax::print::{Style, print};
use crate::syntax::span::SourceFile;
use crate::verdict::outcome::{Conclusion, Outcome};
use crate::verdict::query::Options;

use super::asking::Asking;
use super::formula::Choice;
use super::search::Question;
use super::sketch::Sketch;

/// What the models say of a test.
pub(super) enum Confirmed {
    /// The first allows it, and the second forbids it.
    Yes(String),
    /// The second allows it, by these orders.
    Otherwise(Choice),
}

impl Question<'_> {
    /// The text of a test.
    fn written(&self, sketch: &Sketch) -> Result<Program, Open> {
        let defect = |_| Open::Internal("a test that was found cannot be read".to_owned());
        let name = format!("{}-not-{}", named(self.allows), named(self.forbids));
        let draft = SourceFile::new("", sketch.text(&name));
        let test = parse_source(&draft).map_err(defect)?;
        let source = SourceFile::new(format!("{name}.litmus"), print(&test, &Style::default()));
        let test = parse_source(&source).map_err(defect)?;
        resolve(&source, &test).map_err(defect)
    }

    fn check(&self, program: &Program, model: &Model) -> Result<Outcome, Open> {
        let options = Options {
            quantity: false,
            reason: false,
            flags: false,
            terminates: false,
            stop: self.stop.clone(),
            ..self.options.clone()
        };
        let defect = |_| Open::Internal("a test that was found is too long".to_owned());
        engine::check(program, model, &options).map_err(defect)
    }
}

/// A model's name as a part of a test's.
fn named(model: &Model) -> String {
    let stem = model.name.rsplit('/').next().unwrap_or(&model.name);
    let stem = stem.strip_suffix(".cat").unwrap_or(stem);
    let letters = stem.chars().map(|letter| {
        if letter.is_ascii_alphanumeric() {
            letter
        } else {
            '_'
        }
    });
    letters.collect()
}

impl Asking<'_, '_> {
    /// Asks both models about a test.
    pub(super) fn confirm(&self, sketch: &Sketch) -> Result<Confirmed, Open> {
        let question = self.question;
        let program = question.written(sketch)?;
        let outcome = question.check(&program, question.forbids)?;
        match &outcome.conclusion {
            Conclusion::Reachable { witness } => {
                let execution = witness.run.execution();
                let choice = execution
                    .zip(outcome.unrolled.as_deref())
                    .and_then(|(execution, unrolled)| self.choice(execution, unrolled));
                let why = "an execution does not fit the test that it is of";
                let choice = choice.ok_or_else(|| Open::Internal(why.to_owned()))?;
                return Ok(Confirmed::Otherwise(choice));
            }
            Conclusion::Unreachable { .. } => {}
            Conclusion::Unknown { .. }
            | Conclusion::Racy { .. }
            | Conclusion::Unsupported { .. } => return Err(undecided(&outcome)),
        }
        let outcome = question.check(&program, question.allows)?;
        match &outcome.conclusion {
            Conclusion::Reachable { .. } => Ok(Confirmed::Yes(program.source.text.to_string())),
            Conclusion::Unreachable { .. } => {
                let why = format!(
                    "the search has an execution of a test that {} forbids:\n{}",
                    question.allows.name, program.source.text
                );
                Err(Open::Internal(why))
            }
            Conclusion::Unknown { .. }
            | Conclusion::Racy { .. }
            | Conclusion::Unsupported { .. } => Err(undecided(&outcome)),
        }
    }

    /// The orders of an execution, by the accesses of the shape.
    fn choice(&self, execution: &Execution, unrolled: &Unrolled) -> Option<Choice> {
        let size = self.shape.accesses();
        let mut accesses = vec![None; unrolled.events.len()];
        let mut fences = vec![None; unrolled.events.len()];
        let mut seen = vec![0; self.shape.threads.len()];
        for (index, event) in unrolled.events.iter().enumerate() {
            let Some(thread) = event.thread else { continue };
            let slot = self.shape.start(thread.0) + *seen.get(thread.0)?;
            match event.kind {
                EventKind::Fence(_) => fences[index] = Some(slot),
                EventKind::Read { .. } | EventKind::Write { .. } | EventKind::ReadWrite { .. } => {
                    accesses[index] = Some(slot);
                    seen[thread.0] += 1;
                }
                EventKind::Initial { .. } | EventKind::Barrier { .. } | EventKind::Choice => {
                    return None;
                }
            }
        }
        let pairs = |orders: &[(EventId, EventId)], slots: &[Option<usize>]| {
            let pairs = orders.iter().map(|(a, b)| Some((slots[a.0]?, slots[b.0]?)));
            let pairs: Vec<(usize, usize)> = pairs.flatten().collect();
            pairs
        };
        let co = pairs(&execution.co, &accesses);
        let co = if self.models.1.definition.options.co_partial {
            co
        } else {
            let order = sorted(size, &co);
            let pairs = order.iter().enumerate();
            let pairs = pairs.flat_map(|(at, &a)| order[at + 1..].iter().map(move |&b| (a, b)));
            pairs.collect()
        };
        Some(Choice {
            co,
            fences: sorted(size, &pairs(&execution.fence_order, &fences)),
        })
    }
}

/// Numbers in an order that has all these pairs.
fn sorted(size: usize, pairs: &[(usize, usize)]) -> Vec<usize> {
    let mut order = Vec::new();
    while order.len() < size {
        let free = |index: &usize| {
            !order.contains(index)
                && !pairs
                    .iter()
                    .any(|(before, after)| after == index && !order.contains(before))
        };
        match (0..size).find(free) {
            Some(next) => order.push(next),
            None => break,
        }
    }
    order
}

fn undecided(outcome: &Outcome) -> Open {
    let why = outcome.open().next().map(|remark| remark.why.clone());
    why.unwrap_or_else(|| Open::Internal("a test that was found is not accepted".to_owned()))
}
