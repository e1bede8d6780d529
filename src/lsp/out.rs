//! What the server says to its client.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lsp_server::{ErrorCode, RequestId};
use lsp_types::{MessageType, ShowMessageParams};
use serde::Serialize;
use serde_json::{Value, json};

/// How many requests that were taken back are remembered.
const MOST_CANCELLED: usize = 1000;

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
    /// On this channel.
    pub fn new(to: Sender<Value>) -> Self {
        Self {
            to,
            next: Arc::default(),
            cancelled: Arc::default(),
        }
    }

    /// Sends a message.
    pub fn send(&self, message: Value) {
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

    /// Answers a request.
    pub fn answer(&self, id: &RequestId, answer: Result<Value, Failure>) {
        self.send(match answer {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(Failure { code, text }) => {
                let error = json!({ "code": code, "message": text });
                json!({ "jsonrpc": "2.0", "id": id, "error": error })
            }
        });
    }

    fn cancelled(&self) -> MutexGuard<'_, BTreeSet<RequestId>> {
        self.cancelled
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Nobody waits for a request any more.
    pub fn cancel(&self, id: RequestId) {
        let mut cancelled = self.cancelled();
        cancelled.insert(id);
        // Those that were answered before are never taken out.
        while cancelled.len() > MOST_CANCELLED {
            cancelled.pop_first();
        }
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
