//! Proving that a condition is forbidden, with as little as it takes; or a smallest execution that
//! shows that it is not.

use std::sync::Arc;

use crate::axiomatic::encoding::Goal;
use crate::axiomatic::reason;
use crate::engine::check;
use crate::engine::endless::endless;
use crate::model::Model;
use crate::model::registry::{Axiomatic, Kind};
use crate::program::Program;
use crate::program::edit::AccessEdit;
use crate::program::symbolic::EventId;
use crate::stop::Open;
use crate::syntax::ast::Quantifier;
use crate::syntax::diagnostic::Report;
use crate::tasks::ask::asks_how_it_ends;
use crate::ugpu::encode::check::{smallest_reason, unroll_again};
use crate::ugpu::machine as ugpu;
use crate::verdict::machine;
use crate::verdict::ordering::Ordering;
use crate::verdict::outcome::{Item, Outcome, Reason};
use crate::verdict::query::Options;

use super::fences::{Fences, Place, superfluous};
use super::orders::weaker;
use super::verdict::{Verdict, plain};

/// A proof, or why there is none.
#[derive(Debug, Clone)]
pub struct Proof {
    /// Is it proven?
    pub verdict: Verdict,
    /// The answer of the model; where it is refuted, with a smallest execution that shows it.
    pub outcome: Outcome,
    /// What the proof needs.
    pub needed: Option<Needed>,
    /// Which fences it needs, which not.
    pub fences: Option<Fences>,
    /// Weaker orders and narrower scopes of accesses: each alone would do.
    pub weaker: Vec<AccessEdit>,
    /// Remarks.
    pub notes: Vec<String>,
}

/// What a proof needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needed {
    /// The fences, orderings, axioms and conjuncts.
    pub reason: Reason,
    /// There is none with fewer fences, and none with as few and fewer orderings.
    pub minimum: bool,
}

/// Asks whether a program's fences and orderings forbid its condition: whether the condition of an
/// `exists` or `~exists` is unreachable, whether that of a `forall` always holds.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
///
/// ```
/// use gpu_litmus::{Model, load, tasks::prove, verdict::query::Options};
///
/// let test = "PTX SB\n{}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\nst.weak x, 1 | st.weak y, 1 ;\n\
///             fence.sc.sys | fence.sc.sys ;\nld.weak r0, y | ld.weak r0, x ;\n\
///             ~exists (P0:r0 == 0 /\\ P1:r0 == 0)";
/// let program = load("sb.litmus", test)?;
/// let under_tso = prove::prove(&program, &Model::find("tso")?, &Options::default())?;
/// assert_eq!(under_tso.verdict, prove::Verdict::Proved);
/// assert!(under_tso.fences.is_some_and(|fences| fences.superfluous.is_empty()));
/// let under_sc = prove::prove(&program, &Model::find("sc")?, &Options::default())?;
/// assert!(under_sc.fences.is_some_and(|fences| fences.together.len() == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove(program: &Program, model: &Model, options: &Options) -> Result<Proof, Report> {
    asks_how_it_ends(program, "prove")?;
    let asked = Options {
        flags: options.flags,
        ..plain(options)
    };
    let mut outcome = check(program, model, &asked)?;
    let mut verdict = Verdict::of(program, &outcome);
    let nothing_shown = verdict == Verdict::Refuted && outcome.shown().is_none();
    if verdict == Verdict::Proved || nothing_shown {
        outcome.endless = endless(program, model, options)?;
        if outcome.endless.is_some() {
            verdict = Verdict::Vacuous;
        }
    }
    let mut proof = Proof {
        verdict,
        outcome,
        needed: None,
        fences: None,
        weaker: Vec::new(),
        notes: Vec::new(),
    };
    match verdict {
        Verdict::Proved => proof.complete(program, model, options)?,
        Verdict::Refuted => {
            let options = Options {
                reason: options.reason,
                mend: options.reason,
                smallest: true,
                ..asked
            };
            proof.outcome = check(program, model, &options)?;
            if proof.outcome.shown().is_none() {
                proof.notes.push(
                    "no execution ends as the condition and the filter say, so there is none that \
                     violates the condition; a `forall` of none does not hold"
                        .to_owned(),
                );
            }
        }
        Verdict::Vacuous | Verdict::Unknown | Verdict::Unsupported => {}
    }
    Ok(proof)
}

