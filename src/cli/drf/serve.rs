//! `drf serve`.

use std::io;

use crate::drf::device::Broken;
use crate::drf::exec::serve::{Ended, serve};
use crate::drf::trial::Trial;
use crate::stop::Stop;

use super::super::failure::Failure;

/// Serves a device until it is asked to quit, or nobody asks any more.
pub fn run(trial: &Trial) -> Result<(), Failure> {
    let config = &trial.config;
    let device = trial.device(config.seed, &Stop::never());
    let mut device = device.map_err(|broken| match broken {
        Broken::Lost(text) | Broken::Malformed(text) | Broken::Fault(text) => Failure::Read(text),
        Broken::Stopped(open) => Failure::Read(open.to_string()),
    })?;
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let name = trial.subject.name();
    match serve(name, config, &mut *device, &mut input, &mut output) {
        Ended::Well => Ok(()),
        Ended::Wrong(number, text) => Err(Failure::Read(format!("line {number}: {text}"))),
        Ended::Gone(error) => Err(Failure::Write(error)),
    }
}
