//! Many answers at a glance: a row for each test and a column for each model, or a row for each
//! where there is one of the other. Every refusal and every open verdict has a footnote.

use std::fmt::Write as _;

use super::layout::{INDENT, Layout};
use crate::view::answer::{Answer, Quantity, Verdict};

use super::footnotes::Notes;
use super::grid::{Cell, Look, blocks, table};

/// The longest name of a test beside a table.
const NAME: usize = 28;

/// The table with its footnotes, and how many answers there are of each kind.
#[must_use]
pub fn render(answers: &[Answer], layout: Layout) -> String {
    let models = distinct(answers.iter().map(|answer| answer.model.as_str()));
    let tests = distinct(answers.iter().map(test_of));
    let mut notes = Notes::default();
    let mut out = String::new();
    match (tests.as_slice(), models.as_slice()) {
        ([_], _) => {
            if let Some(first) = answers.first() {
                out.push_str(&heading(first, layout));
            }
            let rows = answers.iter();
            let rows = rows.map(|answer| (answer.model.clone(), answer)).collect();
            out.push_str(&list("model", rows, &mut notes, layout));
        }
        (_, [model]) => {
            let _ = writeln!(
                out,
                "{INDENT}{}\n",
                layout.paint.bold(&format!("under {model}"))
            );
            let names = names(&tests);
            let rows = answers.iter().map(|answer| {
                let place = tests.iter().position(|test| *test == test_of(answer));
                let name = place.and_then(|place| names.get(place));
                (name.cloned().unwrap_or_default(), answer)
            });
            out.push_str(&list("test", rows.collect(), &mut notes, layout));
        }
        _ => out.push_str(&grid(answers, &tests, &models, &mut notes, layout)),
    }
    out.push_str(&notes.render(layout));
    out.push_str(&failures(answers, tests.len() > 1, layout));
    out.push('\n');
    out.push_str(&layout.hanging("", &tally(answers)));
    out.push_str(&layout.hanging("", hint(&tests, &models)));
    out
}

/// A test, among those of one run: two of one name may come from two files.
type Test<'a> = (&'a str, &'a str);

fn test_of(answer: &Answer) -> Test<'_> {
    (&answer.file, &answer.test)
}

fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for one in all {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

/// `MP  examples/mp.litmus`, and below it what is asked.
fn heading(answer: &Answer, layout: Layout) -> String {
    let paint = layout.paint;
    let mut out = format!(
        "{}  {}\n",
        paint.bold(&answer.test),
        paint.dim(&answer.file)
    );
    out.push_str(&layout.hanging("", &answer.statement));
    out.push('\n');
    out
}

/// The names of the tests, and where two have one, their files within the folder of all.
fn names(tests: &[Test]) -> Vec<String> {
    let folder = |test: &Test| {
        let end = test.0.rfind('/').map_or(0, |end| end + 1);
        test.0.get(..end).unwrap_or_default().to_owned()
    };
    let common = tests.iter().map(folder).min_by_key(String::len);
    let common = common.unwrap_or_default();
    let file = |test: &Test| {
        let name = test.0.strip_prefix(common.as_str()).unwrap_or(test.0);
        name.strip_suffix(".litmus").unwrap_or(name).to_owned()
    };
    let name = |test: &Test| {
        let alike = tests.iter().filter(|other| other.1 == test.1).count();
        let name = if alike > 1 {
            file(test)
        } else {
            test.1.to_owned()
        };
        short(&name)
    };
    tests.iter().map(name).collect()
}

fn short(name: &str) -> String {
    if name.chars().count() <= NAME {
        return name.to_owned();
    }
    let start: String = name.chars().take(NAME - 1).collect();
    start + "…"
}

/// A row for each answer: the verdict, how often the condition holds, what that says of the
/// statement.
fn list(title: &str, rows: Vec<(String, &Answer)>, notes: &mut Notes, layout: Layout) -> String {
    let quantifiers = distinct(rows.iter().map(|(_, answer)| answer.quantifier));
    let statement = match quantifiers.as_slice() {
        [one] => one,
        _ => "statement",
    };
    let mut header = vec![title, "verdict", "condition", statement];
    let judged = |answer: &Answer| answer.expected.is_some() || !answer.failures.is_empty();
    if rows.iter().any(|(_, answer)| judged(answer)) {
        header.push("expected");
    }
    let rows: Vec<Vec<Cell>> = rows
        .into_iter()
        .map(|(name, answer)| {
            vec![
                Cell::plain(name),
                verdict(answer, "", notes),
                Cell::plain(answer.quantity.map_or("", Quantity::name)),
                match answer.holds {
                    // The verdict of a `forall` is in the first column.
                    _ if answer.asks_all() => Cell::plain(""),
                    Some(true) => Cell::new("holds", Look::Good),
                    Some(false) => Cell::new("does not hold", Look::Plain),
                    None => Cell::plain(""),
                },
                match (&answer.expected, answer.failures.is_empty()) {
                    (_, false) => Cell::new("FAILED", Look::Bad),
                    (Some(_), true) => Cell::plain("yes"),
                    (None, true) => Cell::plain(""),
                },
            ]
        })
        .collect();
    table(&header, &rows, layout)
}

/// A row for each test, a column for each model, in as many tables as the width asks for.
fn grid(
    answers: &[Answer],
    tests: &[Test],
    models: &[&str],
    notes: &mut Notes,
    layout: Layout,
) -> String {
    let names = names(tests);
    let mut columns: Vec<Vec<Cell>> = vec![names.iter().cloned().map(Cell::plain).collect()];
    let mut cells = vec![vec![Cell::plain(""); tests.len()]; models.len()];
    for (row, (test, name)) in tests.iter().zip(&names).enumerate() {
        for answer in answers.iter().filter(|answer| test_of(answer) == *test) {
            let column = models.iter().position(|model| *model == answer.model);
            if let Some(cell) = column.and_then(|column| cells.get_mut(column)?.get_mut(row)) {
                *cell = verdict(answer, name, notes);
            }
        }
    }
    columns.extend(cells);
    let mut header = vec!["test"];
    header.extend(models);
    blocks(&header, &columns, layout)
}

/// The verdict in a cell, with the number of its footnote.
fn verdict(answer: &Answer, test: &str, notes: &mut Notes) -> Cell {
    let failed = !answer.failures.is_empty();
    let (mut text, look) = match answer.verdict {
        Verdict::Unsupported => (
            format!("refuses [{}]", notes.refused(answer, test)),
            Look::Dim,
        ),
        Verdict::Unknown => (
            format!("unknown [{}]", notes.open(answer, test)),
            Look::Warn,
        ),
        Verdict::Racy => (answer.verdict.name().to_owned(), Look::Warn),
        Verdict::Reachable | Verdict::Unreachable => (short_answer(answer).to_owned(), Look::Plain),
    };
    if failed {
        text.push_str(" (!)");
    }
    Cell::new(&text, if failed { Look::Bad } else { look })
}

/// The verdict; of a `forall` whether it holds.
fn short_answer(answer: &Answer) -> &'static str {
    match answer.holds {
        Some(true) if answer.asks_all() => "holds",
        Some(false) if answer.asks_all() => "fails",
        None if answer.asks_all() && answer.leaves_open() => "open",
        Some(_) | None => answer.verdict.name(),
    }
}

/// The expectations that are not met, a line each.
fn failures(answers: &[Answer], several: bool, layout: Layout) -> String {
    let mut out = String::new();
    for answer in answers {
        for failure in &answer.failures {
            if out.is_empty() {
                out.push('\n');
            }
            let under = if several {
                format!("{} under {}: {failure}", answer.file, answer.model)
            } else {
                format!("{}: {failure}", answer.model)
            };
            let heading = format!("{} ", layout.paint.bad("FAILED"));
            let _ = writeln!(out, "{INDENT}{heading}{under}");
        }
    }
    out
}

fn tally(answers: &[Answer]) -> String {
    let word = |answer: &Answer| match answer.verdict {
        Verdict::Racy => "racy",
        Verdict::Unknown => "unknown",
        Verdict::Unsupported => "refused",
        Verdict::Reachable | Verdict::Unreachable => short_answer(answer),
    };
    let words = [
        "reachable",
        "unreachable",
        "holds",
        "fails",
        "open",
        "racy",
        "unknown",
        "refused",
    ];
    let parts: Vec<String> = words
        .into_iter()
        .map(|wanted| {
            (
                answers.iter().filter(|one| word(one) == wanted).count(),
                wanted,
            )
        })
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let mut text = format!("{} answers: {}", answers.len(), parts.join(", "));
    let failed = answers
        .iter()
        .filter(|one| !one.failures.is_empty())
        .count();
    if failed > 0 {
        let _ = write!(text, "; {failed} not as expected (!)");
    }
    text + "."
}

const fn hint(tests: &[Test], models: &[&str]) -> &'static str {
    match (tests.len(), models.len()) {
        (1, _) => "Why? `-m MODEL` shows the execution or the reason of one, `-v` of all.",
        (_, 1) => "Why? Check one test alone, or all with `-v`, for executions and reasons.",
        _ => "Why? Check one test with `-m MODEL`, or all with `-v`, for executions and reasons.",
    }
}
