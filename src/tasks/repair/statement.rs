//! Where a statement of CUDA may stand.

/// Whether a line of a source can begin with a statement of its own: what is before it has ended, and what follows does not go on
/// with it. It is not so within parentheses, behind the head of a loop or a branch that has no braces, and before `else`.
#[must_use]
pub fn may_begin(source: &str, line: usize) -> bool {
    let (before, after) = cut(source, line);
    let code = plain(&before);
    let open = |bracket: char| code.chars().filter(|one| *one == bracket).count();
    let ended = code.trim_end().ends_with([';', '{', '}']);
    let next = plain(&after);
    let goes_on = next
        .trim_start()
        .strip_prefix("else")
        .is_some_and(|rest| !rest.starts_with(|one: char| one.is_alphanumeric() || one == '_'));
    ended && open('(') == open(')') && !goes_on
}

/// What is before a line, and from there on.
fn cut(source: &str, line: usize) -> (String, String) {
    let mut lines = source.split_inclusive('\n');
    let before: String = lines.by_ref().take(line.saturating_sub(1)).collect();
    (before, lines.collect())
}

/// A source without comments, what is in quotes, and the lines of the preprocessor.
pub(super) fn plain(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first == '#'
            && out
                .rsplit('\n')
                .next()
                .is_some_and(|it| it.trim().is_empty())
        {
            directive(rest)
        } else if first == '"' || first == '\'' && !out.ends_with(|one: char| one.is_ascii_digit())
        {
            quoted(rest, first)
        } else {
            out.push(first);
            first.len_utf8()
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    out
}

/// How long a line of the preprocessor is, with those that go on with it.
fn directive(text: &str) -> usize {
    let mut length = 0;
    for line in text.split_inclusive('\n') {
        length += line.len();
        if !line.trim_end().ends_with('\\') {
            // The end of the line stays.
            return length - usize::from(line.ends_with('\n'));
        }
    }
    length
}

/// How long what is in quotes is, with them.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, one) in text.char_indices().skip(1) {
        if one == quote && !escaped {
            return at + 1;
        }
        escaped = one == '\\' && !escaped;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
#define N(x) \\
    (x
__global__ void k(int *d, // a (
                  int *f) {
    if (threadIdx.x == 0)
        *f = 1;
    else
        *f = 2;
    for (int i = 0; /* ; */ i < 2;
         i++) {
        d[i] = f[0]
            ? d[1] : ')';
        printf(\"(;\");
    }
}
";

    #[test]
    fn statements_stand_where_one_has_ended() {
        let may: Vec<usize> = (1..=15).filter(|&line| may_begin(SOURCE, line)).collect();
        assert_eq!(may, [5, 9, 11, 13, 14, 15]);
    }
}
