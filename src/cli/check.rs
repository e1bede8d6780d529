//! `check`: every test under every model asked.

use std::sync::{Arc, OnceLock};

use crate::program::Program;
use crate::render::layout::Layout;
use crate::render::picture::{dot, page};
use crate::render::{herd, matrix, text};
use crate::tasks::ask::{judge, judged};
use crate::tasks::batch::ask::chosen;
use crate::verdict::query::{Options, Tell};
use crate::view::answer::{Answer, Verdict};

use super::asked::Asked;
use super::exit::Exit;
use super::failure::Failure;
use super::inputs;
use super::output::{Output, print_at_once};
use super::proofs::Proofs;
use super::request::{Check, CheckFormat};

/// Answers the request; what is wrong with one file does not keep the others from an answer.
pub fn run(request: &Check, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    let mut proofs = request.proof.as_deref().map(Proofs::new).transpose()?;
    let mut programs = Vec::new();
    for input in inputs::expand(&request.paths) {
        let loaded = inputs::each(input, |path| {
            let program = inputs::load(path)?;
            inputs::heed(&program, request.strict, output)?;
            Ok(program)
        });
        match loaded {
            Ok(program) => programs.push(program),
            Err(failure) => complain(&failure, output, exit),
        }
    }
    let style = Style::of(request, programs.len(), output.layout);
    let mut answers = Vec::new();
    for program in &programs {
        let done = one(
            request,
            program,
            (style, &mut proofs),
            output,
            exit,
            &mut answers,
        );
        if let Err(failure) = done {
            output.progress(None);
            if failure.is_of_the_output() {
                return Err(failure);
            }
            complain(&failure.of(&program.source.name), output, exit);
        }
    }
    output.progress(None);
    match request.format {
        CheckFormat::Text => table(style, &answers, output)?,
        CheckFormat::Herd => {}
        CheckFormat::Json => output.json(&answers)?,
        CheckFormat::Dot => output.document(&dot::render(&answers), answers.len())?,
        CheckFormat::Svg => output.document(&page::render(&answers), answers.len())?,
    }
    Ok(())
}

fn complain(failure: &Failure, output: &Output, exit: &mut Exit) {
    output.complain(failure);
    *exit = Exit::Bad;
}

/// How much is said of each answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Its line.
    Line,
    /// What shows it.
    Details,
    /// A cell of one table for all.
    Table,
}

impl Style {
    /// One test under one model is shown, and what was asked for with an option; the rest fits in a
    /// table.
    const fn of(request: &Check, tests: usize, layout: Layout) -> Self {
        let text = matches!(request.format, CheckFormat::Text);
        let one = tests <= 1 && request.models.len() <= 1;
        if layout.quiet {
            Self::Line
        } else if one
            || request.states.is_some()
            || layout.verbose
            || request.options.smallest
            || request.options.race
            || !text
        {
            Self::Details
        } else {
            Self::Table
        }
    }
}

/// All answers in a table, after the details too where there are many.
fn table(style: Style, answers: &[Answer], output: &mut Output) -> Result<(), Failure> {
    let text = matrix::render(answers, output.layout);
    match style {
        Style::Table if !answers.is_empty() => output.print(&text),
        Style::Details if answers.len() > 2 => output.print(&format!("\n{text}")),
        Style::Line | Style::Details | Style::Table => Ok(()),
    }
}

