//! What users assume of models.

use serde::Serialize;

use crate::syntax::diagnostic::nearest;

/// What users assume of models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Property {
    /// Whoever strengthens a program removes outcomes, and adds none.
    FencesMonotone,
    /// Whoever brings threads nearer to one another removes outcomes, and adds none.
    PlacementMonotone,
    /// Each location on its own is sequentially consistent.
    Coherent,
    /// Programs without a race end as under sequential consistency.
    DrfSc,
    /// No value justifies itself.
    NoThinAir,
    /// A write reaches all other threads at once.
    MultiCopyAtomic,
    /// The solver and the enumerator find the same outcomes.
    EnginesAgree,
}

impl Property {
    /// All of them, in the order of the documentation.
    pub const ALL: [Self; 7] = [
        Self::FencesMonotone,
        Self::PlacementMonotone,
        Self::Coherent,
        Self::DrfSc,
        Self::NoThinAir,
        Self::MultiCopyAtomic,
        Self::EnginesAgree,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FencesMonotone => "fences-monotone",
            Self::PlacementMonotone => "placement-monotone",
            Self::Coherent => "coherent",
            Self::DrfSc => "drf-sc",
            Self::NoThinAir => "no-thin-air",
            Self::MultiCopyAtomic => "multi-copy-atomic",
            Self::EnginesAgree => "engines-agree",
        }
    }

    /// What it says.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::FencesMonotone => {
                "adding a fence, widening a scope or strengthening an order adds no outcome"
            }
            Self::PlacementMonotone => {
                "moving the threads of two warps, blocks or devices into one adds no outcome"
            }
            Self::Coherent => "each location on its own is sequentially consistent",
            Self::DrfSc => "programs without a race have only sequentially consistent outcomes",
            Self::NoThinAir => "reads-from and dependencies together have no cycle",
            Self::MultiCopyAtomic => {
                "one order of all accesses explains what reads of other threads' writes find, and keeps \
                 in order what any one other thread sees in order"
            }
            Self::EnginesAgree => "the solver and the engine without one list the same outcomes",
        }
    }

    /// The property of a name.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn from_name(name: &str) -> Result<Self, NoProperty> {
        let found = Self::ALL.into_iter().find(|one| one.name() == name);
        found.ok_or_else(|| NoProperty {
            name: name.to_owned(),
        })
    }
}

/// There is no such property.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no property `{name}`{}; the properties are {}",
    near(.name),
    Property::ALL.map(Property::name).join(", ")
)]
pub struct NoProperty {
    name: String,
}

fn near(name: &str) -> String {
    nearest(name, Property::ALL.into_iter().map(Property::name))
        .map(|near| format!(" (did you mean `{near}`?)"))
        .unwrap_or_default()
}
