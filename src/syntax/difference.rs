//! What differs between two texts, line by line.
//!
//! The shortest script of changes is found by the greedy algorithm of E. W. Myers, *An O(ND) difference algorithm and
//! its variations* (Algorithmica 1, 1986, section 4).

use std::fmt::Write as _;
use std::ops::Range;

/// Lines of context around what differs.
const CONTEXT: usize = 3;

/// Texts with more differences than this are different as a whole, but for what they begin and end with: the
/// time and the memory of the search are its square.
const MOST: usize = 1000;

/// Lines of one text in place of those of another; one of both ranges may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Lines of the old text, counted from 0.
    pub old: Range<usize>,
    /// Lines of the new text, counted from 0.
    pub new: Range<usize>,
}

/// The lines of a text, each with its end.
#[must_use]
pub fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// What turns old lines into new ones, in their order; what is between two changes is equal.
#[must_use]
pub fn changes(old: &[&str], new: &[&str]) -> Vec<Change> {
    let same = |pair: &(&&str, &&str)| pair.0 == pair.1;
    let head = old.iter().zip(new).take_while(same).count();
    let (old, new) = (&old[head..], &new[head..]);
    let tail = old.iter().rev().zip(new.iter().rev());
    let tail = tail.take_while(same).count();
    let (old, new) = (&old[..old.len() - tail], &new[..new.len() - tail]);
    let mut found: Vec<Change> = Vec::new();
    for (x, y, step) in path(old, new) {
        let (x, y) = (x + head, y + head);
        let (gone, come) = match step {
            Step::Gone => (1, 0),
            Step::Come => (0, 1),
            Step::All => (old.len(), new.len()),
        };
        match found.last_mut() {
            Some(last) if last.old.end == x && last.new.end == y => {
                last.old.end += gone;
                last.new.end += come;
            }
            Some(_) | None => found.push(Change {
                old: x..x + gone,
                new: y..y + come,
            }),
        }
    }
    found
}

#[derive(Clone, Copy)]
enum Step {
    /// A line of the old text goes.
    Gone,
    /// A line of the new text comes.
    Come,
    /// Everything is replaced.
    All,
}

/// The steps from the beginning of both to their ends, each with where it begins. Lines that are equal are no steps.
fn path(old: &[&str], new: &[&str]) -> Vec<(usize, usize, Step)> {
    if old.is_empty() && new.is_empty() {
        return Vec::new();
    }
    let (n, m) = (old.len(), new.len());
    let most = (n + m).min(MOST);
    // Where the furthest path with d steps ends on each diagonal x - y = 2 * index - d.
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for d in 0..=most {
        let mut row = Vec::with_capacity(d + 1);
        for index in 0..=d {
            let mut x = match rows.last() {
                None => 0,
                Some(before) => start(before, index, d).0,
            };
            // A path may run beyond an edge of the shorter text, where nothing is equal.
            let Some(mut y) = (x + d).checked_sub(2 * index) else {
                row.push(x);
                continue;
            };
            while x < n && y < m && old[x] == new[y] {
                (x, y) = (x + 1, y + 1);
            }
            row.push(x);
            if x >= n && y >= m {
                rows.push(row);
                return traced(&rows, index);
            }
        }
        rows.push(row);
    }
    vec![(0, 0, Step::All)]
}

/// Where the step to a diagonal of row d arrives, and whether a line of the old text goes by it.
fn start(before: &[usize], index: usize, d: usize) -> (usize, bool) {
    let across = index.checked_sub(1).and_then(|left| before.get(left));
    let down = if index < d { before.get(index) } else { None };
    match (across, down) {
        (Some(&across), Some(&down)) if across < down => (down, false),
        (Some(&across), _) => (across + 1, true),
        (None, Some(&down)) => (down, false),
        (None, None) => (0, false),
    }
}

/// The path back from the end on a diagonal of the last row.
fn traced(rows: &[Vec<usize>], mut index: usize) -> Vec<(usize, usize, Step)> {
    let mut steps = Vec::new();
    for d in (1..rows.len()).rev() {
        let (x, gone) = start(&rows[d - 1], index, d);
        let y = (x + d).saturating_sub(2 * index);
        if gone {
            steps.push((x - 1, y, Step::Gone));
            index -= 1;
        } else {
            steps.push((x, y.saturating_sub(1), Step::Come));
        }
    }
    steps.reverse();
    steps
}

