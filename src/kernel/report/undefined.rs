//! Launches in which accesses race that overlap in part: the model says nothing of what they do.

use crate::kernel::launch::description::Check;
use crate::kernel::lower::lowered::Lowered;

use super::answer::{Answer, Checked, Race};
use super::decide::Decision;
use super::racing::access;
use super::run::{Ends, numbered};
use super::sizes::{Overlaps, Partial};

/// Why nothing is said.
const WHY: &str =
    "accesses race that overlap in part: the memory model says nothing of such a launch";

impl Decision<'_> {
    /// That the model says nothing of a launch, where that is so; of races, which they are.
    pub fn undefined(&self, check: Check) -> Option<Checked> {
        if self.fixed || self.asked.model == "sc" {
            return None;
        }
        let by_model = self.asked_of.as_ref().map(|asked| &asked.overlaps);
        let raced = match by_model {
            Some(Overlaps::Raced(partial)) => Some(partial),
            Some(Overlaps::Ordered | Overlaps::Open(_)) | None => None,
        };
        let shown = self.raced().filter(|race| race.word == Some(MIXED));
        if check == Check::Races {
            let partial = || Some(self.partial(raced?).resting_on(self.overlap_rests_on(None)));
            return shown.cloned().or_else(partial);
        }
        if shown.is_none() && raced.is_none() {
            return None;
        }
        let answer = Checked::new(check.name(), Answer::Undefined);
        let answer = answer.word("undefined").remark(WHY);
        Some(answer.resting_on(self.overlap_rests_on(shown)))
    }

    /// A race of operations that overlap in part, in an execution of the model.
    fn partial(&self, partial: &Partial) -> Checked {
        let mut answer = Checked::new("races", Answer::Violated).word(MIXED);
        self.between(&mut answer, &partial.lowered, partial.pair, MIXED);
        let (steps, _) = numbered(self.setup, &partial.lowered, &partial.execution, Ends::Open);
        answer.witness = steps;
        answer
    }

    /// Says between which accesses a race is.
    pub fn between(
        &self,
        answer: &mut Checked,
        lowered: &Lowered,
        pair: Option<(usize, usize)>,
        size: &'static str,
    ) {
        let Some((first, second)) = pair else {
            return;
        };
        let ends = [first, second].map(|event| access(self.setup, lowered, event));
        if let [Some((one, here)), Some((other, there))] = ends {
            let how = if size == MIXED {
                "of different bytes"
            } else {
                "uniform size"
            };
            answer.remarks.push(format!("{one} with {other}, {how}"));
            answer
                .places
                .extend([here.place.clone(), there.place.clone()]);
            answer.race = Some(Race {
                size,
                accesses: [here, there],
            });
        }
    }
}

/// The word for races of accesses that overlap in part.
pub const MIXED: &str = "mixed";
