//! The models by name: those that ship with the tool, and files.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::cat;
use super::cat::LoadError;
use super::relation::base::{BaseRelation, BaseSet};
use super::relation::expr::{Assertion, Definition, Expr, ExprId};
use crate::program::Program;
use crate::syntax::diagnostic::nearest;
use crate::syntax::shown::shown;
use crate::ugpu::machine as ugpu;

use super::accepts::{Accepts, Unsupported};

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
}

/// The flag whose being raised in any execution makes the verdict `racy`: the model then promises
/// no outcome.
pub const RACE: &str = "heterogeneous-race";

/// The flag of models that have data races and yet say what a program with one does.
pub const DATA_RACE: &str = "data-race";

struct BuiltIn {
    name: &'static str,
    source: &'static str,
    what: What,
}

enum What {
    /// A model in the model language, and what it accepts, if that is not all it speaks of.
    Text(&'static str, Option<Accepts>),
    /// A machine, and a line about it.
    Machine(ugpu::Model, &'static str),
}

const BUILT_IN: &[BuiltIn] = &[
    BuiltIn {
        name: "sc",
        source: "Lamport 1979; as an axiom: Alglave, Maranget, Tautschnig 2014",
        what: What::Text(include_str!("texts/sc.cat"), None),
    },
    BuiltIn {
        name: "plain",
        source: "plain coherence, as taught in lectures on cache coherence: each location on its own",
        what: What::Text(include_str!("texts/plain.cat"), None),
    },
    BuiltIn {
        name: "strict",
        source: "strict coherence, as taught in lectures on cache coherence: store atomicity",
        what: What::Text(include_str!("texts/strict.cat"), None),
    },
    BuiltIn {
        name: "tso",
        source: "a forwarding store buffer; as axioms: Sewell et al. 2010 (x86-TSO)",
        what: What::Text(include_str!("texts/tso.cat"), None),
    },
    BuiltIn {
        name: "ugpu-weak",
        source: "Sorensen 2013 (thesis), chapters 3 and 4; Sorensen, Gopalakrishnan, Grover, ICS 2013",
        what: What::Machine(
            ugpu::Model::Weak,
            "The Utah model: a view a thread, borrowing, loads of one location in any order",
        ),
    },
    BuiltIn {
        name: "ugpu-coherent",
        source: "Sorensen 2013 (thesis): the weak model without the load array",
        what: What::Machine(
            ugpu::Model::Coherent,
            "The Utah model with full coherence: loads of one location in program order",
        ),
    },
    BuiltIn {
        name: "ugpu-strong",
        source: "Sorensen 2013 (thesis): the alternative with one view a block",
        what: What::Machine(
            ugpu::Model::Strong,
            "The strong Utah model: a view a block, cumulative fences",
        ),
    },
    BuiltIn {
        name: "hrf-direct",
        source: "Hower et al., ASPLOS 2014; Orr et al., ASPLOS 2015",
        what: What::Text(include_str!("texts/hrf-direct.cat"), Some(Accepts::HRF)),
    },
    BuiltIn {
        name: "hrf-indirect",
        source: "Hower et al., ASPLOS 2014; Orr et al., ASPLOS 2015",
        what: What::Text(include_str!("texts/hrf-indirect.cat"), Some(Accepts::HRF)),
    },
    BuiltIn {
        name: "hrf-relaxed",
        source: "Orr et al., ASPLOS 2015",
        what: What::Text(include_str!("texts/hrf-relaxed.cat"), Some(Accepts::HRF)),
    },
    BuiltIn {
        name: "hrf-rsp",
        source: "Orr et al., ASPLOS 2015: remote-scope promotion",
        what: What::Text(include_str!("texts/hrf-rsp.cat"), Some(Accepts::HRF)),
    },
    BuiltIn {
        name: "ptx-6.0",
        source: "PTX ISA 6.0, Memory Consistency Model; Lustig, Sahasrabuddhe, Giroux, ASPLOS 2019",
        what: What::Text(include_str!("texts/ptx-6.0.cat"), Some(Accepts::PTX)),
    },
    BuiltIn {
        name: "ptx-7.5",
        source: "PTX ISA 7.5, Memory Consistency Model; Lustig, Cooksey, Giroux, ISCA 2022",
        what: What::Text(
            include_str!("texts/ptx-7.5.cat"),
            Some(Accepts::PTX_PROXIES),
        ),
    },
];

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

fn suggestion(name: &str) -> String {
    nearest(name, names().iter().copied())
        .map(|near| format!(" (did you mean `{near}`?)"))
        .unwrap_or_default()
}

/// The names of the models that ship with the tool, in the order they are shown.
#[must_use]
pub fn names() -> Vec<&'static str> {
    BUILT_IN.iter().map(|model| model.name).collect()
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
        let shipped_as = BUILT_IN.iter().position(|model| model.name == name);
        if let Some(model) = shipped_as.and_then(shipped) {
            return Ok(model.clone());
        }
        if !looks_like_file(name) {
            return Err(ModelError::Unknown {
                name: name.to_owned(),
            });
        }
        let definition = cat::load_file(Path::new(name))?;
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

    /// The model that promises nothing of programs with the data race that this one only flags; none
    /// where there is no such flag.
    #[must_use]
    pub fn without_races(&self) -> Option<Self> {
        let axiomatic = self.axiomatic()?;
        if axiomatic.promises_nothing_of_races() {
            return None;
        }
        let mut definition = Definition::clone(&axiomatic.definition);
        let flags = definition.axioms.iter_mut().filter(|axiom| axiom.flag);
        let race = flags.into_iter().find(|flag| flag.name == DATA_RACE)?;
        RACE.clone_into(&mut race.name);
        Some(Self {
            kind: Kind::Axiomatic(Axiomatic {
                definition: Arc::new(definition),
                ..axiomatic.clone()
            }),
            ..self.clone()
        })
    }

    /// Whether it may call a program racy, and then promises nothing of it.
    #[must_use]
    pub fn promises_nothing_of_races(&self) -> bool {
        self.axiomatic()
            .is_some_and(Axiomatic::promises_nothing_of_races)
    }
}

impl Axiomatic {
    /// The model of a definition.
    #[must_use]
    pub fn of(definition: Definition) -> Self {
        Self {
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

    /// The text it was written in.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.definition.source.text
    }
}

/// All models that ship with the tool.
pub fn built_in() -> &'static [Model] {
    static MODELS: OnceLock<Vec<Model>> = OnceLock::new();
    MODELS.get_or_init(|| (0..BUILT_IN.len()).filter_map(shipped).cloned().collect())
}

/// A model that ships with the tool: its text is read when it is first asked for, since reading all
/// of them takes longer than most answers.
fn shipped(index: usize) -> Option<&'static Model> {
    static EACH: [OnceLock<Option<Model>>; BUILT_IN.len()] =
        [const { OnceLock::new() }; BUILT_IN.len()];
    let model = BUILT_IN.get(index)?;
    let read = || match model.what {
        What::Text(text, accepts) => axioms(model, text, accepts),
        What::Machine(machine, title) => Some(Model {
            name: model.name.to_owned(),
            title: title.to_owned(),
            source: model.source,
            kind: Kind::Operational(machine),
        }),
    };
    EACH.get(index)?.get_or_init(read).as_ref()
}

