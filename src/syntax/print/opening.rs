//! Expectations before the test and among its description.

use crate::syntax::ast::{Expectation, Test};
use crate::syntax::sink::Sink;
use crate::syntax::span::{Span, Spanned};
use crate::syntax::{expectation, header};

/// The expectations that stand before the test, and its description with those that come later: an
/// expectation in a comment behind a part of the description stays there.
pub(super) fn opening(test: &Test) -> (Vec<String>, String) {
    let mut head: Option<Vec<String>> = None;
    let mut lines: Vec<String> = Vec::new();
    let mut pending = Vec::new();
    let mut left = test.expectations.iter().map(|one| &one.node).peekable();
    let comment = |one: &Expectation| format!("// expect {}: {}", one.model, one.verdict);
    for line in test.description.split('\n') {
        let Some((at, own)) = within(line) else {
            lines.push(line.to_owned());
            continue;
        };
        if !left.clone().any(|one| *one == own) {
            // It is not expected any more.
            lines.push(line.get(..at).unwrap_or_default().trim_end().to_owned());
            continue;
        }
        while let Some(one) = left.next_if(|one| **one != own) {
            pending.push(comment(one));
        }
        left.next();
        // Those before the first go before the test.
        match head {
            None => head = Some(std::mem::take(&mut pending)),
            Some(_) => lines.append(&mut pending),
        }
        lines.push(line.to_owned());
    }
    let rest: Vec<String> = left.map(comment).collect();
    match head {
        None => (rest, lines.join("\n").trim().to_owned()),
        Some(head) => {
            lines.extend(rest);
            (head, lines.join("\n"))
        }
    }
}

/// The expectation in the comment of a line of a description, and where the comment begins.
fn within(line: &str) -> Option<(usize, Expectation)> {
    let comment = header::comments(line).next()?;
    let text = Spanned::new(comment, Span::new(0, comment.len()));
    let found = expectation::collect(&[text], &mut Sink::default()).pop()?;
    Some((line.len() - comment.len(), found.node))
}
