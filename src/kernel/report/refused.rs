//! Instructions that are not interpreted, as diagnostics of their module.

use crate::kernel::setup::Setup;
use crate::ptx::operation::Operation;
use crate::syntax::diagnostic::nearest_apart;
use crate::syntax::{Diagnostic, Report};

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
                let (what, help) = nearest_apart(why);
                let told = Diagnostic::new(
                    format!("not supported: {what}"),
                    instruction.opcode,
                    "a thread comes to this",
                );
                found.push(match help {
                    Some(help) => told.with_help(help).as_warning(),
                    None => told.as_warning(),
                });
            }
        }
    }
    (!found.is_empty()).then(|| Report::new(setup.module.source.clone(), found))
}
