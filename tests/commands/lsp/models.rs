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
    let same = json!({ "newName": "com" });
    let edit = client.at("textDocument/rename", URI, TEXT, "com |", same);
    assert_eq!(edit, Value::Null);
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
        ("more.cat", "include \"parts.cat\""),
        ("good.cat", "let part = rf"),
    ]);
    let uri = format!("file://{}", folder.path("own.cat"));
    let mut client = Client::start(&[], true);
    let text = "include \"parts.cat\"\nacyclic part as a\n";
    for (version, name) in [(1, "parts.cat"), (2, "more.cat")] {
        let text = text.replace("parts.cat", name);
        let told = if version == 1 {
            client.open(&uri, &text)
        } else {
            client.replace(&uri, version, &text);
            client.diagnostics(&uri, version)
        };
        assert_eq!(
            client.slice(&text, &told[0]["range"]),
            format!("\"{name}\"")
        );
        let message = told[0]["message"].as_str().unwrap();
        assert!(message.contains("parts.cat` has mistakes"), "{told:#?}");
        assert!(message.contains("1:17: "), "{told:#?}");
        let related = &told[0]["relatedInformation"][0];
        let place = &related["location"];
        assert_eq!(place["uri"], format!("file://{}", folder.path("parts.cat")));
        let parts = "let part = rf | nothing-like-it";
        assert_eq!(client.slice(parts, &place["range"]), "nothing-like-it");
        let message = related["message"].as_str().unwrap();
        assert!(message.contains("nothing-like-it"), "{message}");
    }
    client.replace(&uri, 3, &text.replace("parts", "good"));
    assert_eq!(client.diagnostics(&uri, 3), [Value::Null; 0]);
    client.end();
}

/// What stands in an editor counts, though it is not saved; and those who include it hear of it.
#[test]
fn included_files_that_are_open_are_read_there() {
    let folder = Folder::of(&[("parts.cat", "let part = rf")]);
    let uri = |name: &str| format!("file://{}", folder.path(name));
    let (own, parts, new) = (uri("own.cat"), uri("parts.cat"), uri("new.cat"));
    let mut client = Client::start(&[], true);
    let text = "include \"parts.cat\"\nacyclic other as a\n";
    assert_eq!(client.open(&own, text).len(), 1);
    client.open(&parts, "let part = rf");
    client.diagnostics(&own, 1);
    client.replace(&parts, 2, "let other = rf");
    assert_eq!(client.diagnostics(&own, 1), [Value::Null; 0]);
    let found = client.at("textDocument/definition", &own, text, "other", Value::Null);
    assert_eq!(found[0]["uri"], parts);
    assert_eq!(client.slice("let other = rf", &found[0]["range"]), "other");
    // A file that was never saved.
    client.replace(&own, 2, &text.replace("parts", "new"));
    assert_eq!(client.diagnostics(&own, 2).len(), 1);
    client.open(&new, "let other = co");
    assert_eq!(client.diagnostics(&own, 2), [Value::Null; 0]);
    let params = json!({ "textDocument": { "uri": new } });
    client.tell("textDocument/didClose", &params);
    assert_eq!(client.diagnostics(&own, 2).len(), 1);
    client.end();
}

