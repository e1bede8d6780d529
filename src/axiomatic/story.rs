//! The story that a person believes: the execution that an unreachable outcome would need, and the
//! axiom that it breaks.
//!
//! The core of the reason says what to give up so that such an execution exists: one ordering
//! first, so that everything that is wrong with the execution goes through that ordering; then all
//! of them; then all orderings of the program; then an axiom; then as many as it takes. What the execution breaks is found without
//! the solver.

use std::sync::Arc;

use crate::execution::axioms::{Evidence, Verdict, verdicts};
use crate::execution::concrete::Execution;
use crate::execution::derivation::{Derivation, Ways};
use crate::execution::evaluate::Evaluation;
use crate::execution::judge::Judged;
use crate::model::registry::Axiomatic;
use crate::model::relation::expr::{Definition, Expr};
use crate::program::Program;
use crate::program::events::{Event, Unrolled};
use crate::program::symbolic::EventId;
use crate::sat::Lit;
use crate::verdict::ordering::Ordering;

use super::encoding::Goal;
use super::minimum::Proof;
use super::reason::Prover;
use super::shared::Frames;
use super::witness::{ends_as_asked, extract};
use crate::sat::session::{Answer, Limits};
use crate::stop::Open;
use crate::verdict::outcome::{Conclusion, Forbidden, Item, Outcome, Reason, Story};
use crate::verdict::remark::About;

/// Why there is no story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoStory {
    /// The solver gave up, or its execution is none.
    Open(Open),
    /// The model allows the execution: the verdict is wrong.
    Allowed,
}

/// Explains why a goal is unreachable, and tells what it would take.
///
/// # Errors
///
/// As [`super::reason::explain`]; the story has errors of its own.
pub fn explain_with_story<'s>(
    frames: &Frames<'s>,
    unrolled: &'s Arc<Unrolled>,
    model: &Axiomatic,
    goal: Goal,
    limits: &Limits,
) -> Result<(Reason, Result<Story, NoStory>), Open> {
    let program = frames.events().program();
    let frame = || frames.frame(unrolled, model.definition.options, true, &limits.stop);
    let mut prover = Prover::on(frame(), model, goal, limits);
    let (core, minimal) = prover.minimal_core()?;
    prover.reconfirm(&core)?;
    let reason = prover.reason(&core, minimal, goal);
    let teller = Teller {
        program,
        unrolled,
        model,
        goal,
    };
    let story = teller.tell(&mut prover, &core);
    Ok((reason, story))
}

struct Teller<'a> {
    program: &'a Program,
    unrolled: &'a Unrolled,
    model: &'a Axiomatic,
    goal: Goal,
}

impl Teller<'_> {
    fn tell(&self, prover: &mut Prover, core: &[usize]) -> Result<Story, NoStory> {
        let Some(kept) = affordable(prover, &self.model.definition, core).map_err(NoStory::Open)?
        else {
            return Ok(Story::Impossible);
        };
        let Answer::Sat(assignment) = prover.ask(&kept) else {
            return Err(NoStory::Open(Open::Internal(
                "the solver changed its mind".to_owned(),
            )));
        };
        let execution = extract(&prover.encoding.frame, &assignment);
        let options = self.model.definition.options;
        let checked = execution.check(self.program, self.unrolled, options);
        checked
            .and_then(|()| ends_as_asked(self.program, &execution, self.goal))
            .map_err(|why| NoStory::Open(Open::Internal(why)))?;
        let axioms: Vec<usize> = core
            .iter()
            .filter_map(|&item| match prover.encoding.items[item].0 {
                Item::Axiom(index) => Some(index),
                Item::Ordering(_)
                | Item::Machine(_)
                | Item::Condition { .. }
                | Item::Filter { .. } => None,
            })
            .collect();
        self.forbidden(execution, &axioms)
    }

    /// What the execution breaks: an axiom of the reason if it breaks one, and of several that with
    /// the fewest events to look at.
    fn forbidden(&self, execution: Execution, core: &[usize]) -> Result<Story, NoStory> {
        let definition = &self.model.definition;
        let judged = Judged::new(self.program, self.unrolled, &execution, definition.options);
        let mut evaluation = Evaluation::new(&definition.arena, &judged);
        let verdicts = verdicts(definition, &mut evaluation);
        let broken = verdicts.0.iter().enumerate();
        let broken = broken
            .filter(|(_, verdict)| !verdict.flag && !verdict.holds)
            .min_by_key(|(index, verdict)| (!core.contains(index), weight(verdict), *index));
        let Some((axiom, verdict)) = broken else {
            return Err(NoStory::Allowed);
        };
        let root = definition.axioms[axiom].expr;
        let derivation = Derivation::new(definition, &mut evaluation, root);
        let event = |node: usize| -> EventId { judged.nodes().list[node].event };
        let (found, alone) = match &verdict.evidence {
            Some(Evidence::Cycle(events)) => (derivation.cycle(events), None),
            Some(Evidence::Pair(from, to)) => (derivation.pair(*from, *to), None),
            Some(Evidence::Event(node)) => (Ways::default(), Some(event(*node))),
            None => (Ways::default(), None),
        };
        let ways = found
            .ways
            .iter()
            .map(|way| way.iter().map(|step| step.map(&event)).collect())
            .collect();
        Ok(Story::Forbidden(Box::new(Forbidden {
            ways,
            axiom,
            lacks: found.lacks,
            event: alone,
            execution,
        })))
    }
}

