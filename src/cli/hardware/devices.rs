//! What runs a test, made ready.

use std::time::Duration;

use crate::device::run::cuda::launch::Cuda;
use crate::device::run::cuda::worker::PATIENCE;
use crate::device::run::device::{Backend, Device, NoDevice};
use crate::device::run::host::Host;
use crate::device::run::observe::Observed;
use crate::device::run::settings::Settings;
use crate::device::run::walk::Walk;
use crate::program::Program;
use crate::stop::Stop;

use super::Run;

/// How long a launch may take that this process watches.
pub(super) const fn patience(request: &Run) -> Option<Duration> {
    match (request.backend, request.way.patience) {
        // Walks end by themselves.
        (Backend::Walk(_), said) => said,
        (Backend::Host, Some(said)) => Some(said),
        (Backend::Host, None) => Some(PATIENCE),
        (Backend::Cuda, _) => None,
    }
}

/// What runs a test.
pub(super) fn device<'a>(
    (request, settings): (&'a Run, Settings),
    program: &'a Program,
    observed: &'a Observed,
    stop: &Stop,
) -> Result<Box<dyn Device + 'a>, NoDevice> {
    Ok(match request.backend {
        Backend::Host => {
            let host = Host::new(program, observed, settings, request.seed)?;
            Box::new(host)
        }
        Backend::Cuda => {
            let by = (&request.way, &request.idle, stop);
            Box::new(Cuda::new(program, observed, settings, request.seed, by)?)
        }
        Backend::Walk(model) => {
            let chance = (request.seed, request.options.bound);
            let walk = Walk::new(program, observed, model, settings, chance)?;
            Box::new(walk)
        }
    })
}
