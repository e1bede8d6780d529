//! What is said beside an answer: races that a model flags, other flags, notes, what could be raised.

use super::layout::Layout;
use super::race as race_text;
use super::text;
use crate::model::registry::{DATA_RACE, RACE};
use crate::view::answer::{Answer, Verdict};

/// All of them, below what shows the verdict.
pub(super) fn remarks(answer: &Answer, layout: Layout, out: &mut String) {
    data_race(answer, layout, out);
    // A race that is shown needs no name.
    let told = |flag: &&String| *flag == DATA_RACE || answer.race.is_some() && *flag == RACE;
    let flags = answer.flags.iter().filter(|flag| !told(flag));
    let flags = flags.filter(|_| answer.states.is_none());
    let flags: Vec<&str> = flags.map(String::as_str).collect();
    if !flags.is_empty() {
        out.push_str(&layout.hanging("flags      ", &flags.join(", ")));
    }
    for (flag, raised) in &answer.raised {
        let told = answer.flags.contains(flag) && answer.states.is_none();
        if told || flag == DATA_RACE {
            continue;
        }
        let text = match raised {
            Some(true) if answer.states.is_some() => format!("{flag}, in some execution"),
            Some(true) => format!("{flag}, in another execution"),
            Some(false) => continue,
            None => format!("{flag}: not found out"),
        };
        out.push_str(&layout.hanging("flags      ", &text));
    }
    for note in &answer.notes {
        out.push_str(&layout.hanging("note       ", note));
    }
    if answer.verdict == Verdict::Unknown {
        let limits = raised(answer);
        if !limits.is_empty() {
            out.push_str(&layout.hanging("help       ", &format!("raise {limits}")));
        }
    }
}

/// The limits that, were they higher, could settle what is open.
fn raised(answer: &Answer) -> String {
    if answer.open.is_empty() {
        return "what was reached: --timeout, --memory or --bound".to_owned();
    }
    let all = [
        ("time", "--timeout", " where time ran out"),
        ("memory", "--memory", " where memory did"),
        ("bound", "--bound", " where loops go on"),
    ];
    let reached: Vec<_> = all
        .iter()
        .filter(|(word, ..)| {
            let mut open = answer.open.iter();
            open.any(|open| open.why == *word && !open.endless)
        })
        .collect();
    match reached[..] {
        [(_, option, _)] => (*option).to_owned(),
        _ => reached
            .iter()
            .map(|(_, option, place)| format!("{option}{place}"))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

/// What is known of data races under a model that flags them.
fn data_race(answer: &Answer, layout: Layout, out: &mut String) {
    // Beside a list of states no execution is shown.
    let shown = answer.witness.is_some() && answer.states.is_none();
    if let Some(race) = answer.flagged_race.as_ref().filter(|_| shown) {
        out.push_str(&race_text::flagged(race, "in this execution", layout));
        return;
    }
    let text = match answer.raised.get(DATA_RACE) {
        Some(Some(true)) if shown && answer.flags.iter().any(|flag| flag == DATA_RACE) => {
            "in this execution"
        }
        Some(Some(true)) if !shown && answer.other_race.is_some() => "some execution races",
        Some(Some(true)) if !shown => "some execution races (`check --race` shows it)",
        Some(Some(true)) if answer.other_race.is_some() => "not in this execution, but in another",
        Some(Some(true)) => {
            "not in this execution; some other execution races (`check --race` shows it)"
        }
        Some(Some(false)) => "none: proven race-free",
        Some(None) => "not found out",
        None => return,
    };
    out.push_str(&layout.hanging("data race  ", text));
    let Some(other) = &answer.other_race else {
        return;
    };
    out.push('\n');
    let title = if answer.witness.is_some() {
        "Another execution, with a data race:"
    } else {
        "An execution with a data race:"
    };
    out.push_str(&text::execution(&other.witness, title, layout));
    if let Some(race) = &other.race {
        out.push_str(&race_text::flagged(race, "in it", layout));
    }
}
