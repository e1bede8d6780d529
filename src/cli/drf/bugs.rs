//! `drf bugs`.

use crate::drf::viper::Bug;

use super::super::failure::Failure;
use super::super::output::Output;
use super::Form;

/// The device whose bugs these are.
const DEVICE: &str = "viper";

/// Lists the bugs.
pub fn run(form: Form, output: &mut Output) -> Result<(), Failure> {
    if form == Form::Json {
        let list: Vec<serde_json::Value> = Bug::ALL
            .iter()
            .map(|bug| serde_json::json!({"device": DEVICE, "bug": bug.name(), "what": bug.what()}))
            .collect();
        return output.json(&list);
    }
    let rows: Vec<Vec<String>> = Bug::ALL
        .iter()
        .map(|bug| vec![bug.name().to_owned(), bug.what().to_owned()])
        .collect();
    let columns = output
        .layout
        .columns(&[DEVICE, "what is wrong then"], &rows);
    output.print(&columns)
}
