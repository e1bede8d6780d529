//! Changes of the CUDA source: each changes all that the compiler made of the text that is changed, as where it unrolled a loop or
//! inlined a function.

use crate::kernel::setup::Setup;

use super::copies::{Sources, are_copies, is_single};
use super::sites::{Site, SiteKind, inlined};

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
    // Some of the calls may begin where control comes together, as sites of their own.
    let inlined = inlined(setup);
    let is_inlined = |place: (usize, usize)| {
        let mut places = inlined.iter().map(|site| (site.function, site.at));
        places.any(|one| one == place)
    };
    let before = sites.iter().filter(|site| site.kind == SiteKind::Before);
    let mut before: Vec<Site> = inlined.iter().chain(before).cloned().collect();
    before.sort_by_key(|site| (site.function, site.at));
    let mut several = together(&before, copies);
    several.retain(|site| !site.copies.is_empty() && site.places().any(is_inlined));
    let of_one =
        |site: &Site, all: &Site| site.places().all(|one| all.places().any(|it| it == one));
    found.retain(|site| {
        let mut all = several.iter();
        site.kind != SiteKind::Before || !all.any(|all| of_one(site, all))
    });
    found.extend(several);
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
