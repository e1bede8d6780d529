//! Changes of a text as edits of the protocol.

use lsp_types::TextEdit;
use serde_json::{Value, json};

use crate::syntax::difference::{changes, lines};
use crate::syntax::span::Span;

use super::document::Snapshot;
use super::protocol::Client;

/// One change.
pub fn one(snapshot: &Snapshot, span: Span, text: &str) -> TextEdit {
    TextEdit::new(snapshot.range(span), text.to_owned())
}

/// What turns a text into another, by lines.
pub fn between(snapshot: &Snapshot, new: &str) -> Vec<TextEdit> {
    let old = snapshot.text();
    let starts = |text: &str| {
        let mut starts = vec![0];
        starts.extend(text.split_inclusive('\n').scan(0, |at, line| {
            *at += line.len();
            Some(*at)
        }));
        starts
    };
    let (from, to) = (starts(old), starts(new));
    let place = |starts: &[usize], at: usize, end: usize| starts.get(at).copied().unwrap_or(end);
    let mut edits = Vec::new();
    for change in changes(&lines(old), &lines(new)) {
        let (gone, come) = (change.old, change.new);
        let span = Span::new(
            place(&from, gone.start, old.len()),
            place(&from, gone.end, old.len()),
        );
        let text = place(&to, come.start, new.len())..place(&to, come.end, new.len());
        let text = new.get(text).unwrap_or_default();
        edits.push(one(snapshot, span, text));
    }
    edits
}

/// Edits of a text as a change of the workspace.
pub fn workspace(snapshot: &Snapshot, edits: &[TextEdit], client: Client) -> Value {
    if client.versioned_edits {
        let document = json!({ "uri": snapshot.uri, "version": snapshot.version });
        json!({ "documentChanges": [{ "textDocument": document, "edits": edits }] })
    } else {
        json!({ "changes": { &snapshot.uri: edits } })
    }
}
