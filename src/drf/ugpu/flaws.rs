//! Rules of the machine that can be bent, and which of them programs without races can notice.

use crate::ugpu::machine::{Bend, Model};

/// A rule that is bent, as a bug of the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flaw {
    bend: Bend,
    name: &'static str,
    what: &'static str,
    seen: Seen,
}

/// By which programs a bend is noticed, or why by none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// On all three machines.
    Everywhere,
    /// On the machines whose threads have memories of their own: a block of the strong one has one memory.
    Weak,
    /// On those, and in `block` mode only.
    WeakInBlocks,
    /// By litmus tests of the programs: a thread of the tester asks for a load only when all that it may read is there.
    Exported,
    /// On the strong machine in `chain` mode: what a thread hands on has to come from another one. The fences of the others never
    /// share that.
    Chains,
    /// It makes the machine stronger: whatever it does then, it could do before.
    Strengthens,
    /// It shows only where threads race.
    Races,
    /// The programs have no branch.
    Branches,
    /// The programs have no compare-and-swap.
    Swaps,
    /// It shows only in what memory holds at the end.
    AtTheEnd,
}

impl Seen {
    /// In a few words.
    #[must_use]
    pub const fn what(self) -> &'static str {
        match self {
            Self::Everywhere => "weak, coherent, strong",
            Self::Weak => "weak, coherent",
            Self::WeakInBlocks => "weak, coherent: --mode block",
            Self::Exported => "all, by drf export --fences",
            Self::Chains => "strong: --mode chain",
            Self::Strengthens => "none: it is stronger",
            Self::Races => "none: it needs a race",
            Self::Branches => "none: it needs branches",
            Self::Swaps => "none: it needs a cas",
            Self::AtTheEnd => "none: at the end only",
        }
    }

    /// Whether a run on a machine can notice it.
    #[must_use]
    pub const fn on(self, model: Model) -> bool {
        match (self, model) {
            (Self::Everywhere, _)
            | (Self::Weak | Self::WeakInBlocks, Model::Weak | Model::Coherent)
            | (Self::Chains, Model::Strong) => true,
            (Self::Weak | Self::WeakInBlocks, Model::Strong)
            | (Self::Chains, Model::Weak | Model::Coherent)
            | (
                Self::Exported
                | Self::Strengthens
                | Self::Races
                | Self::Branches
                | Self::Swaps
                | Self::AtTheEnd,
                _,
            ) => false,
        }
    }
}

const fn flaw(bend: Bend, name: &'static str, what: &'static str, seen: Seen) -> Flaw {
    Flaw {
        bend,
        name,
        what,
        seen,
    }
}

impl Flaw {
    /// All of them, in the order of [`Bend::NAMES`].
    pub const ALL: [Self; 26] = [
        flaw(
            Bend::NoBorrowing,
            "no-borrowing",
            "a load never borrows",
            Seen::Strengthens,
        ),
        flaw(
            Bend::BorrowFromOneself,
            "borrow-from-oneself",
            "a load may borrow from its own thread",
            Seen::Weak,
        ),
        flaw(
            Bend::BorrowAgain,
            "borrow-again",
            "a load may borrow where the cell is borrowed already",
            Seen::Races,
        ),
        flaw(
            Bend::BorrowShared,
            "borrow-shared",
            "a load may borrow what is shared already",
            Seen::Weak,
        ),
        flaw(
            Bend::BorrowKeepsOwnStore,
            "borrow-keeps-own-store",
            "borrowing leaves the own cell as it was",
            Seen::Races,
        ),
        flaw(
            Bend::BorrowLeavesNoMark,
            "borrow-leaves-no-mark",
            "borrowing does not mark the cell",
            Seen::Races,
        ),
        flaw(
            Bend::LoadsKeepOrder,
            "loads-keep-order",
            "loads of a location keep their order",
            Seen::Strengthens,
        ),
        flaw(
            Bend::LoadsOvertakeStores,
            "loads-overtake-stores",
            "a load overtakes a store of its thread to its location",
            Seen::Everywhere,
        ),
        flaw(
            Bend::LoadsWaitForBranches,
            "loads-wait-for-branches",
            "a load waits for the branches before it",
            Seen::Branches,
        ),
        flaw(
            Bend::StoresOvertakeLoads,
            "stores-overtake-loads",
            "a store overtakes a load of its thread of its location",
            Seen::Everywhere,
        ),
        flaw(
            Bend::StoresIgnoreBranches,
            "stores-ignore-branches",
            "a store does not wait for the branches before it",
            Seen::Branches,
        ),
        flaw(
            Bend::FenceIgnoresLoads,
            "fence-ignores-loads",
            "a fence does not wait for loads before it",
            Seen::Everywhere,
        ),
        flaw(
            Bend::FenceLetsLaterPass,
            "loads-overtake-fences",
            "a load overtakes a fence before it",
            Seen::Exported,
        ),
        flaw(
            Bend::BlockFenceSharesNothing,
            "block-fence-shares-nothing",
            "a fence of block scope shares nothing",
            Seen::WeakInBlocks,
        ),
        flaw(
            Bend::BlockFenceSharesGlobally,
            "block-fence-shares-globally",
            "a fence of block scope shares with all",
            Seen::Strengthens,
        ),
        flaw(
            Bend::DeviceFenceStaysInBlock,
            "device-fence-stays-in-block",
            "a fence of device scope shares with its block only",
            Seen::Everywhere,
        ),
        flaw(
            Bend::StrongFenceSharesOwnOnly,
            "fence-not-cumulative",
            "a fence shares only what its own thread stores",
            Seen::Chains,
        ),
        flaw(
            Bend::NoSpontaneousSharing,
            "no-spontaneous-sharing",
            "nothing is shared but by fences and atomics",
            Seen::Strengthens,
        ),
        flaw(
            Bend::PartialSharingReachesBlock,
            "partial-sharing-reaches-block",
            "what only others lack is shared with the block again",
            Seen::Weak,
        ),
        flaw(
            Bend::DeliverySparesUnshared,
            "delivery-spares-unshared",
            "what is delivered does not overwrite what is not shared",
            Seen::Weak,
        ),
        flaw(
            Bend::DeliveryKeepsMark,
            "delivery-keeps-mark",
            "what is delivered leaves the mark of borrowing",
            Seen::Races,
        ),
        flaw(
            Bend::RmwStaysUnshared,
            "rmw-stays-unshared",
            "an atomic shares nothing",
            Seen::Everywhere,
        ),
        flaw(
            Bend::BlockRmwSharesGlobally,
            "block-rmw-shares-globally",
            "an atomic of block scope shares with all",
            Seen::Strengthens,
        ),
        flaw(
            Bend::DeviceRmwStaysInBlock,
            "device-rmw-stays-in-block",
            "an atomic of device scope shares with its block only",
            Seen::Everywhere,
        ),
        flaw(
            Bend::FailedCasDelivers,
            "failed-cas-delivers",
            "a compare-and-swap that fails delivers",
            Seen::Swaps,
        ),
        flaw(
            Bend::LoneBlockDeliversNothing,
            "lone-block-delivers-nothing",
            "a block that is alone does not reach memory",
            Seen::AtTheEnd,
        ),
    ];

    /// The rule.
    #[must_use]
    pub const fn bend(self) -> Bend {
        self.bend
    }

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// What is wrong, in a line.
    #[must_use]
    pub const fn what(self) -> &'static str {
        self.what
    }

    /// Who notices it.
    #[must_use]
    pub const fn seen(self) -> Seen {
        self.seen
    }

    /// The one of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|flaw| flaw.name == name)
    }
}
