//! Stated properties.

use std::collections::BTreeSet;

use crate::kernel::interpret::exploration::Outcome;
use crate::kernel::interpret::forks::chooses;
use crate::kernel::launch::description::Check;
use crate::kernel::launch::{Property, Scalar, Side};
use crate::kernel::setup::outputs;
use crate::ptx::types::Type;

use super::answer::{Answer, Checked};
use super::decide::Decision;
use super::witness::steps;

/// What is said where interleavings break some properties, and the model is not known to break others.
pub(super) const OTHERS: &str = "whether the model breaks the other properties is open";

impl Decision<'_> {
    /// Properties of all runs, broken where some interleaving breaks them, and where the model does.
    pub fn property(&self) -> Checked {
        self.property_of(false)
    }

    /// The same of runs that surely break them: not all are known, or what they leave.
    pub fn property_broken(&self) -> Checked {
        self.property_of(true)
    }

    fn property_of(&self, surely: bool) -> Checked {
        let complete = self.exploration.complete();
        let exact = self.fixed || self.asked.model == "sc" && complete;
        let mut answer = Checked::new("property", Answer::Violated).word("no");
        let mut open = Vec::new();
        let (mut sure, mut resting) = (false, Vec::new());
        for property in &self.setup.description.properties {
            let text = &property.text.node;
            let mut truths = self.exploration.outcomes.iter().map(|outcome| {
                let value = |name: &str, index: u64| self.value(&outcome.contents, name, index);
                (property.formula.holds(&value), outcome)
            });
            if property.exists {
                match truths.find(|(truth, _)| *truth == Some(true)) {
                    None if exact => {
                        sure = true;
                        answer.remarks.push(never(text));
                    }
                    Some((_, outcome)) if exact && chooses(&outcome.schedule) => {
                        open.extend(self.loose(&outcome.schedule, false));
                    }
                    Some(_) | None => {}
                }
                continue;
            }
            let broken = |(truth, outcome): &(Option<bool>, &Outcome)| {
                *truth != Some(true) && (!surely || self.surely_breaks(property, outcome))
            };
            match truths.find(broken) {
                Some((None, _)) => open.push(format!("`{text}` speaks of what is no output")),
                Some((Some(_), outcome)) => {
                    let left = self.ends(outcome);
                    answer.remarks.push(otherwise(text, &left));
                    sure |= !chooses(&outcome.schedule);
                    resting.extend(self.loose(&outcome.schedule, false));
                    if answer.witness.is_empty() {
                        answer.witness =
                            steps(self.setup, self.exploration, &outcome.schedule, self.limits);
                    }
                }
                None => {}
            }
        }
        let all = self.setup.description.properties.len();
        if !answer.remarks.is_empty() {
            // The model may break others too.
            if !exact && answer.remarks.len() < all {
                // Of what is not known the model tells no more.
                let whole = (!surely).then(|| self.modelled(Check::Property));
                let broken = whole.filter(|whole| whole.answer == Answer::Violated);
                match broken {
                    Some(whole) => answer.remarks = whole.remarks,
                    None => answer.remarks.push(OTHERS.to_owned()),
                }
            }
            answer.remarks.extend(open);
            resting.dedup();
            return answer.resting_on(if sure { Vec::new() } else { resting });
        }
        if open.is_empty() && (exact || self.has_all_runs()) {
            return Checked::new("property", Answer::Holds).word("yes");
        }
        if open.is_empty() {
            return self.modelled(Check::Property);
        }
        Checked {
            remarks: open,
            ..Checked::new("property", Answer::Unknown)
        }
    }

    /// Whether some run that is known breaks a property of all runs, whatever the values are that are not known.
    pub fn breaks_some(&self) -> bool {
        let mut properties = self.setup.description.properties.iter();
        properties.any(|property| {
            let mut outcomes = self.exploration.outcomes.iter();
            !property.exists && outcomes.any(|outcome| self.surely_breaks(property, outcome))
        })
    }

    /// Whether a run breaks a property of all runs, whatever the values are that are not known.
    fn surely_breaks(&self, property: &Property, outcome: &Outcome) -> bool {
        let value = |name: &str, index: u64| self.value(&outcome.contents, name, index);
        !chooses(&outcome.schedule)
            && outcome.unclear.is_disjoint(&self.named(property))
            && property.formula.holds(&value) == Some(false)
    }

    /// Whether each property that asks for some run has one in which no value decides that is not known.
    pub fn surely_some(&self) -> bool {
        let mut properties = self.setup.description.properties.iter();
        properties.all(|property| !property.exists || self.has_run(property))
    }

    /// Whether each property asks for some run, and some interleaving is one.
    pub(super) fn has_all_runs(&self) -> bool {
        let mut properties = self.setup.description.properties.iter();
        properties.all(|property| self.has_run(property))
    }

    /// Whether a property asks for some run, and some interleaving is one: it is a run of every model. No value decides in
    /// it that is not known, and none is among those that the property names.
    pub(super) fn has_run(&self, property: &Property) -> bool {
        let named = self.named(property);
        let mut outcomes = self.exploration.outcomes.iter();
        property.exists
            && outcomes.any(|outcome| {
                !chooses(&outcome.schedule)
                    && outcome.unclear.is_disjoint(&named)
                    && self.is_true(property, &outcome.contents)
            })
    }

    /// Whether a property is true of what a run leaves.
    pub(super) fn is_true(&self, property: &Property, contents: &[Vec<u8>]) -> bool {
        let value = |name: &str, index: u64| self.value(contents, name, index);
        property.formula.holds(&value) == Some(true)
    }

    /// An element of an output at the end of a run, and its type.
    pub fn value(&self, contents: &[Vec<u8>], name: &str, index: u64) -> Option<(Scalar, Type)> {
        let region = outputs::find(self.setup, name)?;
        let at = self
            .exploration
            .outputs
            .iter()
            .position(|&output| output == region)?;
        let ty = self.setup.regions[region].ty;
        let size = usize::try_from(ty.bytes()).ok()?;
        let start = usize::try_from(index).ok()?.checked_mul(size)?;
        let bytes = contents.get(at)?.get(start..start.checked_add(size)?)?;
        let mut pattern = [0; 8];
        pattern.get_mut(..size)?.copy_from_slice(bytes);
        Some((Scalar::element(u64::from_le_bytes(pattern), ty)?, ty))
    }

    /// The bytes of the elements that a property names.
    pub(super) fn named(&self, property: &Property) -> BTreeSet<u64> {
        let sides = property.formula.comparisons().into_iter();
        let elements = sides.flat_map(|(a, b)| [a, b]).filter_map(|side| {
            let Side::Element(name, index) = side else {
                return None;
            };
            let region = &self.setup.regions[outputs::find(self.setup, name)?];
            let size = region.ty.bytes();
            let start = region.base.checked_add(index.checked_mul(size)?)?;
            Some(start..start.checked_add(size)?)
        });
        elements.flatten().collect()
    }

    /// Whether some interleaving leaves a value that is not known in an element that a property names.
    pub fn named_loose(&self) -> bool {
        let properties = self.setup.description.properties.iter();
        let mut named = properties.flat_map(|property| self.named(property));
        named.any(|byte| self.exploration.loose.contains(&byte))
    }
}

/// Why a property of all runs is broken.
pub(super) fn otherwise(text: &str, left: &str) -> String {
    format!("some run does not end with `{text}`: {left}")
}

/// Why a property of some run is broken.
pub(super) fn never(text: &str) -> String {
    format!("no run ends with `{text}`")
}
