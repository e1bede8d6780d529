//! What is wrong or missing, in a sentence each.

use std::collections::BTreeSet;

use crate::kernel::interpret::exploration::Found;
use crate::kernel::interpret::finding::{Finding, Gap};
use crate::kernel::interpret::replay::unclear;
use crate::kernel::launch::description::Check;
use crate::kernel::setup::memory::{nearest, region_of};

use super::answer::{Answer, Checked};
use super::decide::Decision;
use super::model::belongs;
use super::places::Place;
use super::refused::said;
use super::witness::{is_local, local};

/// The checks of what stops a run.
const CHECKS: [Check; 3] = [Check::Asserts, Check::Barriers, Check::Memory];

impl Decision<'_> {
    pub fn remark(&self, finding: &Finding, found: &Found) -> String {
        let who = if found.thread == usize::MAX {
            "some thread".to_owned()
        } else {
            self.setup.thread_name(found.thread)
        };
        self.wrong(finding, self.place(found).as_ref(), &who)
    }

    /// What is wrong, where and whose.
    pub fn wrong(&self, finding: &Finding, place: Option<&Place>, who: &str) -> String {
        let place = place.map_or(String::new(), |place| match place.cuda {
            Some(_) => format!("{} (PTX line {})  ", place.short(), place.ptx.line),
            None => format!("{}  ", place.short()),
        });
        let name = |address: u64| self.element(address);
        let what = match finding {
            Finding::Trap => format!("{who} traps"),
            Finding::OutOfBounds(address) => format!("{who} accesses {}", self.missed(*address)),
            Finding::Foreign(address) => {
                let whose = if is_local(*address) {
                    "which no other thread has"
                } else {
                    "which is shared memory of another block"
                };
                format!("{who} accesses {}, {whose}", name(*address))
            }
            Finding::Misaligned(address) => {
                format!(
                    "{who} accesses {}, which is not aligned to the access's size",
                    name(*address)
                )
            }
            Finding::WrongSpace(address) => {
                format!(
                    "{who} accesses {}, which lies in another space than the instruction names",
                    name(*address)
                )
            }
            Finding::WritesConst(address) => {
                format!("{who} writes {}, which is constant", name(*address))
            }
            Finding::NonCoherent(address) => {
                format!(
                    "{who} reads {} by the non-coherent path, and some thread writes it",
                    name(*address)
                )
            }
            Finding::UninitialisedBranch => {
                format!("a byte that nobody wrote decides what {who} does")
            }
            Finding::UninitialisedAddress => {
                format!("a byte that nobody wrote decides an address of {who}")
            }
            Finding::UninitialisedOutput(region) => {
                let name = &self.setup.regions[*region].name;
                let by = place.is_empty().then(String::new);
                let by = by.unwrap_or_else(|| format!(", left by {who}"));
                format!("a byte that nobody wrote ends in {name}{by}")
            }
            Finding::Divergence => {
                format!("{who} and others come to the barrier at different instructions")
            }
            Finding::OutsideMask => format!("{who} is not in the mask that it waits with"),
            Finding::Deadlock => format!("{who} waits for ever"),
        };
        format!("{place}{what}")
    }

    /// An address, as the element that it is or just misses.
    pub fn element(&self, address: u64) -> String {
        let regions = &self.setup.regions;
        match region_of(regions, address).or_else(|| nearest(regions, address)) {
            Some(at) => regions[at].element(address),
            None if is_local(address) => local(self.setup, address),
            None => format!("address {address:#x}"),
        }
    }

    /// The values that are not known and decide what a run does, in a sentence each; one that waits for ever may wait
    /// for any.
    pub fn loose(&self, schedule: &[usize], deadlock: bool) -> Vec<String> {
        let exploration = self.exploration;
        let known: BTreeSet<Gap> = &exploration.gaps | &exploration.chosen;
        let loose = |gap: &&Gap| matches!(gap, Gap::Loose(function, _) if *function != usize::MAX);
        if !known.iter().any(|gap| loose(&gap)) {
            return Vec::new();
        }
        let (setup, contended) = (self.setup, &self.exploration.contended);
        let here = unclear(setup, contended, schedule, self.limits);
        let gaps = if deadlock { known } else { here };
        gaps.iter().filter(loose).map(|gap| self.gap(gap)).collect()
    }

    /// Whether nothing can be said where no run comes to its end.
    fn needs_an_end(&self, check: Check) -> bool {
        let blocked = self.exploration.found.contains_key(&Finding::Deadlock);
        match check {
            Check::Robust | Check::Property => true,
            Check::Barriers => false,
            Check::Races | Check::Asserts | Check::Memory => !blocked,
        }
    }

    /// That no run comes to its end, and what keeps them from it.
    fn endless(&self) -> String {
        let found = self.exploration.found.keys();
        let stops: Vec<&str> = CHECKS
            .into_iter()
            .filter(|check| found.clone().any(|one| belongs(one, *check)))
            .map(Check::name)
            .collect();
        let because = match &stops[..] {
            [] => String::new(),
            stops => format!(" (see {})", stops.join(", ")),
        };
        format!("every run stops before its end{because}: what would come then is not known")
    }

    /// What is missing, if something is.
    pub fn open(&self, check: Check) -> Option<Checked> {
        let mut unsupported = Vec::new();
        let mut places = Vec::new();
        let mut unknown = Vec::new();
        let mut possible = Vec::new();
        let of_contents = match check {
            Check::Robust => true,
            Check::Property => self.named_loose(),
            Check::Races | Check::Asserts | Check::Barriers | Check::Memory => false,
        };
        let gaps = self.exploration.gaps.iter();
        for gap in gaps.filter(|gap| of_contents || !gap.only_ends()) {
            let text = self.gap(gap);
            match gap {
                Gap::Refused(function, at, _) => {
                    unsupported.push(text);
                    places.extend(Place::of(self.setup, *function, *at));
                }
                Gap::Loose(..) => possible.push(text),
                Gap::Long(..)
                | Gap::Orders
                | Gap::Time
                | Gap::Unmatched(..)
                | Gap::Unwritten(..) => unknown.push(text),
            }
        }
        let (answer, remarks) = if !unsupported.is_empty() {
            (Answer::Unsupported, unsupported)
        } else if !unknown.is_empty() {
            (Answer::Unknown, unknown)
        } else if !possible.is_empty() {
            (Answer::Unknown, possible)
        } else if self.exploration.outcomes.is_empty() && self.needs_an_end(check) {
            (Answer::Unknown, vec![self.endless()])
        } else {
            return None;
        };
        if answer != Answer::Unsupported {
            places.clear();
        }
        Some(Checked {
            remarks,
            places,
            ..Checked::new(check.name(), answer)
        })
    }

    /// What a check cannot tell, as the model comes to what is not looked at.
    pub fn gapped(&self, check: Check, gaps: &[Gap]) -> Option<Checked> {
        // That bytes which nobody wrote decide is what `memory` asks for.
        let asked = |gap: &&Gap| check != Check::Memory || !matches!(gap, Gap::Unwritten(..));
        let remarks: Vec<String> = gaps.iter().filter(asked).map(|gap| self.gap(gap)).collect();
        if remarks.is_empty() {
            return None;
        }
        Some(Checked {
            remarks,
            ..Checked::new(check.name(), Answer::Unknown)
        })
    }

    /// Why something is not told, in a sentence.
    pub fn gap(&self, gap: &Gap) -> String {
        let at = |function: usize, at: usize| {
            Place::of(self.setup, function, at).map_or(String::new(), |place| {
                let cuda = in_cuda(&place);
                format!("{cuda}PTX line {}, {}: ", place.ptx.line, place.opcode)
            })
        };
        match gap {
            Gap::Refused(function, index, why) => match Place::of(self.setup, *function, *index) {
                Some(place) => format!("{}{}", in_cuda(&place), said(&place, why)),
                None => format!("not supported: {why}"),
            },
            Gap::Loose(usize::MAX, region) => format!(
                "a value that is not known ends in {}{}",
                self.setup.regions[*region].name,
                self.sources()
            ),
            Gap::Loose(function, index) => format!(
                "{}a value that is not known matters{}",
                at(*function, *index),
                self.sources()
            ),
            Gap::Unwritten(function, index) => format!(
                "{}a byte that nobody wrote decides what comes, and it was taken for 0 (see memory)",
                at(*function, *index)
            ),
            Gap::Long(thread, function, index) => format!(
                "{}{} runs more than {} instructions in one go",
                at(*function, *index),
                self.setup.thread_name(*thread),
                self.limits.instructions
            ),
            Gap::Orders => "there are too many orders of instructions".to_owned(),
            Gap::Time => self.limits.stop.why().to_string(),
            Gap::Unmatched(function, index) => format!(
                "{}lanes wait for each other at different instructions, or with different masks",
                at(*function, *index)
            ),
        }
    }
}

/// The line of CUDA before that of the PTX, where it is known.
fn in_cuda(place: &Place) -> String {
    let cuda = place.cuda.as_ref();
    cuda.map_or(String::new(), |_| format!("{}  ", place.short()))
}
