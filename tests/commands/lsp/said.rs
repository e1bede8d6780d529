//! What the server says of its start, of clients that say nothing, and of expectations.

use serde_json::{Value, json};

use super::client::Client;
use crate::folder::Folder;

const URI: &str = "untitled:test.litmus";

const TEST: &str = "PTX T
{ x = 0; }
 P0@cta 0,gpu 0 ;
 st.weak x, 1 ;
exists (x == 1) // expect sc: reachable
// expect own.cat: never
";

#[test]
fn expectations_are_explained_and_completed() {
    let mut client = Client::start(&["-m", "sc"], false);
    client.open(URI, TEST);
    for (before, words) in [
        ("sc: ", "model `sc`: "),
        (
            "reachable",
            "some execution of the model satisfies the condition",
        ),
        ("own.cat", "a model from a file"),
        ("never", "in how many executions"),
    ] {
        let said = client.at("textDocument/hover", URI, TEST, before, Value::Null);
        let text = said["contents"]["value"].as_str().unwrap_or_default();
        assert!(text.contains(words), "{before}: {said}");
        assert_eq!(
            client.slice(TEST, &said["range"]),
            before.trim_end_matches(": ")
        );
    }
    let said = client.at("textDocument/hover", URI, TEST, "expect own", Value::Null);
    assert_eq!(said, Value::Null);
    for (before, word) in [("sc: ", "ptx-7.5"), ("own", "tso"), ("reachable", "racy")] {
        let items = client.at("textDocument/completion", URI, TEST, before, Value::Null);
        let mut items = items.as_array().unwrap().iter();
        assert!(items.any(|one| one["label"] == word), "{before}");
    }
    client.end();
}

/// What a client does not say it cannot do.
#[test]
fn clients_that_say_nothing_get_plain_changes() {
    for capabilities in [json!({}), json!({ "workspace": { "workspaceEdit": null } })] {
        let mut client = Client::spawn(&["-m", "sc"]);
        client.ask("initialize", &json!({ "capabilities": capabilities }));
        client.tell("initialized", &json!({}));
        let text = TEST.replace("// expect", "// remark");
        client.open(URI, &text);
        let name = json!({ "newName": "y" });
        let edit = client.at("textDocument/rename", URI, &text, "x, 1", name);
        assert!(
            edit["changes"][URI].is_array() && edit.get("documentChanges").is_none(),
            "{edit}"
        );
        client.lenses(URI);
        let actions = client.actions(URI, &text, "exists");
        let edit = &actions[0]["edit"];
        assert!(
            edit["changes"][URI].is_array() && edit.get("documentChanges").is_none(),
            "{edit}"
        );
        client.end();
    }
}

#[test]
fn unknown_models_are_refused_at_the_start() {
    for (models, words) in [
        ("zz", "there is no model `zz`; the models are"),
        (
            "sc,ptx-7.6",
            "there is no model `ptx-7.6` (did you mean `ptx-7.5`?)",
        ),
        ("sc,", "there is no model ``"),
    ] {
        let said = crate::cli::support::run(&["lsp", "--model", models]);
        assert_eq!(said.code, 2, "{}", said.err);
        assert!(said.err.contains(words), "{}", said.err);
    }
    // A file may be written while the server runs, and blanks are none of a name.
    let mut client = Client::start(&["-m", "sc, tso,no-such.cat"], false);
    client.open(URI, TEST);
    assert_eq!(client.lenses(URI), ["reachable: sc, tso"]);
    client.end();
}

/// Settings may be mended while the server runs: what is wrong with them is told, and no table without rows is shown.
#[test]
fn unknown_models_of_settings_are_told() {
    let folder = Folder::of(&[("gpu-litmus.toml", "models = [\"tos\"]\n")]);
    let uri = format!("file://{}", folder.path("own.litmus"));
    let mut client = Client::start(&["-m", "sc"], false);
    client.open(&uri, TEST);
    assert!(client.lenses(&uri).is_empty());
    let told = client.wait(|message| message["method"] == "window/showMessage");
    let text = told["params"]["message"].as_str().unwrap();
    assert!(
        text.contains("gpu-litmus.toml:1:11: there is no model `tos`"),
        "{text}"
    );
    assert!(text.ends_with("did you mean `tso`?"), "{text}");
    let said = client.at("textDocument/hover", &uri, TEST, "exists", Value::Null);
    let text = said["contents"]["value"].as_str().unwrap();
    assert!(text.ends_with("No model has answered."), "{text}");
    client.end();
}
