//! What is not known any more of a location whose chains lost members.
//!
//! A chain of read-modify-writes is one node of the order, as nothing comes between its members. A value that was let go
//! of a chain and is read again would get a node of its own, outside: a thread that reads the chain's first member, this
//! one and the chain's last would go around in a circle, though nothing is wrong. And that a read-modify-write followed
//! it is forgotten. So a value that comes to such a location without its write is in doubt. While one is, what is wrong at
//! the location may be wrong for that reason only: the location is given up, and the verdict is unknown.

use super::{Bend, Ended, Log, Stream, bent};

/// What was let go of a location.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Gone {
    /// A member of a chain.
    pub(super) from_chain: bool,
    /// The initial value, or one that read-modify-writes made of it.
    pub(super) initial: bool,
    /// How many values that came since may be members of chains that were let go.
    doubtful: u64,
    /// The location was given up: at which event, and why.
    lost: Option<(u64, Lost)>,
}

/// Why a location is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lost {
    /// Something was wrong here while a value was in doubt.
    Blurred,
    /// There was no room for its values.
    Crowded,
}

impl Stream {
    /// Whether a value that comes to a location now may be one that was let go of a chain; the initial value is known to
    /// be none as long as it was never let go.
    pub(super) fn doubts(&mut self, place: u32, initial: bool) -> bool {
        let Some(gone) = self.gone.get_mut(&place) else {
            return false;
        };
        let doubtful = gone.from_chain && (!initial || gone.initial) && !bent(Bend::StreamBlur);
        gone.doubtful += u64::from(doubtful);
        doubtful
    }

    /// A value that was in doubt was written: it is a new one.
    pub(super) fn settle(&mut self, place: u32) {
        if let Some(gone) = self.gone.get_mut(&place) {
            gone.doubtful = gone.doubtful.saturating_sub(1);
        }
    }

    /// Whether some value of a location is in doubt.
    pub(super) fn is_blurred(&self, place: u32) -> bool {
        self.gone.get(&place).is_some_and(|gone| gone.doubtful > 0)
    }

    /// Whether a location was given up.
    pub(super) fn is_lost(&self, place: u32) -> bool {
        self.gone
            .get(&place)
            .is_some_and(|gone| gone.lost.is_some())
    }

    /// Gives a location up at which something is wrong, if a value is in doubt there.
    pub(super) fn loses(&mut self, place: u32) -> bool {
        let number = self.number;
        let Some(gone) = self.gone.get_mut(&place) else {
            return false;
        };
        if gone.doubtful > 0 {
            gone.lost = Some((number, Lost::Blurred));
        }
        gone.lost.is_some()
    }

    /// Gives a location up for whose values there is no room.
    pub(super) fn give_up(&mut self, place: u32) {
        let lost = (self.number, Lost::Crowded);
        self.gone.entry(place).or_default().lost.get_or_insert(lost);
    }

    /// Why nothing more is known of the location that was given up first.
    pub(super) fn first_lost(&self, log: &Log) -> Option<Ended> {
        let lost = self.gone.iter();
        let lost = lost.filter_map(|(&place, gone)| Some((gone.lost?, place)));
        let ((event, why), place) = lost.min()?;
        Some(match why {
            Lost::Blurred => blurred(log, event, place),
            Lost::Crowded => crowded(log, event, place),
        })
    }
}

/// That nothing more is known of a location, whose chains lost members.
pub(super) fn blurred(log: &Log, event: u64, place: u32) -> Ended {
    let place = log.address(place);
    let reason = format!(
        "at event #{event} {place} has values that read-modify-writes joined, of which some were let go for lack of memory"
    );
    Ended::Unknown { reason, event }
}

/// That nothing more is known of a location, for which there was no room.
fn crowded(log: &Log, event: u64, place: u32) -> Ended {
    let place = log.address(place);
    let reason = format!(
        "at event #{event} there was no memory left for the values of {place}: reads wait for too many writes, or threads stand at too many values; a larger --memory may tell"
    );
    Ended::Unknown { reason, event }
}
