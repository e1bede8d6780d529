//! Shards: a suite split among machines.

use std::fmt;
use std::str::FromStr;

/// One part of several, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    /// Which part.
    pub part: usize,
    /// Of how many.
    pub of: usize,
}

impl Shard {
    /// The whole suite.
    pub const WHOLE: Self = Self { part: 1, of: 1 };

    /// The part of a sequence that belongs to this shard: every `of`-th, so that neighbours, which
    /// are often alike, spread.
    pub fn pick<T>(self, all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        all.into_iter()
            .skip(self.part.saturating_sub(1))
            .step_by(self.of.max(1))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let numbers =
            parts.and_then(|(k, n)| Some((k.trim().parse().ok()?, n.trim().parse().ok()?)));
        match numbers {
            None => Err("expected K/N, such as 1/4".to_owned()),
            Some((_, 0)) => Err("a suite has at least one shard".to_owned()),
            Some((0, _)) => Err("shards are counted from 1".to_owned()),
            Some((part, of)) if part > of => Err(format!(
                "there is no shard {part} of {of}; the last is {of}/{of}"
            )),
            Some((part, of)) => Ok(Self { part, of }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_split_without_overlap() {
        for of in 1..7 {
            let mut all: Vec<usize> = (1..=of)
                .flat_map(|part| Shard { part, of }.pick(0..20))
                .collect();
            all.sort_unstable();
            assert_eq!(all, (0..20).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_is_no_shard() {
        for (text, words) in [
            ("3", "expected K/N"),
            ("a/4", "expected K/N"),
            ("0/4", "counted from 1"),
            ("5/4", "the last is 4/4"),
            ("1/0", "at least one"),
        ] {
            let error = text.parse::<Shard>().unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
