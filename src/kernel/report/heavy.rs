//! Launches that are too large to be asked of a model: said once, not for each check.

use crate::axiomatic::questions::Questions;
use crate::kernel::lower::lowered::Lowered;
use crate::model::registry::Axiomatic;
use crate::stop::Open;

use super::weak::Weak;

impl Weak<'_> {
    /// The questions about a launch under a model; what was too large to be encoded, or took all the time, is not tried again.
    ///
    /// # Errors
    ///
    /// As for [`Questions::new`].
    pub(super) fn questions_of<'q>(
        &'q self,
        lowered: &'q Lowered,
        model: &'q Axiomatic,
    ) -> Result<Questions<'q>, Open> {
        let events = lowered.unrolled.events.len();
        // Under another model as much may be less to encode.
        let own = std::ptr::eq(model, &raw const self.model);
        let known = self.heavy.borrow().clone().filter(|_| own);
        if let Some((_, open)) = known.filter(|(heavy, _)| *heavy <= events) {
            return Err(open);
        }
        let questions = Questions::new(&lowered.program, &lowered.unrolled, model, &self.options);
        let questions = questions.inspect_err(|open| {
            if own && matches!(open, Open::Size(_) | Open::Time) {
                self.heavy.replace(Some((events, open.clone())));
            }
        })?;
        // Without threads that are stuck there are fewer runs.
        let fewer = lowered.look.idle == 0;
        Ok(questions.known_within(fewer && self.within.get()))
    }
}
