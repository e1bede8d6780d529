//! Changes of a text as edits of the protocol.

use std::borrow::Cow;

use lsp_types::TextEdit;
use serde_json::{Value, json};

use crate::syntax::difference::{changes, lines};
use crate::syntax::span::Span;

use super::names::Text;
use super::position::Lines;
use super::protocol::Client;
use super::snapshot::Snapshot;

/// One change.
pub fn one(snapshot: &Snapshot, span: Span, text: &str) -> TextEdit {
    let text = with_ends(snapshot.text(), text).into_owned();
    TextEdit::new(snapshot.range(span), text)
}

/// A new text with the line ends of an old one, if all of these are `\r\n`.
fn with_ends<'a>(old: &str, new: &'a str) -> Cow<'a, str> {
    let ends = old.matches('\n').count();
    if ends == 0 || old.matches("\r\n").count() != ends {
        return Cow::Borrowed(new);
    }
    Cow::Owned(new.replace("\r\n", "\n").replace('\n', "\r\n"))
}

/// What turns a text into another, by lines.
pub fn between(snapshot: &Snapshot, new: &str) -> Vec<TextEdit> {
    let old = snapshot.text();
    let new = &*with_ends(old, new);
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
        let text = new.get(text).unwrap_or_default().to_owned();
        edits.push(TextEdit::new(snapshot.range(span), text));
    }
    edits
}

/// Edits of a text as a change of the workspace.
pub fn workspace(snapshot: &Snapshot, edits: &[TextEdit], client: Client) -> Value {
    let own = (snapshot.uri.clone(), Some(snapshot.version), edits.to_vec());
    change(vec![own], client)
}

/// Another name at all places of some texts.
pub fn everywhere(on: &Snapshot, texts: &[Text], to: &str, client: Client) -> Value {
    let edits = |text: &Text| {
        let lines = Lines::of(&text.source.text);
        let range = |span: &Span| lines.range(&text.source.text, *span, on.encoding);
        let edit = |span| TextEdit::new(range(span), to.to_owned());
        let edits = text.places.iter().map(edit).collect();
        (text.uri.clone(), text.version, edits)
    };
    change(texts.iter().map(edits).collect(), client)
}

fn change(texts: Vec<(String, Option<i32>, Vec<TextEdit>)>, client: Client) -> Value {
    let texts = texts.into_iter();
    if client.versioned_edits {
        let changes = texts.map(|(uri, version, edits)| {
            json!({ "textDocument": { "uri": uri, "version": version }, "edits": edits })
        });
        json!({ "documentChanges": changes.collect::<Vec<_>>() })
    } else {
        let changes = texts.map(|(uri, _, edits)| (uri, json!(edits)));
        json!({ "changes": changes.collect::<serde_json::Map<_, _>>() })
    }
}
