//! Launches with too many ways to ask about all of them, asked about some: those on which reads find what was seen in runs, and what
//! executions are then found to do besides ([`crate::kernel::lower::expected`]). What is wrong on these is wrong.

use std::collections::BTreeSet;

use crate::axiomatic::questions::Reply;
use crate::kernel::interpret::probe::told;
use crate::kernel::launch::description::Check;
use crate::kernel::lower::blur::Values;
use crate::kernel::lower::depth::Depth;
use crate::kernel::lower::expected::Expected;
use crate::kernel::setup::Setup;
use crate::stop::Open;
use crate::verdict::query::Options;

use super::answer::{Answer, Checked};
use super::decide::Decision;
use super::weak::{Unasked, Weak};

/// Launches with no more events were asked about as a whole.
const FEW: usize = 250;

/// More events are not asked about.
const MOST: usize = 1_000;

/// So often more is found that executions do.
const ROUNDS: usize = 60;

impl<'a> Decision<'a> {
    /// What is wrong on some way of a launch that could not be asked about as a whole.
    pub(super) fn on_some_way(&self, check: Check) -> Option<Checked> {
        let some = self.some.get_or_init(|| self.some_ways());
        let answer = self.said(check, some.as_ref()?);
        (answer.answer == Answer::Violated).then_some(answer)
    }

    fn some_ways(&self) -> Option<Weak<'a>> {
        let asked = &self.asked_of.as_ref()?.weak;
        let large = self.has_more(FEW) || matches!(asked, Err(Unasked::Open(Open::Time)));
        // Who only tries runs that are known asks nobody, and of few runs more is left to be found than there is time for.
        let recall = self.asked.recall.as_ref();
        if !large || !self.limits.patient || recall.is_some() || self.limits.stop.check().is_err() {
            return None;
        }
        let shared = self.shared();
        let seen = Expected::in_runs(&told(self.setup, shared, self.limits));
        let outputs = (self.exploration.outputs.as_slice(), shared);
        let (model, options) = (self.asked.model.as_str(), &self.asked.options);
        Weak::on_some_ways(self.setup, outputs, (model, options), seen)
    }
}

impl<'a> Weak<'a> {
    /// A launch with some of the ways that executions go, those on which reads find what is expected and what is found by and by;
    /// nothing where they are too many.
    ///
    /// That threads do not go another way was asked with these alone: where what one does without having read anything is what leads
    /// another there, and back, it may do so all the same.
    #[must_use]
    pub fn on_some_ways(
        setup: &'a Setup,
        (outputs, shared): (&[usize], &BTreeSet<u64>),
        (model, options): (&str, &Options),
        mut expected: Expected,
    ) -> Option<Self> {
        let stop = options.limits().stop;
        for _ in 0..ROUNDS {
            stop.check().ok()?;
            let depth = Depth {
                expected: Some(&expected),
                ..Depth::of(options.bound)
            };
            let values = (shared, Values::All);
            let mut weak = Self::walked(setup, outputs, values, (model, options), depth).ok()?;
            if weak.stuck.unrolled.events.len() > MOST {
                return None;
            }
            let run = match weak.goes_on() {
                Reply::None => {
                    weak.narrow = true;
                    return Some(weak);
                }
                Reply::Execution(run) => run,
                Reply::Open(_) => return None,
            };
            if !expected.learn(&weak.stuck, &run) {
                return None;
            }
        }
        None
    }

    /// Whether some execution goes on where threads were followed no further.
    fn goes_on(&self) -> Reply {
        let mut questions = match self.questions(&self.stuck) {
            Ok(questions) => questions,
            Err(open) => return Reply::Open(open),
        };
        let reply = questions.beyond();
        self.learn(&questions, &self.stuck);
        reply
    }
}
