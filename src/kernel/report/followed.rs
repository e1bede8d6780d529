//! What is wrong in launches in which too many values can be in memory: runs that are no interleavings are found with values left
//! open, and then done again with the values that they have ([`crate::kernel::lower::along`]).
//!
//! Such a run is one of the launch, so what it leaves in the outputs may be shown; that no run leaves anything else is never
//! concluded from it.

use crate::axiomatic::demand::Demand;
use crate::axiomatic::questions::Reply;
use crate::execution::concrete::Execution;
use crate::kernel::launch::description::Check;
use crate::kernel::lower::along::Run;
use crate::model::registry::Axiomatic;

use super::answer::{Answer, Checked, Size};
use super::blurred::{APART, CIRCULAR};
use super::decide::Decision;
use super::sizes::flagging;
use super::weak::Weak;

/// Why no smallest run is shown.
const FIRST: &str =
    "it is the first run that was found, as too many values can be in memory to look at all";

/// More runs than this are not followed.
const RUNS: usize = 12;

impl Decision<'_> {
    /// What is wrong at the end of a run that is no interleaving, where values are left open; nothing where none of those that
    /// were followed shows it.
    pub fn followed(&self, check: Check, weak: &Weak) -> Option<Checked> {
        let shows = |run: &Execution| {
            let mut answer = self.said(check, &weak.following(run)?);
            if self.asked.options.smallest {
                answer.smallest = Some(Size::open(FIRST.to_owned()));
            }
            (answer.answer == Answer::Violated).then_some(answer)
        };
        // Writes in no order leave either, which is most often what an interleaving leaves as well.
        [CIRCULAR, APART].iter().find_map(|apart| {
            let model = flagging(&self.asked.model, apart)?;
            weak.first_apart(&model, shows)
        })
    }
}

impl Weak<'_> {
    /// The first complete run that a model flags which is wanted, each reading from others than those before.
    fn first_apart<T>(
        &self,
        model: &Axiomatic,
        wanted: impl Fn(&Execution) -> Option<T>,
    ) -> Option<T> {
        let stop = self.options.limits().stop;
        let mut questions = self.questions_of(&self.plain, model).ok()?;
        let mut demands = vec![Demand::Ends(self.complete())];
        for _ in 0..RUNS {
            stop.check().ok()?;
            let reply = questions.race(&Demand::All(demands.clone()))?;
            let Reply::Execution(run) = reply else {
                return None;
            };
            if let Some(found) = wanted(&run) {
                return Some(found);
            }
            let read = run.rf.iter().map(|(read, write)| (*write, *read));
            demands.push(Demand::Others(read.collect()));
        }
        None
    }

    /// The launch along a run of this one, with all values.
    fn following(&self, run: &Execution) -> Option<Self> {
        let run = Run::of(self.setup, &self.plain, run);
        let threads = self
            .threads
            .along(self.setup, &self.outputs, self.bound, run)?;
        let mut weak = self.with(threads)?;
        // Others may be smaller than all that go this way.
        weak.options.smallest = false;
        Some(weak)
    }
}
