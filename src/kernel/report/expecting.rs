//! Launches in which threads have many ways by what can be in memory, asked about those on which reads find what was seen in runs, and what
//! executions are then found to do besides ([`crate::kernel::lower::expected`]).
//!
//! Where it is shown that executions go no other ways ([`crate::kernel::lower::skips`]), these are the launch. Elsewhere they are some of
//! its ways, and what is wrong on them is wrong.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::axiomatic::questions::Reply;
use crate::kernel::interpret::probe::told;
use crate::kernel::launch::description::Check;
use crate::kernel::lower::blur::Values;
use crate::kernel::lower::depth::Depth;
use crate::kernel::lower::emit::emit;
use crate::kernel::lower::expected::Expected;
use crate::kernel::lower::lowered::{Look, Lowered};
use crate::kernel::lower::shorter::walk;
use crate::kernel::setup::Setup;
use crate::stop::Open;
use crate::verdict::query::Options;

use super::answer::{Answer, Checked};
use super::decide::Decision;
use super::weak::{Unasked, Weak};

/// Launches with no more events were asked about as a whole.
const FEW: usize = 250;

/// Of launches with no more threads it is asked whether some ways are all.
const THREADS: usize = 16;

/// Of threads that are at no more moments, all ways are asked about.
const MOMENTS: usize = 64;

/// Of threads that are at no more, all ways may be asked about sooner than it is shown that some are all.
const LITTLE: usize = 300;

/// More events are not asked about.
const MOST: usize = 1_000;

/// The models whose axioms only forbid more where there is more, and allow no values out of thin air.
const MODELS: [&str; 2] = ["ptx-7.5", "ptx-6.0"];

/// More are not asked about to show that these are all ways: the question takes longer then than that about all of them.
const SOME: usize = 300;

/// So long it may take to show it.
const TIME: Duration = Duration::from_secs(8);

/// So long where there are not too many ways.
const SHORT: Duration = Duration::from_millis(300);

/// So often more is found that executions do.
const ROUNDS: usize = 60;

impl<'a> Decision<'a> {
    /// What is wrong on some way of a launch that could not be asked about as a whole.
    pub(super) fn on_some_way(&self, check: Check) -> Option<Checked> {
        let some = self.some.get_or_init(|| self.some_ways());
        let some = some.as_ref()?;
        let answer = self.certain(check, some, self.said(check, some));
        (answer.answer == Answer::Violated).then_some(answer)
    }

    /// A launch with the ways that executions go, where threads have many by what can be in memory, and few of them are ever gone.
    pub(super) fn on_all_ways(&self) -> Option<Weak<'a>> {
        let model = self.asked.model.as_str();
        let many = self.setup.threads.len() > THREADS;
        if many || !self.limits.patient || self.asked.recall.is_some() || !MODELS.contains(&model) {
            return None;
        }
        // What is asked with one lap was asked with more before; of threads that race more is found than is worth it; and where nothing
        // hangs on what others write there is one way.
        if self.asked.bound < 2 || !self.exploration.dependent || self.raced().is_some() {
            return None;
        }
        let (shared, options) = (self.seen_shared(), &self.asked.options);
        let outputs = self.exploration.outputs.as_slice();
        let too_many = |most| {
            let few = Depth {
                most,
                ..Depth::of(options.bound)
            };
            let values = (few, Values::All);
            let walked = walk(self.setup, outputs, shared, values, &options.limits().stop);
            walked.is_err_and(|why| why.is_many())
        };
        if !too_many(MOMENTS) {
            return None;
        }
        let time = if too_many(LITTLE) { TIME } else { SHORT };
        let seen = Expected::in_runs(&told(self.setup, shared, self.limits));
        let asked = (model, options);
        Weak::on_some_ways(self.setup, (outputs, shared), asked, seen, Some(time))
    }

    fn some_ways(&self) -> Option<Weak<'a>> {
        let asked = &self.asked_of.as_ref()?.weak;
        let large = self.has_more(FEW) || matches!(asked, Err(Unasked::Open(Open::Time)));
        // Who only tries runs that are known asks nobody, and of few runs more is left to be found than there is time for.
        let recall = self.asked.recall.as_ref();
        if !large || !self.limits.patient || recall.is_some() || self.limits.stop.check().is_err() {
            return None;
        }
        let shared = self.seen_shared();
        let seen = Expected::in_runs(&told(self.setup, shared, self.limits));
        let outputs = (self.exploration.outputs.as_slice(), shared);
        let asked = (self.asked.model.as_str(), &self.asked.options);
        Weak::on_some_ways(self.setup, outputs, asked, seen, None)
    }
}

