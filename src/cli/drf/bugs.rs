//! `drf bugs`.

use serde_json::{Value, json};

use crate::drf::ugpu::Flaw;
use crate::drf::{msi, rsp, viper};
use crate::ugpu::machine::Model;

use super::super::failure::Failure;
use super::super::output::Output;
use super::Form;

/// Lists the bugs of the built-in devices.
pub fn run(form: Form, output: &mut Output) -> Result<(), Failure> {
    if form == Form::Json {
        return output.json(&list());
    }
    let flaws = Flaw::ALL
        .iter()
        .map(|flaw| vec![flaw.name(), flaw.what(), flaw.seen().what()]);
    let owned = |row: Vec<&str>| row.into_iter().map(str::to_owned).collect();
    let flaws: Vec<Vec<String>> = flaws.map(owned).collect();
    let screen = output.layout;
    for (device, bugs) in caches() {
        let rows: Vec<Vec<String>> = bugs.iter().map(|bug| owned(bug.to_vec())).collect();
        output.print(&screen.columns(&[device, "what is wrong then"], &rows))?;
        output.print("\n")?;
    }
    let head = ["ugpu-*", "what is wrong then", "who notices"];
    output.print(&screen.columns(&head, &flaws))
}

/// The devices with caches, and for each bug its name and what is wrong then.
fn caches() -> [(&'static str, Vec<[&'static str; 2]>); 3] {
    let viper = viper::Bug::ALL.iter().map(|bug| [bug.name(), bug.what()]);
    let msi = msi::Bug::ALL.iter().map(|bug| [bug.name(), bug.what()]);
    let rsp = rsp::Bug::ALL.iter().map(|bug| [bug.name(), bug.what()]);
    [
        ("viper", viper.collect()),
        ("rsp", rsp.collect()),
        ("msi", msi.collect()),
    ]
}

fn list() -> Vec<Value> {
    let caches = caches().into_iter().flat_map(|(device, bugs)| {
        bugs.into_iter().map(move |[bug, what]| {
            json!({"device": device, "bug": bug, "what": what, "noticed": true, "why": null})
        })
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
    caches.chain(flaws).collect()
}
