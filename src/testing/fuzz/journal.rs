//! Any bytes as the journal of a batch.

use std::io::Cursor;

use crate::render::batch::csv::Csv;
use crate::render::batch::html::Html;
use crate::render::batch::jsonl::JsonLines;
use crate::render::batch::junit::Junit;
use crate::render::batch::markdown::Markdown;
use crate::render::batch::sarif::Sarif;
use crate::render::batch::table::Table;
use crate::render::batch::{Plan, Renderer};
use crate::render::layout::Layout;
use crate::tasks::batch::Row;
use crate::tasks::batch::journal::first::First as _;
use crate::tasks::batch::journal::{Heading, Scan, scan_from};
use crate::tasks::batch::shard::Shard;
use crate::tasks::batch::summary::Summary;
use crate::verdict::query::Options;

use super::Checked;

/// Bytes are a journal, or the line that is wrong is named. Each row of a journal stands where the index
/// says, is written as it was read, and shows in every report; and a journal that is cut anywhere is
/// still one, with the rows before the cut. After a `+` the bytes stand below the first line of a journal
/// of this version.
///
/// # Errors
///
/// What is wrong.
pub fn journal(bytes: &[u8]) -> Checked {
    match bytes.split_first() {
        Some((b'+', rows)) => whole(&[heading().as_bytes(), rows].concat()),
        _ => whole(bytes),
    }
}

/// The first line of a journal, whose lines need no sums.
fn heading() -> String {
    let heading = Heading::of(&[], (&Options::default(), None), None, Shard::WHOLE);
    heading.line().replace(",\"sums\":true", "")
}

fn whole(bytes: &[u8]) -> Checked {
    let Ok((scan, rows)) = read(bytes) else {
        return Ok(0);
    };
    let (whole, rest) = split(bytes, scan.ends.end)?;
    if rest.is_empty() == scan.ends.cut.is_some() || rest.contains(&b'\n') {
        return Err(format!("{scan:?} leaves {} bytes", rest.len()));
    }
    for row in &rows {
        row.stands(whole)?;
        row.is_written()?;
    }
    let shown: Vec<Row> = rows.iter().map(|placed| placed.row.clone()).collect();
    show(&shown)?;
    let cuts = cuts(whole, &rows)?;
    Ok(1 + rows.len() + cuts)
}

/// A row, and where it stood.
struct Placed {
    start: u64,
    length: usize,
    row: Row,
}

fn read(bytes: &[u8]) -> Result<(Scan, Vec<Placed>), String> {
    let mut rows = Vec::new();
    let scan = scan_from("fuzz.jsonl", Cursor::new(bytes), |start, length, row| {
        rows.push(Placed { start, length, row });
    });
    let scan = scan.map_err(|error| error.to_string())?;
    Ok((scan, rows))
}

/// The whole lines, and the one that was cut.
fn split(bytes: &[u8], end: u64) -> Result<(&[u8], &[u8]), String> {
    let split = usize::try_from(end)
        .ok()
        .and_then(|end| bytes.split_at_checked(end));
    split.ok_or_else(|| format!("{} bytes are said to end at {end}", bytes.len()))
}

impl Placed {
    fn stands(&self, whole: &[u8]) -> Result<(), String> {
        let start = usize::try_from(self.start).ok();
        let rest = start.and_then(|start| whole.get(start..));
        let line = rest.and_then(|rest| std::str::from_utf8(rest.get(..self.length)?).ok());
        let row = line.and_then(|line| Row::parse(line).ok());
        if row.is_some_and(|row| fields(&row) == fields(&self.row)) {
            Ok(())
        } else {
            Err(format!("no such row at {}+{}", self.start, self.length))
        }
    }

    /// What a run that goes on, or a merged journal, says of it.
    fn is_written(&self) -> Result<(), String> {
        let mut line = String::new();
        self.row.write_journal(&mut line);
        let again = Row::parse(&line).map_err(|error| format!("{error}: {line}"))?;
        if fields(&again) != fields(&self.row) {
            return Err(format!("{:?} is written as {line}", self.row));
        }
        let mut json = String::new();
        self.row.write_json(&mut json);
        let value: Result<serde_json::Value, _> = serde_json::from_str(&json);
        value.map(drop).map_err(|error| format!("{error}: {json}"))
    }
}

/// All that was read.
fn fields(row: &Row) -> String {
    let mut row = row.clone();
    // Equal numbers can be spelt in two ways.
    row.millis = 0.0;
    format!(
        "{:?}",
        (
            (&row.file, &row.hash, &row.test, &row.model),
            (row.verdict, row.quantity, row.holds),
            (&row.expected, &row.notes, &row.error, &row.shown),
        )
    )
}

fn show(rows: &[Row]) -> Result<(), String> {
    let renderers: [Box<dyn Renderer>; 7] = [
        Box::new(Table::new(Layout::default())),
        Box::new(JsonLines::default()),
        Box::new(Csv),
        Box::new(Markdown::default()),
        Box::new(Junit),
        Box::new(Sarif::default()),
        Box::new(Html::default()),
    ];
    let names = rows.iter().map(|row| row.file.as_str());
    let plan = Plan::new(names, vec!["sc".to_owned()]);
    let mut summary = Summary::default();
    for row in rows {
        summary.count(row);
    }
    for mut renderer in renderers {
        let mut out = Vec::new();
        renderer
            .begin(&plan, &mut out)
            .and_then(|()| renderer.file(rows, &mut out))
            .and_then(|()| renderer.end(&summary, None, &mut out))
            .map_err(|error| error.to_string())?;
        String::from_utf8(out).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Cuts a journal at some places.
fn cuts(whole: &[u8], rows: &[Placed]) -> Checked {
    let step = (whole.len() / 8).max(1);
    let mut cuts = 0;
    for cut in (0..whole.len()).step_by(step) {
        let (scan, before) =
            read(&whole[..cut]).map_err(|error| format!("cut at {cut}: {error}"))?;
        let end = cut as u64;
        let expected = rows
            .iter()
            .filter(|row| row.start + (row.length as u64) < end);
        if scan.ends.end > end || before.len() != expected.count() {
            return Err(format!("cut at {cut}: {scan:?} with {} rows", before.len()));
        }
        cuts += 1;
    }
    Ok(cuts)
}
