//! What `run` is to do, once the arguments are known to make sense.

use std::collections::BTreeMap;
use std::mem::discriminant;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::cli::args::{Format, Global};
use crate::cli::asked::models;
use crate::cli::failure::Failure;
use crate::cli::hardware_args::{self, Backend as Named};
use crate::cli::interrupt::interruptible;
use crate::cli::request::{no_format, options};
use crate::device::run::cuda::worker::{Idle, Way};
use crate::device::run::device::Backend;
use crate::device::run::earlier;
use crate::device::run::profile::{self, Profile};
use crate::device::run::settings::Value;
use crate::stop::Stop;
use crate::syntax::read::read_within;
use crate::ugpu::machine as ugpu;
use crate::verdict::query::Options;

use super::launcher::Launcher;
use super::said::{Said, most_tried};
use super::tuned::Tune;
use super::{Form, Run};

/// The seed, unless another is said.
const SEED: u64 = 1;

impl Run {
    /// Checks the arguments.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with them.
    pub(in crate::cli) fn new(
        args: hardware_args::Run,
        global: &Global,
    ) -> Result<Self, Vec<Failure>> {
        let mut failures = Vec::new();
        let form = form(global.format, args.tune.is_some(), &mut failures);
        failures.extend(together(&args, form));
        let profile = args.profile.as_ref().and_then(|path| {
            let read = read_profile(path);
            read.map_err(|failure| failures.push(failure)).ok()
        });
        let asked = args.backend.map(named);
        let asked = asked.or(profile.as_ref().map(|profile| profile.backend));
        let launcher = Launcher::find(args.worker.as_deref());
        // From here on: looking for a GPU may take a while.
        let interrupt = interruptible(|| ()).unwrap_or_else(|failure| {
            failures.push(failure);
            Arc::default()
        });
        let stop = Stop::after(global.timeout).and_when(interrupt.clone());
        let list = args.list.then(|| launcher.look(&stop));
        let (backend, chosen) = match asked {
            Some(backend) => (backend, None),
            None if args.emit.is_some() => (Backend::Cuda, None),
            None => launcher.usual(|| list.clone().unwrap_or_else(|| launcher.look(&stop))),
        };
        // That the search was interrupted says nothing of GPUs.
        let chosen = chosen.filter(|_| !interrupt.load(Ordering::Relaxed));
        let said = Said::of(&args, backend, &mut failures);
        let profile = profile.and_then(|profile| for_device(profile, backend, &mut failures));
        let mut of_profile = |own: &BTreeMap<String, Value>| said.over(own, &mut failures);
        let settings = of_profile(
            profile
                .as_ref()
                .map_or(&BTreeMap::new(), |one| &one.settings),
        );
        let tests = profile.iter().flat_map(|profile| &profile.tests);
        let tuned = tests.map(|test| (test.hash.clone(), of_profile(&test.settings)));
        let tuned = tuned.collect();
        let limited = said.names().any(|name| name == "launches");
        let endless = args.time.is_some() && !limited;
        let judges = names(&args.models, profile.as_ref(), backend);
        let named = !args.models.is_empty() || profile.is_some();
        let models = models(&judges, global, &mut failures);
        let baseline = args.baseline.as_ref().and_then(|path| {
            let source = read_within(path, earlier::MOST_BYTES).map_err(Failure::from);
            let runs = source.and_then(|source| Ok(earlier::read(&source)?));
            runs.map_err(|failure| failures.push(failure)).ok()
        });
        let options = options(global, &mut failures);
        let bound = profile.as_ref().and_then(|profile| profile.bound);
        let bound = bound.filter(|_| !global.bound_said);
        failures.extend(no_gpu(&args, backend));
        let seed = args.seed.or(profile.as_ref().map(|profile| profile.seed));
        let seed = seed.unwrap_or(SEED);
        let tune = args.tune.map(|count| Tune {
            settings: said.drawn(settings, (seed, usize::from(count)), &mut failures),
            save: args.save.clone(),
            most: most_tried(limited.then_some(settings.launches), args.time),
        });
        if !failures.is_empty() {
            return Err(failures);
        }
        Ok(Self {
            paths: args.paths,
            backend,
            way: Way {
                line: launcher.line(),
                patience: args.launch_timeout,
                force: args.force,
            },
            idle: Idle::default(),
            settings,
            launches: (!endless).then_some(settings.launches),
            time: args.time,
            seed,
            tuned,
            tune,
            models,
            named,
            profile,
            keep: args.keep,
            baseline,
            emit: args.emit.map(|folder| (folder, args.arch)),
            list,
            interrupt,
            chosen,
            form,
            options: Options {
                flags: false,
                bound: bound.unwrap_or(options.bound),
                ..options
            },
        })
    }
}

