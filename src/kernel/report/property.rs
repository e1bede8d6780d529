//! Stated properties.

use std::collections::BTreeSet;

use crate::axiomatic::demand::Demand;
use crate::execution::concrete::Execution;
use crate::kernel::interpret::forks::chooses;
use crate::kernel::launch::description::Check;
use crate::kernel::launch::{Property, Scalar, Side};
use crate::kernel::setup::outputs;
use crate::ptx::types::Type;
use crate::stop::Open;

use super::answer::{Answer, Checked};
use super::decide::Decision;
use super::left::Left;
use super::loose::UNCLEAR;
use super::run::{Ends, numbered};
use super::small::Wanted;
use super::weak::{Said, Weak};
use super::witness::steps;

/// What is said where interleavings break some properties, and the model is not known to break others.
const OTHERS: &str = "whether the model breaks the other properties is open";

/// A property that is broken.
struct Broken<'l> {
    /// The bytes that it names.
    named: BTreeSet<u64>,
    /// What a run leaves that breaks it; nothing where no run does what it asks for.
    left: Option<&'l Left>,
    /// The run in which a value that is not known decides, where it is not broken for certain.
    run: Option<Box<Execution>>,
    /// How, in words.
    why: String,
}

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
    fn named(&self, property: &Property) -> BTreeSet<u64> {
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

    /// How a property is broken by what runs of the model leave, where it is.
    fn breaks<'l>(
        &self,
        weak: &Weak,
        property: &Property,
        all: &'l [Left],
    ) -> Result<Option<Broken<'l>>, Open> {
        let text = &property.text.node;
        let named = self.named(property);
        let is_true = |left: &&Left| {
            let value = |name: &str, index: u64| self.value(&left.0, name, index);
            property.formula.holds(&value) == Some(true)
        };
        if property.exists {
            if all.iter().any(|left| is_true(&left)) {
                return Ok(None);
            }
            // A value that is not known may be the one that is asked for.
            let loose = weak.loose(&|byte| named.contains(&byte));
            let said = loose.map_or(Said::Never, |loose| weak.one(&weak.plain, &loose));
            return Ok(Some(Broken {
                named,
                left: None,
                run: match said {
                    Said::Never => None,
                    Said::Run(execution) => Some(execution),
                    Said::Open(open) => return Err(open),
                },
                why: never(text),
            }));
        }
        let is_loose = |(_, execution): &&Left| {
            let execution = execution.as_ref();
            execution.is_some_and(|one| weak.leaves_loose(one, &|byte| named.contains(&byte)))
        };
        let broken: Vec<&Left> = all.iter().filter(|left| !is_true(left)).collect();
        // What is broken for certain is shown; else what may be.
        let firm = broken.iter().copied().find(|left| !is_loose(left));
        let Some(left) = firm.or_else(|| broken.first().copied()) else {
            return Ok(None);
        };
        let unclear = left.1.as_ref().map(|execution| weak.unclear(execution));
        let unclear = unclear.unwrap_or_else(|| self.exploration.loose.clone());
        Ok(Some(Broken {
            named,
            left: Some(left),
            run: left.1.clone().filter(|_| firm.is_none()).map(Box::new),
            why: otherwise(text, &self.contents(&left.0, &unclear)),
        }))
    }

    /// Properties, of all that runs leave in the outputs.
    pub fn properties(&self, weak: &Weak) -> Checked {
        let unknown =
            |open: Open| Checked::new("property", Answer::Unknown).remark(open.to_string());
        let all = match weak.all(&self.known()) {
            Ok(all) => all,
            Err(open) => return unknown(open),
        };
        let properties = &self.setup.description.properties;
        let mut broken: Vec<Broken> = Vec::new();
        for property in properties {
            match self.breaks(weak, property, &all) {
                Ok(how) => broken.extend(how),
                Err(open) => return unknown(open),
            }
        }
        if broken.is_empty() {
            let named: BTreeSet<u64> = properties.iter().flat_map(|one| self.named(one)).collect();
            return self.but_loose(weak, "property", &|byte| named.contains(&byte), || {
                Checked::new("property", Answer::Holds).word("yes")
            });
        }
        self.broken(weak, &broken)
    }

    /// What is said of properties that are broken, for certain or perhaps.
    fn broken(&self, weak: &Weak, broken: &[Broken]) -> Checked {
        let certain = broken.iter().any(|one| one.run.is_none());
        let mut answer = Checked::new("property", Answer::Violated).word("no");
        let why = broken.iter().map(|one| match &one.run {
            Some(_) if certain => format!("{}, perhaps: {UNCLEAR}", one.why),
            Some(_) | None => one.why.clone(),
        });
        answer.remarks = why.collect();
        let mut alike = broken.iter().filter(|one| one.run.is_none() == certain);
        let shown = alike.clone().find(|one| one.left.is_some());
        let mut loose = !certain;
        if let Some((one, (contents, execution))) = shown.and_then(|one| Some((one, one.left?))) {
            let still = self.ending(
                weak,
                (contents, execution.as_ref()),
                &one.named,
                &mut answer,
            );
            loose &= still;
        } else if let Some(run) = alike.find_map(|one| one.run.as_ref()) {
            answer.witness = numbered(self.setup, &weak.plain, run, Ends::Matter).0;
        }
        answer.resting_on(loose.then(|| UNCLEAR.to_owned()).into_iter().collect())
    }

    /// Shows a run that leaves these contents: the one at hand, or a smallest one where that is asked for. Tells
    /// whether what the model's run leaves rests on values that nobody knows.
    fn ending(
        &self,
        weak: &Weak,
        (contents, found): (&[Vec<u8>], Option<&Execution>),
        named: &BTreeSet<u64>,
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
        found.is_some() && weak.leaves_loose(&shown.execution, &|byte| named.contains(&byte))
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
