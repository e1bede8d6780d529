//! `drf bugs`.

use serde_json::{Value, json};

use crate::drf::ugpu::Flaw;
use crate::drf::viper::Bug;
use crate::ugpu::machine::Model;

use super::super::failure::Failure;
use super::super::output::Output;
use super::Form;

/// Lists the bugs of the built-in devices.
pub fn run(form: Form, output: &mut Output) -> Result<(), Failure> {
    if form == Form::Json {
        return output.json(&list());
    }
    let viper = Bug::ALL.iter().map(|bug| vec![bug.name(), bug.what()]);
    let flaws = Flaw::ALL
        .iter()
        .map(|flaw| vec![flaw.name(), flaw.what(), flaw.seen().what()]);
    let owned = |row: Vec<&str>| row.into_iter().map(str::to_owned).collect();
    let viper: Vec<Vec<String>> = viper.map(owned).collect();
    let flaws: Vec<Vec<String>> = flaws.map(owned).collect();
    let screen = output.layout;
    output.print(&screen.columns(&["viper", "what is wrong then"], &viper))?;
    output.print("\n")?;
    let head = ["ugpu-*", "what is wrong then", "who notices"];
    output.print(&screen.columns(&head, &flaws))
}

fn list() -> Vec<Value> {
    let viper = Bug::ALL.iter().map(|bug| {
        json!({"device": "viper", "bug": bug.name(), "what": bug.what(), "noticed": true, "why": null})
    });
    let flaw = |model: Model, flaw: &Flaw| {
        let noticed = flaw.seen().on(model);
        let why = flaw.seen().what();
        json!({
            "device": model.name(), "bug": flaw.name(), "what": flaw.what(), "noticed": noticed, "why": why
        })
    };
    let flaws = Model::ALL
        .into_iter()
        .flat_map(|model| Flaw::ALL.iter().map(move |one| flaw(model, one)));
    viper.chain(flaws).collect()
}
