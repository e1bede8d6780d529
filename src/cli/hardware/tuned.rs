//! `run --tune`: tests under many settings.

mod trials;

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::inputs::{each, expand, heed, load};
use crate::cli::output::Output;
use crate::device::run::device::NoDevice;
use crate::device::run::earlier::hash;
use crate::device::run::judge::Judge;
use crate::device::run::observe::Observed;
use crate::device::run::refuse::refuse;
use crate::device::run::settings::Settings;
use crate::device::run::trial::{self, Until};
use crate::device::run::tune::rank::Tried;
use crate::device::run::tune::relax::relaxed;
use crate::device::run::tune::view::{How, Test, Tuned};
use crate::device::run::tune::{csv, picture, text};
use crate::model::Model;
use crate::program::Program;
use crate::save::save;
use crate::stop::Stop;
use crate::tasks::ask::asks_how_it_ends;
use crate::view::answer::Verdict;

use super::devices::{device, patience};
use super::{Form, Run, judges, judging};
use trials::Trials;

/// What `--tune` is to do.
#[derive(Debug)]
pub(super) struct Tune {
    /// The settings; the first are those that were said.
    pub(super) settings: Vec<Settings>,
    /// Where the best are kept.
    pub(super) save: Option<PathBuf>,
    /// The most launches and the most time under each, if they are said.
    pub(super) most: (Option<u64>, Option<Duration>),
}

/// What came of a test: the device with its driver, the test, and what came of each settings.
type Found = ((String, Option<String>), Test, Vec<Tried>);

/// A device that was seen so far: its name, and its driver.
type Machine = Option<(String, Option<String>)>;

/// Tries settings.
///
/// # Errors
///
/// The report, or the best settings, cannot be written.
pub(super) fn tune(
    (request, tune): (&Run, &Tune),
    stop: &Stop,
    output: &mut Output,
    exit: &mut Exit,
) -> Result<(), Failure> {
    let mut tests = Vec::new();
    let mut machine: Machine = None;
    for input in expand(&request.paths) {
        if stop.check().is_err() {
            output
                .complaints
                .remark("ended early: the other tests were not tried");
            *exit = (*exit).max(Exit::Open);
            break;
        }
        let found = each(input, |path| one((request, tune), path, stop, output));
        output.progress(None);
        match found {
            Ok(Some((device, test, tried))) => {
                *exit = (*exit).max(exit_of(&test));
                machine.get_or_insert(device);
                tests.push((test, tried));
            }
            Ok(None) => *exit = (*exit).max(Exit::Open),
            Err(failure) => {
                output.complain(&failure);
                *exit = (*exit).max(Exit::Bad);
            }
        }
    }
    let Some(device) = machine else {
        return Ok(());
    };
    let tuned = Tuned::of(&how(request, tune, device), tests);
    if let Some(path) = &tune.save {
        let json = serde_json::to_string_pretty(&tuned).map_err(std::io::Error::from)?;
        save(path, &(json + "\n"))?;
    }
    show(request, &tuned, output)
}

fn show(request: &Run, tuned: &Tuned, output: &mut Output) -> Result<(), Failure> {
    match request.form {
        Form::Text => output.print(&text::render(tuned, output.layout)),
        Form::Json => output.json(tuned),
        Form::Jsonl => {
            let line = serde_json::to_string(tuned).map_err(std::io::Error::from)?;
            output.print(&(line + "\n"))
        }
        Form::Csv => {
            let text = csv::render(tuned).map_err(|error| Failure::Read(error.to_string()))?;
            output.document(&text, tuned.tests.len())
        }
        Form::Svg => output.document(&picture::render(tuned), tuned.tests.len()),
    }
}

fn how<'a>(request: &Run, tune: &'a Tune, device: (String, Option<String>)) -> How<'a> {
    let models = request.models.iter();
    How {
        backend: request.backend,
        device,
        seed: request.seed,
        bound: request.options.bound,
        models: models.map(|asked| asked.model.name.clone()).collect(),
        most: tune.most,
        settings: &tune.settings,
    }
}

