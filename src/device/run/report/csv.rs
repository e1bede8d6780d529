//! What came of tests as comma-separated values: a line for each state, and one for a test of which none was seen.

use crate::render::separated::text;

use super::super::view::{State, View};

const HEADER: [&str; 15] = [
    "file",
    "test",
    "backend",
    "device",
    "seed",
    "instances",
    "unfinished",
    "state",
    "count",
    "condition",
    "other",
    "first_launch",
    "first_instance",
    "failure",
    "optcheck",
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
        let states = view.states.iter().map(Some);
        let none = view.states.is_empty().then_some(None);
        for state in states.chain(none) {
            writer.write_record(row(view, state, models))?;
        }
    }
    text(writer)
}

/// The line of a state, or of a test of which none was seen.
fn row(view: &View, state: Option<&State>, models: &[String]) -> Vec<String> {
    let told = |tell: &dyn Fn(&State) -> String| state.map_or_else(String::new, tell);
    let mut row = vec![
        view.file.clone(),
        view.test.clone(),
        view.backend.to_owned(),
        view.device.clone(),
        view.seed.to_string(),
        view.instances.to_string(),
        view.unfinished.to_string(),
        told(&|state| view.words(state)),
        state.map_or(0, |state| state.count).to_string(),
        told(&|state| state.condition.to_string()),
        told(&|state| state.other.to_string()),
        told(&|state| state.first.launch.to_string()),
        told(&|state| state.first.instance.to_string()),
        view.failure.clone().unwrap_or_default(),
        view.optcheck.unwrap_or_default().to_owned(),
    ];
    row.extend(models.iter().map(|model| {
        let mut rulings = state.iter().flat_map(|state| &state.models);
        let ruled = rulings.find(|one| one.model == *model);
        ruled.map_or_else(String::new, |one| one.says.name().to_owned())
    }));
    row
}
