//! A tuning as comma-separated values: a line for each test and settings.

use crate::render::separated::text;

use super::view::{Run, Test, Tuned};

const HEADER: [&str; 13] = [
    "file",
    "test",
    "backend",
    "device",
    "seed",
    "relaxed",
    "number",
    "launches",
    "instances",
    "seen",
    "rate",
    "millis",
    "failure",
];

/// The lines; each setting has a column.
///
/// # Errors
///
/// The text cannot be put together.
pub fn render(tuned: &Tuned) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let names = tuned.settings.keys();
    let names = names.map(|name| format!("set_{}", name.replace('-', "_")));
    writer.write_record(HEADER.into_iter().map(str::to_owned).chain(names))?;
    for test in &tuned.tests {
        for run in &test.runs {
            writer.write_record(row(tuned, test, run))?;
        }
    }
    text(writer)
}

fn row(tuned: &Tuned, test: &Test, run: &Run) -> Vec<String> {
    let mut row = vec![
        test.file.clone(),
        test.test.clone(),
        tuned.backend.to_owned(),
        tuned.device.clone(),
        tuned.seed.to_string(),
        test.relaxed.to_string(),
        run.number.to_string(),
        run.launches.to_string(),
        run.instances.to_string(),
        run.seen.to_string(),
        run.rate.to_string(),
        run.millis.to_string(),
        run.failure.clone().unwrap_or_default(),
    ];
    let settings = tuned.tried.get(run.number);
    row.extend(
        settings
            .into_iter()
            .flat_map(|one| one.values().map(ToString::to_string)),
    );
    row
}
