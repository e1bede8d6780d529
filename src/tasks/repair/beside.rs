//! How a fence lies beside a line of CUDA, where the source is at hand: a line is more than what the compiler tells of it.

use crate::kernel::report::fix::Edit;

use super::python;
use super::statement::{may_begin, plain};
use crate::ptx::lines::is_python;

/// Says of a fence that would be on the wrong side of something on its line that it goes inside, and of one in a branch without braces
/// that it goes there.
pub fn settle(edit: &mut Edit, source: &dyn Fn(&str) -> Option<String>) {
    let after = match edit.kind {
        "insert" => true,
        "insert-before" => false,
        _ => return,
    };
    let Some(cuda) = edit
        .place
        .cuda
        .as_ref()
        .filter(|_| !edit.inside_line || edit.each_round)
    else {
        return;
    };
    let Some(source) = source(&cuda.line.file) else {
        return;
    };
    let line = cuda.line.line as usize;
    if is_python(&cuda.line.file) {
        let may = python::may_stand(&source, line, after);
        edit.in_branch &= may;
        edit.each_round &= may;
        edit.inside_line = !may;
        return;
    }
    let Some(text) = line.checked_sub(1).and_then(|at| source.lines().nth(at)) else {
        return;
    };
    let code = plain(text);
    if edit.each_round {
        edit.inside_line = more_behind_loop(&code);
        edit.each_round = !edit.inside_line;
        return;
    }
    let new = if after { line + 1 } else { line };
    if may_begin(&source, new) {
        let begun = !after && (code.trim_start().starts_with('}') || is_labelled(&code));
        edit.inside_line = begun || several(&code);
    } else {
        let before: String = source.split_inclusive('\n').take(new - 1).collect();
        // What the compiler made no branch of may run on both ways: a fence there is not within the branch.
        edit.in_branch &= !after && is_head(&plain(&before));
        edit.inside_line = !edit.in_branch;
    }
}

/// Whether a line has more than one statement, or braces around one: columns do not tell which is meant where macros stand before it.
fn several(code: &str) -> bool {
    let blank = |text: &str| text.trim().is_empty();
    let statements = code
        .split(';')
        .filter(|one| !blank(one.trim_matches(['{', '}', ' ', '\t'])));
    let opens = code
        .split_once('{')
        .is_some_and(|(_, inside)| !blank(inside));
    let closes = code
        .rsplit_once('}')
        .is_some_and(|(inside, _)| !blank(inside));
    statements.count() > 1 || opens || closes
}

/// Whether a line begins with a label, before which nothing is on the way to it.
fn is_labelled(code: &str) -> bool {
    let code = code.trim_start();
    let end = code.find(|one: char| !one.is_alphanumeric() && one != '_');
    let (word, rest) = code.split_at(end.unwrap_or(code.len()));
    let rest = rest.trim_start();
    match word {
        "case" | "default" => true,
        "" => false,
        _ => rest.starts_with(':') && !rest.starts_with("::"),
    }
}

/// Whether something that is no part of a loop follows it on its line.
fn more_behind_loop(code: &str) -> bool {
    let heads = ["while", "for"].into_iter();
    let Some(head) = heads.filter_map(|word| code.find(word)).min() else {
        return several(code);
    };
    let Some(open) = code[head..].find('(').map(|at| head + at) else {
        return several(code);
    };
    let mut depth = 0_usize;
    let end = code[open..].char_indices().find(|(_, one)| {
        match one {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let Some(behind) = end.and_then(|(at, _)| code.get(open + at + 1..)) else {
        return false;
    };
    let rest = behind.trim_start().strip_prefix(';');
    rest.is_some_and(|rest| rest.contains(|one: char| !one.is_whitespace() && one != '}'))
}

/// Whether code ends with the head of a branch or a loop, whose body has no braces.
fn is_head(code: &str) -> bool {
    let code = code.trim_end();
    let word = |text: &str, words: &[&str]| {
        let text = text.trim_end();
        let start = text
            .rfind(|one: char| !one.is_alphanumeric() && one != '_')
            .map_or(0, |at| at + 1);
        text.get(start..).is_some_and(|last| words.contains(&last))
    };
    if !code.ends_with(')') {
        return word(code, &["else", "do"]);
    }
    let mut depth = 0_usize;
    let open = code.char_indices().rev().find(|(_, one)| {
        match one {
            ')' => depth += 1,
            '(' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    open.is_some_and(|(at, _)| word(&code[..at], &["if", "for", "while", "switch", "constexpr"]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::report::places::{Cuda, Line, Place, Ptx};

    const SOURCE: &str = "\
__device__ void set(int *p, int v) { *p = v; }
__global__ void k(int *d, int *f) {
    d[0] = 1; signal(f);
    if (d[1])
        d[2] = d[3]
            + d[4];
    while (*f == 0); d[5] = 1;
    while (*f == 0)
        ;
    d[6] = 1; // signal(f);
    { d[7] = 1;
    } else if (d[8]) {
        d[9] = 1;
        d[10] = g(f)
            ? 1 : 2;
    }
    switch (d[0]) {
    case 0: d[11] = 1;
    }
again: d[12] = 1;
}
";

    /// How a fence beside a line lies: inside, in a branch, each time round.
    fn lies(kind: &'static str, each_round: bool, text: &str) -> (bool, bool, bool) {
        let at = SOURCE.find(text).unwrap_or_default();
        let line = SOURCE[..at].matches('\n').count();
        let start = SOURCE[..at].rfind('\n').map_or(0, |end| end + 1);
        let number = |number: usize| u32::try_from(number).unwrap_or_default();
        let line = Line {
            file: "k.cu".to_owned(),
            name: "k.cu".to_owned(),
            line: number(line + 1),
            column: number(at - start + 1),
        };
        let mut edit = Edit {
            kind,
            place: Place {
                ptx: Ptx { line: 1, column: 1 },
                cuda: Some(Cuda {
                    chain: vec![line.clone()],
                    line,
                }),
                thread: None,
                opcode: String::new(),
            },
            old: String::new(),
            new: String::new(),
            cuda: None,
            copies: Vec::new(),
            inside_line: false,
            of_line: None,
            in_branch: false,
            each_round,
            in_loop: None,
            cost: 4,
        };
        settle(&mut edit, &|_| Some(SOURCE.to_owned()));
        (edit.inside_line, edit.in_branch, edit.each_round)
    }

    #[test]
    fn a_line_may_have_more_than_one_statement() {
        let (after, before) = ("insert", "insert-before");
        let (beside, inside) = ((false, false, false), (true, false, false));
        for (kind, text, wanted) in [
            // A function on one line.
            (after, "*p = v", inside),
            (before, "*p = v", inside),
            (after, "d[0] = 1", inside),
            (before, "d[0] = 1", inside),
            (before, "signal(f)", inside),
            // A branch without braces, and an expression on two lines.
            (before, "d[2] = d[3]", inside),
            (after, "d[2] = d[3]", inside),
            (after, "d[6] = 1", beside),
            (after, "d[10]", inside),
            (before, "d[7] = 1", inside),
            (before, "d[8]", inside),
            (after, "d[9] = 1", beside),
            (before, "d[11] = 1", inside),
            (before, "d[12] = 1", inside),
        ] {
            assert_eq!(lies(kind, false, text), wanted, "{kind} {text}");
        }
        assert_eq!(lies(before, true, "*f == 0); d[5]"), inside);
        assert_eq!(lies(before, true, "*f == 0)\n"), (false, false, true));
    }
}
