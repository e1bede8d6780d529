//! A launch asked of a model: what executions do that are no interleavings.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use crate::axiomatic::demand::Demand;
use crate::axiomatic::questions::{Questions, Reply};
use crate::execution::concrete::Execution;
use crate::kernel::interpret::finding::Gap;
use crate::kernel::lower::emit::emit;
use crate::kernel::lower::end::EXITED;
use crate::kernel::lower::fixpoint::{Threads, Unwalked, walk};
use crate::kernel::lower::graph::Note;
use crate::kernel::lower::lowered::{END, Look, Lowered};
use crate::kernel::setup::Setup;
use crate::model::registry::{Axiomatic, Kind, Model};
use crate::program::{Condition, RegisterId, Term, ThreadId};
use crate::stop::Open;
use crate::syntax::ast::Comparison;
use crate::syntax::span::Span;
use crate::verdict::query::Options;

use super::sizes::{Sized, one_by_one, put};

/// An answer of the model.
#[derive(Debug)]
pub enum Said {
    /// Some run of it does so.
    Run(Box<Execution>),
    /// None does.
    Never,
    /// It was not found out.
    Open(Open),
}

/// Why a launch was not asked of a model.
#[derive(Debug, Clone)]
pub enum Unasked {
    /// Threads were not walked.
    Unwalked(Unwalked),
    /// There is no such model, or it has no axioms.
    Model,
    /// The formula was not made.
    Open(Open),
}

/// A launch under a model.
pub struct Weak<'a> {
    pub setup: &'a Setup,
    pub model: Axiomatic,
    /// The same for races of operations that overlap in part, where memory is used at several sizes.
    pub partial: Option<Axiomatic>,
    pub options: Options,
    pub outputs: Vec<usize>,
    pub threads: Threads,
    /// Without laps that change nothing, and without threads that are stuck.
    pub plain: Lowered,
    /// The same with them.
    pub stuck: Lowered,
    pub bound: usize,
    /// Whether no run does anything that is wrong, once it was asked.
    pub(super) fine: OnceCell<bool>,
}

#[must_use]
pub fn here() -> Span {
    Span::default()
}

#[must_use]
pub fn is(term: Term, number: i64) -> Condition {
    Condition::Compare(Comparison::Eq, term, Term::Constant(number), here())
}

#[must_use]
pub fn register(thread: usize, register: usize) -> Term {
    Term::Register(ThreadId(thread), RegisterId(register))
}

impl<'a> Weak<'a> {
    /// Lowers a launch.
    ///
    /// # Errors
    ///
    /// Why it cannot be.
    pub fn new(
        setup: &'a Setup,
        outputs: &[usize],
        shared: &BTreeSet<u64>,
        model: &str,
        options: &Options,
    ) -> Result<Self, Unasked> {
        let found = Model::find(model).map_err(|_| Unasked::Model)?;
        let Kind::Axiomatic(axioms) = found.kind else {
            return Err(Unasked::Model);
        };
        let mut weak = Self::under(setup, outputs, shared, axioms, options)?;
        if weak.threads.know.mixed()
            && let Some(sized) = Sized::named(model)
        {
            weak.model = sized.model;
            weak.partial = Some(sized.partial);
        }
        Ok(weak)
    }

    /// Lowers a launch, to be asked of a model at hand.
    ///
    /// # Errors
    ///
    /// Why it cannot be.
    pub fn under(
        setup: &'a Setup,
        outputs: &[usize],
        shared: &BTreeSet<u64>,
        model: Axiomatic,
        options: &Options,
    ) -> Result<Self, Unasked> {
        let stop = options.limits().stop;
        let bound = options.bound;
        let threads = walk(setup, outputs, shared, bound, &stop).map_err(Unasked::Unwalked)?;
        let look = |idle, stuck| Look { bound, idle, stuck };
        let events = |look| {
            let events = emit(setup, &threads, outputs, look);
            events.map_err(|why| Unasked::Unwalked(Unwalked::Thread(why)))
        };
        let plain = events(look(0, false))?;
        let stuck = events(look(0, true))?;
        Ok(Self {
            setup,
            model,
            partial: None,
            options: options.clone(),
            outputs: outputs.to_vec(),
            threads,
            plain,
            stuck,
            bound,
            fine: OnceCell::new(),
        })
    }

    /// The same where each lane that asks which lanes are active is alone: it always may be.
    #[must_use]
    pub fn apart_lanes(&self) -> Option<Self> {
        let threads = self.threads.apart();
        let events = |stuck| {
            let (bound, idle) = (self.bound, 0);
            let look = Look { bound, idle, stuck };
            emit(self.setup, &threads, &self.outputs, look).ok()
        };
        Some(Self {
            setup: self.setup,
            model: self.model.clone(),
            partial: self.partial.clone(),
            options: self.options.clone(),
            outputs: self.outputs.clone(),
            plain: events(false)?,
            stuck: events(true)?,
            bound: self.bound,
            fine: OnceCell::new(),
            threads,
        })
    }

