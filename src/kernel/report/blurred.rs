//! Launches in which too many values can be in memory: asked with those left open that decide nothing
//! ([`crate::kernel::lower::blur`]).
//!
//! What threads do is then the same, so that races and threads that wait are those of the launch. What is left in the outputs
//! is not told, but it is known where every execution is an interleaving: who reads from whom then says of each value that an
//! interleaving has it too.

use std::collections::BTreeSet;

use crate::axiomatic::demand::Demand;
use crate::axiomatic::questions::Reply;
use crate::kernel::interpret::forks::chooses;
use crate::kernel::launch::description::Check;
use crate::kernel::lower::blur::Values;
use crate::kernel::lower::depth::Depth;
use crate::kernel::lower::graph::{Graph, Stopped, What};
use crate::kernel::lower::stamps::{Rounds, whole_rounds};
use crate::kernel::lower::unwalked::Unwalked;
use crate::kernel::lower::walk::Failure;
use crate::kernel::setup::Setup;
use crate::model::registry::Axiomatic;
use crate::program::Condition;
use crate::stop::Open;
use crate::verdict::query::Options;

use super::answer::{Answer, Checked};
use super::asked::Asked;
use super::decide::Decision;
use super::sizes::{Overlaps, flagging};
use super::weak::{Said, Unasked, Weak, here, is, register};

/// Why nothing else is left in the outputs.
pub(super) const INTERLEAVED: &str = "every execution of the model is an interleaving";

/// More events are first asked about with values left open.
const MANY: usize = 100;

/// Where there are more, runs that break something with values left open are followed, which is many questions, before all
/// values are asked about.
pub(super) const TOO_MANY: usize = 250;

/// In place of a race: an execution that is no interleaving, or in which two writes are in no order. What a
/// read-modify-write does is done at once.
pub const APART: &str = "let joined = [M] | rmw | rmw^-1
let unordered = ((W * W) & loc \\ id) \\ (co | co^-1)
let before = po | rf | co | fr | unordered | (po ; (syncbar & same-cta) ; po)
flag ~acyclic joined ; (before \\ (rmw | rmw^-1)) as data-race";

/// The same without writes that are in no order.
pub const CIRCULAR: &str = "let joined = [M] | rmw | rmw^-1
let before = po | rf | co | fr | (po ; (syncbar & same-cta) ; po)
flag ~acyclic joined ; (before \\ (rmw | rmw^-1)) as data-race";

impl<'a> Decision<'a> {
    /// What the model says of a check where values are left open that decide nothing; nothing where that does not settle it.
    pub fn left_open(&self, check: Check) -> Option<Checked> {
        let asked = self.open.get_or_init(|| self.ask_open()).as_ref()?;
        let weak = asked.weak.as_ref().ok()?;
        if self.rounds_unknown(weak) {
            return None;
        }
        let answer = match check {
            Check::Races | Check::Asserts | Check::Barriers => {
                (!weak.counts()).then(|| self.said(check, weak))?
            }
            // Which of two values is taken may be left open, and so whether somebody wrote it.
            Check::Memory => {
                let said = (!weak.counts()).then(|| self.said(check, weak));
                said.filter(|said| said.answer == Answer::Holds)?
            }
            Check::Robust => {
                let holds = self.interleaved(weak);
                holds.or_else(|| self.followed_where_many(check, weak))?
            }
            Check::Property => {
                let holds = self.of_interleavings(weak);
                holds.or_else(|| self.followed_where_many(check, weak))?
            }
        };
        matches!(answer.answer, Answer::Holds | Answer::Violated).then_some(answer)
    }

