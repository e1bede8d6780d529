//! `trace --window`: long logs judged window by window.

use std::path::Path;
use std::time::Instant;

use crate::trace::answer::Judged;
use crate::trace::log::{Log, Span};
use crate::trace::read::log::{Reader, Wrong, open};
use crate::trace::report::json::Object;
use crate::trace::rules::Rule;
use crate::trace::window::run::{Refused, Windows};

use super::exit::Exit;
use super::failure::Failure;
use super::output::Output;
use super::trace::Trace;
use super::trace_stream::show;

/// Judges a log as it is read, by all models at once.
///
/// # Errors
///
/// The output is closed or full; a bad log is told.
pub fn run(
    request: &Trace,
    file: &Path,
    size: usize,
    output: &mut Output,
    exit: &mut Exit,
) -> Result<Vec<Object>, Failure> {
    let started = Instant::now();
    let mut objects = Vec::new();
    let found = match judge(request, file, size) {
        Ok(found) => found,
        Err(failure) => {
            output.complain(&failure);
            *exit = (*exit).max(Exit::Bad);
            return Ok(objects);
        }
    };
    if !request.is_json() {
        output.print(&found.heading)?;
    }
    for (judged, log) in &found.judged {
        objects.extend(show(
            request,
            log,
            judged,
            found.events,
            started,
            output,
            exit,
        )?);
    }
    Ok(objects)
}

/// What is known of a log.
struct Answers {
    heading: String,
    events: u64,
    judged: Vec<(Judged, Log)>,
}

fn judge(request: &Trace, file: &Path, size: usize) -> Result<Answers, Failure> {
    let (name, input) = open(file).map_err(Wrong::from)?;
    let mut reader = Reader::new(name.clone(), input, request.is_partial());
    let refused = |refused: Refused| Failure::Read(format!("{name}: {}", refused.0)).of(&name);
    reader.builder.stream();
    let rules = request
        .asked()
        .iter()
        .filter_map(|asked| Rule::of(&asked.model.name));
    let mut all: Vec<Windows> = rules
        .map(|rule| Windows::new(rule, size, request.question().clone()))
        .collect();
    let mut events = 0;
    while reader.step()? {
        let log = &reader.builder.log;
        for (at, one) in (0..).zip(&log.events) {
            let span = log.time(at).unwrap_or(Span::NONE);
            let name = log.ids.get(at as usize);
            for windows in &mut all {
                windows.add(log, *one, span, name).map_err(refused)?;
            }
            events += 1;
        }
        reader.builder.forget();
    }
    let log = reader.finish()?;
    let threads = log.threads.len();
    let heading = format!(
        "{}: {events} events of {threads} threads, in windows\n",
        log.name
    );
    let judged = all.into_iter().map(|windows| windows.finish(&log));
    Ok(Answers {
        heading,
        events,
        judged: judged.collect(),
    })
}
