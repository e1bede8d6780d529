//! Mistakes as the protocol has them.

use std::fmt::Write as _;

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
    PublishDiagnosticsParams, Range, Uri,
};

use crate::model::registry::is_called;
use crate::syntax::diagnostic::{Diagnostic as Mistake, Report};
use crate::syntax::shown::shown_lines;
use crate::syntax::span::Span;
use crate::verdict::outcome::Quantity;
use crate::view::Answer;

use super::analysis::Elsewhere;
use super::cat_files;
use super::encoding::Encoding;
use super::position::Lines;
use super::snapshot::Snapshot;

/// The most mistakes of one text that are shown.
const MOST: usize = 100;

/// The most mistakes of an included file that are shown where it is included.
const MOST_ELSEWHERE: usize = 20;

/// All that is known to be wrong with a text, with what models say of it where they were asked.
pub fn all(snapshot: &Snapshot) -> Vec<Mistake> {
    let mut all = snapshot.analysis().mistakes.clone();
    let said = snapshot.answers();
    all.extend(
        said.into_iter()
            .flat_map(|said| said.mistakes.iter().cloned()),
    );
    all.extend(unexpected(snapshot));
    let hidden = all.len().saturating_sub(MOST);
    if let Some(first) = all.get(MOST).map(place).filter(|_| hidden > 1) {
        all.truncate(MOST);
        let message = format!("{hidden} more mistakes are not shown");
        all.push(Mistake::new(message, first, "the first of them is here"));
    }
    all
}

