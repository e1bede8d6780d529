//! `models`.
use super::failure::Failure;
use super::output::Output;
use crate::models::Model;

pub fn list(_json: bool, _output: &mut Output) -> Result<(), Failure> {
    Ok(())
}
pub fn explain(_model: &Model, _json: bool, _output: &mut Output) -> Result<(), Failure> {
    Ok(())
}