#[test]
fn names_go_across_files() {
    let base = "(* \u{1d6fc} *) let hb = po | com\n";
    let own = "include \"basic.cat\"\ninclude \"base.cat\"\nlet prop = hb ; hb\nacyclic prop as causality\n";
    let top = "include \"own.cat\"\nirreflexive hb ; fr as other\n";
    let folder = Folder::of(&[
        ("base.cat", base),
        ("top.cat", top),
        ("hb.cat", "let hb = co acyclic hb as hb"),
        ("own.cat", "(* older *)"),
    ]);
    let uri = |name: &str| format!("file://{}", folder.path(name));
    let mut client = Client::start(&[], false);
    let here = uri("own.cat");
    assert_eq!(client.open(&here, own), [Value::Null; 0]);
    let at = |client: &mut Client, method: &str, before: &str| {
        client.at(
            &format!("textDocument/{method}"),
            &here,
            own,
            before,
            Value::Null,
        )
    };
    let found = at(&mut client, "definition", "hb ;");
    assert_eq!(found[0]["uri"], uri("base.cat"));
    assert_eq!(client.slice(base, &found[0]["range"]), "hb");
    let found = at(&mut client, "definition", "base.cat");
    assert_eq!(found[0]["uri"], uri("base.cat"));
    let said = at(&mut client, "hover", "hb ;");
    let said = said["contents"]["value"].as_str().unwrap();
    assert!(
        said.contains("let hb = po | com") && said.contains("base.cat"),
        "{said}"
    );
    let items = at(&mut client, "completion", "prop as");
    let labels = |word: &str| {
        items
            .as_array()
            .unwrap()
            .iter()
            .any(|one| one["label"] == word)
    };
    assert!(labels("hb") && labels("come"), "{items}");

    // Also in what includes it, which nobody has opened.
    for (with, count) in [(true, 4), (false, 3)] {
        let context = json!({ "context": { "includeDeclaration": with } });
        let found = client.at("textDocument/references", &here, own, "hb ;", context);
        assert_eq!(found.as_array().unwrap().len(), count, "{found}");
    }
    let marked = at(&mut client, "documentHighlight", "hb ;");
    assert_eq!(marked.as_array().unwrap().len(), 2, "{marked}");
    let name = json!({ "newName": "happens" });
    let edit = client.at("textDocument/rename", &here, own, "hb ;", name.clone());
    for (name, text) in [("base.cat", base), ("own.cat", own), ("top.cat", top)] {
        let changed = client.edited(text, &edit["changes"][uri(name)]);
        assert_eq!(changed, text.replace("hb", "happens"));
    }
    assert_eq!(edit["changes"].as_object().unwrap().len(), 3, "{edit}");

    // From the included file the same is found, though it stands alone.
    let there = uri("base.cat");
    client.open(&there, base);
    let again = client.at("textDocument/rename", &there, base, "hb =", name);
    assert_eq!(again, edit);
    let context = json!({ "context": { "includeDeclaration": true } });
    let found = client.at("textDocument/references", &there, base, "hb =", context);
    assert_eq!(found.as_array().unwrap().len(), 4, "{found}");
    let mut params = client.params(&there, base, "hb =");
    // What includes it has the name already.
    params["newName"] = json!("prop");
    let (code, why) = client.refused("textDocument/rename", &params);
    assert!(code == -32803 && why.contains("taken"), "{why}");
    client.end();
}

/// Two axioms of one name could not be told apart.
#[test]
fn an_axiom_does_not_get_the_name_of_another() {
    let text = "let a = po\nacyclic a as first\nacyclic a | rf as second\n";
    let mut client = Client::start(&[], true);
    client.open(URI, text);
    let mut params = client.params(URI, text, "second");
    for (name, taken) in [("first", true), ("third", false), ("second", false)] {
        params["newName"] = json!(name);
        if taken {
            let (code, why) = client.refused("textDocument/rename", &params);
            assert!(code == -32803 && why.contains("taken"), "{why}");
        } else {
            client.ask("textDocument/rename", &params);
        }
    }
    client.end();
}

#[test]
fn names_that_are_nowhere_defined() {
    let text = "include \"basic.cat\"\nlet own = dep ; rf\nacyclic own | rf as a\n";
    let mut client = Client::start(&[], true);
    client.open(URI, text);
    for (before, words, why) in [
        (
            "dep ;",
            "let dep = addr",
            "defined in basic.cat, which comes with the language",
        ),
        (
            "rf\n",
            "From a write to each read",
            "neither this text nor a file that it includes",
        ),
    ] {
        let found = client.at("textDocument/definition", URI, text, before, Value::Null);
        assert_eq!(found, Value::Null);
        let said = client.at("textDocument/hover", URI, text, before, Value::Null);
        let said = said["contents"]["value"].as_str().unwrap();
        assert!(said.contains(words), "{said}");
        let mut params = client.params(URI, text, before);
        let (code, told) = client.refused("textDocument/prepareRename", &params);
        assert!(code == -32803 && told.contains(why), "{told}");
        params["newName"] = json!("other");
        let (code, told) = client.refused("textDocument/rename", &params);
        assert!(code == -32803 && told.contains(why), "{told}");
    }
    let both = json!({ "context": { "includeDeclaration": true } });
    let found = client.at("textDocument/references", URI, text, "rf as", both);
    assert_eq!(found.as_array().unwrap().len(), 2, "{found}");
    client.end();
}

