//! The question: could a machine of a model have produced a log?

use std::time::Duration;

use crate::model::Model;
use crate::stop::Stop;
use crate::verdict::query::Options;

use super::answer::{Judged, Shown, Verdict};
use super::asked;
use super::axioms::{Index, Problem};
use super::check;
use super::log::{Log, Op};
use super::rules::{Asked, Rule, Times};
use super::smallest;
use super::solve::search::{Explanation, Found, search};

/// How a log is judged.
#[derive(Debug, Clone)]
pub struct Question {
    /// Which times count.
    pub times: Asked,
    /// Limits, and who answers where a solver is asked.
    pub options: Options,
}

/// The most cases that a search tries.
pub const EFFORT: u64 = 200_000;

/// Judges a log.
#[must_use]
pub fn judge(log: &Log, model: &Model, question: &Question) -> Judged {
    let name = model.name.as_str();
    let times = match question.times.of(name, !log.times.is_empty()) {
        Ok(times) => times,
        Err(reason) => return Judged::refused(name, Times::Off, reason),
    };
    match Rule::of(name) {
        Some(rule) => by_rule(log, rule, times, question),
        None => match super::clocks::judge(log, model, question) {
            Some(judged) => judged,
            None => asked::judge(log, model, question),
        },
    }
}

/// The events that a problem has: all but write-backs, which go with their stores.
#[must_use]
pub fn members(log: &Log) -> Vec<u32> {
    let numbered = (0..).zip(&log.events);
    let kept = numbered.filter(|(_, event)| event.op != Op::WriteBack);
    kept.map(|(event, _)| event).collect()
}

fn by_rule(log: &Log, rule: Rule, times: Times, question: &Question) -> Judged {
    let stop = limit(&question.options);
    if rule == Rule::Plain
        && times == Times::Off
        && log.dependencies.is_empty()
        && let Some(judged) = super::single::judge(log, question)
    {
        return judged;
    }
    let index = Index::new(log);
    let members = members(log);
    // A small log is asked as a whole, for its smallest part.
    let split = members.len() > smallest::SMALLEST && (2..=2000).contains(&log.locations.len());
    if rule == Rule::Plain && log.dependencies.is_empty() && split {
        return each_location(log, &index, &members, times, &stop, question);
    }
    whole(log, &index, &members, rule, times, &stop, question)
}

/// Under `plain` each location is a log of its own.
fn each_location(
    log: &Log,
    index: &Index,
    members: &[u32],
    times: Times,
    stop: &Stop,
    question: &Question,
) -> Judged {
    let mut places: Vec<Vec<u32>> = vec![Vec::new(); log.locations.len()];
    for &event in members {
        if let Some(one) = log.events.get(event as usize).filter(|one| one.is_access())
            && let Some(list) = places.get_mut(one.place as usize)
        {
            list.push(event);
        }
    }
    let mut all = Shown::default();
    let mut open = None;
    for list in places.iter().filter(|list| !list.is_empty()) {
        let judged = whole(log, index, list, Rule::Plain, times, stop, question);
        match judged.verdict {
            Verdict::Impossible => return judged,
            Verdict::Explained => {
                let shown = judged.shown.unwrap_or_default();
                all.order.extend(shown.order);
                all.coherence.extend(shown.coherence);
            }
            Verdict::Unknown | Verdict::Racy | Verdict::Unsupported => open = open.or(Some(judged)),
        }
    }
    open.unwrap_or_else(|| Judged {
        shown: Some(all),
        ..Judged::bare(Rule::Plain.name(), Verdict::Explained, times, "order")
    })
}

/// Asks of all these events at once.
pub(super) fn whole(
    log: &Log,
    index: &Index,
    members: &[u32],
    rule: Rule,
    times: Times,
    stop: &Stop,
    question: &Question,
) -> Judged {
    let problem = Problem::new(log, index, members, rule, times, true);
    if problem.unwritten.is_none() {
        match search(&problem, stop, EFFORT) {
            Ok(Found::Explained(found)) => return explained(log, &problem, &found, times),
            Ok(Found::Impossible(_)) => {}
            Err(open) => {
                return undecided(log, rule, times, question, &open);
            }
        }
    }
    impossible(log, index, members, rule, times, question, "order")
}

