//! A client: messages over pipes, and edits as an editor makes them.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// Long enough for any machine: who waits longer waits for what never comes.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Client {
    child: Child,
    to: Option<ChildStdin>,
    from: Receiver<Value>,
    /// What came while something else was waited for.
    kept: Vec<Value>,
    next: i32,
    /// Whether columns are bytes.
    pub bytes: bool,
}

impl Client {
    /// A server that nobody has spoken to.
    pub fn spawn(args: &[&str]) -> Self {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("gpu-litmus"))
            .arg("lsp")
            .args(args)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let (sender, from) = channel();
        thread::spawn(move || {
            loop {
                let mut line = String::new();
                if out.read_line(&mut line).unwrap_or(0) == 0 {
                    return;
                }
                let length: usize = line.trim().rsplit(' ').next().unwrap().parse().unwrap();
                out.read_line(&mut line).unwrap();
                let mut text = vec![0; length];
                out.read_exact(&mut text).unwrap();
                if sender.send(serde_json::from_slice(&text).unwrap()).is_err() {
                    return;
                }
            }
        });
        Self {
            to: child.stdin.take(),
            child,
            from,
            kept: Vec::new(),
            next: 0,
            bytes: false,
        }
    }

    /// A server that knows what this client can do.
    pub fn start(args: &[&str], bytes: bool) -> Self {
        let mut client = Self::spawn(args);
        let encodings = if bytes {
            json!(["utf-16", "utf-8"])
        } else {
            Value::Null
        };
        let said = client.ask(
            "initialize",
            &json!({ "processId": null, "rootUri": null, "capabilities": {
                "general": { "positionEncodings": encodings },
                "workspace": { "workspaceEdit": { "documentChanges": bytes } },
                "textDocument": {
                    "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
                    "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } } },
                },
            }}),
        );
        let encoding = said["capabilities"]["positionEncoding"].as_str();
        assert_eq!(encoding, Some(if bytes { "utf-8" } else { "utf-16" }));
        client.bytes = bytes;
        client.tell("initialized", &json!({}));
        client
    }

    /// Sends any bytes.
    pub fn raw(&mut self, bytes: &[u8]) {
        let to = self.to.as_mut().unwrap();
        to.write_all(bytes).unwrap();
        to.flush().unwrap();
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub fn tell(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Asks without waiting.
    pub fn send_request(&mut self, method: &str, params: &Value) -> i32 {
        self.next += 1;
        self.send_as(self.next, method, params);
        self.next
    }

    /// The same under a number.
    pub fn send_as(&mut self, id: i32, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
    }

    /// The first message that fits; those before it are kept.
    #[track_caller]
    pub fn wait(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&fits) {
            return self.kept.remove(at);
        }
        loop {
            let message = self.from.recv_timeout(PATIENCE);
            let message =
                message.unwrap_or_else(|_| panic!("nothing came; kept: {:#?}", self.kept));
            if fits(&message) {
                return message;
            }
            self.kept.push(message);
        }
    }

    /// The response to a request.
    #[track_caller]
    pub fn response(&mut self, id: i32) -> Value {
        self.wait(|message| message["id"] == id && message.get("method").is_none())
    }

    /// What a request gives.
    #[track_caller]
    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.send_request(method, params);
        let response = self.response(id);
        assert!(response.get("error").is_none(), "{method}: {response}");
        response["result"].clone()
    }

    /// The code of the error that a request gives.
    #[track_caller]
    pub fn refused(&mut self, method: &str, params: &Value) -> (i64, String) {
        let id = self.send_request(method, params);
        let response = self.response(id);
        let error = &response["error"];
        let code = error["code"].as_i64();
        let text = error["message"].as_str().unwrap_or_default().to_owned();
        (code.unwrap_or_else(|| panic!("{method}: {response}")), text)
    }

    /// Opens a text, and gives what is said to be wrong with it.
    #[track_caller]
    pub fn open(&mut self, uri: &str, text: &str) -> Vec<Value> {
        let document = json!({ "uri": uri, "languageId": "litmus", "version": 1, "text": text });
        self.tell("textDocument/didOpen", &json!({ "textDocument": document }));
        self.diagnostics(uri, 1)
    }

    /// Puts another text in its place.
    pub fn replace(&mut self, uri: &str, version: i32, text: &str) {
        let document = json!({ "uri": uri, "version": version });
        let changes = json!([{ "text": text }]);
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.tell("textDocument/didChange", &params);
    }

    /// What is said to be wrong with a state of a text.
    #[track_caller]
    pub fn diagnostics(&mut self, uri: &str, version: i32) -> Vec<Value> {
        let told = self.wait(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
                && message["params"]["version"] == version
        });
        told["params"]["diagnostics"].as_array().unwrap().clone()
    }

    /// Asks about a place of a text, which is named by what stands behind it there.
    #[track_caller]
    pub fn at(&mut self, method: &str, uri: &str, text: &str, before: &str, more: Value) -> Value {
        let mut params = self.params(uri, text, before);
        if let Value::Object(more) = more {
            params.as_object_mut().unwrap().extend(more);
        }
        self.ask(method, &params)
    }

    /// The parameters of a question about a place.
    pub fn params(&self, uri: &str, text: &str, before: &str) -> Value {
        let at = text.find(before).unwrap();
        json!({ "textDocument": { "uri": uri }, "position": self.position(text, at) })
    }

    /// A place as this client counts.
    pub fn position(&self, text: &str, offset: usize) -> Value {
        let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
        let line = text[..start].bytes().filter(|byte| *byte == b'\n').count();
        let before = &text[start..offset];
        let units = if self.bytes {
            before.len()
        } else {
            before.encode_utf16().count()
        };
        json!({ "line": line, "character": units })
    }

    /// How many messages that fit have come while something else was waited for.
    pub fn kept(&self, fits: impl Fn(&Value) -> bool) -> usize {
        self.kept.iter().filter(|one| fits(one)).count()
    }

    fn offset(&self, text: &str, at: &Value) -> usize {
        let number = |key: &str| usize::try_from(at[key].as_u64().unwrap()).unwrap();
        let start: usize = text
            .split_inclusive('\n')
            .take(number("line"))
            .map(str::len)
            .sum();
        let mut units = 0;
        for (index, letter) in text[start..].char_indices() {
            if units >= number("character") {
                return start + index;
            }
            units += if self.bytes {
                letter.len_utf8()
            } else {
                letter.len_utf16()
            };
        }
        text.len()
    }

    /// The text of a range.
    pub fn slice<'a>(&self, text: &'a str, range: &Value) -> &'a str {
        &text[self.offset(text, &range["start"])..self.offset(text, &range["end"])]
    }

    /// The words of a text that have a colour, with its number in the legend.
    pub fn coloured<'a>(&self, text: &'a str, tokens: &Value) -> Vec<(&'a str, u64)> {
        let numbers = tokens["data"].as_array().unwrap().iter();
        let numbers: Vec<u64> = numbers.filter_map(Value::as_u64).collect();
        let (mut line, mut column, mut words) = (0, 0, Vec::new());
        for token in numbers.chunks(5) {
            column = if token[0] > 0 { 0 } else { column } + token[1];
            line += token[0];
            let start = json!({ "line": line, "character": column });
            let end = json!({ "line": line, "character": column + token[2] });
            let range = json!({ "start": start, "end": end });
            words.push((self.slice(text, &range), token[3]));
        }
        words
    }

    /// A text with edits of one document.
    pub fn edited(&self, text: &str, edits: &Value) -> String {
        let mut places: Vec<(usize, usize, &str)> = edits
            .as_array()
            .unwrap()
            .iter()
            .map(|edit| {
                let range = &edit["range"];
                let (a, b) = (&range["start"], &range["end"]);
                let new = edit["newText"].as_str().unwrap();
                (self.offset(text, a), self.offset(text, b), new)
            })
            .collect();
        places.sort_unstable();
        let mut new = text.to_owned();
        for (from, to, text) in places.into_iter().rev() {
            new.replace_range(from..to, text);
        }
        new
    }

    /// A text with a change of the workspace.
    pub fn applied(&self, uri: &str, text: &str, edit: &Value) -> String {
        let edits = if self.bytes {
            assert_eq!(edit["documentChanges"][0]["textDocument"]["uri"], uri);
            &edit["documentChanges"][0]["edits"]
        } else {
            &edit["changes"][uri]
        };
        self.edited(text, edits)
    }

    /// What can be done about a place.
    #[track_caller]
    pub fn actions(&mut self, uri: &str, text: &str, before: &str) -> Vec<Value> {
        let at = self.position(text, text.find(before).unwrap());
        let params = json!({
            "textDocument": { "uri": uri },
            "range": { "start": at, "end": at },
            "context": { "diagnostics": [] },
        });
        let actions = self.ask("textDocument/codeAction", &params);
        actions.as_array().unwrap().clone()
    }

    /// The titles of the lenses, once models have answered.
    #[track_caller]
    pub fn lenses(&mut self, uri: &str) -> Vec<String> {
        let lenses = self.ask(
            "textDocument/codeLens",
            &json!({ "textDocument": { "uri": uri } }),
        );
        let title = |lens: &Value| lens["command"]["title"].as_str().unwrap().to_owned();
        lenses.as_array().unwrap().iter().map(title).collect()
    }

    /// Ends the conversation as the protocol wants it.
    pub fn end(mut self) {
        self.ask("shutdown", &Value::Null);
        self.tell("exit", &Value::Null);
        assert_eq!(self.code(), 0);
    }

    /// The exit code, once nothing more is sent.
    pub fn code(&mut self) -> i32 {
        drop(self.to.take());
        self.child.wait().unwrap().code().unwrap_or(-1)
    }
}

/// Nothing is left behind where a test fails.
impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The action with a title.
#[track_caller]
pub fn titled<'a>(actions: &'a [Value], part: &str) -> &'a Value {
    let found = actions
        .iter()
        .find(|one| one["title"].as_str().unwrap().contains(part));
    found.unwrap_or_else(|| panic!("no `{part}` in {actions:#?}"))
}
