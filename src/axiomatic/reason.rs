//! Why a goal is unreachable: an unsat core over what the program and the model say, shrunk until
//! no member can be dropped.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::registry::Axiomatic;
use crate::program::events::Unrolled;
use crate::program::symbolic::EventId;
use crate::program::{Program, ThreadId};
use crate::sat::Lit;
use crate::verdict::ordering::{DependencyKind, Ordering, Role};

use super::candidate::frame::Frame;
use super::encoding::{Goal, NamedEncoding};
use super::minimum::{Proof, Unit, minimum, shrink};
use crate::sat::session::{Answer, Limits, Session, Told};
use crate::stop::Open;
use crate::verdict::outcome::{Item, Reason};

/// Explains why a goal is unreachable.
///
/// # Errors
///
/// The solver gave up, or contradicts the verdict that is to be explained.
pub fn explain(
    program: &Program,
    unrolled: &Arc<Unrolled>,
    model: &Axiomatic,
    goal: Goal,
    limits: &Limits,
) -> Result<Reason, Open> {
    Prover::new(program, unrolled, model, goal, limits).explain(goal)
}

/// A smallest reason why a goal is unreachable: one with the fewest fences, and of those one with
/// the fewest other orderings of the program. The fences of all laps of a loop count once, as do
/// its orderings. No axiom or conjunct in it can be dropped.
///
/// # Errors
///
/// The solver gave up, or contradicts the verdict that is to be explained.
pub fn smallest(
    program: &Program,
    unrolled: &Arc<Unrolled>,
    model: &Axiomatic,
    goal: Goal,
    limits: &Limits,
) -> Result<Reason, Open> {
    let mut prover = Prover::new(program, unrolled, model, goal, limits);
    let (units, given) = prover.units(unrolled);
    let mut refutes = |items: &[usize]| prover.refutes(items);
    let chosen = minimum(&units, &given, &mut refutes)?;
    let members = chosen.iter().flat_map(|&unit| &units[unit].members);
    let mut items: Vec<usize> = members.copied().chain(given).collect();
    items.sort_unstable();
    let items = shrink(items, &mut refutes)?;
    prover.reconfirm(&items)?;
    Ok(prover.reason(&items, true, goal))
}

/// Whether a goal is still unreachable when only the given items of a reason are asserted: the
/// model's other axioms and the program's other orderings do not hold.
///
/// # Errors
///
/// The solver gave up, or an item is not one of this test's.
pub fn suffices(
    program: &Program,
    unrolled: &Arc<Unrolled>,
    model: &Axiomatic,
    goal: Goal,
    items: &[Item],
    limits: &Limits,
) -> Result<bool, Open> {
    let mut prover = Prover::new(program, unrolled, model, goal, limits);
    let chosen: Option<Vec<usize>> = items
        .iter()
        .map(|item| {
            let known = &prover.encoding.items;
            known.iter().position(|(other, _)| other == item)
        })
        .collect();
    let chosen = chosen.ok_or_else(|| {
        Open::Internal("an item of the reason is not one of the test's".to_owned())
    })?;
    match prover.refutes(&chosen) {
        Proof::Refuted(_) => Ok(true),
        Proof::Satisfiable => Ok(false),
        Proof::Open(why) => Err(why),
    }
}

fn is_fence(item: &Item) -> bool {
    matches!(item, Item::Ordering(Ordering::Fence(_)))
}

fn is_dependency(item: &Item) -> bool {
    matches!(item, Item::Ordering(Ordering::Dependency(..)))
}

/// A fence or ordering of the text: its rank, from where to where it is, and of which kind.
type Written = (u32, InText, InText, Kind);
type InText = (Option<ThreadId>, usize);

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Order,
    Role(Role),
    Dependency(DependencyKind),
}

/// The formula of a goal, to be asked with some of its items.
pub(super) struct Prover<'a> {
    pub(super) encoding: NamedEncoding<'a>,
    session: Session,
}

impl<'a> Prover<'a> {
    pub(super) fn new(
        program: &'a Program,
        unrolled: &'a Unrolled,
        model: &Axiomatic,
        goal: Goal,
        limits: &Limits,
    ) -> Self {
        let options = model.definition.options;
        let frame = Frame::new(program, unrolled, options, true, &limits.stop);
        Self::on(frame, model, goal, limits)
    }

    /// On the candidate executions of a test, in which values may justify themselves.
    pub(super) fn on(frame: Frame<'a>, model: &Axiomatic, goal: Goal, limits: &Limits) -> Self {
        let encoding = NamedEncoding::on(frame, model, goal);
        let lits: Vec<Lit> = encoding.items.iter().map(|(_, lit)| *lit).collect();
        let session = Session::new(&encoding.frame.circuit, &[], &lits, limits);
        Self { encoding, session }
    }

