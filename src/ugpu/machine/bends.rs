//! Ways to get the machine wrong, to see whether a test notices.

/// A rule dropped or bent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "testing",
    expect(missing_docs, reason = "each is described by its name, `Bend::name`")
)]
pub enum Bend {
    NoBorrowing,
    BorrowFromOneself,
    BorrowAgain,
    BorrowShared,
    BorrowKeepsOwnStore,
    BorrowLeavesNoMark,
    LoadsKeepOrder,
    LoadsOvertakeStores,
    LoadsWaitForBranches,
    StoresOvertakeLoads,
    StoresIgnoreBranches,
    FenceIgnoresLoads,
    FenceLetsLaterPass,
    BlockFenceSharesNothing,
    BlockFenceSharesGlobally,
    DeviceFenceStaysInBlock,
    StrongFenceSharesOwnOnly,
    NoSpontaneousSharing,
    PartialSharingReachesBlock,
    DeliverySparesUnshared,
    DeliveryKeepsMark,
    RmwStaysUnshared,
    BlockRmwSharesGlobally,
    DeviceRmwStaysInBlock,
    FailedCasDelivers,
    LoneBlockDeliversNothing,
}

impl Bend {
    /// All of them, with their names, in a fixed order.
    pub const NAMES: [(Self, &'static str); 26] = [
        (Self::NoBorrowing, "no borrowing"),
        (Self::BorrowFromOneself, "borrowing from oneself"),
        (Self::BorrowAgain, "borrowing where the cell is borrowed"),
        (Self::BorrowShared, "borrowing what is shared already"),
        (Self::BorrowKeepsOwnStore, "borrowing leaves the own cell"),
        (Self::BorrowLeavesNoMark, "borrowing does not set B"),
        (Self::LoadsKeepOrder, "loads of a location in order"),
        (Self::LoadsOvertakeStores, "loads overtake stores"),
        (Self::LoadsWaitForBranches, "loads wait for branches"),
        (Self::StoresOvertakeLoads, "stores overtake loads"),
        (Self::StoresIgnoreBranches, "stores ignore branches"),
        (Self::FenceIgnoresLoads, "fences ignore outstanding loads"),
        (Self::FenceLetsLaterPass, "loads overtake fences"),
        (
            Self::BlockFenceSharesNothing,
            "a block fence shares nothing",
        ),
        (
            Self::BlockFenceSharesGlobally,
            "a block fence shares globally",
        ),
        (
            Self::DeviceFenceStaysInBlock,
            "a device fence stays in the block",
        ),
        (
            Self::StrongFenceSharesOwnOnly,
            "a fence that is not cumulative",
        ),
        (Self::NoSpontaneousSharing, "no spontaneous sharing"),
        (
            Self::PartialSharingReachesBlock,
            "partial sharing reaches the block",
        ),
        (
            Self::DeliverySparesUnshared,
            "delivery spares unshared stores",
        ),
        (Self::DeliveryKeepsMark, "delivery leaves B"),
        (Self::RmwStaysUnshared, "an RMW stays unshared"),
        (Self::BlockRmwSharesGlobally, "a block RMW shares globally"),
        (
            Self::DeviceRmwStaysInBlock,
            "a device RMW stays in the block",
        ),
        (Self::FailedCasDelivers, "a failed cas delivers"),
        (
            Self::LoneBlockDeliversNothing,
            "no delivery without a receiver",
        ),
    ];

    /// What it says.
    #[must_use]
    pub fn name(self) -> &'static str {
        let known = Self::NAMES.iter().find(|(bend, _)| *bend == self);
        known.map_or("", |(_, name)| name)
    }
}

/// Which rules are bent; none of them unless said otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bends {
    bent: u64,
}

impl Bends {
    /// The models as they are.
    pub const NONE: Self = Self { bent: 0 };

    /// Bends one rule.
    #[must_use]
    pub const fn with(self, bend: Bend) -> Self {
        Self {
            bent: self.bent | 1 << bend as u32,
        }
    }

    /// Whether a rule is bent.
    #[must_use]
    pub const fn has(self, bend: Bend) -> bool {
        self.bent & (1 << bend as u32) != 0
    }
}
