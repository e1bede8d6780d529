//! Edits of the init block's text.

use super::pieces::{replaced, within};
use super::plan::Plan;
use crate::syntax::ast::{Declaration, Space, Test};
use crate::syntax::layout::Layout;
use crate::syntax::span::{Span, Spanned};

/// The changes of the init block. `renames` has the other names, with their places, in the order
/// of the text.
pub(super) fn pieces(
    text: &str,
    test: &Test,
    layout: &Layout,
    plan: &Plan,
    renames: &[(Span, String)],
) -> Vec<(Span, String)> {
    let mut found = Vec::new();
    for (index, declaration) in test.init.iter().enumerate() {
        let place = written(text, declaration.span);
        if plan.declarations.contains(&index) {
            found.push((removal(text, layout, place), String::new()));
            continue;
        }
        let mut inner = within(renames, place).to_vec();
        inner.extend(moved(declaration, plan));
        let new = replaced(text, place, &inner);
        if text.get(place.range()) != Some(&new) {
            found.push((place, new));
        }
    }
    let declared = |name: &str| {
        test.init.iter().any(|one| match &one.node {
            Declaration::Location { name: own, .. } => own.node == name,
            Declaration::Alias { .. } | Declaration::Register { .. } => false,
        })
    };
    let new = plan.spaces.iter().filter(|(name, _)| !declared(name));
    let new: Vec<String> = new
        .map(|(name, space)| {
            let renamed = plan
                .renamed
                .get(&super::edits::Name::Location(name.clone()));
            format!("{} {} = 0", directive(*space), renamed.unwrap_or(name))
        })
        .collect();
    found.extend(addition(text, test, layout, plan, &new));
    found
}

/// A place without the blanks at its end: that of a declaration without a value ends where the next
/// token begins.
fn written(text: &str, span: Span) -> Span {
    let own = text.get(span.range()).unwrap_or_default();
    Span::new(span.start, span.start + own.trim_end().len())
}

const fn directive(space: Space) -> &'static str {
    match space {
        Space::Global => ".global",
        Space::Shared => ".shared",
    }
}

/// The memory space of a location that moves.
fn moved(declaration: &Spanned<Declaration>, plan: &Plan) -> Option<(Span, String)> {
    let Declaration::Location { name, space, .. } = &declaration.node else {
        return None;
    };
    let (_, to) = plan.spaces.iter().find(|(own, _)| *own == name.node)?;
    if let Some(own) = space {
        return Some((own.span, directive(*to).to_owned()));
    }
    let start = declaration.span.start;
    Some((Span::new(start, start), format!("{} ", directive(*to))))
}

/// What goes with a declaration: its `;`, the comment behind it, and its lines if it has lines of its
/// own.
fn removal(text: &str, layout: &Layout, place: Span) -> Span {
    let around = layout
        .declarations
        .iter()
        .find(|one| one.start <= place.start && place.end <= one.end);
    let end = around.map_or(place.end, |around| around.end);
    let close = layout.init.end.saturating_sub(1);
    let mut end = if end < close { end + 1 } else { end };
    let rest = text.get(end..close).unwrap_or_default();
    let line = rest.find('\n').map_or(rest, |newline| &rest[..newline]);
    let line_end = end + line.len();
    let before = text.get(..place.start).unwrap_or_default();
    let indent = before.len() - before.trim_end_matches([' ', '\t']).len();
    let own_line = before[..before.len() - indent].ends_with('\n');
    let behind = line.trim_start();
    if own_line && line_end < close && (behind.is_empty() || behind.starts_with("//")) {
        return Span::new(place.start - indent, line_end + 1);
    }
    end += line.len() - behind.len();
    Span::new(place.start, end)
}

/// New declarations, after the others.
fn addition(
    text: &str,
    test: &Test,
    layout: &Layout,
    plan: &Plan,
    new: &[String],
) -> Option<(Span, String)> {
    if new.is_empty() {
        return None;
    }
    let kept = test.init.iter().enumerate();
    let kept = kept.filter(|(index, _)| !plan.declarations.contains(index));
    let last = kept.map(|(_, one)| written(text, one.span)).max();
    let Some(last) = last else {
        let at = layout.init.start + 1;
        let all: Vec<String> = new.iter().map(|one| format!(" {one};")).collect();
        return Some((Span::new(at, at), all.concat()));
    };
    let around = layout.declarations.iter();
    let around = around.rev().find(|one| one.start <= last.start)?;
    let before = text.get(..last.start).unwrap_or_default();
    let line = before
        .rfind('\n')
        .map_or(before, |newline| &before[newline..]);
    let gap = if line.starts_with('\n') && line.trim().is_empty() {
        line
    } else {
        " "
    };
    let all: Vec<String> = new.iter().map(|one| format!("{gap}{one};")).collect();
    let close = layout.init.end.saturating_sub(1);
    if around.end < close {
        let at = around.end + 1;
        return Some((Span::new(at, at), all.concat()));
    }
    // The last one has no `;`.
    let at = last.end;
    Some((Span::new(at, at), format!(";{}", all.concat())))
}
