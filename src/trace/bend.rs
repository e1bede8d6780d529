//! The rules of the judge, as far as a test leaves them out to see that somebody notices.
//!
//! Where a rule is applied stands `bent(Bend::…)`: nothing is ever bent but in unit tests, so that in every other
//! build this is a constant. What orders events is known by its [`Why`]; such edges are left out or turned around in one place,
//! [`edges`].
//!
//! Not here is what others imply: that no read-modify-write reads what it writes (it would come before itself); that a store that was
//! covered ends with the one that covers it (which comes after it in its thread); that read-modify-writes in a stream make
//! no ring (their threads would go back). Nor what only spares the search steps: that what one axiom orders counts for the others.

#[cfg(test)]
use super::axioms::{Edge, Problem, Why};

macro_rules! bends {
    ($($name:ident: $what:literal,)+) => {
        /// A rule that is left out, or turned around.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Bend {
            $(#[doc = $what] $name,)+
            /// What orders events for this reason does not.
            #[cfg(test)]
            Without(Why),
            /// What orders events for this reason orders them the other way.
            #[cfg(test)]
            Around(Why),
        }

        /// All that have no reason.
        #[cfg(test)]
        pub(crate) const ALL: &[Bend] = &[$(Bend::$name,)+];
    };
}

bends! {
    ValuesProgram: "Values written once: a thread's accesses of a location are in no order.",
    ValuesAround: "… are in the other order.",
    ValuesInside: "… may go back in a chain of read-modify-writes.",
    ValuesFused: "… a read-modify-write follows what it read, but not right after.",
    ValuesTwice: "… two read-modify-writes may read one write.",
    ValuesRing: "… read-modify-writes may follow each other in a ring.",
    ValuesEarly: "… a thread may read what it writes later.",
    ValuesFirst: "… something may come before the initial value.",
    ValuesNobody: "… what nobody wrote may be read.",
    ValuesInitials: "… a location may have several initial values.",
    ValuesBacks: "… write-backs order nothing.",
    ValuesBacksAround: "… write-backs order the other way.",
    ValuesRepeated: "… a value that is written again is taken for written once.",
    ValuesCycle: "… what can be put in order is enough.",
    StreamProgram: "Streams: a thread's accesses of a location are in no order.",
    StreamAround: "… are in the other order.",
    StreamInside: "… may go back in a chain of read-modify-writes.",
    StreamTwice: "… two read-modify-writes may read one write.",
    StreamBetween: "… something may come between what a read-modify-write reads and writes.",
    StreamEarly: "… a thread may read what it writes later.",
    StreamFirst: "… something may come before the initial value.",
    StreamNobody: "… what nobody wrote may be read.",
    StreamInitials: "… a location may have several initial values.",
    StreamLateFirst: "… a value of nobody need not come first.",
    StreamContract: "… what came before a value that was let go does not come before what came after it.",
    StreamGone: "… a value that was let go was never written.",
    StreamBlur: "… a value that was let go of a chain of read-modify-writes, and is read again, is outside of it.",
    StreamWaits: "… a value may be let go that a read waits for.",
    StreamInitial: "… where the initial value was let go, a value may have been, too.",
    StreamFront: "… a value at which threads stand may be let go though others come before it.",
    StreamPast: "… a thread whose value was let go has been nowhere.",
    StreamCycle: "… a cycle is none.",
    SourceInitial: "Orders: no read finds the initial value.",
    SourceUnwritten: "… what nobody wrote may be read.",
    SourceInitials: "… a location may have several initial values.",
    SourceUnknown: "… an unknown initial value may be one that is written.",
    SourceFirst: "… of several writes of a value only the first is read.",
    TimeTouching: "… what ends as another begins comes before it.",
    TimeIssued: "… stores end when they are issued.",
    TimeKept: "… a store that was never written back ends when it is issued.",
    BackLogged: "… write-backs order as they are logged, whatever their times.",
    BarrierRounds: "… all arrivals at a barrier are one round.",
    BarrierLeaves: "… what a thread does after a barrier need not wait for it.",
    BranchReads: "… branches order reads too.",
    FenceBefore: "… fences order nothing that was before them.",
    FenceAfter: "… fences order nothing that comes after them.",
    TsoReads: "… `tso` keeps no order of reads.",
    TsoWrites: "… `tso` keeps no order of writes.",
    TsoReadWrite: "… `tso` keeps no order of reads and later writes.",
    TsoWriteRead: "… `tso` keeps the order of writes and later reads.",
    TsoForwards: "… under `tso` reading one's own store orders.",
    TsoAtomics: "… under `tso` read-modify-writes are no fences.",
    NotCoherent: "… the order of writes orders nothing.",
    Hidden: "… a write may come between a read and what it reads.",
    FromRead: "… a read does not come before what overwrites what it read.",
    NarrowLate: "… a read may be left with a write that comes later.",
    NarrowBetween: "… a read may be left with a write that another hides.",
    Overwrites: "… an order may overwrite what a read still waits for.",
    ClosedParts: "Parts: a read may be kept whose write is left out.",
    SmallestParts: "… a part is taken for the smallest that cannot be made smaller.",
    EarliestParts: "… of the smallest parts any is shown.",
    WindowOne: "Windows: one memory is taken for all that can be left.",
    WindowCut: "… every place is one that nothing crosses.",
    WindowPast: "… what earlier windows wrote was not written.",
    WindowLater: "… what later windows write does not matter.",
    WindowCrossing: "… what overlaps earlier windows does not matter.",
    WindowPrecedes: "… what had ended before an earlier window began does not matter.",
    ClockAcquire: "Clocks: an acquire learns nothing.",
    ClockRelease: "… a release tells nothing.",
    ClockTicks: "… what comes after a release is told by it too.",
    ClockReads: "… a write does not race with a read before it.",
    ClockWrites: "… nothing races with a write before it.",
    ClockStale: "… a read may find an older write.",
    ClockStuck: "… a read-modify-write may find what was never there.",
    ClockTwice: "… two read-modify-writes may find one value.",
    ClockScopes: "… every scope is the whole machine.",
    Guards: "Litmus tests: what was not read goes on as if it had been.",
    BranchesMore: "… branches order no writes.",
    BranchesLess: "… branches order all writes after them.",
}

/// Whether a rule is bent.
#[cfg(not(test))]
#[inline]
pub(super) const fn bent(_: Bend) -> bool {
    false
}

#[cfg(test)]
thread_local! {
    static BENT: std::cell::Cell<Option<Bend>> = const { std::cell::Cell::new(None) };
}

/// Whether a rule is bent.
#[cfg(test)]
pub(super) fn bent(bend: Bend) -> bool {
    BENT.get() == Some(bend)
}

/// What is said with a rule bent.
#[cfg(test)]
pub(crate) fn with<T>(bend: Option<Bend>, said: impl FnOnce() -> T) -> T {
    BENT.set(bend);
    let found = said();
    BENT.set(None);
    found
}

/// Bends what is known of a problem from the start.
#[cfg(test)]
pub(super) fn edges(problem: &mut Problem) {
    for axiom in &mut problem.axioms {
        match BENT.get() {
            Some(Bend::Without(why)) => axiom.edges.retain(|edge| edge.why != why),
            Some(Bend::Around(why)) => {
                for Edge { from, to, .. } in axiom.edges.iter_mut().filter(|edge| edge.why == why) {
                    std::mem::swap(from, to);
                }
            }
            Some(_) | None => {}
        }
    }
}
