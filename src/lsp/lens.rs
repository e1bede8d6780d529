//! Verdicts above the condition.

use lsp_types::{CodeLens, Command};

use crate::syntax::span::Span;
use crate::view::Answer;

use super::snapshot::Snapshot;

/// Where the condition is asked.
pub fn condition(snapshot: &Snapshot) -> Option<Span> {
    Some(snapshot.analysis().layout.as_ref()?.asked)
}

/// `unreachable: sc, tso`: models that say the same stand together, in the order in which they were asked.
pub fn groups(answers: &[Answer]) -> Vec<(&'static str, Vec<&str>)> {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for answer in answers {
        let verdict = answer.verdict.name();
        match groups.iter_mut().find(|group| group.0 == verdict) {
            Some(group) => group.1.push(&answer.model),
            None => groups.push((verdict, vec![&answer.model])),
        }
    }
    groups
}

/// A lens for each verdict.
pub fn lenses(snapshot: &Snapshot, answers: &[Answer]) -> Vec<CodeLens> {
    let Some(asked) = condition(snapshot) else {
        return Vec::new();
    };
    let range = snapshot.range(Span::new(asked.start, asked.start));
    let groups = groups(answers).into_iter();
    groups
        .map(|(verdict, models)| CodeLens {
            range,
            command: Some(Command {
                title: format!("{verdict}: {}", models.join(", ")),
                command: String::new(),
                arguments: None,
            }),
            data: None,
        })
        .collect()
}
