//! Which settings are best.

use std::time::Duration;

use crate::device::run::settings::Settings;
use crate::device::run::trial::Ran;
use crate::device::run::view::failure;

/// So many sightings are to be expected where one is to be certain enough: that none shows is luck of 5 %.
pub const ENOUGH: f64 = 3.0;

/// What came of a test under some settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Tried {
    /// The settings.
    pub settings: Settings,
    /// Launches that came to an end.
    pub launches: u64,
    /// Instances that ended.
    pub instances: u64,
    /// Instances in which a thread did not come to its end.
    pub unfinished: u64,
    /// In how many instances the condition held.
    pub seen: u64,
    /// How long it took.
    pub took: Duration,
    /// Why it says nothing, or ended too early.
    pub failure: Option<String>,
}

impl Tried {
    /// Of a run.
    #[must_use]
    pub fn of(settings: Settings, ran: &Ran, seen: u64) -> Self {
        Self {
            settings,
            launches: ran.launches,
            instances: ran.tally.instances,
            unfinished: ran.tally.unfinished,
            seen,
            took: ran.took,
            failure: failure(ran),
        }
    }

    /// Sightings in a second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        let seconds = self.took.as_secs_f64();
        if seconds > 0.0 && self.seen > 0 {
            sightings(self.seen) / seconds
        } else {
            0.0
        }
    }

    /// How often it is to be expected in a run of so much time; in one like this, where no time is said.
    pub(super) fn expected(&self, time: Option<Duration>) -> f64 {
        match time {
            Some(time) => self.rate() * time.as_secs_f64(),
            None => sightings(self.seen),
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a count far below what a float holds exactly"
)]
const fn sightings(seen: u64) -> f64 {
    seen as f64
}

/// The settings with the highest rate, the first of several; none where nothing was seen.
#[must_use]
pub fn best(tried: &[Tried]) -> Option<usize> {
    let rated = tried.iter().enumerate().filter(|(_, one)| one.seen > 0);
    let rated = rated.map(|(number, one)| (number, one.rate()));
    rated
        .reduce(|best, one| if one.1 > best.1 { one } else { best })
        .map(|(number, _)| number)
}

/// The settings that are best for all tests.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ForAll {
    /// Their number.
    pub number: usize,
    /// How many tests show so often that they would show again.
    pub tests: usize,
    /// The rate of the rarest of these; of the rarest that was seen, where there is none.
    pub smallest: f64,
}

/// The settings under which most tests are seen [`ENOUGH`] in a run of so much time; of several, those whose rarest test is seen
/// most often. None where nothing was seen.
#[must_use]
pub fn for_all<'a>(
    tests: impl Iterator<Item = &'a [Tried]>,
    time: Option<Duration>,
) -> Option<ForAll> {
    let tests: Vec<&[Tried]> = tests.collect();
    let count = tests.iter().map(|test| test.len()).max()?;
    let of = |number: usize| {
        let tried = tests.iter().filter_map(|test| test.get(number));
        let seen = tried.filter(|one| one.seen > 0);
        let enough = |one: &&Tried| one.expected(time) >= ENOUGH;
        let tests = seen.clone().filter(enough).count();
        let rates = seen
            .filter(|one| tests == 0 || enough(one))
            .map(Tried::rate);
        let smallest = rates.reduce(f64::min)?;
        Some(ForAll {
            number,
            tests,
            smallest,
        })
    };
    let better = |one: &ForAll, other: &ForAll| {
        one.tests > other.tests || one.tests == other.tests && one.smallest > other.smallest
    };
    (0..count)
        .filter_map(of)
        .reduce(|best, one| if better(&one, &best) { one } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::run::device::Backend;

    fn tried(seen: u64, millis: u64) -> Tried {
        Tried {
            settings: Settings::of(Backend::Host),
            launches: 1,
            instances: 1000,
            unfinished: 0,
            seen,
            took: Duration::from_millis(millis),
            failure: None,
        }
    }

    #[test]
    fn the_best_settings_show_most_in_a_second() {
        assert_eq!(
            best(&[tried(0, 10), tried(5, 1000), tried(3, 100)]),
            Some(2)
        );
        assert_eq!(best(&[tried(2, 100), tried(4, 200)]), Some(0));
        assert_eq!(best(&[tried(0, 10), tried(0, 10)]), None);
        assert_eq!(best(&[]), None);
    }

    #[test]
    fn for_all_most_tests_count_and_then_the_rarest() {
        // Settings 0 show one test very often, 1 show both, 2 both and the rarest more often.
        let first = [tried(9000, 100), tried(40, 100), tried(50, 100)];
        let second = [tried(0, 100), tried(3, 100), tried(4, 100)];
        let of = |time| for_all([&first[..], &second[..]].into_iter(), time);
        let second_of = Duration::from_secs(1);
        let found = of(Some(second_of)).expect("both are seen");
        assert_eq!((found.number, found.tests), (2, 2));
        assert!((found.smallest - 40.0).abs() < 1e-9);
        // In a hundredth of a second the second test is not to be expected three times.
        let found = of(Some(Duration::from_millis(10))).expect("one is");
        assert_eq!((found.number, found.tests), (0, 1));
        // Runs like these: three sightings are enough.
        assert_eq!(
            of(None).map(|found| (found.number, found.tests)),
            Some((2, 2))
        );
        assert_eq!(for_all([&[tried(0, 10)][..]].into_iter(), None), None);
    }
}