impl Proof {
    fn complete(
        &mut self,
        program: &Program,
        model: &Model,
        options: &Options,
    ) -> Result<(), Report> {
        self.needed = match &model.kind {
            Kind::Axiomatic(axioms) => self.by_axioms(program, axioms, options),
            Kind::Operational(machine) => self.by_steps(program, model, *machine, options)?,
        };
        let named = self.named();
        let mut spare = super::fences::places(program);
        spare.retain(|fence| named.as_ref().is_some_and(|named| !named.contains(fence)));
        let fences = superfluous(program, model, options, &spare)?;
        if !fences.open.is_empty() {
            self.notes
                .push("of some fences it was not found out whether they are needed".to_owned());
        }
        self.fences = Some(fences);
        self.weaker = weaker(program, model, options)?;
        Ok(())
    }

    fn by_axioms(
        &mut self,
        program: &Program,
        model: &Axiomatic,
        options: &Options,
    ) -> Option<Needed> {
        let unrolled = self.outcome.unrolled.clone()?;
        let goal = match program.quantifier {
            Quantifier::Forall => Goal::Opposite,
            Quantifier::Exists | Quantifier::NotExists => Goal::Condition,
        };
        let limits = options.limits();
        let smallest = reason::smallest(program, &unrolled, model, goal, &limits);
        let any = || reason::explain(program, &unrolled, model, goal, &limits);
        self.either(smallest, any)
    }

    fn by_steps(
        &mut self,
        program: &Program,
        model: &Model,
        machine: ugpu::Model,
        options: &Options,
    ) -> Result<Option<Needed>, Report> {
        // As many laps as the verdict needed, where these are more than were asked for.
        let unrolled = match self.outcome.unrolled.take() {
            Some(known) => known,
            None => Arc::new(unroll_again(program, machine, options.bound)?),
        };
        // The reason speaks of these events.
        self.outcome.unrolled = Some(unrolled.clone());
        let goal = match program.quantifier {
            Quantifier::Forall => machine::Goal::Opposite,
            Quantifier::Exists | Quantifier::NotExists => machine::Goal::Condition,
        };
        let smallest = smallest_reason(program, &unrolled, machine, goal, &options.limits());
        // The search for any reason is a part of the answer with reasons.
        let any = || {
            let options = Options {
                reason: true,
                // The reason is what was asked for.
                reason_time: options.timeout,
                ..plain(options)
            };
            let found =
                check(program, model, &options).map_err(|report| Open::Size(report.to_string()))?;
            let why = found.open().next().map(|remark| remark.why.clone());
            found
                .reason
                .ok_or_else(|| why.unwrap_or_else(|| Open::Internal("there is none".to_owned())))
        };
        Ok(self.either(smallest, any))
    }

    /// A smallest reason, or if there is none at hand any other.
    fn either(
        &mut self,
        smallest: Result<Reason, Open>,
        any: impl FnOnce() -> Result<Reason, Open>,
    ) -> Option<Needed> {
        let why = match smallest {
            Ok(reason) => {
                return Some(Needed {
                    reason,
                    minimum: true,
                });
            }
            Err(why) => why,
        };
        self.notes
            .push(format!("what is needed may not be the smallest set: {why}"));
        match any() {
            Ok(reason) => Some(Needed {
                reason,
                minimum: false,
            }),
            Err(why) => {
                self.notes.push(format!("no reason was found: {why}"));
                None
            }
        }
    }

    /// The fences that the reason names; none if there is no reason.
    #[must_use]
    pub fn named(&self) -> Option<Vec<Place>> {
        let unrolled = self.outcome.unrolled.as_deref();
        let place = |event: EventId| -> Option<Place> {
            let event = unrolled?.events.get(event.0)?;
            Some((event.thread?, event.instruction))
        };
        let items = self.needed.as_ref()?.reason.items.iter();
        let mut named: Vec<Place> = items
            .filter_map(|item| match item {
                Item::Ordering(Ordering::Fence(fence)) => place(*fence),
                Item::Machine(machine::Item::Fence { fence, .. }) => {
                    Some((fence.thread, fence.instruction))
                }
                Item::Ordering(
                    Ordering::Role(..) | Ordering::Dependency(..) | Ordering::Program(..),
                )
                | Item::Machine(
                    machine::Item::Dependency { .. }
                    | machine::Item::Queue { .. }
                    | machine::Item::Rule { .. }
                    | machine::Item::Filter { .. }
                    | machine::Item::Condition { .. },
                )
                | Item::Axiom(_)
                | Item::Condition { .. }
                | Item::Filter { .. } => None,
            })
            .collect();
        named.sort_unstable();
        named.dedup();
        Some(named)
    }
}
