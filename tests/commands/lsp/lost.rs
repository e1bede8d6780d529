//! What a client should not send.

use serde_json::{Value, json};

use super::client::Client;

const URI: &str = "untitled:test.litmus";

const TEST: &str = "PTX T\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\nexists (x == 1)\n";

/// The server is well if it still answers.
fn is_well(client: &mut Client) {
    client.replace(URI, 7, TEST);
    assert_eq!(client.lenses(URI), ["reachable: sc"]);
}

#[test]
fn what_is_no_message() {
    let mut client = Client::start(&["-m", "sc"], false);
    client.open(URI, TEST);
    for (bytes, code) in [
        ("Content-Length: 1\r\n\r\n{", -32700),
        ("Content-Length: 2\r\n\r\n[]", -32600),
        ("Content-Length: 2\r\n\r\n\u{b5}", -32700),
        (
            "Content-Length: 32\r\n\r\n{\"id\":1.5,\"method\":\"x\",\"a\":null}",
            -32600,
        ),
        ("Content-Length: many\r\n\r\n", -32700),
        ("X-Head: 1\r\n\r\n", -32700),
    ] {
        client.raw(bytes.as_bytes());
        let said = client.wait(|message| message["id"].is_null() && message.get("error").is_some());
        assert_eq!(said["error"]["code"], code, "{bytes}");
    }
    is_well(&mut client);
    client.end();
}

#[test]
fn methods_and_parameters_that_nobody_knows() {
    let mut client = Client::start(&["-m", "sc"], false);
    client.open(URI, TEST);
    client.tell("no/such", &json!([1]));
    client.tell("textDocument/didOpen", &json!("x"));
    client.tell(
        "textDocument/didChange",
        &json!({ "textDocument": { "uri": 3 } }),
    );
    client.tell("textDocument/didClose", &Value::Null);
    client.tell("$/cancelRequest", &json!({ "id": {} }));
    let here = json!({ "textDocument": { "uri": URI } });
    for (method, params, code) in [
        ("no/such", &here, -32601),
        ("textDocument/hover", &here, -32602),
        ("textDocument/hover", &Value::Null, -32602),
        (
            "textDocument/hover",
            &json!({ "textDocument": { "uri": "untitled:2" } }),
            -32803,
        ),
        (
            "workspace/executeCommand",
            &json!({ "command": "rm" }),
            -32602,
        ),
        (
            "workspace/executeCommand",
            &json!({ "command": "gpu-litmus.fences" }),
            -32602,
        ),
        ("initialize", &json!({}), -32600),
    ] {
        assert_eq!(client.refused(method, params).0, code, "{method} {params}");
    }
    let fences = json!({ "command": "gpu-litmus.fences", "arguments": [URI, "scc"] });
    let (code, text) = client.refused("workspace/executeCommand", &fences);
    assert!(
        code == -32803 && text.contains("did you mean `sc`?"),
        "{text}"
    );
    is_well(&mut client);
    client.end();
}

/// Parameters of each method without what it needs, and with something else in its place.
#[test]
fn parameters_that_are_none() {
    let mut client = Client::start(&["-m", "sc"], false);
    client.open(URI, TEST);
    let text = json!({ "uri": URI });
    let here = json!({ "textDocument": text });
    let at = json!({ "textDocument": text, "position": { "line": -1, "character": 0 } });
    let place = json!({ "line": 0, "character": 0 });
    let named = json!({ "textDocument": text, "position": place, "newName": 3 });
    for (method, wrong) in [
        ("hover", vec![&here, &at]),
        ("completion", vec![&here, &at]),
        ("definition", vec![&here, &at]),
        ("documentHighlight", vec![&here, &at]),
        ("prepareRename", vec![&here, &at]),
        ("references", vec![&here, &at, &named]),
        ("rename", vec![&here, &at, &named]),
        ("codeAction", vec![&here, &at]),
        ("formatting", vec![&here]),
        ("documentSymbol", vec![]),
        ("semanticTokens/full", vec![]),
        ("codeLens", vec![]),
    ] {
        let method = format!("textDocument/{method}");
        let none = [
            Value::Null,
            json!([]),
            json!({}),
            json!({ "textDocument": URI }),
            json!({ "textDocument": { "uri": 3 } }),
        ];
        for params in none.iter().chain(wrong) {
            let (code, _) = client.refused(&method, params);
            assert_eq!(code, -32602, "{method} {params}");
        }
    }
    is_well(&mut client);
    client.end();
}

