//! `show`.

use std::path::Path;

use crate::program::unroll::unroll;
use crate::render::{dot, outline as outline_text};
use crate::view::Outline;

use super::failure::Failure;
use super::inputs;
use super::output::Output;
use super::request::ShowFormat;

/// Shows one test.
pub fn run(
    file: &Path,
    format: ShowFormat,
    bound: usize,
    output: &mut Output,
) -> Result<(), Failure> {
    let program = inputs::load(file)?;
    inputs::heed(&program, false, output)?;
    let unrolled = unroll(&program, bound)?;
    let outline = Outline::of(&program, &unrolled, bound);
    match format {
        ShowFormat::Text => {
            let text = outline_text::render(&outline, output.layout);
            output.print(&text)
        }
        ShowFormat::Json => output.json(&outline),
        ShowFormat::Dot => output.print(&dot::render(&outline)),
    }
}
