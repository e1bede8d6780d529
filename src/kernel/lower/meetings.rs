//! Places where threads meet, and what is known of who meets there.

use std::collections::BTreeMap;

use crate::kernel::setup::Setup;

use super::cells::{Age, Datum, Knowledge};
use super::numbers::whole;

/// A place where threads meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Meeting {
    /// A barrier of the block.
    Barrier {
        /// Which.
        id: u64,
        /// How many must come; nothing for all that have not exited.
        count: Option<u64>,
    },
    /// An instruction of a warp.
    Lanes {
        /// The warp's number in the block.
        warp: u64,
        /// The function and the instruction, and how many functions are being run.
        at: (usize, usize, usize),
        /// Which lanes.
        mask: u64,
    },
    /// An `activemask`, where lanes of a warp happen to be together.
    Active {
        /// The warp's number in the block.
        warp: u64,
        /// The function and the instruction, and how many functions are being run.
        at: (usize, usize, usize),
        /// Which lanes.
        mask: u64,
        /// How often they all met elsewhere before.
        after: u32,
    },
}

/// Which time threads meet at a place: all of them say the same of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Round {
    /// How often they met there before.
    pub before: u32,
    /// How often just these threads met elsewhere before. What comes in a loop after one place where they meet may also come
    /// before it, but not after as many meetings.
    pub beside: u32,
}

impl Round {
    /// All rounds of a place.
    pub const ANY: Self = Self::of(u32::MAX);

    /// A round that is told from others by how often threads met there.
    #[must_use]
    pub const fn of(before: u32) -> Self {
        Self { before, beside: 0 }
    }
}

impl Meeting {
    /// The threads that meet there, but for barriers that count: those of a thread's block.
    #[must_use]
    pub fn group(&self, setup: &Setup, thread: usize) -> Vec<usize> {
        let members = setup.blocks[setup.threads[thread].block].threads.clone();
        match *self {
            Self::Barrier { .. } => members.collect(),
            Self::Lanes { warp, mask, .. } | Self::Active { warp, mask, .. } => members
                .filter(|&one| {
                    let it = setup.threads[one];
                    it.warp() == warp && mask >> it.lane() & 1 == 1
                })
                .collect(),
        }
    }

    /// How many must come, where that is said.
    #[must_use]
    pub const fn count(&self) -> Option<u64> {
        match *self {
            Self::Barrier { count, .. } => count,
            Self::Lanes { .. } | Self::Active { .. } => None,
        }
    }

    /// The number of a barrier that waits for all threads of a block.
    #[must_use]
    pub const fn whole(&self) -> Option<u64> {
        match *self {
            Self::Barrier { id, count: None } => Some(id),
            Self::Barrier { count: Some(_), .. } | Self::Lanes { .. } | Self::Active { .. } => None,
        }
    }

    /// Whether just those meet here who meet elsewhere: each comes to both equally often.
    #[must_use]
    pub const fn is_beside(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Self::Active { .. }, _) | (_, Self::Active { .. }) => false,
            (
                Self::Barrier { .. } | Self::Lanes { .. },
                Self::Barrier { .. } | Self::Lanes { .. },
            ) => self.includes(other) && other.includes(self),
        }
    }

    /// Whether those who have exited are not waited for.
    #[must_use]
    pub const fn spares(&self) -> bool {
        match *self {
            Self::Barrier { count, .. } => count.is_none(),
            Self::Lanes { .. } => true,
            Self::Active { .. } => false,
        }
    }

    /// Whether all who meet elsewhere meet here too.
    #[must_use]
    pub const fn includes(&self, other: &Self) -> bool {
        if self.count().is_some() || other.count().is_some() {
            return false;
        }
        match (*self, *other) {
            (Self::Barrier { .. }, _) => true,
            (Self::Lanes { .. } | Self::Active { .. }, Self::Barrier { .. }) => false,
            (
                Self::Lanes { warp, mask, .. } | Self::Active { warp, mask, .. },
                Self::Lanes {
                    warp: at,
                    mask: part,
                    ..
                }
                | Self::Active {
                    warp: at,
                    mask: part,
                    ..
                },
            ) => warp == at && part & !mask == 0,
        }
    }
}

/// What a thread can say where threads meet, nothing for never coming there, each with how many writes are behind it
/// at least.
pub type Sayings = BTreeMap<Option<Datum>, Age>;

impl Knowledge {
    /// A number for a round of a meeting.
    pub fn meeting(&mut self, meeting: Meeting, round: Round) -> i64 {
        let count = self.meetings.len();
        let number = *self.meetings.entry((meeting, round)).or_insert(count);
        whole(number)
    }

    /// The number of a round that somebody comes to.
    #[must_use]
    pub fn name(&self, meeting: Meeting, round: Round) -> i64 {
        self.meetings
            .get(&(meeting, round))
            .map_or(-1, |number| whole(*number))
    }

    /// Those who must come where a thread of a block meets others, it included; nothing where any so many will do.
    #[must_use]
    pub fn party(&self, setup: &Setup, thread: usize, with: Meeting) -> Option<Vec<usize>> {
        let Meeting::Barrier {
            count: Some(count), ..
        } = with
        else {
            return Some(with.group(setup, thread));
        };
        let key = (setup.threads[thread].block, with);
        let party = self.parties.get(&key)?;
        (party.len() as u64 <= count).then(|| party.iter().copied().collect())
    }

    /// Whether too few threads use a barrier: nobody goes on from there.
    #[must_use]
    pub fn lacks(&self, setup: &Setup, thread: usize, with: Meeting) -> bool {
        let party = self.party(setup, thread, with);
        party.is_some_and(|party| {
            with.count()
                .is_some_and(|count| party.len() as u64 != count)
        })
    }

    /// The name of the barrier that a model sees at a round: that of all rounds, where any so many will do.
    #[must_use]
    pub fn seen(&self, setup: &Setup, thread: usize, (with, round): (Meeting, Round)) -> i64 {
        let any = self.party(setup, thread, with).is_none();
        self.name(with, if any { Round::ANY } else { round })
    }

    /// The rounds of meetings: of which, which, and its number.
    pub fn rounds(&self) -> impl Iterator<Item = (Meeting, Round, i64)> {
        self.meetings
            .iter()
            .map(|((meeting, round), number)| (*meeting, *round, whole(*number)))
    }

    /// The numbers of the rounds at which threads have met so often there before.
    pub fn names(&self, meeting: Meeting, before: u32) -> impl Iterator<Item = i64> {
        let [first, last] = [0, u32::MAX].map(|beside| (meeting, Round { before, beside }));
        let those = self.meetings.range(first..=last);
        those.map(|(_, number)| whole(*number))
    }

    /// That a thread can say so at a round.
    pub fn say(&mut self, name: i64, thread: usize, says: Option<Datum>, age: Age) {
        let options = self.said.entry((name, thread)).or_default();
        let known = options.get(&says).copied();
        let new = known.map_or(age, |known| known.least(age));
        if known != Some(new) {
            options.insert(says, new);
            self.grown = true;
        }
    }
}
