//! Times on the command line.

use std::time::Duration;

/// Reads a time such as `10s`.
///
/// # Errors
///
/// It is none, or nothing.
pub fn duration(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(Duration::ZERO) => Err("it must be longer than nothing".to_owned()),
        Ok(duration) => Ok(duration),
        Err(error) => Err(error.to_string()),
    }
}
