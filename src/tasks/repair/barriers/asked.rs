//! What a choice of barriers comes to.

use crate::kernel::report::answer::{Answer, Report};
use crate::kernel::report::places::Place;

/// What a choice comes to.
pub enum Asked {
    Holds,
    /// What is wrong first.
    Wrong(Vec<String>),
    Open,
    NoTime,
}

/// What is wrong in a report that ends with the first check that is: its races by their places, or its name.
pub fn wrong(report: &Report) -> Vec<String> {
    let broken = |answer| matches!(answer, Answer::Violated | Answer::Undefined);
    let Some(check) = report.checks.iter().find(|check| broken(check.answer)) else {
        return Vec::new();
    };
    let races = check.race.iter().chain(&check.other_races);
    let races: Vec<String> = races
        .map(|race| {
            let [one, other] = &race.accesses;
            let place = |place: &Place| format!("{} {}", place.ptx.line, place.opcode);
            let mut both = [place(&one.place), place(&other.place)];
            both.sort();
            both.join(" ")
        })
        .collect();
    if races.is_empty() {
        return vec![check.name.to_owned()];
    }
    races
}

/// Whether what was wrong first is wrong no more.
pub fn goes_on(before: &[String], now: &[String]) -> bool {
    before.first().is_some_and(|first| !now.contains(first))
}
