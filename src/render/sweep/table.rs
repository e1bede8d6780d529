//! What was found as a table, for a terminal or in Markdown.

use std::fmt::Write as _;

use crate::render::layout::Layout;
use crate::view::answer::{Answer, Quantity, Refusal, Verdict};
use crate::view::names::Site;

use crate::tasks::sweep::Point;
use crate::tasks::sweep::{Cell, Swept};

/// A heading and the cells below it.
struct Key {
    name: &'static str,
    value: fn(&Point) -> String,
}

/// The columns that say which point a row is about.
const KEYS: [Key; 3] = [
    Key {
        name: "place",
        value: Point::place_name,
    },
    Key {
        name: "space",
        value: |point| point.space_name().to_owned(),
    },
    Key {
        name: "fence",
        value: Point::fence_name,
    },
];

/// The keys that vary or are set.
fn keys(swept: &Swept) -> Vec<&'static Key> {
    let set = |key: &&Key| {
        let mut values = swept.cells.iter().map(|cell| (key.value)(&cell.point));
        values.any(|value| value != "as written")
    };
    KEYS.iter().filter(set).collect()
}

/// The table for a terminal; several, where the models do not fit side by side.
#[must_use]
pub fn text(swept: &Swept, layout: Layout) -> String {
    let mut out = format!("{}  {}\n", layout.paint.bold(&swept.test), swept.statement);
    let (header, rows) = table(swept);
    let keys = keys(swept).len();
    let mut from = keys;
    while from < header.len() {
        let to = fitting(&header, &rows, keys, from, usize::from(layout.width));
        let part = |row: &[String]| -> Vec<String> {
            let cells = row[..keys].iter().chain(&row[from..to]);
            cells.cloned().collect()
        };
        let heads = part(&header);
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        let rows: Vec<Vec<String>> = rows.iter().map(|row| part(row)).collect();
        if from > keys {
            out.push('\n');
        }
        out.push_str(&layout.columns(&heads, &rows));
        from = to;
    }
    if !layout.quiet {
        for remark in remarks(swept) {
            out.push_str(&layout.hanging("", &remark));
        }
    }
    out
}

/// The end of the columns that fit beside the keys, from a column on; one always does.
fn fitting(
    header: &[String],
    rows: &[Vec<String>],
    keys: usize,
    from: usize,
    width: usize,
) -> usize {
    // Two blanks after each column, and two before the first.
    let wide = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let cells = cells.chain(header.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0) + 2
    };
    let mut used = 2 + (0..keys).map(wide).sum::<usize>();
    let mut to = from;
    while to < header.len() && (to == from || used + wide(to) <= width) {
        used += wide(to);
        to += 1;
    }
    to
}

/// The table in Markdown.
#[must_use]
pub fn markdown(swept: &Swept) -> String {
    let (header, rows) = table(swept);
    let mut out = format!(
        "`{}`: `{}`\n\n",
        swept.test,
        swept.statement.replace('\n', " ")
    );
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    out.push_str(&line(&header));
    out.push_str(&line(&vec!["---".to_owned(); header.len()]));
    for row in &rows {
        out.push_str(&line(row));
    }
    for (index, remark) in remarks(swept).iter().enumerate() {
        let apart = if index == 0 { "\n" } else { "" };
        let _ = writeln!(out, "{apart}- {remark}");
    }
    out
}

fn table(swept: &Swept) -> (Vec<String>, Vec<Vec<String>>) {
    let keys = keys(swept);
    let mut header: Vec<String> = keys.iter().map(|key| key.name.to_owned()).collect();
    header.extend(swept.models.iter().cloned());
    let row = |cell: &Cell| {
        let mut row: Vec<String> = keys.iter().map(|key| (key.value)(&cell.point)).collect();
        match &cell.answers {
            Ok(answers) => row.extend(answers.iter().map(word)),
            Err(_) => row.extend(swept.models.iter().map(|_| "-".to_owned())),
        }
        row
    };
    (header, swept.cells.iter().map(row).collect())
}

fn word(answer: &Answer) -> String {
    match (answer.verdict, answer.quantity) {
        (Verdict::Reachable, Some(Quantity::Always)) => "reachable (always)".to_owned(),
        (verdict, _) => verdict.name().to_owned(),
    }
}

/// Why there is no answer, if there is none.
pub(super) fn note(answer: &Answer) -> String {
    match (&answer.unsupported, answer.verdict) {
        (Some(refused), _) => format!(
            "{} gives {} no meaning: {}",
            answer.model,
            refused.what,
            place(&refused.site)
        ),
        (None, Verdict::Unknown) => answer.notes.join("; "),
        (
            None,
            Verdict::Reachable | Verdict::Unreachable | Verdict::Racy | Verdict::Unsupported,
        ) => String::new(),
    }
}

/// Why cells have no answer, each reason once.
fn remarks(swept: &Swept) -> Vec<String> {
    let keys = keys(swept);
    let mut remarks = Vec::new();
    for (why, points) in swept.senseless() {
        let mut places: Vec<String> = Vec::new();
        for point in points {
            // The fences have nothing to do with it.
            let values = keys.iter().filter(|key| key.name != "fence");
            let values: Vec<String> = values.map(|key| (key.value)(point)).collect();
            let place = values.join(" ");
            if !places.contains(&place) {
                places.push(place);
            }
        }
        remarks.push(format!("no answer ({}): {why}", places.join(", ")));
    }
    remarks.extend(refusals(swept));
    let mut open: Vec<String> = Vec::new();
    for answer in answers(swept).filter(|answer| answer.verdict == Verdict::Unknown) {
        let remark = format!("unknown: {}", note(answer));
        if !open.contains(&remark) {
            open.push(remark);
        }
    }
    remarks.extend(open);
    remarks
}

/// What models refuse, each thing once, with the first place where it stands.
fn refusals(swept: &Swept) -> Vec<String> {
    let mut refused: Vec<(&Refusal, Vec<&str>)> = Vec::new();
    for answer in answers(swept) {
        let Some(refusal) = &answer.unsupported else {
            continue;
        };
        let known = |(first, _): &(&Refusal, _)| first.what == refusal.what;
        let index = refused.iter().position(known).unwrap_or_else(|| {
            refused.push((refusal, Vec::new()));
            refused.len() - 1
        });
        let models = &mut refused[index].1;
        if !models.contains(&answer.model.as_str()) {
            models.push(&answer.model);
        }
    }
    let remark = |(refusal, models): (&Refusal, Vec<&str>)| {
        let give = if models.len() == 1 { "gives" } else { "give" };
        format!(
            "unsupported: {} {give} {} no meaning: {}",
            models.join(", "),
            refusal.what,
            place(&refusal.site)
        )
    };
    refused.into_iter().map(remark).collect()
}

fn place(site: &Site) -> String {
    format!("`{}` at {}:{}", site.text, site.line, site.column)
}

fn answers(swept: &Swept) -> impl Iterator<Item = &Answer> {
    let cells = swept.cells.iter();
    cells
        .filter_map(|cell| cell.answers.as_ref().ok())
        .flatten()
}
