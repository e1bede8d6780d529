//! Models in an editor: verdicts, expectations, fences; and that a change ends what is being asked.

use serde_json::{Value, json};

use super::client::{Client, titled};

const URI: &str = "untitled:test.litmus";

const MP: &str = "PTX MP
{ x = 0; y = 0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 st.weak x, 1   | ld.weak r1, y  ;
 st.weak y, 1   | ld.weak r2, x  ;
exists (P1:r1 == 1 /\\ P1:r2 == 0)
";

#[test]
fn the_cheapest_fences_are_inserted() {
    let mut client = Client::start(&["-m", "sc,ptx-7.5"], true);
    client.open(URI, MP);
    assert_eq!(
        client.lenses(URI),
        ["unreachable: sc", "reachable: ptx-7.5"]
    );
    let actions = client.actions(URI, MP, "exists");
    let action = titled(&actions, "Insert the cheapest fences under ptx-7.5");
    client.ask("workspace/executeCommand", &action["command"]);
    let asked = client.wait(|message| message["method"] == "workspace/applyEdit");
    let text = client.applied(URI, MP, &asked["params"]["edit"]);
    assert_ne!(text, MP);
    // The client answers; nothing follows from it.
    let id = asked["id"].as_str().unwrap().to_owned();
    let answer = json!({ "jsonrpc": "2.0", "id": id, "result": { "applied": true } }).to_string();
    client.raw(format!("Content-Length: {}\r\n\r\n{answer}", answer.len()).as_bytes());
    client.replace(URI, 2, &text);
    assert_eq!(client.diagnostics(URI, 2), [Value::Null; 0]);
    assert_eq!(client.lenses(URI), ["unreachable: sc, ptx-7.5"]);
    // There is nothing left to forbid.
    let actions = client.actions(URI, &text, "exists");
    assert!(
        !actions
            .iter()
            .any(|one| one["title"].as_str().unwrap().contains("fences"))
    );
    client.end();
}

#[test]
fn answers_become_expectations_and_expectations_are_checked() {
    let mut client = Client::start(&["-m", "sc,ptx-7.5"], false);
    client.open(URI, MP);
    client.lenses(URI);
    let actions = client.actions(URI, MP, "exists");
    let action = titled(&actions, "2 models");
    let text = client.applied(URI, MP, &action["edit"]);
    // Below the condition, as in the examples.
    let lines = "// expect sc: unreachable\n// expect ptx-7.5: reachable\n";
    assert_eq!(text, format!("{MP}{lines}"));
    client.replace(
        URI,
        2,
        &text.replace("ptx-7.5: reachable", "ptx-7.5: never"),
    );
    // First what the text says, then what models do.
    assert_eq!(client.diagnostics(URI, 2), [Value::Null; 0]);
    let told = client.diagnostics(URI, 2);
    assert_eq!(told.len(), 1, "{told:#?}");
    assert_eq!(told[0]["severity"], 2);
    assert!(
        told[0]["message"]
            .as_str()
            .unwrap()
            .contains("under `ptx-7.5` it is sometimes")
    );
    let now = text.replace("ptx-7.5: reachable", "ptx-7.5: never");
    let actions = client.actions(URI, &now, "expect ptx");
    let now = client.applied(URI, &now, &titled(&actions, "Write `sometimes`")["edit"]);
    client.replace(URI, 3, &now);
    assert_eq!(client.diagnostics(URI, 3), [Value::Null; 0]);
    assert_eq!(client.diagnostics(URI, 3), [Value::Null; 0]);
    client.end();
}

/// New expectations come below those that are there, also at the end of a text without a last newline.
#[test]
fn expectations_stand_together() {
    let mut client = Client::start(&["-m", "sc,tso"], false);
    let known = format!("{MP}\n// As it is:\n// expect sc: unreachable");
    client.open(URI, &known);
    client.lenses(URI);
    let actions = client.actions(URI, &known, "exists");
    let action = titled(&actions, "Add `// expect tso: unreachable`");
    let text = client.applied(URI, &known, &action["edit"]);
    assert_eq!(text, format!("{known}\n// expect tso: unreachable\n"));
    client.replace(URI, 2, &text);
    assert_eq!(client.diagnostics(URI, 2), [Value::Null; 0]);
    assert_eq!(client.diagnostics(URI, 2), [Value::Null; 0]);
    client.end();
}

/// Where a model knows no fences, none is offered.
#[test]
fn fences_are_offered_where_they_can_help() {
    let mut client = Client::start(&["-m", "plain,strict,sc,tso"], false);
    client.open(URI, MP);
    client.lenses(URI);
    let actions = client.actions(URI, MP, "exists");
    let titles = actions.iter().map(|one| one["title"].as_str().unwrap());
    let fences: Vec<&str> = titles.filter(|one| one.contains("fences")).collect();
    assert_eq!(fences, ["Insert the cheapest fences under strict"]);
    client.end();
}

/// Two threads count a location up and down, others look: for hours.
pub fn hard() -> String {
    let threads = 8;
    let header: Vec<String> = (0..threads)
        .map(|at| format!("P{at}@cta {at},gpu 0"))
        .collect();
    let mut text = format!("PTX Hard\n{{ }}\n{} ;\n", header.join(" | "));
    for row in 0..14 {
        let cell = |at: usize| {
            format!(
                "atom.relaxed.gpu.xor r{row}, x{}, r{}",
                (at + row) % 5,
                (row + 13) % 14
            )
        };
        let cells: Vec<String> = (0..threads).map(cell).collect();
        text += &(cells.join(" | ") + " ;\n");
    }
    text + "exists (P0:r3 == 5 /\\ P1:r7 == 3 /\\ P2:r13 == 9 /\\ x1 == 77)\n"
}

#[test]
fn a_change_ends_what_is_being_asked() {
    let mut client = Client::start(
        &[
            "-m",
            "ptx-7.5,ugpu-weak",
            "--within",
            "10h",
            "--timeout",
            "10h",
        ],
        true,
    );
    client.open(URI, &hard());
    let lenses = json!({ "textDocument": { "uri": URI } });
    let id = client.send_request("textDocument/codeLens", &lenses);
    // What needs only the text is answered all the same.
    let symbols = client.ask("textDocument/documentSymbol", &lenses);
    assert_eq!(symbols[0]["name"], "Hard");
    client.replace(URI, 2, MP);
    assert_eq!(client.response(id)["error"]["code"], -32801);
    assert_eq!(client.lenses(URI), ["reachable: ptx-7.5, ugpu-weak"]);
    // Who goes does not wait for it either.
    client.replace(URI, 3, &hard());
    client.diagnostics(URI, 3);
    client.send_request("textDocument/codeLens", &lenses);
    client.end();
}

/// Why there are none is said at once.
#[test]
fn a_search_for_fences_that_takes_too_long_says_so() {
    let mut client = Client::start(&["-m", "ptx-7.5", "--within", "300ms"], true);
    client.open(URI, &hard());
    let arguments = json!([URI, "ptx-7.5"]);
    let params = json!({ "command": "gpu-litmus.fences", "arguments": arguments });
    client.ask("workspace/executeCommand", &params);
    let told = client.wait(|message| message["method"] == "window/showMessage");
    let text = told["params"]["message"].as_str().unwrap();
    assert!(
        text.starts_with("the cheapest fences under ptx-7.5 were not found: ")
            // Of one question, or of the search.
            && (text.contains("time limit") || text.contains("the time for the search")),
        "{text}"
    );
    client.end();
}

#[test]
fn what_takes_too_long_is_unknown() {
    let mut client = Client::start(&["-m", "ptx-7.5", "--within", "1ms"], true);
    client.open(URI, &hard());
    assert_eq!(client.lenses(URI), ["unknown: ptx-7.5"]);
    let text = hard();
    let said = client.at("textDocument/hover", URI, &text, "exists", Value::Null);
    assert!(
        said["contents"]["value"]
            .as_str()
            .unwrap()
            .contains("time limit"),
        "{said}"
    );
    client.end();
}

/// What no model can be asked about is a mistake with a place, too.
#[test]
fn threads_that_are_too_long_are_told() {
    let mut client = Client::start(&["-m", "sc", "--bound", "100"], true);
    let text = std::fs::read_to_string("tests/ui/program/too-long.litmus").unwrap();
    assert_eq!(client.open(URI, &text), [Value::Null; 0]);
    let told = client.diagnostics(URI, 1);
    assert!(
        told[0]["message"]
            .as_str()
            .unwrap()
            .contains("more than 1000 instructions"),
        "{told:#?}"
    );
    assert_eq!(client.slice(&text, &told[0]["range"]), "P0@cta 0,gpu 0");
    client.end();
}

#[test]
fn a_request_can_be_taken_back() {
    let mut client = Client::start(&["-m", "sc", "--within", "10h", "--timeout", "10h"], true);
    client.open(URI, &hard());
    let lenses = json!({ "textDocument": { "uri": URI } });
    let first = client.send_request("textDocument/codeLens", &lenses);
    let second = client.send_request("textDocument/codeLens", &lenses);
    client.tell("$/cancelRequest", &json!({ "id": second }));
    // By now both have arrived: requests come in order.
    client.ask("textDocument/documentSymbol", &lenses);
    client.replace(URI, 2, MP);
    assert_eq!(client.response(first)["error"]["code"], -32801);
    assert_eq!(client.response(second)["error"]["code"], -32800);
    client.end();
}
