//! Stated properties.

use crate::axiomatic::demand::Demand;
use crate::execution::concrete::Execution;
use crate::kernel::arithmetic::extended;
use crate::kernel::launch::description::Check;
use crate::kernel::setup::outputs;

use super::answer::{Answer, Checked};
use super::decide::Decision;
use super::loose::UNCLEAR;
use super::run::Ends;
use super::small::Wanted;
use super::weak::{Said, Weak};
use super::witness::steps;

impl Decision<'_> {
    /// A property of all runs, broken where some interleaving breaks it.
    pub fn property(&self) -> Checked {
        let exact = self.fixed || self.asked.model == "sc";
        let mut open = Vec::new();
        for property in &self.setup.description.properties {
            let text = &property.text.node;
            let mut truths = self.exploration.outcomes.iter().map(|outcome| {
                let value = |name: &str, index: u64| self.value(&outcome.contents, name, index);
                (property.formula.holds(&value), outcome)
            });
            if property.exists {
                if exact && !truths.any(|(truth, _)| truth == Some(true)) {
                    return Checked::new("property", Answer::Violated)
                        .word("no")
                        .remark(format!("no run ends with `{text}`"));
                }
                continue;
            }
            let broken = truths.find(|(truth, _)| *truth != Some(true));
            if let Some((truth, outcome)) = broken {
                if truth.is_none() {
                    open.push(format!("`{text}` speaks of what is no output"));
                    continue;
                }
                let mut answer = Checked::new("property", Answer::Violated).word("no");
                answer
                    .remarks
                    .push(format!("some run does not end with `{text}`"));
                answer.witness =
                    steps(self.setup, self.exploration, &outcome.schedule, self.limits);
                return answer;
            }
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

    /// An element of an output at the end of a run, as a signed number.
    pub fn value(&self, contents: &[Vec<u8>], name: &str, index: u64) -> Option<i64> {
        let region = outputs::find(self.setup, name)?;
        let at = self
            .exploration
            .outputs
            .iter()
            .position(|&output| output == region)?;
        let ty = self.setup.regions[region].ty;
        let size = usize::try_from(ty.bytes()).ok()?;
        let start = usize::try_from(index).ok()?.checked_mul(size)?;
        let bytes = contents.get(at)?.get(start..start + size)?;
        let mut pattern = [0; 8];
        pattern[..size].copy_from_slice(bytes);
        Some(extended(u64::from_le_bytes(pattern), ty).cast_signed())
    }

    /// Properties, of all that runs leave in the outputs.
    pub fn properties(&self, weak: &Weak) -> Checked {
        let all = match weak.all(&self.known()) {
            Ok(all) => all,
            Err(open) => {
                return Checked::new("property", Answer::Unknown).remark(open.to_string());
            }
        };
        for property in &self.setup.description.properties {
            let text = &property.text.node;
            let truth = |contents: &[Vec<u8>]| {
                let value = |name: &str, index: u64| self.value(contents, name, index);
                property.formula.holds(&value) == Some(true)
            };
            let some = all.iter().any(|(contents, _)| truth(contents));
            let broken = all.iter().find(|(contents, _)| !truth(contents));
            let wrong = |why: String| {
                Checked::new("property", Answer::Violated)
                    .word("no")
                    .remark(why)
            };
            match broken {
                Some((contents, execution)) if !property.exists => {
                    let left = self.contents(contents);
                    let mut answer = wrong(format!("some run does not end with `{text}`: {left}"));
                    let loose = self.ending(weak, contents, execution.as_ref(), &mut answer);
                    let loose = loose.then(|| UNCLEAR.to_owned());
                    answer = answer.resting_on(loose.into_iter().collect());
                    return answer;
                }
                _ if property.exists && !some => {
                    return wrong(format!("no run ends with `{text}`"));
                }
                Some(_) | None => {}
            }
        }
        self.but_loose(weak, "property", || {
            Checked::new("property", Answer::Holds).word("yes")
        })
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
