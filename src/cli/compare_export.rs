//! `compare --export`: the tests that set models apart, as files.

use std::path::Path;

use crate::tasks::compare::all::Searched;
use crate::tasks::compare::diagram::Diagram;
use crate::tasks::compare::shown::Apart;
use crate::tasks::compare::summary::Compared;
use crate::tasks::compare::walked::{Standing, Walked};

use super::exported::{Exported, written};
use super::failure::Failure;
use super::output::Output;

/// Of given tests: the test that asks for an outcome that only one allows.
pub fn given(folder: Option<&Path>, compared: &Compared, output: &Output) -> Result<(), Failure> {
    each(folder, output, |exported| {
        for row in &compared.tests {
            for apart in &row.apart {
                exported.save_named(&format!("{}-apart", row.test), &apart.text)?;
            }
        }
        Ok(())
    })
}

/// Of all tests, as formulas.
pub fn all(folder: Option<&Path>, searched: &Searched, output: &Output) -> Result<(), Failure> {
    each(folder, output, |exported| {
        let tests = searched.ways.iter().flat_map(|way| &way.tests);
        for Apart { text, .. } in tests.map(|test| &test.apart) {
            exported.save_named(name(text), text)?;
        }
        Ok(())
    })
}

/// Of all tests, one by one: of a mapping what is compiled, too.
pub fn walked(folder: Option<&Path>, walked: &Walked, output: &Output) -> Result<(), Failure> {
    each(folder, output, |exported| {
        for way in &walked.ways {
            let found = match &way.standing {
                Standing::Found(found) => found,
                Standing::None | Standing::Open { .. } => continue,
            };
            exported.save_named(&found.allowed.name, &found.allowed.text)?;
            if found.forbidden.name != found.allowed.name {
                exported.save_named(&found.forbidden.name, &found.forbidden.text)?;
            }
        }
        Ok(())
    })
}

/// Of all models.
pub fn diagram(folder: Option<&Path>, diagram: &Diagram, output: &Output) -> Result<(), Failure> {
    each(folder, output, |exported| {
        for test in &diagram.tests {
            exported.save_named(&test.name, &test.text)?;
        }
        Ok(())
    })
}

fn each(
    folder: Option<&Path>,
    output: &Output,
    write: impl FnOnce(&mut Exported) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let Some(folder) = folder else {
        return Ok(());
    };
    let mut exported = Exported::new(folder)?;
    write(&mut exported)?;
    written(exported.count, folder, output);
    Ok(())
}

/// The name of a test that was printed.
fn name(text: &str) -> &str {
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix("PTX ").map_or("test", str::trim)
}
