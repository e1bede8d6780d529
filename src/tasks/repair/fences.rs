//! The cheapest changes with which all checks hold.

use std::time::Duration;

use crate::kernel::report::Ask;
use crate::kernel::report::answer::{Answer, Report};
use crate::kernel::report::fix::Fix;
use crate::kernel::report::places::Place;
use crate::kernel::setup::Setup;
use crate::stop::Stop;
use crate::tasks::fences::prices::Prices;

use super::barriers::{Barriers, barriers, hint};
use super::best::{Best, said};
use super::choose::Choices;
use super::copies::Sources;
use super::edits::{spliced, splices, told};
use super::grouped::may_be_fewer;
use super::in_cuda::has_line;
use super::oracle::{Oracle, Said};
use super::search::Found;
use super::sites::{Site, sites};

/// What was found for a launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixed {
    /// The cheapest in PTX, and in CUDA; one where CUDA can say it, none where nothing mends the launch.
    pub fixes: Vec<Fix>,
    /// The checks that then hold and do not as it is.
    pub mended: Vec<&'static str>,
    /// The checks that are violated whatever fences, orders and scopes there are.
    pub beyond: Vec<&'static str>,
    /// Where nothing is violated, the checks that are open.
    pub undecided: Vec<&'static str>,
    /// The violated checks of which it is open whether anything mends them.
    pub open: Vec<&'static str>,
    /// The PTX names lines of CUDA.
    pub names_lines: bool,
    /// Nothing that CUDA can say mends it.
    pub no_cuda: bool,
    /// Then, the lines of the PTX of what is changed there and of which the compiler names no line of CUDA.
    pub lineless: Vec<usize>,
    /// It is open whether something that CUDA can say does.
    pub open_cuda: bool,
    /// A property that asks for some run, and held, does not with the changes: stronger orders leave fewer runs; false where
    /// that is open, none where nothing is lost.
    pub lost: Option<bool>,
    /// Where a barrier may be what is missing.
    pub barrier: Option<String>,
    /// What came of barriers, where one may be what is missing, or nothing else mends the launch.
    pub barriers: Option<Barriers>,
    /// The module with each of the fixes.
    pub texts: Vec<String>,
    /// How often the launch was asked.
    pub questions: usize,
}

impl Fixed {
    /// All fixes, each with the module as it is then: with barriers first.
    pub fn offers(&self) -> impl Iterator<Item = (&Fix, &str)> {
        let met = self.barriers.iter().filter_map(|said| said.found.as_ref());
        let met = met.map(|(fix, text)| (fix, &**text));
        let texts = self.texts.iter().map(|text| &**text);
        met.chain(self.fixes.iter().zip(texts))
    }

    /// The fixes with which a check holds.
    #[must_use]
    pub fn of(&self, check: &str) -> Vec<Fix> {
        let mends = |fix: &Fix| match &self.barriers {
            Some(said) if fix.barriers => said.mended.contains(&check),
            Some(_) | None => self.mended.contains(&check),
        };
        let fixes = self.offers().map(|(fix, _)| fix);
        fixes.filter(|fix| mends(fix)).cloned().collect()
    }
}

/// So much time is spent on barriers.
const BARRIERS: Duration = Duration::from_secs(30);

/// And so much on what else would do, where barriers mend all.
const BESIDE: Duration = Duration::from_secs(10);

/// The check of stated properties.
pub const PROPERTY: &str = "property";

/// Whether an answer is that something is wrong.
const fn wrong(answer: Answer) -> bool {
    matches!(answer, Answer::Violated | Answer::Undefined)
}

