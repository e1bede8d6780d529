//! `check`: every test under every model asked.

use std::path::Path;

use crate::program::Program;
use crate::render::layout::Layout;
use crate::render::picture::{dot, page};
use crate::render::{herd, summary, text};
use crate::tasks::ask::judged;
use crate::tasks::batch::ask::chosen;
use crate::view::answer::{Answer, Verdict};

use super::asked::Asked;
use super::exit::Exit;
use super::failure::Failure;
use super::inputs;
use super::output::Output;
use super::proofs::Proofs;
use super::request::{Check, CheckFormat};

/// Answers the request; what is wrong with one file does not keep the others from an answer.
pub fn run(request: &Check, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    let mut answers = Vec::new();
    let mut proofs = request.proof.as_deref().map(Proofs::new).transpose()?;
    for input in inputs::expand(&request.paths) {
        if let Err(failure) =
            input.and_then(|path| one(request, &path, &mut proofs, output, exit, &mut answers))
        {
            if matches!(failure, Failure::Write(_) | Failure::Save(_)) {
                return Err(failure);
            }
            output.complain(&failure);
            *exit = Exit::Bad;
        }
    }
    if request.format == CheckFormat::Text && answers.len() > 2 && !output.layout.quiet {
        let text = summary::render(&answers, output.layout);
        output.print(&text)?;
    }
    match request.format {
        CheckFormat::Text | CheckFormat::Herd => {}
        CheckFormat::Json => output.json(&answers)?,
        CheckFormat::Dot => output.print(&dot::render(&answers))?,
        CheckFormat::Svg => output.print(&page::render(&answers))?,
    }
    Ok(())
}

fn one(
    request: &Check,
    path: &Path,
    proofs: &mut Option<Proofs>,
    output: &mut Output,
    exit: &mut Exit,
    answers: &mut Vec<Answer>,
) -> Result<(), Failure> {
    let program = inputs::load(path)?;
    inputs::heed(&program, request.strict, output)?;
    let models = request.models.iter();
    let models = models.map(|asked| (&asked.model, asked.named));
    let chosen = chosen(models, &program, |_| false);
    for asked in chosen.iter().filter_map(|&index| request.models.get(index)) {
        let mut answer = answer(request, &program, asked, proofs)?;
        if request.strict && answer.holds == Some(false) {
            let failure = "a strict check expects the statement to hold";
            answer.failures.push(failure.to_owned());
        }
        *exit = (*exit).max(grade(&answer));
        show(request, &answer, answers.last(), output)?;
        answers.push(answer);
    }
    Ok(())
}

/// Prints an answer, unless all are printed at the end.
fn show(
    request: &Check,
    answer: &Answer,
    before: Option<&Answer>,
    output: &mut Output,
) -> Result<(), Failure> {
    match request.format {
        CheckFormat::Text => {
            // What several models refuse is shown once.
            let again = before.is_some_and(|before| refuse_alike(before, answer));
            let layout = Layout {
                quiet: output.layout.quiet || again,
                ..output.layout
            };
            let apart = before.is_some() && !layout.quiet;
            let text = text::render(answer, layout);
            output.print(&format!("{}{text}", if apart { "\n" } else { "" }))
        }
        CheckFormat::Herd => output.print(&herd::render(answer)),
        CheckFormat::Json | CheckFormat::Dot | CheckFormat::Svg => Ok(()),
    }
}

fn refuse_alike(a: &Answer, b: &Answer) -> bool {
    match (&a.unsupported, &b.unsupported) {
        (Some(one), Some(other)) => {
            a.file == b.file && one.site == other.site && one.what == other.what
        }
        _ => false,
    }
}

fn answer(
    request: &Check,
    program: &Program,
    asked: &Asked,
    proofs: &mut Option<Proofs>,
) -> Result<Answer, Failure> {
    let asked = judged(program, &asked.model, &request.options, request.minimal)?;
    if let Some(proofs) = proofs {
        proofs.write(&asked.answer, &asked.proofs)?;
    }
    Ok(asked.answer)
}

/// How grave an answer is.
const fn grade(answer: &Answer) -> Exit {
    match answer.verdict {
        Verdict::Unknown | Verdict::Unsupported => Exit::Open,
        _ if !answer.failures.is_empty() => Exit::Failed,
        _ => Exit::Ok,
    }
}
