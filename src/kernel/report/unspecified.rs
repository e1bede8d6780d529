//! Values that PTX does not say: of a division by zero, of what is not a number, of bits that no register has, and of a lane
//! that does not come to a shuffle.

use std::collections::BTreeSet;

use crate::kernel::interpret::exploration::Exploration;
use crate::kernel::interpret::finding::{Gap, Unspecified};
use crate::kernel::setup::Setup;
use crate::kernel::setup::memory::region_of;

use super::missed::quoted;
use super::places::Place;

/// More of them are not told.
pub(super) const TOLD: usize = 3;

/// Which instructions yield such values, where values that are not known end in an output or decide something: a sentence
/// each.
#[must_use]
pub fn unspecified(setup: &Setup, exploration: &Exploration) -> Vec<String> {
    let Some(ends) = ends(setup, exploration) else {
        return Vec::new();
    };
    // Of what one line of CUDA became, one is told.
    let mut lines = BTreeSet::new();
    let told = exploration
        .unspecified
        .iter()
        .filter(|&(&(function, at), _)| {
            Place::of(setup, function, at).is_some_and(|place| lines.insert(place.short()))
        });
    let told = told.take(TOLD).filter_map(|(&place, &(thread, why))| {
        let who = setup.thread_name(thread);
        let what = match why {
            Unspecified::Division => format!("divides by 0 in {who}"),
            Unspecified::Field => {
                format!("takes bits in {who} that its register does not have")
            }
            Unspecified::NotANumber => format!("gives in {who} what is not a number"),
            Unspecified::Masked(lane) => {
                format!("of {who} reads lane {lane}, which is not in its mask")
            }
            Unspecified::Absent(lane) => {
                format!("of {who} reads lane {lane}, which its block does not have")
            }
            Unspecified::Exited(lane) => format!("of {who} reads lane {lane}, which has exited"),
        };
        let instruction = quoted(setup, place)?;
        let says = match why {
            Unspecified::Field => "compilers do not do what PTX says of it",
            Unspecified::NotANumber => "PTX does not say with which bits",
            Unspecified::Division
            | Unspecified::Masked(_)
            | Unspecified::Absent(_)
            | Unspecified::Exited(_) => "PTX does not say what comes of it",
        };
        Some(format!(
            "{instruction} {what}: {says}, so that it is any value; {ends}"
        ))
    });
    told.collect()
}

/// What values that are not known come to; nothing where that is nothing.
fn ends(setup: &Setup, exploration: &Exploration) -> Option<String> {
    let decides = exploration.gaps.iter().chain(&exploration.chosen);
    let mut decides = decides.filter(|gap| matches!(gap, Gap::Loose(..)) && !gap.only_ends());
    let mut said = Vec::new();
    if decides.next().is_some() {
        said.push("decides what a thread does".to_owned());
    }
    let elements: BTreeSet<(u64, String)> = exploration
        .loose
        .iter()
        .filter_map(|&address| {
            let region = setup.regions.get(region_of(&setup.regions, address)?)?;
            let size = region.ty.bytes().max(1);
            let first = region.base + (address - region.base) / size * size;
            Some((first, region.element(first)))
        })
        .collect();
    let mut names: Vec<String> = elements.into_iter().map(|(_, name)| name).collect();
    let more = names.len().saturating_sub(TOLD);
    names.truncate(TOLD);
    if !names.is_empty() {
        let more = match more {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        said.push(format!("ends in {}{more}", names.join(", ")));
    }
    (!said.is_empty()).then(|| format!("such a value {}", said.join(", and ")))
}
