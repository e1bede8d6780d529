//! What is proposed in models, in comments and in quoted text.

use serde_json::{Value, json};

use super::client::Client;
use crate::folder::Folder;

/// What is proposed where a `@@` stands, with what is replaced by it.
fn proposed(
    client: &mut Client,
    uri: &str,
    version: &mut i32,
    text: &str,
) -> Vec<(String, String)> {
    let (before, after) = text.split_once("@@").unwrap();
    let text = format!("{before}{after}");
    *version += 1;
    client.replace(uri, *version, &text);
    let params = json!({
        "textDocument": { "uri": uri },
        "position": client.position(&text, before.len()),
    });
    let items = client.ask("textDocument/completion", &params);
    let items = items.as_array().unwrap().iter();
    items
        .map(|item| {
            let replaced = client.slice(&text, &item["textEdit"]["range"]);
            (
                item["label"].as_str().unwrap().to_owned(),
                replaced.to_owned(),
            )
        })
        .collect()
}

fn labels(found: &[(String, String)]) -> Vec<&str> {
    found.iter().map(|(label, _)| label.as_str()).collect()
}

#[test]
fn nothing_is_proposed_in_comments_and_quoted_text_of_a_model() {
    let mut client = Client::start(&["-m", "sc"], false);
    let (uri, mut version) = ("untitled:own.cat", 1);
    client.open(uri, "");
    for text in [
        "let a = po // an@@",
        "let a = po # an@@\nacyclic a",
        "let a = po (* an @@ *)\nacyclic a",
        "let a = po (* an @@",
        "let a = po (* an (* b *) @@\nacyclic a *)",
        "\"A ti@@\"\nacyclic po",
        "\"A ti@@",
        "// @@",
    ] {
        let found = proposed(&mut client, uri, &mut version, text);
        assert!(found.is_empty(), "{text}: {found:?}");
    }
    for text in [
        "let a = po (* an *)@@",
        "(* \" *) let a = p@@",
        "// a \"\nlet a = p@@",
        "\"Title\" let a = p@@",
    ] {
        let found = proposed(&mut client, uri, &mut version, text);
        assert!(labels(&found).contains(&"po"), "{text}: {found:?}");
    }
    client.end();
}

#[test]
fn files_options_and_parameters_are_proposed() {
    let folder = Folder::of(&[
        ("part.cat", "let part = po"),
        ("more/inner.cat", "let inner = po"),
        (".hidden.cat", ""),
        ("test.litmus", ""),
        ("own.cat", ""),
    ]);
    let mut client = Client::start(&["-m", "sc"], false);
    let (uri, mut version) = (format!("file://{}", folder.path("own.cat")), 1);
    client.open(&uri, "");
    client.open(
        &format!("file://{}", folder.path("unsaved.cat")),
        "let b = po",
    );
    let mut ask = |text: &str| proposed(&mut client, &uri, &mut version, text);
    let found = ask("include \"pa@@\"\nacyclic po");
    assert_eq!(
        labels(&found),
        [
            "more/",
            "part.cat",
            "unsaved.cat",
            "basic.cat",
            "cos.cat",
            "stdlib.cat"
        ]
    );
    assert!(found.iter().all(|(_, replaced)| replaced == "pa"));
    let found = ask("include \"more/@@");
    assert_eq!(found, [("more/inner.cat".to_owned(), "more/".to_owned())]);
    let found = ask("let a = po\noption r@@\nacyclic a");
    assert_eq!(labels(&found), ["rmw-one-event", "co-partial"]);
    assert!(found.iter().all(|(_, replaced)| replaced == "r"));
    assert_eq!(labels(&ask("option @@")), ["rmw-one-event", "co-partial"]);
    // Also while the definition is not complete, and only there.
    for (text, has) in [
        ("let f(rel, Set) = rel; [@@", true),
        ("let f(rel, Set) = rel; [Set] | @@\nacyclic po", true),
        ("let f(rel, Set) = rel let g Set = @@", true),
        ("let f(rel, Set) = rel; [Set]\nacyclic @@", false),
        ("let f(rel, Set) = rel; [Set]\nlet g = @@", false),
    ] {
        let found = ask(text);
        assert_eq!(labels(&found).contains(&"Set"), has, "{text}: {found:?}");
        assert!(labels(&found).contains(&"po-loc"), "{text}");
    }
    client.end();
}

const TEST: &str = "PTX T \"A description\"
{ x = 0; }
 P0@cta 0,gpu 0 ;
 st.weak x, 1 ;
exists (x == 1)
";

