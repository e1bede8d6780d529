//! `gpu-litmus.toml`: settings of a folder of tests, for what the command line does not say.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum as _;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::model::Named;
use crate::model::registry::{self, looks_like_file};
use crate::syntax::diagnostic::{Diagnostic, Report};
use crate::syntax::read::{printable, read_source};
use crate::syntax::span::{SourceFile, Span};
use crate::verdict::query::MOST_BOUND;

use super::args::{Engine, duration};
use super::failure::Failure;

/// What the file is called.
const FILE: &str = "gpu-litmus.toml";

/// What it may set.
const KEYS: [&str; 4] = ["models", "bound", "timeout", "engine"];

/// The settings of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Config {
    /// The file.
    pub path: PathBuf,
    /// What it says.
    source: Option<SourceFile>,
    /// The models to ask.
    pub models: Option<Vec<Named>>,
    /// How often a backward jump is taken.
    pub bound: Option<u8>,
    /// Time for each question.
    pub timeout: Option<Duration>,
    /// Who answers.
    pub engine: Option<Engine>,
}

/// Where settings of a test can be: beside it, and in every folder above.
#[must_use]
pub fn places(test: &Path) -> Vec<PathBuf> {
    let test = if test.as_os_str() == "-" {
        Path::new(".")
    } else {
        test
    };
    let Ok(test) = std::path::absolute(test) else {
        return Vec::new();
    };
    test.ancestors().map(|folder| folder.join(FILE)).collect()
}

/// The settings that hold for a test: those of the nearest file, if there is one.
///
/// # Errors
///
/// It cannot be read, or has mistakes.
pub fn settings(test: &Path) -> Result<Option<Config>, Failure> {
    match places(test).into_iter().find(|place| place.exists()) {
        Some(path) if path.is_dir() => {
            let text = format!("{}: is a directory, expected settings", printable(&path));
            Err(Failure::Read(text).of(&printable(&path)))
        }
        Some(path) => read(&path).map(Some),
        None => Ok(None),
    }
}

fn read(path: &Path) -> Result<Config, Failure> {
    let source = read_source(path)?;
    let table = match DeTable::parse(&source.text) {
        Ok(table) => table,
        Err(error) => {
            let span = error
                .span()
                .map_or(Span::new(0, 0), |it| Span::new(it.start, it.end));
            let problem = Diagnostic::new("these settings cannot be read", span, error.message());
            return Err(Report::new(source.clone(), vec![problem]).into());
        }
    };
    let mut config = Config {
        path: path.to_owned(),
        source: Some(source.clone()),
        ..Config::default()
    };
    let entries = table.get_ref().iter();
    let problems: Vec<Diagnostic> = entries
        .filter_map(|(key, value)| config.set(key, value).err())
        .collect();
    if problems.is_empty() {
        Ok(config)
    } else {
        Err(Report::new(source.clone(), problems).into())
    }
}

fn span<T>(of: &Spanned<T>) -> Span {
    Span::new(of.span().start, of.span().end)
}

/// The complaint that a value is no such thing.
fn wrong(value: &Spanned<DeValue<'_>>, expected: &str) -> Diagnostic {
    let problem = format!(
        "expected {expected}, not {}",
        article(value.get_ref().type_str())
    );
    Diagnostic::new(problem, span(value), format!("not {expected}"))
}

fn article(kind: &str) -> String {
    let vowel = kind.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {kind}", if vowel { "an" } else { "a" })
}

impl Config {
    fn set(
        &mut self,
        key: &Spanned<DeString<'_>>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), Diagnostic> {
        match &**key.get_ref() {
            "models" => {
                let mut models = self.read_models(value)?;
                // Who names none asks all: no expectation is met because nobody was asked.
                if models.is_empty() {
                    models.push(self.model("all", span(value)));
                }
                self.models = Some(models);
            }
            "bound" => self.bound = Some(bound(value)?),
            "timeout" => {
                let text = text(value, "a time in quotes, such as \"10s\"")?;
                let read = duration(text);
                let problem = |why| Diagnostic::new("this is no time", span(value), why);
                self.timeout = Some(read.map_err(problem)?);
            }
            "engine" => {
                let name = text(value, "the name of an engine in quotes")?;
                self.engine = Some(engine(name, span(value))?);
            }
            unknown => {
                let problem = Diagnostic::new(
                    format!("there is no setting `{unknown}`"),
                    span(key),
                    "unknown setting",
                );
                let near = problem.clone().with_suggestion(unknown, KEYS);
                return Err(if near.help.is_some() {
                    near
                } else {
                    problem.with_help(format!("the settings are {}", KEYS.join(", ")))
                });
            }
        }
        Ok(())
    }

