//! Which tests are meant.

use globset::{GlobBuilder, GlobMatcher};

use crate::syntax::diagnostic::nearest;

use super::files::{Test, all};

/// A part of a name, or a pattern for the whole of it.
#[derive(Debug, Clone)]
pub enum Filter {
    /// Every test.
    All,
    /// The names that contain this.
    Part(String),
    /// The names that match this.
    Pattern(GlobMatcher),
}

/// Why a filter selects nothing.
#[derive(Debug, thiserror::Error)]
pub enum BadFilter {
    /// The pattern makes no sense.
    #[error("`{pattern}` is no pattern: {why}")]
    Pattern {
        /// As written.
        pattern: String,
        /// What is wrong with it.
        why: String,
    },
    /// No test matches.
    #[error("no test of the suite matches `{filter}`{}; `gpu-litmus suite list` lists them", suggestion(.filter))]
    Nothing {
        /// As written.
        filter: String,
    },
}

fn suggestion(filter: &str) -> String {
    let whole = nearest(filter, all().map(|test| test.name));
    let last = |test: Test| test.name.rsplit('/').next().unwrap_or(test.name);
    let known = whole
        .or_else(|| nearest(filter, all().map(last)))
        .or_else(|| nearest(filter, all().flat_map(|test| test.name.split(['/', '-']))));
    known
        .map(|near| format!(" (did you mean `{near}`?)"))
        .unwrap_or_default()
}

impl Filter {
    /// Reads a filter: a pattern if it has `*`, `?`, `[` or `{`, else a part of a name.
    ///
    /// # Errors
    ///
    /// The pattern makes no sense.
    pub fn new(text: &str) -> Result<Self, BadFilter> {
        if !text.contains(['*', '?', '[', '{']) {
            return Ok(Self::Part(text.to_owned()));
        }
        let glob = GlobBuilder::new(text).literal_separator(false).build();
        match glob {
            Ok(glob) => Ok(Self::Pattern(glob.compile_matcher())),
            Err(error) => Err(BadFilter::Pattern {
                pattern: text.to_owned(),
                why: error.kind().to_string(),
            }),
        }
    }

    fn matches(&self, name: &str) -> bool {
        match self {
            Self::All => true,
            Self::Part(part) => name.contains(part.as_str()),
            Self::Pattern(pattern) => pattern.is_match(name),
        }
    }

    /// The tests that a text selects, at least one; all of them if there is no text.
    ///
    /// # Errors
    ///
    /// The pattern makes no sense, or nothing matches.
    pub fn select(text: Option<&str>) -> Result<Vec<Test>, BadFilter> {
        let Some(text) = text else {
            return Ok(all().collect());
        };
        let filter = Self::new(text)?;
        let found: Vec<Test> = all().filter(|test| filter.matches(test.name)).collect();
        if found.is_empty() {
            return Err(BadFilter::Nothing {
                filter: text.to_owned(),
            });
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::Filter;

    fn names(filter: &str) -> Vec<&'static str> {
        let found = Filter::select(Some(filter)).unwrap_or_default();
        found.iter().map(|test| test.name).collect()
    }

    #[test]
    fn parts_and_patterns() {
        assert_eq!(
            names("coherence/sb"),
            ["coherence/sb", "coherence/sb-fenced"]
        );
        assert_eq!(names("coherence/s?"), ["coherence/sb"]);
        assert_eq!(names("*/together-{global,shared}").len(), 2);
        assert!(names("no such test").is_empty());
    }

    #[test]
    fn what_selects_nothing_is_explained() {
        let said = |filter| Filter::select(Some(filter)).unwrap_err().to_string();
        assert!(said("coherence/sb-fencde").contains("did you mean `coherence/sb-fenced`?"));
        assert!(said("a[").contains("is no pattern"));
    }
}