#[test]
fn nothing_is_proposed_in_comments_of_a_test() {
    let folder = Folder::of(&[
        ("own/mine.cat", "acyclic po"),
        ("gpu-litmus.toml", "models = \"own/mine.cat\"\n"),
    ]);
    let uri = format!("file://{}", folder.path("own.litmus"));
    let mut client = Client::start(&["-m", "sc"], false);
    let mut version = 1;
    client.open(&uri, TEST);
    let with = |comment: &str| TEST.replace(" st.weak", &format!(" {comment}\n st.weak"));
    for text in [
        with("// the fi@@"),
        with("// expected of @@"),
        with("// it is // ex@@"),
        with("(* the fi@@ *)"),
        with("(* the @@ flag *)"),
        with("(* ld.@@ *)"),
        with("// expect sc: reachable @@"),
        with("// expect sc re@@"),
        TEST.replace("A description", "A desc@@"),
        TEST.replace("x == 1)", "x == 1) (* P0:@@ *)"),
    ] {
        let found = proposed(&mut client, &uri, &mut version, &text);
        assert!(found.is_empty(), "{text}: {found:?}");
    }
    for (text, word, replaced) in [
        (with("// @@"), "expect ", ""),
        (with("// exp@@"), "expect ", "exp"),
        (with("(* the flag *) @@"), "st", ""),
    ] {
        let found = proposed(&mut client, &uri, &mut version, &text);
        let wanted = (word.to_owned(), replaced.to_owned());
        assert!(found.contains(&wanted), "{text}: {found:?}");
    }
    // A model that settings name comes first, once it has been asked.
    version += 1;
    client.replace(&uri, version, TEST);
    client.lenses(&uri);
    let expects = format!("{TEST}// expect sc: reachable\n");
    version += 1;
    client.replace(&uri, version, &expects);
    client.lenses(&uri);
    let items = client.at(
        "textDocument/completion",
        &uri,
        &expects,
        "sc: ",
        Value::Null,
    );
    assert_eq!(items[0]["label"], "own/mine.cat");
    client.end();
}

/// Where a new name is written, nothing that is there is proposed; files to include come with their quotes.
#[test]
fn new_names_and_files_of_a_model() {
    let folder = Folder::of(&[("part.cat", "let part = po"), ("own.cat", "")]);
    let mut client = Client::start(&["-m", "sc"], false);
    let (uri, mut version) = (format!("file://{}", folder.path("own.cat")), 1);
    client.open(&uri, "");
    for (text, wanted) in [
        ("let @@", &["rec"][..]),
        ("let r@@", &["rec"]),
        ("let rec @@", &[]),
        ("let rec a = po and @@", &[]),
        ("acyclic po as @@", &[]),
        ("acyclic po as n@@", &[]),
    ] {
        let found = proposed(&mut client, &uri, &mut version, text);
        assert_eq!(labels(&found), wanted, "{text}");
    }
    for text in ["include @@", "include ba@@"] {
        let found = proposed(&mut client, &uri, &mut version, text);
        let all = labels(&found);
        assert!(
            all.contains(&"\"part.cat\"") && all.contains(&"\"basic.cat\""),
            "{text}: {all:?}"
        );
        assert!(
            !all.contains(&"\"own.cat\"") && !all.contains(&"po"),
            "{text}: {all:?}"
        );
    }
    client.end();
}

/// Proxies of declarations, and labels behind jumps.
#[test]
fn where_only_some_words_can_stand() {
    let mut client = Client::start(&["-m", "sc"], false);
    let (uri, mut version) = ("untitled:own.litmus", 1);
    client.open(uri, "");
    let proxies = ["surface", "texture", "constant", "generic"];
    let code = |code: &str| {
        format!("PTX T\n{{ x = 0; }}\n P0@cta 0,gpu 0 ;\n AGAIN: ;\n ld.weak r0, x ;\n {code} ;\n")
    };
    for (text, wanted) in [
        ("PTX T\n{ x = 0; a @ @@ }\n".to_owned(), &proxies[..]),
        ("PTX T\n{ x = 0; a @ te@@\n}\n".to_owned(), &proxies),
        (
            "PTX T\n{ x = 0; a @ surface @@ }\n".to_owned(),
            &["aliases"],
        ),
        (
            "PTX T\n{ x = 0; y = 0; a @ surface aliases @@ }\n".to_owned(),
            &["x", "y"],
        ),
        (
            "PTX T\n{ x = 0; a @ surface aliases x @@ }\n".to_owned(),
            &[],
        ),
        (
            "PTX T\n{ x = 0; }\n P0@cta 0,gpu 0 ;\nfilter (x == 0) @@".to_owned(),
            &["exists", "~exists", "forall"],
        ),
        (
            "PTX T\n{ x = 0; }\n P0@cta 0,gpu 0 ;\nfilter ((x == 0) @@".to_owned(),
            &[],
        ),
        (
            "PTX T\n{ x = 0; }\n P0@cta 0,gpu 0 ;\nfilter (x == 0) exists (x == 1) @@".to_owned(),
            &[],
        ),
        (
            "PTX T\n{ x = 0; a @ surface aliases x; }\n P0@cta 0,gpu 0 ;\n AGAIN: ;\n ld.weak r0, @@ ;\n".to_owned(),
            &["a", "r0", "x"],
        ),
        (code("bra @@"), &["AGAIN"]),
        (code("bra A@@"), &["AGAIN"]),
        (code("@!p bra @@"), &["AGAIN"]),
        (code("bne r0, 1, @@"), &["AGAIN"]),
    ] {
        let found = proposed(&mut client, uri, &mut version, &text);
        assert_eq!(labels(&found), wanted, "{text}");
    }
    let found = proposed(&mut client, uri, &mut version, &code("bne @@"));
    assert!(labels(&found).contains(&"r0"));
    let text = "PTX T\n{ x = 0; a @ surface aliases @@ }\n";
    assert!(
        !proposed(&mut client, uri, &mut version, text)
            .iter()
            .any(|one| one.0 == "surface")
    );
    client.end();
}