/// The differences as `patch` reads them, under the names of both texts; nothing where there are none.
#[must_use]
pub fn unified(names: (&str, &str), old: &str, new: &str) -> String {
    let (old, new) = (lines(old), lines(new));
    let changes = changes(&old, &new);
    let mut out = String::new();
    if !changes.is_empty() {
        let _ = writeln!(out, "--- {}\n+++ {}", names.0, names.1);
    }
    let near = |pair: &Change, next: &Change| next.old.start - pair.old.end <= 2 * CONTEXT;
    for hunk in changes.chunk_by(near) {
        let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else {
            continue;
        };
        let lead = CONTEXT.min(first.old.start);
        let trail = CONTEXT.min(old.len() - last.old.end);
        let range = |from: usize, to: usize| match to - from {
            0 => format!("{from},0"),
            1 => format!("{}", from + 1),
            several => format!("{},{several}", from + 1),
        };
        let gone = range(first.old.start - lead, last.old.end + trail);
        let come = range(first.new.start - lead, last.new.end + trail);
        let _ = writeln!(out, "@@ -{gone} +{come} @@");
        let mut at = first.old.start - lead;
        for Change { old: o, new: n } in hunk {
            written(&mut out, ' ', &old[at..o.start]);
            written(&mut out, '-', &old[o.clone()]);
            written(&mut out, '+', &new[n.clone()]);
            at = o.end;
        }
        written(&mut out, ' ', &old[at..at + trail]);
    }
    out
}

fn written(out: &mut String, sign: char, lines: &[&str]) {
    for line in lines {
        out.push(sign);
        out.push_str(line);
        if !line.ends_with('\n') {
            out.push_str("\n\\ No newline at end of file\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use similar::{ChangeTag, TextDiff};

    use super::*;

    #[test]
    fn hunks_are_those_of_patch() {
        let old = "a\nb\nc\nd\ne\nf\n";
        let new = "a\nb\nx\nc\nd\nE\nf\n";
        assert_eq!(
            unified(("m", "n"), old, new),
            "--- m\n+++ n\n@@ -1,6 +1,7 @@\n a\n b\n+x\n c\n d\n-e\n+E\n f\n"
        );
        assert_eq!(unified(("m", "n"), old, old), "");
        assert_eq!(
            unified(("m", "n"), "", "a"),
            "--- m\n+++ n\n@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n"
        );
    }

    /// A text of a few lines, most of which occur more than once.
    fn text(random: &mut oorandom::Rand32) -> String {
        let count = random.rand_range(0..14);
        let line = |_| ["a\n", "b\n", "c\n", "d\n"][random.rand_range(0..4) as usize];
        (0..count).map(line).collect()
    }

    #[test]
    fn changes_are_the_fewest_and_make_the_new_text() {
        let mut random = oorandom::Rand32::new(7);
        for _ in 0..3000 {
            let (a, b) = (text(&mut random), text(&mut random));
            let (old, new) = (lines(&a), lines(&b));
            let found = changes(&old, &new);
            let (mut at, mut made): (_, Vec<&str>) = (0, Vec::new());
            for change in &found {
                made.extend(&old[at..change.old.start]);
                assert_eq!(made.len(), change.new.start);
                made.extend(&new[change.new.clone()]);
                at = change.old.end;
            }
            made.extend(&old[at..]);
            assert_eq!(made, new, "{a:?} {b:?}");
            let length: usize = found.iter().map(|one| one.old.len() + one.new.len()).sum();
            let diff = TextDiff::from_lines(&a, &b);
            let theirs = diff.iter_all_changes();
            let theirs = theirs.filter(|change| change.tag() != ChangeTag::Equal);
            assert_eq!(length, theirs.count(), "{a:?} {b:?}");
        }
    }

    #[test]
    fn texts_without_anything_in_common_are_one_change() {
        let numbered = |word: &str| -> String {
            let all = (0..3000).map(|line| format!("{word} {line}\n"));
            all.collect()
        };
        let (a, b) = (numbered("a"), numbered("b"));
        let (a, b) = (format!("same\n{a}end\n"), format!("same\n{b}end\n"));
        let whole = Change {
            old: 1..3001,
            new: 1..3001,
        };
        assert_eq!(changes(&lines(&a), &lines(&b)), [whole]);
    }
}
