//! Why a goal is unreachable: an unsat core over what the program and the machine say, shrunk
//! until no member can be dropped.

use crate::program::Program;
use crate::program::events::Unrolled;
use crate::sat::Lit;
use crate::ugpu::machine::Model;

use super::encoding::NamedEncoding;
use crate::axiomatic::minimum::Proof;
use crate::sat::session::{Limits, Session, Told};
use crate::stop::{Open, Stop};
use crate::verdict::machine::{Goal, Item, Reason};

/// Explains why a goal is unreachable, in a program unrolled by
/// [`unroll`](super::check::unroll).
///
/// # Errors
///
/// The solver gave up, or contradicts the verdict that is to be explained.
pub fn explain(
    program: &Program,
    unrolled: &Unrolled,
    model: Model,
    goal: Goal,
    limits: &Limits,
) -> Result<Reason, Open> {
    let mut prover = Prover::new(program, unrolled, model, goal, limits);
    let mut core = prover.first_core()?;
    let mut minimal = true;
    let mut position = 0;
    while position < core.len() {
        let mut without = core.clone();
        without.remove(position);
        match prover.refutes(&without) {
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
    prover.reconfirm(&core)?;
    let items = core.into_iter().map(|index| prover.encoding.items[index].0);
    Ok(Reason {
        items: items.collect(),
        minimal,
        of_opposite: goal == Goal::Opposite,
    })
}

/// Whether a goal is unreachable when only the given items hold: everything else that a reason
/// can name does not.
///
/// # Errors
///
/// The solver gave up, or an item is not one of this test's.
pub fn suffices(
    program: &Program,
    unrolled: &Unrolled,
    model: Model,
    goal: Goal,
    chosen: &[Item],
    limits: &Limits,
) -> Result<bool, Open> {
    let mut prover = Prover::new(program, unrolled, model, goal, limits);
    let known = &prover.encoding.items;
    let chosen: Option<Vec<usize>> = chosen
        .iter()
        .map(|item| known.iter().position(|(other, _)| other == item))
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

/// All that a reason could name.
#[must_use]
pub fn items(program: &Program, unrolled: &Unrolled, model: Model, goal: Goal) -> Vec<Item> {
    let encoding = NamedEncoding::new(program, unrolled, model, goal, &Stop::never());
    encoding.items.into_iter().map(|(item, _)| item).collect()
}

pub(super) struct Prover<'a> {
    encoding: NamedEncoding<'a>,
    session: Session,
}

impl<'a> Prover<'a> {
    pub(super) fn new(
        program: &'a Program,
        unrolled: &'a Unrolled,
        model: Model,
        goal: Goal,
        limits: &Limits,
    ) -> Self {
        let encoding = NamedEncoding::new(program, unrolled, model, goal, &limits.stop);
        let lits: Vec<Lit> = encoding.items.iter().map(|(_, lit)| *lit).collect();
        let required = [encoding.encoding.finished];
        let session = Session::new(&encoding.encoding.circuit, &required, &lits, limits);
        Self { encoding, session }
    }

    /// That a core suffices is what the finder alone has said: whoever confirms verdicts is asked too.
    pub(super) fn reconfirm(&mut self, core: &[usize]) -> Result<(), Open> {
        let named = &self.encoding.items;
        let lits: Vec<Lit> = core.iter().map(|item| named[*item].1).collect();
        self.session.reconfirm(&lits)
    }

    /// All that a reason could name.
    pub(super) fn items(&self) -> impl Iterator<Item = &Item> {
        self.encoding.items.iter().map(|(item, _)| item)
    }

    /// A core that needs no fence if there is one; then no dependency and then no queue, each if
    /// there is one.
    fn first_core(&mut self) -> Result<Vec<usize>, Open> {
        let all: Vec<usize> = (0..self.encoding.items.len()).collect();
        let mut core = match self.refutes(&all) {
            Proof::Refuted(core) => core,
            Proof::Satisfiable => {
                return Err(Open::Internal("the verdict has no reason".to_owned()));
            }
            Proof::Open(why) => return Err(why),
        };
        let unwanted: [fn(&Item) -> bool; 3] = [
            |item| matches!(item, Item::Fence { .. }),
            |item| matches!(item, Item::Dependency { .. }),
            |item| matches!(item, Item::Queue { .. }),
        ];
        let mut allowed = all;
        for unwanted in unwanted {
            let wanted = |item: &usize| !unwanted(&self.encoding.items[*item].0);
            if core.iter().all(wanted) {
                // This core does without, so the next may be asked to.
                allowed.retain(wanted);
                continue;
            }
            let without: Vec<usize> = allowed.iter().copied().filter(wanted).collect();
            if let Proof::Refuted(better) = self.refutes(&without) {
                core = better;
                allowed = without;
            }
        }
        Ok(core)
    }

    /// Whether the items contradict each other; in the order of the items, those that matter.
    pub(super) fn refutes(&mut self, items: &[usize]) -> Proof {
        let named = &self.encoding.items;
        let lits: Vec<Lit> = items.iter().map(|item| named[*item].1).collect();
        match self.session.refute(&lits) {
            Told::Sat => Proof::Satisfiable,
            Told::Unknown(why) => Proof::Open(why),
            Told::Unsat(core) => {
                let used = items.iter().zip(&lits);
                let used = used.filter(|(_, lit)| core.contains(lit));
                Proof::Refuted(used.map(|(item, _)| *item).collect())
            }
        }
    }
}
