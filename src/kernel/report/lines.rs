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
    let mut shown: Vec<String> = contents
        .iter()
        .take(LISTED)
        .map(|one| shortened(one))
        .collect();
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

/// More equal elements than this in a row are one, with their number.
const ALIKE: usize = 16;

/// Contents of buffers, in which many equal elements in a row are one: `out = {1, 2, 0 (2046 times)}`.
fn shortened(contents: &str) -> String {
    let mut out = String::new();
    let mut rest = contents;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((inside, behind)) = after.split_once('}') else {
            break;
        };
        let elements: Vec<&str> = inside.split(", ").collect();
        let runs = elements.chunk_by(|one, other| one == other);
        let runs = runs.map(|run| match run {
            [one, ..] if run.len() > ALIKE => format!("{one} ({} times)", run.len()),
            few => few.join(", "),
        });
        let runs: Vec<String> = runs.collect();
        let _ = write!(out, "{before}{{{}}}", runs.join(", "));
        rest = behind;
    }
    out + rest
}
