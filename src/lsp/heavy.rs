//! The thread that answers what needs only the text, and may take long: what is said of all of a large text.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use lsp_types::{DocumentFormattingParams, ReferenceParams, RenameParams};
use serde_json::{Value, json};

use crate::stop::Stop;

use super::out::{Failure, Out, Ticket};
use super::params::read;
use super::protocol::Client;
use super::snapshot::Snapshot;
use super::{formatting, names};

/// The time for one request.
const LIMIT: Duration = Duration::from_secs(10);

/// A request with the text that it is about.
pub struct Work {
    /// Who waits for it.
    pub ticket: Ticket,
    /// What is asked.
    pub method: String,
    /// About what.
    pub params: Value,
    /// The text.
    pub snapshot: Arc<Snapshot>,
}

/// Who answers.
pub struct Heavy {
    /// Where answers go.
    pub out: Out,
    /// What the client can do.
    pub client: Client,
}

const METHODS: [&str; 3] = [
    "textDocument/formatting",
    "textDocument/references",
    "textDocument/rename",
];

/// Whether a request is answered here.
pub fn knows(method: &str) -> bool {
    METHODS.contains(&method)
}

impl Heavy {
    /// Answers until nobody wants to know anything.
    pub fn run(&self, works: &Receiver<Work>) {
        for work in works {
            self.out.guarded(Some(&work.ticket), || self.answer(&work));
        }
    }

    fn answer(&self, work: &Work) -> Result<Value, Failure> {
        let Work {
            ticket,
            method,
            params,
            snapshot: on,
        } = work;
        let stop = Stop::after(LIMIT)
            .and_when(on.old.clone())
            .and_when(ticket.cancelled.clone());
        match method.as_str() {
            "textDocument/formatting" => {
                read::<DocumentFormattingParams>(params)?;
                Ok(json!(formatting::formatted(on, &stop)?))
            }
            "textDocument/references" => {
                let params = read::<ReferenceParams>(params)?;
                let at = on.offset(params.text_document_position.position);
                names::references(on, at, params.context.include_declaration, &stop)
            }
            "textDocument/rename" => {
                let params = read::<RenameParams>(params)?;
                let at = on.offset(params.text_document_position.position);
                names::rename(on, at, &params.new_name, self.client, &stop)
            }
            _ => Err(Failure::refused("nobody answers this")),
        }
    }
}
