//! A run of the built-in device.

use super::config::Config;
use super::device::Kind;
use super::finding::{End, Finding, Outcome};
use super::layout::Layout;
use super::record::Happened;
use super::script::Script;
use super::tester::{Limits, Source, Tester};
use super::viper::{Bug, Bugs, Sizes, Viper};

/// What is run on what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trial {
    /// The program.
    pub config: Config,
    /// The sizes of the caches.
    pub sizes: Sizes,
    /// What is wrong with the device.
    pub bug: Option<Bug>,
    /// One in twenty messages is held back up to so many steps.
    pub hold: u32,
}

/// The device's name.
pub const DEVICE: &str = "viper";

impl Trial {
    fn device(&self, seed: u64) -> Viper {
        let config = Config {
            seed,
            ..self.config
        };
        let bugs = self
            .bug
            .map_or(Bugs::default(), |bug| Bugs::default().with(bug));
        Viper::new(&config, self.sizes.caches(config.line), bugs, self.hold)
    }

    /// Runs random episodes.
    #[must_use]
    pub fn run(&self, limits: &Limits, record: bool) -> Outcome {
        let layout = Layout::new(&self.config);
        let mut device = self.device(self.config.seed);
        Tester::new(&self.config, &layout, &mut device, Source::Random, record).run(limits)
    }

    /// Runs given episodes, with another schedule.
    #[must_use]
    pub fn replay(&self, script: &Script, seed: u64, limits: &Limits, record: bool) -> Outcome {
        let layout = Layout::new(&self.config);
        let mut device = self.device(seed);
        let source = Source::Given(script, seed);
        Tester::new(&self.config, &layout, &mut device, source, record).run(limits)
    }

    /// What happened on the line of a wrong value between its last store and the load, and how much there was. Of more than
    /// `most`, only what was written and the load, the latest of it.
    #[must_use]
    pub fn history(&self, outcome: &Outcome, most: usize) -> (Vec<Happened>, usize) {
        let End::Inconsistent(Finding::Value {
            variable,
            reader,
            writer,
            ..
        }) = &outcome.end
        else {
            return (Vec::new(), 0);
        };
        let layout = Layout::new(&self.config);
        let words = self.config.words();
        let line = layout.variable(*variable) / words;
        let from = writer.map_or(0, |writer| writer.clock);
        let accesses = outcome.record.as_ref().map_or(&[][..], |one| &one.accesses);
        let here = |one: &&Happened| {
            let word = match one.kind {
                Kind::Load | Kind::Store => layout.variable(one.place),
                Kind::Acquire | Kind::Release => layout.lock(one.place),
            };
            word / words == line
                && one.end.is_none_or(|end| end >= from)
                && one.start <= reader.clock
        };
        let all: Vec<Happened> = accesses.iter().filter(here).copied().collect();
        let count = all.len();
        if count <= most {
            return (all, count);
        }
        let wrote = |one: &Happened| {
            one.kind != Kind::Load || (one.episode, one.action) == (reader.episode, reader.action)
        };
        let writes: Vec<Happened> = all.into_iter().filter(wrote).collect();
        let skip = writes.len().saturating_sub(most);
        (writes.into_iter().skip(skip).collect(), count)
    }

    /// The last four loads of the variable of a wrong value that were answered before it, the latest first.
    #[must_use]
    pub fn readers(&self, outcome: &Outcome) -> Vec<Happened> {
        let End::Inconsistent(Finding::Value {
            variable, reader, ..
        }) = &outcome.end
        else {
            return Vec::new();
        };
        let accesses = outcome.record.as_ref().map_or(&[][..], |one| &one.accesses);
        let loads = accesses.iter().rev().filter(|one| {
            one.kind == Kind::Load
                && one.place == *variable
                && one.end.is_some_and(|end| end <= reader.clock)
                && (one.episode, one.action) != (reader.episode, reader.action)
        });
        loads.take(4).copied().collect()
    }
}