impl<'a> Weak<'a> {
    /// A launch with the ways that executions go, as far as reads find what is expected or is found by and by; nothing where they are too
    /// many.
    ///
    /// Where a time is given, they are only those that are shown within it to be all, with reads that are missing. Elsewhere they may
    /// not be all: then what is found is only some.
    #[must_use]
    pub fn on_some_ways(
        setup: &'a Setup,
        (outputs, shared): (&[usize], &BTreeSet<u64>),
        (model, options): (&str, &Options),
        mut expected: Expected,
        within: Option<Duration>,
    ) -> Option<Self> {
        let skips = within.is_some();
        let now = within.map_or_else(|| options.clone(), |time| brief(options, time));
        let stop = now.limits().stop;
        for _ in 0..ROUNDS {
            stop.check().ok()?;
            let depth = Depth {
                expected: Some(&expected),
                skips,
                ..Depth::of(options.bound)
            };
            let values = (shared, Values::All);
            let mut weak = Self::walked(setup, outputs, values, (model, &now), depth).ok()?;
            let (missing, found) = weak.goes_other_ways(options, skips)?;
            let run = match found {
                Reply::None => {
                    weak.options = options.clone();
                    weak.threads.stop = options.limits().stop;
                    weak.narrow = !skips;
                    weak.exact = skips;
                    return Some(if skips {
                        let only = Depth {
                            skips: false,
                            only: true,
                            ..depth
                        };
                        weak.again((shared, model), only)
                    } else {
                        weak
                    });
                }
                Reply::Execution(run) => run,
                Reply::Open(_) => return None,
            };
            if !expected.learn(missing.as_ref().unwrap_or(&weak.stuck), &run) {
                return None;
            }
        }
        None
    }

    /// Whether threads go other ways, where that is asked also with reads that are missing: these events, if it came to that. Nothing
    /// where it is too much, or cannot be asked.
    fn goes_other_ways(
        &mut self,
        options: &Options,
        skips: bool,
    ) -> Option<(Option<Lowered>, Reply)> {
        let most = if skips { SOME } else { MOST };
        if self.stuck.unrolled.events.len() > most {
            return None;
        }
        if !skips {
            return Some((None, self.goes_on(&self.stuck)));
        }
        // Before anything is asked, which may take long.
        let look = Look {
            bound: self.bound,
            idle: self.threads.can_skip(self.setup, self.bound)?,
            stuck: true,
            skips: true,
        };
        let found = self.goes_on(&self.stuck);
        if !matches!(found, Reply::None) {
            return Some((None, found));
        }
        self.options.confirm = options.confirm;
        let missing = emit(self.setup, &self.threads, &self.outputs, look).ok()?;
        let found = self.goes_on(&missing);
        Some((Some(missing), found))
    }

    /// The same walked again where threads are known to go no other ways, if that looks at no other cells, and at no more: who keeps in mind
    /// what was found may go more ways.
    fn again(self, (shared, model): (&BTreeSet<u64>, &str), only: Depth) -> Self {
        let (values, asked) = ((shared, Values::All), (model, &self.options));
        let fewer = Self::walked(self.setup, &self.outputs, values, asked, only).ok();
        match fewer.filter(|fewer| fewer.looks_at_no_other(&self) && fewer.has_no_more(&self)) {
            Some(fewer) => Self {
                exact: true,
                ..fewer
            },
            None => self,
        }
    }

    /// Whether it has no more events than another.
    fn has_no_more(&self, other: &Self) -> bool {
        let [own, others] = [self, other].map(|weak| weak.stuck.unrolled.events.len());
        own <= others
    }

    /// Whether its cells are some of those of another.
    fn looks_at_no_other(&self, other: &Self) -> bool {
        let cells = &other.threads.know.cells;
        let mut own = self.threads.know.cells.iter();
        own.all(|cell| cells.contains(cell))
    }

    /// Whether some execution goes on where threads were followed no further.
    fn goes_on(&self, lowered: &Lowered) -> Reply {
        let mut questions = match self.questions(lowered) {
            Ok(questions) => questions,
            Err(open) => return Reply::Open(open),
        };
        let reply = questions.beyond();
        self.learn(&questions, lowered);
        reply
    }
}

/// What is asked to find out what is to be expected: not for long, and nobody confirms it.
fn brief(options: &Options, time: Duration) -> Options {
    Options {
        stop: options.stop.and_after(time),
        confirm: false,
        ..options.clone()
    }
}
