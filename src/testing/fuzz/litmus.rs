//! Any text as a litmus test.

use crate::program::resolve;
use crate::program::unroll::unroll;
use crate::syntax::parse_source;
use crate::syntax::print::{Style, print};
use crate::syntax::span::SourceFile;

use super::{Checked, report};

/// A text is a test, or its mistakes are reported. A test is printed so that it reads back as the same
/// print, in the printer's own style and in the words of the text; and its loops unroll.
///
/// # Errors
///
/// What is wrong.
pub fn litmus(bytes: &[u8]) -> Checked {
    let text = String::from_utf8_lossy(bytes);
    let source = SourceFile::new("fuzz.litmus", text.as_ref());
    let test = match parse_source(&source) {
        Ok(test) => test,
        Err(found) => return report(&found).map(|()| 0),
    };
    for style in [Style::default(), Style::written(&source)] {
        let printed = print(&test, &style);
        let again = SourceFile::new("again.litmus", printed.as_str());
        let reread = parse_source(&again).map_err(|found| {
            format!(
                "what was printed does not read:\n{}\n{printed}",
                found.render(false)
            )
        })?;
        let style = Style {
            source: style.source.map(|_| &again),
            ..style
        };
        let reprinted = print(&reread, &style);
        if reprinted != printed {
            return Err(format!(
                "printed, read and printed once more:\n{printed}\n{reprinted}"
            ));
        }
    }
    match resolve(&source, &test) {
        Err(found) => report(&found).map(|()| 2),
        Ok(program) => match unroll(&program, 1) {
            Err(found) => report(&found).map(|()| 2),
            Ok(_) => Ok(3),
        },
    }
}
