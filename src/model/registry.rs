//! The models by name: those that ship with the tool, and files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::cat;
use super::cat::LoadError;
use super::laps::{Laps, laps};
use super::relation::expr::Definition;
use super::shipped::shipped_as;
use super::thin_air::forbids_thin_air;
use crate::program::Program;
use crate::syntax::diagnostic::nearest;
use crate::syntax::shown::shown;
use crate::ugpu::machine as ugpu;

use super::accepts::{Accepts, Unsupported};

pub use super::cat::meant_as_file;
pub use super::shipped::{built_in, names};

/// A memory model.
#[derive(Debug, Clone)]
pub struct Model {
    /// The name it is asked for by: `sc`, or a path.
    pub name: String,
    /// A line about it.
    pub title: String,
    /// Where it comes from.
    pub source: &'static str,
    /// What it says.
    pub kind: Kind,
}

/// How a model says which executions there are.
#[derive(Debug, Clone)]
pub enum Kind {
    /// By axioms on relations between events.
    Axiomatic(Axiomatic),
    /// By the steps of a machine.
    Operational(ugpu::Model),
}

/// A model of axioms.
#[derive(Debug, Clone)]
pub struct Axiomatic {
    /// What it says.
    pub definition: Arc<Definition>,
    /// What it gives a meaning to.
    pub accepts: Accepts,
    /// Whether values may justify themselves under it.
    pub thin_air: bool,
    /// Whether a branch may be decided by a value that is there only because it was decided so.
    pub circular_control: bool,
    /// Which laps that only wait matter to its axioms.
    pub laps: Laps,
    /// Which matter to what it flags.
    pub flagged_laps: Laps,
}

/// The flag whose being raised in any execution makes the verdict `racy`: the model then promises
/// no outcome.
pub const RACE: &str = "heterogeneous-race";

/// The flag of models that have data races and yet say what a program with one does.
pub const DATA_RACE: &str = "data-race";

/// Why there is no such model.
#[derive(thiserror::Error)]
pub enum ModelError {
    /// No model has that name.
    #[error("there is no model `{name}`{}; the models are {}", suggestion(.name), names().join(", "))]
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// A file could not be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
}

/// For people: what a `?` in `main` prints.
impl std::fmt::Debug for ModelError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown { .. } => write!(f, "{self}"),
            Self::Load(error) => write!(f, "{error:?}"),
        }
    }
}

/// Whether a name is the path of a model file.
#[must_use]
pub fn looks_like_file(name: &str) -> bool {
    let extension = Path::new(name).extension();
    extension.is_some_and(|extension| extension == "cat")
        || name.contains(std::path::MAIN_SEPARATOR)
}

/// Whether a model is the one that somebody calls so: by its name, or, of a file, by the end of its path.
///
/// ```
/// use gpu_litmus::model::registry::is_called;
///
/// assert!(is_called("sc", "sc") && is_called("models/own.cat", "own.cat"));
/// assert!(!is_called("models/own.cat", "wn.cat"));
/// ```
#[must_use]
pub fn is_called(model: &str, so: &str) -> bool {
    let path = |name: &str| Path::new(name).components().collect::<PathBuf>();
    let end = |so: &Path| so.strip_prefix(".").unwrap_or(so).to_owned();
    model == so
        || looks_like_file(model)
            && looks_like_file(so)
            && path(model).ends_with(end(Path::new(so)))
}

/// What is to be said of a model file without axioms.
#[must_use]
pub fn no_axiom(name: &str) -> String {
    format!("the model `{name}` has no axiom, so it forbids nothing")
}

fn suggestion(name: &str) -> String {
    let file = meant_as_file(Path::new(name));
    let begins = |one: &&str| {
        let rest = one.strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with(['-', '.']))
    };
    let near = nearest(name, names().iter().copied());
    let near = near.or_else(|| names().into_iter().rev().find(begins));
    file.or(near.map(str::to_owned))
        .map(|near| format!(" (did you mean `{near}`?)"))
        .unwrap_or_default()
}

