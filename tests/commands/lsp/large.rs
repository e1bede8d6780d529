//! Texts of thousands of rows, and what is taken back while something runs.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Client, titled};

const URI: &str = "untitled:large.litmus";

/// Rows with comments: what looks at all of them for each of them takes minutes.
const ROWS: usize = 6_000;

/// No answer may take as long as this where it is given at once.
const AT_ONCE: Duration = Duration::from_secs(20);

fn large(rows: usize) -> String {
    let mut text = "PTX Large\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n".to_owned();
    for row in 0..rows {
        let _ = writeln!(text, "st.weak x, {row} | ld.weak r{row}, y ; // row {row}");
    }
    text + "exists (P1:r1 == 1)\n"
}

fn formatting() -> Value {
    json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } })
}

/// Each of these is less than a second of work where it is linear, and many minutes where it is not.
#[test]
fn large_texts_are_laid_out_renamed_and_changed() {
    let mut client = Client::start(&["-m", "sc", "--within", "1ms"], false);
    let text = large(2 * ROWS);
    client.open(URI, &text);
    let edits = client.ask("textDocument/formatting", &formatting());
    let new = client.edited(&text, &edits);
    assert!(new.contains("\n st.weak x, 7     | ld.weak r7, y     ; // row 7\n"));
    let name = json!({ "newName": "flag" });
    let edit = client.at("textDocument/rename", URI, &text, "x, 7 ", name);
    let edited = client.applied(URI, &text, &edit);
    assert_eq!(edited.matches("flag").count(), 2 * ROWS + 1);

    // As an editor renames: a change for each place, from the last to the first.
    let change = |row: usize| {
        let place = |column: usize| json!({ "line": row + 3, "character": column });
        json!({ "range": { "start": place(8), "end": place(9) }, "text": "z" })
    };
    let changes: Vec<Value> = (0..2 * ROWS).rev().map(change).collect();
    let document = json!({ "uri": URI, "version": 2 });
    let params = json!({ "textDocument": document, "contentChanges": changes });
    client.tell("textDocument/didChange", &params);
    let told = client.diagnostics(URI, 2);
    assert_eq!(told, [Value::Null; 0], "{told:#?}");
    let found = client.ask(
        "textDocument/hover",
        &json!({ "textDocument": { "uri": URI }, "position": { "line": 2 * ROWS, "character": 8 } }),
    );
    let said = found["contents"]["value"].as_str().unwrap_or_default();
    assert!(said.contains("location `z`"), "{found}");
    client.end();
}

/// A line as long as the text, with a name in every word, and letters of more than one byte.
#[test]
fn long_lines_are_coloured() {
    let mut client = Client::start(&["-m", "sc", "--within", "1ms"], false);
    let declared: Vec<String> = (0..10_000).map(|at| format!("x{at} = 1;")).collect();
    let declared = declared.join(" ");
    let text = format!(
        "PTX Long\n{{ (* \u{1d6fc} *) {declared}}}\n P0@cta 0,gpu 0 ;\n st.weak x1, 1 ;\nexists (x1 == 1)\n"
    );
    client.open(URI, &text);
    let document = json!({ "textDocument": { "uri": URI } });
    let tokens = client.ask("textDocument/semanticTokens/full", &document);
    assert!(tokens["data"].as_array().unwrap().len() > 100_000);
    let symbols = client.ask("textDocument/documentSymbol", &document);
    assert_eq!(symbols[0]["children"].as_array().unwrap().len(), 10_002);
    client.end();
}

#[test]
fn a_running_request_is_cancelled_at_once() {
    let mut client = Client::start(&["-m", "sc", "--within", "1ms"], false);
    client.open(URI, &large(ROWS));
    let ids = [0; 10].map(|_| client.send_request("textDocument/formatting", &formatting()));
    let begun = Instant::now();
    for id in ids {
        client.tell("$/cancelRequest", &json!({ "id": id }));
    }
    for id in ids {
        assert_eq!(client.response(id)["error"]["code"], -32800);
    }
    // What needs little is answered meanwhile, too.
    let document = json!({ "textDocument": { "uri": URI } });
    client.ask("textDocument/documentSymbol", &document);
    // A cancelled request is answered once, and one that is answered cannot be cancelled.
    client.tell("$/cancelRequest", &json!({ "id": ids[0] }));
    client.ask("textDocument/documentSymbol", &document);
    let again = client.kept(|message| message["error"]["code"] == -32800);
    assert_eq!(again, 0);
    // Layouts that nobody waits for are not made: ten of them would take longer.
    client.ask("textDocument/formatting", &formatting());
    assert!(begun.elapsed() < 3 * AT_ONCE, "{:?}", begun.elapsed());
    client.end();
}

