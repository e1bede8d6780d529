//! Tables of TOML while they are read: keys are taken, and what is left is a mistake with its place.

use toml::Spanned as TomlSpanned;
use toml::de::{DeTable, DeValue};

use super::span::{SourceFile, Span, Spanned};
use super::{Diagnostic, Report};

/// A value with its place.
pub type Value<'i> = TomlSpanned<DeValue<'i>>;

/// A table of which some keys were read.
#[derive(Debug)]
pub struct Table<'a, 'i> {
    values: &'a DeTable<'i>,
    known: Vec<&'static str>,
    /// Keys of other tables, and where those are.
    elsewhere: Vec<(&'static [&'static str], &'static str)>,
    /// Where it stands.
    pub span: Span,
}

/// Reads a text as TOML, and what is in it by `whole`, which says what is wrong and reads on.
///
/// # Errors
///
/// All the mistakes in the text.
pub fn document<T>(
    source: &SourceFile,
    whole: impl FnOnce(Table<'_, '_>, &mut Vec<Diagnostic>) -> Option<T>,
) -> Result<T, Report> {
    let report = |mistakes| Report::new(source.clone(), mistakes);
    let document = DeTable::parse(&source.text).map_err(|error| {
        let span = error.span().map_or(Span::default(), Span::from);
        report(vec![Diagnostic::new(
            error.message().trim().to_owned(),
            span,
            "not TOML",
        )])
    })?;
    let mut mistakes = Vec::new();
    let place = Span::new(0, source.text.lines().next().map_or(0, str::len));
    let read = whole(Table::new(document.get_ref(), place), &mut mistakes);
    match read {
        Some(read) if mistakes.is_empty() => Ok(read),
        _ => Err(report(mistakes)),
    }
}

/// What was read, if it was; what was wrong is noted.
pub fn keep<T>(result: Result<T, Diagnostic>, mistakes: &mut Vec<Diagnostic>) -> Option<T> {
    result.map_err(|mistake| mistakes.push(mistake)).ok()
}

/// The place of a value.
#[must_use]
pub fn span(value: &Value<'_>) -> Span {
    Span::from(value.span())
}

/// What a value is, for people.
#[must_use]
pub fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a float",
        DeValue::Boolean(_) => "a truth value",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    }
}

/// That a value is not what it should be.
#[must_use]
pub fn wrong(value: &Value<'_>, expected: &str) -> Diagnostic {
    let found = kind(value.get_ref());
    Diagnostic::new(
        format!(
            "unexpected {}",
            found.trim_start_matches("a ").trim_start_matches("an ")
        ),
        span(value),
        format!("expected {expected}"),
    )
}

impl<'a, 'i> Table<'a, 'i> {
    /// A table of which nothing was read yet.
    #[must_use]
    pub const fn new(table: &'a DeTable<'i>, span: Span) -> Self {
        Self {
            values: table,
            known: Vec::new(),
            elsewhere: Vec::new(),
            span,
        }
    }

    /// A value as a table.
    ///
    /// # Errors
    ///
    /// It is none: what was expected.
    pub fn of(value: &'a Value<'i>, expected: &str) -> Result<Self, Diagnostic> {
        match value.get_ref() {
            DeValue::Table(table) => Ok(Self::new(table, span(value))),
            _ => Err(wrong(value, expected)),
        }
    }

    /// The value of a key, which is known from now on.
    pub fn get(&mut self, key: &'static str) -> Option<&'a Value<'i>> {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
        self.values.get(key)
    }

    /// Says where keys belong that are none of this table, as in "`grid` belongs below `[[launch]]`".
    pub fn elsewhere(&mut self, keys: &'static [&'static str], place: &'static str) {
        self.elsewhere.push((keys, place));
    }

    /// The keys and values of a table whose keys are free.
    pub fn entries(&self) -> impl Iterator<Item = (Spanned<String>, &'a Value<'i>)> + use<'a, 'i> {
        let mut all: Vec<_> = self.values.iter().collect();
        all.sort_by_key(|(key, _)| key.span().start);
        all.into_iter().map(|(key, value)| {
            let name = key.get_ref().clone().into_owned();
            (Spanned::new(name, Span::from(key.span())), value)
        })
    }

    /// Reports each key that nobody asked for.
    pub fn finish(self, mistakes: &mut Vec<Diagnostic>) {
        for (key, _) in self.entries() {
            if self.known.contains(&key.node.as_str()) {
                continue;
            }
            let mistake = Diagnostic::new(
                format!("unknown key `{}`", key.node),
                key.span,
                format!("known here: {}", self.known.join(", ")),
            );
            let mut places = self.elsewhere.iter();
            let place = places.find(|(keys, _)| keys.contains(&key.node.as_str()));
            mistakes.push(match place {
                Some((_, place)) => mistake.with_help(format!("`{}` belongs {place}", key.node)),
                None => mistake.with_suggestion(&key.node, self.known.iter().copied()),
            });
        }
    }

    /// A string; nothing where the key is missing.
    ///
    /// # Errors
    ///
    /// It is another kind of value.
    pub fn string(&mut self, key: &'static str) -> Result<Option<Spanned<String>>, Diagnostic> {
        self.get(key).map(string).transpose()
    }

    /// `true` or `false`, which is what a missing key says.
    ///
    /// # Errors
    ///
    /// It is another kind of value.
    pub fn truth(&mut self, key: &'static str) -> Result<bool, Diagnostic> {
        match self.get(key).map(|value| (value, value.get_ref())) {
            None => Ok(false),
            Some((_, DeValue::Boolean(truth))) => Ok(*truth),
            Some((value, _)) => Err(wrong(value, "`true` or `false`")),
        }
    }

    /// A number; nothing where the key is missing.
    ///
    /// # Errors
    ///
    /// It is another kind of value, or negative.
    pub fn number(&mut self, key: &'static str) -> Result<Option<Spanned<u64>>, Diagnostic> {
        self.get(key).map(natural).transpose()
    }

    /// The elements of an array; of one that is not there, nothing.
    ///
    /// # Errors
    ///
    /// It is another kind of value.
    pub fn list(&mut self, key: &'static str) -> Result<&'a [Value<'i>], Diagnostic> {
        self.list_of(key, "an array")
    }

    /// As [`Self::list`], with what is expected in its words.
    ///
    /// # Errors
    ///
    /// It is another kind of value.
    pub fn list_of(
        &mut self,
        key: &'static str,
        expected: &str,
    ) -> Result<&'a [Value<'i>], Diagnostic> {
        match self.get(key).map(|value| (value, value.get_ref())) {
            None => Ok(&[]),
            Some((_, DeValue::Array(array))) => Ok(array),
            Some((value, _)) => Err(wrong(value, expected)),
        }
    }
}

/// A value as a string.
///
/// # Errors
///
/// It is another kind of value.
pub fn string(value: &Value<'_>) -> Result<Spanned<String>, Diagnostic> {
    match value.get_ref() {
        DeValue::String(text) => Ok(Spanned::new(text.clone().into_owned(), span(value))),
        _ => Err(wrong(value, "a string")),
    }
}

/// A value as a number that is not negative.
///
/// # Errors
///
/// It is none.
pub fn natural(value: &Value<'_>) -> Result<Spanned<u64>, Diagnostic> {
    if let DeValue::Integer(number) = value.get_ref()
        && let Ok(number) = u64::from_str_radix(number.as_str(), number.radix())
    {
        return Ok(Spanned::new(number, span(value)));
    }
    Err(wrong(value, "a number that is not negative"))
}