/// Nothing is said of a text whose last change nobody could read.
#[test]
fn a_change_that_cannot_be_read() {
    let mut client = Client::start(&["-m", "sc"], false);
    client.open(URI, TEST);
    let document = json!({ "uri": URI, "version": 2 });
    let changes = json!([{ "range": { "start": { "line": 3 } }, "text": "" }]);
    let params = json!({ "textDocument": document, "contentChanges": changes });
    client.tell("textDocument/didChange", &params);
    let shown = client.wait(|message| message["method"] == "window/showMessage");
    let text = shown["params"]["message"].as_str().unwrap();
    assert!(
        text.contains(URI) && text.contains("could not be read"),
        "{text}"
    );
    let logged = client.wait(|message| message["method"] == "window/logMessage");
    let text = logged["params"]["message"].as_str().unwrap();
    assert!(
        text.contains("textDocument/didChange") && text.contains("character"),
        "{text}"
    );
    let here = json!({ "textDocument": { "uri": URI } });
    for method in ["documentSymbol", "semanticTokens/full", "codeLens"] {
        let (code, text) = client.refused(&format!("textDocument/{method}"), &here);
        assert!(code == -32803 && text.contains("open it again"), "{text}");
    }
    // A change of a part follows from what is not known.
    let place = json!({ "line": 0, "character": 0 });
    let range = json!({ "start": place, "end": place });
    let changes = json!([{ "range": range, "text": " " }]);
    let params = json!({ "textDocument": document, "contentChanges": changes });
    client.tell("textDocument/didChange", &params);
    client.refused("textDocument/documentSymbol", &here);
    // The whole text does not.
    let changes =
        json!([{ "range": range, "text": "?" }, { "text": TEST }, { "range": range, "text": " " }]);
    let document = json!({ "uri": URI, "version": 3 });
    let params = json!({ "textDocument": document, "contentChanges": changes });
    client.tell("textDocument/didChange", &params);
    assert_eq!(client.diagnostics(URI, 3), [Value::Null; 0]);
    assert_eq!(client.lenses(URI), ["reachable: sc"]);
    // What is told of no open text is written down, too.
    client.tell("textDocument/didChange", &json!({ "textDocument": 3 }));
    client.wait(|message| message["method"] == "window/logMessage");
    let other = json!({ "uri": "untitled:2", "version": 1 });
    let params = json!({ "textDocument": other, "contentChanges": [] });
    client.tell("textDocument/didChange", &params);
    let logged = client.wait(|message| message["method"] == "window/logMessage");
    let text = logged["params"]["message"].as_str().unwrap();
    assert!(text.contains("not open"), "{text}");
    is_well(&mut client);
    client.end();
}

/// Two requests of one number cannot both be answered.
#[test]
fn a_number_that_is_taken() {
    let mut client = Client::start(&["-m", "sc", "--within", "10h", "--timeout", "10h"], false);
    client.open(URI, &super::asked::hard());
    let lenses = json!({ "textDocument": { "uri": URI } });
    let id = client.send_request("textDocument/codeLens", &lenses);
    client.send_as(id, "textDocument/codeLens", &lenses);
    assert_eq!(client.response(id)["error"]["code"], -32600);
    client.tell("$/cancelRequest", &json!({ "id": id }));
    assert_eq!(client.response(id)["error"]["code"], -32800);
    client.end();
}

