//! The thread that reads messages: it keeps the texts, and hands on what is asked of them.

use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId};
use lsp_types::{
    DidChangeTextDocumentParams, DidOpenTextDocumentParams, MessageType, ShowMessageParams, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::asker::{Ask, Asker};
use super::document::{Documents, Snapshot};
use super::protocol::{Client, FENCES, capabilities};
use super::reader::{Job, Reader};
use super::settings::Find;
use super::wire::{self, Read};

/// Models are asked on a stack as large as that of `batch`: formulas are deep.
const STACK: usize = 64 << 20;

/// Why a request has no answer.
#[derive(Debug)]
pub struct Failure {
    code: i32,
    text: String,
}

impl Failure {
    fn new(code: ErrorCode, text: impl Into<String>) -> Self {
        Self {
            code: code as i32,
            text: text.into(),
        }
    }

    /// It makes sense, and cannot be done.
    pub fn refused(text: &str) -> Self {
        Self::new(ErrorCode::RequestFailed, text)
    }

    /// The text has changed meanwhile.
    pub fn modified() -> Self {
        Self::new(ErrorCode::ContentModified, "the text has changed")
    }

    /// Its parameters are not those of its method.
    pub fn parameters(error: &serde_json::Error) -> Self {
        Self::new(ErrorCode::InvalidParams, error.to_string())
    }
}

/// Where messages to the client go.
#[derive(Debug, Clone)]
pub struct Out {
    to: Sender<Value>,
    next: Arc<AtomicI32>,
    cancelled: Arc<Mutex<BTreeSet<RequestId>>>,
}

impl Out {
    fn new(to: Sender<Value>) -> Self {
        Self {
            to,
            next: Arc::default(),
            cancelled: Arc::default(),
        }
    }

    fn send(&self, message: Value) {
        // Where nobody listens any more, nothing is to be said.
        let _ = self.to.send(message);
    }

    /// Tells the client something.
    pub fn notify(&self, method: &str, params: &impl Serialize) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Shows the user a text.
    pub fn show(&self, typ: MessageType, text: &str) {
        let message = text.to_owned();
        self.notify("window/showMessage", &ShowMessageParams { typ, message });
    }

    /// Asks the client for something whose answer does not matter.
    pub fn request(&self, method: &str, params: &Value) {
        let id = format!("gpu-litmus-{}", self.next.fetch_add(1, Ordering::Relaxed));
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
    }

    fn answer(&self, id: &RequestId, answer: Result<Value, Failure>) {
        self.send(match answer {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(Failure { code, text }) => {
                let error = json!({ "code": code, "message": text });
                json!({ "jsonrpc": "2.0", "id": id, "error": error })
            }
        });
    }

    fn cancelled(&self) -> std::sync::MutexGuard<'_, BTreeSet<RequestId>> {
        self.cancelled
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something for a request, or for nobody, and answers. A mistake of our own is the end of this
    /// request alone.
    pub fn guarded(&self, id: Option<RequestId>, work: impl FnOnce() -> Result<Value, Failure>) {
        let cancelled = id.as_ref().is_some_and(|id| self.cancelled().remove(id));
        let answer = if cancelled {
            let text = "it was cancelled";
            Err(Failure::new(ErrorCode::RequestCanceled, text))
        } else {
            catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
                let text = "internal error: please report this text";
                Err(Failure::new(ErrorCode::InternalError, text))
            })
        };
        if let Some(id) = id {
            self.answer(&id, answer);
        }
    }
}

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
                    let mut cancelled = self.out.cancelled();
                    cancelled.insert(id);
                    // Those that were answered before are never taken out.
                    while cancelled.len() > 1000 {
                        cancelled.pop_first();
                    }
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
    match (at("/arguments/0"), at("/arguments/1")) {
        (Some(uri), Some(model)) => Ok((uri, model)),
        _ => {
            let text = format!("the arguments of {FENCES} are a text and a model");
            Err(Failure::new(ErrorCode::InvalidParams, text))
        }
    }
}
