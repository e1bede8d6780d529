//! The process that holds the driver, from test to test: a driver takes a while to start.

use std::cell::{RefCell, RefMut};

use crate::stop::Stop;

use super::super::device::NoDevice;
use super::worker::{Way, Worker};

/// Where it waits between tests; empty before the first.
#[derive(Debug, Default)]
pub struct Idle(RefCell<Option<Worker>>);

impl Idle {
    /// The process, for one test at a time; a new one where there is none, or something of the last test failed in it.
    ///
    /// # Errors
    ///
    /// It cannot be started, there is no GPU, or another test has it.
    pub fn worker(&self, way: &Way, stop: &Stop) -> Result<RefMut<'_, Worker>, NoDevice> {
        let busy = || NoDevice::Unfit("the GPU is taken by another test".to_owned());
        let mut slot = self.0.try_borrow_mut().map_err(|_| busy())?;
        if slot.as_ref().is_none_or(|worker| worker.broken) {
            *slot = Some(Worker::start(way, stop)?);
        }
        RefMut::filter_map(slot, Option::as_mut).map_err(|_| busy())
    }
}
