//! Edits written into the text of a test.

use super::claim::Cut;
use super::edits::{Claim, Edit, EditError};
use super::pieces::{render, replaced, within};
use super::plan::Plan;
use super::table::Writer;
use super::{init, names, tree};
use crate::syntax::ast::{Condition, Test};
use crate::syntax::layout::Layout;
use crate::syntax::parse_source;
use crate::syntax::print::{Spelling, Style, print};
use crate::syntax::span::{SourceFile, Span};

/// A changed test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// Its text.
    pub source: SourceFile,
    /// The tree of that text.
    pub test: Test,
}

/// The text of a test with some edits; `style` says how new instructions are written, and whether
/// rows stay in which nothing is left. The order and scope of an access are spelt as the file has
/// them.
///
/// # Errors
///
/// The first edit that cannot be made, two that are in each other's way, or that the text is not the
/// one of the tree.
pub fn text(
    source: &SourceFile,
    test: &Test,
    edits: &[Edit],
    style: &Style<'_>,
) -> Result<Edited, EditError> {
    let plan = Plan::of(test, edits)?;
    let wanted = tree::changed(test, &plan)?;
    let layout = Layout::of(source).ok_or(EditError::OtherText)?;
    let renames = renames(source, test, &plan);
    let table = Writer {
        source,
        test,
        layout: &layout,
        plan: &plan,
        style,
        spelling: Spelling::of(source, test),
        renames: &renames,
    };
    let mut pieces = init::pieces(&source.text, test, &layout, &plan, &renames);
    pieces.extend(table.pieces()?);
    pieces.extend(claims(source, test, &layout, &plan, &renames));
    let changed = SourceFile::new(source.name.clone(), render(&source.text, pieces)?);
    let found = parse_source(&changed).map_err(|_| EditError::Inexact)?;
    let canonical = Style::default();
    if print(&found, &canonical) != print(&wanted, &canonical) {
        return Err(EditError::Inexact);
    }
    Ok(Edited {
        source: changed,
        test: found,
    })
}

/// The places of names that are others now, in the order of the text.
fn renames(source: &SourceFile, test: &Test, plan: &Plan) -> Vec<(Span, String)> {
    let mut found = Vec::new();
    if plan.renamed.is_empty() {
        return found;
    }
    names::each(&mut test.clone(), &mut |name, ident| {
        if let Some(to) = plan.renamed.get(&name) {
            let percent = source.slice(ident.span).starts_with('%');
            let sign = if percent { "%" } else { "" };
            found.push((ident.span, format!("{sign}{to}")));
        }
    });
    found.sort();
    found
}

/// The changes of the filter and the condition.
fn claims(
    source: &SourceFile,
    test: &Test,
    layout: &Layout,
    plan: &Plan,
    renames: &[(Span, String)],
) -> Vec<(Span, String)> {
    let mut found = Vec::new();
    let mut change = |claim: Claim, condition: &Condition, place: Span| {
        let part = |part| plan.parts.contains(&(claim, part));
        let register = |thread, name: &str| plan.drops(test, thread, name);
        let mut cut = Cut::new(&part, &register, &layout.joints);
        let left = cut.apply(condition);
        let goes = left.is_none() || plan.filter_goes && claim == Claim::Filter;
        if goes {
            let blanks = Span::new(place.end, layout.asked.start);
            let blank = source.slice(blanks).trim().is_empty();
            let end = if blank { blanks.end } else { place.end };
            found.push((Span::new(place.start, end), String::new()));
            return;
        }
        let gone = cut
            .gone
            .iter()
            .map(|&gone| (with_blanks(source, gone), String::new()));
        // What goes comes first, so that no name in it is written.
        let renames = within(renames, place).iter().cloned();
        let pieces: Vec<(Span, String)> = gone.chain(renames).collect();
        let new = replaced(&source.text, place, &pieces);
        if new != source.slice(place) {
            found.push((place, new));
        }
    };
    if let (Some(filter), Some(place)) = (&test.filter, layout.filter) {
        change(Claim::Filter, filter, place);
    }
    change(Claim::Condition, &test.condition, layout.asked);
    found
}

/// A place with the blanks that would be left beside its neighbours: those behind what ends with a
/// joint, those before what begins with one.
fn with_blanks(source: &SourceFile, gone: Span) -> Span {
    let text = source.slice(gone);
    let (before, after) = source.text.split_at(gone.start.min(source.text.len()));
    let after = after.get(gone.len()..).unwrap_or_default();
    let joint = |text: &str| {
        ["/\\", "\\/", "&&", "||"]
            .iter()
            .any(|joint| text.ends_with(joint))
    };
    if joint(text) {
        let blanks = after.len() - after.trim_start().len();
        Span::new(gone.start, gone.end + blanks)
    } else {
        let blanks = before.len() - before.trim_end_matches([' ', '\t']).len();
        Span::new(gone.start - blanks, gone.end)
    }
}
