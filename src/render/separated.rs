//! Comma-separated values.

/// The text that a writer has written.
///
/// # Errors
///
/// It cannot be put together.
pub fn text(writer: csv::Writer<Vec<u8>>) -> Result<String, csv::Error> {
    let bytes = writer
        .into_inner()
        .map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
