//! What `run` is to do, once the arguments are known to make sense.

use crate::cli::args::{Format, Global};
use crate::cli::asked::models;
use crate::cli::failure::Failure;
use crate::cli::hardware_args::{self, Backend as Named};
use crate::cli::request::{no_format, options};
use crate::device::run::cuda::worker::{Way, Worker};
use crate::device::run::device::Backend;
use crate::device::run::earlier;
use crate::device::run::keep::quoted;
use crate::device::run::profile::{self, Profile};
use crate::device::run::settings::Settings;
use crate::stop::Stop;
use crate::syntax::read::read_within;
use crate::ugpu::machine as ugpu;
use crate::verdict::query::Options;

use super::{Form, Run};

/// The process that launches kernels.
const WORKER: &str = "gpu-litmus-cuda";

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
        let form = form(global.format, &mut failures);
        let twice = args.paths.iter().filter(|path| path.as_os_str() == "-");
        if twice.count() > 1 {
            let text = "the standard input (`-`) can be read only once";
            failures.push(Failure::Usage(text.to_owned()));
        }
        let profile = args.profile.as_ref().and_then(|path| {
            let source = read_within(path, earlier::MOST_BYTES).map_err(Failure::from);
            let read = source.and_then(|source| {
                let name = source.name.to_string();
                profile::read(&source.text)
                    .map_err(|why| Failure::Read(format!("{name} is no profile: {why}")))
            });
            read.map_err(|failure| failures.push(failure)).ok()
        });
        if args.emit.is_some() && form != Form::Text {
            let text = "`--emit` writes kernels and has no report: leave out `--format`";
            failures.push(Failure::Usage(text.to_owned()));
        }
        let asked = args.backend.map(named);
        let asked = asked.or(profile.as_ref().map(|profile| profile.backend));
        let (backend, chosen) = match asked {
            Some(backend) => (backend, None),
            None if args.emit.is_some() => (Backend::Host, None),
            None => usual(),
        };
        let mut settings = Settings::of(backend);
        if let Some(profile) = &profile {
            for (name, value) in &profile.settings {
                if let Err(why) = settings.set(backend, name, &value.to_string()) {
                    failures.push(Failure::Usage(format!("the profile: {why}")));
                }
            }
        }
        for text in &args.set {
            let set = match text.split_once('=') {
                Some((name, value)) => settings.set(backend, name.trim(), value.trim()),
                None => Err(format!("`--set {text}` has no value: KEY=VALUE")),
            };
            failures.extend(set.err().map(Failure::Usage));
        }
        if let Some(launches) = args.launches {
            settings.launches = launches;
        }
        let said =
            args.launches.is_some() || args.set.iter().any(|text| text.starts_with("launches"));
        let endless = args.time.is_some() && !said;
        let judges = names(&args.models, profile.as_ref(), backend);
        let named = !args.models.is_empty() || profile.is_some();
        let models = models(&judges, global, &mut failures);
        let baseline = args.baseline.as_ref().and_then(|path| {
            let source = read_within(path, earlier::MOST_BYTES).map_err(Failure::from);
            let runs = source.and_then(|source| Ok(earlier::read(&source)?));
            runs.map_err(|failure| failures.push(failure)).ok()
        });
        let launches_kernels = args.worker.is_some() || launcher().is_some() || on_the_path();
        let options = options(global, &mut failures);
        let bound = profile.as_ref().and_then(|profile| profile.bound);
        let bound = bound.filter(|_| !global.bound_said);
        failures.extend(no_gpu(&args, backend));
        if !failures.is_empty() {
            return Err(failures);
        }
        Ok(Self {
            paths: args.paths,
            backend,
            way: Way {
                line: args.worker.unwrap_or_else(worker),
                patience: args.launch_timeout,
                force: args.force,
            },
            settings,
            launches: (!endless).then_some(settings.launches),
            time: args.time,
            seed: args
                .seed
                .or(profile.as_ref().map(|profile| profile.seed))
                .unwrap_or(SEED),
            models,
            named,
            profile,
            keep: args.keep,
            baseline,
            emit: args.emit.map(|folder| (folder, args.arch)),
            list: args.list,
            launches_kernels,
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

/// What a shell starts: what is known to be there, or else what is on the PATH.
fn worker() -> String {
    launcher().unwrap_or_else(|| WORKER.to_owned())
}

/// Whether the program that launches kernels is on the PATH.
fn on_the_path() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let file = format!("{WORKER}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&path).any(|folder| folder.join(&file).is_file())
}

/// What runs tests where nobody says: a GPU, if the program that launches kernels is known and finds one; and what to say of it.
fn usual() -> (Backend, Option<String>) {
    let Some(line) = launcher() else {
        return (Backend::Host, None);
    };
    let way = Way {
        line,
        patience: None,
        force: false,
    };
    match Worker::start(&way, &Stop::never()) {
        Ok(worker) => {
            let name = &worker.told.name;
            let told = format!(
                "note: on {name}, a GPU that is here: `--backend host` runs on the processor"
            );
            (Backend::Cuda, Some(told))
        }
        Err(why) => {
            let told = format!("note: on the host, as no GPU is to be had: {why}");
            (Backend::Host, Some(told))
        }
    }
}

/// What a shell starts: what the environment says, or the program beside this one, if it is there.
fn launcher() -> Option<String> {
    // Read here: clap takes a variable for an option that was given, which does not go with all others.
    if let Some(said) = std::env::var_os("GPU_LITMUS_CUDA") {
        // Who says nothing wants none to be looked for.
        return (!said.is_empty()).then(|| said.to_string_lossy().into_owned());
    }
    let own = std::env::current_exe().ok();
    let beside = own.map(|path| {
        path.with_file_name(WORKER)
            .with_extension(std::env::consts::EXE_EXTENSION)
    });
    let beside = beside.filter(|path| path.is_file());
    beside.map(|path| format!("exec {}", quoted(&path.to_string_lossy())))
}

fn form(format: Format, failures: &mut Vec<Failure>) -> Form {
    match format {
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
            failures.push(no_format("run", format, "text, json, jsonl, csv"));
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
