//! What runs instances of a test.

use crate::stop::{Open, Stop};
use crate::ugpu::machine as ugpu;

use super::tally::Tally;

/// Something that runs a test many times.
pub trait Device {
    /// What it is, in a few words: `host (x86_64, 2 cores)`.
    fn name(&self) -> String;

    /// Runs all instances of a launch, and counts what they show. The number of the launch decides with the
    /// seed what is left to chance. It is given up when `stop` says so, which may be of no concern to a device that has
    /// limits of its own.
    ///
    /// # Errors
    ///
    /// The launch did not come to an end; what it has counted by then counts.
    fn launch(&mut self, launch: u64, tally: &mut Tally, stop: &Stop) -> Result<(), Fault>;

    /// The version of its driver, where it has one.
    fn driver(&self) -> Option<String> {
        None
    }

    /// What was made of the test, for who wants to keep it: each with the ending of its file.
    fn made(&self) -> &[Made] {
        &[]
    }

    /// Whether its machine code is still the test, where it has some: a word, and what there is to say of it.
    fn optcheck(&self) -> Option<(&'static str, Option<String>)> {
        None
    }
}

/// The word of a device whose machine code is another test.
pub const OPTIMISED: &str = "optimised";

/// A file that was made of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// The ending of its name: `ptx`.
    pub ending: &'static str,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Why a launch did not come to an end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It took too long, and was given up.
    #[error("the launch hangs: {0}")]
    Hang(String),
    /// The device failed.
    #[error("the device failed: {0}")]
    Failed(String),
    /// Its machine code is another test, and nobody said that it may run.
    #[error(
        "optimised: the machine code is another test, so nothing was launched; --force launches it all the same"
    )]
    Optimised,
    /// Somebody wanted it to end.
    #[error("it was ended early: {0}")]
    Stopped(Open),
}

/// Why a test has no device.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoDevice {
    /// There is none, or it cannot run the test.
    #[error("{0}")]
    Unfit(String),
    /// Somebody wanted an end before it was ready.
    #[error("it was ended early: {0}")]
    Stopped(Open),
}

impl From<String> for NoDevice {
    fn from(why: String) -> Self {
        Self::Unfit(why)
    }
}

impl From<Fault> for NoDevice {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Hang(_) | Fault::Failed(_) | Fault::Optimised => Self::Unfit(fault.to_string()),
            Fault::Stopped(open) => Self::Stopped(open),
        }
    }
}

/// The kinds of devices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    /// Native threads.
    Host,
    /// The first NVIDIA GPU, through a process of its own.
    Cuda,
    /// A Utah machine, its steps drawn at random.
    Walk(ugpu::Model),
}

impl Backend {
    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::Cuda => "cuda",
            Self::Walk(model) => model.name(),
        }
    }

    /// The kind of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let simple = [Self::Host, Self::Cuda];
        let simple = simple.into_iter().find(|one| one.name() == name);
        simple.or_else(|| ugpu::Model::from_name(name).map(Self::Walk))
    }

    /// The model that says what it may show, unless another is asked.
    #[must_use]
    pub const fn model(self) -> Option<&'static str> {
        match self {
            Self::Host if cfg!(target_arch = "x86_64") => Some("tso"),
            Self::Host => None,
            Self::Cuda => Some("ptx-7.5"),
            Self::Walk(model) => Some(model.name()),
        }
    }
}
