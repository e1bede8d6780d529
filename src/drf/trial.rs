//! A run of a program on a device.

use crate::stop::Stop;

use super::cache::Sizes;
use super::config::Config;
use super::coverage::Coverage;
use super::device::{Broken, Device, Kind};
use super::finding::{End, Finding, Outcome};
use super::layout::Layout;
use super::record::{Happened, Record};
use super::script::Script;
use super::subject::Subject;
use super::tester::{Limits, Source, Tester};

/// What is run on what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// The program.
    pub config: Config,
    /// The sizes of the caches.
    pub sizes: Sizes,
    /// What is tested.
    pub subject: Subject,
    /// One in twenty messages is held back up to so many steps.
    pub hold: u32,
}

impl Trial {
    /// The device.
    ///
    /// # Errors
    ///
    /// Another process cannot be started, or is not what the run needs.
    pub fn device(&self, seed: u64, stop: &Stop) -> Result<Box<dyn Device>, Broken> {
        let config = Config {
            seed,
            ..self.config
        };
        self.subject.device(&config, self.sizes, self.hold, stop)
    }

    /// Runs random episodes.
    #[must_use]
    pub fn run(&self, limits: &Limits, record: bool) -> Outcome {
        self.play(Source::Random, self.config.seed, limits, record)
    }

    /// Runs given episodes, with another schedule.
    #[must_use]
    pub fn replay(&self, script: &Script, seed: u64, limits: &Limits, record: bool) -> Outcome {
        self.play(Source::Given(script, seed), seed, limits, record)
    }

    fn play(&self, source: Source<'_>, seed: u64, limits: &Limits, record: bool) -> Outcome {
        let layout = Layout::new(&self.config);
        match self.device(seed, &limits.stop) {
            Ok(mut device) => {
                Tester::new(&self.config, &layout, &mut *device, source, record).run(limits)
            }
            Err(broken) => Outcome {
                end: broken.into(),
                accesses: 0,
                episodes: 0,
                dropped: 0,
                steps: 0,
                coverage: Coverage::new(&[]),
                record: record.then(Record::default),
            },
        }
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
