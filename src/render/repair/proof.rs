//! What the fences of a launch are good for, for a person.

use std::fmt::Write as _;

use crate::tasks::repair::Proved;

use super::{lines, sentence};

/// What the fences of a launch are good for.
#[must_use]
pub fn proof(proved: &Proved) -> String {
    let mut out = String::new();
    let said = match proved.suffices {
        Some(true) => "The fences, orders and scopes suffice: all checks hold.",
        Some(false) => {
            "The fences, orders and scopes do not suffice, or something else is wrong: --fences looks for what mends it."
        }
        None => "Whether the fences suffice is open.",
    };
    sentence(&mut out, said);
    if proved.fences.is_empty() {
        out.push_str("  There are no fences.\n");
        return out;
    }
    for fence in &proved.fences {
        let what = match fence.needed {
            Some(true) => {
                let verb = if fence.breaks.len() == 1 {
                    "fails"
                } else {
                    "fail"
                };
                format!("needed: without it {} {verb}", fence.breaks.join(", "))
            }
            Some(false) => "not needed: all that holds holds without it".to_owned(),
            None if proved.suffices == Some(false) => {
                "open: no check that holds is known to need it; what is violated may, once mended"
                    .to_owned()
            }
            None => "open whether it is needed".to_owned(),
        };
        let place = fence.place.short();
        let also = match &fence.copies[..] {
            [] => String::new(),
            [first, rest @ ..] => format!(" (also PTX {})", lines(*first, rest)),
        };
        let _ = writeln!(
            out,
            "  {place:24} {:16} ptx {:<5} {what}{also}",
            fence.place.opcode, fence.place.ptx.line
        );
    }
    match proved.together {
        _ if proved.suffices == Some(false) => {}
        Some(true) => out.push_str("  Those that are not needed can go together.\n"),
        Some(false) => {
            let go = proved.fences.iter().filter(|fence| fence.goes);
            let go: Vec<String> = go.map(|fence| fence.place.short()).collect();
            let can = match &go[..] {
                [] => String::new(),
                [one] => format!("; each can alone, as {one} can"),
                several => format!("; these can: {}", several.join(", ")),
            };
            sentence(
                &mut out,
                &format!("Those that are not needed cannot go together{can}."),
            );
        }
        None => {}
    }
    out
}