fn weight(verdict: &Verdict) -> usize {
    match &verdict.evidence {
        Some(Evidence::Cycle(events)) => events.len(),
        Some(Evidence::Pair(..)) => 2,
        Some(Evidence::Event(_)) => 1,
        None => usize::MAX,
    }
}

/// Items that can hold together, with as little of the core given up as suffices; none if even the
/// condition alone cannot hold.
fn affordable(
    prover: &mut Prover,
    definition: &Definition,
    core: &[usize],
) -> Result<Option<Vec<usize>>, Open> {
    let items = &prover.encoding.items;
    let all: Vec<usize> = (0..items.len()).collect();
    let is_axiom = |item: usize| matches!(items[item].0, Item::Axiom(_));
    let is_ordering = |item: usize| matches!(items[item].0, Item::Ordering(_));
    let of_core = |kind: &dyn Fn(usize) -> bool| -> Vec<usize> {
        core.iter().copied().filter(|&item| kind(item)).collect()
    };
    let (orderings, mut broken) = (of_core(&is_ordering), of_core(&is_axiom));
    // An axiom that says what coherence lacks shows less than one about ways.
    broken.sort_by_key(|&item| match items[item].0 {
        Item::Axiom(index) => definition
            .axioms
            .get(index)
            .is_some_and(|axiom| matches!(definition.arena.get(axiom.expr), Expr::Difference(..))),
        Item::Ordering(_) | Item::Machine(_) | Item::Condition { .. } | Item::Filter { .. } => {
            false
        }
    });
    let axioms: Vec<usize> = all.iter().copied().filter(|&item| is_axiom(item)).collect();
    let threads = &prover.encoding.frame.unrolled.events;
    let spans: Vec<Vec<usize>> = orderings
        .iter()
        .map(|&item| spanned(items, threads, item))
        .collect();
    let mut offers = spans.clone();
    if spans.len() > 1 {
        offers.push(spans.concat());
    }
    offers.push(
        all.iter()
            .copied()
            .filter(|&item| is_ordering(item))
            .collect(),
    );
    offers.extend(broken.iter().map(|&axiom| vec![axiom]));
    for offer in offers {
        let rest = without(&all, &offer);
        if satisfiable(prover, &rest)? {
            return Ok(Some(rest));
        }
    }
    // Nothing of the model at first, then each axiom again that can be kept.
    let mut kept = without(&all, &axioms);
    if !satisfiable(prover, &kept)? {
        return Ok(None);
    }
    for axiom in without(&axioms, &broken).into_iter().chain(broken) {
        kept.push(axiom);
        if !satisfiable(prover, &kept)? {
            kept.pop();
        }
    }
    kept.sort_unstable();
    Ok(Some(kept))
}

/// What must go for an ordering to be given up: it, and all that follows from what comes between,
/// so that the first event may come after the last.
fn spanned(items: &[(Item, Lit)], events: &[Event], ordering: usize) -> Vec<usize> {
    let Item::Ordering(Ordering::Program(first, last) | Ordering::Dependency(_, first, last)) =
        items[ordering].0
    else {
        return vec![ordering];
    };
    let between = |event: EventId| {
        let thread = |event: EventId| events[event.0].thread;
        first < event && event <= last && thread(event) == thread(first)
    };
    let gone = |item: &Item| match *item {
        Item::Ordering(Ordering::Program(a, b) | Ordering::Dependency(_, a, b)) => {
            a == first && between(b)
        }
        Item::Ordering(Ordering::Fence(fence)) => between(fence),
        Item::Ordering(Ordering::Role(..))
        | Item::Axiom(_)
        | Item::Machine(_)
        | Item::Condition { .. }
        | Item::Filter { .. } => false,
    };
    (0..items.len())
        .filter(|&index| gone(&items[index].0))
        .collect()
}

fn without(items: &[usize], dropped: &[usize]) -> Vec<usize> {
    let kept = items.iter().copied();
    kept.filter(|item| !dropped.contains(item)).collect()
}

fn satisfiable(prover: &mut Prover, items: &[usize]) -> Result<bool, Open> {
    match prover.refutes(items) {
        Proof::Satisfiable => Ok(true),
        Proof::Refuted(_) => Ok(false),
        Proof::Open(why) => Err(why),
    }
}

impl Outcome {
    /// The model allows what was said to be unreachable: the answer is none.
    pub(crate) fn contradicted(&mut self) {
        let why = "an execution was found that the model allows and the proof excludes";
        self.conclusion = Conclusion::open(About::Condition, Open::Internal(why.to_owned()));
        self.quantity = None;
        self.holds = None;
        self.reason = None;
        self.counterexample = None;
    }
}
