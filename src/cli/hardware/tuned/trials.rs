//! A test under many settings, as long as they are tried.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::cli::failure::Failure;
use crate::cli::hardware::{Run, judges, judging};
use crate::device::run::observe::{Observed, State};
use crate::device::run::settings::Settings;
use crate::device::run::tally::Tally;
use crate::device::run::trial::Ran;
use crate::device::run::tune::rank::Tried;
use crate::device::run::tune::view::{Forbidden, Test};
use crate::device::run::view::{Setting, View};
use crate::program::Program;

use super::{Machine, Tune};

/// What came of all settings so far.
#[derive(Default)]
pub(super) struct Trials {
    pub(super) device: Machine,
    pub(super) optcheck: Option<&'static str>,
    pub(super) tried: Vec<Tried>,
    /// All that was seen, and the settings under which each state was seen first.
    seen: Tally,
    first: BTreeMap<State, usize>,
}

impl Trials {
    /// A run under some settings.
    pub(super) fn take(
        &mut self,
        (number, settings): (usize, Settings),
        program: &Program,
        observed: &Observed,
        ran: &Ran,
    ) {
        let filter = program.filter.as_ref();
        let mut sightings = 0;
        for seen in ran.tally.states() {
            let counts = filter.is_none_or(|filter| observed.holds(filter, &seen.state));
            if counts && observed.holds(&program.condition, &seen.state) {
                sightings += seen.count;
            }
            self.first.entry(seen.state.clone()).or_insert(number);
            self.seen.see_all(&seen.state, seen.count, seen.first);
        }
        self.seen.unfinished += ran.tally.unfinished;
        self.tried.push(Tried::of(settings, ran, sightings));
    }

    /// Has the states judged that were seen under any settings, each once.
    pub(super) fn judge(
        &self,
        (request, tune): (&Run, &Tune),
        program: &Program,
        observed: &Observed,
        test: &mut Test,
    ) -> Result<(), Failure> {
        let (device, driver) = self.device.clone().unwrap_or_default();
        let setting = Setting {
            backend: request.backend,
            device,
            driver,
            optcheck: self.optcheck,
            settings: tune.settings.first().copied().unwrap_or(request.settings),
            seed: request.seed,
            witnesses: false,
        };
        let ran = Ran {
            tally: self.seen.clone(),
            launches: 0,
            took: Duration::ZERO,
            cut: None,
        };
        let models = judges(request, program, &mut Vec::new());
        let options = judging(&request.options, &request.interrupt);
        let view = View::of(program, observed, &setting, &ran, (&models, &options))?;
        test.open = view.is_open();
        let states = view.states.iter().filter(|state| state.is_forbidden());
        let forbidden = states.map(|state| Forbidden {
            number: self.first.get(state.list.as_slice()).copied().unwrap_or(0),
            words: view.words(state),
            state: state.clone(),
        });
        test.forbidden = forbidden.collect();
        Ok(())
    }
}
