//! Stated properties.

use crate::axiomatic::demand::Demand;
use crate::execution::concrete::Execution;
use crate::kernel::interpret::forks::chooses;
use crate::kernel::launch::description::Check;
use crate::kernel::launch::{Property, Scalar};
use crate::kernel::setup::outputs;
use crate::ptx::types::Type;

use super::answer::{Answer, Checked};
use super::decide::Decision;
use super::left::Left;
use super::loose::UNCLEAR;
use super::run::Ends;
use super::small::Wanted;
use super::weak::{Said, Weak};
use super::witness::steps;

/// What is said where interleavings break some properties, and the model is not known to break others.
const OTHERS: &str = "whether the model breaks the other properties is open";

impl Decision<'_> {
    /// Properties of all runs, broken where some interleaving breaks them, and where the model does.
    pub fn property(&self) -> Checked {
        let exact = self.fixed || self.asked.model == "sc";
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
            match truths.find(|(truth, _)| *truth != Some(true)) {
                Some((None, _)) => open.push(format!("`{text}` speaks of what is no output")),
                Some((Some(_), outcome)) => {
                    let left = self.contents(&outcome.contents);
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
                let whole = self.modelled(Check::Property);
                if whole.answer == Answer::Violated {
                    answer.remarks = whole.remarks;
                } else {
                    answer.remarks.push(OTHERS.to_owned());
                }
            }
            answer.remarks.extend(open);
            resting.dedup();
            return answer.resting_on(if sure { Vec::new() } else { resting });
        }
        if open.is_empty() && exact {
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

    /// Whether each property that asks for some run has one in which no value decides that is not known.
    pub fn surely_some(&self) -> bool {
        let mut properties = self.setup.description.properties.iter();
        properties.all(|property| {
            let mut outcomes = self.exploration.outcomes.iter();
            !property.exists
                || outcomes.any(|outcome| {
                    let value = |name: &str, index: u64| self.value(&outcome.contents, name, index);
                    !chooses(&outcome.schedule) && property.formula.holds(&value) == Some(true)
                })
        })
    }

    /// An element of an output at the end of a run, and its type.
    fn value(&self, contents: &[Vec<u8>], name: &str, index: u64) -> Option<(Scalar, Type)> {
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

    /// How a property is broken, and which of the contents break it, where one does: none of them where it asks for some
    /// run.
    fn breaks<'l>(&self, property: &Property, all: &'l [Left]) -> Option<(String, Vec<&'l Left>)> {
        let text = &property.text.node;
        let is_true = |left: &&Left| {
            let value = |name: &str, index: u64| self.value(&left.0, name, index);
            property.formula.holds(&value) == Some(true)
        };
        if property.exists {
            let some = all.iter().any(|left| is_true(&left));
            return (!some).then(|| (never(text), Vec::new()));
        }
        let broken: Vec<&Left> = all.iter().filter(|left| !is_true(left)).collect();
        let why = otherwise(text, &self.contents(&broken.first()?.0));
        Some((why, broken))
    }

    /// Properties, of all that runs leave in the outputs.
    pub fn properties(&self, weak: &Weak) -> Checked {
        let all = match weak.all(&self.known()) {
            Ok(all) => all,
            Err(open) => {
                return Checked::new("property", Answer::Unknown).remark(open.to_string());
            }
        };
        let properties = self.setup.description.properties.iter();
        let broken: Vec<(String, Vec<&Left>)> = properties
            .filter_map(|property| self.breaks(property, &all))
            .collect();
        if broken.is_empty() {
            return self.but_loose(weak, "property", || {
                Checked::new("property", Answer::Holds).word("yes")
            });
        }
        // What is broken for certain is shown; else what may be.
        let is_loose = |(_, execution): &&Left| {
            let execution = execution.as_ref();
            execution.is_some_and(|execution| weak.leaves_loose(execution))
        };
        let firm = broken.iter().find_map(|(_, lefts)| match &lefts[..] {
            [] => Some(None),
            lefts => lefts
                .iter()
                .find(|left| !is_loose(left))
                .map(|left| Some(*left)),
        });
        let shown =
            firm.unwrap_or_else(|| broken.first().and_then(|(_, lefts)| lefts.first().copied()));
        let mut answer = Checked::new("property", Answer::Violated).word("no");
        answer.remarks = broken.iter().map(|(why, _)| why.clone()).collect();
        let loose = shown.is_some_and(|(contents, execution)| {
            self.ending(weak, contents, execution.as_ref(), &mut answer)
        });
        let loose = (loose && firm.is_none()).then(|| UNCLEAR.to_owned());
        answer.resting_on(loose.into_iter().collect())
    }

    /// Shows a run that leaves these contents: the one at hand, or a smallest one where that is asked for. Tells
    /// whether what the model's run leaves rests on values that nobody knows.
    fn ending(
        &self,
        weak: &Weak,
        contents: &[Vec<u8>],
        found: Option<&Execution>,
        answer: &mut Checked,
    ) -> bool {
        let execution = match found {
            Some(execution) => execution.clone(),
            None if !self.asked.options.smallest => return false,
            None => match weak.gives(contents) {
                Said::Run(execution) => *execution,
                Said::Never | Said::Open(_) => return false,
            },
        };
        let demand = Demand::Ends(weak.exactly(contents));
        let shown = weak.least(Wanted::of(&weak.plain, &demand), execution, |_| true);
        shown.tell(self, &weak.plain, Ends::Matter, answer);
        found.is_some() && weak.leaves_loose(&shown.execution)
    }
}

/// Why a property of all runs is broken.
fn otherwise(text: &str, left: &str) -> String {
    format!("some run does not end with `{text}`: {left}")
}

/// Why a property of some run is broken.
fn never(text: &str) -> String {
    format!("no run ends with `{text}`")
}
