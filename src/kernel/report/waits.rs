//! What a model says of threads that wait.

use crate::axiomatic::demand::Demand;
use crate::execution::concrete::Execution;
use crate::kernel::interpret::finding::Finding;
use crate::kernel::launch::description::Check;
use crate::kernel::lower::end::EXITED;
use crate::kernel::lower::lowered::END;

use super::answer::{Answer, Checked};
use super::decide::Decision;
use super::run::Ends;
use super::small::Wanted;
use super::weak::{Said, Weak};

impl Decision<'_> {
    /// Barriers that block a thread, or that threads come to at different instructions.
    pub fn waits(&self, weak: &Weak) -> Checked {
        let unknown = |why: &str| Checked::new("barriers", Answer::Unknown).remark(why);
        let wrong = self.wrongs(weak, Check::Barriers);
        if wrong.answer != Answer::Holds {
            return wrong;
        }
        let violated = |word: &'static str, demand: &Demand, execution: Execution| {
            let mut answer = Checked::new("barriers", Answer::Violated).word(word);
            let wanted = Wanted::of(&weak.stuck, demand);
            let shown = weak.least(wanted, execution, |one| weak.stays(one));
            answer.remarks.push(if word == Finding::Deadlock.word() {
                self.waiting(&shown.execution)
            } else {
                "threads of a block come to the barrier at different instructions".to_owned()
            });
            shown.tell(self, &weak.stuck, Ends::Open, &mut answer);
            answer
        };
        if let Some(apart) = weak.apart() {
            match weak.wrongs(&apart) {
                Said::Run(execution) => {
                    return violated(Finding::Divergence.word(), &apart, *execution);
                }
                Said::Open(open) => return unknown(&open.to_string()),
                Said::Never => {}
            }
        }
        let stops = weak.stops();
        match weak.wrongs(&stops) {
            Said::Run(execution) if weak.stays(&execution) => {
                violated(Finding::Deadlock.word(), &stops, *execution)
            }
            Said::Run(_) => unknown("some execution may wait for ever, in loops that cross"),
            Said::Open(open) => unknown(&open.to_string()),
            Said::Never => wrong,
        }
    }

    /// Who does not come to an end in an execution.
    fn waiting(&self, execution: &Execution) -> String {
        let threads = 0..self.setup.threads.len();
        let stays = |thread: &usize| execution.registers[*thread].get(END) != Some(&EXITED);
        let names: Vec<String> = threads
            .filter(stays)
            .map(|thread| self.setup.thread_name(thread))
            .collect();
        match &names[..] {
            [] => "some thread waits for ever".to_owned(),
            [one] => format!("{one} waits for ever"),
            several => format!("{} wait for ever", several.join(", ")),
        }
    }
}
