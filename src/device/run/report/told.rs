//! What is said below the table of final states.

use std::fmt::Write as _;

use crate::render::layout::Layout;
use crate::view::answer::Answer;
use crate::view::answer::Verdict;

use super::super::device::Backend;
use super::super::judge::Say;
use super::super::settings::Value;
use super::super::view::{Judging, Ruled, State, View};
use super::rulings::{judging, verdicts};
use super::text::{counted, grouped};

/// Whether the condition was seen, and what models say of it.
pub fn condition(view: &View, layout: Layout) -> String {
    let (seen, last) = match view.condition_seen {
        0 => ("condition not seen".to_owned(), Verdict::Reachable),
        count => {
            let seen = format!("condition seen {}", counted(count, "time"));
            (seen, Verdict::Unreachable)
        }
    };
    let said = verdicts(view, Some(last));
    let mut text = seen;
    if !said.is_empty() {
        let _ = write!(text, "; {}", said.join("; "));
    }
    if judging(view).any(|one| one.verdict == last.name()) {
        text.push_str(match view.condition_seen {
            0 => ": that it was not seen does not say that it cannot be",
            // It stays with what it is about.
            _ => "\u{a0}\u{a0}←\u{a0}error",
        });
    }
    layout.hanging("", &text)
}

/// Things that are told alike, with the models of each, in the order of the models.
fn alike<T: PartialEq>(told: impl Iterator<Item = (String, T)>) -> Vec<(Vec<String>, T)> {
    let mut groups: Vec<(Vec<String>, T)> = Vec::new();
    for (model, what) in told {
        match groups.iter_mut().find(|(_, same)| *same == what) {
            Some((models, _)) => models.push(model),
            None => groups.push((vec![model], what)),
        }
    }
    groups
}

/// A line for models that forbid the same of what was seen, whatever the condition is, and one for values that nobody makes.
pub fn forbidden(view: &View, layout: Layout) -> String {
    let of = |model: &Judging| -> Vec<usize> {
        let bad = view.states.iter().enumerate().filter(|(_, state)| {
            !state.other && ruled(state, model).is_some_and(|one| one.says == Say::Forbidden)
        });
        bad.map(|(at, _)| at).collect()
    };
    let told = |states: Vec<&State>, who: &str| {
        let first = states.iter().min_by_key(|state| state.first)?;
        let text = format!(
            "{} {who}, first {} in launch {}, instance {}",
            counted(states.len() as u64, "state"),
            view.words(first),
            grouped(first.first.launch),
            grouped(first.first.instance)
        );
        Some(layout.hanging("error: ", &text))
    };
    let models = alike(view.models.iter().map(|one| (one.model.clone(), of(one))));
    let models = models.into_iter().filter_map(|(models, states)| {
        let word = if models.len() == 1 {
            "forbids"
        } else {
            "forbid"
        };
        let states = states.into_iter().filter_map(|at| view.states.get(at));
        told(
            states.collect(),
            &format!("seen that {} {word}", models.join(", ")),
        )
    });
    let others = view.states.iter().filter(|state| state.other);
    let other = told(others.collect(), "seen that no instruction makes");
    models.chain(other).collect()
}

/// What a model says of a state.
fn ruled<'a>(state: &'a State, model: &Judging) -> Option<&'a Ruled> {
    state.models.iter().find(|one| one.model == model.model)
}

/// What was not found out, by which models, and why.
pub fn open(view: &View, layout: Layout) -> String {
    let of = |model: &Judging| -> (Vec<String>, u64) {
        let mut why: Vec<String> = model.notes.clone();
        let mut count = 0;
        for state in &view.states {
            if let Some(ruled) = ruled(state, model).filter(|one| one.says == Say::Open) {
                count += 1;
                why.extend(ruled.answer.iter().flat_map(Answer::whys));
            }
        }
        let mut known = Vec::new();
        why.retain(|note| {
            let new = !known.contains(note);
            known.push(note.clone());
            new
        });
        (why, count)
    };
    let told = alike(judging(view).map(|one| (one.model.clone(), of(one))));
    let told = told.into_iter().filter(|(_, (why, _))| !why.is_empty());
    told.map(|(models, (why, count))| {
        let what = match count {
            0 => "the condition".to_owned(),
            count => counted(count, "state"),
        };
        let text = format!("{what} for {}: {}", models.join(", "), why.join("; "));
        layout.hanging("open: ", &text)
    })
    .collect()
}

/// Which models judge nothing, and why.
pub fn unsupported(view: &View, layout: Layout) -> String {
    let refused = view.models.iter().filter_map(|one| {
        let what = one.unsupported.as_ref()?;
        Some((one.model.clone(), what))
    });
    let told = alike(refused).into_iter().map(|(models, what)| {
        let (give, judge) = match models.as_slice() {
            [_] => ("gives", "it judges"),
            _ => ("give", "they judge"),
        };
        let text = format!(
            "{} {give} no meaning to {what}: {judge} nothing here",
            models.join(", ")
        );
        layout.hanging("", &text)
    });
    told.collect()
}

/// That instances did not end, and what may let them.
pub fn unfinished(view: &View, layout: Layout) -> String {
    if view.unfinished == 0 {
        return String::new();
    }
    let why = match Backend::from_name(view.backend) {
        Some(Backend::Walk(_)) => format!(
            "a thread did not come to its end in {} of a loop; `--bound N` allows more",
            counted(view.bound as u64, "lap")
        ),
        Some(Backend::Host | Backend::Cuda) | None => {
            let spin = match view.settings.get("spin") {
                Some(Value::Number(spin)) => format!("in {}", counted(*spin, "backward jump")),
                Some(Value::Word(_)) | None => "in so many backward jumps".to_owned(),
            };
            format!(
                "a thread did not come to its end {spin} (`--set spin=N` allows more), nobody came to its barrier, or the \
                 time was over"
            )
        }
    };
    let text = format!(
        "{} unfinished: {why}. No model speaks of that",
        counted(view.unfinished, "instance")
    );
    layout.hanging("", &text)
}