/// Thousands of mistakes are no thousands of lines.
#[test]
fn mistakes_are_counted_where_there_are_many() {
    let folder = Folder::of(&[("bad.cat", &"let a = $\n".repeat(20_000))]);
    let uri = format!("file://{}", folder.path("own.cat"));
    let mut client = Client::start(&[], true);
    let text = "let a = nothing-like-it\n".repeat(20_000);
    let told = client.open(&uri, &text);
    assert_eq!(told.len(), 101);
    let last = told[100]["message"].as_str().unwrap();
    assert!(last.contains("19900 more mistakes are not shown"), "{last}");
    let text = "include \"bad.cat\"\nacyclic po as a\n";
    client.replace(&uri, 2, text);
    let told = client.diagnostics(&uri, 2);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["relatedInformation"].as_array().unwrap().len(), 20);
    let message = told[0]["message"].as_str().unwrap();
    assert!(message.ends_with("and 19980 more"), "{message}");
    client.end();
}

#[test]
fn comments_are_coloured() {
    let text =
        "(* \u{1d6fc}\n two (* lines *) *)\n// one\nlet a = rf # two\nacyclic a as a (* open";
    let mut client = Client::start(&[], false);
    client.open(URI, text);
    let document = json!({ "textDocument": { "uri": URI } });
    let tokens = client.ask("textDocument/semanticTokens/full", &document);
    let words = client.coloured(text, &tokens);
    let comments: Vec<&str> = words
        .iter()
        .filter(|word| word.1 == 9)
        .map(|word| word.0)
        .collect();
    assert_eq!(
        comments,
        [
            "(* \u{1d6fc}",
            " two (* lines *) *)",
            "// one",
            "# two",
            "(* open"
        ]
    );
    client.end();
}

#[test]
fn keywords_operators_and_derived_relations_are_explained() {
    let text = "let rec own = [W] ; rfe ; (own | fri)? \\ po^-1\nflag ~empty own & ~ po as f\nacyclic own as a\n";
    let mut client = Client::start(&[], false);
    assert_eq!(client.open(URI, text), [Value::Null; 0]);
    for (before, words) in [
        ("let", "names a set or a relation"),
        ("rec", "the least set or relation"),
        ("= [", "between a name and what it stands for"),
        ("[W]", "the identity on a set"),
        ("W]", "Writes"),
        ("; rfe", "composition"),
        ("rfe", "between different threads"),
        ("| fri", "union"),
        ("fri", "inside a thread"),
        ("? ", "reflexive closure"),
        ("\\ po", "difference"),
        ("^-1", "inverse"),
        ("flag", "reports the executions"),
        ("~empty", "the opposite"),
        ("~ po", "complement"),
        ("& ~", "intersection"),
        ("as f", "the name of an axiom"),
        ("acyclic", "no cycle"),
    ] {
        let said = client.at("textDocument/hover", URI, text, before, Value::Null);
        let told = said["contents"]["value"].as_str().unwrap_or_default();
        assert!(told.contains(words), "{before}: {said}");
    }
    let proposed = |client: &mut Client, text: &str, before: &str| {
        let items = client.at("textDocument/completion", URI, text, before, Value::Null);
        let items = items.as_array().unwrap().clone();
        let told = |one: &Value| one["documentation"].as_str().map(str::to_owned);
        let all = items
            .iter()
            .map(|one| (one["label"].as_str().unwrap().to_owned(), told(one)));
        all.collect::<Vec<_>>()
    };
    let all = proposed(&mut client, text, "po as f");
    for word in [
        "rfe",
        "rfi",
        "coe",
        "coi",
        "fre",
        "fri",
        "let",
        "rec",
        "irreflexive",
        "show",
    ] {
        assert!(
            all.iter()
                .any(|(label, told)| label == word && told.is_some()),
            "{word}"
        );
    }
    let all = proposed(&mut client, text, "-1");
    assert_eq!(
        all.iter().map(|one| &*one.0).collect::<Vec<_>>(),
        ["^-1", "^+", "^*", "^?"]
    );
    assert!(all.iter().all(|one| one.1.is_some()));
    client.end();
}

