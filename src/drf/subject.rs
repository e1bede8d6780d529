//! What is tested: a device that is built in, with a bug or without, or one of somebody's own.

use std::sync::Arc;

use crate::stop::Stop;

use super::config::Config;
use super::device::{Broken, Device};
use super::exec::{Command, Remote};
use super::viper::{Bug, Bugs, Sizes, Viper};

/// What is tested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// The built-in `viper`, and what is wrong with it.
    Viper(Option<Bug>),
    /// Another process.
    Exec(Arc<Command>),
}

/// The names of the built-in devices.
pub const NAMES: [&str; 1] = ["viper"];

impl Subject {
    /// The name of the device; of another process, how it is started.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Viper(_) => "viper",
            Self::Exec(command) => &command.line,
        }
    }

    /// The bug that is switched on.
    #[must_use]
    pub fn bug(&self) -> Option<&'static str> {
        match self {
            Self::Viper(bug) => bug.map(Bug::name),
            Self::Exec(_) => None,
        }
    }

    /// Whether sizes of caches and the holding back of messages mean something.
    #[must_use]
    pub const fn has_caches(&self) -> bool {
        match self {
            Self::Viper(_) => true,
            Self::Exec(_) => false,
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
            Self::Exec(command) => Box::new(Remote::start(command, config, stop)?),
        })
    }
}
