//! Whether the machine code that will run is still the test.

use crate::device::run::assemble::{ToolError, disassemble};
use crate::device::run::emit::layout::Layout;
use crate::device::run::optcheck::check::check;

use super::super::device::{Fault, Made, OPTIMISED};
use super::worker::Worker;

/// What is said of it: a word, and the rest.
pub(super) type Said = (&'static str, Option<String>);

/// What is said of kernels, and what was made of them.
pub(super) type Looked = (Said, Vec<Made>);

/// Looks at the machine code that was loaded; it, and its text where there is a disassembler.
pub(super) fn look(worker: &mut Worker, layout: &Layout<'_>) -> Result<Looked, Fault> {
    let folder = std::env::temp_dir().join(format!("gpu-litmus-{}", std::process::id()));
    let made = std::fs::create_dir_all(&folder);
    let said = match made {
        Ok(()) => {
            let file = folder.join("test.cubin");
            worker.save(&file.to_string_lossy()).map(|()| {
                let text = disassemble(&file);
                let cubin = std::fs::read(&file).ok();
                let sass = text.as_ref().ok().map(|text| text.clone().into_bytes());
                let made = [("cubin", cubin), ("sass", sass)].into_iter();
                let made = made.filter_map(|(ending, bytes)| {
                    let bytes = bytes?;
                    Some(Made { ending, bytes })
                });
                (judged(layout, &text), made.collect())
            })
        }
        Err(error) => {
            let why = format!("{}: {error}", folder.display());
            Ok((unchecked(&why), Vec::new()))
        }
    };
    // What is left there is in nobody's way.
    let _ = std::fs::remove_dir_all(&folder);
    said
}

fn unchecked(why: &str) -> Said {
    ("not checked", Some(why.to_owned()))
}

fn judged(layout: &Layout<'_>, text: &Result<String, ToolError>) -> Said {
    match text {
        Err(error) => unchecked(&error.to_string()),
        Ok(text) => match check(layout, text) {
            Err(why) => unchecked(&why),
            Ok(lost) if lost.is_empty() => ("ok", None),
            Ok(lost) => {
                let lost: Vec<String> = lost.iter().map(ToString::to_string).collect();
                (OPTIMISED, Some(lost.join("; ")))
            }
        },
    }
}