/// As `check -m` refuses it; a part of another model need not have any.
#[test]
fn a_model_without_axioms_is_told_to_be_so() {
    let folder = Folder::of(&[("top.cat", "include \"part.cat\" acyclic part as a")]);
    let uri = |name: &str| format!("file://{}", folder.path(name));
    let mut client = Client::start(&[], true);
    let text = "// none\nlet part = rf\n";
    let told = client.open(&uri("own.cat"), text);
    assert_eq!(told.len(), 1, "{told:#?}");
    // Nobody knows whether it is a part of a model that lies elsewhere: a hint, and no warning.
    assert_eq!(told[0]["severity"], 4);
    assert_eq!(client.slice(text, &told[0]["range"]), "let");
    let message = told[0]["message"].as_str().unwrap();
    assert!(
        message.contains("the model `own.cat` has no axiom, so it forbids nothing"),
        "{message}"
    );
    assert_eq!(client.open(&uri("part.cat"), text), [Value::Null; 0]);
    // So it is of one that a model in the folder above includes.
    folder.add("parts/deep.cat", text);
    folder.add("above.cat", "include \"parts/deep.cat\" acyclic part as a");
    assert_eq!(client.open(&uri("parts/deep.cat"), text), [Value::Null; 0]);
    client.replace(&uri("own.cat"), 2, "flag ~empty rf as f");
    assert_eq!(client.diagnostics(&uri("own.cat"), 2), [Value::Null; 0]);
    client.end();
}

/// An includer that was opened, changed or closed after its part is seen from there as it is now.
#[test]
fn a_part_sees_who_includes_it_as_it_is_now() {
    let (part, saved) = (
        "let hb = po | rf\n",
        "include \"part.cat\"\nacyclic hb as a\n",
    );
    let now = "include \"part.cat\"\n// a new line, and another\nacyclic hb as a\n";
    let folder = Folder::of(&[("part.cat", part), ("own.cat", saved)]);
    let uri = |name: &str| format!("file://{}", folder.path(name));
    let (there, own) = (uri("part.cat"), uri("own.cat"));
    let mut client = Client::start(&[], true);
    client.open(&there, part);
    client.open(&own, saved);
    let renamed = |client: &mut Client| {
        let name = json!({ "newName": "happens" });
        let edit = client.at("textDocument/rename", &there, part, "hb =", name);
        let all = edit["documentChanges"].as_array().unwrap();
        let of = |uri: &str| all.iter().find(|one| one["textDocument"]["uri"] == uri);
        let found = of(&own).unwrap();
        assert_eq!(of(&there).unwrap()["textDocument"]["version"], 1);
        let version = found["textDocument"]["version"].as_i64();
        (version, found["edits"].clone())
    };
    for (version, text) in [(2, now), (3, saved), (4, now)] {
        client.replace(&own, version, text);
        let (named, edits) = renamed(&mut client);
        assert_eq!(named, Some(version.into()));
        assert_eq!(
            client.edited(text, &edits),
            text.replace("acyclic hb", "acyclic happens")
        );
        let context = json!({ "context": { "includeDeclaration": false } });
        let found = client.at("textDocument/references", &there, part, "hb =", context);
        assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
        assert_eq!(client.slice(text, &found[0]["range"]), "hb");
    }
    // What is not open has no number, and is as it was saved.
    let params = json!({ "textDocument": { "uri": own } });
    client.tell("textDocument/didClose", &params);
    let (named, edits) = renamed(&mut client);
    assert_eq!(named, None);
    assert_eq!(
        client.edited(saved, &edits),
        saved.replace("acyclic hb", "acyclic happens")
    );
    client.end();
}

/// Who includes it may be opened after it, and need not be saved.
#[test]
fn a_part_is_no_model_without_axioms_once_an_includer_is_open() {
    let folder = Folder::of(&[]);
    let uri = |name: &str| format!("file://{}", folder.path(name));
    let (there, own) = (uri("part.cat"), uri("own.cat"));
    let mut client = Client::start(&[], true);
    assert_eq!(client.open(&there, "let hb = po | rf\n").len(), 1);
    client.open(&own, "include \"part.cat\"\nacyclic hb as a\n");
    assert_eq!(client.diagnostics(&there, 1), [Value::Null; 0]);
    client.replace(&own, 2, "acyclic po as a\n");
    assert_eq!(client.diagnostics(&there, 1).len(), 1);
    client.end();
}