    /// A reason of which no member can be dropped.
    pub(super) fn explain(&mut self, goal: Goal) -> Result<Reason, Open> {
        let (core, minimal) = self.minimal_core()?;
        self.reconfirm(&core)?;
        Ok(self.reason(&core, minimal, goal))
    }

    /// That a core suffices is what the finder alone has said: whoever confirms verdicts is asked too.
    pub(super) fn reconfirm(&mut self, core: &[usize]) -> Result<(), Open> {
        let lits = self.lits(core);
        self.session.reconfirm(&lits)
    }

    /// A core of which no member can be dropped, and whether that is proven.
    pub(super) fn minimal_core(&mut self) -> Result<(Vec<usize>, bool), Open> {
        let mut core = self.first_core()?;
        let mut minimal = true;
        let mut position = 0;
        while position < core.len() {
            let without: Vec<usize> = core
                .iter()
                .copied()
                .filter(|&item| item != core[position])
                .collect();
            match self.refutes(&without) {
                // The new core may have lost more than the one item; what was needed before is
                // needed still, and stands before the position.
                Proof::Refuted(smaller) => core = smaller,
                Proof::Satisfiable => position += 1,
                Proof::Open(_) => {
                    minimal = false;
                    position += 1;
                }
            }
        }
        Ok((core, minimal))
    }

    /// A core in the terms of an outcome.
    pub(super) fn reason(&self, core: &[usize], minimal: bool, goal: Goal) -> Reason {
        Reason {
            items: core
                .iter()
                .map(|&index| self.encoding.items[index].0.clone())
                .collect(),
            minimal,
            of_opposite: goal == Goal::Opposite,
        }
    }

    /// A core that needs no fence if there is one, and then no dependency if there is one.
    fn first_core(&mut self) -> Result<Vec<usize>, Open> {
        let all: Vec<usize> = (0..self.encoding.items.len()).collect();
        let mut core = match self.refutes(&all) {
            Proof::Refuted(core) => core,
            Proof::Satisfiable => {
                return Err(Open::Internal("the verdict has no reason".to_owned()));
            }
            Proof::Open(why) => return Err(why),
        };
        let mut allowed = all;
        for unwanted in [is_fence, is_dependency] {
            let (without, some): (Vec<usize>, Vec<usize>) = allowed
                .iter()
                .partition(|&&item| !unwanted(&self.encoding.items[item].0));
            if some.is_empty() {
                continue;
            }
            if let Proof::Refuted(better) = self.refutes(&without) {
                core = better;
                allowed = without;
            }
        }
        Ok(core)
    }

    /// The fences and orderings as they are written, each with its items in all laps of loops; and
    /// the items that are neither.
    fn units(&self, unrolled: &Unrolled) -> (Vec<Unit>, Vec<usize>) {
        let mut written: BTreeMap<Written, Unit> = BTreeMap::new();
        let mut given = Vec::new();
        let place = |event: EventId| {
            let event = &unrolled.events[event.0];
            (event.thread, event.instruction)
        };
        for (index, (item, _)) in self.encoding.items.iter().enumerate() {
            let Item::Ordering(ordering) = item else {
                given.push(index);
                continue;
            };
            let (rank, from, to, kind) = match *ordering {
                Ordering::Fence(fence) => (0, fence, fence, Kind::Order),
                Ordering::Role(role, access) => (1, access, access, Kind::Role(role)),
                Ordering::Program(from, to) => (1, from, to, Kind::Order),
                Ordering::Dependency(kind, from, to) => (1, from, to, Kind::Dependency(kind)),
            };
            let bare = Unit {
                members: Vec::new(),
                rank,
            };
            let key = (rank, place(from), place(to), kind);
            written.entry(key).or_insert(bare).members.push(index);
        }
        (written.into_values().collect(), given)
    }

    /// What the solver says of all these items together.
    pub(super) fn ask(&mut self, items: &[usize]) -> Answer {
        let lits = self.lits(items);
        self.session.check(&self.encoding.frame.circuit, &lits)
    }

    fn lits(&self, items: &[usize]) -> Vec<Lit> {
        let named = &self.encoding.items;
        items.iter().map(|&item| named[item].1).collect()
    }

    /// Whether the items contradict each other; in the order of the items, those that matter.
    pub(super) fn refutes(&mut self, items: &[usize]) -> Proof {
        let lits = self.lits(items);
        match self.session.refute(&lits) {
            Told::Sat => Proof::Satisfiable,
            Told::Unknown(why) => Proof::Open(why),
            Told::Unsat(core) => Proof::Refuted(
                items
                    .iter()
                    .zip(&lits)
                    .filter(|(_, lit)| core.contains(lit))
                    .map(|(&item, _)| item)
                    .collect(),
            ),
        }
    }
}
