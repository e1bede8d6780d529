//! Ways to get the protocol wrong, to see whether a test notices.

/// A mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bug {
    /// An acquire does not invalidate the L1.
    AcquireKeepsL1,
    /// A fill that was asked for before an acquire is installed after it.
    FillSurvivesAcquire,
    /// A release does not wait for the writes of its thread.
    ReleaseDoesNotWait,
    /// A store to a line that is valid in the L1 writes all of that line at the L2.
    L2WholeLine,
    /// A write is not held back while the L2 waits for the line's data, which then lack it.
    L2WriteUnderFill,
    /// Memory reads for an atomic, and writes later.
    AtomicInTwoSteps,
    /// A store leaves the old line valid in its own L1.
    StoreKeepsLine,
    /// The L1 loses one in a hundred answers of atomics.
    L1DropsAtomic,
    /// The L2 evicts one in fifty lines that wait for data when they are in the way.
    L2DropsFill,
    /// At one in twenty acquires, the unit loses the next acknowledgement of a write.
    WriteAckLost,
    /// One in 500 stores goes to the next word.
    WrongWord,
    /// A write overtakes one of the same unit to the same line.
    WriteOvertakesWrite,
}

impl Bug {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::AcquireKeepsL1,
        Self::FillSurvivesAcquire,
        Self::ReleaseDoesNotWait,
        Self::L2WholeLine,
        Self::L2WriteUnderFill,
        Self::AtomicInTwoSteps,
        Self::StoreKeepsLine,
        Self::L1DropsAtomic,
        Self::L2DropsFill,
        Self::WriteAckLost,
        Self::WrongWord,
        Self::WriteOvertakesWrite,
    ];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AcquireKeepsL1 => "acquire-keeps-l1",
            Self::FillSurvivesAcquire => "fill-survives-acquire",
            Self::ReleaseDoesNotWait => "release-does-not-wait",
            Self::L2WholeLine => "l2-whole-line",
            Self::L2WriteUnderFill => "l2-write-under-fill",
            Self::AtomicInTwoSteps => "atomic-in-two-steps",
            Self::StoreKeepsLine => "store-keeps-line",
            Self::L1DropsAtomic => "l1-drops-atomic",
            Self::L2DropsFill => "l2-drops-fill",
            Self::WriteAckLost => "write-ack-lost",
            Self::WrongWord => "wrong-word",
            Self::WriteOvertakesWrite => "write-overtakes-write",
        }
    }

    /// What is wrong, in a line.
    #[must_use]
    pub const fn what(self) -> &'static str {
        match self {
            Self::AcquireKeepsL1 => "an acquire does not invalidate the L1",
            Self::FillSurvivesAcquire => "a fill asked for before an acquire is installed after it",
            Self::ReleaseDoesNotWait => "a release does not wait for the writes of its thread",
            Self::L2WholeLine => {
                "a store to a line that is valid in the L1 writes the whole line at the L2"
            }
            Self::L2WriteUnderFill => {
                "the L2 lets a write pass while it waits for the line, whose data then lack it"
            }
            Self::AtomicInTwoSteps => "memory reads for an atomic, and writes later",
            Self::StoreKeepsLine => "a store leaves the old line valid in its own L1",
            Self::L1DropsAtomic => "the L1 loses the answer of an atomic, 1 in 100",
            Self::L2DropsFill => {
                "the L2 evicts a line that waits for data, 1 in 50 of those in the way"
            }
            Self::WriteAckLost => "the acknowledgement of a write is lost, after 1 in 20 acquires",
            Self::WrongWord => "a store goes to the next word, 1 in 500",
            Self::WriteOvertakesWrite => {
                "a write overtakes another of the same unit to the same line"
            }
        }
    }

    /// The one of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|bug| bug.name() == name)
    }
}

/// The mistakes of a device; none unless said otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bugs(u16);

impl Bugs {
    /// With one more.
    #[must_use]
    pub const fn with(self, bug: Bug) -> Self {
        Self(self.0 | 1 << bug as u16)
    }

    /// Whether it has this one.
    #[must_use]
    pub const fn has(self, bug: Bug) -> bool {
        self.0 & (1 << bug as u16) != 0
    }
}
