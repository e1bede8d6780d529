//! Pieces of a test's text.

/// A piece on one line, without comments.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut depth = 0_usize;
    while let Some(letter) = rest.chars().next() {
        let pair = rest.get(..2).unwrap_or_default();
        match pair {
            "(*" => depth += 1,
            "*)" if depth > 0 => {
                depth -= 1;
                out.push(' ');
            }
            "//" if depth == 0 => {
                rest = rest.find('\n').map_or("", |end| &rest[end..]);
                continue;
            }
            _ => {
                if depth == 0 {
                    out.push(letter);
                }
                rest = &rest[letter.len_utf8()..];
                continue;
            }
        }
        rest = &rest[2..];
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The names in a piece, without the `%` of registers.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !(letter.is_alphanumeric() || "_$".contains(letter)))
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_line_ends_go() {
        let text = "ld.weak // the flag\n  r0, (* not (* yet *) *) x";
        assert_eq!(plain(text), "ld.weak r0, x");
        assert_eq!(
            words("@p st.weak [x_1], %r2").collect::<Vec<_>>(),
            ["p", "st", "weak", "x_1", "r2"]
        );
    }
}
