//! What executions do that may not be: such as rest on lanes that happen to be together, or on values that nobody knows.

use crate::kernel::launch::description::Check;

use super::answer::{Answer, Checked};
use super::decide::Decision;
use super::sizes::Overlaps;
use super::weak::Weak;

/// Why what only an execution of the model does, and no interleaving, may not be.
const GATHERED: &str = "no interleaving does it, and the lanes that are active together in this execution may not meet so";

/// The same where a value that is not known decides, and in no interleaving does.
const CHOSEN: &str = "a value that is not known decides in this execution";

impl Decision<'_> {
    /// What the model says, as something that may be so where it takes more than is certain.
    pub fn certain(&self, check: Check, weak: &Weak, answer: Checked) -> Checked {
        let mut rests = Vec::new();
        if weak.threads.gathers() && answer.answer == Answer::Violated {
            rests.push(GATHERED.to_owned());
        }
        let shows = match answer.answer {
            Answer::Violated => true,
            // That some run leaves something must be certain, too.
            Answer::Holds => check == Check::Property && !self.surely_some(),
            Answer::Undefined | Answer::Possible | Answer::Unsupported | Answer::Unknown => false,
        };
        if shows && weak.threads.forks() {
            rests.extend(self.chosen());
        }
        if rests.is_empty() || answer.answer == Answer::Holds {
            return answer.resting_on(rests);
        }
        if check == Check::Property && self.surely_missing(weak) {
            return answer;
        }
        let certain = weak.certain().map(|weak| self.said(check, &weak));
        let certain = certain.filter(|certain| certain.answer == Answer::Violated);
        certain.unwrap_or_else(|| answer.resting_on(rests))
    }

    /// Where values decide that are not known, in a sentence each.
    pub fn chosen(&self) -> Vec<String> {
        let chosen = &self.exploration.chosen;
        let none = chosen.is_empty().then(|| CHOSEN.to_owned());
        let chosen = chosen.iter().map(|gap| self.gap(gap));
        chosen.chain(none).collect()
    }

    /// What operations that overlap in part, and race, rest on: nothing where they race for certain.
    pub fn overlap_rests_on(&self, race: Option<&Checked>) -> Vec<String> {
        let weak = self.asked_of.as_ref();
        let weak = weak.and_then(|asked| asked.weak.as_ref().ok());
        let certain = match race {
            Some(race) => race.answer == Answer::Violated,
            None => weak.is_none_or(|weak| {
                let certain = || weak.certain().map(|weak| weak.overlaps());
                !weak.threads.forks() || matches!(certain(), Some(Overlaps::Raced(_)))
            }),
        };
        if certain { Vec::new() } else { self.chosen() }
    }
}

impl Weak<'_> {
    /// The same where each lane that asks which lanes are active is alone, as it always may be, and no value decides
    /// that is not known.
    #[must_use]
    pub fn certain(&self) -> Option<Self> {
        let threads = self.threads.apart();
        let (model, options) = (self.model.clone(), &self.options);
        let weak = Self::of(self.setup, &self.outputs, threads, model, options);
        let mut weak = weak.ok()?.recalling(self.recall.clone());
        weak.partial.clone_from(&self.partial);
        weak.narrow = true;
        Some(weak)
    }
}
