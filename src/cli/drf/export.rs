//! `drf export`.

use std::path::PathBuf;

use crate::drf::config::Mode;
use crate::drf::export::{Atomics, litmus, program};
use crate::drf::report::text;

use super::super::exported::Exported;
use super::super::failure::Failure;
use super::super::output::Output;

/// What is to be written.
#[derive(Debug)]
pub struct Export {
    /// The folder.
    pub folder: PathBuf,
    /// How many tests.
    pub count: u32,
    /// How scopes are used.
    pub mode: Mode,
    /// How atomics are written.
    pub atomics: Atomics,
    /// The first seed.
    pub seed: u64,
}

/// Writes the tests.
pub fn run(export: &Export, output: &mut Output) -> Result<(), Failure> {
    let exported = Exported::new(&export.folder)?;
    let fenced = match export.atomics {
        Atomics::Ordered => "",
        Atomics::Fenced => "-fenced",
    };
    for number in 0..u64::from(export.count) {
        let seed = export.seed.wrapping_add(number);
        let (config, episodes) = program(export.mode, seed);
        let name = format!("drf-{}{fenced}-{seed}", export.mode.name());
        let test =
            litmus(&config, &episodes, &name, None, export.atomics).map_err(Failure::Usage)?;
        exported.save(&name, &test)?;
    }
    output.print(&format!(
        "{} in {}: a model that finds a race or a wrong load finds a mistake of the generator\n",
        text::count(export.count.into(), "test", "tests"),
        export.folder.display()
    ))
}