    fn read_models(&self, value: &Spanned<DeValue<'_>>) -> Result<Vec<Named>, Diagnostic> {
        let expected = "names of models in quotes, such as [\"sc\", \"own.cat\"]";
        let one = |value: &Spanned<DeValue<'_>>| {
            let name = text(value, expected)?.trim();
            known(name, span(value))?;
            Ok(self.model(name, span(value)))
        };
        match value.get_ref() {
            DeValue::Array(values) => values.iter().map(one).collect(),
            _ => Ok(vec![one(value)?]),
        }
    }

    fn model(&self, name: &str, span: Span) -> Named {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        Named {
            name: name.to_owned(),
            file: looks_like_file(name).then(|| folder.join(name)),
            written: self.source.clone().map(|source| (source, span)),
        }
    }

    /// In a line.
    #[must_use]
    pub fn told(&self) -> String {
        let set = [
            self.models.as_ref().map(|all| {
                let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
                format!("models {}", names.join(", "))
            }),
            self.bound.map(|it| format!("bound {it}")),
            self.timeout
                .map(|it| format!("timeout {}", humantime::format_duration(it))),
            self.engine
                .and_then(|it| it.to_possible_value())
                .map(|it| format!("engine {}", it.get_name())),
        ];
        let set: Vec<String> = set.into_iter().flatten().collect();
        let set = if set.is_empty() {
            "nothing is set".to_owned()
        } else {
            set.join("; ")
        };
        format!("settings of {}: {set}", self.path.display())
    }
}

/// Whether a name is one of a model; of a file nothing is said yet.
fn known(name: &str, span: Span) -> Result<(), Diagnostic> {
    let names = registry::names();
    if name == "all" || looks_like_file(name) || names.contains(&name) {
        return Ok(());
    }
    let problem = Diagnostic::new(format!("there is no model `{name}`"), span, "not a model");
    if let Some(file) = registry::meant_as_file(Path::new(name)) {
        return Err(problem.with_near(name, &file));
    }
    let all = std::iter::once("all").chain(names.iter().copied());
    let near = problem.clone().with_suggestion(name, all);
    Err(if near.help.is_some() {
        near
    } else {
        problem.with_help(format!("the models are all, {}", names.join(", ")))
    })
}

fn text<'a>(value: &'a Spanned<DeValue<'_>>, expected: &str) -> Result<&'a str, Diagnostic> {
    value
        .get_ref()
        .as_str()
        .ok_or_else(|| wrong(value, expected))
}

fn bound(value: &Spanned<DeValue<'_>>) -> Result<u8, Diagnostic> {
    let expected = format!("a number from 0 to {MOST_BOUND}");
    let number = value.get_ref().as_integer();
    let number = number.ok_or_else(|| wrong(value, &expected))?;
    let read = i64::from_str_radix(number.as_str(), number.radix()).ok();
    let read = read.filter(|number| (0..=i64::from(MOST_BOUND)).contains(number));
    let read = read.and_then(|number| u8::try_from(number).ok());
    read.ok_or_else(|| {
        let problem = format!("expected {expected}");
        Diagnostic::new(problem, span(value), "out of range")
    })
}

fn engine(name: &str, span: Span) -> Result<Engine, Diagnostic> {
    Engine::from_str(name, false).map_err(|_| {
        let known: Vec<String> = Engine::value_variants()
            .iter()
            .filter_map(clap::ValueEnum::to_possible_value)
            .map(|known| known.get_name().to_owned())
            .collect();
        let problem = Diagnostic::new(
            format!("there is no engine `{name}`"),
            span,
            "not an engine",
        );
        let near = problem
            .clone()
            .with_suggestion(name, known.iter().map(String::as_str));
        if near.help.is_some() {
            near
        } else {
            problem.with_help(format!("the engines are {}", known.join(", ")))
        }
    })
}
