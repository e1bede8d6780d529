//! `run`.

mod devices;
mod emit;
mod launcher;
mod listed;
mod request;
mod said;
mod shown;
mod tuned;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::device::run::baseline;
use crate::device::run::cuda::worker::{Idle, Told, Way};
use crate::device::run::device::{Backend, Made, NoDevice};
use crate::device::run::earlier::{Earlier, hash};
use crate::device::run::keep::Keeper;
use crate::device::run::observe::Observed;
use crate::device::run::profile::Profile;
use crate::device::run::refuse::refuse;
use crate::device::run::report::csv;
use crate::device::run::settings::Settings;
use crate::device::run::trial::{self, Until};
use crate::device::run::view::{Setting, View};
use crate::model::Model;
use crate::program::Program;
use crate::stop::Stop;
use crate::tasks::ask::asks_how_it_ends;
use crate::tasks::batch::order::cores;
use crate::verdict::query::Options;

use super::asked::Asked;
use super::exit::Exit;
use super::failure::Failure;
use super::inputs::{each, expand, heed, load};
use super::output::Output;
use devices::{device, patience};
use shown::show;
use tuned::Tune;

/// What `run` is to do.
#[derive(Debug)]
pub struct Run {
    paths: Vec<PathBuf>,
    backend: Backend,
    /// How the process that launches kernels is started; and where it waits between tests.
    way: Way,
    idle: Idle,
    settings: Settings,
    /// Those of a profile that has some of their own for tests, by the fingerprints of their texts.
    tuned: BTreeMap<String, Settings>,
    /// Settings are tried, and nothing else is told.
    tune: Option<Tune>,
    /// How many launches; none where only time is a limit.
    launches: Option<u64>,
    time: Option<Duration>,
    seed: u64,
    models: Vec<Asked>,
    /// Whether somebody named the models.
    named: bool,
    profile: Option<Profile>,
    keep: Option<PathBuf>,
    baseline: Option<Vec<Earlier>>,
    /// Where kernels are written, and for which machine they are assembled; then nothing runs.
    emit: Option<(PathBuf, Option<String>)>,
    /// What there is to run on is told, and nothing runs: the GPU, or why there is none.
    list: Option<Result<Told, String>>,
    /// Set by Ctrl-C.
    interrupt: Arc<AtomicBool>,
    /// What to say of the backend, where nobody named it.
    chosen: Option<String>,
    form: Form,
    options: Options,
}

/// The forms of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Json,
    Jsonl,
    Csv,
    /// Of a tuning.
    Svg,
}

/// Runs tests.
///
/// # Errors
///
/// The report, or what is to be kept, cannot be written.
pub fn run(request: &Run, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    let interrupt = &request.interrupt;
    let stop = Stop::never().and_when(interrupt.clone());
    if let Some(gpu) = &request.list {
        if stop.check().is_err() {
            *exit = (*exit).max(Exit::Open);
        }
        return listed::list(request, gpu, output);
    }
    if let Some((folder, arch)) = &request.emit {
        let wanted = emit::Wanted {
            paths: &request.paths,
            folder,
            arch: arch.as_deref(),
            mode: request.settings.gpu.mode(),
        };
        return emit::emit(&wanted, &stop, output, exit);
    }
    if let Some(told) = request.chosen.as_ref().filter(|_| !output.layout.quiet) {
        output.complaints.remark(told);
    }
    if let Some(tune) = &request.tune {
        return tuned::tune((request, tune), &stop, output, exit);
    }
    let keeper = request.keep.as_ref().map(|folder| Keeper::new(folder));
    let mut keeper = keeper.transpose()?;
    let mut views = Vec::new();
    for input in expand(&request.paths) {
        if stop.check().is_err() {
            output
                .complaints
                .remark("ended early: the other tests were not run");
            *exit = (*exit).max(Exit::Open);
            break;
        }
        let ran = each(input, |path| {
            output.progress(Some(&format!("running {}", path.display())));
            one(request, path, (&stop, interrupt), output)
        });
        output.progress(None);
        let (program, view, made) = match ran {
            Ok(Some(ran)) => ran,
            // The next lap says so, if there is one.
            Ok(None) => {
                *exit = (*exit).max(Exit::Open);
                continue;
            }
            Err(failure) => {
                output.complain(&failure);
                *exit = (*exit).max(Exit::Bad);
                continue;
            }
        };
        *exit = (*exit).max(exit_of(&view));
        let kept = match &mut keeper {
            Some(keeper) => {
                let how = (request.options.bound, output.layout);
                Some(keeper.keep(&program, &view, how, &made)?)
            }
            None => None,
        };
        show(request, &view, kept.as_ref(), views.is_empty(), output)?;
        views.push(view);
    }
    match request.form {
        // There are pictures of tunings alone.
        Form::Text | Form::Jsonl | Form::Svg => Ok(()),
        Form::Json => output.json(&views),
        Form::Csv => {
            let models = request.models.iter().map(|asked| asked.model.name.clone());
            let text = csv::render(&views, &models.collect::<Vec<_>>())
                .map_err(|error| Failure::Read(error.to_string()))?;
            output.document(&text, views.len())
        }
    }
}

