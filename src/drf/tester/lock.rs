//! What the atomics of a lock returned.

use std::collections::{BTreeSet, VecDeque};

use crate::drf::finding::Access;

/// The last answers of a lock that are kept, to tell who returned a value before.
const RECENT: usize = 256;

/// A lock: how many atomics it was asked for, and what they returned.
///
/// Each atomic adds 1, so each value is returned once. What was returned are the values below `top` that are not
/// missing: no more of them are missing than requests are open, however long the run is.
#[derive(Debug, Clone, Default)]
pub struct Lock {
    /// So many were offered.
    pub offered: u32,
    /// So many were answered.
    pub answered: u32,
    /// All values that were returned are below this.
    top: u32,
    /// The values below it that were not returned.
    missing: BTreeSet<u32>,
    /// The last values that were returned, and who returned them.
    recent: VecDeque<(u32, Access)>,
}

/// What is wrong with a value that an atomic returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// As many atomics were not offered yet.
    TooLarge,
    /// It was returned before; by whom, where that is still known.
    Again(Option<Access>),
    /// The atomic comes after others that returned more.
    TooSmall,
}

impl Lock {
    /// An atomic that was offered when `before` others had been answered returns a value: these are different
    /// numbers, below how many there were, and what comes after others returns more.
    ///
    /// # Errors
    ///
    /// No device whose atomics add 1 returns this.
    pub fn returns(&mut self, read: u32, before: u32, access: Access) -> Result<(), Wrong> {
        if read >= self.offered {
            return Err(Wrong::TooLarge);
        }
        if read < self.top && !self.missing.contains(&read) {
            let mut recent = self.recent.iter();
            let other = recent.find(|(value, _)| *value == read);
            return Err(Wrong::Again(other.map(|(_, other)| *other)));
        }
        if read < before {
            return Err(Wrong::TooSmall);
        }
        self.missing.remove(&read);
        if read >= self.top {
            self.missing.extend(self.top..read);
            self.top = read + 1;
        }
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((read, access));
        self.answered += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(thread: u32) -> Access {
        Access {
            thread,
            episode: 0,
            action: 0,
            clock: 0,
        }
    }

    /// A lock of many atomics, eight of them open at a time and answered in another order than they were offered, and
    /// the value that is next.
    fn long() -> (Lock, u32) {
        let mut lock = Lock::default();
        let mut next = 0;
        for _ in 0..10_000 {
            let before = lock.answered;
            lock.offered += 8;
            for value in [3, 1, 7, 0, 2, 6, 5, 4] {
                assert_eq!(lock.returns(next + value, before, by(value)), Ok(()));
                assert!(lock.missing.len() < 8 && lock.recent.len() <= RECENT);
            }
            assert!(lock.missing.is_empty());
            next += 8;
        }
        (lock, next)
    }

    #[test]
    fn a_value_that_is_returned_again_is_found_however_old_it_is() {
        let (mut lock, next) = long();
        lock.offered += 2;
        // Who returned it is known of the last ones alone; that it was returned, of all.
        let last = lock.returns(next - 1, 0, by(9));
        assert_eq!(last, Err(Wrong::Again(Some(by(7)))));
        for value in [0, 1, next / 2, next - 1000] {
            assert_eq!(lock.returns(value, 0, by(9)), Err(Wrong::Again(None)));
        }
        assert_eq!(lock.returns(next, lock.answered, by(9)), Ok(()));
        let again = lock.returns(next, lock.answered, by(8));
        assert_eq!(again, Err(Wrong::Again(Some(by(9)))));
    }

    /// Who leaves a value out has none left for the last of those who asked.
    #[test]
    fn a_value_that_is_never_returned_is_found() {
        let (mut lock, next) = long();
        let left = next;
        for at in 1..5000 {
            // One is always open, so that a value may be missing for long.
            lock.offered = next + at + 1;
            assert_eq!(lock.returns(left + at, 0, by(0)), Ok(()));
            assert_eq!(lock.missing.len(), 1);
        }
        let before = lock.answered;
        let all = lock.offered;
        assert_eq!(lock.returns(all, before, by(1)), Err(Wrong::TooLarge));
        assert_eq!(lock.returns(left, before, by(1)), Err(Wrong::TooSmall));
        let again = lock.returns(all - 1, 0, by(1));
        assert_eq!(again, Err(Wrong::Again(Some(by(0)))));
        // It was not left out if who asked long ago gets it.
        assert_eq!(lock.returns(left, left, by(1)), Ok(()));
        assert!(lock.missing.is_empty());
    }
}
