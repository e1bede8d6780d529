//! The smallest test that one model allows and another forbids.

use crate::model::Model;
use crate::model::registry::{Axiomatic, Kind};
use crate::model::relation::expr::Definition;
use crate::sat::engine::Limits;
use crate::stop::{Open, Stop};
use crate::tasks::compare::vocabulary::Vocabulary;
use crate::verdict::query::Options;

use super::asking::Asking;
use super::shape::Shape;
use super::sketch::Sketch;

/// Two models with axioms, and what the tests may contain.
#[derive(Debug)]
pub struct Question<'m> {
    /// Who is to allow the outcome.
    pub allows: &'m Model,
    /// Who is to forbid it.
    pub forbids: &'m Model,
    /// What tests contain.
    pub vocabulary: &'m Vocabulary,
    /// Limits of the questions that confirm a test.
    pub options: &'m Options,
    /// When the search ends.
    pub stop: &'m Stop,
}

/// A test that was found, and confirmed by both models.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// What it is.
    pub sketch: Sketch,
    /// Its text.
    pub text: String,
    /// Fences, dependencies, widths and strengths.
    pub costs: [usize; 4],
}

impl Found {
    /// What ties are broken by: fences, threads, dependencies, scopes, orders.
    #[must_use]
    pub const fn key(&self) -> [usize; 5] {
        let [fences, dependencies, scopes, strengths] = self.costs;
        [fences, self.sketch.threads, dependencies, scopes, strengths]
    }
}

/// The same model without its flags: what a test may do is all that counts.
#[must_use]
pub fn without_flags(model: &Model) -> Model {
    let Kind::Axiomatic(axiomatic) = &model.kind else {
        return model.clone();
    };
    let mut definition = Definition::clone(&axiomatic.definition);
    definition.axioms.retain(|axiom| !axiom.flag);
    Model {
        kind: Kind::Axiomatic(Axiomatic {
            definition: definition.into(),
            ..axiomatic.clone()
        }),
        ..model.clone()
    }
}

impl Question<'_> {
    /// Who answers what is asked of formulas, and when it gives up.
    pub(super) fn limits(&self) -> Limits {
        Limits {
            stop: self.stop.clone(),
            engine: self.options.engine,
        }
    }

    pub(super) fn axioms(&self) -> Result<(&Axiomatic, &Axiomatic), Open> {
        let (Some(allows), Some(forbids)) = (self.allows.axiomatic(), self.forbids.axiomatic())
        else {
            let why = "all tests are searched for models with axioms only";
            return Err(Open::Missing(why.to_owned()));
        };
        Ok((allows, forbids))
    }

    /// The smallest test of a shape, by what breaks ties; none where there is none, or none that is smaller than
    /// a test with this [key](Found::key). Which it is of several that are equally small does not depend on `below`.
    ///
    /// # Errors
    ///
    /// It was not found out.
    pub fn smallest(
        &self,
        shape: &Shape,
        below: Option<[usize; 5]>,
    ) -> Result<Option<Found>, Open> {
        if !Asking::new(self, shape)?.any()? {
            return Ok(None);
        }
        let mut asking = Asking::new(self, shape)?;
        if let Some(below) = below {
            if asking.better(below)?.is_none() {
                return Ok(None);
            }
            asking = Asking::new(self, shape)?;
        }
        let found = asking.next(&[])?;
        found.map(|found| asking.least(found)).transpose()
    }

    /// Every test of a shape, one of each class of symmetry, each with one outcome; as far as there are `most`.
    ///
    /// # Errors
    ///
    /// It was not found out.
    pub fn all(&self, shape: &Shape, most: usize) -> Result<Vec<Found>, Open> {
        let mut found: Vec<Found> = Vec::new();
        if most == 0 || !Asking::new(self, shape)?.any()? {
            return Ok(found);
        }
        let mut asking = Asking::new(self, shape)?;
        asking.expose()?;
        while found.len() < most {
            let Some(next) = asking.next(&[])? else { break };
            asking.block(&next.sketch)?;
            found.push(next);
        }
        Ok(found)
    }
}
