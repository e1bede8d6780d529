//! Texts in lines that fit on a screen.

use std::fmt::Write as _;

/// What fits on a screen.
pub const WIDTH: usize = 100;

/// More contents than this are not listed.
const LISTED: usize = 8;

/// Names longer than this do not decide where the lines below begin.
const LABEL: usize = 12;

/// A text in lines, the first and the others not longer than this where they have blanks.
#[must_use]
pub fn folded(text: &str, (first, others): (usize, usize)) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let width = if lines.len() <= 1 { first } else { others };
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A remark on a check, on as many lines as it needs.
pub fn remark(out: &mut String, name: &str, text: &str) {
    let indent = if name.len() > LABEL {
        6
    } else {
        name.len() + 4
    };
    let head = format!("  {name}: ");
    let widths = (WIDTH.saturating_sub(head.len()), WIDTH - indent);
    let mut lines = folded(text, widths).into_iter();
    let _ = writeln!(out, "{head}{}", lines.next().unwrap_or_default());
    for line in lines {
        let _ = writeln!(out, "{:indent$}{line}", "");
    }
}

/// What there may be: on one line, or on as many as it needs.
pub fn alternatives(out: &mut String, head: &str, contents: &[String]) {
    let mut shown: Vec<String> = contents.iter().take(LISTED).cloned().collect();
    let more = contents.len().saturating_sub(LISTED);
    if more > 0 {
        shown.push(format!("{more} more"));
    }
    let line = format!("  {head} {}", shown.join(" or "));
    if line.chars().count() <= WIDTH {
        let _ = writeln!(out, "{line}");
        return;
    }
    let _ = writeln!(out, "  {head}");
    let mut line = String::new();
    for (index, one) in shown.iter().enumerate() {
        let room = WIDTH - 4;
        let one = if index == 0 {
            one.clone()
        } else {
            format!("or {one}")
        };
        // One that has room on a line of its own is not broken.
        for piece in folded(&one, (room, room)) {
            if line.chars().count() + 1 + piece.chars().count() <= room && !line.is_empty() {
                line.push(' ');
                line.push_str(&piece);
                continue;
            }
            if !line.is_empty() {
                let _ = writeln!(out, "    {line}");
            }
            line = piece;
        }
    }
    let _ = writeln!(out, "    {line}");
}
