//! What `drf` is to do, once the arguments are known to make sense.

use std::sync::Arc;

use crate::cli::args::{Format, Global};
use crate::cli::drf_args::{self, Task, Which};
use crate::cli::failure::Failure;
use crate::cli::request::no_format;
use crate::drf::cache::Sizes;
use crate::drf::compare::trials;
use crate::drf::config::{Config, Mode, Threads};
use crate::drf::exec::Command;
use crate::drf::export::Atomics;
use crate::drf::subject::Subject;
use crate::drf::sweep::runs;
use crate::drf::trial::Trial;
use crate::tasks::batch::order::cores;

use super::{Action, Drf, Form, Run, compare, export};

impl Drf {
    /// Checks the arguments.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with them.
    pub(in crate::cli) fn new(args: drf_args::Drf, global: &Global) -> Result<Self, Vec<Failure>> {
        let mut failures = Vec::new();
        let sweeps = matches!(args.task, Some(Task::Sweep(_)));
        let jobs = match &args.task {
            Some(Task::Sweep(args)) => args.jobs,
            Some(Task::Compare(args)) => args.jobs,
            Some(Task::Export(_) | Task::Serve(_) | Task::Bugs) | None => None,
        };
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
                    atomics: if args.fences {
                        Atomics::Fenced
                    } else {
                        Atomics::Ordered
                    },
                    seed: args.seed,
                }))
            }
            Some(Task::Sweep(args)) => {
                let (config, subject) = program(&args.which, &mut failures);
                let runs = runs(&config, &subject);
                all_wrong(&runs, &mut failures);
                if form == Form::Svg && !subject.has_tables() {
                    let name = subject.name();
                    failures.push(Failure::Usage(format!(
                        "{name} has no hit maps to draw: leave out `--format svg`"
                    )));
                }
                Action::Sweep(runs)
            }
            Some(Task::Compare(args)) => {
                let (config, subject) = program(&args.which, &mut failures);
                let budget = args.budget;
                all_wrong(&trials(&config, &subject, budget), &mut failures);
                Action::Compare(Box::new(compare::Compare {
                    config,
                    subject,
                    budget,
                }))
            }
            Some(Task::Serve(args)) => {
                if form != Form::Text {
                    let text = "`drf serve` speaks its protocol: leave out `--format`";
                    failures.push(Failure::Usage(text.to_owned()));
                }
                let (config, subject) = program(&args.which, &mut failures);
                let config = Config {
                    locks: args.locks,
                    ..config
                };
                wrong(&config, &subject, &mut failures);
                Action::Serve(Box::new(Trial {
                    config,
                    sizes: sizes(args.caches),
                    subject,
                    hold: args.hold,
                }))
            }
            None => Action::Run(Box::new(Run::new(args.run, &mut failures))),
        };
        if failures.is_empty() {
            return Ok(Self {
                action,
                form,
                jobs: jobs.map_or_else(cores, usize::from),
                timeout: global.timeout,
            });
        }
        Err(failures)
    }
}

impl Run {
    fn new(args: drf_args::Run, failures: &mut Vec<Failure>) -> Self {
        let (config, subject) = program(&args.which, failures);
        let config = Config {
            locks: args.locks,
            actions: args.actions,
            episodes: args.episodes,
            ..config
        };
        let subject = match args.exec {
            Some(line) => Subject::Exec(Arc::new(Command {
                line,
                patience: args.silence,
            })),
            None => subject,
        };
        wrong(&config, &subject, failures);
        Self {
            trial: Trial {
                config,
                sizes: sizes(args.caches),
                subject,
                hold: args.hold,
            },
            until: args.until,
            history: args.history,
            log: args.log,
            shrink: args.shrink,
        }
    }
}

/// What is wrong with any of some runs, each thing once.
fn all_wrong(trials: &[Trial], failures: &mut Vec<Failure>) {
    let each = |trial: &Trial| match trial.config.check() {
        Err(wrong) => wrong,
        Ok(()) => trial
            .subject
            .fits(&trial.config)
            .err()
            .into_iter()
            .collect(),
    };
    let mut wrong: Vec<String> = trials.iter().flat_map(each).collect();
    wrong.sort();
    wrong.dedup();
    failures.extend(wrong.into_iter().map(Failure::Usage));
}

fn wrong(config: &Config, subject: &Subject, failures: &mut Vec<Failure>) {
    match config.check() {
        Err(wrong) => failures.extend(wrong.into_iter().map(Failure::Usage)),
        Ok(()) => failures.extend(subject.fits(config).err().map(Failure::Usage)),
    }
}

const fn sizes(caches: drf_args::Caches) -> Sizes {
    match caches {
        drf_args::Caches::Small => Sizes::Small,
        drf_args::Caches::Mixed => Sizes::Mixed,
        drf_args::Caches::Large => Sizes::Large,
    }
}

const fn mode(mode: drf_args::Mode) -> Mode {
    match mode {
        drf_args::Mode::Device => Mode::Device,
        drf_args::Mode::Block => Mode::Block,
        drf_args::Mode::Chain => Mode::Chain,
        drf_args::Mode::Remote => Mode::Remote,
    }
}

/// The program that options say, and the device.
fn program(which: &Which, failures: &mut Vec<Failure>) -> (Config, Subject) {
    let subject = Subject::find(&which.device, which.bug.as_deref()).unwrap_or_else(|text| {
        failures.push(Failure::Usage(text));
        Subject::Viper(None)
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
    (config, subject)
}