/// What is said and does not go together, whatever the device.
fn together(args: &hardware_args::Run, form: Form) -> Vec<Failure> {
    let inputs = args.paths.iter().filter(|path| path.as_os_str() == "-");
    let said = [
        (
            inputs.count() > 1,
            "the standard input (`-`) can be read only once",
        ),
        (
            args.emit.is_some() && form != Form::Text,
            "`--emit` writes kernels and has no report: leave out `--format`",
        ),
        (
            args.baseline.is_some() && form == Form::Csv,
            "`--baseline` compares in a report: `--format text`, `json` or `jsonl`",
        ),
    ];
    let said = said.into_iter().filter(|(wrong, _)| *wrong);
    said.map(|(_, text)| Failure::Usage(text.to_owned()))
        .collect()
}

/// The profile, unless it is of another kind of device: its settings mean
/// nothing there.
fn for_device(profile: Profile, backend: Backend, failures: &mut Vec<Failure>) -> Option<Profile> {
    if discriminant(&profile.backend) == discriminant(&backend) {
        return Some(profile);
    }
    failures.push(Failure::Usage(format!(
        "the profile is for `--backend {}`, and its settings mean nothing to `{}`",
        profile.backend.name(),
        backend.name()
    )));
    None
}

/// The profile of a file.
fn read_profile(path: &Path) -> Result<Profile, Failure> {
    let source = read_within(path, earlier::MOST_BYTES)?;
    let name = &source.name;
    let read = profile::read(&source.text);
    read.map_err(|why| Failure::Read(format!("{name} is no profile: {why}")).of(name))
}

/// What is only for GPUs.
fn no_gpu(args: &hardware_args::Run, backend: Backend) -> Vec<Failure> {
    let said = [("--worker", args.worker.is_some()), ("--force", args.force)];
    let said = said
        .into_iter()
        .filter(|(_, said)| *said && backend != Backend::Cuda);
    said.map(|(option, _)| {
        Failure::Usage(format!(
            "`{option}` means nothing to `{}`: it is for `--backend cuda`",
            backend.name()
        ))
    })
    .collect()
}

fn form(format: Format, tunes: bool, failures: &mut Vec<Failure>) -> Form {
    match format {
        Format::Svg if tunes => Form::Svg,
        Format::Text => Form::Text,
        Format::Json => Form::Json,
        Format::Jsonl => Form::Jsonl,
        Format::Csv => Form::Csv,
        Format::Herd
        | Format::Dot
        | Format::Svg
        | Format::Markdown
        | Format::Junit
        | Format::Sarif
        | Format::Html => {
            let forms = if tunes {
                "text, json, jsonl, csv, svg"
            } else {
                "text, json, jsonl, csv"
            };
            failures.push(no_format("run", format, forms));
            Form::Text
        }
    }
}

const fn named(backend: Named) -> Backend {
    match backend {
        Named::Host => Backend::Host,
        Named::UgpuWeak => Backend::Walk(ugpu::Model::Weak),
        Named::UgpuCoherent => Backend::Walk(ugpu::Model::Coherent),
        Named::UgpuStrong => Backend::Walk(ugpu::Model::Strong),
        Named::Cuda => Backend::Cuda,
    }
}

/// The models that judge: those that are named, those of the profile, or that of the device.
fn names(said: &[String], profile: Option<&Profile>, backend: Backend) -> Vec<String> {
    if !said.is_empty() {
        return said.to_vec();
    }
    match profile {
        Some(profile) => profile.models.clone(),
        None => backend.model().map(str::to_owned).into_iter().collect(),
    }
}