    /// Lowers the launch so, where it may help.
    fn ask_open(&self) -> Option<Asked<'a>> {
        // Who only tries runs that are known asks nobody.
        let recall = self.asked.recall.as_ref();
        if recall.is_some_and(|recall| recall.only) || !self.has_more(MANY) {
            return None;
        }
        let shared = self.seen_shared();
        let (model, options) = (&self.asked.model, &self.asked.options);
        let outputs = &self.exploration.outputs;
        let open = |values| Weak::open(self.setup, outputs, (shared, values), model, options);
        let weak = match open(Values::Deciding) {
            Err(Unasked::Unwalked(why)) if why.is_many() => open(Values::Open),
            weak => weak,
        };
        let asked = Asked::new(Ok(weak.ok()??));
        let told = asked.gaps.is_empty() && matches!(asked.overlaps, Overlaps::Ordered);
        told.then_some(asked)
    }

    /// Runs that are followed, of a launch that is better not asked about with all values.
    fn followed_where_many(&self, check: Check, weak: &Weak) -> Option<Checked> {
        let many = self.has_more(TOO_MANY);
        many.then(|| self.followed(check, weak)).flatten()
    }

    /// Whether a launch has more events than these, or not all of it could be asked about.
    pub(super) fn has_more(&self, events: usize) -> bool {
        let asked = self.asked_of.as_ref();
        asked.is_some_and(|asked| match &asked.weak {
            Ok(weak) if weak.exact => false,
            Ok(weak) => weak.threads.visits.is_some() || weak.stuck.unrolled.events.len() > events,
            Err(Unasked::Open(open)) => matches!(open, Open::Size(_) | Open::Effort),
            Err(Unasked::Unwalked(why)) => match why {
                Unwalked::Values(_) | Unwalked::Thread(Failure::Large(..) | Failure::Deep(..)) => {
                    true
                }
                Unwalked::Thread(Failure::Many(_) | Failure::Crossed(..) | Failure::Time) => false,
            },
            Err(Unasked::Model) => false,
        })
    }

    /// That every complete execution is an interleaving. What these leave is told where all are known.
    pub(super) fn interleaved(&self, weak: &Weak) -> Option<Checked> {
        let mut answer = Checked::new("robust", Answer::Holds)
            .word("yes")
            .proof(INTERLEAVED);
        if !self.has_many_orders() {
            answer.sc_contents = self.sc_contents();
        }
        weak.interleaves(&self.asked.model).then_some(answer)
    }

    /// Properties of all runs where they are interleavings.
    pub(super) fn of_interleavings(&self, weak: &Weak) -> Option<Checked> {
        self.interleaved(weak)?;
        let holds = self.setup.description.properties.iter().all(|property| {
            let mut outcomes = self.exploration.outcomes.iter();
            let truth = |contents: &[Vec<u8>]| {
                let value = |name: &str, index: u64| self.value(contents, name, index);
                property.formula.holds(&value)
            };
            if property.exists {
                outcomes.any(|one| !chooses(&one.schedule) && truth(&one.contents) == Some(true))
            } else {
                outcomes.all(|one| truth(&one.contents) == Some(true))
            }
        });
        let answer = Checked::new("property", Answer::Holds).word("yes");
        holds.then(|| answer.proof(INTERLEAVED))
    }
}

/// How often a thread came to each barrier when it exits.
fn exits(graph: &Graph) -> impl Iterator<Item = Rounds> {
    graph.nodes.iter().filter_map(|node| match node.what {
        What::Stop {
            how: Stopped::Exited,
            ..
        } => Some(whole_rounds(&node.rounds)),
        What::Stop { .. }
        | What::Read { .. }
        | What::Write { .. }
        | What::Update { .. }
        | What::Fence { .. }
        | What::Meet(_)
        | What::Gather(_)
        | What::Choose => None,
    })
}

/// Whether a thread does nothing that an interleaving does at once, or in another way.
fn is_plain(graph: &Graph) -> bool {
    graph.nodes.iter().all(|node| {
        !node.follows
            && match &node.what {
                What::Read { access, .. } => !access.non_coherent,
                What::Meet(meet) => {
                    meet.orders && !meet.hears && !meet.arrives && meet.with.whole().is_some()
                }
                What::Gather(_) => false,
                // An interleaving may choose so, too.
                What::Choose
                | What::Write { .. }
                | What::Update { .. }
                | What::Fence { .. }
                | What::Stop { .. } => true,
            }
    })
}

