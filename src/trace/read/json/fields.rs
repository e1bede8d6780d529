//! The objects of JSON lines as they are read.

use super::{BTreeMap, Cow, Deserialize, Deserializer, Error, Visitor, fmt};

/// What is wrong with a number, where it is not known how it was written.
pub(super) const NOT_WHOLE: &str = "a number is no whole one that fits in 64 bits";

/// A number or a string.
#[derive(Debug, Clone)]
pub(super) struct Scalar<'a>(pub(super) Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Scalar<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

pub(super) struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar<'de>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a number of at most 64 bits or a string")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Scalar(Cow::Owned(number.to_string())))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Scalar(Cow::Owned(number.to_string())))
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Self::Value, E> {
        Err(E::custom(NOT_WHOLE))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Scalar(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Scalar(Cow::Owned(text.to_owned())))
    }
}

/// A line: the header if it has `trace`, else an event.
#[expect(
    clippy::option_option,
    reason = "absent, null and a value are three things"
)]
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Object<'a> {
    pub(super) trace: Option<u64>,
    #[serde(borrow, default)]
    pub(super) init: BTreeMap<Cow<'a, str>, Scalar<'a>>,
    pub(super) unique: Option<bool>,
    #[serde(borrow, default)]
    pub(super) threads: Vec<Declared<'a>>,
    #[serde(borrow)]
    pub(super) id: Option<Scalar<'a>>,
    #[serde(borrow)]
    pub(super) thread: Option<Scalar<'a>>,
    pub(super) cta: Option<u32>,
    pub(super) gpu: Option<u32>,
    pub(super) warp: Option<u32>,
    #[serde(borrow)]
    pub(super) op: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) order: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) scope: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) addr: Option<Scalar<'a>>,
    #[serde(borrow)]
    pub(super) read: Option<Scalar<'a>>,
    #[serde(borrow, default, deserialize_with = "there")]
    pub(super) wrote: Option<Option<Scalar<'a>>>,
    pub(super) start: Option<u64>,
    pub(super) end: Option<u64>,
    #[serde(borrow, default)]
    pub(super) deps: BTreeMap<Cow<'a, str>, Vec<Scalar<'a>>>,
    /// Whatever the writer wants to say.
    #[serde(rename = "note", default)]
    pub(super) _note: Option<serde::de::IgnoredAny>,
}

/// A thread of the header.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Declared<'a> {
    #[serde(borrow, alias = "name")]
    pub(super) thread: Scalar<'a>,
    pub(super) cta: Option<u32>,
    pub(super) gpu: Option<u32>,
    pub(super) warp: Option<u32>,
}

/// Tells `null` from a field that is not there.
#[expect(
    clippy::option_option,
    reason = "absent, null and a value are three things"
)]
pub(super) fn there<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<Option<Scalar<'de>>>, D::Error> {
    Option::deserialize(from).map(Some)
}
