//! What is tested: a device that is built in, with a bug or without, or one of somebody's own.

use std::sync::Arc;

use crate::stop::Stop;
use crate::syntax::diagnostic::nearest;
use crate::ugpu::machine::{Bends, Model};

use super::cache::Sizes;
use super::config::{Config, Mode};
use super::device::{Broken, Device};
use super::exec::{Command, Remote};
use super::msi::{self, Msi};
use super::rsp::{self, Rsp};
use super::ugpu::{Flaw, Ugpu};
use super::viper::{Bug, Bugs, Viper};

/// What is tested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// The built-in `viper`, and what is wrong with it.
    Viper(Option<Bug>),
    /// The built-in `rsp`, with remote atomics, and what is wrong with it.
    Rsp(Option<rsp::Bug>),
    /// The built-in `msi`, and what is wrong with it.
    Msi(Option<msi::Bug>),
    /// A machine of the explorer, and which of its rules is bent.
    Ugpu(Model, Option<Flaw>),
    /// Another process.
    Exec(Arc<Command>),
}

/// The names of the built-in devices.
pub const NAMES: [&str; 6] = [
    "viper",
    "rsp",
    "msi",
    "ugpu-weak",
    "ugpu-coherent",
    "ugpu-strong",
];

/// The most cells of a machine: a word of each thread.
const CELLS: u64 = 1 << 22;

