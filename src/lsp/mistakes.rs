//! Mistakes as the protocol has them.

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
    PublishDiagnosticsParams, Uri,
};

use crate::syntax::diagnostic::{Diagnostic as Mistake, MOST};
use crate::syntax::shown::shown_lines;
use crate::syntax::span::Span;

use super::document::Snapshot;

/// All that is known to be wrong with a text, with what models say of it where they were asked.
pub fn all(snapshot: &Snapshot) -> Vec<Mistake> {
    let mut all = snapshot.analysis().mistakes.clone();
    let said = snapshot.answers();
    all.extend(
        said.into_iter()
            .flat_map(|said| said.mistakes.iter().cloned()),
    );
    all.extend(unexpected(snapshot));
    all.truncate(MOST);
    all
}

/// Expectations that do not hold.
fn unexpected(snapshot: &Snapshot) -> Vec<Mistake> {
    let (Some(program), Some(answers)) = (&snapshot.analysis().program, snapshot.answers()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for expectation in &program.expectations {
        let wanted = &expectation.node;
        let Some(answer) = answers
            .all
            .iter()
            .find(|answer| answer.model == wanted.model)
        else {
            continue;
        };
        let quantity = answer.quantity.map(crate::verdict::outcome::Quantity::name);
        let verdict = answer.verdict.name();
        if wanted.is_met(verdict, quantity) {
            continue;
        }
        let said = quantity
            .filter(|_| wanted.asks_quantity())
            .unwrap_or(verdict);
        let mistake = Mistake::new(
            format!("under `{}` it is {said}", wanted.model),
            expectation.span,
            "expected otherwise here",
        )
        .as_warning();
        // What is open or refused is no answer to expect.
        found.push(if ["unknown", "unsupported"].contains(&said) {
            mistake
        } else {
            mistake.with_replacement(&wanted.verdict, said)
        });
    }
    found
}

/// What is published of a text.
pub fn published(snapshot: &Snapshot, uri: &Uri) -> PublishDiagnosticsParams {
    let all = all(snapshot);
    PublishDiagnosticsParams {
        uri: uri.clone(),
        diagnostics: all
            .iter()
            .map(|one| diagnostic(one, snapshot, uri))
            .collect(),
        version: Some(snapshot.version),
    }
}

/// Where a mistake is; the start of the text where it is about all.
pub fn place(mistake: &Mistake) -> Span {
    mistake
        .labels
        .first()
        .map_or_else(Span::default, |label| label.0)
}

/// A mistake as a client shows it.
pub fn diagnostic(mistake: &Mistake, snapshot: &Snapshot, uri: &Uri) -> Diagnostic {
    let mut message = mistake.message.clone();
    let label = mistake.labels.first().map(|label| label.1.as_str());
    for more in [label, mistake.help.as_deref()].into_iter().flatten() {
        if !more.is_empty() {
            message += "\n";
            message += more;
        }
    }
    let related = mistake.labels.iter().skip(1);
    let related = related.map(|(span, text)| DiagnosticRelatedInformation {
        location: Location::new(uri.clone(), snapshot.range(*span)),
        message: shown_lines(text),
    });
    let severity = if mistake.warning {
        DiagnosticSeverity::WARNING
    } else {
        DiagnosticSeverity::ERROR
    };
    let related: Vec<DiagnosticRelatedInformation> = related.collect();
    Diagnostic {
        range: snapshot.range(place(mistake)),
        severity: Some(severity),
        code: None::<NumberOrString>,
        source: Some("gpu-litmus".to_owned()),
        message: shown_lines(&message),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}
