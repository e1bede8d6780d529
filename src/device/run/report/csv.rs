//! What came of tests as comma-separated values: a line for each state.

use super::super::view::View;

const HEADER: [&str; 12] = [
    "file",
    "test",
    "backend",
    "device",
    "seed",
    "instances",
    "state",
    "count",
    "condition",
    "other",
    "first_launch",
    "first_instance",
];

/// The lines; each model has a column.
///
/// # Errors
///
/// The text cannot be put together.
pub fn render(views: &[View], models: &[String]) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let header = HEADER.iter().copied();
    writer.write_record(header.chain(models.iter().map(String::as_str)))?;
    for view in views {
        for state in &view.states {
            let mut row = vec![
                view.file.clone(),
                view.test.clone(),
                view.backend.to_owned(),
                view.device.clone(),
                view.seed.to_string(),
                view.instances.to_string(),
                state.words(&view.observed),
                state.count.to_string(),
                state.condition.to_string(),
                state.other.to_string(),
                state.first.launch.to_string(),
                state.first.instance.to_string(),
            ];
            row.extend(models.iter().map(|model| {
                let ruled = state.models.iter().find(|one| one.model == *model);
                ruled.map_or_else(String::new, |one| one.says.name().to_owned())
            }));
            writer.write_record(row)?;
        }
    }
    let bytes = writer
        .into_inner()
        .map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
