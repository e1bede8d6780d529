//! The three models by name.

/// A model of this family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Model {
    /// The thesis' weak model, with the load array: loads of one location may overtake each other.
    Weak,
    /// The weak model without the load array.
    Coherent,
    /// The thesis' alternative: one view for each block, cumulative fences.
    Strong,
}

impl Model {
    /// All of them, from weak to strong.
    pub const ALL: [Self; 3] = [Self::Weak, Self::Coherent, Self::Strong];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Weak => "ugpu-weak",
            Self::Coherent => "ugpu-coherent",
            Self::Strong => "ugpu-strong",
        }
    }

    /// The model of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|model| model.name() == name)
    }

    /// Whether loads of one location may overtake each other.
    #[must_use]
    pub const fn has_load_array(self) -> bool {
        matches!(self, Self::Weak)
    }

    /// Whether all threads of a block look at one memory.
    #[must_use]
    pub const fn view_per_block(self) -> bool {
        matches!(self, Self::Strong)
    }
}