/// Tries all settings on a test; nothing where somebody wanted an end before its device was ready.
fn one(
    (request, tune): (&Run, &Tune),
    path: &Path,
    stop: &Stop,
    output: &Output,
) -> Result<Option<Found>, Failure> {
    let whole = load(path)?;
    heed(&whole, false, output)?;
    asks_how_it_ends(&whole, "run")?;
    refuse(&whole, request.backend, &request.settings)?;
    let mut notes = Vec::new();
    let models = judges(request, &whole, &mut notes);
    let weaker = weaker(request, &whole, &models, &mut notes)?;
    let program = weaker.as_ref().unwrap_or(&whole);
    let observed = Observed::of(program);
    let mut trials = Trials::default();
    for (number, settings) in tune.settings.iter().enumerate() {
        let all = tune.settings.len();
        output.progress(Some(&format!(
            "{}: settings {number} of {all}",
            path.display()
        )));
        let made = device((request, *settings), program, &observed, stop);
        let mut device = match made {
            Ok(device) => device,
            Err(NoDevice::Unfit(why)) => {
                return Err(Failure::Read(format!("{}: {why}", whole.source.name)));
            }
            Err(stopped @ NoDevice::Stopped(_)) => {
                notes.push(stopped.to_string());
                break;
            }
        };
        let until = Until {
            launches: tune.most.0,
            time: tune.most.1,
            patience: patience(request),
            stop: stop.clone(),
        };
        let ran = trial::run(&mut *device, &until);
        trials.device = Some((device.name(), device.driver()));
        if let Some((word, more)) = device.optcheck() {
            if let Some(more) = more.filter(|_| trials.optcheck != Some(word)) {
                notes.push(format!("{word}: {more}"));
            }
            trials.optcheck = Some(word);
        }
        trials.take((number, *settings), program, &observed, &ran);
        if ran.cut.is_some() {
            let left = all - trials.tried.len();
            notes.push(format!("{left} of the settings were not tried"));
            break;
        }
    }
    let Some(device) = trials.device.clone() else {
        return Ok(None);
    };
    let names = (
        whole.source.name.to_string(),
        whole.name.clone(),
        hash(&whole),
    );
    let how = how(request, tune, device.clone());
    let mut test = Test::of(names, weaker.is_some(), &trials.tried, &how);
    trials.judge((request, tune), program, &observed, &mut test)?;
    test.notes = notes;
    Ok(Some((device, test, trials.tried)))
}

/// The test without what orders, where a model forbids its condition: what it forbids shows under no settings.
fn weaker(
    request: &Run,
    program: &Program,
    models: &[&Model],
    notes: &mut Vec<String>,
) -> Result<Option<Program>, Failure> {
    let Some(model) = models.first() else {
        return Ok(None);
    };
    if !forbids(request, program, model)? {
        return Ok(None);
    }
    let weaker = relaxed(program)?;
    let name = &model.name;
    match &weaker {
        None => notes.push(format!(
            "{name} forbids its condition, and the test has nothing that orders: no settings should show it"
        )),
        Some(weaker) if forbids(request, weaker, model)? => notes.push(format!(
            "{name} forbids its condition without fences and orders too: no settings should show it"
        )),
        Some(_) => {}
    }
    Ok(weaker)
}

/// Whether a model forbids the condition.
fn forbids(request: &Run, program: &Program, model: &Model) -> Result<bool, Failure> {
    let observed = Observed::of(program);
    let options = judging(&request.options, &request.interrupt);
    let standing = Judge::new(program, &observed, &options)?.test(model)?;
    Ok(standing.answer.verdict == Verdict::Unreachable)
}

fn exit_of(test: &Test) -> Exit {
    let mut exit = Exit::Ok;
    if !test.forbidden.is_empty() {
        exit = Exit::Failed;
    }
    if test.open || test.failed().is_some() {
        exit = exit.max(Exit::Open);
    }
    exit
}