impl Subject {
    /// The name of the device; of another process, how it is started.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Viper(_) => "viper",
            Self::Rsp(_) => "rsp",
            Self::Msi(_) => "msi",
            Self::Ugpu(model, _) => model.name(),
            Self::Exec(command) => &command.line,
        }
    }

    /// The bug that is switched on.
    #[must_use]
    pub fn bug(&self) -> Option<&'static str> {
        match self {
            Self::Viper(bug) => bug.map(Bug::name),
            Self::Rsp(bug) => bug.map(rsp::Bug::name),
            Self::Msi(bug) => bug.map(msi::Bug::name),
            Self::Ugpu(_, flaw) => flaw.map(Flaw::name),
            Self::Exec(_) => None,
        }
    }

    /// Whether it has controllers, whose transitions are counted.
    #[must_use]
    pub const fn has_tables(&self) -> bool {
        self.has_caches()
    }

    /// The same device without a bug, and with each of those that runs can notice in some mode.
    #[must_use]
    pub fn with_bugs(&self) -> Vec<Self> {
        match self {
            Self::Viper(_) => std::iter::once(None)
                .chain(Bug::ALL.map(Some))
                .map(Self::Viper)
                .collect(),
            Self::Rsp(_) => std::iter::once(None)
                .chain(rsp::Bug::ALL.map(Some))
                .map(Self::Rsp)
                .collect(),
            Self::Msi(_) => std::iter::once(None)
                .chain(msi::Bug::ALL.map(Some))
                .map(Self::Msi)
                .collect(),
            Self::Ugpu(model, _) => {
                let noticed = Flaw::ALL.into_iter().filter(|flaw| flaw.seen().on(*model));
                std::iter::once(None)
                    .chain(noticed.map(Some))
                    .map(|flaw| Self::Ugpu(*model, flaw))
                    .collect()
            }
            Self::Exec(command) => vec![Self::Exec(Arc::clone(command))],
        }
    }

    /// Whether sizes of caches mean something.
    #[must_use]
    pub const fn has_caches(&self) -> bool {
        match self {
            Self::Viper(_) | Self::Rsp(_) | Self::Msi(_) => true,
            Self::Ugpu(..) | Self::Exec(_) => false,
        }
    }

    /// The built-in device of a name, with a bug.
    ///
    /// # Errors
    ///
    /// There is none, or it has no such bug; each with the nearest.
    pub fn find(name: &str, bug: Option<&str>) -> Result<Self, String> {
        let model = Model::from_name(name);
        let caches = [Self::Viper(None), Self::Rsp(None), Self::Msi(None)];
        let Some(plain) = model
            .map(|model| Self::Ugpu(model, None))
            .or_else(|| caches.into_iter().find(|one| one.name() == name))
        else {
            return Err(format!(
                "there is no device `{name}`{}; the devices are {}",
                did_you_mean(nearest(name, NAMES)),
                NAMES.join(", ")
            ));
        };
        let Some(bug) = bug else {
            return Ok(plain);
        };
        let (found, near) = match plain {
            Self::Viper(_) => (
                Bug::from_name(bug).map(|bug| Self::Viper(Some(bug))),
                nearest(bug, Bug::ALL.map(Bug::name)),
            ),
            Self::Rsp(_) => (
                rsp::Bug::from_name(bug).map(|bug| Self::Rsp(Some(bug))),
                nearest(bug, rsp::Bug::ALL.map(rsp::Bug::name)),
            ),
            Self::Msi(_) => (
                msi::Bug::from_name(bug).map(|bug| Self::Msi(Some(bug))),
                nearest(bug, msi::Bug::ALL.map(msi::Bug::name)),
            ),
            Self::Ugpu(model, _) => (
                Flaw::from_name(bug).map(|flaw| Self::Ugpu(model, Some(flaw))),
                nearest(bug, Flaw::ALL.map(Flaw::name)),
            ),
            Self::Exec(_) => (None, None),
        };
        found.ok_or_else(|| {
            format!(
                "{name} has no bug `{bug}`{}; `gpu-litmus drf bugs` lists them",
                did_you_mean(near)
            )
        })
    }

    /// Whether it is large enough for a run.
    ///
    /// # Errors
    ///
    /// It is not, and what would fit.
    pub fn fits(&self, config: &Config) -> Result<(), String> {
        let words = u64::from(config.locks) + u64::from(config.variables);
        let cells = words * u64::from(config.threads.all());
        if let Some(text) = self.refuses(config.mode) {
            return Err(text);
        }
        match self {
            Self::Ugpu(model, _) if cells > CELLS => Err(format!(
                "{} threads with {words} words each are too many for {}: expected at most {CELLS} in all",
                config.threads.all(),
                model.name()
            )),
            Self::Viper(_) | Self::Rsp(_) | Self::Msi(_) | Self::Ugpu(..) | Self::Exec(_) => Ok(()),
        }
    }

    /// Why it cannot run a mode, if it cannot.
    fn refuses(&self, mode: Mode) -> Option<String> {
        let name = self.name();
        match (self, mode) {
            (Self::Viper(_) | Self::Ugpu(..), Mode::Remote) => Some(format!(
                "`--mode remote`: {name} has no remote atomics; rsp and msi have them"
            )),
            (Self::Ugpu(Model::Weak | Model::Coherent, _), Mode::Chain) => Some(format!(
                "`--mode chain`: a fence of {name} shares only what its own thread stored, so its true machine fails; \
                 ugpu-strong has fences that are cumulative"
            )),
            (Self::Viper(_) | Self::Rsp(_) | Self::Msi(_) | Self::Ugpu(..) | Self::Exec(_), _) => {
                None
            }
        }
    }

    /// The device of a run.
    ///
    /// # Errors
    ///
    /// Another process cannot be started, or is not what the run needs.
    pub fn device(
        &self,
        config: &Config,
        sizes: Sizes,
        hold: u32,
        stop: &Stop,
    ) -> Result<Box<dyn Device>, Broken> {
        Ok(match self {
            Self::Viper(bug) => {
                let bugs = bug.map_or(Bugs::default(), |bug| Bugs::default().with(bug));
                Box::new(Viper::new(config, sizes.caches(config.line), bugs, hold))
            }
            Self::Rsp(bug) => {
                let (cache, _) = sizes.caches(config.line);
                Box::new(Rsp::new(config, cache, *bug, hold))
            }
            Self::Msi(bug) => {
                let (cache, _) = sizes.caches(config.line);
                Box::new(Msi::new(config, cache, *bug, hold))
            }
            Self::Ugpu(model, flaw) => {
                let bends = flaw.map_or(Bends::NONE, |flaw| Bends::NONE.with(flaw.bend()));
                Box::new(Ugpu::new(config, *model, bends, hold))
            }
            Self::Exec(command) => Box::new(Remote::start(command, config, stop)?),
        })
    }
}

fn did_you_mean(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"))
}
