//! One property asked of one program.

use crate::engine::Explicit;
use crate::model::Model;
use crate::stop::{Open, Stop};
use crate::tasks::space::{Oracle, Outcome, Promise, Shape, Vocabulary, Weaker, weaker};
use crate::verdict::query::Options;

use super::atomic::kept;
use super::atomic_order::explained;
use super::coherent::{alone, seen};
use super::evidence::{Against, Refuted, Who, beyond, outcomes, told, values};
use super::property::Property;
use super::split::split;
use super::thin_air::justifies_itself;

/// What a model says of races.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Races {
    /// Nothing.
    Unknown,
    /// It promises nothing of programs with one.
    Undefined,
    /// It flags them.
    Flagged,
}

/// Asks properties of programs.
#[derive(Debug)]
pub(super) struct Judge<'a> {
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) own: Oracle<'a>,
    solver: Oracle<'a>,
    sc: Oracle<'a>,
    pub(super) races: Races,
    second: bool,
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        model: &'a Model,
        sc: &'a Model,
        vocabulary: &'a Vocabulary,
        options: &Options,
        stop: &Stop,
    ) -> Self {
        let axioms = model.axiomatic();
        let flagged = axioms.is_some_and(|axioms| axioms.data_race_flag().is_some());
        Self {
            vocabulary,
            own: Oracle::fast(model, options, stop),
            solver: Oracle::solver(model, options, stop),
            sc: Oracle::fast(sc, options, stop),
            races: match (model.promises_nothing_of_races(), flagged) {
                (true, _) => Races::Undefined,
                (false, true) => Races::Flagged,
                (false, false) => Races::Unknown,
            },
            second: Explicit::of(model).is_some(),
        }
    }

    /// Why a property cannot be asked; none: it can.
    pub(super) fn cannot_ask(&self, property: Property) -> Option<&'static str> {
        match property {
            Property::DrfSc if self.races == Races::Unknown => Some(
                "the model has no notion of a race: no `flag` named `data-race` or `heterogeneous-race`",
            ),
            Property::EnginesAgree if !self.second => {
                Some("only the solver knows the model: model files have no enumerator")
            }
            Property::NoThinAir if self.vocabulary.dependencies.is_empty() => {
                Some("the vocabulary has no dependency")
            }
            Property::FencesMonotone
            | Property::PlacementMonotone
            | Property::Coherent
            | Property::DrfSc
            | Property::NoThinAir
            | Property::MultiCopyAtomic
            | Property::EnginesAgree => None,
        }
    }

    /// What refutes a property, if this program does.
    pub(super) fn refute(
        &mut self,
        property: Property,
        shape: &Shape,
    ) -> Result<Option<Refuted>, Open> {
        match property {
            Property::FencesMonotone => self.monotone(shape, weaker(shape, self.vocabulary)),
            Property::PlacementMonotone => self.monotone(shape, split(shape, self.vocabulary)),
            Property::Coherent => self.coherent(shape),
            Property::DrfSc => self.drf_sc(shape),
            Property::NoThinAir => self.thin_air(shape),
            Property::MultiCopyAtomic => self.atomic(shape),
            Property::EnginesAgree => self.agree(shape),
        }
    }

    fn monotone(&mut self, shape: &Shape, weaker: Vec<Weaker>) -> Result<Option<Refuted>, Open> {
        if weaker.is_empty() {
            return Ok(None);
        }
        let own = self.own.ask(shape)?;
        for Weaker {
            shape: less,
            change,
        } in weaker
        {
            let allowed = self.own.ask_kept(&less)?;
            let outcome = match (&own, &allowed) {
                (_, Promise::Nothing) => continue,
                (Promise::Nothing, Promise::Outcomes(_)) => None,
                (Promise::Outcomes(own), Promise::Outcomes(allowed)) => {
                    match own.difference(allowed).next() {
                        Some(values) => Some(told(shape, values)?),
                        None => continue,
                    }
                }
            };
            let what = if outcome.is_some() {
                "the outcome is impossible"
            } else {
                "the program has no race"
            };
            return Ok(Some(Refuted {
                shape: shape.clone(),
                against: Against {
                    shape: less,
                    outcome: outcome.clone(),
                    who: Who::Model,
                },
                outcome,
                says: format!("{change}, {what}"),
            }));
        }
        Ok(None)
    }

    fn coherent(&mut self, shape: &Shape) -> Result<Option<Refuted>, Open> {
        for outcome in outcomes(shape, &self.own.ask(shape)?)? {
            for location in 0..shape.spaces.len() {
                let part = alone(shape, location);
                let here = seen(shape, &outcome, location);
                let Promise::Outcomes(allowed) = self.sc.ask_kept(&part)? else {
                    continue;
                };
                if !allowed.contains(&values(&here)) {
                    return Ok(Some(Refuted {
                        shape: shape.clone(),
                        outcome: Some(outcome),
                        against: Against {
                            shape: part,
                            outcome: Some(here),
                            who: Who::Sc,
                        },
                        says: "no order of the accesses of one location explains what they find"
                            .to_owned(),
                    }));
                }
            }
        }
        Ok(None)
    }

    /// The outcomes that sequential consistency does not have.
    fn beyond_sc(&self, shape: &Shape) -> Result<Vec<Outcome>, Open> {
        let Promise::Outcomes(own) = self.own.ask(shape)? else {
            return Ok(Vec::new());
        };
        if own.is_empty() {
            return Ok(Vec::new());
        }
        let Promise::Outcomes(allowed) = self.sc.ask(shape)? else {
            return Err(Open::Internal(
                "sc promises nothing of a program".to_owned(),
            ));
        };
        let beyond = own.difference(&allowed);
        beyond.map(|values| told(shape, values)).collect()
    }

    fn drf_sc(&self, shape: &Shape) -> Result<Option<Refuted>, Open> {
        let Some(outcome) = self.beyond_sc(shape)?.into_iter().next() else {
            return Ok(None);
        };
        // Who promises nothing of programs with a race has promised something.
        if self.races == Races::Flagged && self.own.races(shape)? {
            return Ok(None);
        }
        let says = "no execution has a race, and the outcome is not sequentially consistent";
        Ok(Some(beyond(shape, outcome, says)))
    }

    fn thin_air(&self, shape: &Shape) -> Result<Option<Refuted>, Open> {
        if shape.accesses().all(|(_, access)| access.link.is_none()) {
            return Ok(None);
        }
        let outcomes = outcomes(shape, &self.own.ask(shape)?)?;
        let bad = outcomes
            .into_iter()
            .find(|outcome| justifies_itself(shape, outcome));
        let says = "each value is there only because another is, in a circle";
        Ok(bad.map(|outcome| beyond(shape, outcome, says)))
    }

    fn atomic(&mut self, shape: &Shape) -> Result<Option<Refuted>, Open> {
        let strange = self.beyond_sc(shape)?;
        if strange.is_empty() {
            return Ok(None);
        }
        let kept = kept(shape, self.vocabulary, &mut self.own)?;
        let mut strange = strange.into_iter();
        let bad = strange.find(|outcome| !explained(shape, outcome, &kept));
        let pairs = kept.iter().map(|(thread, before, after)| {
            format!("P{thread}'s accesses {} and {}", before + 1, after + 1)
        });
        let pairs: Vec<String> = pairs.collect();
        let order = if pairs.is_empty() {
            "no one order of all accesses explains it".to_owned()
        } else {
            format!(
                "any one other thread sees in order {}; no one order of all accesses explains it",
                pairs.join(", ")
            )
        };
        Ok(bad.map(|outcome| beyond(shape, outcome, &order)))
    }

    fn agree(&self, shape: &Shape) -> Result<Option<Refuted>, Open> {
        let (own, solver) = (self.own.ask(shape)?, self.solver.ask(shape)?);
        let (outcome, says) = match (&own, &solver) {
            (Promise::Nothing, Promise::Nothing) => return Ok(None),
            (Promise::Nothing, Promise::Outcomes(_)) => (
                None,
                "the solver finds no race, the engine without one does",
            ),
            (Promise::Outcomes(_), Promise::Nothing) => (
                None,
                "the solver finds a race, the engine without one does not",
            ),
            (Promise::Outcomes(own), Promise::Outcomes(solver)) => {
                if let Some(values) = own.difference(solver).next() {
                    (
                        Some(told(shape, values)?),
                        "the solver does not find the outcome",
                    )
                } else if let Some(values) = solver.difference(own).next() {
                    (
                        Some(told(shape, values)?),
                        "only the solver finds the outcome",
                    )
                } else {
                    return Ok(None);
                }
            }
        };
        Ok(Some(Refuted {
            shape: shape.clone(),
            outcome: outcome.clone(),
            against: Against {
                shape: shape.clone(),
                outcome,
                who: Who::Engine,
            },
            says: says.to_owned(),
        }))
    }
}
