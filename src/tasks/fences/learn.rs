//! From one counterexample to a family of choices that do not do either.
//!
//! A family gives each place some levels; every choice among them is refuted. This is never taken
//! for granted. Of a model with axioms, the execution at hand is evaluated with all orders, scopes
//! and fences of the family left open ([`crate::execution::bounds`]): it belongs to all its programs
//! if every axiom surely holds. Most models are monotone, and then whatever is weaker joins; but
//! `hrf-direct` wants equal scopes, and a model in a file may say anything. Of a machine, the
//! replay of the schedule tells which fences it could do without
//! ([`crate::ugpu::machine::loosen`]).

use std::collections::BTreeMap;

use crate::execution::variants::{Form, Variants};
use crate::model::Model;
use crate::model::registry::{Axiomatic, DATA_RACE, Kind, RACE};
use crate::program::events::Unrolled;
use crate::program::symbolic::EventId;
use crate::program::{Program, ThreadId};
use crate::sat::hitting::Values;
use crate::syntax::ast::{Fence, Quantifier, Scope};
use crate::ugpu::machine as ugpu;
use crate::ugpu::machine::FinalState;
use crate::ugpu::machine::loosen::{Freedom, loosen};

use super::oracle::Shown;
use super::sites::{Site, Template};

/// For each place some levels.
pub type Family = Vec<Values>;

/// The choices that a counterexample to one of them refutes.
#[must_use]
pub fn family(template: &Template, model: &Model, choice: &[usize], shown: &Shown) -> Family {
    let alone: Family = choice.iter().map(|&level| Values::one(level)).collect();
    let program = template.program_of(choice);
    match (shown, &model.kind) {
        (
            Shown::Execution {
                execution,
                unrolled,
                racy,
            },
            Kind::Axiomatic(axioms),
        ) => {
            let places = Places::new(template, choice, unrolled);
            let variants = Variants::new(
                &program,
                unrolled,
                &axioms.definition,
                execution,
                &|event| places.forms(event),
            );
            let widening = Widening {
                template,
                places: &places,
                variants: &variants,
                race: racy.then(|| race_of(axioms)),
            };
            widening.widen(choice, alone)
        }
        (Shown::Schedule(execution), Kind::Operational(machine)) => {
            loosened(template, &program, *machine, execution, choice).unwrap_or(alone)
        }
        _ => alone,
    }
}

/// The index of the flag whose being raised makes a program racy.
fn race_of(axioms: &Axiomatic) -> usize {
    let all = &axioms.definition.axioms;
    let race = all
        .iter()
        .position(|axiom| axiom.flag && (axiom.name == RACE || axiom.name == DATA_RACE));
    race.unwrap_or(usize::MAX)
}

/// Which events belong to which places.
struct Places<'a> {
    template: &'a Template,
    of_event: BTreeMap<EventId, usize>,
}

impl<'a> Places<'a> {
    fn new(template: &'a Template, choice: &[usize], unrolled: &Unrolled) -> Self {
        let sites = template.sites.iter().enumerate();
        let of_instruction: BTreeMap<(ThreadId, usize), usize> = sites
            // Of a fence that is not there, there is no event that could be one.
            .filter(|(index, site)| site.levels[choice[*index]].form != Form::Absent)
            // Where a barrier is decides who waits for whom: that stays as it is.
            .filter(|(_, site)| !site.is_barrier())
            .map(|(index, site)| ((site.thread, site.instruction), index))
            .collect();
        let events = unrolled.events.iter().enumerate();
        let of_event = events.filter_map(|(index, event)| {
            let site = of_instruction.get(&(event.thread?, event.instruction))?;
            Some((EventId(index), *site))
        });
        Self {
            template,
            of_event: of_event.collect(),
        }
    }

    fn forms(&self, event: EventId) -> Vec<Form> {
        let site = self.of_event.get(&event);
        let site = site.and_then(|&site| self.template.sites.get(site));
        site.map(|site| site.levels.iter().map(|level| level.form).collect())
            .unwrap_or_default()
    }
}

