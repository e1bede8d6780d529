//! Whether the fences that are there suffice, and which of them are needed.

use serde::Serialize;

use crate::kernel::report::Ask;
use crate::kernel::report::answer::{Answer, Report};
use crate::kernel::report::places::Place;
use crate::kernel::setup::Setup;
use crate::ptx::operation::Operation;
use crate::stop::Stop;

use super::copies::are_copies;
use super::edits::{NOTHING, Splice};
use super::oracle::Oracle;
use super::sites::{Written, written};

/// What the fences of a launch are good for.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Proved {
    /// The launch as it is.
    pub report: Report,
    /// Whether all checks hold: the fences suffice.
    pub suffices: Option<bool>,
    /// The fences, in the order of the module.
    pub fences: Vec<Fence>,
    /// Whether all fences that are not needed can go together; none where there are less than two, or it
    /// was not found out.
    pub together: Option<bool>,
}

/// A fence.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fence {
    /// Where.
    pub place: Place,
    /// The other lines of PTX that the same text of CUDA became: all of them go with it.
    pub copies: Vec<usize>,
    /// Whether some check that holds does not hold without it; none where that is open.
    pub needed: Option<bool>,
    /// The checks that do not hold without it.
    pub breaks: Vec<&'static str>,
    /// Whether it is among those that are not needed and can go together.
    pub goes: bool,
}

/// Asks the launch without each of its fences.
#[must_use]
pub fn prove(setup: &Setup, asked: &dyn Fn() -> Ask, report: &Report, stop: &Stop) -> Proved {
    let mut oracle = Oracle::new(setup, asked, true);
    let suffices = suffices(report);
    let mut fences = Vec::new();
    let mut idle: Vec<(usize, Vec<Splice>)> = Vec::new();
    for (places, splices) in texts(setup) {
        let Some((place, copies)) = places.split_first() else {
            continue;
        };
        let (place, copies) = (place.clone(), copies.iter().map(|it| it.ptx.line).collect());
        let stopped = stop.check().is_err();
        let without = (!stopped).then(|| oracle.report(splices.clone())).flatten();
        let (needed, breaks) = lost(report, without.as_ref());
        if needed == Some(false) && suffices.is_some() {
            idle.push((fences.len(), splices));
        }
        // What is open as it is may need the fence, and so may what is violated, once it is mended.
        let needed = needed.filter(|needed| *needed || suffices == Some(true));
        fences.push(Fence {
            place,
            copies,
            needed,
            breaks,
            goes: false,
        });
    }
    let all = idle.iter().flat_map(|(_, splices)| splices.clone());
    let together = (idle.len() > 1 && stop.check().is_ok())
        .then(|| lost(report, oracle.report(all.collect()).as_ref()).0)
        .flatten()
        .map(|needed| !needed);
    let go: Vec<usize> = match together {
        Some(true) => idle.iter().map(|(fence, _)| *fence).collect(),
        Some(false) => some(&idle, |splices| {
            stop.check().is_ok() && lost(report, oracle.report(splices).as_ref()).0 == Some(false)
        }),
        // One alone can go.
        None if idle.len() == 1 => some(&idle, |_| true),
        None => Vec::new(),
    };
    for fence in go {
        fences[fence].goes = true;
    }
    Proved {
        suffices,
        report: report.clone(),
        fences,
        together,
    }
}

/// Fences of these that can go together, the first ones first: each with all that go before it.
fn some(idle: &[(usize, Vec<Splice>)], mut holds: impl FnMut(Vec<Splice>) -> bool) -> Vec<usize> {
    let (mut gone, mut go) = (Vec::new(), Vec::new());
    for (fence, splices) in idle {
        let more = [&gone[..], splices].concat();
        // That each may go alone is known.
        if go.is_empty() || holds(more.clone()) {
            gone = more;
            go.push(*fence);
        }
    }
    go
}

/// Whether all checks hold; none where that is open.
fn suffices(report: &Report) -> Option<bool> {
    let mut answers = report.checks.iter().map(|check| check.answer);
    if answers
        .clone()
        .any(|answer| matches!(answer, Answer::Violated | Answer::Undefined))
    {
        return Some(false);
    }
    (!answers.any(Answer::is_open)).then_some(true)
}

/// What holds in one report and not in the other, and whether something does.
fn lost(report: &Report, without: Option<&Report>) -> (Option<bool>, Vec<&'static str>) {
    let Some(without) = without else {
        return (None, Vec::new());
    };
    let held = report
        .checks
        .iter()
        .filter(|check| check.answer == Answer::Holds);
    let (mut breaks, mut open) = (Vec::new(), false);
    for check in held {
        let now = without.checks.iter().find(|one| one.name == check.name);
        match now.map(|now| now.answer) {
            Some(Answer::Holds) => {}
            Some(Answer::Violated | Answer::Undefined) => breaks.push(check.name),
            None | Some(Answer::Possible | Answer::Unsupported | Answer::Unknown) => open = true,
        }
    }
    let needed = match (breaks.is_empty(), open) {
        (false, _) => Some(true),
        (true, true) => None,
        (true, false) => Some(false),
    };
    (needed, breaks)
}

/// A fence as it is written: its places in the PTX, and what takes it out.
type Text = (Vec<Place>, Vec<Splice>);

/// A text that may come again: its place in the CUDA source, and its instructions, each a function and a place in it.
type Known = (Option<Written>, Vec<(usize, usize)>, Text);

/// The fences as they are written. What the compiler made of one text of CUDA, as where it unrolled a loop or inlined a function,
/// goes together.
fn texts(setup: &Setup) -> Vec<Text> {
    let mut found: Vec<Known> = Vec::new();
    for (function, at) in places(setup) {
        let place = Place::of(setup, function, at);
        let (Some(place), Some(splice)) = (place, removal(setup, function, at)) else {
            continue;
        };
        let here = (function, at);
        let text = written(setup, function, at);
        let same = |one: &&mut Known| {
            text.is_some() && one.0 == text && one.1.iter().all(|it| are_copies(setup, *it, here))
        };
        if let Some((_, all, (places, splices))) = found.iter_mut().find(same) {
            all.push(here);
            places.push(place);
            splices.push(splice);
        } else {
            found.push((text, vec![here], (vec![place], vec![splice])));
        }
    }
    found.into_iter().map(|(_, _, text)| text).collect()
}

/// The fences of all functions that the launches can reach.
fn places(setup: &Setup) -> Vec<(usize, usize)> {
    let functions = setup.reachable().into_iter();
    let of = |function: usize| {
        let body = setup.module.functions[function].body.iter();
        let code = body.flat_map(|body| body.code.iter().enumerate());
        code.filter(|(_, one)| matches!(one.operation, Operation::Fence { .. }))
            .map(move |(at, _)| (function, at))
    };
    functions.flat_map(of).collect()
}

/// An instruction that does nothing takes the fence's place.
fn removal(setup: &Setup, function: usize, at: usize) -> Option<Splice> {
    let body = setup.module.functions.get(function)?.body.as_ref()?;
    let it = body.code.get(at)?;
    Some((it.opcode.start, it.span.end, NOTHING.to_owned()))
}
