//! The cheapest changes with which all checks hold.

use crate::kernel::report::Ask;
use crate::kernel::report::answer::{Answer, Report};
use crate::kernel::report::fix::Fix;
use crate::kernel::setup::Setup;
use crate::stop::Stop;
use crate::tasks::fences::prices::Prices;

use super::choose::Choices;
use super::copies::Sources;
use super::edits::{spliced, splices, told};
use super::grouped::may_be_fewer;
use super::oracle::{Oracle, Said, judged};
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
    /// The violated checks of which it is open whether anything mends them.
    pub open: Vec<&'static str>,
    /// Nothing that CUDA can say mends it.
    pub no_cuda: bool,
    /// It is open whether something that CUDA can say does.
    pub open_cuda: bool,
    /// A property that asks for some run, and held, does not with the changes: stronger orders leave fewer runs; false where
    /// that is open, none where nothing is lost.
    pub lost: Option<bool>,
    /// Where a barrier, which is not tried, may be what is missing.
    pub barrier: Option<String>,
    /// The module with each of the fixes.
    pub texts: Vec<String>,
    /// How often the launch was asked.
    pub questions: usize,
}

/// The check of stated properties.
const PROPERTY: &str = "property";

/// Whether an answer is that something is wrong.
const fn wrong(answer: Answer) -> bool {
    matches!(answer, Answer::Violated | Answer::Undefined)
}

/// Looks for the cheapest fences, orders and scopes with which the checks hold that are violated in a
/// report, and those that hold still do. What is known of the source of CUDA says what is written once.
#[must_use]
pub fn fences(
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
        open: Vec::new(),
        no_cuda: false,
        open_cuda: false,
        lost: None,
        barrier: super::barrier::hint(setup, report),
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
    let published = || super::barrier::published(setup, report, &fixed.fixes);
    fixed.barrier = fixed.barrier.take().or_else(published);
    fixed
}

/// A launch with all changes at once.
struct Best {
    /// As strong as can be; not asked where all holds with less.
    strongest: Option<Report>,
    /// The same, or without more sequential consistency, where more is known of that.
    report: Option<Report>,
}

impl Best {
    fn of(
        setup: &Setup,
        sites: &[Site],
        oracle: &mut Oracle,
        (broken, kept): (&[&str], &[&str]),
    ) -> Self {
        let mut all_at = |level: super::search::Level| {
            let levels: Vec<usize> = sites.iter().map(|site| level(site, &|_| true)).collect();
            oracle.report(splices(setup, sites, &levels))
        };
        // What is weaker often holds as well, and is much less to ask about.
        let ordered = all_at(Site::ordered);
        if [broken, kept].map(|names| said(ordered.as_ref(), names)) == [Said::Holds; 2] {
            return Self {
                strongest: None,
                report: ordered,
            };
        }
        let strongest = all_at(Site::strongest);
        let open = said(strongest.as_ref(), broken) == Said::Open;
        let more = open && held(ordered.as_ref(), broken) > held(strongest.as_ref(), broken);
        Self {
            report: if more { ordered } else { strongest.clone() },
            strongest,
        }
    }

    /// What a search is to aim at, of checks that are broken and of those that hold; what else is known of them is put down.
    fn goals(
        &self,
        fixed: &mut Fixed,
        (broken, some): (Vec<&'static str>, bool),
        held: Vec<&'static str>,
    ) -> Vec<&'static str> {
        for name in broken {
            match self.says(name) {
                // The strongest changes are not the best for one that asks for some run.
                Said::Holds | Said::Broken if some && name == PROPERTY => fixed.open.push(name),
                Said::Holds => fixed.mended.push(name),
                Said::Broken => fixed.beyond.push(name),
                Said::Open => fixed.open.push(name),
            }
        }
        // All changes at once may be too much to ask about where the few that are enough are not.
        let unasked = fixed.mended.is_empty();
        if unasked {
            std::mem::swap(&mut fixed.mended, &mut fixed.open);
        }
        let holds = |name: &str| said(self.report.as_ref(), &[name]) == Said::Holds;
        let mut goals = held;
        goals.retain(|name| unasked || holds(name));
        goals.extend(&fixed.mended);
        goals
    }

    /// Whether changes mend a check; broken only where the strongest do not.
    fn says(&self, name: &str) -> Said {
        if said(self.report.as_ref(), &[name]) == Said::Holds {
            return Said::Holds;
        }
        match said(self.strongest.as_ref(), &[name]) {
            // Not with the rest of what is aimed at.
            Said::Holds | Said::Open => Said::Open,
            Said::Broken => Said::Broken,
        }
    }
}

/// What a report says of checks.
fn said(report: Option<&Report>, names: &[&str]) -> Said {
    report.map_or(Said::Open, |report| judged(report, names))
}

/// How many of these checks hold.
fn held(report: Option<&Report>, names: &[&str]) -> usize {
    let holds = |name: &&&str| said(report, &[name]) == Said::Holds;
    names.iter().filter(holds).count()
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
        edits: chosen
            .filter_map(|(site, &level)| told(setup, site, level, prices))
            .collect(),
    }
}