#[test]
fn places_beyond_the_end() {
    let mut client = Client::start(&["-m", "sc"], false);
    client.open(URI, "PTX \u{1d6fc}");
    let far = json!({ "line": u32::MAX, "character": u32::MAX });
    let broken = json!({ "line": 0, "character": 5 });
    for text in [
        "",
        "PTX \u{1d6fc}",
        "\u{1d6fc}\u{1d6fc}\u{1d6fc}",
        TEST,
        "PTX T {} \r P0@cta",
    ] {
        client.replace(URI, 2, text);
        for place in [&far, &broken] {
            let range = json!({ "start": far, "end": place });
            for method in [
                "hover",
                "definition",
                "references",
                "completion",
                "documentHighlight",
                "prepareRename",
            ] {
                let context = json!({ "includeDeclaration": true });
                let context = if method == "references" {
                    context
                } else {
                    Value::Null
                };
                let params = json!({ "textDocument": { "uri": URI }, "position": place, "context": context });
                client.ask(&format!("textDocument/{method}"), &params);
            }
            let context = json!({ "diagnostics": [] });
            let params =
                json!({ "textDocument": { "uri": URI }, "range": range, "context": context });
            client.ask("textDocument/codeAction", &params);
            let change = json!([{ "range": range, "text": "\u{b5}" }]);
            let document = json!({ "uri": URI, "version": 3 });
            let params = json!({ "textDocument": document, "contentChanges": change });
            client.tell("textDocument/didChange", &params);
        }
        let document = json!({ "textDocument": { "uri": URI } });
        client.ask("textDocument/semanticTokens/full", &document);
        client.ask("textDocument/documentSymbol", &document);
        client.ask("textDocument/codeLens", &document);
    }
    is_well(&mut client);
    client.end();
}

#[test]
fn a_file_of_ten_megabytes() {
    let mut client = Client::start(&["-m", "sc"], false);
    let text = format!("{TEST}//{}", "\u{b5} | ;\n".repeat((10 << 20) / 6));
    for uri in ["untitled:large.litmus", "untitled:large.cat"] {
        let told = client.open(uri, &text);
        assert_eq!(told.len(), 1);
        assert!(
            told[0]["message"]
                .as_str()
                .unwrap()
                .contains("larger than 1 MiB")
        );
        let document = json!({ "textDocument": { "uri": uri } });
        client.ask("textDocument/semanticTokens/full", &document);
        client.ask("textDocument/documentSymbol", &document);
        assert_eq!(client.lenses(uri), [""; 0]);
        let place = json!({ "textDocument": { "uri": uri }, "position": { "line": 900_000, "character": 3 } });
        for method in ["hover", "completion", "definition", "prepareRename"] {
            client.ask(&format!("textDocument/{method}"), &place);
        }
        let change = json!([{ "range": { "start": { "line": 1, "character": 0 }, "end": { "line": 4_000_000, "character": 0 } }, "text": "" }]);
        let document = json!({ "uri": uri, "version": 2 });
        client.tell(
            "textDocument/didChange",
            &json!({ "textDocument": document, "contentChanges": change }),
        );
        client.diagnostics(uri, 2);
    }
    client.open(URI, TEST);
    is_well(&mut client);
    client.end();
}

#[test]
fn the_order_of_a_conversation() {
    let mut client = Client::spawn(&[]);
    client.tell("initialized", &json!({}));
    assert_eq!(client.refused("textDocument/hover", &json!({})).0, -32002);
    assert_eq!(client.refused("shutdown", &Value::Null).0, -32002);
    // What is said of the client may be anything.
    client.ask(
        "initialize",
        &json!({ "capabilities": { "general": { "positionEncodings": 3 } } }),
    );
    client.ask("shutdown", &Value::Null);
    assert_eq!(client.refused("textDocument/hover", &json!({})).0, -32600);
    assert_eq!(client.refused("shutdown", &Value::Null).0, -32600);
    client.tell("exit", &Value::Null);
    assert_eq!(client.code(), 0);

    // Without `shutdown`, or cut off in the middle of a message.
    let mut client = Client::start(&["-m", "sc"], false);
    client.tell("exit", &Value::Null);
    assert_eq!(client.code(), 1);
    let mut client = Client::start(&["-m", "sc"], false);
    client.raw(b"Content-Length: 100\r\n\r\n{");
    assert_eq!(client.code(), 1);
}
