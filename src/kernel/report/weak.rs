//! A launch asked of a model: what executions do that are no interleavings.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;

use crate::axiomatic::demand::Demand;
use crate::axiomatic::questions::{Questions, Reply};
use crate::execution::concrete::Execution;
use crate::kernel::lower::blur::Values;
use crate::kernel::lower::depth::Depth;
use crate::kernel::lower::emit::emit;
use crate::kernel::lower::end::EXITED;
use crate::kernel::lower::fixpoint::Threads;
use crate::kernel::lower::lowered::{END, Look, Lowered};
use crate::kernel::lower::shorter::walk;
use crate::kernel::lower::unwalked::Unwalked;
use crate::kernel::lower::walk::Failure;
use crate::kernel::setup::Setup;
use crate::model::registry::{Axiomatic, Kind, Model};
use crate::program::symbolic::FALSE;
use crate::program::{Condition, RegisterId, Term, ThreadId};
use crate::stop::Open;
use crate::syntax::ast::Comparison;
use crate::syntax::span::Span;
use crate::verdict::query::Options;

use super::recall::Recall;
use super::sizes::{Sized, put};

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
    /// Whether it is known that no run reaches the loop bound, those included in which threads are stuck.
    pub(super) within: Cell<bool>,
    /// Whether it is known that no run has a data race.
    pub(super) raceless: Cell<bool>,
    /// How many events were too many to be encoded, and why.
    pub(super) heavy: RefCell<Option<(usize, Open)>>,
    /// Whether every complete execution is known to be an interleaving, once it was asked.
    pub(super) interleaved: OnceCell<bool>,
    /// Runs that are tried before a solver is asked.
    pub(super) recall: Option<Recall>,
    /// Some runs of the launch are not among those of this one: that none of these does something says nothing of the launch.
    pub(super) narrow: bool,
    /// Its ways are those that executions go, and no more.
    pub(super) exact: bool,
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

/// The axioms of a model that has some.
#[must_use]
pub fn axioms(model: &str) -> Option<Axiomatic> {
    match Model::find(model).ok()?.kind {
        Kind::Axiomatic(axioms) => Some(axioms),
        Kind::Operational(_) => None,
    }
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
        let depth = Depth::of(options.bound);
        let values = (shared, Values::All);
        Self::walked(setup, outputs, values, (model, options), depth)
    }

    /// The same, where threads are walked so far and some values may be left open.
    ///
    /// # Errors
    ///
    /// Why it cannot be.
    pub fn walked(
        setup: &'a Setup,
        outputs: &[usize],
        shared: (&BTreeSet<u64>, Values),
        (model, options): (&str, &Options),
        depth: Depth,
    ) -> Result<Self, Unasked> {
        let axioms = axioms(model).ok_or(Unasked::Model)?;
        let options = (options, depth);
        let mut weak = Self::lowered(setup, outputs, shared, axioms, options)?;
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
        let asked = (options, Depth::of(options.bound));
        Self::lowered(setup, outputs, (shared, Values::All), model, asked)
    }

    fn lowered(
        setup: &'a Setup,
        outputs: &[usize],
        (shared, values): (&BTreeSet<u64>, Values),
        model: Axiomatic,
        (options, depth): (&Options, Depth),
    ) -> Result<Self, Unasked> {
        let stop = options.limits().stop;
        let threads = walk(setup, outputs, shared, (depth, values), &stop);
        let threads = threads.map_err(Unasked::Unwalked)?;
        let weak = Self::of(setup, outputs, threads, model, options);
        weak.map_err(|why| Unasked::Unwalked(Unwalked::Thread(why)))
    }

    /// What threads do, to be asked of a model.
    ///
    /// # Errors
    ///
    /// They do too much, or time ran out.
    pub(super) fn of(
        setup: &'a Setup,
        outputs: &[usize],
        threads: Threads,
        model: Axiomatic,
        options: &Options,
    ) -> Result<Self, Failure> {
        let bound = options.bound;
        let events = |stuck| {
            let look = Look {
                bound,
                idle: 0,
                stuck,
                skips: false,
            };
            emit(setup, &threads, outputs, look)
        };
        let plain = events(false)?;
        let stuck = events(true)?;
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
            within: Cell::new(false),
            raceless: Cell::new(false),
            heavy: RefCell::default(),
            interleaved: OnceCell::new(),
            recall: None,
            narrow: false,
            exact: false,
        })
    }

    /// The same, with runs that are tried before a solver is asked.
    #[must_use]
    pub fn recalling(mut self, recall: Option<Recall>) -> Self {
        self.recall = recall;
        self
    }

    /// All threads have exited.
    #[must_use]
    pub fn complete(&self) -> Condition {
        let all = (0..self.setup.threads.len()).map(|thread| is(register(thread, END), EXITED));
        Condition::And(all.collect(), here())
    }

    /// The events, to be asked about.
    ///
    /// # Errors
    ///
    /// There are too many, or time ran out.
    pub fn questions<'q>(&'q self, lowered: &'q Lowered) -> Result<Questions<'q>, Open> {
        self.questions_of(lowered, &self.model)
    }

    #[must_use]
    pub fn one(&self, lowered: &Lowered, condition: &Condition) -> Said {
        self.demanded(lowered, &Demand::Ends(condition.clone()))
    }

    #[must_use]
    pub fn demanded(&self, lowered: &Lowered, demand: &Demand) -> Said {
        if let Some(said) = self.recalled(lowered, demand, None) {
            return said;
        }
        let mut questions = match self.questions(lowered) {
            Ok(questions) => questions,
            Err(open) => return Said::Open(open),
        };
        self.put(&mut questions, lowered, demand)
    }

    /// That nothing of what threads do is so: no run is, unless one goes on where threads were followed no further.
    #[must_use]
    pub(super) fn nothing(&self) -> Said {
        let mut threads = self.stuck.unrolled.threads.iter();
        if self.within.get() || threads.all(|thread| thread.truncated == FALSE) {
            return Said::Never;
        }
        self.demanded(&self.stuck, &Demand::Any(Vec::new()))
    }

    /// Asks for an execution, and keeps it.
    pub(super) fn put(
        &self,
        questions: &mut Questions,
        lowered: &Lowered,
        demand: &Demand,
    ) -> Said {
        let reply = put(questions, lowered, demand);
        self.learn(questions, lowered);
        match reply {
            Reply::Execution(execution) => {
                self.remember(lowered, &execution);
                Said::Run(execution)
            }
            Reply::None => Said::Never,
            Reply::Open(open) => Said::Open(open),
        }
    }

    /// Keeps that no run reaches the loop bound, where the most were asked about.
    pub(super) fn learn(&self, questions: &Questions, lowered: &Lowered) {
        if lowered.look == self.stuck.look && questions.is_within() {
            self.within.set(true);
        }
    }
}
