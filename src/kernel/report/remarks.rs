//! What is wrong or missing, in a sentence each.

use crate::kernel::interpret::exploration::Found;
use crate::kernel::interpret::finding::{Finding, Gap};
use crate::kernel::launch::description::Check;
use crate::kernel::setup::memory::{nearest, region_of};

use super::answer::{Answer, Checked};
use super::decide::Decision;
use super::places::Place;

impl Decision<'_> {
    pub fn remark(&self, finding: &Finding, found: &Found) -> String {
        let place = self
            .place(found)
            .map_or(String::new(), |place| format!("{}  ", place.short()));
        let who = if found.thread == usize::MAX {
            "some thread".to_owned()
        } else {
            self.setup.thread_name(found.thread)
        };
        let name = |address: u64| self.element(address);
        let what = match finding {
            Finding::Trap => format!("{who} traps"),
            Finding::OutOfBounds(address) => {
                format!(
                    "{who} accesses {}, which is not wholly in a buffer",
                    name(*address)
                )
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
                format!(
                    "a byte that nobody wrote ends in {}",
                    self.setup.regions[*region].name
                )
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
            None => format!("address {address:#x}"),
        }
    }

    /// What is missing, if something is.
    pub fn open(&self, check: Check) -> Option<Checked> {
        let mut unsupported = Vec::new();
        let mut unknown = Vec::new();
        let mut possible = Vec::new();
        let at = |function: usize, at: usize| {
            Place::of(self.setup, function, at).map_or(String::new(), |place| {
                let cuda = place
                    .cuda
                    .as_ref()
                    .map_or(String::new(), |_| format!("{}  ", place.short()));
                format!("{cuda}PTX line {}, {}: ", place.ptx.line, place.opcode)
            })
        };
        for gap in &self.exploration.gaps {
            match gap {
                Gap::Refused(function, index, why) => {
                    unsupported.push(format!("{}{why} is not supported", at(*function, *index)));
                }
                Gap::Loose(function, index) => {
                    possible.push(format!(
                        "{}a value that is not known matters",
                        at(*function, *index)
                    ));
                }
                Gap::Long(thread) => unknown.push(format!(
                    "{} runs more than {} instructions in one go",
                    self.setup.thread_name(*thread),
                    self.limits.instructions
                )),
                Gap::Orders => unknown.push("there are too many orders of instructions".to_owned()),
                Gap::Time => unknown.push("the time is over".to_owned()),
                Gap::Unmatched(function, index) => unknown.push(format!(
                    "{}lanes wait for each other at different instructions",
                    at(*function, *index)
                )),
            }
        }
        let (answer, remarks) = if !unsupported.is_empty() {
            (Answer::Unsupported, unsupported)
        } else if !unknown.is_empty() {
            (Answer::Unknown, unknown)
        } else if !possible.is_empty() {
            (Answer::Unknown, possible)
        } else if self.exploration.outcomes.is_empty() && check != Check::Barriers {
            let why = "no run comes to its end, so nothing is shown of those that do".to_owned();
            (Answer::Unknown, vec![why])
        } else {
            return None;
        };
        Some(Checked {
            remarks,
            ..Checked::new(check.name(), answer)
        })
    }
}
