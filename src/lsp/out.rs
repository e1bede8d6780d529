//! What the server says to its client.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lsp_server::{ErrorCode, RequestId};
use lsp_types::{LogMessageParams, MessageType, ShowMessageParams};
use serde::Serialize;
use serde_json::{Value, json};

use crate::stop::Open;

/// Why a request has no answer.
#[derive(Debug)]
pub struct Failure {
    code: i32,
    text: String,
}

impl Failure {
    /// With a code of the protocol.
    pub fn new(code: ErrorCode, text: impl Into<String>) -> Self {
        Self {
            code: code as i32,
            text: text.into(),
        }
    }

    /// What is told of it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// It makes sense, and cannot be done.
    pub fn refused(text: &str) -> Self {
        Self::new(ErrorCode::RequestFailed, text)
    }

    /// The text has changed meanwhile.
    pub fn modified() -> Self {
        Self::new(ErrorCode::ContentModified, "the text has changed")
    }

    /// It took too long, or the text has changed meanwhile.
    pub fn stopped(open: &Open) -> Self {
        match open {
            Open::Interrupted => Self::modified(),
            Open::Time
            | Open::Bound(_)
            | Open::Endless(_)
            | Open::Memory(_)
            | Open::Size(_)
            | Open::Effort
            | Open::Missing(_)
            | Open::Internal(_) => Self::refused(&open.to_string()),
        }
    }

    /// Its parameters are not those of its method.
    pub fn parameters(error: &serde_json::Error) -> Self {
        Self::new(ErrorCode::InvalidParams, error.to_string())
    }
}

/// A request that has no answer yet.
#[derive(Debug, Clone)]
pub struct Ticket {
    /// Its number.
    pub id: RequestId,
    /// Set once nobody waits for it any more.
    pub cancelled: Arc<AtomicBool>,
}

/// Where messages to the client go.
#[derive(Debug, Clone)]
pub struct Out {
    /// The end is a message, too: threads that still work keep the channel open.
    to: Sender<Option<Value>>,
    next: Arc<AtomicI32>,
    /// The requests without an answer.
    open: Arc<Mutex<BTreeMap<RequestId, Arc<AtomicBool>>>>,
}

impl Out {
    /// On this channel.
    pub fn new(to: Sender<Option<Value>>) -> Self {
        Self {
            to,
            next: Arc::default(),
            open: Arc::default(),
        }
    }

    /// Sends a message.
    pub fn send(&self, message: Value) {
        // Where nobody listens any more, nothing is to be said.
        let _ = self.to.send(Some(message));
    }

    /// Nothing is sent any more.
    pub fn end(&self) {
        let _ = self.to.send(None);
    }

    /// Tells the client something.
    pub fn notify(&self, method: &str, params: &impl Serialize) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Shows the user a line.
    pub fn show(&self, typ: MessageType, text: &str) {
        let message = text.to_owned();
        self.notify("window/showMessage", &ShowMessageParams { typ, message });
    }

    /// Writes a line into the client's log.
    pub fn log(&self, typ: MessageType, text: &str) {
        let message = text.to_owned();
        self.notify("window/logMessage", &LogMessageParams { typ, message });
    }

    /// Asks the client for something whose answer does not matter.
    pub fn request(&self, method: &str, params: &Value) {
        let id = format!("gpu-litmus-{}", self.next.fetch_add(1, Ordering::Relaxed));
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<RequestId, Arc<AtomicBool>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request has come.
    ///
    /// # Errors
    ///
    /// One of the same number has no answer yet.
    pub fn begin(&self, id: &RequestId) -> Result<Ticket, Failure> {
        let mut open = self.open();
        if open.contains_key(id) {
            let text = format!("there is a request {id} already, without an answer yet");
            return Err(Failure::new(ErrorCode::InvalidRequest, text));
        }
        let cancelled: Arc<AtomicBool> = Arc::default();
        open.insert(id.clone(), cancelled.clone());
        Ok(Ticket {
            id: id.clone(),
            cancelled,
        })
    }

    /// Nobody waits for a request any more: that is its answer, and what is being done for it ends.
    pub fn cancel(&self, id: &RequestId) {
        let cancelled = self.open().remove(id);
        if let Some(cancelled) = cancelled {
            cancelled.store(true, Ordering::Relaxed);
            let text = "it was cancelled";
            self.say(id, Err(Failure::new(ErrorCode::RequestCanceled, text)));
        }
    }

    /// The same of all requests.
    pub fn cancel_all(&self) {
        let all: Vec<RequestId> = self.open().keys().cloned().collect();
        for id in all {
            self.cancel(&id);
        }
    }

    /// Answers a request that did not begin.
    pub fn say(&self, id: &RequestId, answer: Result<Value, Failure>) {
        self.send(match answer {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(Failure { code, text }) => {
                let error = json!({ "code": code, "message": text });
                json!({ "jsonrpc": "2.0", "id": id, "error": error })
            }
        });
    }

    /// Answers a request, unless it was cancelled.
    pub fn answer(&self, ticket: &Ticket, answer: Result<Value, Failure>) {
        let mut open = self.open();
        let own = open.get(&ticket.id);
        // Another request may have its number by now.
        if own.is_some_and(|own| Arc::ptr_eq(own, &ticket.cancelled)) {
            open.remove(&ticket.id);
            self.say(&ticket.id, answer);
        }
    }

    /// Does something for a request, or for nobody, and answers. A mistake of our own is the end of this
    /// request alone.
    pub fn guarded(&self, ticket: Option<&Ticket>, work: impl FnOnce() -> Result<Value, Failure>) {
        if ticket.is_some_and(|ticket| ticket.cancelled.load(Ordering::Relaxed)) {
            return;
        }
        let answer = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
            let text = "internal error: please report this text";
            Err(Failure::new(ErrorCode::InternalError, text))
        });
        if let Some(ticket) = ticket {
            self.answer(ticket, answer);
        }
    }
}
