//! `drf`.

mod bugs;
mod compare;
mod export;
mod request;
mod serve;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::drf::finding::{End, Outcome};
use crate::drf::layout::Layout;
use crate::drf::log;
use crate::drf::report::json::{Run as Object, Sweep as Objects, Told};
use crate::drf::report::svg;
use crate::drf::report::text::{self, Extra};
use crate::drf::shrink::{Smaller, shrink};
use crate::drf::subject::Subject;
use crate::drf::sweep::{Done, union};
use crate::drf::tester::Limits;
use crate::drf::trial::Trial;
use crate::save::{SaveError, Target};
use crate::stop::Stop;
use crate::tasks::batch::order::in_order;
use crate::trace::answer::Verdict;

use super::exit::Exit;
use super::failure::Failure;
use super::interrupt::interruptible;
use super::output::Output;

/// What `drf` is to do.
#[derive(Debug)]
pub struct Drf {
    action: Action,
    form: Form,
    /// How many runs at a time.
    jobs: usize,
    timeout: Duration,
}

#[derive(Debug)]
enum Action {
    Run(Box<Run>),
    Sweep(Vec<Trial>),
    Compare(Box<compare::Compare>),
    Bugs,
    Export(Box<export::Export>),
    Serve(Box<Trial>),
}

#[derive(Debug)]
struct Run {
    trial: Trial,
    until: Option<u64>,
    history: usize,
    log: Option<PathBuf>,
    shrink: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Json,
    Svg,
}

impl Drf {
    /// What comes of some runs, several of them at a time.
    fn each<P: Send, R: Send>(
        &self,
        runs: impl Iterator<Item = P> + Send,
        run: impl Fn(P) -> R + Sync,
    ) -> Vec<R> {
        let mut all = Vec::new();
        let threads = if self.jobs > 1 { self.jobs } else { 0 };
        let _: ControlFlow<()> = in_order(threads, runs, || &run, &mut |one| {
            all.push(one);
            ControlFlow::Continue(())
        });
        all
    }
}

/// Tests a device.
///
/// # Errors
///
/// The output or the log cannot be written.
pub fn run(request: &Drf, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    match &request.action {
        Action::Bugs => bugs::run(request.form, output),
        Action::Export(export) => export::run(export, output),
        Action::Serve(trial) => serve::run(trial),
        Action::Run(run) => one(run, request, output, exit),
        Action::Sweep(trials) => sweep(trials, request, output, exit),
        Action::Compare(asked) => compare::run(asked, request, output, exit),
    }
}

const fn exit_of(end: &End) -> Exit {
    match end {
        End::Consistent => Exit::Ok,
        End::Inconsistent(_) => Exit::Failed,
        End::Unknown(_) | End::Until(_) | End::Refused(_) | End::Lost(_) => Exit::Open,
        End::Malformed(_) => Exit::Bad,
    }
}

fn one(run: &Run, request: &Drf, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    let limits = Limits {
        until: run.until,
        stop: Stop::after(request.timeout).and_when(interruptible(|| ())?),
    };
    let started = Instant::now();
    // Another process may do something else the next time.
    let own = matches!(run.trial.subject, Subject::Exec(_));
    let mut outcome = run.trial.run(&limits, own || run.log.is_some());
    let seconds = started.elapsed().as_secs_f64();
    if let End::Malformed(text) = outcome.end {
        return Err(Failure::Read(text));
    }
    *exit = exit_of(&outcome.end);
    let found = match &outcome.end {
        End::Inconsistent(found) => Some(found.clone()),
        End::Consistent
        | End::Unknown(_)
        | End::Until(_)
        | End::Refused(_)
        | End::Lost(_)
        | End::Malformed(_) => None,
    };
    let wanted = run.shrink || run.history > 0 || request.form == Form::Json;
    if found.is_some() && outcome.record.is_none() && wanted {
        // The same again, and all of it kept.
        let again = run.trial.run(&limits, true);
        if again.end == outcome.end {
            outcome.record = again.record;
        } else if matches!(again.end, End::Inconsistent(_)) {
            let text = "internal error: the same seed ended in another way; please report it";
            output.complain(&Failure::Read(text.to_owned()));
            *exit = Exit::Open;
        }
    }
    let log = match &run.log {
        Some(path) => Some(write_log(run, path, &outcome, output, exit)?),
        None => None,
    };
    let smaller = match (&found, &outcome.record) {
        (Some(found), Some(record)) if run.shrink => {
            shrink(&run.trial, record, found.kind(), &limits)
        }
        (Some(_) | None, _) => None,
    };
    let shown = Shown {
        log,
        smaller,
        // Nothing smaller is an answer, too.
        asked: run.shrink && found.is_some(),
        seconds,
    };
    show(run, request, &outcome, shown, output)
}

