//! The thread that reads messages: it keeps the texts, and hands on what is asked of them.

use std::cell::RefCell;
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;
use std::time::Duration;

use lsp_server::{ErrorCode, Message, Request, RequestId};
use serde_json::{Value, json};

use super::asker::{Ask, Asker};
use super::document::Documents;
use super::heavy::{self, Heavy, Work};
use super::out::{Failure, Out};
use super::params::{Asked, command, text};
use super::protocol::{Client, capabilities};
use super::reader::{Job, Reader};
use super::settings::Find;
use super::snapshot::Snapshot;
use super::wire::{self, Read};

/// Models are asked on a stack as large as that of `batch`: formulas are deep.
const STACK: usize = 64 << 20;

/// How long threads have to notice that they are to end, and what was said has to be written.
const GRACE: Duration = Duration::from_millis(300);

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
    let (writing, written) = channel();
    spawn(&writing, move || write(to, &messages))?;
    drop(writing);
    let mut server = Server {
        out: Out::new(sender),
        find,
        phase: Phase::Before,
        client: Client::default(),
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
    // Only what was said is written still; somebody who does not read it is not waited for.
    let _ = written.recv_timeout(GRACE);
    Ok(shut)
}

/// Writes messages until the end, which is none.
fn write(mut to: impl Write, messages: &Receiver<Option<Value>>) {
    for message in messages.iter().map_while(|message| message) {
        let written = to.write_all(&wire::framed(&message));
        if written.and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

/// Starts a thread; what hears of its end is the other side of the channel, which is closed then.
fn spawn(ends: &Sender<()>, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    let end = ends.clone();
    let work = move || {
        work();
        drop(end);
    };
    Builder::new().stack_size(STACK).spawn(work).map(drop)
}

struct Workers {
    jobs: Sender<Job>,
    works: Sender<Work>,
    asks: Sender<Ask>,
    /// Closed once all of them have ended.
    ended: Receiver<()>,
}

/// The state of a conversation.
pub(super) struct Server {
    pub(super) out: Out,
    find: Arc<Find>,
    phase: Phase,
    pub(super) client: Client,
    pub(super) documents: Documents,
    workers: Option<Workers>,
}

impl Server {
    fn message(&mut self, message: Message) -> std::io::Result<()> {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(told) => {
                if self.phase == Phase::Open {
                    self.told(&told);
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
                self.out.cancel_all();
                self.documents.close_all();
                Ok(Value::Null)
            }
            (Phase::Shut, _) => refuse(ErrorCode::InvalidRequest, "after `shutdown` comes `exit`"),
            (Phase::Open, _) => match self.hand_on(request) {
                Ok(()) => return Ok(()),
                Err(failure) => Err(failure),
            },
        };
        self.out.say(&id, answer);
        Ok(())
    }

    fn initialize(&mut self, params: &Value) -> std::io::Result<Value> {
        let client = Client::of(params);
        self.documents.encoding = client.encoding;
        self.client = client;
        let (jobs, to_reader) = channel();
        let (works, to_heavy) = channel();
        let (asks, to_asker) = channel();
        let (ends, ended) = channel();
        let reader = Reader::new(self.out.clone(), asks.clone(), client);
        let heavy = Heavy {
            out: self.out.clone(),
            client,
        };
        let asker = Asker {
            out: self.out.clone(),
            find: self.find.clone(),
            client,
            standing: RefCell::default(),
        };
        spawn(&ends, move || reader.run(&to_reader))?;
        spawn(&ends, move || heavy.run(&to_heavy))?;
        spawn(&ends, move || asker.run(&to_asker))?;
        self.workers = Some(Workers {
            jobs,
            works,
            asks,
            ended,
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
        match method.as_str() {
            "workspace/executeCommand" => {
                self.command(workers, &id, &params)?;
            }
            "textDocument/codeLens" => {
                let snapshot = self.documents.get(text(&params)?)?;
                let _ = workers
                    .asks
                    .send(Ask::Lenses(self.out.begin(&id)?, snapshot));
            }
            _ if heavy::knows(&method) => {
                let snapshot = self.documents.get(text(&params)?)?;
                let ticket = self.out.begin(&id)?;
                let _ = workers.works.send(Work {
                    ticket,
                    method,
                    params,
                    snapshot,
                });
            }
            _ if Reader::knows(&method) => {
                let snapshot = self.documents.get(text(&params)?)?;
                let ticket = self.out.begin(&id)?;
                let _ = workers
                    .jobs
                    .send(Job::Request(ticket, method, params, snapshot));
            }
            _ => {
                let text = format!("there is no method `{method}` here");
                return Err(Failure::new(ErrorCode::MethodNotFound, text));
            }
        }
        Ok(())
    }

    /// Does what a command says, or hands it on.
    fn command(&self, workers: &Workers, id: &RequestId, params: &Value) -> Result<(), Failure> {
        match command(params)? {
            Asked::Fences(uri, model) => {
                let snapshot = self.documents.get(uri)?;
                let ask = Ask::Fences(self.out.begin(id)?, snapshot, model.to_owned());
                let _ = workers.asks.send(ask);
            }
            Asked::Edit {
                uri,
                version,
                label,
                edit,
            } => {
                if i64::from(self.documents.get(uri)?.version) != version {
                    return Err(Failure::modified());
                }
                let change = json!({ "label": label, "edit": edit });
                self.out.request("workspace/applyEdit", &change);
                self.out.say(id, Ok(Value::Null));
            }
        }
        Ok(())
    }

    /// Hands something to the thread that reads texts.
    pub(super) fn send(&self, job: Job) {
        if let Some(workers) = &self.workers {
            let _ = workers.jobs.send(job);
        }
    }

    /// Who asks models hears of a text before anything is asked.
    pub(super) fn begun(&self, snapshot: &Arc<Snapshot>) {
        if let Some(workers) = &self.workers {
            let _ = workers.asks.send(Ask::Opened(snapshot.clone()));
        }
    }

    /// Has nothing asked of a text any more.
    pub(super) fn forgotten(&self, uri: &str) {
        if let Some(workers) = &self.workers {
            let _ = workers.asks.send(Ask::Closed(uri.to_owned()));
        }
    }

    /// Ends all threads, and what they do. One that does not notice in time ends with the process.
    fn end(mut self) {
        self.out.cancel_all();
        self.documents.close_all();
        if let Some(workers) = self.workers.take() {
            drop((workers.jobs, workers.works, workers.asks));
            let _ = workers.ended.recv_timeout(GRACE);
        }
        self.out.end();
    }
}