impl<'a> Weak<'a> {
    /// A launch in which values are left open that decide nothing; nothing where others are not known, or memory is used in
    /// ways in which values matter.
    ///
    /// # Errors
    ///
    /// Why it cannot be lowered.
    pub fn open(
        setup: &'a Setup,
        outputs: &[usize],
        shared: (&BTreeSet<u64>, Values),
        model: &str,
        options: &Options,
    ) -> Result<Option<Self>, Unasked> {
        let depth = Depth::of(options.bound);
        let weak = Self::walked(setup, outputs, shared, (model, options), depth)?;
        let usable = !weak.threads.rests_on_open()
            && !weak.threads.gathers()
            && !weak.threads.know.mixed()
            && !weak.mixes();
        Ok(usable.then_some(weak))
    }

    /// Whether it is known that every complete execution of a model is an interleaving.
    #[must_use]
    pub fn interleaves(&self, model: &str) -> bool {
        let ask = || {
            flagging(model, APART).is_some_and(|flagged| {
                self.setup.launches.len() == 1
                    && !self.threads.know.mixed()
                    && !self.threads.has_open_gaps()
                    && self.threads.graphs.iter().all(is_plain)
                    && !self.threads.laps_with_open()
                    && (self.raceless.get() || matches!(self.race().0, Said::Never))
                    && self.comes_alike()
                    && (self.meets_in_updates() || matches!(self.raises(&flagged), Said::Never))
            })
        };
        *self.interleaved.get_or_init(ask)
    }

    /// Whether all of a block come to barriers equally often, so that nobody goes past one because another has exited.
    fn comes_alike(&self) -> bool {
        let graphs = &self.threads.graphs;
        let mut exit = graphs.iter().map(|graph| exits(graph).next().is_some());
        let alike = self.setup.blocks.iter().all(|block| {
            let threads = block.threads.clone().map(|thread| &graphs[thread]);
            let exits: BTreeSet<Rounds> = threads.flat_map(exits).collect();
            exits.len() == 1
        });
        // Where they do not on all ways, they may on those of each execution.
        exit.all(|exits| exits) && (alike || self.never_unlike())
    }

    /// That one thread of a block came to a round of a barrier, and the next did not, or the other way round: for each two
    /// and each round where that may be.
    fn unlike(&self) -> Vec<Condition> {
        let came = self.plain.came.iter();
        let rounds: BTreeSet<i64> = came.map(|(came, _)| came.name).collect();
        let mut found = Vec::new();
        for block in &self.setup.blocks {
            let next = block.threads.clone().skip(1);
            for (one, other) in block.threads.clone().zip(next) {
                for &round in &rounds {
                    let [one, other] = [one, other].map(|thread| self.came(thread, round));
                    for (one, other) in [(one.clone(), other.clone()), (other, one)] {
                        let not = Condition::Not(Box::new(other), here());
                        found.push(Condition::And(vec![one, not], here()));
                    }
                }
            }
        }
        found
    }

    /// That a thread came to a round.
    fn came(&self, thread: usize, round: i64) -> Condition {
        let came = self.plain.came.iter();
        let here_too = came.filter(|(came, _)| (came.thread, came.name) == (thread, round));
        let each = here_too.map(|(_, at)| is(register(thread, *at), 1));
        Condition::Or(each.collect(), here())
    }

    /// Whether no complete execution does one of these.
    fn never_unlike(&self) -> bool {
        let unlike = Condition::Or(self.unlike(), here());
        let condition = Condition::And(vec![self.complete(), unlike], here());
        matches!(self.one(&self.plain, &condition), Said::Never)
    }

    /// Whether some complete execution has what a model flags in place of races.
    fn raises(&self, model: &Axiomatic) -> Said {
        let mut questions = match self.questions_of(&self.plain, model) {
            Ok(questions) => questions,
            Err(open) => return Said::Open(open),
        };
        match questions.race(&Demand::Ends(self.complete())) {
            Some(Reply::Execution(execution)) => Said::Run(execution),
            Some(Reply::None) => Said::Never,
            Some(Reply::Open(open)) => Said::Open(open),
            None => Said::Open(Open::Internal("the model flags nothing".to_owned())),
        }
    }
}
