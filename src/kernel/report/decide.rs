//! From what runs do to answers. What is not known for certain is never `holds`.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use crate::kernel::interpret::exploration::{Exploration, Found, Limits};
use crate::kernel::interpret::finding::Finding;
use crate::kernel::interpret::forks::chooses;
use crate::kernel::launch::description::Check;
use crate::kernel::setup::Setup;
use crate::sat::circuit;
use crate::stop::Stop;
use crate::verdict::query::Options;

use super::answer::{Answer, Checked, Report, vectors};
use super::asked::Asked;
use super::assumptions::{WAITS, asks_clock, assumptions};
use super::counted::answers;
use super::idle::idle;
use super::model::belongs;
use super::places::Place;
use super::recall::Recall;
use super::settled::Runs;
use super::weak::Weak;
use super::witness::steps;

/// What is asked of a launch.
#[derive(Debug, Clone)]
pub struct Ask {
    /// The model's name: `ptx-7.5`, `ptx-6.0` or `sc`.
    pub model: String,
    /// How often a loop is gone round.
    pub bound: usize,
    /// When to give up.
    pub stop: Stop,
    /// Who answers, and how long a question may take.
    pub options: Options,
    /// Runs of launches that differ from this in fences, orders and scopes only, for a search.
    pub recall: Option<Recall>,
}

/// Answers all that is asked of a launch.
#[must_use]
pub fn ask(setup: &Setup, asked: &Ask) -> Report {
    let all = setup.description.asked();
    answers(setup, asked, (&all, true), None, |_| true)
}

/// The same of a launch of which it is known what runs do.
#[must_use]
pub fn ask_knowing(setup: &Setup, asked: &Ask, runs: Exploration) -> Report {
    let all = setup.description.asked();
    answers(setup, asked, (&all, true), Some(runs), |_| true)
}

/// Answers some checks of a launch, up to the first that something is wrong with.
#[must_use]
pub fn ask_until_wrong(setup: &Setup, asked: &Ask, names: &[&str]) -> Report {
    let all = setup.description.asked().into_iter();
    let some: Vec<Check> = all.filter(|check| names.contains(&check.name())).collect();
    answers(setup, asked, (&some, false), None, |answer| {
        !matches!(answer, Answer::Violated | Answer::Undefined)
    })
}

/// Answers checks of a launch as it is, as long as their answers say to go on.
pub(super) fn exactly(
    setup: &Setup,
    asked: &Ask,
    (wanted, patient): (&[Check], bool),
    runs: Option<Exploration>,
    on: impl Fn(Answer) -> bool,
) -> Report {
    let limits = Limits {
        stop: asked.stop.clone(),
        // Its races are those that runs show.
        every_order: asked.model == "sc",
        patient,
        ..Limits::default()
    };
    let only_races = wanted == [Check::Races];
    let recalled = || asked.recall.as_ref().and_then(Recall::exploration);
    let known = runs.or_else(recalled);
    let Runs { exploration, raced } = match known {
        Some(known) => Runs::known(known, setup, asked, &limits),
        None => Runs::of(setup, asked, &limits, only_races),
    };
    let mut decision = Decision::of(setup, asked, &exploration, &limits);
    decision.fixed = decision.barriers_order_all();
    let told = only_races && raced.is_some();
    if let Some(raced) = raced {
        decision.race = OnceCell::from(Some(raced));
    }
    // A run that breaks this with other fences may with these.
    let before = wanted.iter().find_map(|it| decision.followed_before(*it));
    let wanted = if before.is_some() { &[] } else { wanted };
    if before.is_none() && !told {
        decision.ask_model();
    }
    let one_lap = asked.with_one_lap();
    let first = decision.first_lap(one_lap.as_ref());
    let mut checks: Vec<Checked> = before.into_iter().collect();
    for check in wanted {
        let mut answer = decision.answer_deepening(first.as_ref(), *check);
        if decision.says_nothing(*check, answer.answer) {
            continue;
        }
        for remark in &mut answer.remarks {
            circuit::advise(remark, asked.bound > 1);
        }
        checks.push(answer);
        if checks.last().is_some_and(|last| !on(last.answer)) {
            break;
        }
    }
    let expect = &setup.description.expect;
    // What a launch file states, it states of the models of PTX.
    let stated = !expect.is_empty() && asked.model != "sc";
    Report {
        launch: setup.title(),
        file: setup.description.source.name.to_string(),
        ptx: setup.module.source.name.to_string(),
        model: asked.model.clone(),
        bound: asked.bound,
        vectors: vectors(setup),
        assumptions: assumptions(setup, &exploration),
        expectations: stated.then(|| super::judge(expect, &checks)),
        checks,
    }
}

pub struct Decision<'a> {
    pub setup: &'a Setup,
    pub asked: &'a Ask,
    pub exploration: &'a Exploration,
    pub limits: &'a Limits,
    /// Whether barriers order all that conflicts.
    pub fixed: bool,
    /// The launch as it is asked of a model, where interleavings are not all.
    pub asked_of: Option<Asked<'a>>,
    /// The same with values left open that decide nothing, where it has many events.
    pub open: OnceCell<Option<Asked<'a>>>,
    /// Some of its ways, where all are too many, once they were looked for.
    pub(super) some: OnceCell<Option<Weak<'a>>>,
    /// A race that some interleaving shows, once it was looked for.
    race: OnceCell<Option<Checked>>,
    /// All bytes that threads may share, where it is not known which they do.
    pub(super) bytes: OnceCell<BTreeSet<u64>>,
}

