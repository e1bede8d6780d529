//! Settings of a folder, and models of one's own that they name.

use serde_json::{Value, json};

use super::client::{Client, titled};
use crate::folder::Folder;

const TEST: &str = "PTX T
{ x = 0; y = 0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 st.relaxed.gpu x, 1 | ld.relaxed.gpu r1, y ;
 st.relaxed.gpu y, 1 | ld.relaxed.gpu r2, x ;
exists (P1:r1 == 1 /\\ P1:r2 == 0)
";

const MINE: &str = "\"Mine\"
let hb = po & fencerel(F) | rf
acyclic hb | fr | co as mine
";

fn uri(folder: &Folder, name: &str) -> String {
    format!("file://{}", folder.path(name))
}

fn own() -> Folder {
    Folder::of(&[
        ("own/mine.cat", MINE),
        ("gpu-litmus.toml", "models = [\"own/mine.cat\"]\n"),
    ])
}

/// The texts of messages that were shown so far: all that was asked before is done once a lens has come.
fn shown(client: &mut Client) -> Vec<String> {
    let shows = |message: &Value| message["method"] == "window/showMessage";
    let mut all = Vec::new();
    while client.kept(shows) > 0 {
        let told = client.wait(shows);
        all.push(told["params"]["message"].as_str().unwrap().to_owned());
    }
    all
}

/// The lines and messages of what was last said of a file that is no text of the client's.
fn published(client: &mut Client, uri: &str) -> Vec<(u64, String)> {
    let fits = |message: &Value| {
        message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri
    };
    let mut told = client.wait(fits);
    while client.kept(fits) > 0 {
        told = client.wait(fits);
    }
    let all = told["params"]["diagnostics"].as_array().unwrap().iter();
    all.map(|one| {
        let text = one["message"].as_str().unwrap().to_owned();
        (one["range"]["start"]["line"].as_u64().unwrap(), text)
    })
    .collect()
}

/// Lens, table, action and expectation call it as the settings do.
#[test]
fn a_model_is_called_as_in_the_settings() {
    let folder = own();
    let uri = uri(&folder, "deep/own.litmus");
    let mut client = Client::start(&["-m", "sc"], false);
    client.open(&uri, TEST);
    assert_eq!(client.lenses(&uri), ["reachable: own/mine.cat"]);
    let said = client.at("textDocument/hover", &uri, TEST, "exists", Value::Null);
    let text = said["contents"]["value"].as_str().unwrap();
    assert!(text.contains("| own/mine.cat | reachable"), "{text}");
    let actions = client.actions(&uri, TEST, "exists");
    let action = titled(&actions, "Add `// expect own/mine.cat: reachable`");
    let text = client.applied(&uri, TEST, &action["edit"]);
    client.replace(&uri, 2, &text);
    assert!(client.diagnostics(&uri, 2).is_empty());
    assert!(client.diagnostics(&uri, 2).is_empty());
    // Nothing is left to be expected; by the end of its path it is the same.
    for (version, name) in [(3, "own/mine.cat"), (5, "mine.cat")] {
        let now = text.replace("own/mine.cat: reachable", &format!("{name}: never"));
        client.replace(&uri, version, &now);
        client.diagnostics(&uri, version);
        let told = client.diagnostics(&uri, version);
        let words = format!("under `{name}` it is sometimes");
        assert!(told[0]["message"].as_str().unwrap().contains(&words));
        let actions = client.actions(&uri, &now, "exists");
        assert!(!actions.iter().any(|one| one.to_string().contains("Add `")));
    }
    let actions = client.actions(&uri, &text, "exists");
    let fences = titled(&actions, "Insert the cheapest fences under own/mine.cat");
    client.ask("workspace/executeCommand", &fences["command"]);
    let asked = client.wait(|message| message["method"] == "workspace/applyEdit");
    let now = client.applied(&uri, &text, &asked["params"]["edit"]);
    assert_ne!(now, text);
    client.end();
}

/// What is wrong with settings is shown once, and stands in their file as long as it is so.
#[test]
fn broken_settings_are_shown_once() {
    let folder = own();
    let (test, toml) = (uri(&folder, "own.litmus"), uri(&folder, "gpu-litmus.toml"));
    let path = folder.path("gpu-litmus.toml");
    folder.add("gpu-litmus.toml", "bound = 2\nmodels = [\"sc\"\n");
    let mut client = Client::start(&["-m", "sc"], false);
    client.open(&test, TEST);
    assert!(client.lenses(&test).is_empty());
    let told = shown(&mut client);
    assert_eq!(told.len(), 1, "{told:#?}");
    let begin = format!("{path}:2:15: these settings cannot be read\n");
    assert!(told[0].starts_with(&begin), "{}", told[0]);
    assert!(told[0].len() > begin.len() + 5, "{}", told[0]);
    let wrong = published(&mut client, &toml);
    assert_eq!(wrong.len(), 1, "{wrong:#?}");
    assert_eq!(wrong[0].0, 1);
    // Settings that a client opens are no test, and keep what is told of them.
    let document = json!({ "uri": toml, "languageId": "toml", "version": 1, "text": "bound = 2" });
    client.tell("textDocument/didOpen", &json!({ "textDocument": document }));
    client.replace(&toml, 2, "bound = 3");
    client.tell(
        "textDocument/didClose",
        &json!({ "textDocument": { "uri": toml } }),
    );
    // Another text, and other words in the first: nothing is new.
    client.open(&uri(&folder, "other.litmus"), TEST);
    for version in 2..5 {
        client.replace(&test, version, &TEST.replace("r1", &format!("r1{version}")));
        assert!(client.lenses(&test).is_empty());
    }
    assert_eq!(shown(&mut client), [""; 0]);
    assert_eq!(client.kept(|one| one["params"]["uri"] == toml), 0);
    // Now it is another mistake; the client tells that the file has changed.
    folder.add("gpu-litmus.toml", "bound = 2\nmodles = \"sc\"\n");
    client.tell("workspace/didChangeWatchedFiles", &json!({ "changes": [] }));
    assert!(client.lenses(&test).is_empty());
    let told = shown(&mut client);
    let new = format!(
        "{path}:2:1: there is no setting `modles`\nunknown setting\ndid you mean `models`?"
    );
    assert_eq!(told, [new]);
    assert_eq!(published(&mut client, &toml)[0].0, 1);
    // One of the two texts goes, for the other it is still wrong; then it is mended.
    let closed = json!({ "textDocument": { "uri": uri(&folder, "other.litmus") } });
    client.tell("textDocument/didClose", &closed);
    assert!(client.lenses(&test).is_empty());
    folder.add("gpu-litmus.toml", "models = \"sc\"\n");
    client.tell("workspace/didChangeWatchedFiles", &json!({ "changes": [] }));
    assert_eq!(client.lenses(&test), ["unreachable: sc"]);
    assert_eq!(published(&mut client, &toml), []);
    assert_eq!(shown(&mut client), [""; 0]);
    client.end();
}

/// So is what is wrong with a model that settings name: its first mistake, with the reason.
#[test]
fn broken_models_of_settings_are_shown_once() {
    let folder = own();
    folder.add(
        "own/mine.cat",
        "\"Mine\"\nacyclic po | rff as mine\nempty fo\n",
    );
    let test = uri(&folder, "own.litmus");
    let path = folder.path("own/mine.cat");
    let mut client = Client::start(&["-m", "sc"], false);
    client.open(&test, TEST);
    for version in 2..4 {
        assert!(client.lenses(&test).is_empty());
        client.replace(&test, version, &TEST.replace("r1", &format!("r1{version}")));
    }
    client.lenses(&test);
    let told = shown(&mut client);
    assert_eq!(told.len(), 1, "{told:#?}");
    let begin = format!("`own/mine.cat` is not asked: {path}:2:14: ");
    assert!(told[0].starts_with(&begin), "{}", told[0]);
    assert!(told[0].contains("did you mean `rf`?"), "{}", told[0]);
    assert!(told[0].ends_with("\nand one mistake more"), "{}", told[0]);
    // One that forbids nothing is not asked, as `check` does not ask it.
    folder.add("own/mine.cat", "let a = po\n");
    client.tell("workspace/didChangeWatchedFiles", &json!({ "changes": [] }));
    assert!(client.lenses(&test).is_empty());
    let told = shown(&mut client);
    assert!(
        told.len() == 1 && told[0].contains("`own/mine.cat` has no axiom"),
        "{told:#?}"
    );
    client.end();
}

/// What names no model stands in the settings, and the others are asked; mistakes of a model stand in its file, which
/// need not be open.
#[test]
fn models_of_settings_are_wrong_where_they_are() {
    let folder = own();
    folder.add("own/bad.cat", "acyclic po | rff as bad\n");
    folder.add(
        "gpu-litmus.toml",
        "models = [\"sc\",\n\"own/mien.cat\", \"nope.cat\",\n\"own/bad.cat\"]\n",
    );
    let name = |name: &str| uri(&folder, name);
    let (test, toml, bad) = (
        name("own.litmus"),
        name("gpu-litmus.toml"),
        name("own/bad.cat"),
    );
    let mut client = Client::start(&["-m", "tso"], false);
    client.open(&test, TEST);
    assert_eq!(client.lenses(&test), ["unreachable: sc"]);
    assert_eq!(shown(&mut client).len(), 3);
    let told = published(&mut client, &toml);
    let gone = |at: u64, file: &str, near: &str| {
        let path = folder.path(file);
        let text = format!("cannot read the model `{path}`: there is no such file");
        (at, format!("{text}\nnamed here{near}"))
    };
    let near = "\ndid you mean `own/mine.cat`?";
    let wanted = [gone(1, "own/mien.cat", near), gone(1, "nope.cat", "")];
    assert_eq!(told, wanted);
    let told = published(&mut client, &bad);
    assert!(told.len() == 1 && told[0].1.contains("`rf`"), "{told:#?}");
    // As long as it is open, it says what stands in the editor.
    assert!(client.open(&bad, "acyclic po as good\n").is_empty());
    folder.add("own/bad.cat", "acyclic po | coo as bad\n");
    client.tell("workspace/didChangeWatchedFiles", &json!({ "changes": [] }));
    assert_eq!(client.lenses(&test), ["unreachable: sc"]);
    let fits = |one: &Value| one["params"]["uri"] == bad && one["params"]["version"] != 1;
    assert_eq!(client.kept(fits), 0);
    let closed = json!({ "textDocument": { "uri": bad } });
    client.tell("textDocument/didClose", &closed);
    client.lenses(&test);
    let told = published(&mut client, &bad);
    assert!(told.len() == 1 && told[0].1.contains("`co`"), "{told:#?}");
    folder.add("gpu-litmus.toml", "models = [\"sc\"]\n");
    client.tell("workspace/didChangeWatchedFiles", &json!({ "changes": [] }));
    assert_eq!(client.lenses(&test), ["unreachable: sc"]);
    assert_eq!(published(&mut client, &toml), []);
    assert_eq!(published(&mut client, &bad), []);
    client.end();
}

#[test]
fn a_client_is_asked_to_watch_models_and_settings() {
    let mut client = Client::spawn(&["-m", "sc"]);
    let can = json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    client.ask("initialize", &json!({ "capabilities": can }));
    client.tell("initialized", &json!({}));
    let asked = client.wait(|message| message["method"] == "client/registerCapability");
    let text = asked["params"].to_string();
    assert!(
        text.contains("**/*.cat") && text.contains("**/gpu-litmus.toml"),
        "{text}"
    );
    client.end();
}

#[test]
fn a_model_that_forbids_nothing_is_refused_at_the_start() {
    let folder = own();
    folder.add("none.cat", "let a = po\n");
    let path = folder.path("none.cat");
    let said = crate::cli::support::run(&["lsp", "--model", &path]);
    assert_eq!(said.code, 2, "{}", said.err);
    assert!(said.err.contains("has no axiom"), "{}", said.err);
    let mut client = Client::start(&["--allow-empty", "-m", &path], false);
    client.open("untitled:1", TEST);
    assert_eq!(client.lenses("untitled:1"), [format!("reachable: {path}")]);
    client.end();
}

/// An expectation is one of each model that is called so.
#[test]
fn models_whose_paths_end_alike_are_all_looked_at() {
    let folder = Folder::of(&[
        ("a/own.cat", "acyclic po | rf | fr | co as a\n"),
        ("b/own.cat", "acyclic po as b\n"),
        (
            "gpu-litmus.toml",
            "models = [\"a/own.cat\", \"b/own.cat\"]\n",
        ),
    ]);
    let uri = uri(&folder, "own.litmus");
    let mut client = Client::start(&["-m", "sc"], false);
    let said = |client: &mut Client, version: i32, expected: &str| {
        let text = format!("{TEST}// expect own.cat: {expected}\n");
        if version == 1 {
            client.open(&uri, &text);
        } else {
            client.replace(&uri, version, &text);
            client.diagnostics(&uri, version);
        }
        let told = client.diagnostics(&uri, version);
        let told = told.iter().map(|one| one["message"].as_str().unwrap());
        let first = told.map(|one| one.lines().next().unwrap().to_owned());
        let actions = client.actions(&uri, &text, "expect");
        let mended = actions
            .iter()
            .any(|one| one.to_string().contains("Write `"));
        (first.collect::<Vec<_>>(), mended)
    };
    let (a, b) = (
        "under `a/own.cat` it is unreachable",
        "under `b/own.cat` it is reachable",
    );
    let one = |text: &str| (vec![text.to_owned()], false);
    assert_eq!(said(&mut client, 1, "unreachable"), one(b));
    assert_eq!(said(&mut client, 2, "reachable"), one(a));
    let (told, mended) = said(&mut client, 3, "unknown");
    assert_eq!(told, [a, b]);
    assert!(!mended);
    client.end();
}

/// Who names no models asks all, as `check` does.
#[test]
fn settings_with_no_models_ask_all() {
    let folder = Folder::of(&[("gpu-litmus.toml", "models = []\n")]);
    let uri = uri(&folder, "own.litmus");
    let mut client = Client::start(&["-m", "sc"], false);
    client.open(&uri, TEST);
    let told = client.lenses(&uri).join("; ");
    assert!(told.contains("sc") && told.contains("tso"), "{told}");
    client.end();
}
