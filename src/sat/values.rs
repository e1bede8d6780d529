//! Sets of a variable's values.

/// Values of a variable, by their indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Values(u64);

/// How many values a variable can have.
pub const MAX_VALUES: usize = 64;

impl Values {
    /// No value.
    pub const NONE: Self = Self(0);

    /// The values `0..count`.
    #[must_use]
    pub const fn first(count: usize) -> Self {
        if count >= MAX_VALUES {
            Self(u64::MAX)
        } else {
            Self((1 << count) - 1)
        }
    }

    /// One value.
    #[must_use]
    pub const fn one(value: usize) -> Self {
        if value >= MAX_VALUES {
            Self::NONE
        } else {
            Self(1 << value)
        }
    }

    /// Whether a value is among them.
    #[must_use]
    pub const fn contains(self, value: usize) -> bool {
        self.0 & Self::one(value).0 != 0
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those in either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The values, in order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..MAX_VALUES).filter(move |&value| self.contains(value))
    }
}

impl FromIterator<usize> for Values {
    fn from_iter<T: IntoIterator<Item = usize>>(values: T) -> Self {
        let all = values.into_iter();
        all.fold(Self::NONE, |set, value| set.or(Self::one(value)))
    }
}
