//! Random tests, aimed at where the models of a family differ.

use super::decorate::Writer;
use super::dialect::{Dialect, FENCED, ORDERED, PTX, REDUCTIONS};
use super::draft::{Column, Draft};
use super::hrf;
use super::random::random;
use super::rng::Rng;
use super::shapes;
use super::skeleton::{Kind, LOCATIONS, Skeleton};
use super::utah;

/// What a random test is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Family {
    /// The models of coherence: two to four threads on one to three locations, with fences,
    /// orders, atomics, dependencies, and now and then a loop. Half of the tests are classical
    /// cycles in disguise.
    Coherence,
    /// The PTX models, without barriers and proxies: the same tests with the orders that PTX has,
    /// and more of them.
    Ptx,
    /// The PTX models: as [`Self::Ptx`], half of the atomics that can be one a `red`.
    Reductions,
    /// The Utah models: as [`Self::Coherence`], with fences as the only means of order, in every
    /// placement, in both memory spaces.
    Ugpu,
    /// The HRF models: atomics with every scope and the remote orders, mostly around data that flags
    /// or locks guard.
    Hrf,
}

/// A litmus test, as text; the same for the same seed.
#[must_use]
pub fn generate(seed: u64, family: Family) -> String {
    draw(&mut Rng::new(seed), &seed.to_string(), family)
}

/// A litmus test, as text, whose choices are these bytes; the same for the same bytes.
#[must_use]
pub fn generate_from(bytes: &[u8], family: Family) -> String {
    draw(&mut Rng::of_bytes(bytes), "bytes", family)
}

fn draw(rng: &mut Rng, name: &str, family: Family) -> String {
    match family {
        Family::Coherence => test(rng, name, &ORDERED, place),
        Family::Ptx => test(rng, name, &PTX, place),
        Family::Reductions => test(rng, name, &REDUCTIONS, place),
        Family::Ugpu => test(rng, name, &FENCED, utah::place),
        Family::Hrf => hrf::test(rng, name),
    }
}

/// Where the threads run and the locations live.
type Place = fn(&mut Rng, &mut Skeleton) -> Draft;

fn test(rng: &mut Rng, name: &str, dialect: &'static Dialect, place: Place) -> String {
    let mut skeleton = if rng.chance(50) {
        let mut skeleton = shapes::shape(rng.below(shapes::COUNT));
        vary(rng, &mut skeleton);
        skeleton
    } else {
        random(rng)
    };
    let mut draft = place(rng, &mut skeleton);
    draft.name = format!("{}-{name}", skeleton.name);
    for (index, accesses) in skeleton.threads.iter().enumerate() {
        let mut writer = Writer::new(rng, dialect, index);
        writer.write(accesses);
        draft.threads[index].cells = writer.cells;
        draft.init.extend(writer.init);
        draft.condition.extend(writer.outcome);
    }
    let finals = skeleton.finals.iter();
    let finals = finals.map(|(location, value)| format!("{} == {value}", LOCATIONS[*location]));
    draft.condition.extend(finals);
    state(rng, &mut draft);
    draft.render()
}

/// Turns a classical cycle into something else a little: the outcome too, so that not all are
/// forbidden.
fn vary(rng: &mut Rng, skeleton: &mut Skeleton) {
    let values: Vec<Vec<i64>> = (0..skeleton.locations())
        .map(|location| skeleton.values(location))
        .collect();
    for access in skeleton.threads.iter_mut().flatten() {
        if access.kind == Kind::Store && rng.chance(10) {
            access.kind = Kind::Exchange;
        } else if access.kind.is_load() && rng.chance(6) {
            // Never succeeds: a read that is a locked operation all the same.
            access.kind = Kind::Cas { expected: 77 };
            access.value = 78;
        }
        if access.found.is_some() && rng.chance(14) {
            access.found = Some(rng.pick(&values[access.location]));
        } else if rng.chance(4) {
            access.found = None;
        }
    }
    if rng.chance(25) {
        skeleton.finals.clear();
    }
}

/// Where the threads run and the locations live.
fn place(rng: &mut Rng, skeleton: &mut Skeleton) -> Draft {
    let together = rng.chance(35);
    let column = |rng: &mut Rng| Column {
        gpu: if together {
            0
        } else {
            rng.weighted(&[(85, 0), (15, 1)])
        },
        cta: if together { 0 } else { rng.below(3) },
        ..Column::default()
    };
    let threads = skeleton.threads.iter().map(|_| column(rng)).collect();
    let declare = |location: usize| {
        let shared = together && rng.chance(40);
        let space = if shared { ".shared " } else { "" };
        format!("{space}{} = 0", LOCATIONS[location])
    };
    Draft {
        init: (0..skeleton.locations()).map(declare).collect(),
        threads,
        quantifier: "exists",
        ..Draft::default()
    }
}

/// Says what is claimed of the outcome, and now and then makes part of it a filter.
pub(super) fn state(rng: &mut Rng, draft: &mut Draft) {
    if draft.condition.len() > 1 && rng.chance(6) {
        let index = rng.below(draft.condition.len());
        draft.filter = Some(draft.condition.remove(index));
    }
    if rng.chance(8) {
        draft.quantifier = "~exists";
    } else if rng.chance(10) && !draft.condition.is_empty() {
        draft.quantifier = "forall";
        draft.condition = vec![format!("~({})", draft.condition.join(" /\\ "))];
    }
}
