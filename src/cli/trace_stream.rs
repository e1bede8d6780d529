//! `trace --stream`: logs longer than memory.

use std::path::Path;
use std::time::Instant;

use crate::trace::answer::{Case, Impossible, Judged, Minimal, Undecided, Verdict};
use crate::trace::log::{Log, Op};
use crate::trace::read::log::{Reader, Wrong, open};
use crate::trace::report::json::{Measured, Object};
use crate::trace::report::text;
use crate::trace::rules::Times;
use crate::trace::stream::run::{Ended, Fault, Stream};

use super::exit::Exit;
use super::failure::Failure;
use super::output::Output;
use super::trace::{Trace, peak};

/// Judges a log as it is read.
///
/// # Errors
///
/// The output is closed or full; a bad log is told.
pub fn run(
    request: &Trace,
    file: &Path,
    memory: u64,
    output: &mut Output,
    exit: &mut Exit,
) -> Result<Option<Object>, Failure> {
    let started = Instant::now();
    let (log, judged, events) = match judge(request, file, memory) {
        Ok(found) => found,
        Err(failure) => {
            output.complain(&failure);
            *exit = (*exit).max(Exit::Bad);
            return Ok(None);
        }
    };
    if !request.is_json() {
        let threads = log.threads.len();
        output.print(&format!(
            "{}: {events} events of {threads} threads, as they came\n",
            log.name
        ))?;
    }
    show(request, &log, &judged, events, started, output, exit)
}

/// Shows an answer for a log whose events are gone.
///
/// # Errors
///
/// The output is closed or full.
pub(super) fn show(
    request: &Trace,
    log: &Log,
    judged: &Judged,
    events: u64,
    started: Instant,
    output: &mut Output,
    exit: &mut Exit,
) -> Result<Option<Object>, Failure> {
    *exit = (*exit).max(request.exit_of(&judged.model, judged.verdict));
    let seconds = started.elapsed().as_secs_f64();
    if request.is_json() {
        let peak_bytes = peak();
        let measured = Measured {
            seconds,
            peak_bytes,
        };
        return Ok(Some(Object::of_stream(log, judged, events, measured)));
    }
    output.print(&text::answer(log, judged, output.layout))?;
    if !output.layout.quiet {
        for note in &log.notes {
            output.print(&format!("  {note}\n"))?;
        }
    }
    Ok(None)
}

fn judge(request: &Trace, file: &Path, memory: u64) -> Result<(Log, Judged, u64), Failure> {
    let (name, input) = open(file).map_err(Wrong::from)?;
    let mut reader = Reader::new(name, input, request.is_partial());
    reader.builder.stream();
    let mut stream = Stream::new(memory);
    let (mut wrong, mut full) = (None, None);
    while full.is_none() && reader.step()? {
        let log = &reader.builder.log;
        for one in &log.events {
            let refused = match one.op {
                Op::WriteBack => Some("write-backs"),
                Op::Load | Op::Store | Op::Rmw | Op::Fence | Op::Barrier => None,
            };
            if let Some(what) = refused {
                let why = format!("a log with {what} cannot be judged as it comes");
                return Err(no_stream(reader.name(), &why));
            }
            // What is impossible by a promise is so only if that is kept, also by what comes later.
            let added = match &wrong {
                None => stream.add(log, one),
                Some(_) => stream.pass(log, one),
            };
            match added {
                Ok(()) => {}
                Err(Fault::Impossible(text)) => {
                    wrong = Some(text);
                }
                Err(Fault::Broken(text)) => {
                    return Err(no_stream(reader.name(), &text));
                }
                Err(Fault::Full(text)) => {
                    full = Some(text);
                }
            }
        }
        if !log.events.is_empty() && !reader.builder.promised {
            let why = "only logs that promise unique values are judged as they come: `values unique` (JSON: \"unique\":true)";
            return Err(no_stream(reader.name(), why));
        }
        reader.builder.forget();
    }
    let events = stream.events();
    let log = reader.finish()?;
    let ended = match (wrong, full) {
        (Some(wrong), _) => Ended::Impossible(wrong),
        (None, Some(reason)) => Ended::Unknown {
            reason,
            event: events,
        },
        (None, None) => stream.finish(&log),
    };
    Ok((log, answer(ended), events))
}

fn answer(ended: Ended) -> Judged {
    let bare = |verdict| Judged::bare("plain", verdict, Times::Off, "stream");
    match ended {
        Ended::Explained => bare(Verdict::Explained),
        Ended::Unknown { reason, .. } => Judged {
            open: Some(Undecided {
                reason,
                event: None,
            }),
            ..bare(Verdict::Unknown)
        },
        Ended::Impossible(wrong) => Judged {
            impossible: Some(Impossible {
                events: Vec::new(),
                minimal: Minimal::Unfinished,
                cases: vec![Case {
                    wrong: Some(wrong),
                    ..Case::default()
                }],
                axiom: "plain, coherence".to_owned(),
            }),
            ..bare(Verdict::Impossible)
        },
    }
}

/// Why a log is not judged as it comes.
fn no_stream(name: &str, why: &str) -> Failure {
    Failure::Read(format!("{name}: {why}")).of(name)
}
