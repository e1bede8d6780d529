//! The value of a setting.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// What is set: a number, or one of a few words.
///
/// # Examples
///
/// ```
/// use gpu_litmus::device::run::settings::Value;
///
/// assert_eq!(Value::Word("chain".into()).to_string(), "chain");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged, expecting = "a number or a word")]
pub enum Value {
    /// A number.
    Number(u64),
    /// A word.
    Word(Cow<'static, str>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => word.fmt(f),
        }
    }
}
