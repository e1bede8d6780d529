//! Where barriers may be missing, which a race within a block may lack.

use crate::kernel::report::answer::{Access, Report};
use crate::kernel::report::fix::Fix;
use crate::kernel::report::places::Who;
use crate::kernel::setup::Setup;

/// A sentence about a race of two threads of one block, where there is one.
#[must_use]
pub fn within(setup: &Setup, report: &Report) -> Option<String> {
    let checks = report.checks.iter();
    let races = checks.flat_map(|check| check.race.iter().chain(&check.other_races));
    let within = races.filter_map(|race| {
        let [one, other] = &race.accesses;
        let (who, others) = (one.place.thread?, other.place.thread?);
        ((who.launch, who.block) == (others.launch, others.block))
            .then(|| (one, other, warp(setup, who) == warp(setup, others)))
    });
    let within: Vec<(&Access, &Access, bool)> = within.collect();
    let &(one, other, _) = within.first()?;
    let (one, other) = (one.place.short(), other.place.short());
    let places = if one == other {
        format!("Accesses of {one}")
    } else {
        format!("{one} and {other}")
    };
    let one_warp = within.iter().all(|(_, _, one_warp)| *one_warp);
    let what = if one_warp {
        "`__syncthreads()`, or as both are of one warp, `__syncwarp()` of the threads that come there,"
    } else {
        "`__syncthreads()`"
    };
    Some(format!(
        "{places} race within a block: {what} may be missing between them in the source, where the compiler moved an access."
    ))
}

/// A sentence about a change that makes both accesses of a race strong, where a block of several threads writes: another
/// of them may be the one that publishes it, and a race that is gone does not say that what is read is new.
#[must_use]
pub fn published(setup: &Setup, report: &Report, fixes: &[Fix]) -> Option<String> {
    let edits = &fixes.first()?.edits;
    let checks = report.checks.iter();
    let mut races = checks.flat_map(|check| check.race.iter().chain(&check.other_races));
    let changed = |access: &Access| {
        let mut replaced = edits.iter().filter(|edit| edit.kind == "replace");
        replaced.any(|edit| edit.place.ptx == access.place.ptx)
    };
    let race = races.find(|race| race.accesses.iter().all(changed))?;
    let written = race.accesses.iter().find(|access| access.kind == "write")?;
    let launch = setup.launches.get(written.place.thread?.launch)?;
    (launch.block.iter().product::<u64>() > 1).then(|| {
        format!(
            "Where another thread of its block publishes what {} writes, `__syncthreads()` before that may be what is missing; the change below takes the race away, and nothing more.",
            written.place.short()
        )
    })
}

/// The warp of a thread in its block.
fn warp(setup: &Setup, who: Who) -> Option<u64> {
    let [width, height, _] = setup.launches.get(who.launch)?.block;
    let [x, y, z] = who.thread;
    Some((x + width * (y + height * z)) / 32)
}
