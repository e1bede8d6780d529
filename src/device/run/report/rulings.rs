//! What models say, in few words also where there are many of them.

use crate::view::answer::Verdict;

use super::super::judge::Say;
use super::super::view::{Judging, State, View};

/// How a state that some model forbids is told.
pub const FORBIDDEN: &str = "FORBIDDEN";

/// The models that judge.
pub fn judging(view: &View) -> impl Iterator<Item = &Judging> {
    view.models.iter().filter(|one| one.unsupported.is_none())
}

/// What a model says of a state.
fn says(state: &State, model: &Judging) -> Say {
    let ruled = state.models.iter().find(|ruled| ruled.model == model.model);
    match ruled.map_or(Say::Open, |ruled| ruled.says) {
        _ if state.other => Say::Forbidden,
        says => says,
    }
}

/// Its word in a table.
const fn word(says: Say) -> &'static str {
    match says {
        Say::Forbidden => FORBIDDEN,
        Say::Allowed | Say::Open | Say::Unsupported => says.name(),
    }
}

/// A word of each model.
pub fn words(view: &View, state: &State) -> Vec<&'static str> {
    judging(view).map(|one| word(says(state, one))).collect()
}

/// The same of all models together: who forbids a state, for whom it is open, and that the others allow it.
pub fn summary(view: &View, state: &State) -> String {
    let models: Vec<&Judging> = judging(view).collect();
    let mut parts = Vec::new();
    let mut named = 0;
    for say in [Say::Forbidden, Say::Open, Say::Unsupported, Say::Allowed] {
        let those = models.iter().filter(|one| says(state, one) == say);
        let those: Vec<&str> = those.map(|one| one.model.as_str()).collect();
        let who = match (those.len(), models.len()) {
            (0, _) => continue,
            (1, 1) => String::new(),
            (some, all) if some == all => " by all".to_owned(),
            (some, all) if say == Say::Allowed && some + named == all && some > 1 => {
                " by the others".to_owned()
            }
            _ => format!(" by {}", those.join(", ")),
        };
        named += those.len();
        // A model that has not decided says nothing by itself.
        let who = match say {
            Say::Open => who.replace(" by ", " for "),
            Say::Forbidden | Say::Unsupported | Say::Allowed => who,
        };
        parts.push(format!("{}{who}", word(say)));
    }
    parts.join("; ")
}

/// What each model says of the condition, those that say the same together; last those that say the verdict which is
/// to be remarked on.
pub fn verdicts(view: &View, last: Option<Verdict>) -> Vec<String> {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for one in judging(view) {
        match groups
            .iter_mut()
            .find(|(verdict, _)| *verdict == one.verdict)
        {
            Some((_, models)) => models.push(&one.model),
            None => groups.push((one.verdict, vec![&one.model])),
        }
    }
    groups.sort_by_key(|(verdict, _)| last.is_some_and(|last| last.name() == *verdict));
    let told = groups.into_iter().map(|(verdict, models)| {
        let say = if models.len() == 1 { "says" } else { "say" };
        format!("{} {say} {verdict}", models.join(", "))
    });
    told.collect()
}
