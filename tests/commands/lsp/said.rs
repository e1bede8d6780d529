//! What the server says of its start, of clients that say nothing, and of expectations.

use serde_json::{Value, json};

use super::client::{Client, titled};
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
        // Actions are commands, which the server carries out.
        let actions = client.actions(URI, &text, "exists");
        let (action, title) = (&actions[0], "Add `// expect sc: reachable`");
        assert_eq!(action["title"], title, "{action}");
        assert!(action.get("edit").is_none() && action.get("kind").is_none());
        client.ask("workspace/executeCommand", action);
        let asked = client.wait(|message| message["method"] == "workspace/applyEdit");
        assert_eq!(asked["params"]["label"], title);
        let edit = &asked["params"]["edit"];
        assert!(edit.get("documentChanges").is_none(), "{edit}");
        let new = client.applied(URI, &text, edit);
        assert!(new.contains("\n// expect sc: reachable\n"), "{new}");
        // One for a text that was another is not carried out.
        client.replace(URI, 2, &new);
        let told = client.refused("workspace/executeCommand", action);
        assert_eq!(told.0, -32801, "{told:?}");
        // The parts of the test stand one after the other, each with its place in the text.
        let document = json!({ "textDocument": { "uri": URI } });
        let symbols = client.ask("textDocument/documentSymbol", &document);
        let symbols = symbols.as_array().unwrap().iter();
        let told: Vec<(&str, &str, &str)> = symbols
            .map(|one| {
                assert!(one.get("range").is_none() && one.get("children").is_none());
                assert_eq!(one["location"]["uri"], URI);
                let place = client.slice(&new, &one["location"]["range"]);
                let name = one["name"].as_str().unwrap();
                let within = one["containerName"].as_str().unwrap_or_default();
                (name, within, place.split_whitespace().next().unwrap())
            })
            .collect();
        assert_eq!(
            told,
            [
                ("T", "", "PTX"),
                ("x", "T", "x"),
                ("P0", "T", "P0@cta"),
                ("exists (x == 1)", "T", "exists"),
            ]
        );
        client.end();
    }
}

/// The fences come by a command in any case.
#[test]
fn commands_for_clients_that_take_nothing_else() {
    let mut client = Client::spawn(&["-m", "ptx-7.5"]);
    client.ask("initialize", &json!({ "capabilities": {} }));
    client.tell("initialized", &json!({}));
    let text = "PTX T\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n \
                st.weak x, 1 | ld.weak r1, y ;\n st.weak y, 1 | ld.weak r2, x ;\n\
                exists (P1:r1 == 1 /\\ P1:r2 == 0)\n";
    client.open(URI, text);
    client.lenses(URI);
    let actions = client.actions(URI, text, "exists");
    let titles: Vec<&Value> = actions.iter().map(|one| &one["command"]).collect();
    assert_eq!(titles, ["gpu-litmus.edit", "gpu-litmus.fences"]);
    client.ask("workspace/executeCommand", &actions[1]);
    let asked = client.wait(|message| message["method"] == "workspace/applyEdit");
    assert!(asked["params"]["edit"]["changes"][URI].is_array());
    for (command, arguments, words) in [
        (
            "gpu-litmus.edit",
            json!([URI]),
            "the arguments of gpu-litmus.edit are",
        ),
        ("gpu-litmus.other", json!([]), "the commands are"),
    ] {
        let params = json!({ "command": command, "arguments": arguments });
        let told = client.refused("workspace/executeCommand", &params);
        assert!(told.0 == -32602 && told.1.contains(words), "{told:?}");
    }
    client.end();
}

/// Tests can be laid out, models cannot: a client that takes it is told so.
#[test]
fn what_can_be_laid_out() {
    let mut client = Client::spawn(&["-m", "sc"]);
    let formatting = json!({ "formatting": { "dynamicRegistration": true } });
    let said = client.ask(
        "initialize",
        &json!({ "capabilities": { "textDocument": formatting } }),
    );
    assert!(
        said["capabilities"]
            .get("documentFormattingProvider")
            .is_none()
    );
    client.tell("initialized", &json!({}));
    let asked = client.wait(|message| message["method"] == "client/registerCapability");
    let all = asked["params"]["registrations"].as_array().unwrap();
    assert_eq!(all.len(), 1, "{all:#?}");
    assert_eq!(all[0]["method"], "textDocument/formatting");
    let selector = all[0]["registerOptions"]["documentSelector"].to_string();
    assert!(selector.contains("litmus") && !selector.contains("cat"));
    client.end();
    // Others are told that it is done, and no model is changed.
    let mut client = Client::start(&["-m", "sc"], false);
    let uri = "untitled:own.cat";
    client.open(uri, "let  a=po\nacyclic a");
    let params = json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 4, "insertSpaces": true } });
    assert_eq!(client.ask("textDocument/formatting", &params), Value::Null);
    client.end();
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

/// Each word of an instruction, a declaration and a condition says what it is.
#[test]
fn every_word_has_a_meaning() {
    let text = "PTX T\n{ .shared x = 0; y = 0; a @ surface aliases y; }\n\
                 P0@cta 0,gpu 0 ;\n atom.relaxed.gpu.cas.b32 r0, y, 0, 1 ;\n bar.cta.sync 1 ;\n\
                 fence.proxy.alias ;\n red.add y, 1 ;\n setp.eq p, r0, 1 ;\n\
                filter (true)\nexists (not x == 1 /\\ P0:r0 != 2 \\/ y >= 3)\n";
    let mut client = Client::start(&["-m", "sc"], false);
    client.open(URI, text);
    for before in [
        "shared", "surface", "aliases", "cas", "b32", "sync", "proxy", "alias ;", "add y", "eq p",
        "true", "not x", "/\\", "!=", "\\/", ">=",
    ] {
        let said = client.at("textDocument/hover", URI, text, before, Value::Null);
        let said = said["contents"]["value"].as_str().unwrap_or_default();
        // That of the condition says more below.
        let own = said.split("\n\n").next().unwrap_or_default();
        assert!(!own.is_empty() && !own.starts_with('|'), "{before}: {said}");
    }
    client.end();
}

/// A comment that was meant as an expectation becomes one.
#[test]
fn a_misspelt_expectation_is_mended() {
    for word in ["Expect", "expct"] {
        let text =
            TEST.split(" //").next().unwrap().to_owned() + "\n// " + word + " sc: reachable\n";
        let mut client = Client::start(&["-m", "sc"], false);
        client.open(URI, &text);
        let actions = client.actions(URI, &text, word);
        let mended = client.applied(URI, &text, &titled(&actions, "Write `expect`")["edit"]);
        assert_eq!(mended, text.replace(word, "expect"));
        client.end();
    }
}
