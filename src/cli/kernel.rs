//! `kernel`: launches, answered one after the other.

use std::path::Path;

use crate::kernel::load;
use crate::kernel::report::answer::{Answer, Report};
use crate::kernel::report::{
    Ask, Outline, ask, outline, refused, render, render_outline, vanishing,
};
use crate::kernel::setup::Setup;
use crate::ptx::lines::is_python;
use crate::render::kernel::{page, picture, sarif};
use crate::render::repair;
use crate::stop::Open;
use crate::syntax::difference::unified;
use crate::syntax::read::{printable, read_source};
use crate::syntax::span::SourceFile;
use crate::tasks::repair::beside::settle;
use crate::tasks::repair::python;
use crate::tasks::repair::statement::may_begin;
use crate::tasks::repair::{Fixed, Proved, fences, prove};
use crate::verdict::query::Options;
use crate::view::diagnostic::Told;

use super::complaints::tell;
use super::exit::Exit;
use super::failure::Failure;
use super::interrupt::until_interrupted;
use super::kernel_request::{Form, Input, Kernel, Task};
use super::output::Output;

/// A search for fixes, or for what is needed, may take so many times as long as a question.
const REPAIR: u32 = 2;

/// Answers what is asked of launches. One with mistakes does not keep the others from being answered.
pub fn run(request: &Kernel, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    let mut setups = Vec::new();
    let mut told = Vec::new();
    for input in &request.inputs {
        match load(input) {
            Ok(mut setup) => {
                let said = request.vectors_whole;
                setup.description.vectors_whole = said.unwrap_or(setup.description.vectors_whole);
                setups.push(setup);
            }
            Err(failure) => {
                output.complain(&failure);
                told.extend(failure.told());
            }
        }
    }
    if request.show {
        show(request, &setups, output)?;
    } else {
        answer(request, (&setups, &told), output, exit)?;
    }
    if !told.is_empty() {
        *exit = Exit::Bad;
    }
    Ok(())
}

fn load(input: &Input) -> Result<Setup, Failure> {
    match input {
        Input::Flags(flags) => {
            let text = flags.text().map_err(Failure::Usage)?;
            let source = SourceFile::new("<command line>", text);
            Ok(load::made(&source, Path::new(""))?)
        }
        Input::File(path) => Ok(load::load(path)?),
        Input::Missing(path, why) => Err(Failure::Read(why.clone()).of(&printable(path))),
    }
}

/// The launches as they were understood.
fn show(request: &Kernel, setups: &[Setup], output: &mut Output) -> Result<(), Failure> {
    let shown: Vec<Outline> = setups.iter().map(outline).collect();
    if request.form == Form::Json {
        return match &shown[..] {
            [one] if request.single => output.json(one),
            several => output.json(&several),
        };
    }
    let texts: Vec<String> = shown.iter().map(render_outline).collect();
    output.print(&texts.join("\n"))
}

fn answer(
    request: &Kernel,
    (setups, told): (&[Setup], &[Told]),
    output: &mut Output,
    exit: &mut Exit,
) -> Result<(), Failure> {
    let mut reports = Vec::new();
    let mut proofs: Vec<Proved> = Vec::new();
    let (mut failed, mut open) = (false, false);
    let options = listening(request)?;
    for (index, setup) in setups.iter().enumerate() {
        if index > 0 && options.stop.check() == Err(Open::Interrupted) {
            output.complain(&interrupted(setups.len() - index, setups.len()));
            open = true;
            break;
        }
        // Each question has a time of its own.
        let asked = || Ask {
            model: request.model.clone(),
            bound: request.options.bound,
            stop: options.limits().stop,
            options: options.clone(),
            recall: None,
        };
        let mut report = ask(setup, &asked());
        vanishing(setup, &asked(), &mut report);
        tell_refused(setup, &report, output);
        match exit_of(&report) {
            Exit::Failed => failed = true,
            Exit::Open => open = true,
            Exit::Ok | Exit::Bad => {}
        }
        if request.form == Form::Text {
            let between = match index {
                0 => "",
                _ if output.layout.quiet => "",
                _ => "\n",
            };
            let text = render(&report, output.layout.quiet);
            output.print(&format!("{between}{text}"))?;
        }
        // What is only judged needs no smallest runs.
        let plain = || {
            let mut ask = asked();
            ask.options.smallest = false;
            ask
        };
        // As many questions as there is time for.
        let stop = options.long_limits(REPAIR).stop;
        match request.task {
            Task::Answer => {}
            Task::Fences { prices, diff } => {
                let source = |file: &str| source_of(request.root.as_deref(), &report.ptx, file);
                let mut fixed = fences(setup, &plain, &report, &prices, (&stop, &source));
                let (fixes, barriers) = (&mut fixed.fixes, &mut fixed.barriers);
                let met = barriers.iter_mut().flat_map(|said| &mut said.found);
                let fixes = fixes.iter_mut().chain(met.map(|(fix, _)| fix));
                for edit in fixes.flat_map(|fix| &mut fix.edits) {
                    settle(edit, &source);
                }
                if request.form == Form::Text {
                    output.print(&mended(setup, &fixed, diff))?;
                }
                for check in &mut report.checks {
                    check.fixes = fixed.of(check.name);
                    if check.name == "property" && !fixed.mended.contains(&check.name) {
                        check
                            .remarks
                            .extend(repair::lost(&fixed).map(str::to_owned));
                    }
                }
            }
            Task::Prove => {
                let proved = prove(setup, &plain, &report, &stop);
                if request.form == Form::Text {
                    output.print(&repair::proof(&proved))?;
                }
                proofs.push(proved);
            }
        }
        reports.push(report);
    }
    // What is violated outweighs what is open.
    *exit = match (failed, open) {
        (true, _) => Exit::Failed,
        (false, true) => Exit::Open,
        (false, false) => Exit::Ok,
    };
    match request.form {
        Form::Text => Ok(()),
        Form::Json if request.task == Task::Prove => match &proofs[..] {
            [one] if request.single => output.json(one),
            several => output.json(&several),
        },
        Form::Json => match &reports[..] {
            [one] if request.single => output.json(one),
            several => output.json(&several),
        },
        Form::Sarif => {
            let root = request.root.as_deref();
            let indents = |ptx: &str, file: &str, lines: (u32, u64), in_branch: bool| {
                indent(root, ptx, file, lines, in_branch)
            };
            output.json(&sarif::report(&reports, told, root, &indents))
        }
        Form::Svg => output.print(&picture::render(&reports)),
        Form::Html => output.print(&page::render(&reports, told)),
    }
}