/// Expectations that do not hold: under each model that is called so, as several may be by the end of their paths.
fn unexpected(snapshot: &Snapshot) -> Vec<Mistake> {
    let (Some(program), Some(answers)) = (&snapshot.analysis().program, snapshot.answers()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for expectation in &program.expectations {
        let wanted = &expectation.node;
        let all = answers.all.iter();
        let meant: Vec<&Answer> = all
            .filter(|answer| is_called(&answer.model, &wanted.model))
            .collect();
        let said = |answer: &Answer| {
            let quantity = answer.quantity.map(Quantity::name);
            let verdict = answer.verdict.name();
            let said = quantity.filter(|_| wanted.asks_quantity());
            (!wanted.is_met(verdict, quantity)).then(|| said.unwrap_or(verdict))
        };
        // Where they do not say the same, nothing that could be written here holds under all.
        let (first, one) = (meant.first().and_then(|one| said(one)), meant.len() == 1);
        let same = meant.iter().all(|answer| said(answer) == first);
        for (answer, said) in meant.iter().filter_map(|one| Some((one, said(one)?))) {
            let model = if one { &wanted.model } else { &answer.model };
            let text = format!("under `{model}` it is {said}");
            let mistake = Mistake::new(text, expectation.span, "expected otherwise here");
            let mistake = mistake.as_warning();
            // What is open or refused is no answer to expect.
            let open = ["unknown", "unsupported"].contains(&said);
            found.push(if open || !same {
                mistake
            } else {
                mistake.with_replacement(&wanted.verdict, said)
            });
        }
    }
    found
}

/// What is published of a text.
pub fn published(snapshot: &Snapshot, uri: &Uri) -> PublishDiagnosticsParams {
    let all = all(snapshot);
    let own = all.iter().map(|one| diagnostic(one, snapshot, uri));
    let hint = snapshot.analysis().hint.iter().map(|one| Diagnostic {
        severity: Some(DiagnosticSeverity::HINT),
        ..diagnostic(one, snapshot, uri)
    });
    let other = snapshot.analysis().elsewhere.iter();
    let other = other.map(|other| elsewhere(other, snapshot));
    PublishDiagnosticsParams {
        uri: uri.clone(),
        diagnostics: own.chain(hint).chain(other).collect(),
        version: Some(snapshot.version),
    }
}

/// The mistakes of an included file, where it is included.
fn elsewhere(other: &Elsewhere, snapshot: &Snapshot) -> Diagnostic {
    let Elsewhere { span, path, report } = other;
    let shown = report.diagnostics.get(..MOST_ELSEWHERE);
    let shown = shown.unwrap_or(&report.diagnostics);
    let mut message = format!("`{}` has mistakes", report.source.name);
    for mistake in shown {
        let at = report.source.position(place(mistake).start);
        let _ = write!(message, "\n{}:{}: {}", at.line, at.column, mistake.message);
    }
    let hidden = report.diagnostics.len() - shown.len();
    if hidden > 0 {
        let _ = write!(message, "\nand {hidden} more");
    }
    let mut related = Vec::new();
    if let Some(path) = path {
        let text = cat_files::at(snapshot, path, report.source.clone());
        let lines = Lines::of(&report.source.text);
        let range = |span| lines.range(&report.source.text, span, snapshot.encoding);
        if let Ok(uri) = text.uri.parse::<Uri>() {
            related.extend(shown.iter().map(|mistake| DiagnosticRelatedInformation {
                location: Location::new(uri.clone(), range(place(mistake))),
                message: shown_lines(&told(mistake)),
            }));
        }
    }
    Diagnostic {
        range: snapshot.range(*span),
        severity: Some(DiagnosticSeverity::ERROR),
        source: Some("gpu-litmus".to_owned()),
        message: shown_lines(&message),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}

/// Where a mistake is; the start of the text where it is about all.
pub fn place(mistake: &Mistake) -> Span {
    mistake
        .labels
        .first()
        .map_or_else(Span::default, |label| label.0)
}

/// A mistake with its remark and what would be right.
fn told(mistake: &Mistake) -> String {
    let mut message = mistake.message.clone();
    let label = mistake.labels.first().map(|label| label.1.as_str());
    for more in [label, mistake.help.as_deref()].into_iter().flatten() {
        if !more.is_empty() {
            message += "\n";
            message += more;
        }
    }
    message
}

/// The first mistake of a file, with its place.
pub fn first(report: &Report) -> String {
    let Some(mistake) = report.diagnostics.first() else {
        return report.to_string();
    };
    let at = report.source.position(place(mistake).start);
    let text = format!(
        "{}:{}:{}: {}",
        report.source.name,
        at.line,
        at.column,
        told(mistake)
    );
    let more = report.diagnostics.len() - 1;
    shown_lines(&match more {
        0 => text,
        1 => format!("{text}\nand one mistake more"),
        _ => format!("{text}\nand {more} mistakes more"),
    })
}

/// A mistake as a client shows it.
pub fn diagnostic(mistake: &Mistake, snapshot: &Snapshot, uri: &Uri) -> Diagnostic {
    as_shown(mistake, uri, &|span| snapshot.range(span))
}

/// The mistakes of a file that is no text of the client's.
pub fn of_file(report: &Report, uri: &str, encoding: Encoding) -> Vec<Diagnostic> {
    let Ok(uri) = uri.parse::<Uri>() else {
        return Vec::new();
    };
    let text = &report.source.text;
    let lines = Lines::of(text);
    let range = |span| lines.range(text, span, encoding);
    let shown = report.diagnostics.iter().take(MOST);
    shown.map(|one| as_shown(one, &uri, &range)).collect()
}

fn as_shown(mistake: &Mistake, uri: &Uri, range: &dyn Fn(Span) -> Range) -> Diagnostic {
    let related = mistake.labels.iter().skip(1);
    let related = related.map(|(span, text)| DiagnosticRelatedInformation {
        location: Location::new(uri.clone(), range(*span)),
        message: shown_lines(text),
    });
    let severity = if mistake.warning {
        DiagnosticSeverity::WARNING
    } else {
        DiagnosticSeverity::ERROR
    };
    let related: Vec<DiagnosticRelatedInformation> = related.collect();
    Diagnostic {
        range: range(place(mistake)),
        severity: Some(severity),
        code: None::<NumberOrString>,
        source: Some("gpu-litmus".to_owned()),
        message: shown_lines(&told(mistake)),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}
