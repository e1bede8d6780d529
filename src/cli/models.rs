//! `models`.

use crate::model::Model;
use crate::model::registry::built_in;
use crate::render::model;
use crate::render::model::Explained;

use super::failure::Failure;
use super::output::Output;

/// Lists the built-in models.
pub fn list(json: bool, output: &mut Output) -> Result<(), Failure> {
    let models: Vec<Explained> = built_in().iter().map(Explained::of).collect();
    if json {
        return output.json(&models);
    }
    let text = model::list(&models, output.layout);
    output.print(&text)
}

/// Explains one model.
pub fn explain(model: &Model, full: bool, json: bool, output: &mut Output) -> Result<(), Failure> {
    let model = Explained::of(model);
    if json {
        return output.json(&model);
    }
    let text = model::explain(&model, full, output.layout);
    output.print(&text)
}
