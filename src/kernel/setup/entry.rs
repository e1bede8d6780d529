//! The kernel that a name means.

use crate::ptx::demangle::{base, demangled, short};
use crate::ptx::module::Module;
use crate::syntax::Diagnostic;
use crate::syntax::diagnostic::nearest;
use crate::syntax::span::Spanned;

/// More kernels than this are not listed.
const LISTED: usize = 12;

/// The kernel of a name: exact, demangled, or a part of one name only.
pub fn find(module: &Module, name: &Spanned<String>) -> Result<usize, Diagnostic> {
    let entries: Vec<(usize, &str)> = module
        .functions
        .iter()
        .enumerate()
        .filter(|(_, function)| function.is_entry && function.body.is_some())
        .map(|(at, function)| (at, function.name.as_str()))
        .collect();
    let wanted = name.node.as_str();
    let by = |same: &dyn Fn(&str) -> bool| -> Vec<(usize, &str)> {
        entries
            .iter()
            .filter(|(_, entry)| same(entry))
            .copied()
            .collect()
    };
    let ways: [Vec<(usize, &str)>; 5] = [
        by(&|entry| entry == wanted),
        by(&|entry| demangled(entry) == wanted),
        by(&|entry| short(entry) == wanted),
        by(&|entry| base(entry) == wanted),
        by(&|entry| entry.contains(wanted) || demangled(entry).contains(wanted)),
    ];
    let found = ways
        .into_iter()
        .find(|way| !way.is_empty())
        .unwrap_or_default();
    match &found[..] {
        [(at, _)] => Ok(*at),
        [] => {
            let message = format!("there is no kernel `{wanted}`");
            let label = format!("{} has {}", module.source.name, list(&entries));
            let shorts: Vec<String> = entries.iter().map(|(_, entry)| short(entry)).collect();
            let near = nearest(wanted, shorts.iter().map(String::as_str));
            let mistake = Diagnostic::new(message, name.span, label);
            Err(match near {
                Some(near) => mistake.with_near(wanted, near),
                None => mistake,
            })
        }
        several => {
            let message = if wanted.is_empty() {
                "which kernel?".to_owned()
            } else {
                format!("`{wanted}` means several kernels")
            };
            Err(Diagnostic::new(message, name.span, list(several)))
        }
    }
}

fn list(entries: &[(usize, &str)]) -> String {
    let shown: Vec<String> = entries
        .iter()
        .take(LISTED)
        .map(|(_, entry)| demangled(entry))
        .collect();
    let more = entries.len().saturating_sub(LISTED);
    match (shown.len(), more) {
        (0, _) => "no kernels".to_owned(),
        (_, 0) => shown.join(", "),
        _ => format!("{} and {more} more", shown.join(", ")),
    }
}