impl Model {
    /// A model by its name, or from a `.cat` file by its path.
    ///
    /// ```
    /// let model = gpu_litmus::Model::find("tso")?;
    /// assert_eq!(model.axiomatic().map(|tso| tso.definition.axioms.len()), Some(4));
    /// # Ok::<(), gpu_litmus::model::registry::ModelError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// There is no such model, or the file cannot be read or has mistakes.
    pub fn find(name: &str) -> Result<Self, ModelError> {
        if let Some(model) = shipped_as(name) {
            return Ok(model.clone());
        }
        if !looks_like_file(name) {
            return Err(ModelError::Unknown {
                name: name.to_owned(),
            });
        }
        Self::read(name, Path::new(name))
    }

    /// Whether it is one that ships with the tool.
    #[must_use]
    pub fn ships(&self) -> bool {
        shipped_as(&self.name).is_some_and(|it| it.source == self.source)
    }

    /// A model from a `.cat` file, which somebody calls so.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or has mistakes.
    pub fn read(name: &str, path: &Path) -> Result<Self, ModelError> {
        let definition = cat::load_file(path)?;
        Ok(Self::of(&shown(name), "a model file", definition))
    }

    /// A model of a definition: one loaded with `cat::load`, say.
    #[must_use]
    pub fn of(name: &str, source: &'static str, definition: Definition) -> Self {
        Self {
            name: name.to_owned(),
            title: definition.title.clone().unwrap_or_else(|| name.to_owned()),
            source,
            kind: Kind::Axiomatic(Axiomatic::of(definition)),
        }
    }

    /// The axioms, of a model that has some.
    #[must_use]
    pub const fn axiomatic(&self) -> Option<&Axiomatic> {
        match &self.kind {
            Kind::Axiomatic(axiomatic) => Some(axiomatic),
            Kind::Operational(_) => None,
        }
    }

    /// Whether it has no axiom, and so forbids nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.axiomatic()
            .is_some_and(|model| model.definition.axioms.is_empty())
    }

    /// The machine, of a model that is one.
    #[must_use]
    pub const fn machine(&self) -> Option<ugpu::Model> {
        match self.kind {
            Kind::Axiomatic(_) => None,
            Kind::Operational(machine) => Some(machine),
        }
    }

    /// The first instruction of a program that the model gives no meaning to.
    #[must_use]
    pub fn refuses(&self, program: &Program) -> Option<Unsupported> {
        match &self.kind {
            Kind::Axiomatic(axiomatic) => axiomatic.accepts.refuses(program),
            Kind::Operational(_) => ugpu::support::supported(program).err().map(Into::into),
        }
    }
}

impl Axiomatic {
    /// The model of a definition.
    #[must_use]
    pub fn of(definition: Definition) -> Self {
        let (laps, flagged_laps) = laps(&definition);
        Self {
            laps,
            flagged_laps,
            accepts: Accepts::of(&definition),
            thin_air: !forbids_thin_air(&definition, false),
            circular_control: !forbids_thin_air(&definition, true),
            definition: Arc::new(definition),
        }
    }

    /// Whether the model has the flag [`RACE`].
    #[must_use]
    pub fn promises_nothing_of_races(&self) -> bool {
        self.race_flag().is_some()
    }

    /// The index of the flag [`RACE`] among the axioms, if the model has it.
    #[must_use]
    pub fn race_flag(&self) -> Option<usize> {
        let mut axioms = self.definition.axioms.iter();
        axioms.position(|axiom| axiom.flag && axiom.name == RACE)
    }

    /// The index of the flag [`DATA_RACE`] among the axioms, of a model that has it and keeps its promises
    /// all the same.
    #[must_use]
    pub fn data_race_flag(&self) -> Option<usize> {
        if self.promises_nothing_of_races() {
            return None;
        }
        let mut axioms = self.definition.axioms.iter();
        axioms.position(|axiom| axiom.flag && axiom.name == DATA_RACE)
    }

    /// The text it was written in.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.definition.source.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_loads_and_forbids_thin_air() {
        assert_eq!(built_in().len(), names().len());
        for model in built_in() {
            if let Some(axiomatic) = model.axiomatic() {
                assert!(!axiomatic.thin_air, "{}", model.name);
                assert!(!axiomatic.circular_control, "{}", model.name);
            }
        }
    }

    #[test]
    fn an_unknown_name_gets_a_suggestion() {
        let error = Model::find("tos").map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("did you mean `tso`?"), "{error}");
    }
}
