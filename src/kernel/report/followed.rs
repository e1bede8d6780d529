//! What is wrong in launches in which too many values can be in memory: runs that are no interleavings are found with values left
//! open, and then done again with the values that they have ([`crate::kernel::lower::along`]).
//!
//! Such a run is one of the launch, so what it leaves in the outputs may be shown; that no run leaves anything else is never
//! concluded from it.

use std::collections::BTreeSet;

use crate::axiomatic::demand::Demand;
use crate::axiomatic::questions::Reply;
use crate::execution::concrete::Execution;
use crate::kernel::launch::description::Check;
use crate::kernel::lower::along::{Run, follow};
use crate::model::registry::Axiomatic;

use super::answer::{Answer, Checked, Size};
use super::blurred::{APART, CIRCULAR};
use super::decide::Decision;
use super::sizes::flagging;
use super::weak::{Weak, axioms};

/// Why no smallest run is shown.
const FIRST: &str =
    "it is the first run that was found, as too many values can be in memory to look at all";

/// More runs than this are not followed.
const RUNS: usize = 12;

impl Decision<'_> {
    /// What is wrong at the end of a run that is no interleaving, where values are left open; nothing where none of those that
    /// were followed shows it.
    pub fn followed(&self, check: Check, weak: &Weak) -> Option<Checked> {
        let recall = self.asked.recall.as_ref();
        let shows = |run: &Execution| {
            let run = Run::of(self.setup, &weak.plain, run);
            let shared = &weak.threads.know.shared;
            let way = recall.and_then(|recall| recall.way(&run, shared));
            let along = self.along(run, shared, weak.model.clone())?;
            let along = along.recalling(way.as_ref().map(|way| way.recall.clone()));
            let mut answer = self.said(check, &along);
            if self.asked.options.smallest {
                answer.smallest = Some(Size::open(FIRST.to_owned()));
            }
            match answer.answer {
                Answer::Violated => {
                    if let Some((recall, way)) = recall.zip(way) {
                        recall.keep(way);
                    }
                    Some(answer)
                }
                // Properties that ask for some run have theirs.
                Answer::Holds => {
                    (check == Check::Property && self.asks_for_runs()).then_some(answer)
                }
                Answer::Undefined | Answer::Possible | Answer::Unsupported | Answer::Unknown => {
                    None
                }
            }
        };
        // Writes in no order leave either, which is most often what an interleaving leaves as well.
        [CIRCULAR, APART].iter().find_map(|apart| {
            let model = flagging(&self.asked.model, apart)?;
            weak.first_apart(&model, shows)
        })
    }

    /// The same where a run that was followed for other fences is one with those at hand, too.
    pub fn followed_before(&self, check: Check) -> Option<Checked> {
        let complete = matches!(check, Check::Robust | Check::Property);
        if self.settled() || !complete || self.open(check).is_some() {
            return None;
        }
        let ways = self.asked.recall.as_ref()?.ways();
        let axioms = axioms(&self.asked.model)?;
        ways.into_iter().find_map(|way| {
            let along = self.along(way.along, &way.shared, axioms.clone())?;
            let answer = self.said(check, &along.recalling(Some(way.recall)));
            (answer.answer == Answer::Violated).then_some(answer)
        })
    }

    /// The launch along a run, with all values.
    fn along(&self, run: Run, shared: &BTreeSet<u64>, model: Axiomatic) -> Option<Weak<'_>> {
        let mut options = self.asked.options.clone();
        // Others may be smaller than all that go this way.
        options.smallest = false;
        let outputs = &self.exploration.outputs;
        let stop = options.limits().stop;
        let threads = follow(self.setup, outputs, shared, options.bound, run, &stop)?;
        let mut weak = Weak::of(self.setup, outputs, threads, model, &options).ok()?;
        weak.narrow = true;
        Some(weak)
    }

    /// Whether all properties ask for some run.
    fn asks_for_runs(&self) -> bool {
        let mut properties = self.setup.description.properties.iter();
        properties.all(|property| property.exists)
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
}