/// Looks for the cheapest fences, orders and scopes with which the checks hold that are violated in a
/// report, and those that hold still do; and for barriers, where threads of a block race, or nothing else does.
/// What is known of the source of CUDA says what is written once.
#[must_use]
pub fn fences(
    setup: &Setup,
    asked: &dyn Fn() -> Ask,
    report: &Report,
    prices: &Prices,
    (stop, source): (&Stop, Sources<'_>),
) -> Fixed {
    let names = |of: &dyn Fn(Answer) -> bool| -> Vec<&'static str> {
        let checks = report.checks.iter();
        let checks = checks.filter(|check| of(check.answer));
        checks.map(|check| check.name).collect()
    };
    let (broken, held) = (names(&wrong), names(&|answer| answer == Answer::Holds));
    let meet = setup.blocks.iter().any(|block| block.threads.len() > 1);
    let barriers = |stop: &Stop| {
        let ask = |broken: &[&'static str]| barriers(setup, asked, (broken, &held), (prices, stop));
        let all = ask(&broken);
        // What else is wrong may be of another kind.
        let races: Vec<_> = broken
            .iter()
            .copied()
            .filter(|name| *name == "races")
            .collect();
        let only = all.found.is_none() && broken.len() > 1 && !races.is_empty();
        let of_races = only
            .then(|| ask(&races))
            .filter(|said| said.found.is_some());
        of_races.unwrap_or(all)
    };
    let asks = meet && !broken.is_empty();
    // Where threads of a block race, a barrier is what is missing for the most part: it is looked for first, and where it mends
    // all, what is beside it need not take long.
    let first = asks && hint::within(setup, report).is_some();
    let first = first.then(|| barriers(&stop.and_after(BARRIERS)));
    let mends = |said: &Barriers| said.found.is_some() && said.mended == broken;
    let fixed = if first.as_ref().is_some_and(mends) {
        ordered(
            setup,
            asked,
            report,
            prices,
            (&stop.and_after(BESIDE), source),
        )
    } else {
        ordered(setup, asked, report, prices, (stop, source))
    };
    let missing = fixed.barrier.is_some() || fixed.fixes.is_empty();
    let last = || (asks && missing).then(|| barriers(&stop.with_time(BARRIERS)));
    Fixed {
        barriers: first.or_else(last),
        ..fixed
    }
}

/// Fences, orders and scopes.
fn ordered(
    setup: &Setup,
    asked: &dyn Fn() -> Ask,
    report: &Report,
    prices: &Prices,
    (stop, source): (&Stop, Sources<'_>),
) -> Fixed {
    let mut fixed = Fixed {
        fixes: Vec::new(),
        mended: Vec::new(),
        beyond: Vec::new(),
        undecided: Vec::new(),
        open: Vec::new(),
        names_lines: !setup.module.files.is_empty(),
        no_cuda: false,
        lineless: Vec::new(),
        open_cuda: false,
        lost: None,
        barrier: hint::within(setup, report),
        barriers: None,
        texts: Vec::new(),
        questions: 0,
    };
    let broken: Vec<&'static str> = report
        .checks
        .iter()
        .filter(|check| wrong(check.answer))
        .map(|check| check.name)
        .collect();
    if broken.is_empty() {
        let checks = report.checks.iter();
        let open = checks.filter(|check| check.answer.is_open());
        fixed.undecided.extend(open.map(|check| check.name));
        return fixed;
    }
    let sites = sites(setup);
    // What the search ends with is confirmed.
    let mut oracle = Oracle::new(setup, asked, false);
    let held = report
        .checks
        .iter()
        .filter(|check| check.answer == Answer::Holds);
    let mut held: Vec<&'static str> = held.map(|check| check.name).collect();
    // What is stronger has fewer runs: a search that goes from weak to strong cannot keep one.
    let some = oracle.asks_beyond();
    let kept = some && held.contains(&PROPERTY);
    held.retain(|name| !some || *name != PROPERTY);
    oracle.aim([&held[..], &broken].concat());
    let sought = !(some && broken.contains(&PROPERTY));
    let sure = || Choices::surely(&sites, &mut oracle, prices, stop);
    let choices = if let Some(choices) = sought.then(sure).flatten() {
        fixed.mended = broken;
        choices
    } else {
        let best = Best::of(setup, &sites, &mut oracle, (&broken, &held));
        let goals = best.goals(&mut fixed, (broken, some), held);
        fixed.questions = oracle.questions;
        if fixed.mended.is_empty() {
            return fixed;
        }
        oracle.aim(goals);
        Choices::find(&sites, &mut oracle, prices, stop)
    };
    let Choices {
        in_ptx,
        mut in_cuda,
        written,
        unsaid,
    } = choices;
    if let Some(found) = in_cuda.as_mut().filter(|found| found.cheapest)
        && may_be_fewer(setup, &written, source)
    {
        let least = Choices::least(&sites, &mut oracle, prices, stop);
        found.cheapest = least.is_some_and(|least| least >= found.cost);
    }
    if in_ptx.is_none() {
        // What the solver said of the strongest changes, nobody else does.
        fixed.open.append(&mut fixed.mended);
        fixed.questions = oracle.questions;
        return fixed;
    }
    fixed.no_cuda = in_cuda.is_none() && !unsaid;
    if let Some(found) = in_ptx.as_ref().filter(|_| fixed.no_cuda) {
        fixed.lineless = lineless(setup, &sites, found);
    }
    fixed.open_cuda = in_cuda.is_none() && unsaid;
    for (language, sites, found) in [("cuda", &written, &in_cuda), ("ptx", &sites, &in_ptx)] {
        if let Some(found) = found {
            let changes = splices(setup, sites, &found.levels);
            let text = spliced(&setup.module.source.text, changes);
            fixed.texts.push(text);
            fixed.fixes.push(fix(setup, sites, found, language, prices));
        }
    }
    if kept && let Some(found) = &in_ptx {
        let changes = splices(setup, &sites, &found.levels);
        fixed.lost = match said(oracle.report(changes).as_ref(), &[PROPERTY]) {
            Said::Holds => None,
            Said::Broken => Some(true),
            Said::Open => Some(false),
        };
    }
    fixed.questions = oracle.questions;
    let published = || hint::published(setup, report, &fixed.fixes);
    fixed.barrier = fixed.barrier.take().or_else(published);
    fixed
}

/// The lines of what is changed and has no line of the source.
fn lineless(setup: &Setup, sites: &[Site], found: &Found) -> Vec<usize> {
    let changed = sites
        .iter()
        .zip(&found.levels)
        .filter(|(_, level)| **level > 0);
    let places = changed.flat_map(|(site, _)| site.places());
    places
        .filter_map(|(function, at)| {
            let place = Place::of(setup, function, at)?;
            let none = place.cuda.is_none() || !has_line(setup, function, at);
            none.then_some(place.ptx.line)
        })
        .collect()
}

fn fix(
    setup: &Setup,
    sites: &[Site],
    found: &Found,
    language: &'static str,
    prices: &Prices,
) -> Fix {
    let chosen = sites
        .iter()
        .zip(&found.levels)
        .filter(|(_, level)| **level > 0);
    Fix {
        language,
        cost: found.cost,
        cheapest: found.cheapest,
        barriers: false,
        edits: chosen
            .filter_map(|(site, &level)| told(setup, site, level, prices))
            .collect(),
    }
}