#[test]
fn a_text_that_has_changed_is_not_laid_out() {
    let mut client = Client::start(&["-m", "sc", "--within", "1ms"], false);
    let text = large(ROWS);
    client.open(URI, &text);
    let ids = [0; 3].map(|_| client.send_request("textDocument/formatting", &formatting()));
    client.replace(URI, 2, &text);
    let last = client.response(ids[2]);
    assert_eq!(last["error"]["code"], -32801, "{last:.300}");
    client.end();
}

/// Six threads that see each other late, three times over: whether they can is known at once, and which fences
/// forbid it is not known in hours.
fn pairs() -> String {
    let (threads, times) = (6, 3);
    let row = |cell: &dyn Fn(usize) -> String| {
        let cells: Vec<String> = (0..threads).map(cell).collect();
        cells.join(" | ") + " ;\n"
    };
    let mut text = "PTX Pairs\n{ }\n".to_owned() + &row(&|at| format!("P{at}@cta {at},gpu 0"));
    let mut asked = Vec::new();
    for time in 0..times {
        text += &row(&|at| format!("st.weak x{time}y{at}, 1"));
        for step in 1..threads {
            let other = |at: usize| (at + step) % threads;
            text += &row(&|at| format!("ld.weak r{time}s{0}, x{time}y{0}", other(at)));
        }
        for at in 0..threads {
            for other in 0..at {
                asked.push(format!(
                    "(P{at}:r{time}s{other} == 0 /\\ P{other}:r{time}s{at} == 0)"
                ));
            }
        }
    }
    text + &format!("exists ({})\n", asked.join(" \\/ "))
}

#[test]
fn the_search_for_fences_can_be_cancelled() {
    let long = ["-m", "ptx-7.5", "--within", "10h", "--timeout", "10h"];
    let mut client = Client::start(&long, true);
    let text = pairs();
    client.open(URI, &text);
    assert_eq!(client.lenses(URI), ["reachable: ptx-7.5"]);
    let actions = client.actions(URI, &text, "exists");
    let action = titled(&actions, "Insert the cheapest fences under ptx-7.5");
    let id = client.send_request("workspace/executeCommand", &action["command"]);
    // It runs: nobody else is asked about meanwhile.
    let other = "untitled:other.litmus";
    client.open(
        other,
        "PTX T\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\nexists (x == 1)\n",
    );
    let params = json!({ "textDocument": { "uri": other } });
    let waits = client.send_request("textDocument/codeLens", &params);
    std::thread::sleep(Duration::from_millis(300));
    client.tell("$/cancelRequest", &json!({ "id": id }));
    assert_eq!(client.response(id)["error"]["code"], -32800);
    // Its end frees the thread.
    assert_eq!(
        client.response(waits)["result"].as_array().unwrap().len(),
        1
    );
    assert_eq!(
        client.kept(|message| message["method"] == "workspace/applyEdit"),
        0
    );
    // Who leaves while it runs does not wait for it.
    client.send_request("workspace/executeCommand", &action["command"]);
    std::thread::sleep(Duration::from_millis(300));
    let begun = Instant::now();
    client.end();
    assert!(begun.elapsed() < AT_ONCE, "{:?}", begun.elapsed());
}

#[test]
fn who_leaves_waits_for_nothing() {
    let mut client = Client::start(&["-m", "sc", "--within", "1ms"], false);
    client.open(URI, &large(ROWS));
    let ids = [0; 10].map(|_| client.send_request("textDocument/formatting", &formatting()));
    let begun = Instant::now();
    client.ask("shutdown", &Value::Null);
    // Each request has an answer by then.
    for id in ids {
        assert!(client.response(id).get("error").is_some());
    }
    client.tell("exit", &Value::Null);
    assert_eq!(client.code(), 0);
    assert!(begun.elapsed() < AT_ONCE, "{:?}", begun.elapsed());
}
