//! Where machine code goes.

use super::sass::{Code, Sass};

/// What comes after an instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Next {
    /// Instructions that may come.
    pub places: Vec<usize>,
    /// Whether the thread may end here, or its part in the test.
    pub ends: bool,
}

/// What comes after the instruction at a place.
///
/// # Errors
///
/// It goes where nobody can tell.
pub fn next(code: &Code, at: usize) -> Result<Next, String> {
    let Some(one) = code.lines.get(at) else {
        return Err("the code goes on past its end".to_owned());
    };
    let head = one.opcode.split('.').next().unwrap_or_default();
    let on = Next {
        places: vec![at + 1],
        ends: false,
    };
    match head {
        "PMTRIG" => Ok(Next {
            places: Vec::new(),
            ends: true,
        }),
        "EXIT" | "RET" | "KILL" => Ok(Next {
            places: if one.guard.is_some() {
                on.places
            } else {
                Vec::new()
            },
            ends: true,
        }),
        "BRA" => {
            let mut places = vec![target(code, one)?];
            if is_conditional(one) {
                places.push(at + 1);
            }
            Ok(Next {
                places,
                ends: false,
            })
        }
        // The threads that were parted go on together where the barrier register says.
        "BSYNC" => {
            let barrier = one.operands.first();
            let sets = code.lines.iter().filter(|other| {
                other.opcode.starts_with("BSSY") && other.operands.first() == barrier
            });
            let mut places = Vec::new();
            for set in sets {
                places.push(target(code, set)?);
            }
            // A place nearby is the one that is meant where a register serves several times.
            places.sort_by_key(|place| place.abs_diff(at));
            places.truncate(1);
            if places.is_empty() || one.guard.is_some() {
                places.push(at + 1);
            }
            Ok(Next {
                places,
                ends: false,
            })
        }
        "BRX" | "BRXU" | "JMP" | "JMX" | "CALL" => {
            Err(format!("`{}` leads where nobody can tell", one.opcode))
        }
        _ => Ok(on),
    }
}

/// Whether a branch may not be taken.
#[must_use]
pub fn is_conditional(one: &Sass) -> bool {
    let predicate = |text: &String| {
        let text = text.trim_start_matches(['!', 'U', '~']);
        text.starts_with('P')
    };
    one.guard.is_some() || one.operands.iter().any(predicate)
}

fn target(code: &Code, one: &Sass) -> Result<usize, String> {
    let label = one.operands.iter().find_map(|text| {
        let label = text.strip_prefix("`(")?.strip_suffix(')')?;
        code.labels.get(label)
    });
    label
        .copied()
        .ok_or_else(|| format!("`{}` has no target", one.opcode))
}

/// Whether an instruction may come again.
#[must_use]
pub fn is_in_loop(code: &Code, at: usize) -> bool {
    let mut seen = vec![false; code.lines.len()];
    let mut left = vec![at];
    while let Some(place) = left.pop() {
        for to in next(code, place)
            .map(|next| next.places)
            .unwrap_or_default()
        {
            if to == at {
                return true;
            }
            if let Some(seen) = seen.get_mut(to)
                && !*seen
            {
                *seen = true;
                left.push(to);
            }
        }
    }
    false
}
