//! Answers of a model where interleavings do not settle a check.

use crate::axiomatic::demand::Demand;
use crate::execution::concrete::Execution;
use crate::kernel::interpret::finding::Finding;
use crate::kernel::interpret::state::UNINITIALISED;
use crate::kernel::launch::description::Check;
use crate::kernel::lower::graph::Note;
use crate::kernel::lower::unwalked::Unwalked;
use crate::kernel::lower::walk::Failure;

use super::answer::{Answer, Checked};
use super::blurred::TOO_MANY;
use super::decide::Decision;
use super::places::Place;
use super::run::Ends;
use super::sizes::Overlaps;
use super::small::Wanted;
use super::weak::{Said, Unasked, Weak};

/// Why a launch with such barriers is not asked of a model.
const MIXED: &str = "a barrier is used with several numbers of threads, or with one and without: executions that are no interleavings are not looked at";

impl Decision<'_> {
    /// What the model says of a check.
    pub fn modelled(&self, check: Check) -> Checked {
        let unknown = |why: String| Checked::new(check.name(), Answer::Unknown).remark(why);
        let Some(asked) = &self.asked_of else {
            let of_races = check == Check::Races && self.asked.model == "sc";
            return unknown(if of_races && self.exploration.ways.is_none() {
                "there are too many interleavings to look for a race in each: ask a model of PTX (`-m ptx-7.5`)"
                    .to_owned()
            } else if of_races {
                "what a race is, the models of PTX say: ask one of them (`-m ptx-7.5`)".to_owned()
            } else {
                "executions that are no interleavings are not looked at".to_owned()
            });
        };
        if let Some(open) = self.gapped(check, &asked.gaps) {
            return open;
        }
        let weak = match &asked.weak {
            Ok(weak) => weak,
            Err(why) => {
                let open = self.left_open(check);
                return open.unwrap_or_else(|| {
                    let answer = unknown(self.unasked(why));
                    match &asked.cut {
                        Some(weak) => self.with_loops(weak, answer),
                        None => answer,
                    }
                });
            }
        };
        if let Overlaps::Open(open) = &asked.overlaps {
            return unknown(open.to_string());
        }
        if weak.mixes() {
            return unknown(MIXED.to_owned());
        }
        let complete = matches!(check, Check::Robust | Check::Property);
        if !complete && weak.counts() {
            return unknown(
                "a barrier waits for a number of threads, and others come to it: which wait for whom is not looked at"
                    .to_owned(),
            );
        }
        if self.rounds_unknown(weak) {
            return unknown(
                "a thread that does not wait at a barrier with a number comes to it again: which round it comes to is not looked at"
                    .to_owned(),
            );
        }
        let open = self.left_open(check);
        // What is left in memory is told of runs that have all their values.
        let certain = |open: &&Checked| open.answer == Answer::Holds || complete;
        if let Some(answer) = open.as_ref().filter(certain) {
            return answer.clone();
        }
        let answer = self.said(check, weak);
        let open = open.filter(|_| answer.answer == Answer::Unknown);
        let answer = open.unwrap_or_else(|| self.certain(check, weak, answer));
        self.with_loops(weak, answer)
    }

    pub fn said(&self, check: Check, weak: &Weak) -> Checked {
        if let Some(answer) = self.seen_interleaved(check, weak) {
            return self.with_contents(check, weak).unwrap_or(answer);
        }
        match check {
            Check::Races => self.races(weak),
            Check::Robust => self.outcomes(weak),
            Check::Asserts | Check::Memory => self.wrongs(weak, check),
            Check::Barriers => self.waits(weak),
            Check::Property => self.properties(weak),
        }
    }

    /// What interleavings leave too, of which too many were not looked at, where a model soon says so.
    fn with_contents(&self, check: Check, weak: &Weak) -> Option<Checked> {
        let soon = weak.plain.unrolled.events.len() <= TOO_MANY;
        let told = check == Check::Robust && self.has_many_orders() && soon;
        let answer = told.then(|| self.outcomes(weak))?;
        (answer.answer == Answer::Holds).then_some(answer)
    }

    /// Why a launch was not asked of a model, in a sentence.
    fn unasked(&self, why: &Unasked) -> String {
        let at = |function: usize, at: usize| {
            Place::of(self.setup, function, at).map_or(String::new(), |place| {
                format!("{} (PTX line {})", place.short(), place.ptx.line)
            })
        };
        match why {
            Unasked::Model => format!("kernels are not asked of `{}`", self.asked.model),
            Unasked::Open(open) => open.to_string(),
            Unasked::Unwalked(Unwalked::Values(address)) => format!(
                "too many values can be in {}{}",
                self.element(*address),
                self.fewer()
            ),
            Unasked::Unwalked(Unwalked::Thread(Failure::Time)) => self.asked.stop.why().to_string(),
            Unasked::Unwalked(Unwalked::Thread(Failure::Large(thread, function, index))) => {
                format!(
                    "{} has too many ways through the kernel, at {}{}",
                    self.setup.thread_name(*thread),
                    at(*function, *index),
                    self.fewer()
                )
            }
            Unasked::Unwalked(Unwalked::Thread(Failure::Many(thread))) => format!(
                "a vote, shuffle or barrier that {} takes part in can come out in too many ways{}",
                self.setup.thread_name(*thread),
                self.fewer()
            ),
            Unasked::Unwalked(Unwalked::Thread(Failure::Crossed(thread, function, index))) => {
                format!(
                    "{} meets others at {}, and they it, in different orders",
                    self.setup.thread_name(*thread),
                    at(*function, *index)
                )
            }
            Unasked::Unwalked(Unwalked::Thread(Failure::Deep(thread, function, index))) => format!(
                "values of {} depend on too many reads, at {}",
                self.setup.thread_name(*thread),
                at(*function, *index)
            ),
        }
    }

    fn races(&self, weak: &Weak) -> Checked {
        let (said, laps, pair) = weak.race();
        match said {
            Said::Never => Checked::new("races", Answer::Holds)
                .word("none")
                .proof("the model relates every two conflicting accesses, in every execution"),
            Said::Open(open) => Checked::new("races", Answer::Unknown).remark(open.to_string()),
            Said::Run(execution) => {
                let mut answer = Checked::new("races", Answer::Violated).word("uniform");
                let demand = Demand::Ends(weak.possible(&laps));
                let wanted = Wanted {
                    lowered: &laps,
                    demand: &demand,
                    race: true,
                };
                let shown = weak.least(wanted, *execution, |_| true);
                let pair = if self.asked.options.smallest {
                    weak.racing(&laps, &shown.execution)
                } else {
                    pair
                };
                self.between(&mut answer, &laps, pair, "uniform");
                shown.tell(self, &laps, Ends::Open, &mut answer);
                answer
            }
        }
    }

    fn outcomes(&self, weak: &Weak) -> Checked {
        let known = self.known();
        let said = weak.one(&weak.plain, &weak.other(&known));
        // What nobody wrote or knows may be left by interleavings that were not looked at.
        let settled = matches!(said, Said::Never) && !weak.leaves_unknown();
        if self.has_many_orders() && !settled {
            return self.of_any_order(weak, known, said);
        }
        let mut answer = match said {
            Said::Never => self.chosen_alike(weak).unwrap_or_else(|| {
                self.but_loose(weak, "robust", &|_| true, || {
                    Checked::new("robust", Answer::Holds)
                        .word("yes")
                        .proof("no execution of the model leaves anything else")
                })
            }),
            Said::Open(open) => Checked::new("robust", Answer::Unknown).remark(open.to_string()),
            Said::Run(execution) => self.leaves(weak, weak.other(&known), *execution),
        };
        // Of interleavings that were not looked at, too, nothing is left that no execution leaves.
        answer.sc_contents = self.sc_contents();
        answer
    }

    pub fn wrongs(&self, weak: &Weak, check: Check) -> Checked {
        let name = check.name();
        match weak.wrong(check) {
            (Said::Never, _) => Checked::new(name, Answer::Holds)
                .word("none")
                .proof("no execution of the model does it"),
            (Said::Open(open), _) => Checked::new(name, Answer::Unknown).remark(open.to_string()),
            (Said::Run(execution), note) => self.found(weak, check, *execution, note.as_ref()),
        }
    }

    fn found(
        &self,
        weak: &Weak,
        check: Check,
        execution: Execution,
        note: Option<&Note>,
    ) -> Checked {
        let mut answer = Checked::new(check.name(), Answer::Violated);
        let demand = weak.wrongly(note).map(Demand::Ends);
        let demand = demand.unwrap_or_else(|| Demand::All(Vec::new()));
        let shown = weak.least(Wanted::of(&weak.stuck, &demand), execution, |_| true);
        if let Some(Note::Found(finding, function, at)) = note {
            answer.word = Some(finding.word());
            let place = Place::of(self.setup, *function, *at);
            let who = who(weak, &shown.execution, note, self.setup);
            answer
                .remarks
                .push(self.wrong(finding, place.as_ref(), &who));
            answer.places.extend(place);
        } else {
            answer.word = Some("uninitialised");
            let bytes = weak.flagged_in(&weak.stuck, &shown.execution, UNINITIALISED);
            let name = bytes.first().map(|&byte| self.element(byte));
            let name = name.unwrap_or_else(|| "an output".to_owned());
            let text = format!("a byte that nobody wrote ends in {name}");
            answer.remarks.push(text);
        }
        shown.tell(self, &weak.stuck, Ends::Open, &mut answer);
        answer
    }
}

/// The thread that does it.
fn who(
    weak: &Weak,
    execution: &Execution,
    note: Option<&Note>,
    setup: &crate::kernel::setup::Setup,
) -> String {
    let registers = note.and_then(|note| weak.stuck.notes.get(note));
    let thread = registers
        .into_iter()
        .flatten()
        .find(|(thread, register)| execution.registers[*thread][*register] == 1);
    thread.map_or_else(
        || "some thread".to_owned(),
        |(thread, _)| setup.thread_name(*thread),
    )
}

/// Whether a finding belongs to a check.
#[must_use]
pub const fn belongs(finding: &Finding, check: Check) -> bool {
    let of = match finding {
        Finding::Trap => Check::Asserts,
        Finding::OutOfBounds(_)
        | Finding::Foreign(_)
        | Finding::Misaligned(_)
        | Finding::WrongSpace(_)
        | Finding::WritesConst(_)
        | Finding::NonCoherent(_)
        | Finding::UninitialisedBranch
        | Finding::UninitialisedAddress
        | Finding::UninitialisedOutput(_) => Check::Memory,
        Finding::Divergence | Finding::OutsideMask | Finding::Deadlock => Check::Barriers,
    };
    of as u8 == check as u8
}
