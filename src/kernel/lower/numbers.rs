//! What cells hold, as numbers: models compare values, and that is all they do with them.

use std::collections::BTreeMap;

use super::cells::Datum;

/// Patterns below this are their own numbers.
const PLAIN: i64 = 1 << 40;

/// Numbers of what cells hold.
#[derive(Debug, Clone, Default)]
pub struct Numbers {
    list: Vec<Datum>,
    index: BTreeMap<Datum, i64>,
}

impl Numbers {
    /// The number of a datum.
    pub fn number(&mut self, datum: Datum) -> i64 {
        if let Some(plain) = plain(datum) {
            return plain;
        }
        let next = PLAIN + whole(self.list.len());
        let number = *self.index.entry(datum).or_insert(next);
        if number == next {
            self.list.push(datum);
        }
        number
    }

    /// The number of a datum that some cell can hold.
    #[must_use]
    pub fn find(&self, datum: Datum) -> Option<i64> {
        plain(datum).or_else(|| self.index.get(&datum).copied())
    }

    /// The datum of a number.
    #[must_use]
    pub fn datum(&self, number: i64) -> Option<Datum> {
        if let Some(beyond) = number.checked_sub(PLAIN).filter(|beyond| *beyond >= 0) {
            return self.list.get(usize::try_from(beyond).ok()?).copied();
        }
        u64::try_from(number).ok().map(|bits| Datum::new(bits, 0))
    }
}

/// A place in a list as a number that models compare.
#[must_use]
pub const fn whole(place: usize) -> i64 {
    place.cast_signed() as i64
}

fn plain(datum: Datum) -> Option<i64> {
    let number = i64::try_from(datum.bits).ok()?;
    (datum.flags == 0 && number < PLAIN).then_some(number)
}
