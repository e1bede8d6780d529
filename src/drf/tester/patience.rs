//! What is late, and whether it is only slow.

use super::{DRAIN, LAP, Tester};
use crate::drf::finding::Finding;

/// So many messages of a unit a request may have to wait for, beside those of a lap.
const MESSAGES: u64 = 64;

/// A request that is late. Meanwhile nobody asks for anything new: what stands in its way comes to an end then, and with it
/// the request, unless it is never answered.
pub(super) struct Late {
    tag: u32,
    since: u64,
    finding: Finding,
    /// So many rounds it has left.
    left: u64,
    /// Threads that could do something else.
    aside: Vec<u32>,
}

impl Tester<'_> {
    /// What the patience is over for, if that is so: looked at once a lap.
    pub(super) fn overdue(&mut self) {
        if self.late.is_some() {
            return;
        }
        let Some((tag, finding)) = self.oldest(self.config.patience, false) else {
            return;
        };
        let open = self.pending.iter().filter(|one| one.open).count() as u64;
        let each = u64::from(LAP) + MESSAGES * u64::from(self.config.threads.units);
        self.late = Some(Late {
            tag,
            since: self.pending[tag as usize].since,
            finding,
            left: u64::from(DRAIN) + open * each,
            aside: Vec::new(),
        });
    }

    /// Waits for the late request, a round more; an error if there was enough of it. Once it is answered all threads go on.
    pub(super) fn wait(&mut self) -> Result<(), Finding> {
        let Some(late) = &mut self.late else {
            return Ok(());
        };
        let pending = &self.pending[late.tag as usize];
        if pending.open && pending.since == late.since {
            late.left = late.left.saturating_sub(1);
            return if late.left == 0 {
                Err(late.finding.clone())
            } else {
                Ok(())
            };
        }
        let aside = std::mem::take(&mut late.aside);
        self.late = None;
        for thread in aside {
            self.threads.refresh(thread);
        }
        Ok(())
    }

    /// Whether a thread has to wait with what it would do: only what was offered before may be offered again.
    pub(super) fn stands_aside(&mut self, thread: u32) -> bool {
        match &mut self.late {
            Some(late) if self.threads.get(thread).offered.is_none() => {
                late.aside.push(thread);
                true
            }
            Some(_) | None => false,
        }
    }

    /// Nothing moves in the device. If there is nobody who could ask it for something else, nothing ever will.
    pub(super) fn quiet(&mut self) -> Option<Finding> {
        if self.threads.ready() > 0 {
            return None;
        }
        match &self.late {
            Some(late) => Some(late.finding.clone()),
            None => self.oldest(0, true).map(|(_, finding)| finding),
        }
    }
}
