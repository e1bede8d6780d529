//! Paths as URIs.

use std::fmt::Write as _;

/// A path as a relative reference, or as a `file:` URI where it is absolute: what is no plain letter of a
/// path is escaped.
#[must_use]
pub fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.strip_prefix("./").unwrap_or(path).bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    if path.starts_with('/') {
        format!("file://{out}")
    } else {
        out
    }
}
