//! The thread that reads messages: it keeps the texts, and hands on what is asked of them.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId};
use lsp_types::{DidChangeTextDocumentParams, DidOpenTextDocumentParams, Uri};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::asker::{Ask, Asker};
use super::document::{Documents, Snapshot};
use super::out::{Failure, Out};
use super::protocol::{Client, FENCES, capabilities};
use super::reader::{Job, Reader};
use super::settings::Find;
use super::wire::{self, Read};

/// Models are asked on a stack as large as that of `batch`: formulas are deep.
const STACK: usize = 64 << 20;

/// How far a conversation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Before,
    Open,
    Shut,
}

/// Serves a client until it says `exit` or its messages end. Whether it ended as the protocol wants it: with
/// `shutdown` before.
///
/// # Errors
///
/// The system gives no further thread.
pub fn serve(
    mut from: impl BufRead,
    to: impl Write + Send + 'static,
    find: Arc<Find>,
) -> std::io::Result<bool> {
    let (sender, messages) = channel();
    let writer = spawn(move || write(to, &messages))?;
    let mut server = Server {
        out: Out::new(sender),
        find,
        phase: Phase::Before,
        documents: Documents::default(),
        workers: None,
    };
    loop {
        match wire::read(&mut from) {
            Read::Message(Message::Notification(told)) if told.method == "exit" => break,
            Read::Message(message) => server.message(message)?,
            Read::Wrong(code, why) => server.out.send(wire::refusal(code, &why)),
            Read::End => break,
        }
    }
    let shut = server.phase == Phase::Shut;
    server.end();
    // Only what was said is written still; a panic there has nobody to be told.
    let _ = writer.join();
    Ok(shut)
}

