//! What models say of programs with data races: that they have one, or that nothing is promised of them.

use std::sync::Arc;

use super::registry::{Axiomatic, DATA_RACE, Kind, Model, RACE};
use super::relation::expr::Definition;

impl Model {
    /// The model that promises nothing of programs with the data race that this one only flags; none
    /// where there is no such flag.
    #[must_use]
    pub fn without_races(&self) -> Option<Self> {
        if self.axiomatic()?.promises_nothing_of_races() {
            return None;
        }
        self.with_flag(DATA_RACE, RACE)
    }

    /// The same model, which only tells of races: racy programs have the executions that its axioms allow. Nothing where it
    /// gives them meaning already.
    #[must_use]
    pub fn with_races(&self) -> Option<Self> {
        self.with_flag(RACE, DATA_RACE)
    }

    /// The same model, with another name for a flag; nothing where it has no such flag.
    fn with_flag(&self, from: &str, to: &str) -> Option<Self> {
        let axiomatic = self.axiomatic()?;
        let mut definition = Definition::clone(&axiomatic.definition);
        let mut flags = definition.axioms.iter_mut().filter(|axiom| axiom.flag);
        let race = flags.find(|flag| flag.name == from)?;
        to.clone_into(&mut race.name);
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