/// The options, with which the first Ctrl-C ends the questions, unless somebody listens to it already.
fn listening(request: &Kernel) -> Result<Options, Failure> {
    if request.watched {
        return Ok(request.options.clone());
    }
    until_interrupted(&request.options)
}

fn interrupted(left: usize, all: usize) -> Failure {
    Failure::Read(format!(
        "interrupted: {left} of {all} launches were not asked"
    ))
}

/// Tells a program that reads along which instructions are not interpreted; people find them in the answer.
fn tell_refused(setup: &Setup, report: &Report, output: &Output) {
    let remarks = report.checks.iter().flat_map(|check| &check.remarks);
    if let Some(found) = refused(setup, remarks.map(String::as_str))
        && output.complaints.are_data()
    {
        tell(&Told::all(&found));
    }
}

/// What a new line of a CUDA source begins with; nothing where it is seen that no statement may stand there, or where that
/// cannot be seen, as the source is not at hand, and a branch begins, which may have no braces.
fn indent(
    root: Option<&Path>,
    ptx: &str,
    file: &str,
    (beside, new): (u32, u64),
    in_branch: bool,
) -> Option<String> {
    let Some(source) = source_of(root, ptx, file) else {
        // Where a line is indented, how far is part of what it says.
        return (!in_branch && !is_python(file)).then(String::new);
    };
    let new = usize::try_from(new).ok()?;
    let line = usize::try_from(beside).ok()?;
    let may = if is_python(file) {
        python::may_stand(&source, line, new > line)
    } else {
        may_begin(&source, new)
    };
    if !may {
        return None;
    }
    let beside = line.checked_sub(1)?;
    let line = source.lines().nth(beside)?;
    Some(line[..line.len() - line.trim_start().len()].to_owned())
}

/// A source of CUDA that a module was made of, if it is at hand: below a root, or near the module.
fn source_of(root: Option<&Path>, ptx: &str, file: &str) -> Option<String> {
    let near = Path::new(ptx).parent().map(|folder| folder.join(file));
    let below = root.map(|root| root.join(file));
    let mut places = below.into_iter().chain(near);
    let source = places.find_map(|path| read_source(&path).ok())?;
    Some(source.text.to_string())
}

/// The fixes, and the difference of the PTX where that is wanted.
fn mended(setup: &Setup, fixed: &Fixed, wanted: bool) -> String {
    let mut text = repair::fixes(fixed);
    if let (true, Some((_, new))) = (wanted, fixed.offers().next()) {
        let source = &setup.module.source;
        text.push('\n');
        text.push_str(&unified((&source.name, &source.name), &source.text, new));
    }
    text
}

/// What a report means for the exit code: what is stated counts, where something is.
fn exit_of(report: &Report) -> Exit {
    if let Some(judged) = &report.expectations {
        let worst = judged.iter().map(|one| match one.agrees {
            Some(true) => Exit::Ok,
            Some(false) => Exit::Failed,
            None => Exit::Open,
        });
        let failed = judged.iter().any(|one| one.agrees == Some(false));
        return if failed {
            Exit::Failed
        } else {
            worst.max().unwrap_or(Exit::Ok)
        };
    }
    let answers = || report.checks.iter().map(|check| check.answer);
    if answers().any(|answer| matches!(answer, Answer::Violated | Answer::Undefined)) {
        Exit::Failed
    } else if answers().any(Answer::is_open) {
        Exit::Open
    } else {
        Exit::Ok
    }
}
