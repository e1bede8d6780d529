//! `run --list`: what could run tests here, and what is taken where nobody says.

use serde::Serialize;

use crate::device::run::cuda::worker::Worker;
use crate::device::run::device::{Backend, NoDevice};
use crate::device::run::host;
use crate::stop::Stop;
use crate::ugpu::machine as ugpu;

use super::super::output::Output;
use super::{Failure, Form, Run};

/// Why there is no GPU.
const NOBODY: &str =
    "the program gpu-litmus-cuda, which launches kernels, is not beside this one nor on the PATH";

/// Something that runs tests.
#[derive(Debug, Serialize)]
struct Listed {
    backend: &'static str,
    /// The device, where there is one.
    device: Option<String>,
    driver: Option<String>,
    /// The model that judges, unless another is asked.
    model: Option<&'static str>,
    /// Why there is none.
    why: Option<String>,
    /// Whether it is taken where nobody says.
    default: bool,
}

/// Tells what there is.
pub(super) fn list(request: &Run, stop: &Stop, output: &mut Output) -> Result<(), Failure> {
    let walks = [
        ugpu::Model::Weak,
        ugpu::Model::Coherent,
        ugpu::Model::Strong,
    ];
    let all = [Backend::Cuda, Backend::Host].into_iter();
    let all = all.chain(walks.map(Backend::Walk));
    let all: Vec<Listed> = all
        .map(|backend| Listed::of(backend, request, stop))
        .collect();
    match request.form {
        Form::Json => output.json(&all),
        Form::Text | Form::Jsonl | Form::Csv => {
            let text: String = all.iter().map(Listed::line).collect();
            output.print(&text)
        }
    }
}

impl Listed {
    fn of(backend: Backend, request: &Run, stop: &Stop) -> Self {
        let (device, driver, why) = match backend {
            Backend::Host => (Some(host::name()), None, None),
            Backend::Walk(_) => (Some("random walks of the machine".to_owned()), None, None),
            Backend::Cuda if !request.launches_kernels => (None, None, Some(NOBODY.to_owned())),
            Backend::Cuda => match Worker::start(&request.way, stop) {
                Ok(worker) => {
                    let told = &worker.told;
                    let name = format!("{} (sm_{})", told.name, told.sm);
                    (Some(name), Some(told.driver.clone()), None)
                }
                Err(NoDevice::Unfit(why)) => (None, None, Some(why)),
                Err(stopped @ NoDevice::Stopped(_)) => (None, None, Some(stopped.to_string())),
            },
        };
        Self {
            backend: backend.name(),
            device,
            driver,
            model: backend.model(),
            why,
            default: backend == request.backend,
        }
    }

    /// `host           host (x86_64, 2 cores), judged by tso; the default`
    fn line(&self) -> String {
        let mut out = format!("{:<15}", self.backend);
        match (&self.device, &self.why) {
            (Some(device), _) => out.push_str(device),
            (None, Some(why)) => {
                out.push_str("none: ");
                out.push_str(why);
            }
            (None, None) => out.push_str("none"),
        }
        if let Some(driver) = &self.driver {
            out.push_str(", driver ");
            out.push_str(driver);
        }
        if let (Some(_), Some(model)) = (&self.device, self.model) {
            out.push_str(", judged by ");
            out.push_str(model);
        }
        if self.default {
            out.push_str("; taken where `--backend` says nothing");
        }
        out + "\n"
    }
}
