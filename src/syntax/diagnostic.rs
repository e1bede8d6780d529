//! Errors of an input file as data.

use std::cmp::Reverse;
use std::fmt;

use super::shown::shown;
use super::span::{SourceFile, Span};

/// Words that could stand in the place of others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// What was written, at the diagnostic's first place or within it.
    pub written: String,
    /// What could be meant.
    pub instead: String,
}

/// One mistake in a source text: what is wrong, where, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, as a lower-case fragment without a full stop.
    pub message: String,
    /// Places with a remark each; the first is the main one.
    pub labels: Vec<(Span, String)>,
    /// What was expected, or the nearest thing that exists.
    pub help: Option<String>,
    /// What could be written instead, where that is known.
    pub suggestion: Option<Box<Suggestion>>,
    /// What the init block could declare to mend it.
    pub declaration: Option<Box<str>>,
    /// Whether what it is about has a meaning all the same.
    pub warning: bool,
}

impl Diagnostic {
    /// A diagnostic with its main place and the remark under it.
    pub fn new(message: impl Into<String>, span: Span, label: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            labels: vec![(span, label.into())],
            help: None,
            suggestion: None,
            declaration: None,
            warning: false,
        }
    }

    /// The same, as a warning.
    #[must_use]
    pub fn as_warning(self) -> Self {
        Self {
            warning: true,
            ..self
        }
    }

    /// Adds a further place.
    #[must_use]
    pub fn with_label(mut self, span: Span, label: impl Into<String>) -> Self {
        self.labels.push((span, label.into()));
        self
    }

    /// Adds what was expected, or the nearest thing that exists.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds "did you mean", when one of the candidates is near to what was written.
    #[must_use]
    pub fn with_suggestion<'a>(
        self,
        written: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        match nearest(written, candidates) {
            Some(candidate) => self.with_near(written, candidate),
            None => self,
        }
    }

    /// Adds "did you mean", of one candidate.
    #[must_use]
    pub fn with_near(self, written: &str, near: &str) -> Self {
        self.with_help(format!("did you mean `{near}`?"))
            .with_replacement(written, near)
    }

    /// Says what could be written instead, for who changes texts.
    #[must_use]
    pub fn with_replacement(self, written: &str, instead: &str) -> Self {
        Self {
            suggestion: Some(Box::new(Suggestion {
                written: written.to_owned(),
                instead: instead.to_owned(),
            })),
            ..self
        }
    }

    /// Says what the init block could declare.
    #[must_use]
    pub fn with_declaration(self, declaration: impl Into<Box<str>>) -> Self {
        Self {
            declaration: Some(declaration.into()),
            ..self
        }
    }

    /// What to replace in its text, by what, if the text still says so there.
    #[must_use]
    pub fn replacement(&self, source: &SourceFile) -> Option<(Span, &str)> {
        let suggestion = self.suggestion.as_ref()?;
        let (place, _) = self.labels.first()?;
        let within = source.slice(*place);
        let mut found = within.match_indices(&suggestion.written);
        let (offset, written) = found.next().filter(|(_, written)| !written.is_empty())?;
        if found.next().is_some() && within != suggestion.written {
            return None;
        }
        let start = place.start + offset;
        Some((Span::new(start, start + written.len()), &suggestion.instead))
    }
}

/// The most mistakes of one file that are shown.
pub const MOST: usize = 50;

/// The candidate nearest to what was written, if one is near enough to be meant.
pub fn nearest<'a>(
    written: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let length = written.chars().count();
    let allowed = (length / 3).max(1);
    candidates
        .into_iter()
        .filter(|candidate| *candidate != written)
        // Words are at least as far apart as their lengths.
        .map(|candidate| (candidate.chars().count(), candidate))
        .filter(|(other, _)| other.abs_diff(length) <= allowed)
        .map(|(other, candidate)| {
            // What is only written in capitals is meant.
            let same = written.eq_ignore_ascii_case(candidate);
            let far = || strsim::damerau_levenshtein(written, candidate);
            let distance = if same { 0 } else { far() };
            (distance, other.max(length), candidate)
        })
        .filter(|(distance, longer, _)| {
            // A word that has nothing in common with another is not near, however short both are.
            let apart = distance >= longer;
            *distance <= allowed && !apart
        })
        .map(|(distance, _, candidate)| (distance, candidate))
        // Few slips are in the first letters.
        .min_by_key(|(distance, candidate)| (*distance, Reverse(shared(written, candidate))))
        .map(|(_, candidate)| candidate)
}

