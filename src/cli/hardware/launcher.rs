//! Who launches kernels on a GPU, and whether there is one.

use std::time::Duration;

use crate::device::run::cuda::worker::{Told, Way, Worker};
use crate::device::run::device::{Backend, NoDevice};
use crate::stop::{Open, Stop};
use crate::syntax::shown::shell_word;

/// The process that launches kernels.
const WORKER: &str = "gpu-litmus-cuda";

/// So long a GPU may take to say what it is, where nobody asked for one: a driver that starts anew takes a few seconds.
const LOOK: Duration = Duration::from_secs(10);

/// Why there is no GPU.
const NOBODY: &str =
    "the program gpu-litmus-cuda, which launches kernels, is not beside this one nor on the PATH";

/// Who launches kernels, as a shell starts it, and how it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Launcher {
    /// An option says it.
    Said(String),
    /// The environment says it, or it lies beside this program.
    Known(String),
    /// It is on the PATH: there for who asks for a GPU, but nobody looks for one by it.
    OnPath,
    /// Nobody.
    Nobody,
}

impl Launcher {
    /// What the option says, or else the environment, or what is there.
    pub(super) fn find(said: Option<&str>) -> Self {
        if let Some(line) = said {
            return Self::Said(line.to_owned());
        }
        // Read here: clap takes a variable for an option that was given, which does not go with all others.
        if let Some(said) = std::env::var_os("GPU_LITMUS_CUDA") {
            return match said.to_string_lossy() {
                // Who says nothing wants none to be looked for.
                line if line.is_empty() => Self::Nobody,
                line => Self::Known(line.into_owned()),
            };
        }
        let own = std::env::current_exe().ok();
        let beside = own.map(|path| {
            path.with_file_name(WORKER)
                .with_extension(std::env::consts::EXE_EXTENSION)
        });
        match beside.filter(|path| path.is_file()) {
            Some(path) => Self::Known(format!("exec {}", shell_word(&path.to_string_lossy()))),
            None if on_the_path() => Self::OnPath,
            None => Self::Nobody,
        }
    }

    /// What a shell starts where a GPU is asked for.
    pub(super) fn line(&self) -> String {
        match self {
            Self::Said(line) | Self::Known(line) => line.clone(),
            Self::OnPath | Self::Nobody => WORKER.to_owned(),
        }
    }

    /// Looks for a GPU, but not for long.
    pub(super) fn look(&self, stop: &Stop) -> Result<Told, String> {
        if *self == Self::Nobody {
            return Err(NOBODY.to_owned());
        }
        let way = Way {
            line: self.line(),
            patience: None,
            force: false,
        };
        let worker = Worker::start(&way, &stop.and_after(LOOK));
        worker
            .map(|worker| worker.told.clone())
            .map_err(|why| match why {
                NoDevice::Unfit(why) => why,
                NoDevice::Stopped(Open::Time) => "it has not answered in time".to_owned(),
                stopped @ NoDevice::Stopped(_) => stopped.to_string(),
            })
    }

    /// What runs tests where nobody says, and what to say of it; a GPU is looked for only where it decides.
    pub(super) fn usual(
        &self,
        look: impl FnOnce() -> Result<Told, String>,
    ) -> (Backend, Option<String>) {
        match self {
            Self::Said(_) => (Backend::Cuda, None),
            Self::OnPath | Self::Nobody => (Backend::Host, None),
            Self::Known(_) => match look() {
                Ok(told) => {
                    let name = &told.name;
                    let text = format!(
                        "note: on {name}, a GPU that is here: `--backend host` runs on the processor"
                    );
                    (Backend::Cuda, Some(text))
                }
                Err(why) => {
                    let text = format!("note: on the host, as no GPU is to be had: {why}");
                    (Backend::Host, Some(text))
                }
            },
        }
    }
}

/// Whether the program that launches kernels is on the PATH.
fn on_the_path() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let file = format!("{WORKER}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&path).any(|folder| folder.join(&file).is_file())
}