/// The answer for events that are impossible.
fn impossible(
    log: &Log,
    index: &Index,
    members: &[u32],
    rule: Rule,
    times: Times,
    question: &Question,
    engine: &'static str,
) -> Judged {
    let mut judged = Judged::bare(rule.name(), Verdict::Impossible, times, engine);
    let asked = smaller(log, index, rule, times, question);
    judged.impossible = Some(smallest::smallest(&asked, members));
    judged
}

fn smaller<'a>(
    log: &'a Log,
    index: &'a Index,
    rule: Rule,
    times: Times,
    question: &Question,
) -> smallest::Asked<'a> {
    let time = question
        .options
        .reason_time
        .unwrap_or(Duration::from_secs(2));
    smallest::Asked {
        log,
        index,
        rule,
        times,
        write_backs: true,
        stop: question.options.stop.and_after(time),
    }
}

/// The answer for a log some events of which were found to be impossible by an engine of its own: the others are
/// left out of the search for the smallest part.
pub(super) fn reduced(
    log: &Log,
    events: &[u32],
    rule: Rule,
    times: Times,
    question: &Question,
    engine: &'static str,
) -> Judged {
    let index = Index::new(log);
    impossible(log, &index, events, rule, times, question, engine)
}

/// The same of values that cannot be put in an order, where some events are said to show it: with them, all that they read from; and where
/// even these are not impossible without the rest, all events.
pub(super) fn by_values(log: &Log, events: &[u32], question: &Question) -> Judged {
    let (rule, times) = (Rule::Plain, Times::Off);
    let index = Index::new(log);
    let mut some = index.with_sources(log, events);
    let asked = smaller(log, &index, rule, times, question);
    if asked.impossible(&some) == Ok(false) {
        some = members(log);
    }
    impossible(log, &index, &some, rule, times, question, "values")
}

/// What the search leaves open is asked of the solver, where the log fits in a litmus test.
fn undecided(
    log: &Log,
    rule: Rule,
    times: Times,
    question: &Question,
    open: &crate::stop::Open,
) -> Judged {
    let barriers = log.events.iter().any(|one| one.op == Op::Barrier);
    if times == Times::Off
        && !barriers
        && let Ok(model) = Model::find(rule.name())
    {
        let judged = asked::judge(log, &model, question);
        if matches!(judged.verdict, Verdict::Explained | Verdict::Impossible) {
            return judged;
        }
    }
    Judged::open(rule.name(), times, "order", open.to_string())
}

/// When a question is given up.
#[must_use]
pub fn limit(options: &Options) -> Stop {
    match options.timeout {
        Some(time) => options.stop.and_after(time),
        None => options.stop.clone(),
    }
}

fn explained(log: &Log, problem: &Problem, found: &Explanation, times: Times) -> Judged {
    let name = problem.rule.name();
    if !check::in_order(problem, found) {
        let text = "internal error: the order found does not keep to what the log says of it; please report this log";
        return Judged::open(name, times, "order", text.to_owned());
    }
    if !check::text_allows(log, problem, found) {
        let text = "internal error: the model's text does not allow the execution found; please report this log";
        return Judged::open(name, times, "order", text.to_owned());
    }
    let mut judged = Judged::bare(name, Verdict::Explained, times, "order");
    judged.shown = Some(shown(problem, found));
    judged
}

/// An explanation in events.
#[must_use]
pub fn shown(problem: &Problem, found: &Explanation) -> Shown {
    let events = |nodes: &[u32]| -> Vec<u32> {
        nodes
            .iter()
            .filter_map(|node| problem.event(*node))
            .collect()
    };
    let lists = (0..)
        .zip(&found.coherence)
        .map(|(place, list)| (place, events(list)));
    Shown {
        order: events(&found.order),
        coherence: lists.filter(|(_, list)| !list.is_empty()).collect(),
    }
}
