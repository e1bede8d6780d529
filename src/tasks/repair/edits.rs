//! Changes of a module's text.

use crate::kernel::report::fix::Edit;
use crate::kernel::report::places::Place;
use crate::kernel::setup::Setup;
use crate::ptx::module::Instruction;
use crate::tasks::fences::prices::Prices;

use super::copies::callers;
use super::in_cuda::has_line;
use super::loops::Round;
use super::operations::{meets, touches};
use super::sites::{Site, SiteKind};
use super::strength::{BARRIER, Strength, fence, opcode};

/// A piece of the text that is replaced: from, to, by what.
pub type Splice = (usize, usize, String);

/// An instruction that does nothing, for one that goes.
pub const NOTHING: &str = "nanosleep.u32 0";

/// The splice that gives a site a level, at one of its instructions.
fn splice(setup: &Setup, site: &Site, place: (usize, usize), level: usize) -> Option<Splice> {
    let it = instruction(setup, place)?;
    let text = &setup.module.source.text;
    let end = text.get(it.span.end..)?.find(';')? + it.span.end + 1;
    match (site.kind, *site.levels.get(level)?) {
        (SiteKind::After, Strength::Fence { sequential, scope }) => {
            Some((end, end, format!("\n\t{};", fence(sequential, scope))))
        }
        (SiteKind::Before, Strength::Fence { sequential, scope }) => {
            let start = it.span.start;
            Some((start, start, format!("{};\n\t", fence(sequential, scope))))
        }
        (SiteKind::Own, Strength::Fence { sequential, scope }) => {
            Some((it.opcode.start, it.opcode.end, fence(sequential, scope)))
        }
        (SiteKind::Own, Strength::Access { order, scope }) => {
            let old = text.get(it.opcode.start..it.opcode.end)?;
            Some((it.opcode.start, it.opcode.end, opcode(old, order, scope)))
        }
        (SiteKind::After, Strength::Barrier) => Some((end, end, format!("\n\t{BARRIER};"))),
        (SiteKind::Before, Strength::Barrier) => {
            let start = it.span.start;
            Some((start, start, format!("{BARRIER};\n\t")))
        }
        (_, Strength::Nothing)
        | (SiteKind::Own, Strength::Barrier)
        | (SiteKind::After | SiteKind::Before, Strength::Access { .. }) => None,
    }
}

/// The splices of a choice.
#[must_use]
pub fn splices(setup: &Setup, sites: &[Site], levels: &[usize]) -> Vec<Splice> {
    let chosen = sites.iter().zip(levels).filter(|(_, level)| **level > 0);
    chosen
        .flat_map(|(site, &level)| {
            site.places()
                .filter_map(move |place| splice(setup, site, place, level))
        })
        .collect()
}

/// The text with splices in it. Those at one place stand in the order in which they are given.
#[must_use]
pub fn spliced(text: &str, mut splices: Vec<Splice>) -> String {
    splices.sort_by_key(|splice| splice.0);
    let mut out = String::with_capacity(text.len() + 64);
    let mut at = 0;
    for (start, end, new) in splices {
        out.push_str(text.get(at..start).unwrap_or_default());
        out.push_str(&new);
        at = end.max(at);
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

fn instruction(setup: &Setup, (function, at): (usize, usize)) -> Option<&Instruction> {
    let function = setup.module.functions.get(function)?;
    function.body.as_ref()?.code.get(at)
}

/// A change for people.
#[must_use]
pub fn told(setup: &Setup, site: &Site, level: usize, prices: &Prices) -> Option<Edit> {
    let here = (site.function, site.at);
    let it = instruction(setup, here)?;
    let text = &setup.module.source.text;
    let old = text.get(it.span.start..it.span.end)?;
    let strength = *site.levels.get(level)?;
    let new = match (site.kind, strength) {
        (SiteKind::Own, _) => {
            let (start, end, new) = splice(setup, site, here, level)?;
            let before = text.get(it.span.start..start)?;
            let behind = text.get(end..it.span.end)?;
            format!("{before}{new}{behind};")
        }
        (_, Strength::Fence { sequential, scope }) => format!("{};", fence(sequential, scope)),
        (_, Strength::Barrier) => format!("{BARRIER};"),
        (_, Strength::Nothing | Strength::Access { .. }) => return None,
    };
    Some(Edit {
        kind: match site.kind {
            SiteKind::After => "insert",
            SiteKind::Before => "insert-before",
            SiteKind::Own => "replace",
        },
        place: Place::of(setup, site.function, site.at)?,
        old: format!("{old};"),
        new,
        cuda: site.in_cuda.get(level)?.clone(),
        copies: site
            .copies
            .iter()
            .filter_map(|&(function, at)| Place::of(setup, function, at))
            .map(|place| place.ptx.line)
            .collect(),
        inside_line: site.inside_line,
        of_line: of_line(setup, site),
        in_branch: site.in_branch,
        each_round: site.round == Some(Round::Head),
        in_loop: match site.round {
            Some(Round::Last(line)) => Some(line),
            Some(Round::Head) | None => None,
        },
        cost: site.prices(prices).get(level).copied().unwrap_or(0),
    })
}

/// Which access of its line of CUDA a site is beside, and of how many; nothing where there is one, or where several sites of one
/// time that the line is compiled are one.
fn of_line(setup: &Setup, site: &Site) -> Option<(usize, usize)> {
    let cuda = |function: usize, at: usize| Place::of(setup, function, at)?.cuda;
    let here = cuda(site.function, site.at)?;
    // The same time: of the same function, inlined by the same calls.
    let same = |function: usize, at: usize| {
        function == site.function
            && cuda(function, at).is_some_and(|it| {
                (it.line.line, &it.line.file) == (here.line.line, &here.line.file)
                    && callers(&it.chain, &it.line) == callers(&here.chain, &here.line)
            })
    };
    if site.copies.iter().any(|&(function, at)| same(function, at)) {
        return None;
    }
    let body = setup.module.functions.get(site.function)?.body.as_ref()?;
    let accesses = body.code.iter().enumerate();
    let accesses = accesses.filter(|(_, it)| touches(&it.operation) || meets(&it.operation));
    let all = accesses
        .map(|(at, _)| at)
        .filter(|&at| same(site.function, at) && has_line(setup, site.function, at));
    let all: Vec<usize> = all.collect();
    let nth = all.iter().position(|at| *at == site.at)?;
    (all.len() > 1).then_some((nth + 1, all.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splices_do_not_meet() {
        let text = "ab;cd;";
        let some = vec![(3, 5, "X".to_owned()), (3, 3, "-".to_owned())];
        assert_eq!(spliced(text, some), "ab;X-;");
        assert_eq!(spliced(text, vec![(3, 3, "-".to_owned())]), "ab;-cd;");
    }
}