fn one(
    request: &Check,
    program: &Program,
    (style, proofs): (Style, &mut Option<Proofs>),
    output: &mut Output,
    exit: &mut Exit,
    answers: &mut Vec<Answer>,
) -> Result<(), Failure> {
    let models = request.models.iter();
    let models = models.map(|asked| (&asked.model, asked.named));
    let chosen = chosen(models, program, |_| false);
    for (index, asked) in request.models.iter().enumerate() {
        // In a table stands also who refuses the test and was not named; it is no open question.
        let aside = !chosen.contains(&index);
        if aside && style != Style::Table {
            continue;
        }
        if style == Style::Table {
            output.progress(Some(&format!(
                "{} under {}",
                program.name, asked.model.name
            )));
        }
        let apart = style == Style::Details && !answers.is_empty();
        let said = said_early(request, program, asked, apart, output);
        let mut answer = answer(request, program, asked, (style, proofs), said.as_ref())?;
        if aside {
            answers.push(answer);
            continue;
        }
        judge_strictly(request.strict, &mut answer);
        *exit = (*exit).max(grade(&answer));
        if style != Style::Table {
            let said = said.as_ref().and_then(|said| said.text.get());
            show(request, &answer, answers.last(), said, output)?;
        }
        answers.push(answer);
    }
    Ok(())
}

fn judge_strictly(strict: bool, answer: &mut Answer) {
    if strict && answer.holds == Some(false) {
        let failure = "a strict check expects the statement to hold";
        answer.failures.push(failure.to_owned());
    }
}

/// Who prints the line of an answer before its reason is sought, and what was printed so.
struct Said {
    tell: Tell,
    text: Arc<OnceLock<String>>,
}

/// On a terminal somebody waits: the verdict comes at once, the reason when it is found. Elsewhere
/// an answer comes whole.
fn said_early(
    request: &Check,
    program: &Program,
    asked: &Asked,
    apart: bool,
    output: &Output,
) -> Option<Said> {
    let text = request.format == CheckFormat::Text;
    if !text || output.layout.quiet || !output.is_watched() {
        return None;
    }
    let printed = Arc::new(OnceLock::new());
    let (program, model) = (program.clone(), asked.model.clone());
    let (strict, said) = (request.strict, printed.clone());
    let layout = Layout {
        quiet: true,
        ..output.layout
    };
    let tell = Tell::new(move |early| {
        let mut answer = Answer::early(&program, &model, early);
        judge(&program, &mut answer);
        judge_strictly(strict, &mut answer);
        let start = if apart { "\n" } else { "" };
        let line = format!("{start}{}", text::render(&answer, layout));
        if said.set(line.clone()).is_ok() {
            print_at_once(&line);
        }
    });
    let text = printed;
    Some(Said { tell, text })
}

/// Prints an answer, unless all are printed at the end.
fn show(
    request: &Check,
    answer: &Answer,
    before: Option<&Answer>,
    said: Option<&String>,
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
            let text = format!("{}{text}", if apart { "\n" } else { "" });
            let rest = said.and_then(|said| text.strip_prefix(said.as_str()));
            output.print(rest.unwrap_or(&text))
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
    (style, proofs): (Style, &mut Option<Proofs>),
    said: Option<&Said>,
) -> Result<Answer, Failure> {
    // A verdict in a table is not to wait for a reason that nobody sees.
    let shown = style != Style::Table;
    let asked_of = match &request.states {
        Some(states) => states.of(program, &request.options)?,
        None => request.options.clone(),
    };
    let options = Options {
        reason: asked_of.reason && shown,
        terminates: asked_of.terminates && shown,
        flags: asked_of.flags && shown,
        mend: shown,
        tell: said.filter(|_| shown).map(|said| said.tell.clone()),
        ..asked_of
    };
    let asked = judged(program, &asked.model, &options)?;
    if let Some(proofs) = proofs {
        proofs.write(&asked.answer, &asked.proofs)?;
    }
    Ok(asked.answer)
}

/// How grave an answer is.
fn grade(answer: &Answer) -> Exit {
    match answer.verdict {
        Verdict::Unknown | Verdict::Unsupported => Exit::Open,
        Verdict::Reachable | Verdict::Unreachable | Verdict::Racy => {
            let states = answer.states.as_ref();
            let open = states.is_some_and(|states| !states.complete && !states.enough)
                || answer.leaves_open();
            match (answer.failures.is_empty(), open) {
                (false, _) => Exit::Failed,
                // That there may be more is an open question, unless no more were wanted.
                (true, true) => Exit::Open,
                (true, false) => Exit::Ok,
            }
        }
    }
}
