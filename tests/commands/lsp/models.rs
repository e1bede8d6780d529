//! Model files in an editor.

use serde_json::{Value, json};

use super::client::{Client, titled};
use crate::folder::Folder;

const URI: &str = "untitled:own.cat";

const TEXT: &str = "\"Own \u{1d6fc}\"
let com = rf | co | fr
let fence(S) = po & (_ * S) ; po
let rec reach = com | (reach ; fence(F))
acyclic reach | po-loc as coherence
empty rmw & (fr ; co) as atomicity
";

#[test]
fn a_mistake_is_mended_by_its_action() {
    let mut client = Client::start(&[], false);
    let text = TEXT.replace("reach ; fence", "raech ; fence");
    let told = client.open(URI, &text);
    assert_eq!(told.len(), 1, "{told:#?}");
    assert_eq!(client.slice(&text, &told[0]["range"]), "raech");
    let actions = client.actions(URI, &text, "raech");
    let text = client.applied(URI, &text, &titled(&actions, "Write `reach`")["edit"]);
    assert_eq!(text, TEXT);
    client.replace(URI, 2, &text);
    assert_eq!(client.diagnostics(URI, 2), [Value::Null; 0]);
    client.end();
}

#[test]
fn names_and_words() {
    let mut client = Client::start(&[], true);
    client.open(URI, TEXT);
    for (before, words) in [
        ("com | (", "let com = rf | co | fr"),
        ("po-loc", "Program order between accesses of one location"),
        ("F))", "Fences"),
        ("acyclic", "one demand of a model"),
        ("coherence", "("),
        ("S) ;", "a parameter"),
    ] {
        let said = client.at("textDocument/hover", URI, TEXT, before, Value::Null);
        let text = said["contents"]["value"].as_str().unwrap_or_default();
        assert!(text.contains(words), "{before}: {said}");
    }
    let place = client.at(
        "textDocument/definition",
        URI,
        TEXT,
        "fence(F)",
        Value::Null,
    );
    assert_eq!(place[0]["range"]["start"]["line"], 2);
    let both = json!({ "context": { "includeDeclaration": true } });
    let found = client.at("textDocument/references", URI, TEXT, "reach |", both);
    assert_eq!(found.as_array().unwrap().len(), 3, "{found}");
    let edit = client.at(
        "textDocument/rename",
        URI,
        TEXT,
        "com |",
        json!({ "newName": "c-o" }),
    );
    let text = client.applied(URI, TEXT, &edit);
    assert_eq!(text, TEXT.replace("com", "c-o"));
    for (before, name) in [
        ("com |", "reach"),
        ("com |", "let"),
        ("com |", "fr"),
        ("rf |", "x"),
    ] {
        let mut params = client.params(URI, TEXT, before);
        params["newName"] = json!(name);
        assert_eq!(
            client.refused("textDocument/rename", &params).0,
            -32803,
            "{name}"
        );
    }
    let document = json!({ "textDocument": { "uri": URI } });
    let symbols = client.ask("textDocument/documentSymbol", &document);
    let names: Vec<&Value> = symbols
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["name"])
        .collect();
    assert_eq!(names, ["com", "fence", "reach", "coherence", "atomicity"]);
    let items = client.at(
        "textDocument/completion",
        URI,
        TEXT,
        "po-loc as",
        Value::Null,
    );
    for word in ["com", "reach", "po-loc", "W", "domain", "acyclic"] {
        assert!(
            items
                .as_array()
                .unwrap()
                .iter()
                .any(|one| one["label"] == word),
            "{word}"
        );
    }
    client.end();
}

#[test]
fn included_files_are_found_beside_the_model() {
    let folder = Folder::of(&[
        ("parts.cat", "let part = rf | nothing-like-it"),
        ("good.cat", "let part = rf"),
    ]);
    let uri = format!("file://{}", folder.path("own.cat"));
    let mut client = Client::start(&[], true);
    let text = "include \"parts.cat\"\nacyclic part as a\n";
    let told = client.open(&uri, text);
    assert_eq!(client.slice(text, &told[0]["range"]), "\"parts.cat\"");
    assert!(
        told[0]["message"]
            .as_str()
            .unwrap()
            .contains("nothing-like-it"),
        "{told:#?}"
    );
    client.replace(&uri, 2, &text.replace("parts", "good"));
    assert_eq!(client.diagnostics(&uri, 2), [Value::Null; 0]);
    client.end();
}
