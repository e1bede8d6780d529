//! Mistakes drawn for a terminal, by miette: the line, the place underlined, what was expected.

use std::fmt;
use std::fmt::Write as _;

use miette::{LabeledSpan, SourceSpan};

use super::diagnostic::{Diagnostic, Report};
use super::excerpt::Excerpt;
use super::shown::{harmless, shown_lines};
use super::span::SourceFile;

/// The whole report as text.
pub(super) fn drawn(report: &Report, color: bool) -> String {
    let theme = if color {
        miette::GraphicalTheme::unicode()
    } else {
        miette::GraphicalTheme::unicode_nocolor()
    };
    let handler = miette::GraphicalReportHandler::new_themed(theme).with_width(100);
    let mut out = String::new();
    let source = SourceFile::new(&*report.source.name, harmless(&report.source.text));
    for (index, diagnostic) in report.diagnostics.iter().take(report.shown()).enumerate() {
        if index > 0 {
            out.push('\n');
        }
        let harmless = harmless_of(diagnostic);
        let shown = Shown {
            diagnostic: &harmless,
            source: Excerpt(&source),
        };
        if handler.render_report(&mut out, &shown).is_err() {
            out.push_str(&harmless.message);
            out.push('\n');
        }
    }
    let more = report.diagnostics.len() - report.shown();
    if more > 0 {
        let _ = writeln!(out, "\n  and {more} more mistakes");
    }
    out
}

/// As it is shown to a person.
fn harmless_of(diagnostic: &Diagnostic) -> Diagnostic {
    let labels = diagnostic.labels.iter();
    Diagnostic {
        message: shown_lines(&diagnostic.message),
        labels: labels
            .map(|(span, label)| (*span, shown_lines(label)))
            .collect(),
        help: diagnostic.help.as_deref().map(shown_lines),
        suggestion: None,
        declaration: None,
        warning: diagnostic.warning,
    }
}

#[derive(Debug)]
struct Shown<'a> {
    diagnostic: &'a Diagnostic,
    source: Excerpt<'a>,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostic.message)
    }
}

impl std::error::Error for Shown<'_> {}

impl miette::Diagnostic for Shown<'_> {
    fn severity(&self) -> Option<miette::Severity> {
        self.diagnostic.warning.then_some(miette::Severity::Warning)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.diagnostic.help.as_ref()?;
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let labels = self.diagnostic.labels.iter().enumerate();
        Some(Box::new(labels.map(|(index, (span, text))| {
            let span = self.source.cut(*span);
            let text = (!text.is_empty()).then(|| text.clone());
            let place = SourceSpan::from(span.range());
            // The first place is the one that the header of the excerpt names.
            if index == 0 {
                LabeledSpan::new_primary_with_span(text, place)
            } else {
                LabeledSpan::new_with_span(text, place)
            }
        })))
    }
}