fn write(mut to: impl Write, messages: &Receiver<Value>) {
    for message in messages {
        let written = to.write_all(&wire::framed(&message));
        if written.and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

fn spawn(work: impl FnOnce() + Send + 'static) -> std::io::Result<JoinHandle<()>> {
    Builder::new().stack_size(STACK).spawn(work)
}

struct Workers {
    jobs: Sender<Job>,
    asks: Sender<Ask>,
    threads: Vec<JoinHandle<()>>,
}

struct Server {
    out: Out,
    find: Arc<Find>,
    phase: Phase,
    documents: Documents,
    workers: Option<Workers>,
}

impl Server {
    fn message(&mut self, message: Message) -> std::io::Result<()> {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(told) => {
                if self.phase == Phase::Open {
                    self.told(told);
                }
                Ok(())
            }
            // Answers to what was asked of the client change nothing.
            Message::Response(_) => Ok(()),
        }
    }

    fn request(&mut self, request: Request) -> std::io::Result<()> {
        let id = request.id.clone();
        let refuse = |code, text: &str| Err(Failure::new(code, text));
        let answer = match (self.phase, request.method.as_str()) {
            (Phase::Before, "initialize") => {
                let answer = self.initialize(&request.params)?;
                Ok(answer)
            }
            (Phase::Before, _) => {
                refuse(ErrorCode::ServerNotInitialized, "`initialize` comes first")
            }
            (Phase::Open, "initialize") => refuse(ErrorCode::InvalidRequest, "it is initialized"),
            (Phase::Open, "shutdown") => {
                self.phase = Phase::Shut;
                self.documents.close_all();
                Ok(Value::Null)
            }
            (Phase::Shut, _) => refuse(ErrorCode::InvalidRequest, "after `shutdown` comes `exit`"),
            (Phase::Open, _) => match self.hand_on(request) {
                Ok(()) => return Ok(()),
                Err(failure) => Err(failure),
            },
        };
        self.out.answer(&id, answer);
        Ok(())
    }

    fn initialize(&mut self, params: &Value) -> std::io::Result<Value> {
        let client = Client::of(params);
        self.documents.encoding = client.encoding;
        let (jobs, to_reader) = channel();
        let (asks, to_asker) = channel();
        let reader = Reader::new(self.out.clone(), asks.clone(), client);
        let asker = Asker {
            out: self.out.clone(),
            find: self.find.clone(),
            client,
        };
        let threads = vec![
            spawn(move || reader.run(&to_reader))?,
            spawn(move || asker.run(&to_asker))?,
        ];
        self.workers = Some(Workers {
            jobs,
            asks,
            threads,
        });
        self.phase = Phase::Open;
        Ok(json!({
            "capabilities": capabilities(client),
            "serverInfo": { "name": "gpu-litmus", "version": env!("CARGO_PKG_VERSION") },
        }))
    }

    /// Hands a request to the thread that answers it.
    fn hand_on(&self, request: Request) -> Result<(), Failure> {
        let Request { id, method, params } = request;
        let Some(workers) = &self.workers else {
            return Err(Failure::new(ErrorCode::InternalError, "no thread answers"));
        };
        let given = |text: &str| self.documents.get(text).cloned();
        let gone = || Failure::refused("this text is not open");
        match method.as_str() {
            "workspace/executeCommand" => {
                let (uri, model) = fences(&params)?;
                let snapshot = given(uri).ok_or_else(gone)?;
                let _ = workers
                    .asks
                    .send(Ask::Fences(id, snapshot, model.to_owned()));
            }
            "textDocument/codeLens" => {
                let snapshot = named(&params).and_then(given).ok_or_else(gone)?;
                let _ = workers.asks.send(Ask::Lenses(id, snapshot));
            }
            _ if Reader::knows(&method) => {
                let snapshot = named(&params).and_then(given).ok_or_else(gone)?;
                let _ = workers
                    .jobs
                    .send(Job::Request(id, method, params, snapshot));
            }
            _ => {
                let text = format!("there is no method `{method}` here");
                return Err(Failure::new(ErrorCode::MethodNotFound, text));
            }
        }
        Ok(())
    }

    /// What the client tells; what makes no sense is passed over, as it has no answer.
    fn told(&mut self, told: Notification) {
        match told.method.as_str() {
            "textDocument/didOpen" => {
                if let Some(params) = read::<DidOpenTextDocumentParams>(told.params) {
                    let text = params.text_document;
                    let (uri, named) = (text.uri.as_str(), &text.language_id);
                    let new = self.documents.open(uri, named, text.version, &text.text);
                    self.check(new, &text.uri, true);
                }
            }
            "textDocument/didChange" => {
                if let Some(params) = read::<DidChangeTextDocumentParams>(told.params) {
                    let text = params.text_document;
                    let changes = &params.content_changes;
                    let new = self
                        .documents
                        .change(text.uri.as_str(), text.version, changes);
                    if let Some(new) = new {
                        self.check(new, &text.uri, false);
                    }
                }
            }
            "textDocument/didSave" => self.saved(),
            "textDocument/didClose" => {
                if let Some(uri) = named(&told.params) {
                    self.documents.close(uri);
                    let nothing = json!({ "uri": uri, "diagnostics": [] });
                    self.out.notify("textDocument/publishDiagnostics", &nothing);
                }
            }
            "$/cancelRequest" => {
                let id = told.params.get("id").cloned();
                if let Some(id) = id.and_then(read::<RequestId>) {
                    self.out.cancel(id);
                }
            }
            _ => {}
        }
    }

    /// A model or the settings may have been saved: all tests are asked about anew.
    fn saved(&mut self) {
        for name in self.documents.names() {
            let new = self.documents.again(&name);
            if let (Some(new), Ok(uri)) = (new, name.parse::<Uri>()) {
                self.check(new, &uri, false);
            }
        }
    }

    fn check(&self, snapshot: Arc<Snapshot>, uri: &Uri, at_once: bool) {
        if let Some(workers) = &self.workers {
            let _ = workers
                .jobs
                .send(Job::Check(snapshot, uri.clone(), at_once));
        }
    }

    /// Ends all threads, and what they do.
    fn end(mut self) {
        self.documents.close_all();
        if let Some(workers) = self.workers.take() {
            drop((workers.jobs, workers.asks));
            for thread in workers.threads {
                let _ = thread.join();
            }
        }
    }
}

/// Reads parameters, if they are those of the method.
fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}

/// The text that parameters name.
fn named(params: &Value) -> Option<&str> {
    params.pointer("/textDocument/uri")?.as_str()
}

/// The text and the model of the command.
fn fences(params: &Value) -> Result<(&str, &str), Failure> {
    let at = |path: &str| params.pointer(path).and_then(Value::as_str);
    if at("/command") != Some(FENCES) {
        let text = format!("there is one command: {FENCES}");
        return Err(Failure::new(ErrorCode::InvalidParams, text));
    }
    if let (Some(uri), Some(model)) = (at("/arguments/0"), at("/arguments/1")) {
        return Ok((uri, model));
    }
    let text = format!("the arguments of {FENCES} are a text and a model");
    Err(Failure::new(ErrorCode::InvalidParams, text))
}
