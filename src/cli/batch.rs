//! `batch`: a suite in parallel, a report, an exit code.

use std::io::{self, BufWriter, Write};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::render::batch::csv::Csv;
use crate::render::batch::html::Html;
use crate::render::batch::jsonl::{Json, JsonLines};
use crate::render::batch::junit::Junit;
use crate::render::batch::markdown::Markdown;
use crate::render::batch::sarif::Sarif;
use crate::render::batch::table::Table;
use crate::render::batch::{Plan, Renderer};
use crate::render::layout::Layout;
use crate::tasks::batch::isolate;
use crate::tasks::batch::journal::{Heading, Journal};
use crate::tasks::batch::judge::Grade;
use crate::tasks::batch::row::Row;
use crate::tasks::batch::run::{RunError, Show, run as verify};
use crate::tasks::batch::summary::{Summary, plural};
use crate::tasks::batch::warned::{refused, warnings};

use super::batch_request::{Batch, Report};
use super::complaints::{Complaints, tell as tell_all};
use super::exit::Exit;
use super::failure::Failure;
use super::interrupt::interruptible;
use super::invocation::resumed;
use super::output::Output;
use super::progress::Progress;

/// Rows that were found are written at least so often.
const FLUSH: Duration = Duration::from_millis(500);

/// Verifies a suite.
pub fn run(mut request: Batch, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    if request.worker {
        let batch = &request.batch;
        // The terminal sends Ctrl-C here, too; the question is finished first here as there.
        interruptible(stopping(output.complaints))?;
        let served = isolate::serve(
            &batch.models,
            (&batch.options, batch.states.as_ref()),
            io::stdin().lock(),
            output.writer(),
        );
        return served.map_err(Failure::Write);
    }
    let complaints = output.complaints;
    for note in &request.remarks {
        complaints.said(note);
    }
    complaints.warnings(&request.warnings);
    request.batch.show = show(request.format);
    request.batch.journal = journal(&request)?;
    if let Some(journal) = &request.batch.journal {
        for text in &journal.remarks {
            complaints.remark_on(journal.name(), &format!("note: {text}"));
        }
    }
    let stop = interruptible(stopping(complaints))?;
    let layout = output.layout;
    let summary = report(&request, layout, &stop, output)?;
    *exit = (*exit).max(grade(&summary));
    remarks(&request, &summary, layout.quiet, complaints);
    Ok(())
}

/// Says that Ctrl-C was heard.
fn stopping(complaints: Complaints) -> impl Fn() {
    move || complaints.remark("\nstopping after the tests that are being asked")
}

/// Which rows the report shows in full.
const fn show(format: Report) -> Show {
    match format {
        Report::Html => Show::All,
        Report::Table | Report::Markdown | Report::Junit => Show::Failures,
        Report::Json | Report::JsonLines | Report::Csv | Report::Sarif => Show::None,
    }
}

/// The renderer of a form.
pub fn renderer(format: Report, layout: Layout) -> Box<dyn Renderer> {
    match format {
        Report::Table => Box::new(Table::new(layout)),
        Report::Json => Box::new(Json::default()),
        Report::JsonLines => Box::new(JsonLines::default()),
        Report::Csv => Box::new(Csv),
        Report::Markdown => Box::new(Markdown::default()),
        Report::Junit => Box::new(Junit),
        Report::Sarif => Box::new(Sarif::default()),
        Report::Html => Box::new(Html::default()),
    }
}

fn journal(request: &Batch) -> Result<Option<Journal>, Failure> {
    let Some((path, resume)) = &request.journal else {
        return Ok(None);
    };
    let batch = &request.batch;
    let memory = batch.isolation.as_ref().map(|isolation| isolation.memory);
    let heading = Heading::of(
        &batch.models,
        (&batch.options, batch.states.as_ref()),
        memory,
        request.shard,
    );
    Ok(Some(Journal::open(path, &heading, *resume)?))
}

