//! The comment or quoted text that a text ends in while it is being written: for who completes it.

use super::token::comment_length;

/// The comment that a text ends in, or the quoted text, from its beginning; none where it ends in something else.
///
/// ```
/// use gpu_litmus::syntax::unclosed::unclosed;
///
/// assert_eq!(unclosed("PTX T { x = 0; } // the fl"), Some("// the fl"));
/// assert_eq!(unclosed("PTX T { (* a (* b *)"), Some("(* a (* b *)"));
/// assert_eq!(unclosed("PTX T \"see http://x\" { // a\n x"), None);
/// ```
#[must_use]
pub fn unclosed(text: &str) -> Option<&str> {
    let mut rest = text;
    let mut last = '\n';
    while let Some(first) = rest.chars().next() {
        let inner = rest.get(first.len_utf8()..).unwrap_or_default();
        let next = if rest.starts_with("(*") {
            let inner = inner.get(1..).unwrap_or_default();
            match comment_length(inner) {
                Some(length) => inner.get(length..),
                None => return Some(rest),
            }
        } else if rest.starts_with("//") && last != ':' {
            // That of an address is none.
            match rest.find('\n') {
                Some(end) => rest.get(end..),
                None => return Some(rest),
            }
        } else if first == '"' {
            // Quoted text ends on its line.
            match inner.find(['"', '\n']).and_then(|end| inner.get(end..)) {
                Some(end) => end.strip_prefix('"').or(Some(end)),
                None => return Some(rest),
            }
        } else {
            Some(inner)
        };
        last = first;
        rest = next.unwrap_or_default();
    }
    None
}