    /// All threads have exited.
    #[must_use]
    pub fn complete(&self) -> Condition {
        let all = (0..self.setup.threads.len()).map(|thread| is(register(thread, END), EXITED));
        Condition::And(all.collect(), here())
    }

    /// What of the launch cannot be told and some run comes to.
    pub fn gaps(&self) -> Result<Vec<Gap>, Open> {
        let mut found = Vec::new();
        let notes: Vec<(&Gap, Condition)> = self
            .stuck
            .notes
            .iter()
            .filter_map(|(note, registers)| match note {
                Note::Gap(gap) => Some((gap, self.marked(registers))),
                Note::Found(..) => None,
            })
            .collect();
        if !notes.is_empty() && self.fine() {
            return Ok(found);
        }
        if let Some((said, (function, at))) = self.unmatched() {
            match said {
                Said::Run(_) => found.push(Gap::Unmatched(function, at)),
                Said::Never => {}
                Said::Open(open) => return Err(open),
            }
        }
        if notes.is_empty() {
            return Ok(found);
        }
        let mut questions = self.questions(&self.stuck)?;
        for (gap, condition) in notes {
            match put(&mut questions, &self.stuck, &Demand::Ends(condition)) {
                Reply::Execution(_) => found.push(gap.clone()),
                Reply::None => {}
                Reply::Open(open) => return Err(open),
            }
        }
        Ok(found)
    }

    /// The events, to be asked about.
    ///
    /// # Errors
    ///
    /// There are too many, or time ran out.
    pub fn questions<'q>(&'q self, lowered: &'q Lowered) -> Result<Questions<'q>, Open> {
        self.questions_of(lowered, &self.model)
    }

    fn questions_of<'q>(
        &'q self,
        lowered: &'q Lowered,
        model: &'q Axiomatic,
    ) -> Result<Questions<'q>, Open> {
        Questions::new(&lowered.program, &lowered.unrolled, model, &self.options)
    }

    /// Whether some run has a data race: the events that do, where one has.
    #[must_use]
    pub fn race(&self) -> (Said, Lowered, Option<(usize, usize)>) {
        self.race_under(&self.model)
    }

    /// The same of the data races that a model flags.
    #[must_use]
    pub fn race_under(&self, model: &Axiomatic) -> (Said, Lowered, Option<(usize, usize)>) {
        // A lap that changes nothing matters for what it reads weakly on the way.
        let idle = usize::from(super::circles::circles(&self.threads));
        let look = Look {
            bound: self.bound,
            idle,
            stuck: true,
        };
        let Ok(laps) = emit(self.setup, &self.threads, &self.outputs, look) else {
            let open = Open::Internal("there are no such events".to_owned());
            return (Said::Open(open), self.stuck.clone(), None);
        };
        if self.threads.know.weak.is_empty() {
            return (Said::Never, laps, None);
        }
        let possible = self.possible(&laps);
        let mut questions = match self.questions_of(&laps, model) {
            Ok(questions) => questions,
            Err(open) => return (Said::Open(open), laps, None),
        };
        let demand = Demand::Ends(possible);
        let reply = one_by_one(&laps, &demand, &mut |demand| questions.race(demand));
        let (said, pair) = match reply {
            Some(Reply::Execution(execution)) => {
                let pair = questions.racing(&execution);
                (Said::Run(execution), pair.map(|(a, b)| (a.0, b.0)))
            }
            Some(Reply::None) => (Said::Never, None),
            Some(Reply::Open(open)) => (Said::Open(open), None),
            None => (
                Said::Open(Open::Internal("the model knows no data races".to_owned())),
                None,
            ),
        };
        drop(questions);
        (said, laps, pair)
    }

    #[must_use]
    pub fn one(&self, lowered: &Lowered, condition: &Condition) -> Said {
        self.demanded(lowered, &Demand::Ends(condition.clone()))
    }

    #[must_use]
    pub fn demanded(&self, lowered: &Lowered, demand: &Demand) -> Said {
        let mut questions = match self.questions(lowered) {
            Ok(questions) => questions,
            Err(open) => return Said::Open(open),
        };
        match put(&mut questions, lowered, demand) {
            Reply::Execution(execution) => Said::Run(execution),
            Reply::None => Said::Never,
            Reply::Open(open) => Said::Open(open),
        }
    }
}
