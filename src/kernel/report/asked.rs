//! A launch, put into a form of which a model can be asked.

use crate::kernel::interpret::finding::Gap;

use super::decide::Decision;
use super::sizes::Overlaps;
use super::weak::{Unasked, Weak};

/// A launch as it is asked of a model, or why it is not.
pub struct Asked<'a> {
    /// The launch under the model.
    pub weak: Result<Weak<'a>, Unasked>,
    /// What cannot be told and some run comes to.
    pub gaps: Vec<Gap>,
    /// Whether operations that overlap in part can race.
    pub overlaps: Overlaps,
}

impl<'a> Asked<'a> {
    /// A launch that was lowered, or not.
    #[must_use]
    pub fn new(weak: Result<Weak<'a>, Unasked>) -> Self {
        let (weak, gaps) = match weak {
            // Where runs are only tried, they are of a launch of which it was asked what cannot be told.
            Ok(weak) if weak.recalls_only() => (Ok(weak), Vec::new()),
            Ok(weak) => match weak.gaps() {
                Ok(gaps) => (Ok(weak), gaps),
                Err(open) => (Err(Unasked::Open(open)), Vec::new()),
            },
            Err(why) => (Err(why), Vec::new()),
        };
        let overlaps = match &weak {
            Ok(weak) if gaps.is_empty() && !weak.recalls_only() => weak.overlaps(),
            Ok(_) | Err(_) => Overlaps::Ordered,
        };
        Self {
            weak,
            gaps,
            overlaps,
        }
    }
}

impl Decision<'_> {
    /// Whether no model is asked.
    pub(super) fn settled(&self) -> bool {
        self.fixed || self.asked.model == "sc" || !self.exploration.complete()
    }

    /// Asks the model, where interleavings are not all there is.
    pub(super) fn ask_model(&mut self) {
        let recall = self.asked.recall.as_ref();
        let none = recall.is_some_and(|recall| recall.only && recall.seen() == 0);
        if self.settled() || none {
            return;
        }
        let weak = Weak::new(
            self.setup,
            &self.exploration.outputs,
            &self.exploration.contended,
            &self.asked.model,
            &self.asked.options,
        );
        let weak = weak.map(|weak| weak.recalling(self.asked.recall.clone()));
        self.asked_of = Some(Asked::new(weak));
    }
}