/// Runs a test; nothing where somebody wanted an end before its device was ready.
fn one(
    request: &Run,
    path: &Path,
    (stop, interrupt): (&Stop, &Arc<AtomicBool>),
    output: &Output,
) -> Result<Option<(Program, View, Vec<Made>)>, Failure> {
    let program = load(path)?;
    heed(&program, false, output)?;
    asks_how_it_ends(&program, "run")?;
    let settings = request.settings_of(&program);
    refuse(&program, request.backend, &settings)?;
    let observed = Observed::of(&program);
    let mut notes = Vec::new();
    let name = &program.source.name;
    let mut device = match device((request, settings), &program, &observed, stop) {
        Ok(device) => device,
        Err(NoDevice::Unfit(why)) => return Err(Failure::Read(format!("{name}: {why}"))),
        Err(stopped @ NoDevice::Stopped(_)) => {
            let text = format!("{name}: {stopped}");
            output.complaints.remark_on(name, &text);
            return Ok(None);
        }
    };
    let threads = program.threads.len();
    if request.backend == Backend::Host && threads > cores() {
        notes.push(format!(
            "the test has {threads} threads and this machine {} cores: they do not all run at one time, so weak \
             behaviour is seen less often",
            cores()
        ));
    }
    if let Some(profile) = &request.profile
        && profile.device != device.name()
    {
        notes.push(format!(
            "the profile is of another device: {}",
            profile.device
        ));
    }
    let until = Until {
        launches: request.launches,
        time: request.time,
        patience: patience(request),
        stop: stop.clone(),
    };
    let ran = trial::run(&mut *device, &until);
    let (name, driver, optcheck) = (device.name(), device.driver(), device.optcheck());
    if let Some((word, Some(more))) = &optcheck {
        notes.push(format!("{word}: {more}"));
    }
    let made = if request.keep.is_some() {
        device.made().to_vec()
    } else {
        Vec::new()
    };
    drop(device);
    let models = judges(request, &program, &mut notes);
    let setting = Setting {
        backend: request.backend,
        device: name,
        driver,
        optcheck: optcheck.map(|(word, _)| word),
        settings,
        seed: request.seed,
        witnesses: request.keep.is_some(),
    };
    let judged = (models.as_slice(), &judging(&request.options, interrupt));
    let mut view = View::of(&program, &observed, &setting, &ran, judged)?;
    if let Some(runs) = &request.baseline {
        match baseline::find(runs, &view) {
            Some(earlier) => view.baseline = Some(baseline::compare(earlier, &view)),
            None => notes
                .push("the earlier run has nothing of this test on this kind of device".to_owned()),
        }
    }
    view.notes = notes;
    Ok(Some((program, view, made)))
}

impl Run {
    /// The settings of a test.
    fn settings_of(&self, program: &Program) -> Settings {
        let own = self.tuned.get(&hash(program));
        own.copied().unwrap_or(self.settings)
    }
}

/// How long states are judged of launches that Ctrl-C has ended.
const AFTERWARDS: Duration = Duration::from_secs(5);

/// How states are judged: Ctrl-C ends that. Where it has ended the launches, what these have counted is judged, for a while.
fn judging(options: &Options, interrupt: &Arc<AtomicBool>) -> Options {
    let mut options = options.clone();
    let ended = interrupt.load(Ordering::Relaxed);
    let after = ended.then(|| options.stop.and_after(AFTERWARDS));
    options.stop = after.unwrap_or_else(|| options.stop.and_when(interrupt.clone()));
    options
}

/// The models that judge a test. One that nobody named and that refuses the test does not: its states are only
/// counted.
fn judges<'a>(request: &'a Run, program: &Program, notes: &mut Vec<String>) -> Vec<&'a Model> {
    let mut judges = Vec::new();
    for asked in &request.models {
        match asked.model.refuses(program) {
            Some(refused) if !request.named || !asked.named => notes.push(format!(
                "{} gives no meaning to {}: the states are only counted; name a model with -m",
                asked.model.name, refused.what
            )),
            Some(_) | None => judges.push(&asked.model),
        }
    }
    judges
}

fn exit_of(view: &View) -> Exit {
    let lost = view.models.iter().any(|one| !one.failures.is_empty());
    let mut exit = Exit::Ok;
    if view.has_forbidden() || lost {
        exit = Exit::Failed;
    }
    if view.is_open() {
        exit = exit.max(Exit::Open);
    }
    exit
}
