//! Minimal tests against an enumeration written apart.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

mod agree;
mod apart;
