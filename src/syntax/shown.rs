//! Names and texts of others as they are shown: what would break a line, move the cursor, change
//! colours or not be seen is escaped.

/// A text in one line. Quotes and backslashes stay, so that what has no such character stays as it is.
#[must_use]
pub fn shown(text: &str) -> String {
    // Nearly all are so.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.to_owned();
    }
    let parts = text.split_inclusive(['"', '\'', '\\']);
    parts.fold(String::new(), |mut name, part| {
        let plain = part.trim_end_matches(['"', '\'', '\\']);
        name.extend(plain.escape_debug());
        name.push_str(&part[plain.len()..]);
        name
    })
}

/// More is no width of a column: a longer cell stands out, and the others stay where they are.
const WIDEST: usize = 1_000;

/// The width of a column whose widest cell has so many characters.
#[must_use]
pub fn column(widest: usize) -> usize {
    widest.min(WIDEST)
}

/// A text of several lines.
#[must_use]
pub fn shown_lines(text: &str) -> String {
    let line = |line: &str| {
        let (ending, line) = match line.strip_suffix('\n') {
            Some(line) => ("\n", line.strip_suffix('\r').unwrap_or(line)),
            None => ("", line),
        };
        // What stands behind a tab is where it was written.
        let parts: Vec<String> = line.split('\t').map(shown).collect();
        parts.join("\t") + ending
    };
    text.split_inclusive('\n').map(line).collect()
}

/// A source text with as many bytes: what is not to be shown is replaced, and places stay.
#[must_use]
pub fn harmless(text: &str) -> String {
    let mut buffer = [0; 4];
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        let strange = || shown(letter.encode_utf8(&mut [0; 4])).starts_with("\\u");
        match letter {
            '\n' | '\r' | '\t' | '\\' => out.push(letter),
            _ if !letter.is_control() && !strange() => out.push(letter),
            _ => out.push_str(match letter.encode_utf8(&mut buffer).len() {
                1 => "?",
                2 => "\u{b7}",
                3 => "\u{fffd}",
                _ => "\u{1f6ab}",
            }),
        }
    }
    out
}

/// A word of a command as a shell takes it.
#[must_use]
pub fn shell_word(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_+./=:,@%".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::{harmless, shell_word, shown, shown_lines};

    #[test]
    fn what_a_shell_would_take_apart_is_quoted() {
        assert_eq!(shell_word("a/b-1.litmus"), "a/b-1.litmus");
        assert_eq!(shell_word("it's $x"), "'it'\\''s $x'");
        assert_eq!(shell_word(""), "''");
    }

    #[test]
    fn what_moves_the_cursor_is_escaped() {
        assert_eq!(
            shown("a\u{1b}[31m\u{202e}b\r\n"),
            "a\\u{1b}[31m\\u{202e}b\\r\\n"
        );
        assert_eq!(shown("it's \"C:\\x\" \u{b5}"), "it's \"C:\\x\" \u{b5}");
        assert_eq!(shown_lines("a\tb\r\nc\u{7}\n"), "a\tb\nc\\u{7}\n");
    }

    #[test]
    fn places_stay() {
        let text = "\u{1b}a\u{9b}b\u{202e}c\u{e0001}\t\u{b5}\\\n";
        let shown = harmless(text);
        assert_eq!(shown, "?a\u{b7}b\u{fffd}c\u{1f6ab}\t\u{b5}\\\n");
        assert_eq!(shown.len(), text.len());
    }
}