fn report(
    request: &Batch,
    layout: Layout,
    stop: &AtomicBool,
    output: &mut Output,
) -> Result<Summary, Failure> {
    let (terminal, complaints) = (output.is_terminal(), output.complaints);
    let plan = Plan::of(&request.suite, request.models());
    let progress = Progress::new(
        request.suite.items.len(),
        layout.quiet || complaints.are_data(),
    );
    let mut renderer = renderer(request.format, layout);
    let mut out = BufWriter::with_capacity(1 << 16, output.writer());
    renderer.begin(&plan, &mut out)?;
    let (mut flushed, mut done) = (Instant::now(), 0);
    let found = verify(&request.batch, &request.suite, stop, |entry, summary| {
        done = summary.done;
        tell(&entry.rows, complaints);
        let mut write = || {
            renderer.file(&entry.rows, &mut out)?;
            if terminal || flushed.elapsed() > FLUSH {
                out.flush()?;
                flushed = Instant::now();
            }
            Ok::<(), io::Error>(())
        };
        let written = if terminal {
            progress.beside(write)
        } else {
            write()
        };
        progress.at(summary);
        written
    });
    progress.clear();
    let summary = match found {
        Ok(summary) => summary,
        Err(RunError::Taker(error)) => {
            // What is in the buffer has nowhere to go.
            let _ = out.into_parts();
            complaints.remark(&stopped(request, done));
            return Err(error.into());
        }
        Err(RunError::Journal(error)) => {
            out.flush()?;
            return Err(error.into());
        }
    };
    renderer.end(&summary, request.batch.judge.baseline.as_ref(), &mut out)?;
    out.flush()?;
    Ok(summary)
}

/// Tells a program that reads along what is wrong with a file that has no answers, what may be meant otherwise in one
/// that has, and what is not interpreted; people find it in the report.
pub fn tell(rows: &[Row], complaints: Complaints) {
    if !complaints.are_data() {
        return;
    }
    tell_all(&warnings(rows));
    tell_all(&refused(rows));
    for row in rows {
        match &row.error {
            Some(_) if !row.mistakes.is_empty() => tell_all(&row.mistakes),
            Some(error) => complaints.failure(&Failure::Read(error.clone()).of(&row.file)),
            None => {}
        }
    }
}

/// How grave what was found is. A question that was not asked is not answered.
pub fn grade(summary: &Summary) -> Exit {
    let stopped = if summary.complete() {
        Exit::Ok
    } else {
        Exit::Open
    };
    let rows = match summary.grade {
        None | Some(Grade::Fine) if summary.disagreed == 0 => Exit::Ok,
        None | Some(Grade::Fine | Grade::Disagrees) => Exit::Failed,
        // What is violated in a launch outweighs what is open.
        Some(Grade::Open) if summary.violated > 0 => Exit::Failed,
        Some(Grade::Open) => Exit::Open,
        Some(Grade::Broken) => Exit::Bad,
    };
    rows.max(stopped)
}

/// What is said beside the report.
fn remarks(request: &Batch, summary: &Summary, quiet: bool, complaints: Complaints) {
    if summary.edited > 0 {
        let files = plural(summary.edited, "file");
        complaints.remark(&format!(
            "note: {files} changed since the journal was written, and asked again"
        ));
    }
    if summary.kept > 0 {
        let (kept, fresh) = (plural(summary.kept, "row"), summary.rows - summary.kept);
        let were = if fresh == 1 { "was" } else { "were" };
        complaints.remark(&format!(
            "note: {kept} came from the journal, {fresh} {were} asked"
        ));
    }
    if !summary.complete() {
        complaints.remark(&stopped(request, summary.done));
    }
    if request.format != Report::Table && !quiet {
        complaints.remark(&summary.counts());
        complaints.remark(&summary.times());
    }
}

/// How far a run came that did not come to its end.
fn stopped(request: &Batch, done: usize) -> String {
    let all = plural(request.suite.items.len(), "file");
    format!("stopped after {done} of {all}; {}", go_on(request))
}

/// How to go on.
fn go_on(request: &Batch) -> String {
    if request.journal.is_none() {
        return "with --journal FILE a run can go on where it was stopped".to_owned();
    }
    format!("go on with\n  {}", resumed())
}