/// Of what was not understood nobody knows whether the name stands there.
#[test]
fn a_model_with_mistakes_keeps_its_names() {
    let part = "let hb = po | rf | base\n";
    let folder = Folder::of(&[
        (
            "good.cat",
            "let base = co\ninclude \"part.cat\"\nacyclic hb as a\n",
        ),
        ("other.cat", "acylic hb\n"),
    ]);
    let uri = |name: &str| format!("file://{}", folder.path(name));
    let mut client = Client::start(&[], false);
    let name = json!({ "newName": "happens" });
    let refused = |client: &mut Client, uri: &str, text: &str, before: &str| {
        let mut params = client.params(uri, text, before);
        params["newName"] = json!("happens");
        let (code, why) = client.refused("textDocument/rename", &params);
        assert_eq!(code, -32803, "{why}");
        why
    };
    let text = "let z = po\nacyclic z as a\nacylic z as b\n";
    client.open(URI, text);
    assert_eq!(
        refused(&mut client, URI, text, "z ="),
        "names of a model with mistakes cannot be changed: untitled:own.cat:3:1: \
         expected a statement\n`acylic` begins none\ndid you mean `acyclic`?"
    );
    // What it needs comes from who includes it: there it has no mistake.
    let there = uri("part.cat");
    client.open(&there, part);
    let edit = client.at("textDocument/rename", &there, part, "hb =", name);
    assert_eq!(edit["changes"].as_object().unwrap().len(), 2, "{edit}");
    // One who includes it has some.
    let bad = "include \"part.cat\"\nlet base = co\nacyclic hb as a\nacylic hb\n";
    folder.add("bad.cat", bad);
    let why = refused(&mut client, &there, part, "hb =");
    let begin = "names of a model with mistakes cannot be changed: ";
    assert!(why.starts_with(begin) && why.contains("cat:"), "{why}");
    let own = bad
        .replace("let base = co\n", "")
        .replace("include", "let base = co\ninclude");
    folder.add("bad.cat", &own);
    let why = refused(&mut client, &there, part, "hb =");
    let path = folder.path("bad.cat");
    assert!(why.starts_with(&format!("{begin}{path}:4:1: ")), "{why}");
    for mistake in ["let zz = nothing", "acyclic (hb", "(* hb", "$"] {
        folder.add("bad.cat", &own.replace("acylic hb", mistake));
        let why = refused(&mut client, &there, part, "hb =");
        assert!(why.starts_with(&format!("{begin}{path}:4:")), "{why}");
    }
    // One that is hidden is taken to be meant.
    let hidden = "let base = co\ninclude \"part.cat\"\n(* open\nacyclic hb as a\n";
    folder.add("bad.cat", hidden);
    let why = refused(&mut client, &there, part, "hb =");
    assert!(why.starts_with(&format!("{begin}{path}:3:1: ")), "{why}");
    // It is mended, though not saved.
    client.open(&uri("bad.cat"), &own.replace("acylic", "acyclic"));
    let name = json!({ "newName": "happens" });
    let edit = client.at("textDocument/rename", &there, part, "hb =", name);
    assert_eq!(edit["changes"].as_object().unwrap().len(), 3, "{edit}");
    client.end();
}

/// Whoever includes a text may hide it behind a mistake: its places are shown, and no name is changed.
#[test]
fn includers_with_mistakes() {
    let folder = Folder::of(&[
        ("part.cat", "let part = po\n"),
        ("single.cat", "include 'part.cat'\nacyclic part as a\n"),
        ("open.cat", "include \"part.cat\nacyclic part as a\n"),
        ("other.cat", "let part = rf\nacyclic part as a\n"),
    ]);
    let uri = format!("file://{}", folder.path("part.cat"));
    let text = "let part = po\n";
    let mut client = Client::start(&[], true);
    client.open(&uri, text);
    let both = json!({ "context": { "includeDeclaration": true } });
    let found = client.at("textDocument/references", &uri, text, "part", both);
    let places = found.as_array().unwrap().iter();
    let places = places.map(|one| {
        let name = one["uri"].as_str().unwrap().rsplit('/').next().unwrap();
        format!("{name}:{}", one["range"]["start"]["line"])
    });
    let places: Vec<String> = places.collect();
    assert_eq!(places, ["part.cat:0", "open.cat:1", "single.cat:1"]);
    let mut params = client.params(&uri, text, "part");
    let (_, why) = client.refused("textDocument/prepareRename", &params);
    assert!(
        why.contains("model with mistakes") && why.contains("open.cat"),
        "{why}"
    );
    params["newName"] = json!("piece");
    let (_, why) = client.refused("textDocument/rename", &params);
    assert!(why.contains("model with mistakes"), "{why}");
    client.end();
}
