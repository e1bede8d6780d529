//! Answers against what a launch file expects.

use crate::kernel::launch::Expectation;
use crate::kernel::launch::description::Check;

use super::answer::{Answer, Checked, Judged};

/// Compares answers with what is expected.
#[must_use]
pub fn judge(expected: &[Expectation], checks: &[Checked]) -> Vec<Judged> {
    expected.iter().map(|one| judged(one, checks)).collect()
}

fn judged(expected: &Expectation, checks: &[Checked]) -> Judged {
    let word = expected.word.node.clone();
    let Some(check) = expected.check else {
        return whole(word, checks);
    };
    let answer = checks.iter().find(|one| one.name == check.name());
    let found = answer.map_or_else(|| "not asked".to_owned(), |one| said(check, one));
    let agrees = match answer.map(|one| one.answer) {
        None | Some(Answer::Possible | Answer::Unknown | Answer::Unsupported) => None,
        Some(Answer::Holds | Answer::Violated | Answer::Undefined) => Some(found == word),
    };
    Judged {
        name: check.name(),
        expected: word,
        found,
        agrees,
    }
}

/// An answer in the words of `[expect]`.
fn said(check: Check, one: &Checked) -> String {
    let plain = |yes: &str, no: &str| match one.answer {
        Answer::Holds => yes.to_owned(),
        Answer::Violated => one.word.unwrap_or(no).to_owned(),
        other => other.name().to_owned(),
    };
    match check {
        Check::Races => plain("none", "uniform"),
        Check::Robust | Check::Property => plain("yes", "no"),
        Check::Asserts => plain("none", "trap"),
        Check::Barriers => plain("none", "deadlock"),
        Check::Memory => plain("none", "out-of-bounds"),
    }
}

/// `verdict = "unsupported"`: some check is; `"holds"`: all are.
fn whole(word: String, checks: &[Checked]) -> Judged {
    let any = |answer: Answer| checks.iter().any(|one| one.answer == answer);
    let found = if any(Answer::Violated) || any(Answer::Undefined) {
        "violated"
    } else if any(Answer::Unsupported) {
        "unsupported"
    } else if any(Answer::Unknown) || any(Answer::Possible) {
        "unknown"
    } else {
        "holds"
    };
    let unsupported = word == "unsupported" && any(Answer::Unsupported);
    Judged {
        name: "verdict",
        agrees: Some(unsupported || found == word),
        expected: word,
        found: if unsupported {
            "unsupported".to_owned()
        } else {
            found.to_owned()
        },
    }
}