/// What is shown besides the outcome.
struct Shown {
    log: Option<(String, String)>,
    smaller: Option<Smaller>,
    asked: bool,
    seconds: f64,
}

fn show(
    run: &Run,
    request: &Drf,
    outcome: &Outcome,
    shown: Shown,
    output: &mut Output,
) -> Result<(), Failure> {
    let Shown {
        log,
        smaller,
        asked,
        seconds,
    } = shown;
    let (history, happened) = run.trial.history(outcome, run.history);
    if request.form == Form::Json {
        let told = Told {
            history: &history,
            readers: &run.trial.readers(outcome),
            smaller: smaller.as_ref(),
            log,
            seconds: Some(seconds),
        };
        return output.json(&Object::new(&run.trial, outcome, told));
    }
    let extra = Extra {
        history,
        happened,
        log,
    };
    output.print(&text::run(&run.trial, outcome, &extra, output.layout))?;
    if asked {
        output.print(&text::smaller(&run.trial, smaller.as_ref()))?;
    }
    if output.layout.verbose {
        #[expect(clippy::cast_precision_loss, reason = "a rate, for people")]
        let rate = outcome.accesses as f64 / seconds.max(1e-9);
        output.print(&format!("  {seconds:.2} s, {rate:.0} accesses a second\n"))?;
    }
    Ok(())
}

/// Writes the log, and has it judged by what knows nothing of the tester.
fn write_log(
    run: &Run,
    path: &std::path::Path,
    outcome: &Outcome,
    output: &Output,
    exit: &mut Exit,
) -> Result<(String, String), Failure> {
    let config = &run.trial.config;
    let record = outcome.record.clone().unwrap_or_default();
    let mut target = Target::open(path)?;
    let written = log::write(config, &Layout::new(config), &record, &mut target);
    written.map_err(|error| SaveError {
        path: path.to_owned(),
        error,
    })?;
    target.finish()?;
    let judged = log::judge(config, outcome);
    if judged.disagrees() {
        let text = format!(
            "internal error: {} does not say of the log what the tester found; please report this seed",
            log::model(config)
        );
        output.complain(&Failure::Read(text));
        *exit = Exit::Open;
    }
    let verdict = judged
        .verdict
        .map_or("not judged", |verdict| verdict.name());
    // What is wrong may be in what is left out: a log that is explained then says nothing of it.
    let cut = if judged.cut && judged.verdict == Some(Verdict::Explained) {
        "; it lacks what follows atomics that were never answered"
    } else {
        ""
    };
    let found = format!(
        "{}, {verdict} under {}{cut}",
        text::count(log::length(&record).into(), "access", "accesses"),
        log::model(config)
    );
    Ok((path.display().to_string(), found))
}

fn sweep(
    trials: &[Trial],
    request: &Drf,
    output: &mut Output,
    exit: &mut Exit,
) -> Result<(), Failure> {
    let stop = Stop::after(request.timeout).and_when(interruptible(|| ())?);
    let limits = Limits { until: None, stop };
    let done = request.each(trials.iter(), |trial| {
        let started = Instant::now();
        let outcome = trial.run(&limits, false);
        Done {
            trial: trial.clone(),
            outcome,
            seconds: started.elapsed().as_secs_f64(),
        }
    });
    let found = done
        .iter()
        .any(|one| exit_of(&one.outcome.end) == Exit::Failed);
    // What is inconsistent outweighs what is open.
    *exit = if found {
        Exit::Failed
    } else {
        let worst = done.iter().map(|one| exit_of(&one.outcome.end)).max();
        worst.unwrap_or(Exit::Ok)
    };
    match request.form {
        Form::Json => output.json(&Objects::new(&done)),
        Form::Text => output.print(&text::sweep(&done, output.layout)),
        Form::Svg => {
            let name = done.first().map_or("", |one| one.trial.subject.name());
            let title = format!("{name}: transitions taken in {} runs", done.len());
            let picture = union(&done).map(|all| svg::maps(&all, &title));
            output.print(&picture.unwrap_or_default())
        }
    }
}
