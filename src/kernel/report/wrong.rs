//! What is wrong with runs in which threads may be stuck.

use crate::axiomatic::demand::Demand;
use crate::axiomatic::questions::Reply;
use crate::kernel::launch::description::Check;
use crate::kernel::lower::graph::Note;

use super::sizes::put;
use super::weak::{Said, Weak};

impl Weak<'_> {
    /// Whether no run does anything that is wrong with runs in which threads may be stuck, whatever check it belongs
    /// to. As mostly none does, one question stands for many; where some run may, they are asked one by one.
    pub(super) fn fine(&self) -> bool {
        *self.fine.get_or_init(|| {
            let notes = self.stuck.notes.values();
            let mut wrong: Vec<Demand> = notes
                .map(|registers| Demand::Ends(self.marked(registers)))
                .collect();
            wrong.extend(self.unwritten().map(Demand::Ends));
            wrong.extend(self.apart());
            wrong.push(self.stops());
            wrong.len() > 1
                && matches!(self.demanded(&self.stuck, &Demand::Any(wrong)), Said::Never)
        })
    }

    /// Whether some run does what is wrong with those in which threads may be stuck.
    #[must_use]
    pub fn wrongs(&self, demand: &Demand) -> Said {
        if self.fine() {
            Said::Never
        } else {
            self.demanded(&self.stuck, demand)
        }
    }

    /// What is wrong that belongs to a check, and whether some run does it: the first that one does.
    #[must_use]
    pub fn wrong(&self, check: Check) -> (Said, Option<Note>) {
        let mut questions = None;
        let mut asked = Vec::new();
        for (note, registers) in &self.stuck.notes {
            if let Note::Found(finding, ..) = note
                && super::model::belongs(finding, check)
            {
                asked.push((Some(note.clone()), self.marked(registers)));
            }
        }
        if check == Check::Memory
            && let Some(condition) = self.unwritten()
        {
            asked.push((None, condition));
        }
        if !asked.is_empty() && self.fine() {
            return (Said::Never, None);
        }
        for (note, condition) in asked {
            if questions.is_none() {
                match self.questions(&self.stuck) {
                    Ok(new) => questions = Some(new),
                    Err(open) => return (Said::Open(open), None),
                }
            }
            let demand = Demand::Ends(condition);
            let reply = questions.as_mut().map(|one| put(one, &self.stuck, &demand));
            match reply {
                Some(Reply::Execution(execution)) => return (Said::Run(execution), note),
                Some(Reply::Open(open)) => return (Said::Open(open), None),
                Some(Reply::None) | None => {}
            }
        }
        (Said::Never, None)
    }
}
