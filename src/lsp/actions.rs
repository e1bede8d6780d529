//! What can be done about a place.

use lsp_types::{CodeActionKind, CodeActionParams, TextEdit, Uri};
use serde_json::{Value, json};

use crate::model::Model;
use crate::model::registry::is_called;
use crate::program::Program;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::layout::Layout;
use crate::syntax::span::Span;
use crate::tasks::fences::vocabulary::Vocabulary;
use crate::view::Answer;
use crate::view::answer::Verdict;

use super::protocol::{Client, EDIT, FENCES};
use super::snapshot::Snapshot;
use super::{edits, lens, mistakes};

/// The actions for a range.
pub fn actions(on: &Snapshot, params: &CodeActionParams, client: Client) -> Vec<Value> {
    let span = on.span(params.range);
    let only = params.context.only.as_deref();
    let wanted = |kind: &CodeActionKind| {
        // `refactor` is asked for by the name of a kind above it, too.
        only.is_none_or(|only| {
            let mut only = only.iter();
            only.any(|one| kind.as_str() == one.as_str() || one.as_str().is_empty())
        })
    };
    let mut all = Vec::new();
    if wanted(&CodeActionKind::QUICKFIX) {
        let meets = |place: Span| place.start <= span.end && span.start <= place.end;
        let here = mistakes::all(on).into_iter();
        for mistake in here.filter(|one| meets(mistakes::place(one))) {
            fixes(on, &mistake, &params.text_document.uri, client, &mut all);
        }
    }
    let asked = lens::condition(on);
    let asks = asked.is_some_and(|asked| {
        let line = |at| on.lines.line(at);
        line(asked.start) <= line(span.end) && line(span.start) <= line(asked.end)
    });
    if asks
        && wanted(&CodeActionKind::REFACTOR)
        && let Some(said) = on.answers()
    {
        all.extend(expectations(on, &said.all, client));
        let answers = said.all.iter();
        all.extend(answers.filter_map(|answer| fences(on, answer, &said.models)));
    }
    if client.literal_actions {
        return all;
    }
    all.into_iter().map(|action| command(on, action)).collect()
}

/// An action as a command: the server is asked to have the client change the text.
fn command(on: &Snapshot, mut action: Value) -> Value {
    if let Some(command) = action.get_mut("command") {
        return command.take();
    }
    let title = action["title"].take();
    let arguments = json!([on.uri, on.version, title, action["edit"].take()]);
    json!({ "title": title, "command": EDIT, "arguments": arguments })
}

/// What mends a mistake.
fn fixes(on: &Snapshot, mistake: &Diagnostic, uri: &Uri, client: Client, all: &mut Vec<Value>) {
    let told = mistakes::diagnostic(mistake, on, uri);
    let mut fix = |title: String, edit: &TextEdit, preferred: bool| {
        all.push(json!({
            "title": title,
            "kind": CodeActionKind::QUICKFIX,
            "diagnostics": [&told],
            "isPreferred": preferred,
            "edit": edits::workspace(on, std::slice::from_ref(edit), client),
        }));
    };
    let replacement = mistake.replacement(&on.source);
    if let Some((span, text)) = replacement {
        let title = format!("Write `{text}`");
        fix(title, &edits::one(on, span, text), true);
    }
    let layout = on.analysis().layout.as_ref();
    if let (Some(text), Some(layout)) = (&mistake.declaration, layout) {
        let at = layout.init.start + 1;
        let edit = edits::one(on, Span::new(at, at), &format!(" {text}"));
        fix(format!("Declare `{text}`"), &edit, replacement.is_none());
    }
}

/// A line for each model that the test expects nothing of yet.
fn expectations(on: &Snapshot, said: &[Answer], client: Client) -> Option<Value> {
    let analysis = on.analysis();
    let (program, layout) = (analysis.program.as_ref()?, analysis.layout.as_ref()?);
    let expected = |answer: &&Answer| {
        let mut all = program.expectations.iter();
        !all.any(|one| is_called(&answer.model, &one.node.model))
    };
    let lines: Vec<String> = said
        .iter()
        .filter(|answer| match answer.verdict {
            Verdict::Reachable | Verdict::Unreachable | Verdict::Racy => true,
            // Nobody is to expect what is open.
            Verdict::Unknown | Verdict::Unsupported => false,
        })
        .filter(expected)
        .map(|answer| format!("// expect {}: {}\n", answer.model, answer.verdict.name()))
        .collect();
    if lines.is_empty() {
        return None;
    }
    let title = match lines.as_slice() {
        [line] => format!("Add `{}`", line.trim_end()),
        lines => format!("Add what {} models say as expectations", lines.len()),
    };
    let edit = below(on, layout, program, &lines.concat());
    Some(json!({
        "title": title,
        "kind": CodeActionKind::REFACTOR,
        "edit": edits::workspace(on, &[edit], client),
    }))
}

/// Lines below the expectations that are there, or below the condition.
fn below(on: &Snapshot, layout: &Layout, program: &Program, lines: &str) -> TextEdit {
    let expected = program.expectations.iter().map(|one| one.span.start);
    let last = expected.max().unwrap_or(layout.asked.end);
    let text = on.text();
    let rest = text.get(last..).unwrap_or_default();
    if let Some(newline) = rest.find('\n') {
        let at = last + newline + 1;
        return edits::one(on, Span::new(at, at), lines);
    }
    let end = Span::new(text.len(), text.len());
    edits::one(on, end, &format!("\n{lines}"))
}

/// Fences that forbid what a model allows.
fn fences(on: &Snapshot, answer: &Answer, models: &[Model]) -> Option<Value> {
    let helps = match answer.verdict {
        Verdict::Reachable | Verdict::Racy => answer.holds != Some(true) || !answer.asks_all(),
        Verdict::Unreachable | Verdict::Unknown | Verdict::Unsupported => false,
    };
    let mut models = models.iter();
    let model = models.find(|model| model.name == answer.model && helps)?;
    if !Vocabulary::of(model).can_be_helped() {
        return None;
    }
    let title = format!("Insert the cheapest fences under {}", answer.model);
    let command = json!({
        "title": title,
        "command": FENCES,
        "arguments": [on.uri, answer.model],
    });
    Some(json!({ "title": title, "kind": CodeActionKind::REFACTOR, "command": command }))
}
