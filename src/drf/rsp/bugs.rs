//! Ways to get the protocol wrong.

/// A mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bug {
    /// A marker goes to the head of a FIFO, not to its tail.
    MarkerOvertakes,
    /// A remote atomic has no other L1 flushed than its own.
    OthersNotFlushed,
    /// A remote atomic has no other L1 invalidated.
    OthersNotInvalidated,
    /// A marker stalls no acquires, releases and atomics.
    AtomicsNotStalled,
    /// A remote atomic does not have its own L1 flushed.
    RequesterNotFlushed,
}

impl Bug {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::MarkerOvertakes,
        Self::OthersNotFlushed,
        Self::OthersNotInvalidated,
        Self::AtomicsNotStalled,
        Self::RequesterNotFlushed,
    ];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MarkerOvertakes => "marker-overtakes",
            Self::OthersNotFlushed => "others-not-flushed",
            Self::OthersNotInvalidated => "others-not-invalidated",
            Self::AtomicsNotStalled => "atomics-not-stalled",
            Self::RequesterNotFlushed => "requester-not-flushed",
        }
    }

    /// What is wrong, in a line.
    #[must_use]
    pub const fn what(self) -> &'static str {
        match self {
            Self::MarkerOvertakes => "a marker overtakes what is in the FIFO",
            Self::OthersNotFlushed => "a remote atomic flushes only its own L1",
            Self::OthersNotInvalidated => "a remote atomic invalidates only its own L1",
            Self::AtomicsNotStalled => "atomics of a unit go on after a remote one's marker",
            Self::RequesterNotFlushed => "a remote atomic does not flush its own L1",
        }
    }

    /// The one of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|bug| bug.name() == name)
    }
}
