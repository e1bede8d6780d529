//! What a model says of threads that wait.

use crate::axiomatic::demand::Demand;
use crate::execution::concrete::Execution;
use crate::kernel::interpret::exploration::Found;
use crate::kernel::interpret::finding::Finding;
use crate::kernel::launch::description::Check;
use crate::kernel::lower::end::EXITED;
use crate::kernel::lower::lowered::END;
use crate::kernel::setup::Setup;

use super::answer::{Answer, Checked};
use super::assumptions::{WAITS, asks_clock};
use super::decide::{Decision, WAITING};
use super::idle::idle;
use super::places::Place;
use super::run::Ends;
use super::small::Wanted;
use super::weak::{Said, Weak};

impl Decision<'_> {
    /// A finding by everyone whom it is of: of a deadlock, those who wait, as far as they are named; of what is left in
    /// an output, who wrote it last.
    pub fn those(&self, finding: &Finding, found: &Found) -> Vec<Found> {
        if let Finding::UninitialisedOutput(region) = finding {
            return vec![
                self.left_by(found, *region)
                    .unwrap_or_else(|| found.clone()),
            ];
        }
        let waiting = &self.exploration.waiting;
        if *finding != Finding::Deadlock || waiting.is_empty() {
            return vec![found.clone()];
        }
        let named = waiting.iter().take(WAITING);
        named
            .map(|&(thread, place)| Found {
                thread,
                place,
                schedule: found.schedule.clone(),
            })
            .collect()
    }

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
            if word == Finding::Deadlock.word() {
                self.waiting(weak, &shown.execution, &mut answer);
            } else {
                let text = "threads of a block come to the barrier at different instructions";
                answer.remarks.push(text.to_owned());
            }
            shown.tell(self, &weak.stuck, Ends::Open, &mut answer);
            let clock =
                word == Finding::Deadlock.word() && self.waits_for_clock(weak, &shown.execution);
            answer.resting_on(clock.then(|| WAITS.to_owned()).into_iter().collect())
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
        if weak.ends() {
            return wrong;
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

    /// Whether some thread that does not come to an end asks a clock, which stands still.
    fn waits_for_clock(&self, weak: &Weak, execution: &Execution) -> bool {
        let mut places =
            staying(self.setup, execution).filter_map(|one| weak.halted(execution, one));
        places.any(|place| asks_clock(self.setup, place))
    }

    /// Tells who does not come to an end in an execution, and where.
    fn waiting(&self, weak: &Weak, execution: &Execution, answer: &mut Checked) {
        let waiting: Vec<usize> = staying(self.setup, execution).collect();
        for &thread in waiting.iter().take(WAITING) {
            let place = weak.halted(execution, thread);
            let place = place.and_then(|(function, at)| Place::of(self.setup, function, at));
            let place = place.map(|place| place.by(self.setup, thread));
            let who = self.setup.thread_name(thread);
            let text = self.wrong(&Finding::Deadlock, place.as_ref(), &who);
            answer.remarks.push(text);
            answer.places.extend(place);
        }
        match waiting.len() {
            0 => answer.remarks.push("some thread waits for ever".to_owned()),
            all if all > WAITING => {
                let more = all - WAITING;
                answer.remarks.push(format!("{more} more wait for ever"));
            }
            _ => {}
        }
        // Where values decide that are not known, those may be what keeps a loop going.
        if weak.threads.forks() {
            return;
        }
        let places = waiting
            .iter()
            .filter_map(|&one| weak.halted(execution, one));
        answer.remarks.extend(idle(self.setup, places));
    }
}

/// The threads that do not come to an end in an execution.
fn staying(setup: &Setup, execution: &Execution) -> impl Iterator<Item = usize> {
    let threads = 0..setup.threads.len();
    threads.filter(|&thread| execution.registers[thread].get(END) != Some(&EXITED))
}

impl Weak<'_> {
    /// The instruction, as (function, index), at which a thread waits or goes round for ever in an execution, where that
    /// is one.
    fn halted(&self, execution: &Execution, thread: usize) -> Option<(usize, usize)> {
        let lowered = &self.stuck;
        let holds = |register: usize| execution.registers[thread].get(register) == Some(&1);
        let mut spun = lowered.spun.iter();
        if let Some(lap) = spun.find(|spun| spun.thread == thread && holds(spun.stays)) {
            return lap.place;
        }
        let mut came = lowered.came.iter();
        let (at, _) = came.find(|(at, register)| {
            at.thread == thread && at.place.is_none() && holds(**register)
        })?;
        let mut places = lowered.halts.get(&(thread, at.name))?.iter();
        let first = places.next().copied();
        first.filter(|_| places.next().is_none())
    }
}
