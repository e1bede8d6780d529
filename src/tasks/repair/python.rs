//! Where a statement of Python may stand.

/// Whether a statement may stand on a line of its own beside a line: that one is a statement by itself, and of one kind. It is
/// not so where a line goes on, has several statements, or begins a block and the new line is to come after it.
#[must_use]
pub fn may_stand(source: &str, line: usize, after: bool) -> bool {
    let lines = lines(source);
    let Some(at) = line.checked_sub(1) else {
        return false;
    };
    let Some(own) = lines.get(at) else {
        return false;
    };
    let begins = !own.goes_on;
    let ends = lines.get(at + 1).is_none_or(|next| !next.goes_on);
    let code = own.code.trim_end();
    let block = code.ends_with(':');
    let several = own.several || code.contains(';');
    begins && ends && !several && !(block && after)
}

/// A line of a source.
#[derive(Debug, Default)]
struct Line {
    /// Without comments and what is in quotes.
    code: String,
    /// It goes on with the statement of the line before.
    goes_on: bool,
    /// A block begins on it, and a statement of it stands there.
    several: bool,
}

/// How far a source was read.
#[derive(Debug, Default)]
struct Reader<'a> {
    rest: &'a str,
    /// Brackets that are open.
    depth: usize,
    lines: Vec<Line>,
    own: Line,
    /// A block may have begun on this line.
    headed: bool,
}

impl Reader<'_> {
    fn end_line(&mut self, goes_on: bool) {
        let next = Line {
            goes_on,
            ..Line::default()
        };
        self.lines.push(std::mem::replace(&mut self.own, next));
        self.headed = false;
    }

    /// What is in quotes, over as many lines as it has.
    fn quoted(&mut self, quote: &str) {
        let mut escaped = false;
        let mut end = self.rest.len();
        for (at, one) in self.rest.char_indices().skip(quote.len()) {
            if !escaped && self.rest[at..].starts_with(quote) {
                end = at + quote.len();
                break;
            }
            // What is not closed ends with its line.
            if one == '\n' && quote.len() == 1 && !escaped {
                end = at;
                break;
            }
            escaped = one == '\\' && !escaped;
        }
        let breaks = self.rest[..end].matches('\n').count();
        for _ in 0..breaks {
            self.end_line(true);
        }
        self.rest = &self.rest[end..];
        self.own.code.push('_');
    }

    fn step(&mut self, one: char) {
        match one {
            '\n' => {
                let goes_on = self.depth > 0 || self.own.code.ends_with('\\');
                self.end_line(goes_on);
            }
            '(' | '[' | '{' => self.depth += 1,
            ')' | ']' | '}' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        if one == '\n' {
            return;
        }
        self.own.several |= self.headed && !one.is_whitespace();
        self.headed |= one == ':' && self.depth == 0 && self.own.heads();
        self.own.code.push(one);
    }
}

impl Line {
    /// Whether it begins as the head of a block.
    fn heads(&self) -> bool {
        const WORDS: [&str; 14] = [
            "if", "elif", "else", "for", "while", "with", "try", "except", "finally", "def",
            "class", "async", "match", "case",
        ];
        let code = self.code.trim_start();
        let end = code.find(|one: char| !one.is_alphanumeric() && one != '_');
        WORDS.contains(&&code[..end.unwrap_or(code.len())])
    }
}

fn lines(source: &str) -> Vec<Line> {
    let mut reader = Reader {
        rest: source,
        ..Reader::default()
    };
    while let Some(one) = reader.rest.chars().next() {
        let quotes = ["\"\"\"", "'''", "\"", "'"];
        let quote = quotes.iter().find(|it| reader.rest.starts_with(**it));
        if let Some(quote) = quote {
            reader.quoted(quote);
        } else if one == '#' {
            let end = reader.rest.find('\n').unwrap_or(reader.rest.len());
            reader.rest = &reader.rest[end..];
        } else {
            reader.rest = &reader.rest[one.len_utf8()..];
            reader.step(one);
        }
    }
    reader.end_line(false);
    reader.lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
def k(x, y):  # a (
    x[0] = 1
    while atomic.cas(x, 0, 1) == 1:
        pass
    y[0] = f(x,
             1)
    if x[0] == 1: y[1] = 2
    a = 1; b = 2
    s = '(:' + x[1:2]
    y[1] = 1 + \\
        2
    \"\"\" (
    \"\"\"
    x[2] = 3
";

    #[test]
    fn statements_of_python_stand_beside_whole_lines() {
        let may = |after| -> Vec<usize> {
            let all = 1..=14;
            all.filter(|&line| may_stand(SOURCE, line, after)).collect()
        };
        assert_eq!(may(false), [1, 2, 3, 4, 9, 14]);
        assert_eq!(may(true), [2, 4, 9, 14]);
    }
}
