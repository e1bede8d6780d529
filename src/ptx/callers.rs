//! From where functions are called: what a library's function does is told at the line that calls it, as far as there is one.

use super::lines::{Frame, Place};
use super::module::{Instruction, Module};
use super::operation::Operation;

/// The line from which each function is called, if these kernels are launched; none of a function that is called from several, or from none
/// that the compiler names.
#[must_use]
pub fn callers(module: &Module, entries: impl Iterator<Item = usize>) -> Vec<Option<Place>> {
    let mut found = vec![Found::Nowhere; module.functions.len()];
    for entry in entries {
        if let Some(found) = found.get_mut(entry) {
            *found = Found::Several;
        }
    }
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for from in 0..module.functions.len() {
            if found[from] == Found::Nowhere {
                continue;
            }
            for (one, to) in calls(module, from) {
                let site = site(module, from, one).unwrap_or(found[from]);
                if let Some(known) = found.get_mut(to) {
                    let now = known.and(site);
                    changed |= now != *known;
                    *known = now;
                }
            }
        }
    }
    found.into_iter().map(|one| one.place(module)).collect()
}

/// Where a function is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    /// Nobody calls it.
    Nowhere,
    /// On one line of the user's: in a function, at a place of its lines, which is this one.
    At(usize, usize, Frame),
    /// On several, or on none.
    Several,
}

impl Found {
    /// Here and there.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nowhere, one) | (one, Self::Nowhere) => one,
            (Self::At(_, _, here), Self::At(_, _, there))
                if (here.file, here.line) == (there.file, there.line) =>
            {
                self
            }
            (Self::At(..) | Self::Several, Self::At(..) | Self::Several) => Self::Several,
        }
    }

    fn place(self, module: &Module) -> Option<Place> {
        match self {
            Self::At(function, line, _) => {
                let body = module.functions.get(function)?.body.as_ref()?;
                body.lines.place(line).cloned()
            }
            Self::Nowhere | Self::Several => None,
        }
    }
}

/// The calls in a function, each with what it calls.
fn calls(module: &Module, function: usize) -> impl Iterator<Item = (&Instruction, usize)> {
    let body = module.functions[function].body.as_ref();
    let code = body.into_iter().flat_map(|body| &body.code);
    code.filter_map(|one| {
        let Operation::Call { function, .. } = &one.operation else {
            return None;
        };
        Some((one, *function))
    })
}

/// Where an instruction is on a line of the user's.
fn site(module: &Module, function: usize, one: &Instruction) -> Option<Found> {
    let body = module.functions[function].body.as_ref()?;
    let line = one.line?;
    let user = body.lines.place(line)?.user?;
    Some(Found::At(function, line, user))
}