/// So many threads that wait for ever are named.
pub const WAITING: usize = 8;

/// Why all runs are one.
pub(super) const FIXED: &str = "program order and barriers order every two conflicting accesses";

impl<'a> Decision<'a> {
    /// Nothing is known yet but what runs do.
    pub(super) const fn of(
        setup: &'a Setup,
        asked: &'a Ask,
        exploration: &'a Exploration,
        limits: &'a Limits,
    ) -> Self {
        Self {
            setup,
            asked,
            exploration,
            limits,
            fixed: false,
            asked_of: None,
            open: OnceCell::new(),
            some: OnceCell::new(),
            race: OnceCell::new(),
            bytes: OnceCell::new(),
        }
    }
}

impl Decision<'_> {
    pub(super) fn answer(&self, check: Check) -> Checked {
        let answer = self.answered(check);
        let open = answer.answer.is_open();
        let shown = match check {
            Check::Races if open => self.raced_in_some_order(),
            Check::Property if open && self.breaks_some() => Some(self.property_broken()),
            Check::Races
            | Check::Robust
            | Check::Asserts
            | Check::Barriers
            | Check::Memory
            | Check::Property => None,
        };
        // What only may be is no more than is known already.
        let known =
            |shown: &Checked| shown.answer == Answer::Violated || answer.answer == Answer::Unknown;
        let shown = shown.filter(known);
        let shown = shown.or_else(|| open.then(|| self.on_some_way(check)).flatten());
        shown.unwrap_or(answer)
    }

    fn answered(&self, check: Check) -> Checked {
        if let Some(violated) = self.violated(check) {
            return self.smaller(check, violated);
        }
        if check == Check::Races
            && let Some(race) = self.undefined(check).or_else(|| self.raced().cloned())
        {
            return self.smaller(check, race);
        }
        let settled = match check {
            // Where all runs are one, what is not known ends the same in each.
            Check::Robust => self.fixed,
            // A run that is known is one, whatever others there are.
            Check::Property => self.has_all_runs(),
            Check::Races | Check::Asserts | Check::Barriers | Check::Memory => false,
        };
        let open = self.open(check).filter(|_| !settled);
        if let Some(never) = self.never_traps(check, open.as_ref()) {
            return never;
        }
        if let Some(open) = open {
            let found = self.on_the_way(check);
            return found.unwrap_or_else(|| self.in_any_order(check, open));
        }
        if let Some(undefined) = self.undefined(check) {
            return undefined;
        }
        match check {
            Check::Robust => self.robust(),
            Check::Races if self.fixed => Checked::none("races", FIXED),
            Check::Races => self.modelled(check),
            Check::Property => self.smaller(check, self.written(self.property())),
            Check::Asserts | Check::Barriers | Check::Memory => self.independent(check),
        }
    }

    /// A race that some interleaving shows.
    pub fn raced(&self) -> Option<&Checked> {
        self.race.get_or_init(|| self.race(usize::MAX)).as_ref()
    }

    /// A run under sequential consistency that shows it is a run under every model.
    fn violated(&self, check: Check) -> Option<Checked> {
        let mut answer = Checked::new(check.name(), Answer::Violated);
        let mut first = None;
        let found = self.exploration.found.iter();
        let mut all: Vec<(&Finding, &Found)> = found
            .filter(|(finding, _)| belongs(finding, check))
            .collect();
        // Beside what is certain, what may be is not told.
        if all.iter().any(|(_, found)| !chooses(&found.schedule)) {
            all.retain(|(_, found)| !chooses(&found.schedule));
        }
        for (finding, found) in all {
            // One remark for each word: addresses that are missed differ by thread.
            if answer.word == Some(finding.word()) && !answer.remarks.is_empty() && first.is_some()
            {
                continue;
            }
            for found in self.those(finding, found) {
                answer.remarks.push(self.remark(finding, &found));
                answer.places.extend(self.place(&found));
            }
            let more = self.exploration.waiting.len().saturating_sub(WAITING);
            if *finding == Finding::Deadlock && more > 0 {
                answer.remarks.push(format!("{more} more wait for ever"));
            }
            if first.is_none() {
                answer.word = Some(finding.word());
                first = Some(found);
            }
        }
        let first = first?;
        answer.witness = steps(self.setup, self.exploration, &first.schedule, self.limits);
        let deadlock = answer.word == Some(Finding::Deadlock.word());
        let mut loose = self.loose(&first.schedule, deadlock);
        if deadlock && loose.is_empty() {
            let places = self.exploration.waiting.iter().map(|&(_, place)| place);
            answer.remarks.extend(idle(self.setup, places));
        }
        let mut waiting = self.exploration.waiting.iter();
        if deadlock && waiting.any(|&(_, place)| asks_clock(self.setup, place)) {
            loose.push(WAITS.to_owned());
        }
        if deadlock && !loose.is_empty() && self.waits_for_ever() {
            loose.clear();
        }
        Some(answer.resting_on(loose))
    }

    pub fn place(&self, found: &Found) -> Option<Place> {
        if found.thread == usize::MAX {
            return None;
        }
        let place = Place::of(self.setup, found.place.0, found.place.1)?;
        Some(place.by(self.setup, found.thread))
    }
}
