//! What is wrong with runs in which threads may be stuck.

use crate::axiomatic::demand::Demand;
use crate::axiomatic::questions::Questions;
use crate::kernel::interpret::finding::Gap;
use crate::kernel::launch::description::Check;
use crate::kernel::lower::graph::Note;
use crate::program::Condition;
use crate::stop::Open;

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

    /// What of the launch cannot be told and some run comes to.
    ///
    /// # Errors
    ///
    /// It was not found out.
    pub fn gaps(&self) -> Result<Vec<Gap>, Open> {
        let mut found = Vec::new();
        let notes: Vec<(&Gap, Condition)> = self
            .stuck
            .notes
            .iter()
            .filter_map(|(note, registers)| match note {
                Note::Gap(gap) => Some((gap, self.marked(registers))),
                Note::Found(..) | Note::Unexpected => None,
            })
            .collect();
        if !notes.is_empty() && self.fine() {
            return Ok(found);
        }
        if let Some((said, (function, at))) = self.unmatched() {
            match said {
                Said::Run(_) => found.push(Gap::Unmatched(function, at)),
                Said::Never => {}
                Said::Open(open) => return Err(open),
            }
        }
        if notes.is_empty() {
            return Ok(found);
        }
        let mut questions = None;
        for (gap, condition) in notes {
            match self.one_of_many(&mut questions, &Demand::Ends(condition)) {
                Said::Run(_) => found.push(gap.clone()),
                Said::Never => {}
                Said::Open(open) => return Err(open),
            }
        }
        Ok(found)
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
        if asked.is_empty() {
            let does = |note: &Note| matches!(note, Note::Found(finding, ..) if super::model::belongs(finding, check));
            let never = self.threads.is_whole() && !self.threads.notes().any(does);
            let said = if never { Said::Never } else { self.nothing() };
            return (said, None);
        }
        if self.fine() {
            return (Said::Never, None);
        }
        for (note, condition) in asked {
            match self.one_of_many(&mut questions, &Demand::Ends(condition)) {
                Said::Run(execution) => return (Said::Run(execution), note),
                Said::Open(open) => return (Said::Open(open), None),
                Said::Never => {}
            }
        }
        (Said::Never, None)
    }

    /// Whether some run does so, of those in which threads may be stuck: all such questions have one encoding, made
    /// where the first needs it.
    fn one_of_many<'q>(&'q self, questions: &mut Option<Questions<'q>>, demand: &Demand) -> Said {
        if let Some(said) = self.recalled(&self.stuck, demand, None) {
            return said;
        }
        let questions = match questions {
            Some(questions) => questions,
            None => match self.questions(&self.stuck) {
                Ok(new) => questions.insert(new),
                Err(open) => return Said::Open(open),
            },
        };
        self.put(questions, &self.stuck, demand)
    }
}
