//! The query behind each flag of a model: does some execution raise it?

use std::collections::BTreeMap;

use crate::model::registry::RACE;
use crate::sat::Lit;

use super::check::{Found, Query};
use super::encoding::{Encoding, Goal};

impl Query<'_> {
    /// For each flag of the model whether some execution raises it. One that an execution at hand
    /// raises is not asked about.
    pub(super) fn raised(
        &self,
        encoding: &mut Encoding,
        first: &Found,
        second: Option<&Found>,
    ) -> BTreeMap<String, Option<bool>> {
        let mut result = BTreeMap::new();
        let axioms = &self.model.definition.axioms;
        if !self.options.flags || axioms.iter().all(|axiom| !axiom.flag) {
            return result;
        }
        if self.model.promises_nothing_of_races() {
            // It was asked about first, and was not raised.
            result.insert(RACE.to_owned(), Some(false));
        }
        for found in [Some(first), second].into_iter().flatten() {
            if let Found::Execution(_, flags) = found {
                result.extend(flags.iter().map(|flag| (flag.clone(), Some(true))));
            }
        }
        if axioms
            .iter()
            .all(|axiom| !axiom.flag || result.contains_key(&axiom.name))
        {
            return result;
        }
        encoding.frame.circuit.renew(self.limits().stop);
        for goal in encoding.flags(self.model) {
            let Goal::Flag(index, _) = goal else { continue };
            let name = &axioms[index].name;
            if !result.contains_key(name) {
                result.insert(name.clone(), self.raises(encoding, goal));
            }
        }
        result
    }

    fn raises(&self, encoding: &Encoding, goal: Goal) -> Option<bool> {
        match self.ask(encoding, goal) {
            Found::Execution(..) => Some(true),
            Found::Open(_) => None,
            Found::None if encoding.truncated == Lit::FALSE => Some(false),
            found @ Found::None => self
                .truncated(encoding, &found, None)
                .is_none()
                .then_some(false),
        }
    }
}