fn axioms(model: &BuiltIn, text: &str, accepts: Option<Accepts>) -> Option<Model> {
    // A test loads every one of them.
    let definition = cat::load(&format!("{}.cat", model.name), text).ok()?;
    let mut built = Model::of(model.name, model.source, definition);
    if let (Kind::Axiomatic(axiomatic), Some(accepts)) = (&mut built.kind, accepts) {
        axiomatic.accepts = accepts;
    }
    Some(built)
}

/// Whether some axiom says that reads-from and the dependencies that carry values have no cycle;
/// on demand those that carry decisions to writes too.
fn forbids_thin_air(definition: &Definition, control: bool) -> bool {
    definition.axioms.iter().any(|axiom| {
        let mut parts = Vec::new();
        collect_union(definition, axiom.expr, &mut parts);
        let has = |relation| {
            parts
                .iter()
                .any(|&part| definition.arena.get(part) == Expr::Relation(relation))
        };
        let decides = || parts.iter().any(|&part| is_control(definition, part));
        axiom.assertion == Assertion::Acyclic
            && !axiom.negated
            && !axiom.flag
            && has(BaseRelation::ReadsFrom)
            && (has(BaseRelation::Data) && has(BaseRelation::Addr) && (!control || decides())
                || has(BaseRelation::ProgramOrder))
    })
}

/// `ctrl`, or `ctrl & (R * W)`.
fn is_control(definition: &Definition, part: ExprId) -> bool {
    let expr = |id: ExprId| definition.arena.get(id);
    let control = Expr::Relation(BaseRelation::Ctrl);
    let to_writes = |id| {
        matches!(expr(id), Expr::Product(a, b)
            if expr(a) == Expr::Set(BaseSet::Read) && expr(b) == Expr::Set(BaseSet::Write))
    };
    match expr(part) {
        Expr::Intersection(a, b) => {
            expr(a) == control && to_writes(b) || expr(b) == control && to_writes(a)
        }
        other => other == control,
    }
}

fn collect_union(definition: &Definition, expr: ExprId, parts: &mut Vec<ExprId>) {
    if let Expr::Union(a, b) = definition.arena.get(expr) {
        collect_union(definition, a, parts);
        collect_union(definition, b, parts);
    } else {
        parts.push(expr);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_loads_and_forbids_thin_air() {
        assert_eq!(built_in().len(), BUILT_IN.len());
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