/// How many characters two words begin with alike.
fn shared(one: &str, other: &str) -> usize {
    let both = one.chars().zip(other.chars());
    both.take_while(|(one, other)| one == other).count()
}

/// The candidate nearest to what was written, whose capitals mean nothing: the same word in another case before all others.
#[must_use]
pub fn nearest_in_any_case<'a>(written: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let mut all = candidates.iter().copied();
    let same = all.find(|candidate| candidate.eq_ignore_ascii_case(written));
    same.or_else(|| nearest(&written.to_lowercase(), candidates.iter().copied()))
}

/// A message and its help: the nearest name, which messages have in brackets behind the name that is none.
#[must_use]
pub fn nearest_apart(text: &str) -> (String, Option<&str>) {
    const BEGIN: &str = " (did you mean ";
    let parts = text.split_once(BEGIN).and_then(|(before, rest)| {
        let (near, behind) = rest.split_once(')')?;
        let help = text.get(before.len() + 2..text.len() - behind.len() - 1)?;
        (near.ends_with('?')).then(|| (format!("{before}{behind}"), Some(help)))
    });
    parts.unwrap_or_else(|| (text.to_owned(), None))
}

/// All the mistakes found in one source text.
///
/// ```
/// let report = gpu_litmus::parse("mp.litmus", "PTX MP").unwrap_err();
/// assert_eq!(report.diagnostics.len(), 1);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Report {
    /// The text they are in.
    pub source: SourceFile,
    /// The mistakes, in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

impl Report {
    /// A report of the given mistakes, sorted by place.
    #[must_use]
    pub fn new(source: SourceFile, mut diagnostics: Vec<Diagnostic>) -> Self {
        diagnostics.sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| label.0));
        diagnostics.dedup();
        Self {
            source,
            diagnostics,
        }
    }

    /// How many of the mistakes are shown. One beyond the most is shown itself: it may be the one that says that there
    /// are more.
    #[must_use]
    pub fn shown(&self) -> usize {
        let count = self.diagnostics.len();
        if count == MOST + 1 {
            count
        } else {
            count.min(MOST)
        }
    }

    /// The whole report as text, without colour if `color` is false.
    #[must_use]
    pub fn render(&self, color: bool) -> String {
        #[cfg(not(target_family = "wasm"))]
        let text = super::drawn::drawn(self, color);
        // A page draws them itself.
        #[cfg(target_family = "wasm")]
        let text = {
            let _ = color;
            self.to_string()
        };
        text
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            let place = diagnostic.labels.first().map_or(0, |label| label.0.start);
            let at = self.source.position(place);
            write!(
                f,
                "{}:{}:{}: {}",
                self.source.name,
                at.line,
                at.column,
                shown(&diagnostic.message)
            )?;
        }
        Ok(())
    }
}

/// The whole report, rendered: what a `?` in `main` prints.
impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.render(false))
    }
}

impl std::error::Error for Report {}

#[cfg(test)]
mod tests {
    use super::{nearest, nearest_apart};

    #[test]
    fn what_has_nothing_in_common_is_not_near() {
        assert_eq!(nearest("x", ["_", "y"]), None);
        assert_eq!(nearest("x", ["X", "xy"]), Some("X"));
        assert_eq!(nearest("x", ["xy"]), Some("xy"));
        assert_eq!(nearest("scc", ["tso", "sc"]), Some("sc"));
        assert_eq!(nearest("sc", ["sc"]), None);
        assert_eq!(nearest("ldd", ["add", "ld"]), Some("ld"));
        assert_eq!(nearest("ACYCLIC", ["acyclic"]), Some("acyclic"));
        assert_eq!(nearest("PO", ["pox", "co", "po"]), Some("po"));
    }

    #[test]
    fn the_nearest_name_is_help() {
        assert_eq!(
            nearest_apart("there is no model `tos` (did you mean `tso`?); the models are sc, tso"),
            (
                "there is no model `tos`; the models are sc, tso".to_owned(),
                Some("did you mean `tso`?")
            )
        );
        for text in ["no such file", "a (did you mean b", "a (did you mean b)"] {
            assert_eq!(nearest_apart(text), (text.to_owned(), None));
        }
    }
}
