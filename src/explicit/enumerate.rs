//! Candidate executions: one path of each thread, every reads-from map, every coherence order.

use std::collections::BTreeSet;

use super::graph::Execution;
use super::limits::{Budget, Exhausted};
use super::matrix::Matrix;
use super::models::{Model, atomicity, no_thin_air};
use super::orders::{Pruning, orders};
use super::paths::{End, Path};
use super::ptx;
use super::switches::{Switch, Switches};
use crate::program::{LocationId, Program};

/// The writes of each memory, in coherence order.
pub type Orders = [(LocationId, Vec<usize>)];

/// Told of each execution that the model allows.
pub trait Visitor {
    /// Whether executions that end so are of interest (still).
    fn wants(&self, end: End) -> bool;

    /// An allowed execution, with the paths and coherence orders that make it up; under a model that
    /// flags data races with two events that race, if there are any.
    fn visit(
        &mut self,
        end: End,
        execution: &Execution,
        paths: &[&Path],
        orders: &Orders,
        flagged: Option<(usize, usize)>,
    );
}

/// What to enumerate, and by which rules.
#[derive(Debug, Clone, Copy)]
pub struct Setting<'a> {
    /// The program.
    pub program: &'a Program,
    /// The model.
    pub model: Model,
    /// The parts of the axioms in force.
    pub switches: Switches,
    /// The paths of each thread.
    pub paths: &'a [Vec<Path>],
}

impl Setting<'_> {
    /// Visits every execution that the model allows, in an order that depends on nothing else.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn enumerate(
        &self,
        budget: &mut Budget,
        visitor: &mut impl Visitor,
    ) -> Result<(), Exhausted> {
        let mut search = Search {
            setting: *self,
            offers: offers(self.program, self.paths),
            budget,
            visitor,
        };
        search.choose_paths(&mut Vec::new())
    }

    fn pruning(&self) -> Pruning {
        Pruning {
            incoherent: self.model.is_coherent(self.switches),
            torn: self.switches.on(Switch::Atomicity),
        }
    }
}

type Offers = BTreeSet<(LocationId, i64)>;

/// For each number of threads whose path is chosen, what the initial state and the other threads
/// may write.
fn offers(program: &Program, paths: &[Vec<Path>]) -> Vec<Offers> {
    let initial = program.locations.iter();
    let mut offer: Offers = initial.map(|each| (each.physical, each.initial)).collect();
    let mut offers = vec![offer.clone()];
    for thread in paths.iter().rev() {
        offer.extend(thread.iter().flat_map(writes_of));
        offers.push(offer.clone());
    }
    offers.reverse();
    offers
}

fn writes_of(path: &Path) -> impl Iterator<Item = (LocationId, i64)> + '_ {
    let events = path.steps.iter().map(|step| &step.event);
    events.filter_map(|event| Some((event.location?, event.written?)))
}

fn reads_of(path: &Path) -> impl Iterator<Item = (LocationId, i64)> + '_ {
    let events = path.steps.iter().map(|step| &step.event);
    events.filter_map(|event| Some((event.location?, event.read?)))
}

/// How an execution ends, given its paths: stuck counts for less than truncated, since a thread
/// may be waiting for what a truncated one would do later.
fn ending(paths: &[&Path]) -> End {
    let any = |end| paths.iter().any(|path| path.end == end);
    if any(End::Truncated) {
        End::Truncated
    } else if any(End::Stuck) {
        End::Stuck
    } else {
        End::Done
    }
}

struct Search<'a, 'b, V> {
    setting: Setting<'a>,
    offers: Vec<Offers>,
    budget: &'b mut Budget,
    visitor: &'b mut V,
}

/// A choice of paths, on its way to an execution.
struct Draft<'a> {
    end: End,
    paths: &'a [&'a Path],
    execution: Execution,
}

