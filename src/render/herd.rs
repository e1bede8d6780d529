//! An answer in the form of herd's classic block, for eyes and scripts used to it.
//!
//! What is not known is left out instead of made up. Unless final states were listed, there is no `States`
//! section; the state of the one execution at hand stands after `State`. Only an enumeration counts
//! executions, after `Witnesses` and `Observation`; states that may not be all are `At least`. `Ok` and `No`
//! say whether the test's statement is true, as in herd; `Unknown`, `Unsupported` and `Racy` are ours.

use std::fmt::Write as _;

use crate::view::answer::{Answer, Quantity, Verdict};
use crate::view::states::{Observed, State, States};

/// One answer as a block; a blank line ends it.
#[must_use]
pub fn render(answer: &Answer) -> String {
    let kind = match answer.quantifier {
        "exists" => "Allowed",
        "~exists" => "Forbidden",
        _ => "Required",
    };
    let mut out = format!("Test {} {kind}\nModel {}\n", answer.test, answer.model);
    if let Some(states) = &answer.states {
        out.push_str(&listed(states));
    } else if let Some(witness) = &answer.witness {
        let state = witness.asked.iter().map(|(name, value)| {
            let name = name.strip_prefix('P').filter(|_| name.contains(':'));
            (name, value)
        });
        let names = witness.asked.iter().map(|(name, _)| name.as_str());
        let state: Vec<String> = state
            .zip(names)
            .map(|((short, value), long)| format!("{}={value};", short.unwrap_or(long)))
            .collect();
        let _ = writeln!(out, "State {}", state.join(" "));
    }
    let _ = writeln!(out, "{}", result(answer));
    let counts = answer.states.as_ref().and_then(|states| states.executions);
    let mut often = observation(answer).to_owned();
    if let Some((satisfying, violating)) = counts {
        let _ = write!(
            out,
            "Witnesses\nPositive: {satisfying} Negative: {violating}\n"
        );
        let _ = write!(often, " {satisfying} {violating}");
    }
    let _ = writeln!(out, "Condition {}", answer.statement);
    let _ = writeln!(out, "Observation {} {often}", answer.test);
    let _ = writeln!(
        out,
        "Time {} {:.2}\n",
        answer.test,
        answer.took.as_secs_f64()
    );
    out
}

/// `States 4`, then the states, one a line: registers by thread and number, then locations; in the order of
/// their values.
fn listed(states: &States) -> String {
    let mut columns: Vec<usize> = (0..states.observed.len()).collect();
    columns.sort_by_key(|&column| order(&states.observed[column]));
    let mut rows: Vec<(Vec<i64>, &State)> = states
        .found
        .iter()
        .map(|state| (columns.iter().map(|&at| state.values[at]).collect(), state))
        .collect();
    rows.sort_by(|a, b| a.0.cmp(&b.0));
    let least = if states.complete { "" } else { "At least " };
    let mut out = format!("{least}States {}\n", rows.len());
    for (_, state) in rows {
        let cells = columns.iter().map(|&at| {
            let observed = &states.observed[at];
            let text = &state.texts[at];
            match &observed.register {
                Some((thread, register)) => format!("{thread}:{register}={text};"),
                None => format!("[{}]={text};", observed.name),
            }
        });
        let _ = writeln!(out, "{}", cells.collect::<Vec<_>>().join(" "));
    }
    out
}

/// Registers come first, by thread, then by what stands before their number.
fn order(observed: &Observed) -> (bool, u32, &str, u64, &str) {
    let Some((thread, name)) = &observed.register else {
        return (true, 0, "", 0, &observed.name);
    };
    let digits = name.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let stem = name.strip_suffix(digits).unwrap_or(name);
    (false, *thread, stem, digits.parse().unwrap_or(0), name)
}

const fn result(answer: &Answer) -> &'static str {
    match (answer.holds, answer.verdict) {
        (Some(true), _) => "Ok",
        (Some(false), _) => "No",
        (None, Verdict::Unsupported) => "Unsupported",
        (None, Verdict::Racy) => "Racy",
        (None, _) => "Unknown",
    }
}

/// herd's word for the quantity; where only that it is reachable is known, that is `Sometimes`
/// or `Always`, and so `Unknown`.
const fn observation(answer: &Answer) -> &'static str {
    match (answer.quantity, answer.verdict) {
        (Some(Quantity::Always), _) => "Always",
        (Some(Quantity::Sometimes), _) => "Sometimes",
        (Some(Quantity::Never), _) | (None, Verdict::Unreachable) => "Never",
        (None, Verdict::Reachable | Verdict::Racy | Verdict::Unknown | Verdict::Unsupported) => {
            "Unknown"
        }
    }
}