struct Widening<'a> {
    template: &'a Template,
    places: &'a Places<'a>,
    variants: &'a Variants<'a>,
    /// The flag that must be raised.
    race: Option<usize>,
}

impl Widening<'_> {
    fn refutes(&self, family: &Family) -> bool {
        let chosen = |event: EventId| {
            let site = self.places.of_event.get(&event)?;
            family.get(*site).copied()
        };
        let raised = self.variants.surely_allowed(&chosen);
        raised.is_some_and(|raised| {
            let race = |index: usize| raised.get(index) == Some(&true);
            self.race.is_none_or(race)
        })
    }

    /// Widens a family of one choice.
    fn widen(&self, choice: &[usize], alone: Family) -> Family {
        if !self.refutes(&alone) {
            return alone;
        }
        let mut family = alone;
        let open: Vec<usize> = (0..choice.len())
            .filter(|site| self.places.of_event.values().any(|other| other == site))
            .collect();
        let unseen = (0..choice.len()).filter(|&site| {
            !open.contains(&site)
                && !self.template.sites[site].is_barrier()
                && self.template.sites[site].levels[choice[site]].form != Form::Absent
        });
        // What is never executed can be anything.
        for site in unseen {
            family[site] = all(&self.template.sites[site]);
        }
        self.join(&mut family, |index, site| {
            if !open.contains(&index) {
                return Values::NONE;
            }
            let levels = 0..site.levels.len();
            let weaker = levels.filter(|&level| site.at_least(choice[index], level));
            weaker.collect()
        });
        for &index in &open {
            let site = &self.template.sites[index];
            if self.join(&mut family, |at, _| only(at == index, all(site))) {
                continue;
            }
            for level in 0..site.levels.len() {
                if !family[index].contains(level) {
                    self.join(&mut family, |at, _| only(at == index, Values::one(level)));
                }
            }
        }
        family
    }

    /// Adds levels, if the larger family is refuted too; says whether it is.
    fn join(&self, family: &mut Family, more: impl Fn(usize, &Site) -> Values) -> bool {
        let sites = self.template.sites.iter().enumerate();
        let larger: Family = sites
            .zip(family.iter())
            .map(|((index, site), values)| values.or(more(index, site)))
            .collect();
        let refuted = larger == *family || self.refutes(&larger);
        if refuted {
            *family = larger;
        }
        refuted
    }
}

const fn only(here: bool, values: Values) -> Values {
    if here { values } else { Values::NONE }
}

fn all(site: &Site) -> Values {
    Values::first(site.levels.len())
}

/// The choices with the same end of the same schedule, but for fences that it can do without.
fn loosened(
    template: &Template,
    program: &Program,
    machine: ugpu::Model,
    execution: &ugpu::Execution,
    choice: &[usize],
) -> Option<Family> {
    let forall = program.quantifier == Quantifier::Forall;
    let wanted = |end: &FinalState| {
        end.passes_filter(program) && end.satisfies(&program.condition) != forall
    };
    let free = loosen(program, machine, &execution.schedule, &wanted)?;
    let sites = template.sites.iter().zip(choice);
    let family = sites.map(|(site, &level)| {
        if site.levels[level].form == Form::Absent {
            return Values::one(level);
        }
        let known = free.get(&(site.thread, site.instruction));
        let freedom = known.copied().unwrap_or(Freedom::ALL);
        let levels = site.levels.iter().enumerate();
        let possible = levels.filter(|(_, level)| allows(freedom, level.form));
        let possible: Values = possible.map(|(level, _)| level).collect();
        possible.or(Values::one(level))
    });
    Some(family.collect())
}

const fn allows(freedom: Freedom, form: Form) -> bool {
    match form {
        Form::Absent => freedom.absent,
        Form::Fence(Fence::Sc(scope) | Fence::AcqRel(scope)) => match scope {
            Scope::Gpu | Scope::Sys => freedom.device,
            Scope::Thread | Scope::Warp | Scope::Cta => freedom.block,
        },
        Form::Fence(_) | Form::Access(_) | Form::Barrier(_) => false,
    }
}
