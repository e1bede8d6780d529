//! An answer in the form of herd's classic block, for eyes and scripts used to it.
//!
//! What is not known is left out instead of made up. A solver looks for one execution and does not
//! enumerate final states, so there is neither a `States` section nor a count after `Witnesses` and
//! `Observation`; the state of the one execution at hand stands after `State`. `Ok` and `No` say
//! whether the test's statement is true, as in herd; `Unknown`, `Unsupported` and `Racy` are ours.

use std::fmt::Write as _;

use crate::view::answer::{Answer, Quantity, Verdict};

/// One answer as a block; a blank line ends it.
#[must_use]
pub fn render(answer: &Answer) -> String {
    let kind = match answer.quantifier {
        "exists" => "Allowed",
        "~exists" => "Forbidden",
        _ => "Required",
    };
    let mut out = format!("Test {} {kind}\nModel {}\n", answer.test, answer.model);
    if let Some(witness) = &answer.witness {
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
    let _ = writeln!(out, "Condition {}", answer.statement);
    let _ = writeln!(out, "Observation {} {}", answer.test, observation(answer));
    let _ = writeln!(
        out,
        "Time {} {:.2}\n",
        answer.test,
        answer.took.as_secs_f64()
    );
    out
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
