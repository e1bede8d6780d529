//! `run --list`: what could run tests here, and what is taken where nobody says.

use serde::Serialize;

use crate::device::run::cuda::worker::Told;
use crate::device::run::device::Backend;
use crate::device::run::host;
use crate::render::separated::text;
use crate::ugpu::machine as ugpu;

use super::super::output::Output;
use super::{Failure, Form, Run};

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

/// Tells what there is: the GPU that was looked for, and what needs none.
pub(super) fn list(
    request: &Run,
    gpu: &Result<Told, String>,
    output: &mut Output,
) -> Result<(), Failure> {
    let walks = [
        ugpu::Model::Weak,
        ugpu::Model::Coherent,
        ugpu::Model::Strong,
    ];
    let all = [Backend::Cuda, Backend::Host].into_iter();
    let all = all.chain(walks.map(Backend::Walk));
    let all: Vec<Listed> = all
        .map(|backend| Listed::of(backend, gpu, backend == request.backend))
        .collect();
    match request.form {
        Form::Json => output.json(&all),
        Form::Jsonl => {
            let lines: Result<Vec<String>, _> = all.iter().map(serde_json::to_string).collect();
            let lines = lines.map_err(std::io::Error::from)?;
            output.print(&(lines.join("\n") + "\n"))
        }
        Form::Csv => output.print(&table(&all)?),
        // There are pictures of tunings alone.
        Form::Text | Form::Svg => {
            let text: String = all.iter().map(Listed::line).collect();
            output.print(&text)
        }
    }
}

/// The same as comma-separated values; what is not there is empty.
fn table(all: &[Listed]) -> Result<String, Failure> {
    let failed = |error: csv::Error| Failure::Read(error.to_string());
    let mut writer = csv::Writer::from_writer(Vec::new());
    for one in all {
        writer.serialize(one).map_err(failed)?;
    }
    text(writer).map_err(failed)
}

impl Listed {
    fn of(backend: Backend, gpu: &Result<Told, String>, default: bool) -> Self {
        let (device, driver, why) = match (backend, gpu) {
            (Backend::Host, _) => (Some(host::name()), None, None),
            (Backend::Walk(_), _) => (Some("random walks of the machine".to_owned()), None, None),
            (Backend::Cuda, Ok(told)) => {
                let name = format!("{} (sm_{})", told.name, told.sm);
                (Some(name), Some(told.driver.clone()), None)
            }
            (Backend::Cuda, Err(why)) => (None, None, Some(why.clone())),
        };
        Self {
            backend: backend.name(),
            device,
            driver,
            model: backend.model(),
            why,
            default,
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
