//! Instructions that are not interpreted, as diagnostics of their module.

use crate::kernel::setup::Setup;
use crate::ptx::operation::Operation;
use crate::syntax::diagnostic::{nearest_apart, nearest_in_any_case};
use crate::syntax::span::{SourceFile, Span};
use crate::syntax::{Diagnostic, Report};

use super::MODELS;
use super::places::Place;

/// What a remark says of an instruction that is not interpreted, but for its line of CUDA.
pub(super) fn said(place: &Place, why: &str) -> String {
    let Place { ptx, opcode, .. } = place;
    format!("PTX line {}, {opcode}: not supported: {why}", ptx.line)
}

/// The instructions that these remarks say are not interpreted, each once; none where no remark does.
#[must_use]
pub fn refused<'a>(setup: &Setup, remarks: impl Iterator<Item = &'a str>) -> Option<Report> {
    let remarks: Vec<&str> = remarks
        .filter(|one| one.contains("not supported"))
        .collect();
    if remarks.is_empty() {
        return None;
    }
    let mut found = Vec::new();
    for (function, declared) in setup.module.functions.iter().enumerate() {
        let code = declared.body.iter().flat_map(|body| &body.code);
        for (at, instruction) in code.enumerate() {
            let Operation::Refused { why } = &instruction.operation else {
                continue;
            };
            let text = Place::of(setup, function, at).map(|place| said(&place, why));
            if text.is_some_and(|text| remarks.iter().any(|one| one.ends_with(&text))) {
                let source = &setup.module.source;
                found.push(told(source, instruction.opcode, why).as_warning());
            }
        }
    }
    (!found.is_empty()).then(|| Report::new(setup.module.source.clone(), found))
}

/// What is said of an opcode: of the one modifier where it is about one.
fn told(source: &SourceFile, opcode: Span, why: &str) -> Diagnostic {
    let (what, help) = nearest_apart(why);
    let mut quoted = what.split('`').skip(1).step_by(2);
    let word = quoted.clone().find(|word| word.starts_with('.'));
    let place = word.and_then(|word| within(source, opcode, word));
    let (written, place) = match (word, place) {
        (Some(word), Some(place)) => (Some(word), place),
        (Some(_), None) => (None, opcode),
        (None, _) => {
            let base = quoted
                .next()
                .filter(|word| source.slice(opcode).starts_with(word));
            let length = base.filter(|_| help.is_some()).map(str::len);
            let end = length.map_or(opcode.end, |length| opcode.start + length);
            (base, Span::new(opcode.start, end))
        }
    };
    let label = "a thread comes to this";
    let told = Diagnostic::new(format!("not supported: {what}"), place, label);
    let near = help.and_then(|help| help.split('`').nth(1));
    match (written, near, help) {
        (Some(written), Some(near), _) => told.with_near(written, near),
        (_, _, Some(help)) => told.with_help(help),
        (_, _, None) => told,
    }
}

/// Where in an opcode a modifier stands, its dot included.
fn within(source: &SourceFile, opcode: Span, modifier: &str) -> Option<Span> {
    let text = source.slice(opcode);
    let mut found = text.match_indices(modifier).map(|(at, _)| at);
    let whole = |at: &usize| {
        let rest = text.get(at + modifier.len()..).unwrap_or_default();
        rest.is_empty() || rest.starts_with('.')
    };
    let start = opcode.start + found.find(whole)?;
    Some(Span::new(start, start + modifier.len()))
}

/// That there is no such model of kernels, and which one may be meant: the nearest, or one that begins so.
///
/// ```
/// let said = gpu_litmus::kernel::report::no_model("ptx-7");
/// assert!(said.ends_with("not `ptx-7` (did you mean `ptx-7.5`?)"));
/// ```
#[must_use]
pub fn no_model(name: &str) -> String {
    let begun = MODELS
        .into_iter()
        .find(|one| !name.is_empty() && one.starts_with(name));
    let near = nearest_in_any_case(name, &MODELS).or(begun);
    let near = near.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
    let known = MODELS.join(", ");
    format!("kernels are asked about under {known}, not `{name}`{near}")
}
