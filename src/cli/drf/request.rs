//! What `drf` is to do, once the arguments are known to make sense.

use crate::cli::args::{Format, Global};
use crate::cli::drf_args::{self, Task, Which};
use crate::cli::failure::Failure;
use crate::cli::request::no_format;
use crate::drf::config::{Config, Mode, Threads};
use crate::drf::sweep::runs;
use crate::drf::trial::{DEVICE, Trial};
use crate::drf::viper::{Bug, Sizes};
use crate::syntax::diagnostic::nearest;

use super::{Action, Drf, Form, Run, export};

impl Drf {
    /// Checks the arguments.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with them.
    pub(in crate::cli) fn new(args: drf_args::Drf, global: &Global) -> Result<Self, Vec<Failure>> {
        let mut failures = Vec::new();
        let sweeps = matches!(args.task, Some(Task::Sweep(_)));
        let form = match global.format {
            Format::Text => Form::Text,
            Format::Json => Form::Json,
            Format::Svg if sweeps => Form::Svg,
            Format::Svg => {
                let text =
                    "`drf` has pictures of the hit maps of a sweep only: `drf sweep --format svg`";
                failures.push(Failure::Usage(text.to_owned()));
                Form::Text
            }
            other => {
                failures.push(no_format("drf", other, "text, json, svg"));
                Form::Text
            }
        };
        let action = match args.task {
            Some(Task::Bugs) => Action::Bugs,
            Some(Task::Export(args)) => {
                if form != Form::Text {
                    let text = "`drf export` writes litmus tests: leave out `--format`";
                    failures.push(Failure::Usage(text.to_owned()));
                }
                Action::Export(Box::new(export::Export {
                    folder: args.folder,
                    count: args.count,
                    mode: mode(args.mode),
                    seed: args.seed,
                }))
            }
            Some(Task::Sweep(args)) => {
                let (config, bug) = program(&args.which, &mut failures);
                let runs = runs(&config, bug);
                let mut wrong: Vec<String> = runs
                    .iter()
                    .filter_map(|trial| trial.config.check().err())
                    .flatten()
                    .collect();
                wrong.sort();
                wrong.dedup();
                failures.extend(wrong.into_iter().map(Failure::Usage));
                Action::Sweep(runs)
            }
            None => Action::Run(Box::new(Run::new(args.run, &mut failures))),
        };
        if failures.is_empty() {
            return Ok(Self {
                action,
                form,
                timeout: global.timeout,
            });
        }
        Err(failures)
    }
}

impl Run {
    fn new(args: drf_args::Run, failures: &mut Vec<Failure>) -> Self {
        let (config, bug) = program(&args.which, failures);
        let config = Config {
            locks: args.locks,
            actions: args.actions,
            episodes: args.episodes,
            ..config
        };
        if let Err(wrong) = config.check() {
            failures.extend(wrong.into_iter().map(Failure::Usage));
        }
        Self {
            trial: Trial {
                config,
                sizes: match args.caches {
                    drf_args::Caches::Small => Sizes::Small,
                    drf_args::Caches::Mixed => Sizes::Mixed,
                    drf_args::Caches::Large => Sizes::Large,
                },
                bug,
                hold: args.hold,
            },
            until: args.until,
            history: args.history,
            log: args.log,
            shrink: args.shrink,
        }
    }
}

const fn mode(mode: drf_args::Mode) -> Mode {
    match mode {
        drf_args::Mode::Device => Mode::Device,
        drf_args::Mode::Block => Mode::Block,
    }
}

/// The program that options say, and the bug.
fn program(which: &Which, failures: &mut Vec<Failure>) -> (Config, Option<Bug>) {
    if which.device != DEVICE {
        let name = &which.device;
        failures.push(Failure::Usage(format!(
            "there is no device `{name}`; the device is {DEVICE}"
        )));
    }
    let bug = which.bug.as_deref().and_then(|name| {
        let bug = Bug::from_name(name);
        if bug.is_none() {
            let near = nearest(name, Bug::ALL.map(Bug::name));
            let near = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
            failures.push(Failure::Usage(format!(
                "{DEVICE} has no bug `{name}`{near}; `gpu-litmus drf bugs` lists them"
            )));
        }
        bug
    });
    let config = Config {
        threads: Threads {
            units: which.units,
            wavefronts: which.wavefronts,
            lanes: which.lanes,
        },
        variables: which.variables,
        stores: which.stores,
        mode: mode(which.mode),
        lockstep: which.lockstep,
        window: which.window,
        patience: which.patience,
        line: which.line,
        word: which.word,
        seed: which.seed,
        ..Config::default()
    };
    (config, bug)
}