impl<'a, V: Visitor> Search<'a, '_, V> {
    fn choose_paths(&mut self, chosen: &mut Vec<&'a Path>) -> Result<(), Exhausted> {
        let Some(thread) = self.setting.paths.get(chosen.len()) else {
            self.budget.candidate()?;
            return self.draft(chosen);
        };
        for path in thread {
            self.budget.step()?;
            chosen.push(path);
            if self.is_supplied(chosen) {
                self.choose_paths(chosen)?;
            }
            chosen.pop();
        }
        Ok(())
    }

    /// Whether each value read so far is written by someone, or might still be.
    fn is_supplied(&self, chosen: &[&Path]) -> bool {
        let offered = &self.offers[chosen.len()];
        chosen.iter().flat_map(|path| reads_of(path)).all(|read| {
            offered.contains(&read)
                || chosen
                    .iter()
                    .any(|path| writes_of(path).any(|write| write == read))
        })
    }

    fn draft(&mut self, paths: &[&Path]) -> Result<(), Exhausted> {
        let end = ending(paths);
        if !self.visitor.wants(end) {
            return Ok(());
        }
        let mut draft = Draft {
            end,
            paths,
            execution: Execution::new(self.setting.program, paths)?,
        };
        self.choose_sources(&mut draft, 0)
    }

    /// Chooses the write that each read from `read` on takes its value from.
    fn choose_sources(&mut self, draft: &mut Draft, read: usize) -> Result<(), Exhausted> {
        let events = &draft.execution.events;
        let Some(read) = (read..events.len()).find(|index| events[*index].is_read()) else {
            self.budget.candidate()?;
            if let Some(version) = self.setting.model.ptx() {
                return self.ends(draft, version);
            }
            if no_thin_air(&draft.execution, self.setting.switches) {
                return self.choose_orders(draft);
            }
            return Ok(());
        };
        for write in 0..events.len() {
            let (from, to) = (
                &draft.execution.events[write],
                &draft.execution.events[read],
            );
            if write == read || from.location != to.location || from.written != to.read {
                continue;
            }
            let before = draft.execution.rf.clone();
            draft.execution.rf.add(write, read);
            self.choose_sources(draft, read + 1)?;
            draft.execution.rf = before;
        }
        Ok(())
    }

    /// Visits each end that a PTX model allows.
    fn ends(&mut self, draft: &Draft, version: ptx::Version) -> Result<(), Exhausted> {
        let mut execution = draft.execution.clone();
        let visitor = &mut *self.visitor;
        let mut visit = |co: &Matrix, orders: &ptx::Ends, race: Option<(usize, usize)>| {
            if visitor.wants(draft.end) {
                execution.co.clone_from(co);
                visitor.visit(draft.end, &execution, draft.paths, orders, race);
            }
        };
        let program = self.setting.program;
        ptx::ends(version, program, &draft.execution, self.budget, &mut visit)
    }

    /// Chooses a coherence order for each memory.
    fn choose_orders(&mut self, draft: &mut Draft) -> Result<(), Exhausted> {
        let mut choices = Vec::new();
        for (location, writes) in draft.execution.writes() {
            let pruning = self.setting.pruning();
            let found = orders(&draft.execution, &writes, pruning, self.budget)?;
            if found.is_empty() {
                return Ok(());
            }
            choices.push((location, found));
        }
        self.combine_orders(draft, &choices, &mut Vec::new())
    }

    fn combine_orders(
        &mut self,
        draft: &mut Draft,
        choices: &[(LocationId, Vec<Vec<usize>>)],
        chosen: &mut Vec<(LocationId, Vec<usize>)>,
    ) -> Result<(), Exhausted> {
        let Some((location, found)) = choices.get(chosen.len()) else {
            return self.judge(draft, chosen);
        };
        for order in found {
            let before = draft.execution.co.clone();
            draft.execution.order(order);
            chosen.push((*location, order.clone()));
            self.combine_orders(draft, choices, chosen)?;
            chosen.pop();
            draft.execution.co = before;
        }
        Ok(())
    }

    fn judge(&mut self, draft: &Draft, orders: &Orders) -> Result<(), Exhausted> {
        self.budget.candidate()?;
        let (execution, switches) = (&draft.execution, self.setting.switches);
        let wanted = self.visitor.wants(draft.end);
        if wanted
            && atomicity(execution, switches)
            && self
                .setting
                .model
                .allows(self.setting.program, execution, switches)
        {
            self.visitor
                .visit(draft.end, execution, draft.paths, orders, None);
        }
        Ok(())
    }
}
