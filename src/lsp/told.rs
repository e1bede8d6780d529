//! What a client tells of its texts. It has no answer: what cannot be read is written into the client's log.

use std::sync::Arc;

use lsp_server::{Notification, RequestId};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    MessageType, Uri,
};
use serde_json::{Value, json};

use super::document::Change;
use super::out::Failure;
use super::params::{named, read};
use super::protocol::registered;
use super::reader::Job;
use super::server::Server;
use super::snapshot::Snapshot;

/// Whether a text is one of settings: they are read from the disk, and what is wrong with them is told where they hold.
fn is_settings(uri: &str) -> bool {
    uri.to_ascii_lowercase().ends_with(".toml")
}

impl Server {
    /// Follows what is told.
    pub(super) fn told(&mut self, told: &Notification) {
        let Notification { method, params } = told;
        let followed = match method.as_str() {
            "initialized" => {
                if let Some(all) = registered(self.client) {
                    self.out.request("client/registerCapability", &all);
                }
                Ok(())
            }
            "textDocument/didOpen" => self.opened(params),
            "textDocument/didChange" => self.changed(params),
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                self.saved();
                Ok(())
            }
            "textDocument/didClose" => self.closed(params),
            "$/cancelRequest" => self.cancelled(params),
            _ => Ok(()),
        };
        if let Err(failure) = followed {
            let text = format!("`{method}` could not be read: {}", failure.text());
            self.out.log(MessageType::ERROR, &text);
        }
    }

    fn opened(&mut self, params: &Value) -> Result<(), Failure> {
        let opened =
            read::<DidOpenTextDocumentParams>(params).inspect_err(|_| self.lose(params))?;
        let text = opened.text_document;
        if is_settings(text.uri.as_str()) {
            return Ok(());
        }
        let (uri, named) = (text.uri.as_str(), &text.language_id);
        let new = self.documents.open(uri, named, text.version, &text.text);
        self.begun(&new);
        self.check(new, &text.uri, true);
        Ok(())
    }

    fn changed(&mut self, params: &Value) -> Result<(), Failure> {
        let changed =
            read::<DidChangeTextDocumentParams>(params).inspect_err(|_| self.lose(params))?;
        let text = changed.text_document;
        if is_settings(text.uri.as_str()) {
            return Ok(());
        }
        let changes = &changed.content_changes;
        match self
            .documents
            .change(text.uri.as_str(), text.version, changes)
        {
            Change::Made(new) => {
                self.check(new, &text.uri, false);
                Ok(())
            }
            Change::NotOpen => Err(Failure::refused("the text is not open")),
            // That was said when it was lost.
            Change::Lost => Ok(()),
        }
    }

    /// What a text says is not known any more: nothing is said of what it said before.
    fn lose(&mut self, params: &Value) {
        let Some(uri) = named(params).filter(|uri| self.documents.lose(uri)) else {
            return;
        };
        let text = format!(
            "a change of {uri} could not be read: nothing is said of it until it is sent whole; \
             close it, and open it again"
        );
        self.out.show(MessageType::ERROR, &text);
        self.forget(uri);
        let others = self.documents.touched(uri);
        self.again(&others);
    }

    fn closed(&mut self, params: &Value) -> Result<(), Failure> {
        let closed = read::<DidCloseTextDocumentParams>(params)?;
        let uri = closed.text_document.uri.as_str();
        if is_settings(uri) {
            return Ok(());
        }
        let others = self.documents.touched(uri);
        self.documents.close(uri);
        self.forget(uri);
        self.forgotten(uri);
        self.again(&others);
        Ok(())
    }

    /// Nothing is wrong with a text any more.
    fn forget(&self, uri: &str) {
        let nothing = json!({ "uri": uri, "diagnostics": [] });
        self.out.notify("textDocument/publishDiagnostics", &nothing);
    }

    fn cancelled(&self, params: &Value) -> Result<(), Failure> {
        let id: RequestId = read(params.get("id").unwrap_or(&Value::Null))?;
        self.out.cancel(&id);
        Ok(())
    }

    /// A model or the settings may have been saved: all tests are asked about anew.
    fn saved(&mut self) {
        let all = self.documents.names();
        self.again(&all);
    }

    fn again(&mut self, names: &[String]) {
        for name in names {
            let new = self.documents.again(name);
            if let (Some(new), Ok(uri)) = (new, name.parse::<Uri>()) {
                self.send(Job::Check(new, uri, false));
            }
        }
    }

    /// Has a text read, and the models beside it.
    fn check(&mut self, snapshot: Arc<Snapshot>, uri: &Uri, at_once: bool) {
        let others = self.documents.touched(uri.as_str());
        self.send(Job::Check(snapshot, uri.clone(), at_once));
        self.again(&others);
    }
}
