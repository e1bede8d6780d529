//! The thread that answers what needs only the text.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use lsp_types::{
    CodeActionParams, CompletionParams, DocumentSymbolParams, GotoDefinitionParams, HoverParams,
    SemanticTokensParams, TextDocumentPositionParams, Uri,
};
use serde_json::{Value, json};

use super::asker::Ask;
use super::out::{Failure, Out, Ticket};
use super::params::read;
use super::protocol::Client;
use super::snapshot::Snapshot;
use super::{actions, completion, hover, mistakes, names, symbols, tokens};

/// What is to be done.
pub enum Job {
    /// Say what is wrong with a text: at once, or once nobody has changed it for a moment.
    Check(Arc<Snapshot>, Uri, bool),
    /// Answer a request.
    Request(Ticket, String, Value, Arc<Snapshot>),
}

/// How long a text is left alone before it is read.
const PAUSE: Duration = Duration::from_millis(120);

/// Who answers.
pub struct Reader {
    out: Out,
    asks: Sender<Ask>,
    client: Client,
    /// Texts that have changed, and when they are to be read.
    changed: BTreeMap<String, (Instant, Arc<Snapshot>, Uri)>,
}

const METHODS: [&str; 8] = [
    "textDocument/codeAction",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/documentHighlight",
    "textDocument/documentSymbol",
    "textDocument/hover",
    "textDocument/prepareRename",
    "textDocument/semanticTokens/full",
];

impl Reader {
    /// Who tells this client.
    pub fn new(out: Out, asks: Sender<Ask>, client: Client) -> Self {
        Self {
            out,
            asks,
            client,
            changed: BTreeMap::new(),
        }
    }

    /// Whether a request is answered here.
    pub fn knows(method: &str) -> bool {
        METHODS.contains(&method)
    }

    /// Answers until nobody wants to know anything.
    pub fn run(mut self, jobs: &Receiver<Job>) {
        loop {
            let next = self.changed.values().map(|(at, ..)| *at).min();
            let job = match next {
                None => jobs.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => jobs.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            match job {
                Ok(Job::Check(snapshot, uri, at_once)) => {
                    let pause = if at_once { Duration::ZERO } else { PAUSE };
                    let at = Instant::now() + pause;
                    let name = snapshot.uri.clone();
                    self.changed.insert(name, (at, snapshot, uri));
                }
                Ok(Job::Request(ticket, method, params, snapshot)) => {
                    let work = || self.answer(&method, &params, &snapshot);
                    self.out.guarded(Some(&ticket), work);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.check();
        }
    }

    /// Reads what was left alone for long enough.
    fn check(&mut self) {
        let now = Instant::now();
        let mut due = Vec::new();
        self.changed.retain(|_, (at, snapshot, uri)| {
            let waits = *at > now;
            if !waits {
                due.push((snapshot.clone(), uri.clone()));
            }
            waits
        });
        for (snapshot, uri) in due {
            self.out.guarded(None, || {
                if !snapshot.is_old() {
                    let told = mistakes::published(&snapshot, &uri);
                    self.out.notify("textDocument/publishDiagnostics", &told);
                    let _ = self.asks.send(Ask::Verdicts(snapshot.clone(), uri));
                }
                Ok(Value::Null)
            });
        }
    }

    fn answer(&self, method: &str, params: &Value, on: &Snapshot) -> Result<Value, Failure> {
        Ok(match method {
            "textDocument/codeAction" => {
                json!(actions::actions(
                    on,
                    &read::<CodeActionParams>(params)?,
                    self.client
                ))
            }
            "textDocument/completion" => {
                let at = read::<CompletionParams>(params)?.text_document_position;
                json!(completion::completion(on, on.offset(at.position)))
            }
            "textDocument/definition" => {
                let at = read::<GotoDefinitionParams>(params)?;
                let at = at.text_document_position_params;
                names::definition(on, on.offset(at.position))
            }
            "textDocument/documentHighlight" => {
                let at = read::<TextDocumentPositionParams>(params)?;
                names::highlights(on, on.offset(at.position))
            }
            "textDocument/prepareRename" => {
                let at = read::<TextDocumentPositionParams>(params)?;
                names::prepare(on, on.offset(at.position))?
            }
            "textDocument/documentSymbol" => {
                read::<DocumentSymbolParams>(params)?;
                let all = symbols::symbols(on);
                if self.client.nested_symbols {
                    json!(all)
                } else {
                    json!(symbols::flat(on, all))
                }
            }
            "textDocument/hover" => {
                let at = read::<HoverParams>(params)?.text_document_position_params;
                json!(hover::hover(on, on.offset(at.position)))
            }
            "textDocument/semanticTokens/full" => {
                read::<SemanticTokensParams>(params)?;
                json!(tokens::tokens(on))
            }
            _ => return Err(Failure::refused("nobody answers this")),
        })
    }
}
