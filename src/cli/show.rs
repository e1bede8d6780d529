//! `show`.
use std::path::Path;
use super::failure::Failure;
use super::output::Output;
use super::request::ShowFormat;

pub fn run(_file: &Path, _format: ShowFormat, _bound: usize, _output: &mut Output) -> Result<(), Failure> {
    Ok(())
}
