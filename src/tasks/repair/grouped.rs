//! Changes of the CUDA source: each changes all that the compiler made of the text that is changed, as where it unrolled a loop or
//! inlined a function.

use crate::kernel::setup::Setup;

use super::copies::{Sources, are_copies, is_single};
use super::sites::{Site, inlined};

/// The sites, one for all that are written once.
#[must_use]
pub fn grouped(setup: &Setup, sites: &[Site]) -> Vec<Site> {
    all(setup, sites, &|one, site| {
        let here = (site.function, site.at);
        one.places().all(|there| are_copies(setup, there, here))
    })
}

/// The sites, one for all that may be written once: no choice of changes costs less in CUDA than one of these.
#[must_use]
pub fn fewest(setup: &Setup, sites: &[Site]) -> Vec<Site> {
    all(setup, sites, &|_, _| true)
}

/// Sites, one for all that may be written once.
#[must_use]
pub fn merged(sites: &[Site]) -> Vec<Site> {
    together(sites, &|_, _| true)
}

/// Whether each of these is written at one place.
#[must_use]
pub fn are_single(sites: &[Site]) -> bool {
    sites.iter().all(|site| site.copies.is_empty())
}

/// The sites put together, and those of what was inlined several times.
fn all(setup: &Setup, sites: &[Site], copies: &dyn Fn(&Site, &Site) -> bool) -> Vec<Site> {
    let mut found = together(sites, copies);
    let inlined = together(&inlined(setup), copies);
    found.extend(inlined.into_iter().filter(|site| !site.copies.is_empty()));
    found
}

fn together(sites: &[Site], copies: &dyn Fn(&Site, &Site) -> bool) -> Vec<Site> {
    let mut found: Vec<Site> = Vec::new();
    for site in sites {
        let same = found
            .iter_mut()
            .find(|one| is_same(one, site) && copies(one, site));
        let Some(one) = same else {
            found.push(site.clone());
            continue;
        };
        one.copies.push((site.function, site.at));
        one.inside_line |= site.inside_line;
        one.in_branch |= site.in_branch;
        one.round = one.round.or(site.round);
    }
    found
}

/// Whether two sites are changed by one change of the source.
fn is_same(one: &Site, other: &Site) -> bool {
    one.written.is_some()
        && one.written == other.written
        && one.kind == other.kind
        && one.levels == other.levels
        && one.in_cuda == other.in_cuda
}

/// Whether some of these sites may be written once for all that is known, and so cost less than they are counted.
#[must_use]
pub fn may_be_fewer(setup: &Setup, sites: &[Site], source: Sources<'_>) -> bool {
    sites.iter().enumerate().any(|(at, one)| {
        let alike = sites[..at].iter().any(|other| is_same(other, one));
        alike && !is_single(setup, (one.function, one.at), source)
    })
}
